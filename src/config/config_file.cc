// One small reader per key, listed in a table, so that a new key is one function
// and one line, and the list of known keys in an error message is never wrong.

#include "config/config_file.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <set>
#include <system_error>

#include "config/bot_section.h"
#include "config/config_reach.h"
#include "config/path_globs.h"
#include "config/resources.h"
#include "config/suggest.h"
#include "config/toml_source.h"
#include "config/words.h"
#include "config/yaml_node.h"
#include "text/regular_file.h"
#include "text/shortened.h"

namespace mlfix {
namespace {

using std::filesystem::path;
using MaybeError = std::optional<Error>;

constexpr std::string_view kTomlTable = "tool.mlfix";

// A configuration is written by hand.
constexpr std::uint64_t kMostBytes = 1u << 20;  // with all that it extends
constexpr std::size_t kMostFiles = 100;
constexpr FileWish kConfigWish = {kMostBytes, "name a configuration file",
                                  "a configuration, with what it extends, is at most 1 MiB"};

// Of the globs that are compared with every path, with all that it extends.
constexpr std::size_t kMostGlobBytes = 8 << 10;

// The files of one configuration.
struct Sources {
  path reach;                  // what they may lead to
  std::vector<path> chain;     // real paths of those that extend each other, innermost last
  std::set<path> read;         // real paths, and the profiles: each is read once
  std::uint64_t bytes = 0;     // of all that were read
  std::size_t glob_bytes = 0;  // of their globs that are compared with every path
};

// What the readers share.
struct Reader {
  const path& file;
  const Registry& registry;
  const DefaultTable& defaults;
  ConfigFile& result;
  Sources& sources;
};

MaybeError read_file_into(const path& file, Reader& around);
MaybeError read_text_into(const path& file, std::string_view text, Reader& around);

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
  reader.result.ignore = united({.named = reader.result.ignore, .grouped = united(*selected)});
  return std::nullopt;
}

MaybeError read_unsafe(Reader& reader, const YamlEntry& entry) {
  const auto flag = read_flag(reader.file, entry);
  if (!flag) return flag.error();
  reader.result.unsafe = *flag;
  return std::nullopt;
}

Error leads_outside(const Reader& reader, const YamlEntry& entry, const path& target,
                    std::string remedy) {
  return yaml_error(reader.file, entry.value,
                    fmt::format("\"{}\" names {}, which is not in {}", entry.key,
                                shortened(target.string()), reader.sources.reach.string()),
                    std::move(remedy));
}

MaybeError read_baseline_path(Reader& reader, const YamlEntry& entry) {
  const auto word = read_word(reader.file, entry);
  if (!word) return word.error();
  path baseline = reader.file.parent_path() / *word;
  if (!is_within_reach(reader.sources.reach, baseline)) {
    return leads_outside(reader, entry, baseline, "name it with --baseline");
  }
  reader.result.baseline = std::move(baseline);
  return std::nullopt;
}

// Counts a glob that `entry` holds.
MaybeError count_glob(Reader& reader, const YamlEntry& entry, std::string_view glob) {
  std::size_t& bytes = reader.sources.glob_bytes;
  bytes += PathGlobs::searched_bytes(glob);
  if (bytes <= kMostGlobBytes) return std::nullopt;
  return yaml_error(
      reader.file, entry.value,
      fmt::format("the globs up to here are larger than {} KiB, and every path is compared with "
                  "all of them",
                  kMostGlobBytes >> 10),
      "name files, folders or endings (tests, src/gen/**, *_pb2.py): those are looked up");
}

MaybeError read_path_ignores(Reader& reader, const YamlEntry& entry) {
  const auto globs = read_mapping(reader.file, entry.value, "\"per-path-ignores\"");
  if (!globs) return globs.error();
  for (const YamlEntry& glob : *globs) {
    if (auto error = count_glob(reader, glob, glob.key)) return error;
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
  rule.options.insert_or_assign(entry.key, std::move(*value));
  return std::nullopt;
}

using RuleEntries = std::map<std::uint32_t, RuleEntry>;

MaybeError read_rule(Reader& reader, const YamlEntry& entry, RuleEntries& rules) {
  const auto index = reader.registry.find(entry.key);
  if (!index) {
    std::vector<std::string> known;
    for (const Rule& rule : reader.registry.rules()) known.push_back(rule.name);
    return yaml_error(reader.file, entry.key_node,
                      fmt::format("unknown rule \"{}\"", shortened(entry.key)),
                      did_you_mean(entry.key, known, "`mlfix rules` lists them"));
  }
  const auto keys = read_mapping(reader.file, entry.value, fmt::format("\"{}\"", entry.key));
  if (!keys) return keys.error();
  const auto found = reader.defaults.find(entry.key);
  const RuleDefaults defaults = found == reader.defaults.end() ? RuleDefaults{} : found->second;
  RuleEntry& rule = rules[*index];
  for (const YamlEntry& key : *keys) {
    if (auto error = read_rule_key(reader, key, defaults, rule)) return error;
  }
  return std::nullopt;
}

MaybeError read_rules_into(Reader& reader, const YamlEntry& entry, RuleEntries& into) {
  const auto rules = read_mapping(reader.file, entry.value, "\"rules\"");
  if (!rules) return rules.error();
  for (const YamlEntry& rule : *rules) {
    if (auto error = read_rule(reader, rule, into)) return error;
  }
  return std::nullopt;
}

MaybeError read_rules(Reader& reader, const YamlEntry& entry) {
  return read_rules_into(reader, entry, reader.result.rules);
}

MaybeError read_override_key(Reader& reader, const YamlEntry& entry, Override& result) {
  if (entry.key == "paths") {
    auto globs = read_words(reader.file, entry);
    if (!globs) return globs.error();
    for (const std::string& glob : *globs) {
      if (auto error = count_glob(reader, entry, glob)) return error;
    }
    result.globs = std::move(*globs);
    return std::nullopt;
  }
  if (entry.key == "rules") return read_rules_into(reader, entry, result.rules);
  if (entry.key != "select" && entry.key != "ignore") {
    const std::vector<std::string> known = {"paths", "select", "ignore", "rules"};
    return unknown_key(reader.file, entry, "an override", known);
  }
  auto selected = read_selectors(reader, entry);
  if (!selected) return selected.error();
  if (entry.key == "ignore") {
    result.ignore = united(*selected);
  } else {
    result.select = std::move(*selected);
  }
  return std::nullopt;
}

MaybeError read_overrides(Reader& reader, const YamlEntry& entry) {
  if (!entry.value.is_sequence()) {
    return yaml_error(reader.file, entry.value, "\"overrides\" must be a list",
                      "begin each with `- paths:`");
  }
  for (std::size_t i = 0; i < entry.value.size(); ++i) {
    const YamlNode item = entry.value.item(i);
    const auto keys = read_mapping(reader.file, item, "an override");
    if (!keys) return keys.error();
    Override& result = reader.result.overrides.emplace_back();
    result.ignore.resize(reader.registry.rules().size());
    for (const YamlEntry& key : *keys) {
      if (auto error = read_override_key(reader, key, result)) return error;
    }
    if (result.globs.empty()) {
      return yaml_error(reader.file, item, "an override needs \"paths\"", "add `paths: [GLOB]`");
    }
  }
  return std::nullopt;
}

std::optional<std::string_view> profile_text(const std::string& name) {
  return find_resource(fmt::format("config/profiles/{}.yml", name));
}

Error unknown_profile(const Reader& reader, const YamlEntry& entry, const std::string& word) {
  const std::vector<std::string> known = profile_names();
  return yaml_error(
      reader.file, entry.value, fmt::format("unknown profile \"{}\"", shortened(word)),
      did_you_mean(
          word, known,
          fmt::format("known: {}; a file is named with its ending", fmt::join(known, ", "))));
}

// A profile by its name, anything else is the path of a file. What was read by
// another way is not read again: it has had its say.
MaybeError read_extended(Reader& reader, const YamlEntry& entry, const std::string& word) {
  Sources& sources = reader.sources;
  if (const auto text = profile_text(word)) {
    const path profile = fmt::format("profile {}", word);
    if (!sources.read.insert(profile).second) return std::nullopt;
    return read_text_into(profile, *text, reader);
  }
  if (word.find_first_of("./") == std::string::npos) return unknown_profile(reader, entry, word);
  const path file = (reader.file.parent_path() / word).lexically_normal();
  if (!is_within_reach(sources.reach, file)) {
    return leads_outside(reader, entry, file, "copy it there, or name it with --config");
  }
  std::error_code unknown;
  const path real = std::filesystem::canonical(file, unknown);
  if (unknown) {
    return yaml_error(reader.file, entry.value,
                      fmt::format("there is no file \"{}\" to extend", shortened(file.string())));
  }
  if (std::ranges::find(sources.chain, real) != sources.chain.end()) {
    return yaml_error(reader.file, entry.value,
                      fmt::format("\"{}\" extends itself", shortened(file.string())));
  }
  if (sources.read.contains(real)) return std::nullopt;
  if (sources.read.size() >= kMostFiles) {
    return yaml_error(reader.file, entry.value,
                      fmt::format("more than {} files extend each other", kMostFiles),
                      "put them together");
  }
  return read_file_into(file, reader);
}

// Read before the other keys of the file, which go on top.
MaybeError read_extends(Reader& reader, const YamlEntry& entry) {
  const auto words = read_words(reader.file, entry);
  if (!words) return words.error();
  for (const std::string& word : *words) {
    if (auto error = read_extended(reader, entry, word)) return error;
  }
  return std::nullopt;
}

MaybeError read_knowledge(Reader& reader, const YamlEntry& entry) {
  if (entry.value.is_null()) return std::nullopt;
  if (!entry.value.is_mapping()) {
    return yaml_error(reader.file, entry.value, "\"knowledge\" must be a mapping of tables");
  }
  reader.result.knowledge.push_back({reader.file, entry.value});
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
      {"extends", read_extends},        {"select", read_select},
      {"ignore", read_ignore},          {"unsafe", read_unsafe},
      {"baseline", read_baseline_path}, {"per-path-ignores", read_path_ignores},
      {"overrides", read_overrides},    {"rules", read_rules},
      {"knowledge", read_knowledge},    {"bot", read_bot},
  };
  return kReaders;
}

MaybeError read_key(Reader& reader, const YamlEntry& entry) {
  for (const KeyReader& key : key_readers()) {
    if (key.name == entry.key) return key.read(reader, entry);
  }
  return unknown_key(reader.file, entry, "the configuration", config_keys());
}

MaybeError read_entries(Reader& reader, const std::vector<YamlEntry>& entries) {
  const auto extends = std::ranges::find(entries, "extends", &YamlEntry::key);
  if (extends != entries.end()) {
    if (auto error = read_extends(reader, *extends)) return error;
  }
  for (const YamlEntry& entry : entries) {
    if (entry.key == "extends") continue;
    if (auto error = read_key(reader, entry)) return error;
  }
  return std::nullopt;
}

MaybeError read_yaml_into(const path& file, std::string_view text, const LineOf& line_of,
                          Reader& around) {
  const auto document = parse_yaml(text, file, line_of);
  if (!document) return document.error();
  const auto entries = read_mapping(file, *document, "the configuration");
  if (!entries) return entries.error();
  Reader reader{file, around.registry, around.defaults, around.result, around.sources};
  return read_entries(reader, *entries);
}

MaybeError read_toml_into(const path& file, std::string_view text, Reader& around) {
  const auto toml = translate_toml(text, file, kTomlTable);
  if (!toml) return toml.error();
  if (!*toml) {
    return Error{ErrorKind::Configuration, file.string(), 0,
                 fmt::format("has no table [{}]", kTomlTable), "add it, or name another file"};
  }
  const auto line_of = [&](std::uint32_t line) { return (*toml)->line_of(line); };
  return read_yaml_into(file, (*toml)->yaml, line_of, around);
}

MaybeError read_text_into(const path& file, std::string_view text, Reader& around) {
  if (file.extension() == ".toml") return read_toml_into(file, text, around);
  return read_yaml_into(file, text, {}, around);
}

MaybeError read_file_into(const path& file, Reader& around) {
  Sources& sources = around.sources;
  const auto read = read_regular_file(system_files(), file, kConfigWish);
  if (!read) return read.error();
  sources.bytes += read->bytes.size();
  if (sources.bytes > kMostBytes) {
    return Error{ErrorKind::Configuration, file.string(), 0,
                 "with this file the configuration is larger than 1 MiB", "extend fewer files"};
  }
  std::error_code unknown;
  const path real = std::filesystem::canonical(file, unknown);
  sources.read.insert(real);
  sources.chain.push_back(real);
  auto error = read_text_into(file, read->bytes, around);
  sources.chain.pop_back();
  return error;
}

// Does a pyproject.toml speak to mlfix? One that is no TOML does when it seems to,
// and one that is no file, or too large to be read: its author should hear of it.
bool has_our_table(const path& file) {
  const auto read = read_regular_file(system_files(), file, kConfigWish);
  if (!read) {
    std::error_code unknown;
    const bool is_odd =
        std::filesystem::exists(file, unknown) && !std::filesystem::is_regular_file(file, unknown);
    return is_odd || read.error().kind == ErrorKind::Refused;
  }
  const std::string& text = read->bytes;
  if (text.find("mlfix") == std::string::npos) return false;
  const auto toml = translate_toml(text, file, kTomlTable);
  return toml ? toml->has_value() : text.find(kTomlTable) != std::string::npos;
}

// Reads with `read` on top of `base`.
template <typename Read>
Result<ConfigFile> read_on(ConfigFile base, const Registry& registry, const DefaultTable& defaults,
                           Read read) {
  static const path kNoFile;
  Sources sources;
  sources.reach = reach_of(base.path.parent_path());
  Reader reader{kNoFile, registry, defaults, base, sources};
  if (auto error = read(reader)) return tl::unexpected(std::move(*error));
  return base;
}

}  // namespace

