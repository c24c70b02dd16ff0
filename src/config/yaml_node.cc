// Every exception of yaml-cpp ends here. Places come from the marks of the
// nodes, which count from zero.

#include "config/yaml_node.h"

#include <fmt/format.h>

#include <algorithm>

#include "config/suggest.h"

namespace mlfix {

using std::filesystem::path;

namespace {

// yaml-cpp's messages are sentences without an end: "end of map not found".
Error parse_error(const path& path, const YAML::Exception& exception) {
  const std::uint32_t line =
      exception.mark.is_null() ? 0 : static_cast<std::uint32_t>(exception.mark.line) + 1;
  return {ErrorKind::Configuration,
          path.string(),
          line,
          fmt::format("not valid YAML: {}", exception.msg),
          {}};
}

Error wrong_value(const path& path, const YamlEntry& entry, std::string_view wanted) {
  return yaml_error(path, entry.value, fmt::format("\"{}\" must be {}", entry.key, wanted));
}

}  // namespace

Result<YAML::Node> parse_yaml(std::string_view text, const path& path) {
  try {
    const std::vector<YAML::Node> documents = YAML::LoadAll(std::string(text));
    if (documents.size() > 1) {
      return tl::unexpected(
          yaml_error(path, documents[1], "more than one YAML document", "remove the `---` lines"));
    }
    return documents.empty() ? YAML::Node() : documents.front();
  } catch (const YAML::Exception& exception) {
    return tl::unexpected(parse_error(path, exception));
  }
}

std::uint32_t line_of(const YAML::Node& node) {
  const YAML::Mark mark = node.Mark();
  return mark.is_null() ? 0 : static_cast<std::uint32_t>(mark.line) + 1;
}

Error yaml_error(const path& path, const YAML::Node& node, std::string message,
                 std::string remedy) {
  return {ErrorKind::Configuration, path.string(), line_of(node), std::move(message),
          std::move(remedy)};
}

Result<std::vector<YamlEntry>> read_mapping(const path& path, const YAML::Node& node,
                                            std::string_view what) {
  std::vector<YamlEntry> entries;
  if (!node.IsDefined() || node.IsNull()) return entries;
  if (!node.IsMap()) {
    return tl::unexpected(
        yaml_error(path, node, fmt::format("{} must be a mapping (key: value)", what)));
  }
  for (const auto& item : node) {
    if (!item.first.IsScalar()) {
      return tl::unexpected(yaml_error(path, item.first, "a key must be a plain word"));
    }
    const std::string& key = item.first.Scalar();
    const bool seen = std::any_of(entries.begin(), entries.end(),
                                  [&](const YamlEntry& entry) { return entry.key == key; });
    if (seen) {
      return tl::unexpected(
          yaml_error(path, item.first, fmt::format("the key \"{}\" stands twice", key)));
    }
    entries.push_back({key, item.first, item.second});
  }
  return entries;
}

Error unknown_key(const path& path, const YamlEntry& entry, std::string_view what,
                  std::span<const std::string> known) {
  return yaml_error(
      path, entry.key_node, fmt::format("unknown key \"{}\" in {}", entry.key, what),
      did_you_mean(entry.key, known, fmt::format("known: {}", fmt::join(known, ", "))));
}

Result<bool> read_flag(const path& path, const YamlEntry& entry) {
  bool value = false;
  if (entry.value.IsScalar() && YAML::convert<bool>::decode(entry.value, value)) return value;
  return tl::unexpected(wrong_value(path, entry, "true or false"));
}

Result<std::int64_t> read_number(const path& path, const YamlEntry& entry) {
  std::int64_t value = 0;
  if (entry.value.IsScalar() && YAML::convert<std::int64_t>::decode(entry.value, value)) {
    return value;
  }
  return tl::unexpected(wrong_value(path, entry, "a whole number"));
}

Result<std::string> read_word(const path& path, const YamlEntry& entry) {
  if (entry.value.IsScalar()) return entry.value.Scalar();
  return tl::unexpected(wrong_value(path, entry, "a word"));
}

Result<std::vector<std::string>> read_words(const path& path, const YamlEntry& entry) {
  if (entry.value.IsScalar()) return std::vector<std::string>{entry.value.Scalar()};
  if (!entry.value.IsSequence()) {
    return tl::unexpected(wrong_value(path, entry, "a list of words"));
  }
  std::vector<std::string> words;
  for (const auto& item : entry.value) {
    if (!item.IsScalar()) {
      return tl::unexpected(
          yaml_error(path, item, fmt::format("\"{}\" must be a list of words", entry.key)));
    }
    words.push_back(item.Scalar());
  }
  return words;
}

}  // namespace mlfix
