// The type of an option is the type of its default: true and false make a flag,
// a whole number a number, anything else a word.

#include "config/rule_defaults.h"

#include <fmt/format.h>

#include "config/resources.h"
#include "config/words.h"
#include "config/yaml_node.h"

namespace mlfix {
namespace {

using std::filesystem::path;

constexpr std::string_view kShippedPath = "config/default.yml";

Result<OptionValue> read_default(const path& path, const YamlEntry& entry) {
  if (!entry.value.is_scalar()) {
    return tl::unexpected(
        yaml_error(path, entry.value, fmt::format("\"{}\" must be one value", entry.key)));
  }
  const std::string_view text = entry.value.text();
  if (entry.value.is_quoted()) return OptionValue(std::string(text));
  if (text == "true" || text == "false") return OptionValue(text == "true");
  if (const auto number = as_number(entry.value)) return OptionValue(*number);
  return OptionValue(std::string(text));
}

Result<RuleDefaults> read_rule(const path& path, const YamlEntry& rule) {
  RuleDefaults result;
  const auto entries = read_mapping(path, rule.value, "a rule");
  if (!entries) return tl::unexpected(entries.error());
  for (const YamlEntry& entry : *entries) {
    if (entry.key == "level") {
      const auto level = read_level(path, entry);
      if (!level) return tl::unexpected(level.error());
      result.level = *level;
    } else if (entry.key == "severity") {
      const auto severity = read_severity(path, entry);
      if (!severity) return tl::unexpected(severity.error());
      result.severity = *severity;
    } else {
      auto value = read_default(path, entry);
      if (!value) return tl::unexpected(value.error());
      result.options.emplace(entry.key, std::move(*value));
    }
  }
  return result;
}

Result<DefaultTable> read_defaults(const YamlNode& document, const path& path) {
  const auto rules = read_mapping(path, document, "the file");
  if (!rules) return tl::unexpected(rules.error());
  DefaultTable table;
  for (const YamlEntry& rule : *rules) {
    auto defaults = read_rule(path, rule);
    if (!defaults) return tl::unexpected(defaults.error());
    table.emplace(rule.key, std::move(*defaults));
  }
  return table;
}

}  // namespace

Result<DefaultTable> parse_defaults(std::string_view yaml, const path& path) {
  const auto document = parse_yaml(yaml, path);
  if (!document) return tl::unexpected(document.error());
  return read_defaults(*document, path);
}

Result<DefaultTable> all_defaults(const Registry& registry) {
  auto table = shipped_defaults();
  if (!table) return table;
  for (const Rule& rule : registry.rules()) {
    if (!rule.definition) continue;
    (*table)[rule.name] = {rule.definition->level, rule.definition->severity, {}};
  }
  return table;
}

Result<DefaultTable> shipped_defaults() {
  const auto shipped = find_document(kShippedPath);
  if (!shipped) return DefaultTable{};
  auto table = read_defaults(*shipped, kShippedPath);
  if (!table) table.error().kind = ErrorKind::Internal;
  return table;
}

}  // namespace mlfix
