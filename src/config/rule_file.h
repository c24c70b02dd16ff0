// .mlfix/rules/*.yaml: rules that a project writes itself (docs/custom-rules.md).
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/registry.h"
#include "text/error.h"

namespace mlfix {

// A program of a rule's own, with what the rule is to say about it.
struct RuleCase {
  std::string rule;
  std::filesystem::path file;  // where it stands
  std::uint32_t line = 0;
  std::string code;
  std::uint32_t findings = 0;        // how many
  std::optional<std::string> fixed;  // what safe and unsafe fixes make of it
};

struct RuleFile {
  std::vector<Rule> rules;
  std::vector<RuleCase> cases;
};

// The rules of one text, in their order. `path` is for errors. Errors: Configuration, with a
// line.
Result<RuleFile> parse_rule_file(std::string_view text, const std::filesystem::path& path);

// The folder of rules that a run in `folder` (absolute) uses: the nearest `.mlfix/rules` in it
// or above it, up to the end of the repository around it. Nothing when there is none.
std::optional<std::filesystem::path> find_rule_folder(const std::filesystem::path& folder);

// The rules of all files in the folder whose names end in .yaml or .yml, by name of file. A
// link that leads out of the repository is not followed. Errors: Configuration, Unreadable,
// Refused.
Result<RuleFile> read_rule_folder(const std::filesystem::path& folder);

// `registry` with the rules after its own. Errors: Configuration, for a name that there is
// already.
Result<Registry> with_rules(const Registry& registry, std::vector<Rule> rules);

}  // namespace mlfix
