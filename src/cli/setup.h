// What a run works with: settings and knowledge tables, read from the built-in
// files and the user's configuration.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <set>
#include <string>

#include "adoption/baseline.h"
#include "adoption/changed_lines.h"
#include "cli/session.h"
#include "config/bot_settings.h"
#include "config/settings.h"
#include "text/error.h"

namespace mlfix {

class Knowledge;

struct Setup {
  Settings settings;
  std::shared_ptr<const Knowledge> knowledge;
  std::string knowledge_texts;                  // that the configuration adds to it, kept apart
  bool safe = true;                             // apply safe fixes
  bool unsafe = false;                          // --unsafe, or `unsafe: true` in the file
  std::optional<std::filesystem::path> config;  // the file that was read
  // What fingerprints name files relative to; absolute. The git work tree around
  // the paths of the command line, else the configuration file's folder, else
  // the current folder.
  std::filesystem::path root;
  BotSettings bot;
  std::filesystem::path baseline_path;       // empty without a baseline
  std::optional<Baseline> baseline;          // as it was read; nothing when it is still to be made
  std::set<std::string, std::less<>> known;  // fingerprints that are left out
  std::optional<Changes> changes;            // the lines that count, when not all do
  std::string today;
};

// The deepest folder that holds all paths of the command line; absolute.
std::filesystem::path folder_of_run(const Options& options);

// The configuration file is the one of --config, else the nearest mlfix.yaml in
// or above the deepest folder that holds all paths of the command line.
// Errors: Usage, Configuration, Unreadable, Internal.
Result<Setup> make_setup(Session& session);

}  // namespace mlfix
