// What the bot would do now, and everything that is needed to do it.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "bot/decision.h"
#include "bot/forge.h"
#include "bot/git.h"
#include "bot/series.h"
#include "config/bot_settings.h"
#include "engine/registry.h"

namespace mlfix {

struct PlannedPull {
  FixSeries series;
  Decision decision;
  std::optional<PullRequest> open;      // the one that is updated, closed or left
  std::string old_tip;                  // of the branch on the remote; empty: there is none
  std::optional<std::string> old_base;  // what that was made on, when nobody else committed to it
  std::string title;
  std::string body;         // with its marker
  std::string fingerprint;  // of what is proposed
};

struct BotPlan {
  std::optional<RepositoryName> repository;
  std::string remote;
  std::string base_branch;
  std::string base_commit;
  std::vector<PlannedPull> pulls;  // by group, safe before unsafe
  std::vector<Error> errors;       // of files that could not be analysed
};

// The pull requests of the bot's branches, or nothing when the forge is not asked.
using ForgeState = std::optional<std::vector<PullRequest>>;

struct PlanInput {
  const Git& git;
  const Registry& registry;
  const BotSettings& settings;
  const Analyser& analyse;
  std::filesystem::path folder;  // empty, for the files that are analysed
  ForgeState state;
  // What the fixes do to a program, as Markdown, empty when that is not known.
  // Asked for pull requests that are opened or updated; may be nothing.
  std::function<std::string(const BotPlan&, const FixSeries&)> measure;
};

// The branches the bot may have: two for each group.
std::vector<std::string> bot_branches(const Registry& registry, const BotSettings& settings);

// The repository on the forge, as configured or by the remote's address.
std::optional<RepositoryName> repository_of(const Git& git, const BotSettings& settings);

// Reads the refs of the repository, and asks nobody else. Errors: Usage when the
// base branch is not known, and those of git and of the analysis.
Result<BotPlan> make_plan(const PlanInput& input);

}  // namespace mlfix