std::vector<std::string> config_keys() {
  std::vector<std::string> keys;
  for (const KeyReader& key : key_readers()) keys.push_back(key.name);
  return keys;
}

std::vector<std::string> profile_names() {
  std::vector<std::string> names;
  for (const Resource& resource : resources()) {
    if (resource.path.starts_with("config/profiles/")) {
      names.push_back(path(resource.path).stem().string());
    }
  }
  return names;
}

Result<std::optional<path>> find_config_file(const path& folder) {
  const path reach = reach_of(folder);
  for (path at = folder;; at = at.parent_path()) {
    std::error_code error;
    std::optional<path> found;
    // A link that leads nowhere is a mistake to hear of, too.
    if (std::filesystem::exists(std::filesystem::symlink_status(at / kConfigFileName, error))) {
      found = at / kConfigFileName;
    } else if (has_our_table(at / kPyprojectName)) {
      found = at / kPyprojectName;
    }
    if (found && !is_within_reach(reach, at) && !is_ours(*found)) {
      return tl::unexpected(Error{ErrorKind::Configuration, found->string(), 0,
                                  "belongs to another user, and is above the project",
                                  "name it with --config, or say --no-config"});
    }
    if (found || at == at.parent_path()) return found;
  }
}

ConfigFile empty_config_file(const Registry& registry) {
  ConfigFile result;
  result.ignore.resize(registry.rules().size());
  return result;
}

