// Every exception of yaml-cpp ends here. Places come from the marks of the events, which count
// from zero. YAML::LoadAll is of no use: at a stray comma yaml-cpp 0.7 finds one empty document
// after the other and takes nothing off the text.
//
// A collection is closed after its content, so records come in the order of their ends, the
// root last, and the children of each stand together.

#include "config/yaml_document.h"

#include <fmt/format.h>
#include <yaml-cpp/yaml.h>
// The events are no part of what the header above includes.
#include <yaml-cpp/eventhandler.h>

#include <algorithm>
#include <optional>
#include <sstream>
#include <unordered_map>
#include <utility>

namespace mlfix {

using std::filesystem::path;

namespace {

// yaml-cpp's messages are sentences without an end: "end of map not found".
Error parse_error(const path& path, const YAML::Exception& exception, const LineOf& line_of) {
  const std::uint32_t line =
      exception.mark.is_null() ? 0 : static_cast<std::uint32_t>(exception.mark.line) + 1;
  return {ErrorKind::Configuration,
          path.string(),
          line_of ? line_of(line) : line,
          fmt::format("not valid YAML: {}", exception.msg),
          {}};
}

// An alias costs four bytes and stands for a whole part of the file, which is read again
// for each; with many, reading would take the square of the file's size.
constexpr std::size_t kMostAliases = 100;
constexpr std::size_t kMostAliased = 64u << 10;  // that they stand for, in bytes

// Fills a table with the nodes of a document, and counts what its aliases stand for.
class TableBuilder final : public YAML::EventHandler {
 public:
  explicit TableBuilder(const LineOf& line_of) : line_of_(line_of) {}

  YamlStorage take() { return std::move(storage_); }

  std::optional<Error> excess(const path& path) const {
    if (aliases_ <= kMostAliases && aliased_ <= kMostAliased) return std::nullopt;
    if (aliases_ <= kMostAliases) {
      return Error{ErrorKind::Configuration, path.string(), 0,
                   fmt::format("aliases (*name) stand for more than {} KiB", kMostAliased >> 10),
                   "write a short list, or one rule for all of them"};
    }
    return Error{ErrorKind::Configuration, path.string(), 0,
                 fmt::format("more than {} aliases (*name)", kMostAliases),
                 "write out what they stand for"};
  }

  std::uint32_t begins() const { return begins_; }  // the line of the document

  void OnDocumentStart(const YAML::Mark& mark) override { begins_ = line_at(mark); }
  void OnDocumentEnd() override {}

  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    add({YamlKind::Null, false, line_at(mark), 0, 0}, anchor, 1);
  }

