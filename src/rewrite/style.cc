// The file's own way to indent and to end lines. New text copies bytes that are
// already in the file, because a mixture of tabs and spaces is an error in
// Python and a mixture of terminators is a diff nobody asked for.
#include "rewrite/edits.h"
#include "rewrite/layout.h"

namespace mlfix {
namespace {

constexpr std::string_view kDefaultUnit = "    ";

// What the block adds to the indentation of the statement it belongs to, or
// nothing for one-line suites and for indentations that don't extend it.
std::string_view unit_of_block(const SyntaxTree& tree, NodeId block) {
  const NodeId first = tree.first_child(block);
  const NodeId owner = layout::statement_around(tree, tree.parent(block));
  if (first == kNoNode || owner == kNoNode || !layout::starts_line(tree, first)) return {};
  const std::string_view outer = layout::indentation(tree.source(), tree[owner].begin);
  const std::string_view inner = layout::indentation(tree.source(), tree[first].begin);
  return inner.starts_with(outer) ? inner.substr(outer.size()) : std::string_view{};
}

}  // namespace

Style::Style(const SyntaxTree& tree) : tree_(&tree), unit_(kDefaultUnit) {
  for (NodeId n = 0; n < tree.size(); ++n) {
    if (!tree.is(n, Kind::Block)) continue;
    const std::string_view unit = unit_of_block(tree, n);
    if (unit.empty()) continue;
    unit_ = unit;
    return;
  }
}

std::string Style::indent_unit_at(NodeId statement) const {
  const NodeId block = tree_->parent(statement);
  if (tree_->is(block, Kind::Block)) {
    if (const std::string_view unit = unit_of_block(*tree_, block); !unit.empty()) {
      return std::string(unit);
    }
  }
  return unit_;
}

std::string_view Style::newline_near(Offset at) const {
  return layout::newline_near(tree_->source(), at);
}

std::string_view Style::indentation_at(Offset at) const {
  return layout::indentation(tree_->source(), at);
}

}  // namespace mlfix