Result<ConfigFile> parse_config_file(std::string_view text, const path& path,
                                     const Registry& registry, const DefaultTable& defaults) {
  ConfigFile base = empty_config_file(registry);
  base.path = path;
  return read_on(std::move(base), registry, defaults,
                 [&](Reader& reader) { return read_text_into(path, text, reader); });
}

Result<ConfigFile> read_config_file(const path& path, ConfigOrigin origin, const Registry& registry,
                                    const DefaultTable& defaults, std::optional<ConfigFile> base) {
  if (!base) base = empty_config_file(registry);
  base->path = path;
  return read_on(std::move(*base), registry, defaults, [&](Reader& reader) -> MaybeError {
    const auto& reach = reader.sources.reach;
    if (origin == ConfigOrigin::Found && !is_within_reach(reach, path)) {
      return Error{ErrorKind::Configuration, path.string(), 0,
                   fmt::format("is a link out of {}", reach.string()),
                   "name the file it leads to with --config"};
    }
    return read_file_into(path, reader);
  });
}

Result<ConfigFile> profile_settings(const std::string& name, const Registry& registry,
                                    const DefaultTable& defaults) {
  const auto text = profile_text(name);
  if (!text) {
    const std::vector<std::string> known = profile_names();
    return tl::unexpected(
        Error{ErrorKind::Usage,
              {},
              0,
              fmt::format("unknown profile \"{}\"", name),
              did_you_mean(name, known, fmt::format("known: {}", fmt::join(known, ", ")))});
  }
  return read_on(empty_config_file(registry), registry, defaults, [&](Reader& reader) {
    return read_text_into(fmt::format("profile {}", name), *text, reader);
  });
}

}  // namespace mlfix
