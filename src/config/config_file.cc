// One small reader per key, listed in a table, so that a new key is one function
// and one line, and the list of known keys in an error message is never wrong.

#include "config/config_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <limits>
#include <system_error>

#include "config/bot_section.h"
#include "config/suggest.h"
#include "config/words.h"
#include "config/yaml_node.h"

namespace mlfix {
namespace {

using std::filesystem::path;
using MaybeError = std::optional<Error>;

constexpr std::size_t kNoLine = std::numeric_limits<std::size_t>::max();

// What the readers share.
struct Reader {
  const path& file;
  std::string_view text;
  const Registry& registry;
  const DefaultTable& defaults;
  ConfigFile& result;
  std::size_t next_key_line;  // from 0: where the entry being read has ended
};

Result<Selected> read_selectors(const Reader& reader, const YamlEntry& entry) {
  const auto words = read_words(reader.file, entry);
  if (!words) return tl::unexpected(words.error());
  auto selected = resolve_rules(reader.registry, *words);
  if (selected) return selected;
  Error error =
      yaml_error(reader.file, entry.value, selected.error().message, selected.error().remedy);
  return tl::unexpected(std::move(error));
}

MaybeError read_select(Reader& reader, const YamlEntry& entry) {
  auto selected = read_selectors(reader, entry);
  if (!selected) return selected.error();
  reader.result.select = std::move(*selected);
  return std::nullopt;
}

MaybeError read_ignore(Reader& reader, const YamlEntry& entry) {
  const auto selected = read_selectors(reader, entry);
  if (!selected) return selected.error();
  reader.result.ignore = united(*selected);
  return std::nullopt;
}

MaybeError read_unsafe(Reader& reader, const YamlEntry& entry) {
  const auto flag = read_flag(reader.file, entry);
  if (!flag) return flag.error();
  reader.result.unsafe = *flag;
  return std::nullopt;
}

MaybeError read_baseline_path(Reader& reader, const YamlEntry& entry) {
  const auto word = read_word(reader.file, entry);
  if (!word) return word.error();
  reader.result.baseline = reader.file.parent_path() / *word;
  return std::nullopt;
}

MaybeError read_path_ignores(Reader& reader, const YamlEntry& entry) {
  const auto globs = read_mapping(reader.file, entry.value, "\"per-path-ignores\"");
  if (!globs) return globs.error();
  for (const YamlEntry& glob : *globs) {
    const auto selected = read_selectors(reader, glob);
    if (!selected) return selected.error();
    reader.result.per_path_ignores.push_back({glob.key, united(*selected)});
  }
  return std::nullopt;
}

// A value of the type that the default has.
Result<OptionValue> read_option(const path& file, const YamlEntry& entry,
                                const OptionValue& default_value) {
  const auto to_value = [](auto&& value) { return OptionValue(value); };
  if (std::holds_alternative<bool>(default_value)) return read_flag(file, entry).map(to_value);
  if (std::holds_alternative<std::int64_t>(default_value)) {
    return read_number(file, entry).map(to_value);
  }
  return read_word(file, entry).map(to_value);
}

MaybeError read_rule_key(const Reader& reader, const YamlEntry& entry, const RuleDefaults& defaults,
                         RuleEntry& rule) {
  if (entry.key == "enabled") {
    const auto enabled = read_flag(reader.file, entry);
    if (!enabled) return enabled.error();
    rule.enabled = *enabled;
    return std::nullopt;
  }
  if (entry.key == "severity") {
    const auto severity = read_severity(reader.file, entry);
    if (!severity) return severity.error();
    rule.severity = *severity;
    return std::nullopt;
  }
  const auto option = defaults.options.find(entry.key);
  if (option == defaults.options.end()) {
    std::vector<std::string> known = {"enabled", "severity"};
    for (const auto& [name, value] : defaults.options) known.push_back(name);
    return unknown_key(reader.file, entry, "this rule", known);
  }
  auto value = read_option(reader.file, entry, option->second);
  if (!value) return value.error();
  rule.options.emplace(entry.key, std::move(*value));
  return std::nullopt;
}

MaybeError read_rule(Reader& reader, const YamlEntry& entry) {
  const auto index = reader.registry.find(entry.key);
  if (!index) {
    std::vector<std::string> known;
    for (const Rule& rule : reader.registry.rules()) known.push_back(rule.name);
    return yaml_error(reader.file, entry.key_node, fmt::format("unknown rule \"{}\"", entry.key),
                      did_you_mean(entry.key, known, "`mlfix rules` lists them"));
  }
  const auto keys = read_mapping(reader.file, entry.value, fmt::format("\"{}\"", entry.key));
  if (!keys) return keys.error();
  const auto found = reader.defaults.find(entry.key);
  const RuleDefaults defaults = found == reader.defaults.end() ? RuleDefaults{} : found->second;
  RuleEntry& rule = reader.result.rules[*index];
  for (const YamlEntry& key : *keys) {
    if (auto error = read_rule_key(reader, key, defaults, rule)) return error;
  }
  return std::nullopt;
}

MaybeError read_rules(Reader& reader, const YamlEntry& entry) {
  const auto rules = read_mapping(reader.file, entry.value, "\"rules\"");
  if (!rules) return rules.error();
  for (const YamlEntry& rule : *rules) {
    if (auto error = read_rule(reader, rule)) return error;
  }
  return std::nullopt;
}

// Lines [first, last) of `text`, counted from 0.
std::string_view lines_between(std::string_view text, std::size_t first, std::size_t last) {
  std::size_t begin = 0;
  for (std::size_t line = 0; line < first && begin < text.size(); ++line) {
    begin = std::min(text.find('\n', begin), text.size() - 1) + 1;
  }
  std::size_t end = begin;
  for (std::size_t line = first; line < last && end < text.size(); ++line) {
    end = std::min(text.find('\n', end), text.size() - 1) + 1;
  }
  return text.substr(begin, end - begin);
}

// Cuts the value out of the file, with a line feed for every line before it:
// what the loader of the tables says about a line is then true of the file. A
// block ends where the next key of the top level stands.
MaybeError read_knowledge(Reader& reader, const YamlEntry& entry) {
  if (entry.value.IsNull()) return std::nullopt;
  if (!entry.value.IsMap()) {
    return yaml_error(reader.file, entry.value, "\"knowledge\" must be a mapping of tables");
  }
  const std::size_t first = line_of(entry.value) - 1;
  std::string& knowledge = reader.result.knowledge;
  knowledge.assign(first, '\n');
  if (entry.value.Style() == YAML::EmitterStyle::Flow) {
    knowledge += YAML::Dump(entry.value);
  } else {
    knowledge += lines_between(reader.text, first, reader.next_key_line);
  }
  return std::nullopt;
}

MaybeError read_bot(Reader& reader, const YamlEntry& entry) {
  return read_bot_section(reader.file, entry, reader.result.bot);
}

struct KeyReader {
  std::string name;
  MaybeError (*read)(Reader&, const YamlEntry&);
};

const std::vector<KeyReader>& key_readers() {
  static const std::vector<KeyReader> kReaders = {
      {"select", read_select},          {"ignore", read_ignore},
      {"unsafe", read_unsafe},          {"per-path-ignores", read_path_ignores},
      {"baseline", read_baseline_path}, {"rules", read_rules},
      {"knowledge", read_knowledge},    {"bot", read_bot},
  };
  return kReaders;
}

MaybeError read_key(Reader& reader, const YamlEntry& entry) {
  std::vector<std::string> known;
  for (const KeyReader& key : key_readers()) {
    if (key.name == entry.key) return key.read(reader, entry);
    known.push_back(key.name);
  }
  return unknown_key(reader.file, entry, "the configuration", known);
}

}  // namespace

std::optional<path> find_config_file(const path& folder) {
  for (path at = folder;; at = at.parent_path()) {
    const path candidate = at / kConfigFileName;
    std::error_code error;
    if (std::filesystem::exists(candidate, error)) return candidate;
    if (at == at.parent_path()) return std::nullopt;
  }
}

ConfigFile empty_config_file(const Registry& registry) {
  ConfigFile result;
  result.ignore.resize(registry.rules().size());
  return result;
}

Result<ConfigFile> parse_config_file(std::string_view text, const path& path,
                                     const Registry& registry, const DefaultTable& defaults) {
  const auto document = parse_yaml(text, path);
  if (!document) return tl::unexpected(document.error());
  const auto entries = read_mapping(path, *document, "the configuration");
  if (!entries) return tl::unexpected(entries.error());
  ConfigFile result = empty_config_file(registry);
  result.path = path;
  Reader reader{path, text, registry, defaults, result, kNoLine};
  for (std::size_t i = 0; i < entries->size(); ++i) {
    const bool last = i + 1 == entries->size();
    reader.next_key_line = last ? kNoLine : line_of((*entries)[i + 1].key_node) - 1;
    if (auto error = read_key(reader, (*entries)[i])) return tl::unexpected(std::move(*error));
  }
  return result;
}

Result<ConfigFile> read_config_file(const path& path, const Registry& registry,
                                    const DefaultTable& defaults) {
  std::ifstream input(path, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(input), std::istreambuf_iterator<char>()};
  if (!input.is_open() || input.bad()) {
    return tl::unexpected(Error{ErrorKind::Unreadable, path.string(), 0,
                                "the configuration file can't be read",
                                "check the path given to --config and its permissions"});
  }
  return parse_config_file(text, path, registry, defaults);
}

}  // namespace mlfix
