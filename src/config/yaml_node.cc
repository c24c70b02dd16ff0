// Every exception of yaml-cpp ends here. Places come from the marks of the
// nodes, which count from zero. YAML::LoadAll is of no use: at a stray comma
// yaml-cpp 0.7 finds one empty document after the other and takes nothing off
// the text.

#include "config/yaml_node.h"

#include <fmt/format.h>
#include <yaml-cpp/eventhandler.h>

#include <algorithm>
#include <optional>
#include <sstream>

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

// Where a document begins; what is in it does not matter.
class DocumentStart final : public YAML::EventHandler {
 public:
  std::uint32_t line() const { return line_; }

  void OnDocumentStart(const YAML::Mark& mark) override {
    line_ = static_cast<std::uint32_t>(mark.line) + 1;
  }
  void OnDocumentEnd() override {}
  void OnNull(const YAML::Mark& /*mark*/, YAML::anchor_t /*anchor*/) override {}
  void OnAlias(const YAML::Mark& /*mark*/, YAML::anchor_t /*anchor*/) override {}
  void OnScalar(const YAML::Mark& /*mark*/, const std::string& /*tag*/, YAML::anchor_t /*anchor*/,
                const std::string& /*value*/) override {}
  void OnSequenceStart(const YAML::Mark& /*mark*/, const std::string& /*tag*/,
                       YAML::anchor_t /*anchor*/, YAML::EmitterStyle::value /*style*/) override {}
  void OnSequenceEnd() override {}
  void OnMapStart(const YAML::Mark& /*mark*/, const std::string& /*tag*/, YAML::anchor_t /*anchor*/,
                  YAML::EmitterStyle::value /*style*/) override {}
  void OnMapEnd() override {}

 private:
  std::uint32_t line_ = 0;
};

// The line of the second document, if there is one. Throws what yaml-cpp throws.
std::optional<std::uint32_t> second_document(const std::string& text) {
  std::istringstream stream(text);
  YAML::Parser parser(stream);
  DocumentStart start;
  const bool has_two = parser.HandleNextDocument(start) && parser.HandleNextDocument(start);
  return has_two ? std::optional(start.line()) : std::nullopt;
}

}  // namespace

Result<YAML::Node> parse_yaml(std::string_view text, const path& path) {
  try {
    const std::string copy(text);
    if (const auto line = second_document(copy)) {
      return tl::unexpected(Error{ErrorKind::Configuration, path.string(), *line,
                                  "more than one YAML document",
                                  "remove `---` lines, and commas that stand alone"});
    }
    return YAML::Load(copy);
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
