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
#include <unordered_map>
#include <unordered_set>

#include "config/suggest.h"
#include "text/shortened.h"

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

// An alias costs four bytes and stands for a whole part of the file, which is read anew
// for each; with many, reading would take the square of the file's size.
constexpr std::size_t kMostAliases = 100;
constexpr std::size_t kMostAliased = 64u << 10;  // that they stand for, in bytes

// Where a document begins, how many aliases there are, and how much they stand for.
class DocumentStart final : public YAML::EventHandler {
 public:
  std::uint32_t line() const { return line_; }
  std::size_t aliases() const { return aliases_; }
  std::size_t aliased() const { return aliased_; }

  void OnDocumentStart(const YAML::Mark& mark) override {
    line_ = static_cast<std::uint32_t>(mark.line) + 1;
  }
  void OnDocumentEnd() override {}
  void OnNull(const YAML::Mark& /*mark*/, YAML::anchor_t anchor) override { add(anchor, 1); }
  void OnAlias(const YAML::Mark& /*mark*/, YAML::anchor_t anchor) override {
    ++aliases_;
    const auto found = sizes_.find(anchor);
    // What stands for a part that it is in has no end.
    const std::size_t size = found == sizes_.end() ? kMostAliased + 1 : found->second;
    aliased_ = std::min(aliased_ + size, kMostAliased + 1);
    add(0, size);
  }
  void OnScalar(const YAML::Mark& /*mark*/, const std::string& /*tag*/, YAML::anchor_t anchor,
                const std::string& value) override {
    add(anchor, value.size() + 1);
  }
  void OnSequenceStart(const YAML::Mark& /*mark*/, const std::string& /*tag*/,
                       YAML::anchor_t anchor, YAML::EmitterStyle::value /*style*/) override {
    open_.push_back({anchor, 1});
  }
  void OnSequenceEnd() override { close(); }
  void OnMapStart(const YAML::Mark& /*mark*/, const std::string& /*tag*/, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value /*style*/) override {
    open_.push_back({anchor, 1});
  }
  void OnMapEnd() override { close(); }

 private:
  struct Part {
    YAML::anchor_t anchor;
    std::size_t size;  // with what its aliases stand for, up to a little over the limit
  };

  void add(YAML::anchor_t anchor, std::size_t size) {
    if (anchor != 0) sizes_[anchor] = size;
    if (!open_.empty()) open_.back().size = std::min(open_.back().size + size, kMostAliased + 1);
  }

  void close() {
    const Part part = open_.back();
    open_.pop_back();
    add(part.anchor, part.size);
  }

  std::uint32_t line_ = 0;
  std::size_t aliases_ = 0;
  std::size_t aliased_ = 0;
  std::vector<Part> open_;
  std::unordered_map<YAML::anchor_t, std::size_t> sizes_;
};

// Why the text is more than we read: seen before any of it is built. Throws what
// yaml-cpp throws.
std::optional<Error> excess(const std::string& text, const path& path) {
  std::istringstream stream(text);
  YAML::Parser parser(stream);
  DocumentStart start;
  if (parser.HandleNextDocument(start) && parser.HandleNextDocument(start)) {
    return Error{ErrorKind::Configuration, path.string(), start.line(),
                 "more than one YAML document", "remove `---` lines, and commas that stand alone"};
  }
  if (start.aliases() <= kMostAliases && start.aliased() <= kMostAliased) return std::nullopt;
  if (start.aliases() <= kMostAliases) {
    return Error{ErrorKind::Configuration, path.string(), 0,
                 fmt::format("aliases (*name) stand for more than {} KiB", kMostAliased >> 10),
                 "write a short list, or one rule for all of them"};
  }
  return Error{ErrorKind::Configuration, path.string(), 0,
               fmt::format("more than {} aliases (*name)", kMostAliases),
               "write out what they stand for"};
}

}  // namespace

Result<YAML::Node> parse_yaml(std::string_view text, const path& path) {
  try {
    const std::string copy(text);
    if (auto error = excess(copy, path)) return tl::unexpected(std::move(*error));
    return YAML::Load(copy);
  } catch (const YAML::Exception& exception) {
    return tl::unexpected(parse_error(path, exception));
  }
}

Result<YAML::Node> parse_own_yaml(std::string_view text, const path& path) {
  try {
    return YAML::Load(std::string(text));
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
  std::unordered_set<std::string> seen;
  for (const auto& item : node) {
    if (!item.first.IsScalar()) {
      return tl::unexpected(yaml_error(path, item.first, "a key must be a plain word"));
    }
    const std::string& key = item.first.Scalar();
    if (!seen.insert(key).second) {
      return tl::unexpected(
          yaml_error(path, item.first, fmt::format("the key \"{}\" stands twice", shortened(key))));
    }
    entries.push_back({key, item.first, item.second});
  }
  return entries;
}

Error unknown_key(const path& path, const YamlEntry& entry, std::string_view what,
                  std::span<const std::string> known) {
  return yaml_error(
      path, entry.key_node, fmt::format("unknown key \"{}\" in {}", shortened(entry.key), what),
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
