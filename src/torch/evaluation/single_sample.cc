// The value-flow engine follows the value back to where it gets its first dimension.

#include "torch/evaluation/single_sample.h"

#include <algorithm>
#include <cstdint>
#include <vector>

#include "semantic/binding/binding.h"
#include "semantic/flow/graph_sinks.h"
#include "semantic/flow/value_origins.h"
#include "semantic/names/access_path.h"
#include "semantic/semantic_model.h"
#include "torch/module/forward_pass.h"
#include "torch/training/batch_loop.h"

namespace mlfix {
namespace {

NodeId only_argument(const SemanticModel& model, NodeId call) {
  if (!model.tree().is(call, Kind::Call)) return kNoNode;
  const std::vector<NodeId> arguments = model.arguments(call);
  return arguments.size() == 1 ? arguments[0] : NodeId{kNoNode};
}

// x.unsqueeze(0), x.view(1, n), np.expand_dims(x, axis=0)
bool adds_first_dimension(const SemanticModel& model, NodeId call) {
  const SyntaxTree& tree = model.tree();
  const std::vector<NodeId> arguments = model.arguments(call);
  const std::string_view method = model.method_name(call);
  if (method == "expand_dims") {
    const NodeId axis = model.argument(call, 1, "axis");
    return axis != kNoNode && tree.text(axis) == "0";
  }
  if (method == "unsqueeze") return arguments.size() == 1 && tree.text(arguments[0]) == "0";
  return (method == "view" || method == "reshape") && arguments.size() == 2 &&
         tree.text(arguments[0]) == "1";
}

enum class Single : std::uint8_t { ByName, ByShape };

struct SampleOrigins {
  OriginMemory by_name, by_shape;
};

// What is not shown to be a batch of one: a parameter that is called a state, or made of a display
// of one element, [state]. By its shape also what a dimension was added to, x.unsqueeze(0) and
// x[None], and the state that an object keeps of its simulation.
class OtherThanOneSample final : public OriginPolicy {
 public:
  explicit OtherThanOneSample(Single single) : by_shape_(single == Single::ByShape) {}

  OriginMemory* memory(const SemanticModel& model) const override {
    SampleOrigins& known = model.notes<SampleOrigins>();
    return by_shape_ ? &known.by_shape : &known.by_name;
  }
  bool takes(ValueOrigins& origins, NodeId expr, Wanted) const override {
    const SyntaxTree& tree = origins.model().tree();
    switch (tree.kind(expr)) {
      case Kind::List:
        return judged(origins, expr, holds_one(tree, expr));
      case Kind::Subscript:
        return judged(origins, expr, by_shape_ && tree.text(expr).ends_with("[None]"));
      case Kind::Attribute:
        return judged(origins, expr, by_shape_ && last_name(tree, expr) == "state");
      case Kind::Call:
        return takes_call(origins, expr);
      default:
        return false;
    }
  }
  bool takes_definition(ValueOrigins& origins, DefId def, Wanted) const override {
    const SemanticModel& model = origins.model();
    const Definition& d = model.bindings().definition(def);
    const std::string_view name = model.tree().text(d.node);
    switch (d.kind) {
      case DefKind::Parameter:
        return judged(origins, d.node, name == "state" || name == "obs");
      case DefKind::Assign: {
        const NodeId given = only_argument(model, d.value);
        const bool again = given != kNoNode && model.tree().text(given) == name;
        if (again) origins.follow(given);  // state = normalized(state)
        return again;
      }
      case DefKind::Phi:
      case DefKind::LoopPhi:
        return false;
      default:
        return judged(origins, d.node, false);
    }
  }
  void source(ValueOrigins& origins, NodeId expr, Wanted) const override {
    judged(origins, expr, false);
  }
  void source_definition(ValueOrigins& origins, DefId def, Wanted) const override {
    judged(origins, origins.model().bindings().definition(def).node, false);
  }

 private:
  static bool judged(ValueOrigins& origins, NodeId at, bool is_single) {
    if (!is_single) origins.mark(own_source(0), at);
    return true;
  }

  static bool holds_one(const SyntaxTree& tree, NodeId list) {
    const NodeId first = tree.first_child(list);
    return first != kNoNode && tree.next_sibling(first) == kNoNode &&
           !tree.is(first, Kind::ListSplat) && !tree.is(first, Kind::List);
  }

  // What a function makes of the value has its first dimension, as what a method makes of its
  // object has; but for torch.tensor([x]), which has that of what it is made of.
  bool takes_call(ValueOrigins& origins, NodeId call) const {
    const SemanticModel& model = origins.model();
    const SyntaxTree& tree = model.tree();
    if (adds_first_dimension(model, call)) return judged(origins, call, by_shape_);
    const std::vector<NodeId> arguments = model.arguments(call);
    const NodeId called = tree.child(call, Field::Function);
    const bool of_object = !model.method_name(call).empty() && model.qualified_text(called).empty();
    if (of_object && (arguments.empty() || !tree.is(arguments[0], Kind::List))) {
      origins.follow(tree.child(called, Field::Object));
      return true;
    }
    if (arguments.empty()) return judged(origins, call, false);
    origins.follow(arguments[0]);
    return true;
  }

  bool by_shape_;
};

bool takes_samples(const SemanticModel& model, const EvalRegion& region, Single single) {
  return std::ranges::all_of(region.forwards, [&](NodeId call) {
    const std::vector<NodeId> arguments = model.arguments(call);
    return !arguments.empty() &&
           origins_of(model, OtherThanOneSample(single), arguments[0]).empty();
  });
}

// Does an iteration run the same module again, for a loss that is differentiated?
bool trains_module_beside(const SemanticModel& model, NodeId scope, const EvalRegion& region) {
  const SyntaxTree& tree = model.tree();
  const NodeId loop = model.loop_of(region.first);
  if (region.is_loop || loop == kNoNode) return false;
  const std::string_view module = tree.text(tree.child(region.forwards[0], Field::Function));
  return std::ranges::any_of(calls_in_scope(model, scope), [&](NodeId call) {
    const bool other =
        tree.contains(loop, call) && (call < region.first || call >= tree.subtree_end(region.last));
    return other && tree.text(tree.child(call, Field::Function)) == module &&
           model.fate(call).has(GraphSinks::kDifferentiated);
  });
}

}  // namespace

bool takes_single_samples(const SemanticModel& model, NodeId scope, const EvalRegion& region) {
  const bool by_shape = simulation_step(model, scope) != kNoNode;
  if (takes_samples(model, region, by_shape ? Single::ByShape : Single::ByName)) return true;
  return takes_samples(model, region, Single::ByShape) &&
         trains_module_beside(model, scope, region);
}

}  // namespace mlfix
