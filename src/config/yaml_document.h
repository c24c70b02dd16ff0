// A YAML document as one flat table, and the handles that read it. What is built into the
// program is such a table in its static data (tools/embed_resources.cc), and costs nothing to
// read; what a user writes becomes one in a single pass over yaml-cpp's events, so that no
// other file needs yaml-cpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "text/error.h"

namespace mlfix {

enum class YamlKind : std::uint8_t {
  Null,  // nothing, `~`, `null`
  Scalar,
  Sequence,
  Mapping,
};

// One node. Of a scalar, [begin, end) is its text in YamlTable::texts; of a sequence, its items
// in YamlTable::children; of a mapping, its keys and values in turn.
struct YamlRecord {
  YamlKind kind = YamlKind::Null;
  bool quoted = false;     // a scalar in quotes, or in a block
  std::uint32_t line = 0;  // from 1
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
};

// What the handles point into. Aliases are further children that are the same record.
struct YamlTable {
  std::span<const YamlRecord> records;  // the root is the last one; none of an empty document
  std::span<const std::uint32_t> children;
  std::string_view texts;
};

// A handle of a node: two words and a share of its document. Reading is thread-safe.
class YamlNode {
 public:
  YamlNode() = default;  // null, at no line
  // The root of a table that `owner` keeps, or that is static.
  YamlNode(const YamlTable& table, std::shared_ptr<const void> owner);

  YamlKind kind() const { return record_.kind; }
  bool is_null() const { return record_.kind == YamlKind::Null; }
  bool is_scalar() const { return record_.kind == YamlKind::Scalar; }
  bool is_sequence() const { return record_.kind == YamlKind::Sequence; }
  bool is_mapping() const { return record_.kind == YamlKind::Mapping; }
  bool is_quoted() const { return record_.quoted; }
  std::uint32_t line() const { return record_.line; }

  // Of a scalar; else empty. Stands as long as the document does.
  std::string_view text() const;
  // How many items a sequence has, or pairs a mapping; else 0.
  std::size_t size() const;
  // Of a sequence; `index` below size().
  YamlNode item(std::size_t index) const { return child(index); }
  // Of a mapping.
  YamlNode key(std::size_t index) const { return child(2 * index); }
  YamlNode value(std::size_t index) const { return child(2 * index + 1); }

  // The node and all below it, with their lines, in a form that is the same for the same
  // content, and for no other.
  std::string spelled_out() const;

 private:
  YamlNode child(std::size_t index) const;
  void spell(std::string& into) const;

  const YamlTable* table_ = nullptr;
  YamlRecord record_;
  std::shared_ptr<const void> owner_;  // null for static tables
};

// A table that owns what it is made of.
struct YamlStorage {
  std::vector<YamlRecord> records;
  std::vector<std::uint32_t> children;
  std::string texts;

  YamlTable table() const { return {records, children, texts}; }
};

// The line of what the user wrote, by that of the YAML that was made of it.
using LineOf = std::function<std::uint32_t(std::uint32_t)>;

// Linear in the text. Errors (kind Configuration): no YAML, more than one document, aliases
// that stand for more than anybody writes. `path` is for errors; without `line_of` the lines are
// those of the text.
Result<YamlStorage> read_yaml(std::string_view text, const std::filesystem::path& path,
                              const LineOf& line_of = {});

// The same behind a handle of the root; a null node when the document is empty.
Result<YamlNode> parse_yaml(std::string_view text, const std::filesystem::path& path,
                            const LineOf& line_of = {});

}  // namespace mlfix
