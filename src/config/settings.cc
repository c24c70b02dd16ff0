// Each source of settings only knows its own part; this is where they meet.

#include "config/settings.h"

#include <algorithm>
#include <memory>
#include <system_error>
#include <utility>

#include "text/paths.h"

namespace mlfix {
namespace {

const RuleDefaults& defaults_of(const DefaultTable& table, const Rule& rule) {
  static const RuleDefaults kUnlisted;
  const auto found = table.find(rule.name);
  return found == table.end() ? kUnlisted : found->second;
}

// The option by which a rule also gives findings that hardly matter: who asks for
// the rule by its name wants all.
constexpr std::string_view kMinor = "minor";

// Shown when nobody says otherwise, or because the command line asks for them.
enum class MinorFindings : std::uint8_t { Hidden, Shown, AskedFor };

RuleSettings base_settings(const Rule& rule, const RuleDefaults& defaults, const RuleEntry* entry,
                           MinorFindings minor_findings, OptionValues& options) {
  RuleSettings result;
  result.enabled = rule.on_by_default;
  result.severity = defaults.severity;
  options = defaults.options;
  const auto minor = options.find(kMinor);
  if (minor_findings != MinorFindings::Hidden && minor != options.end()) minor->second = true;
  if (entry != nullptr) {
    result.enabled = entry->enabled.value_or(result.enabled);
    result.severity = entry->severity.value_or(result.severity);
    for (const auto& [name, value] : entry->options) options.insert_or_assign(name, value);
  }
  if (minor_findings == MinorFindings::AskedFor && minor != options.end()) minor->second = true;
  result.options = std::make_shared<RuleOptionTable>(options);
  return result;
}

// Absolute, since the globs are compared with absolute paths.
std::filesystem::path folder_of(const std::filesystem::path& file) {
  if (file.empty()) return {};
  return whole_path(file).parent_path();
}

void disable(const RuleSet& which, std::vector<RuleSettings>& rules) {
  for (std::size_t i = 0; i < rules.size(); ++i) {
    if (which[i]) rules[i].enabled = false;
  }
}

void apply(const Override& one, const RuleSet& allowed, std::vector<RuleSettings>& rules,
           std::vector<OptionValues>& options) {
  for (std::size_t i = 0; one.select && i < rules.size(); ++i) {
    rules[i].enabled = one.select->named[i] || (one.select->grouped[i] && rules[i].enabled);
  }
  for (const auto& [i, entry] : one.rules) {
    rules[i].enabled = entry.enabled.value_or(rules[i].enabled);
    rules[i].severity = entry.severity.value_or(rules[i].severity);
    if (entry.options.empty()) continue;
    for (const auto& [name, value] : entry.options) options[i].insert_or_assign(name, value);
    rules[i].options = std::make_shared<RuleOptionTable>(options[i]);
  }
  disable(one.ignore, rules);
  for (std::size_t i = 0; i < rules.size(); ++i) rules[i].enabled = rules[i].enabled && allowed[i];
}

// The sections are the entries of `ignores`, then `overrides`.
PathGlobs globs_of(const std::vector<PathIgnore>& ignores, const std::vector<Override>& overrides) {
  PathGlobs globs;
  PathGlobs::Tag section = 0;
  for (const PathIgnore& ignore : ignores) globs.add(ignore.glob, section++);
  for (const Override& one : overrides) {
    for (const std::string& glob : one.globs) globs.add(glob, section);
    ++section;
  }
  return globs;
}

}  // namespace

Result<Settings> make_settings(const Registry& registry, const DefaultTable& defaults,
                               const ConfigFile& file, const RuleArguments& arguments) {
  auto select = resolve_rules(registry, arguments.select);
  if (!select) return tl::unexpected(select.error());
  const auto ignored = resolve_rules(registry, arguments.ignore);
  if (!ignored) return tl::unexpected(ignored.error());
  const RuleSet ignore = united(*ignored);

  std::optional<Selected> chosen = file.select;
  if (!arguments.select.empty()) chosen = std::move(*select);

  Settings settings;
  settings.per_path_ignores = file.per_path_ignores;
  settings.overrides = file.overrides;
  settings.globs = globs_of(settings.per_path_ignores, settings.overrides);
  settings.options.resize(registry.rules().size());
  settings.root = folder_of(file.path);
  const auto minor_findings = [&](bool is_named) {
    if (arguments.show_minor) return MinorFindings::AskedFor;
    return is_named ? MinorFindings::Shown : MinorFindings::Hidden;
  };
  for (std::uint32_t i = 0; i < registry.rules().size(); ++i) {
    const Rule& rule = registry.rules()[i];
    const auto entry = file.rules.find(i);
    RuleSettings one = base_settings(
        rule, defaults_of(defaults, rule), entry == file.rules.end() ? nullptr : &entry->second,
        minor_findings(chosen && chosen->named[i]), settings.options[i]);
    if (chosen) one.enabled = chosen->named[i] || (chosen->grouped[i] && one.enabled);
    if (file.ignore[i] || ignore[i]) one.enabled = false;
    const bool is_chosen = arguments.select.empty() || chosen->named[i] || chosen->grouped[i];
    settings.allowed.push_back(is_chosen && !ignore[i]);
    settings.rules.push_back(std::move(one));
  }
  return settings;
}

std::vector<bool> sections_for(const Settings& settings, const std::filesystem::path& path) {
  const std::string relative = path.lexically_relative(settings.root).generic_string();
  std::vector<bool> sections(settings.per_path_ignores.size() + settings.overrides.size());
  for (const PathGlobs::Tag section : settings.globs.tags_of(relative)) sections[section] = true;
  return sections;
}

std::vector<RuleSettings> rules_for(const Settings& settings, const std::vector<bool>& sections) {
  std::vector<RuleSettings> rules = settings.rules;
  std::vector<OptionValues> options = settings.options;
  const std::size_t first_override = settings.per_path_ignores.size();
  for (std::size_t i = 0; i < settings.overrides.size(); ++i) {
    if (sections[first_override + i])
      apply(settings.overrides[i], settings.allowed, rules, options);
  }
  for (std::size_t i = 0; i < first_override; ++i) {
    if (sections[i]) disable(settings.per_path_ignores[i].rules, rules);
  }
  return rules;
}

std::vector<RuleSettings> rules_for(const Settings& settings, const std::filesystem::path& path) {
  return rules_for(settings, sections_for(settings, path));
}

}  // namespace mlfix
