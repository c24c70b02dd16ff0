// --show-files and --show-settings: what a run would read, and with what.
#pragma once

#include <string>
#include <vector>

#include "cli/session.h"
#include "cli/setup.h"
#include "config/rule_defaults.h"

namespace mlfix {

// One path a line, in the order of a report: those that some rule is wanted for.
// The exit status.
int show_files(Session& session, const Setup& setup);

// What a rule is set to, as a configuration file would say it below `rules`. `known` are its
// defaults, which name its options.
std::string rule_settings_text(const Rule& rule, const RuleSettings& settings,
                               const RuleDefaults& known);

// All that is to be said of the rules of a file, with the texts of those that are no built-in
// ones: files with the same text are analysed alike.
std::string rules_text(const Registry& registry, const DefaultTable& defaults,
                       const std::vector<RuleSettings>& settings);

// The settings after all files and options had their say, as a configuration
// file that would give the same. The exit status.
int show_settings(Session& session, const Setup& setup);

}  // namespace mlfix
