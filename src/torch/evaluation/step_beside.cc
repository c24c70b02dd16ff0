// The memory that a training step takes is that of its own graph when backward() begins. A pass
// without need for a graph adds to that only when its graph is there at that time: when a name
// holds it, a generator does that waits for its turn, or when it comes on top of a graph that the
// same network has made before. Passes over several batches at once take more than a step does.

#include "torch/evaluation/step_beside.h"

#include <algorithm>
#include <vector>

#include "semantic/effects/effects.h"
#include "semantic/effects/grad_mode.h"
#include "semantic/flow/graph_sinks.h"
#include "semantic/knowledge/facts.h"
#include "semantic/names/access_path.h"
#include "semantic/names/call_sites.h"
#include "semantic/obligation/holders.h"
#include "semantic/project/outside_call.h"
#include "semantic/project/project_code.h"
#include "semantic/project_entity.h"
#include "semantic/semantic_model.h"
#include "torch/evaluation/batch_size.h"
#include "torch/module/forward_pass.h"

namespace mlfix {
namespace {

// Is what the call gives taken from its graph in the same expression: net(x).detach(), or as the
// index of the largest, net(x).max(1)[1]?
bool leaves_graph_at_once(const SemanticModel& model, NodeId call) {
  const SyntaxTree& tree = model.tree();
  for (NodeId n = call, up = tree.parent(n); up != kNoNode; n = up, up = tree.parent(n)) {
    model.work().spend();
    if (tree.is(up, Kind::Attribute)) {
      const std::string_view name = last_name(tree, up);
      if (name == "detach" || name == "data" || name == "argmax") return true;
    } else if (tree.is(up, Kind::Subscript)) {
      if (tree.child(up, Field::Value) != n) return false;
      if (model.method_name(n) == "max" && tree.text(up).ends_with("[1]")) return true;
    } else if (!tree.is(up, Kind::Call) || tree.child(up, Field::Function) != n) {
      return false;
    }
  }
  return false;
}

// Do the two calls run the same, as it is written?
bool run_the_same(const SyntaxTree& tree, NodeId one, NodeId other) {
  return tree.text(tree.child(one, Field::Function)) ==
         tree.text(tree.child(other, Field::Function));
}

// Has the same network been run before the region, in the same function?
bool has_run_before(const SemanticModel& model, NodeId scope, const EvalRegion& region) {
  const SyntaxTree& tree = model.tree();
  const NodeId loop = model.loop_of(region.first);
  return std::ranges::any_of(calls_in_scope(model, scope), [&](NodeId call) {
    return call < region.first && (loop == kNoNode || tree.contains(loop, call)) &&
           std::ranges::any_of(region.forwards,
                               [&](NodeId f) { return run_the_same(tree, call, f); });
  });
}

// Does an iteration of the innermost loop around the call train, or its function, when there is no
// loop? What runs every so many iterations only serves something else.
bool trains_around(const SemanticModel& model, NodeId call) {
  const SyntaxTree& tree = model.tree();
  const NodeId function = model.function_of(call);
  const NodeId loop = model.loop_of(call);
  for (NodeId at = call; at != function && at != loop && at != kNoNode; at = tree.parent(at)) {
    if (tree.is(at, Kind::IfStatement) &&
        tree.text(tree.child(at, Field::Condition)).find('%') != std::string_view::npos) {
      return false;
    }
  }
  if (loop != kNoNode) return model.effects(loop).has(Effect::Backward);
  return function != kNoNode &&
         model.effects(tree.child(function, Field::Body)).has(Effect::Backward);
}

// Does each call of the function that is seen belong to a training step, and is there one?
bool serves_training_steps(const SemanticModel& model, NodeId scope) {
  const std::vector<NodeId>& calls = model.call_sites(scope).calls;
  const auto others = model.calls_elsewhere(scope);
  if (calls.empty() && (!others || others->empty())) return false;
  return std::ranges::all_of(calls, [&](NodeId call) { return trains_around(model, call); }) &&
         (!others || std::ranges::all_of(*others, [&](const OutsideCall& call) {
           return is_in_training(model, call);
         }));
}

// Does the name that gets what the call gives mean something else before `end`: y = y.data?
bool is_bound_again(const SemanticModel& model, NodeId call, NodeId end) {
  const NodeId name = name_of_result(model, call);
  return name != kNoNode && is_bound_between(model, name, model.tree().subtree_end(call), end);
}

}  // namespace

bool runs_again_with_graph(const SemanticModel& model, NodeId scope, const EvalRegion& region) {
  const SyntaxTree& tree = model.tree();
  if (tree.is(scope, Kind::Module)) return false;
  const NodeId first = region.forwards[0], body = tree.child(scope, Field::Body);
  const auto runs_it = [&](NodeId one) { return run_the_same(tree, one, first); };
  if (!std::ranges::all_of(region.forwards, runs_it)) return false;
  const auto is_gone = [&](NodeId call, NodeId end) {
    const NodeId loop = model.loop_of(call);
    return (loop != kNoNode && tree.subtree_end(loop) <= end) ||
           leaves_graph_at_once(model, call) || is_bound_again(model, call, end);
  };
  return std::ranges::any_of(calls_in_scope(model, scope), [&](NodeId call) {
    return call >= tree.subtree_end(region.last) && run_the_same(tree, call, first) &&
           model.block_of(model.statement_of(call)) == body &&
           model.grad_mode(call).mode == GradMode::Enabled &&
           model.fate(call).has_any({Sink::Returned, Sink::Yielded}) &&
           std::ranges::all_of(region.forwards, [&](NodeId one) { return is_gone(one, call); });
  });
}

bool is_in_training(const SemanticModel& model, const OutsideCall& call) {
  const EffectBits around = model.place().code->effects_around(call);
  return (around & static_cast<EffectBits>(Effect::Backward)) != 0;
}

bool is_gone_before_step(const SemanticModel& model, NodeId scope, const EvalRegion& region) {
  if (region.eval.call != kNoNode || region.is_loop) return false;
  const SyntaxTree& tree = model.tree();
  const bool is_script = tree.is(scope, Kind::Module);
  const auto large = [&](NodeId call) { return takes_several_batches(model, call); };
  if (std::ranges::any_of(region.forwards, large)) return false;
  const bool trains = is_script
                          ? trains_around(model, region.forwards[0])
                          : model.effects(tree.child(scope, Field::Body)).has(Effect::Backward);
  if (trains || (!is_script && model.returned_facts(scope).first.may_be(Fact::GradTensor))) {
    const auto leaves = [&](NodeId call) { return leaves_graph_at_once(model, call); };
    return std::ranges::all_of(region.forwards, leaves) && !has_run_before(model, scope, region);
  }
  return !is_script && !model.is_generator(scope) && model.loop_of(region.first) == kNoNode &&
         serves_training_steps(model, scope);
}

bool gives_loss_to_training(const SemanticModel& model, NodeId scope) {
  if (model.tree().is(scope, Kind::Module)) return false;
  const std::vector<NodeId> values = model.returned_values(scope);
  const auto is_loss = [&](NodeId value) { return model.tree().text(value).ends_with("loss"); };
  return !values.empty() && std::ranges::all_of(values, is_loss) &&
         std::ranges::any_of(model.call_sites(scope).calls, [&](NodeId call) {
           return model.fate(call).has(GraphSinks::kDifferentiated);
         });
}

}  // namespace mlfix
