#include "config/yaml_node.h"

#include <fmt/format.h>
#include <yaml-cpp/yaml.h>

#include <unordered_set>

#include "config/suggest.h"
#include "text/shortened.h"

namespace mlfix {

using std::filesystem::path;

namespace {

Error wrong_value(const path& path, const YamlEntry& entry, std::string_view wanted) {
  return yaml_error(path, entry.value, fmt::format("\"{}\" must be {}", entry.key, wanted));
}

template <typename T>
std::optional<T> decoded(const YamlNode& node) {
  T value{};
  if (!node.is_scalar()) return std::nullopt;
  const YAML::Node scalar(std::string(node.text()));
  return YAML::convert<T>::decode(scalar, value) ? std::optional(value) : std::nullopt;
}

}  // namespace

Error yaml_error(const path& path, const YamlNode& node, std::string message, std::string remedy) {
  return {ErrorKind::Configuration, path.string(), node.line(), std::move(message),
          std::move(remedy)};
}

Result<std::vector<YamlEntry>> read_mapping(const path& path, const YamlNode& node,
                                            std::string_view what) {
  std::vector<YamlEntry> entries;
  if (node.is_null()) return entries;
  if (!node.is_mapping()) {
    return tl::unexpected(
        yaml_error(path, node, fmt::format("{} must be a mapping (key: value)", what)));
  }
  std::unordered_set<std::string_view> seen;
  entries.reserve(node.size());
  for (std::size_t i = 0; i < node.size(); ++i) {
    YamlNode key = node.key(i);
    if (!key.is_scalar()) {
      return tl::unexpected(yaml_error(path, key, "a key must be a plain word"));
    }
    if (!seen.insert(key.text()).second) {
      return tl::unexpected(
          yaml_error(path, key, fmt::format("the key \"{}\" stands twice", shortened(key.text()))));
    }
    entries.push_back({std::string(key.text()), std::move(key), node.value(i)});
  }
  return entries;
}

Error unknown_key(const path& path, const YamlEntry& entry, std::string_view what,
                  std::span<const std::string> known) {
  return yaml_error(
      path, entry.key_node, fmt::format("unknown key \"{}\" in {}", shortened(entry.key), what),
      did_you_mean(entry.key, known, fmt::format("known: {}", fmt::join(known, ", "))));
}

std::optional<bool> as_flag(const YamlNode& node) {
  return decoded<bool>(node);
}

std::optional<std::int64_t> as_number(const YamlNode& node) {
  return decoded<std::int64_t>(node);
}

Result<bool> read_flag(const path& path, const YamlEntry& entry) {
  if (const auto value = as_flag(entry.value)) return *value;
  return tl::unexpected(wrong_value(path, entry, "true or false"));
}

Result<std::int64_t> read_number(const path& path, const YamlEntry& entry) {
  if (const auto value = as_number(entry.value)) return *value;
  return tl::unexpected(wrong_value(path, entry, "a whole number"));
}

Result<std::string> read_word(const path& path, const YamlEntry& entry) {
  if (entry.value.is_scalar()) return std::string(entry.value.text());
  return tl::unexpected(wrong_value(path, entry, "a word"));
}

Result<std::vector<std::string>> read_words(const path& path, const YamlEntry& entry) {
  const YamlNode& value = entry.value;
  if (value.is_scalar()) return std::vector<std::string>{std::string(value.text())};
  if (!value.is_sequence()) return tl::unexpected(wrong_value(path, entry, "a list of words"));
  std::vector<std::string> words;
  words.reserve(value.size());
  for (std::size_t i = 0; i < value.size(); ++i) {
    const YamlNode item = value.item(i);
    if (!item.is_scalar()) {
      return tl::unexpected(
          yaml_error(path, item, fmt::format("\"{}\" must be a list of words", entry.key)));
    }
    words.emplace_back(item.text());
  }
  return words;
}

}  // namespace mlfix
