// Each source of settings only knows its own part; this is where they meet.

#include "config/settings.h"

#include <memory>
#include <system_error>
#include <utility>

#include "config/glob.h"

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

RuleSettings base_settings(const Rule& rule, const RuleDefaults& defaults, const RuleEntry* entry,
                           bool named) {
  RuleSettings result;
  result.enabled = rule.on_by_default;
  result.severity = defaults.severity;
  OptionValues options = defaults.options;
  if (const auto minor = options.find(kMinor); named && minor != options.end()) {
    minor->second = true;
  }
  if (entry != nullptr) {
    result.enabled = entry->enabled.value_or(result.enabled);
    result.severity = entry->severity.value_or(result.severity);
    for (const auto& [name, value] : entry->options) options.insert_or_assign(name, value);
  }
  result.options = std::make_shared<RuleOptionTable>(std::move(options));
  return result;
}

// Absolute, since the globs are compared with absolute paths.
std::filesystem::path folder_of(const std::filesystem::path& file) {
  if (file.empty()) return {};
  std::error_code error;
  return std::filesystem::absolute(file, error).lexically_normal().parent_path();
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
  settings.root = folder_of(file.path);
  for (std::uint32_t i = 0; i < registry.rules().size(); ++i) {
    const Rule& rule = registry.rules()[i];
    const auto entry = file.rules.find(i);
    RuleSettings one = base_settings(rule, defaults_of(defaults, rule),
                                     entry == file.rules.end() ? nullptr : &entry->second,
                                     chosen && chosen->named[i]);
    if (chosen) one.enabled = chosen->named[i] || (chosen->grouped[i] && one.enabled);
    if (file.ignore[i] || ignore[i]) one.enabled = false;
    settings.rules.push_back(std::move(one));
  }
  return settings;
}

std::vector<RuleSettings> rules_for(const Settings& settings, const std::filesystem::path& path) {
  std::vector<RuleSettings> rules = settings.rules;
  const std::string relative = path.lexically_relative(settings.root).generic_string();
  for (const PathIgnore& ignore : settings.per_path_ignores) {
    if (!path_glob_matches(ignore.glob, relative)) continue;
    for (std::size_t i = 0; i < rules.size(); ++i) {
      if (ignore.rules[i]) rules[i].enabled = false;
    }
  }
  return rules;
}

}  // namespace mlfix
