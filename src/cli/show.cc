// The settings are printed in the language in which they are written, so that
// the answer to "why does this rule run?" can be pasted back and changed.

#include "cli/show.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <system_error>
#include <vector>

#include "cli/analysis.h"
#include "cli/exit_status.h"
#include "cli/refusal.h"
#include "config/rule_defaults.h"
#include "report/labels.h"
#include "text/foreign_text.h"
#include "text/paths.h"

namespace mlfix {
namespace {

namespace fs = std::filesystem;

bool is_wanted(const Setup& setup, const fs::path& file) {
  const std::vector<RuleSettings> rules = rules_for(setup.settings, whole_path(file));
  return std::any_of(rules.begin(), rules.end(), [](const RuleSettings& r) { return r.enabled; });
}

// Hidden characters are escapes, which YAML reads alike; and nothing is what a forge's runner
// takes for a command anywhere in a line.
std::string quoted_for_yaml(std::string_view text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '#' && result.ends_with('#')) {
      result += "\\x23";
      continue;
    }
    if (c == '"' || c == '\\') result += '\\';
    result += c;
  }
  return visible(result + "\"");
}

std::string option_line(const RuleOptions& options, const std::string& name,
                        const OptionValue& kind) {
  std::string value;
  if (std::holds_alternative<bool>(kind)) {
    value = options.flag(name) ? "true" : "false";
  } else if (std::holds_alternative<std::int64_t>(kind)) {
    value = std::to_string(options.number(name));
  } else {
    value = quoted_for_yaml(options.word(name));
  }
  return fmt::format("    {}: {}\n", name, value);
}

std::string path_ignores_text(const Session& session, const Setup& setup) {
  std::string text;
  for (const PathIgnore& ignore : setup.settings.per_path_ignores) {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < session.registry.rules().size(); ++i) {
      if (ignore.rules[i]) names.push_back(session.registry.rules()[i].name);
    }
    text += fmt::format("  {}: [{}]\n", quoted_for_yaml(ignore.glob), fmt::join(names, ", "));
  }
  return text.empty() ? "" : "per-path-ignores:\n" + text;
}

}  // namespace

std::string rule_settings_text(const Rule& rule, const RuleSettings& settings,
                               const RuleDefaults& known) {
  std::string text = fmt::format("  {}:\n    enabled: {}\n    severity: {}\n", rule.name,
                                 settings.enabled, label(settings.severity));
  if (!settings.options) return text;
  for (const auto& [name, value] : known.options) {
    text += option_line(*settings.options, name, value);
  }
  return text;
}

std::string rules_text(const Registry& registry, const DefaultTable& defaults,
                       const std::vector<RuleSettings>& settings) {
  std::string text;
  const std::string* file = nullptr;  // the one that is in it already
  for (std::size_t i = 0; i < settings.size(); ++i) {
    const Rule& rule = registry.rules()[i];
    text += rule_settings_text(rule, settings[i], defaults.find(rule.name)->second);
    if (!rule.definition || !rule.definition->text) continue;
    if (rule.definition->text.get() == file) continue;
    file = rule.definition->text.get();
    text += fmt::format("{} bytes:\n{}\n", file->size(), *file);
  }
  return text;
}

int show_files(Session& session, const Setup& setup) {
  const Input input = gather_input(session);
  for (const fs::path& file : input.files) {
    if (is_wanted(setup, file)) session.out.write(visible_path(file.generic_string()) + "\n");
  }
  for (const Error& error : input.errors) complain(session, error);
  return input.errors.empty() ? kExitClean : kExitError;
}

int show_settings(Session& session, const Setup& setup) {
  const auto defaults = all_defaults(session.registry);
  if (!defaults) return refuse(session, defaults.error());
  std::string text =
      fmt::format("# Read from: {}\n# Files are named relative to: {}\n",
                  setup.config ? visible_path(setup.config->string()) : "built-in defaults",
                  visible_path(setup.root.string()));
  text += fmt::format("unsafe: {}\n", setup.unsafe) + path_ignores_text(session, setup);
  text += "rules:\n";
  for (std::size_t i = 0; i < session.registry.rules().size(); ++i) {
    const Rule& rule = session.registry.rules()[i];
    text += rule_settings_text(rule, setup.settings.rules[i], defaults->find(rule.name)->second);
  }
  session.out.write(text);
  return kExitClean;
}

}  // namespace mlfix
