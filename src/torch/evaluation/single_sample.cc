// The value is followed back to where it gets its first dimension.

#include "torch/evaluation/single_sample.h"

#include <algorithm>
#include <cstdint>
#include <vector>

#include "semantic/binding/binding.h"
#include "semantic/flow/graph_sinks.h"
#include "semantic/names/access_path.h"
#include "semantic/semantic_model.h"
#include "torch/module/forward_pass.h"
#include "torch/training/iteration_work.h"

namespace mlfix {
namespace {

constexpr int kMaxOrigins = 6;

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

// Is the value a batch of one: a parameter that is called a state, or made of a display of one
// element, [state]? With `by_shape` also what a dimension was added to: x.unsqueeze(0), x[None],
// and the state that an object keeps of its simulation.
bool is_single_sample(const SemanticModel& model, NodeId expr, bool by_shape) {
  const SyntaxTree& tree = model.tree();
  for (int step = 0; step < kMaxOrigins && expr != kNoNode; ++step) {
    model.work().spend();
    expr = model.strip_parentheses(expr);
    switch (tree.kind(expr)) {
      case Kind::List:
        return tree.first_child(expr) != kNoNode &&
               tree.next_sibling(tree.first_child(expr)) == kNoNode &&
               !tree.is(tree.first_child(expr), Kind::ListSplat) &&
               !tree.is(tree.first_child(expr), Kind::List);
      case Kind::Identifier: {
        const DefId def = model.bindings().reaching(expr);
        if (def == kNone) return false;
        const Definition& definition = model.bindings().definition(def);
        const std::string_view name = tree.text(expr);
        if (definition.kind == DefKind::Parameter) return name == "state" || name == "obs";
        if (definition.kind != DefKind::Assign) return false;
        expr = definition.value;
        const NodeId given = only_argument(model, expr);
        if (given != kNoNode && tree.text(given) == name)
          expr = given;  // state = normalized(state)
        continue;
      }
      case Kind::Subscript:
        return by_shape && tree.text(expr).ends_with("[None]");
      case Kind::Attribute:
        return by_shape && last_name(tree, expr) == "state";
      case Kind::Call: {
        const std::vector<NodeId> arguments = model.arguments(expr);
        const std::string_view method = model.method_name(expr);
        if (adds_first_dimension(model, expr)) return by_shape;
        const NodeId called = tree.child(expr, Field::Function);
        const bool of_object = !method.empty() && model.qualified_text(called).empty();
        const bool makes = !arguments.empty() && tree.is(arguments[0], Kind::List);
        if (makes || !of_object) {
          expr = arguments.empty() ? NodeId{kNoNode} : arguments[0];
        } else {
          expr = tree.child(called, Field::Object);
        }
        continue;
      }
      default:
        return false;
    }
  }
  return false;
}

enum class Single : std::uint8_t { ByName, ByShape };

bool takes_samples(const SemanticModel& model, const EvalRegion& region, Single single) {
  return std::ranges::all_of(region.forwards, [&](NodeId call) {
    const std::vector<NodeId> arguments = model.arguments(call);
    return !arguments.empty() && is_single_sample(model, arguments[0], single == Single::ByShape);
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

bool takes_batches_of_one(const SemanticModel& model, const EvalRegion& region) {
  return takes_samples(model, region, Single::ByShape);
}

bool takes_single_samples(const SemanticModel& model, NodeId scope, const EvalRegion& region) {
  const bool by_shape = simulation_step(model, scope) != kNoNode;
  if (takes_samples(model, region, by_shape ? Single::ByShape : Single::ByName)) return true;
  return takes_samples(model, region, Single::ByShape) &&
         trains_module_beside(model, scope, region);
}

}  // namespace mlfix
