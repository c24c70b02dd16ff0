// What leaves the graph on the way (x.detach(), comparisons) is not followed.
// See graph_slice.h.

#include "torch/graph/graph_slice.h"

#include <unordered_map>

#include "semantic/control/walk.h"

namespace mlfix {
namespace {

constexpr int kMaxSliceDepth = 8;

class Slicer {
 public:
  explicit Slicer(const SemanticModel& model) : model_(model), tree_(model.tree()) {}

  GraphSlice of(NodeId expr) {
    expression(expr, 0);
    return std::move(slice_);
  }

 private:
  void expression(NodeId expr, int depth);
  void definition(DefId def, int depth);
  bool leaves_graph(NodeId expr) const;

  const SemanticModel& model_;
  const SyntaxTree& tree_;
  GraphSlice slice_;
};

bool Slicer::leaves_graph(NodeId expr) const {
  if (tree_.is(expr, Kind::ComparisonOperator)) return true;
  const std::string_view method = model_.method_name(expr);
  return method == "detach" || method == "item" || method == "numpy" || method == "argmax";
}

void Slicer::expression(NodeId expr, int depth) {
  for (NodeId n = expr; n < tree_.subtree_end(expr);) {
    if (is_nested_scope(tree_.kind(n)) || leaves_graph(n)) {
      n = tree_.subtree_end(n);
      continue;
    }
    if (tree_.is(n, Kind::Attribute)) slice_.attributes.insert(tree_.text(n));
    if (tree_.is(n, Kind::Identifier)) definition(model_.bindings().reaching(n), depth);
    ++n;
  }
}

void Slicer::definition(DefId def, int depth) {
  if (def == kNone || depth > kMaxSliceDepth || !slice_.definitions.insert(def).second) return;
  const Definition& d = model_.bindings().definition(def);
  switch (d.kind) {
    case DefKind::Assign:
    case DefKind::Unpack:
    case DefKind::With:
    case DefKind::For:
    case DefKind::AugAssign:
      if (d.value != kNoNode && slice_.values.insert(d.value).second) {
        expression(d.value, depth + 1);
      }
      [[fallthrough]];
    case DefKind::Phi:
      for (const DefId operand : d.operands) definition(operand, depth + 1);
      return;
    default:
      return;
  }
}

struct KnownSlices {
  std::unordered_map<NodeId, GraphSlice> of;
};

}  // namespace

const GraphSlice& graph_slice_of(const SemanticModel& model, NodeId expr) {
  auto& known = model.notes<KnownSlices>().of;
  if (const auto found = known.find(expr); found != known.end()) return found->second;
  return known.emplace(expr, Slicer(model).of(expr)).first->second;
}

}  // namespace mlfix