  void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    ++aliases_;
    const auto found = anchored_.find(anchor);
    if (found == anchored_.end()) {  // it would stand for a part that it is in
      aliased_ = kMostAliased + 1;
      return add({YamlKind::Null, false, line_at(mark), 0, 0}, 0, 1);
    }
    aliased_ = std::min(aliased_ + found->second.size, kMostAliased + 1);
    enter(found->second.record, found->second.size);
  }

  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& value) override {
    const auto begin = static_cast<std::uint32_t>(storage_.texts.size());
    storage_.texts += value;
    const auto end = static_cast<std::uint32_t>(storage_.texts.size());
    add({YamlKind::Scalar, tag == "!", line_at(mark), begin, end}, anchor, value.size() + 1);
  }

  void OnSequenceStart(const YAML::Mark& mark, const std::string& /*tag*/, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value /*style*/) override {
    open_.push_back({YamlKind::Sequence, line_at(mark), anchor, 1, {}});
  }
  void OnSequenceEnd() override { close(); }
  void OnMapStart(const YAML::Mark& mark, const std::string& /*tag*/, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value /*style*/) override {
    open_.push_back({YamlKind::Mapping, line_at(mark), anchor, 1, {}});
  }
  void OnMapEnd() override { close(); }

 private:
  // A collection whose end is not seen yet.
  struct Open {
    YamlKind kind;
    std::uint32_t line;
    YAML::anchor_t anchor;
    std::size_t size;  // with what its aliases stand for, up to a little over the limit
    std::vector<std::uint32_t> children;
  };
  struct Anchored {
    std::uint32_t record;
    std::size_t size;
  };

  std::uint32_t line_at(const YAML::Mark& mark) const {
    const std::uint32_t line = mark.is_null() ? 0 : static_cast<std::uint32_t>(mark.line) + 1;
    return line_of_ ? line_of_(line) : line;
  }

  void add(YamlRecord record, YAML::anchor_t anchor, std::size_t size) {
    const auto index = static_cast<std::uint32_t>(storage_.records.size());
    storage_.records.push_back(record);
    if (anchor != 0) anchored_[anchor] = {index, size};
    enter(index, size);
  }

  void enter(std::uint32_t record, std::size_t size) {
    if (open_.empty()) return;
    open_.back().children.push_back(record);
    open_.back().size = std::min(open_.back().size + size, kMostAliased + 1);
  }

  void close() {
    const Open closed = std::move(open_.back());
    open_.pop_back();
    const auto begin = static_cast<std::uint32_t>(storage_.children.size());
    storage_.children.insert(storage_.children.end(), closed.children.begin(),
                             closed.children.end());
    const auto end = static_cast<std::uint32_t>(storage_.children.size());
    add({closed.kind, false, closed.line, begin, end}, closed.anchor, closed.size);
  }

  const LineOf& line_of_;
  YamlStorage storage_;
  std::uint32_t begins_ = 0;
  std::size_t aliases_ = 0;
  std::size_t aliased_ = 0;
  std::vector<Open> open_;
  std::unordered_map<YAML::anchor_t, Anchored> anchored_;
};

}  // namespace

YamlNode::YamlNode(const YamlTable& table, std::shared_ptr<const void> owner)
    : table_(&table), owner_(std::move(owner)) {
  if (!table.records.empty()) record_ = table.records.back();
}

std::string_view YamlNode::text() const {
  if (!is_scalar()) return {};
  return table_->texts.substr(record_.begin, record_.end - record_.begin);
}

std::size_t YamlNode::size() const {
  if (is_sequence()) return record_.end - record_.begin;
  return is_mapping() ? (record_.end - record_.begin) / 2 : 0;
}

YamlNode YamlNode::child(std::size_t index) const {
  YamlNode result = *this;
  result.record_ = table_->records[table_->children[record_.begin + index]];
  return result;
}

std::string YamlNode::spelled_out() const {
  std::string result;
  spell(result);
  return result;
}

// A kind, a line and a length precede what they are about, which makes it unambiguous.
void YamlNode::spell(std::string& into) const {
  const std::size_t length = is_scalar() ? text().size() : size();
  fmt::format_to(std::back_inserter(into), "{}{}@{}:{} ", static_cast<int>(kind()),
                 is_quoted() ? "q" : "", line(), length);
  into += text();
  const std::size_t children = is_mapping() ? 2 * size() : size();
  for (std::size_t i = 0; i < children; ++i) child(i).spell(into);
}

Result<YamlStorage> read_yaml(std::string_view text, const path& path, const LineOf& line_of) {
  try {
    std::istringstream stream{std::string(text)};
    YAML::Parser parser(stream);
    TableBuilder builder(line_of);
    TableBuilder next(line_of);
    if (parser.HandleNextDocument(builder) && parser.HandleNextDocument(next)) {
      return tl::unexpected(Error{ErrorKind::Configuration, path.string(), next.begins(),
                                  "more than one YAML document",
                                  "remove `---` lines, and commas that stand alone"});
    }
    if (auto error = builder.excess(path)) return tl::unexpected(std::move(*error));
    return builder.take();
  } catch (const YAML::Exception& exception) {
    return tl::unexpected(parse_error(path, exception, line_of));
  }
}

Result<YamlNode> parse_yaml(std::string_view text, const path& path, const LineOf& line_of) {
  struct Document {
    YamlStorage storage;
    YamlTable table;
  };
  auto storage = read_yaml(text, path, line_of);
  if (!storage) return tl::unexpected(std::move(storage.error()));
  auto document = std::make_shared<Document>(Document{std::move(*storage), {}});
  document->table = document->storage.table();
  return YamlNode(document->table, document);
}

}  // namespace mlfix
