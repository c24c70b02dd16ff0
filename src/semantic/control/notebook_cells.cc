// What is particular about a notebook's module. Cells are analysed in the order
// of the document, and the reader may run them in any other: a value that a
// cell leaves in a module-level name can be seen by every cell that reads the
// name before binding it.

#include <algorithm>
#include <set>

#include "semantic/semantic_model.h"

namespace mlfix {
namespace {

// Is there nothing but blank space and comments from `offset` to `end`?
bool is_blank(std::string_view source, Offset offset, Offset end) {
  while (offset < end) {
    const char c = source[offset];
    if (c == '#') {
      offset = std::min(static_cast<Offset>(source.find('\n', offset)), end);
    } else if (c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\f') {
      ++offset;
    } else {
      return false;
    }
  }
  return true;
}

}  // namespace

std::optional<std::size_t> SemanticModel::cell_of(NodeId n) const {
  if (cells_.empty() || n == kNoNode || n == tree_->root()) return std::nullopt;
  return cells_.at((*tree_)[n].begin);
}

bool SemanticModel::is_displayed(NodeId statement) const {
  if (!tree_->is(statement, Kind::ExpressionStatement)) return false;
  if (tree_->parent(statement) != tree_->root()) return false;
  const NodeId expr = tree_->first_child(statement);
  if (tree_->is(expr, Kind::Assignment) || tree_->is(expr, Kind::AugmentedAssignment)) return false;
  const auto cell = cell_of(statement);
  if (!cell || cells_.is_opaque(tree_->range(statement))) return false;
  return is_blank(tree_->source(), (*tree_)[statement].end, cells_.all()[*cell].range.end);
}

bool SemanticModel::sees_other_cells(UseId use) const {
  const Use& read = bindings_.use(use);
  const auto cell = cell_of(read.node);
  if (!cell) return false;
  std::vector<DefId> waiting{read.def};
  std::set<DefId> seen;
  while (!waiting.empty()) {
    const DefId def = waiting.back();
    waiting.pop_back();
    if (def == kNone || !seen.insert(def).second) continue;
    const Definition& d = bindings_.definition(def);
    const bool merges = d.kind == DefKind::Phi || d.kind == DefKind::LoopPhi;
    if (!merges && cell_of(d.node) != cell) return true;
    if (merges) waiting.insert(waiting.end(), d.operands.begin(), d.operands.end());
  }
  return false;
}

}  // namespace mlfix
