// What is particular about a notebook's module. Cells are analysed in the order
// of the document, and the reader may run them in any other: a value that a
// cell leaves in a module-level name can be seen by every cell that reads the
// name before binding it.

#include <algorithm>
#include <set>
#include <vector>

#include "semantic/binding/binding.h"
#include "semantic/control/displays.h"
#include "text/characters.h"

namespace mlfix {
namespace {

// Is there nothing but blank space and comments from `offset` to `end`?
bool has_no_code(std::string_view source, Offset offset, Offset end) {
  while (offset < end) {
    const char c = source[offset];
    if (c == '#') {
      offset = std::min(static_cast<Offset>(source.find('\n', offset)), end);
    } else if (is_white(c)) {
      ++offset;
    } else {
      return false;
    }
  }
  return true;
}

}  // namespace

std::optional<std::size_t> cell_of(const SyntaxTree& tree, const Cells& cells, NodeId n) {
  if (cells.empty() || n == kNoNode || n == tree.root()) return std::nullopt;
  return cells.at(tree[n].begin);
}

bool is_displayed(const SyntaxTree& tree, const Cells& cells, NodeId statement) {
  if (!tree.is(statement, Kind::ExpressionStatement)) return false;
  if (tree.parent(statement) != tree.root()) return false;
  const NodeId expr = tree.first_child(statement);
  if (tree.is(expr, Kind::Assignment) || tree.is(expr, Kind::AugmentedAssignment)) return false;
  const auto cell = cell_of(tree, cells, statement);
  if (!cell || cells.is_opaque(tree.range(statement))) return false;
  return has_no_code(tree.source(), tree[statement].end, cells.all()[*cell].range.end);
}

bool sees_other_cells(const SyntaxTree& tree, const Bindings& bindings, const Cells& cells,
                      UseId use) {
  const Use& read = bindings.use(use);
  const auto cell = cell_of(tree, cells, read.node);
  if (!cell) return false;
  std::vector<DefId> waiting{read.def};
  std::set<DefId> seen;
  while (!waiting.empty()) {
    const DefId def = waiting.back();
    waiting.pop_back();
    if (def == kNone || !seen.insert(def).second) continue;
    const Definition& d = bindings.definition(def);
    const bool merges = d.kind == DefKind::Phi || d.kind == DefKind::LoopPhi;
    if (!merges && cell_of(tree, cells, d.node) != cell) return true;
    if (merges) waiting.insert(waiting.end(), d.operands.begin(), d.operands.end());
  }
  return false;
}

}  // namespace mlfix
