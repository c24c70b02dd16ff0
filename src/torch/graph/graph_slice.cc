// What leaves the graph on the way (x.detach(), comparisons) is not followed.
// See graph_slice.h.

#include "torch/graph/graph_slice.h"

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "semantic/binding/binding.h"
#include "semantic/control/walk.h"
#include "semantic/flow/value_origins.h"
#include "semantic/semantic_model.h"
#include "torch/graph/data_value.h"

namespace mlfix {
namespace {

constexpr std::size_t kMostSteps = 400;

// Collects all that is mentioned: what is called, and what decides, may bring a graph as well.
class MentionedOrigins final : public OriginPolicy {
 public:
  enum class Data : std::uint8_t { IsFollowed, IsNot };

  MentionedOrigins(GraphSlice& slice, Data data) : slice_(slice), data_(data) {}

  std::size_t most_steps() const override { return kMostSteps; }
  bool takes(ValueOrigins& origins, NodeId expr, Wanted) const override {
    const SemanticModel& model = origins.model();
    const SyntaxTree& tree = model.tree();
    for (NodeId n = expr; n < tree.subtree_end(expr);) {
      if (is_nested_scope(tree.kind(n)) || leaves_graph(model, n)) {
        n = tree.subtree_end(n);
        continue;
      }
      if (tree.is(n, Kind::Attribute)) slice_.attributes.insert(tree.text(n));
      if (tree.is(n, Kind::Identifier)) origins.follow_definition(model.bindings().reaching(n));
      ++n;
    }
    return true;
  }
  // What an earlier iteration left is not followed.
  bool takes_definition(ValueOrigins& origins, DefId def, Wanted) const override {
    slice_.definitions.insert(def);
    const Definition& d = origins.model().bindings().definition(def);
    if (d.kind == DefKind::LoopPhi || d.kind == DefKind::Parameter) return true;
    if (data_ == Data::IsNot && holds_data(origins.model(), def)) return true;
    if (d.value != kNoNode && slice_.values.insert(d.value).second) origins.follow(d.value);
    for (const DefId operand : d.operands) origins.follow_definition(operand);
    return true;
  }
  void source(ValueOrigins&, NodeId, Wanted) const override {}
  void source_definition(ValueOrigins&, DefId, Wanted) const override {}

 private:
  static bool leaves_graph(const SemanticModel& model, NodeId expr) {
    if (model.tree().is(expr, Kind::ComparisonOperator)) return true;
    const std::string_view method = model.method_name(expr);
    return method == "detach" || method == "item" || method == "numpy" || method == "argmax";
  }
  GraphSlice& slice_;
  Data data_;
};

struct KnownSlices {
  using ByExpression = std::unordered_map<NodeId, GraphSlice>;
  ByExpression of, before_data;
};

const GraphSlice& known_slice(const SemanticModel& model, NodeId expr, MentionedOrigins::Data data,
                              KnownSlices::ByExpression& known) {
  if (const auto found = known.find(expr); found != known.end()) return found->second;
  GraphSlice slice;
  const MentionedOrigins policy(slice, data);
  slice.is_whole = !origins_of(model, policy, expr).has(Source::GivenUp);
  return known.emplace(expr, std::move(slice)).first->second;
}

}  // namespace

const GraphSlice& graph_slice_of(const SemanticModel& model, NodeId expr) {
  return known_slice(model, expr, MentionedOrigins::Data::IsFollowed,
                     model.notes<KnownSlices>().of);
}

const GraphSlice& graph_slice_before_data(const SemanticModel& model, NodeId expr) {
  return known_slice(model, expr, MentionedOrigins::Data::IsNot,
                     model.notes<KnownSlices>().before_data);
}

bool is_detached_on_the_way(const SemanticModel& model, NodeId made, NodeId expr) {
  if (expr == kNoNode) return false;
  const SyntaxTree& tree = model.tree();
  const GraphSlice& slice = graph_slice_of(model, expr);
  bool is_detached = false;
  const auto is_followed = [&](NodeId value) {
    for (NodeId n = value; n < tree.subtree_end(value); ++n) {
      const DefId def = tree.is(n, Kind::Identifier) ? model.bindings().reaching(n) : DefId{kNone};
      if (def == kNone || model.bindings().definition(def).value != made) continue;
      if (slice.definitions.contains(def)) return true;
      is_detached = true;
    }
    return false;
  };
  return slice.is_whole && !is_followed(expr) && std::ranges::none_of(slice.values, is_followed) &&
         is_detached;
}

}  // namespace mlfix
