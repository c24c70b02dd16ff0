// What stands in the loop itself decides; what it calls may be a whole epoch.

#include "torch/training/batch_loop.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "semantic/binding/binding.h"
#include "semantic/control/consumer.h"
#include "semantic/control/trip_count.h"
#include "semantic/control/walk.h"
#include "semantic/effects/effects.h"
#include "semantic/knowledge/facts.h"
#include "semantic/knowledge/hints.h"
#include "semantic/knowledge/meanings.h"
#include "semantic/names/access_path.h"
#include "semantic/names/attribute_access.h"
#include "semantic/semantic_model.h"
#include "torch/module/forward_pass.h"
#include "torch/tensor/literal_tensor.h"
#include "torch/training/loader.h"

namespace mlfix {
namespace {

bool is_loop(Kind kind) {
  return kind == Kind::ForStatement || kind == Kind::WhileStatement;
}

// engine.generate(x) where no gradients are recorded: one run of some model.
bool is_inference(const SemanticModel& model, NodeId call, std::string_view method) {
  return model.means(Meaning::RunsInference, method) && model.has_gradients_off(call);
}

// m(x), loss.backward(), optimizer.step()
bool steps_optimizer(const SemanticModel& model, NodeId call) {
  const std::string_view method = model.method_name(call);
  if (method == "backward" || is_inference(model, call, method)) return true;
  if (method == "step" || method == "forward" || method == "generate") {
    const Facts receiver = model.facts(model.receiver_of_call(call, method));
    return receiver.could_be(method == "step" ? Fact::Optimizer : Fact::Module);
  }
  const NodeId callee = model.tree().child(call, Field::Function);
  const Facts facts = model.facts(callee);
  const DefId d =
      model.tree().is(callee, Kind::Identifier) ? model.bindings().reaching(callee) : kNone;
  const DefKind kind = d == kNone ? DefKind::Unbound : model.bindings().definition(d).kind;
  const bool makes_object = kind == DefKind::Class || kind == DefKind::Import;
  return facts.could_be(Fact::Module) && !makes_object;
}

// Calls `visit` for the nodes of the body, but not for those of inner loops.
template <typename Visit>
void for_own_nodes(const SyntaxTree& tree, NodeId loop, Visit visit) {
  const NodeId body = tree.child(loop, Field::Body);
  for (NodeId n = body; n < tree.subtree_end(body);) {
    if (is_nested_scope(tree.kind(n)) || is_loop(tree.kind(n))) {
      n = tree.subtree_end(n);
      continue;
    }
    visit(n);
    ++n;
  }
}

struct BatchLoops {
  std::unordered_map<NodeId, bool> known;
};

bool goes_over_batches(const SemanticModel& model, NodeId loop) {
  const SyntaxTree& tree = model.tree();
  if (counts_epochs(model, loop)) return false;
  if (tree.is(loop, Kind::ForStatement) &&
      is_loader(model, innermost_view(model, tree.child(loop, Field::Right)))) {
    return true;
  }
  bool steps = false;
  for_own_nodes(tree, loop, [&](NodeId n) {
    steps = steps || (tree.is(n, Kind::Call) && steps_optimizer(model, n));
  });
  return steps;
}

// By bodies.
struct Skips {
  std::unordered_map<NodeId, NodeId> first;
};

}  // namespace

bool counts_epochs(const SemanticModel& model, NodeId loop) {
  const SyntaxTree& tree = model.tree();
  const NodeId head = tree.is(loop, Kind::ForStatement) ? tree.child(loop, Field::Left)
                                                        : tree.child(loop, Field::Condition);
  const NodeId over = tree.is(loop, Kind::ForStatement) ? tree.child(loop, Field::Right) : kNoNode;
  return model.suggests(Hint::Epoch, tree.text(head)) ||
         (over != kNoNode && model.suggests(Hint::Epoch, tree.text(over)));
}

bool is_batch_loop(const SemanticModel& model, NodeId loop) {
  const auto [known, is_new] = model.notes<BatchLoops>().known.try_emplace(loop, false);
  if (is_new) known->second = goes_over_batches(model, loop);
  return known->second;
}

bool holds_batch_loop(const SemanticModel& model, NodeId loop) {
  const NodeId body = model.tree().child(loop, Field::Body);
  bool found = false;
  for_each_node(model.tree(), body, model.tree().subtree_end(body), [&](NodeId n) {
    found = found || (is_loop(model.tree().kind(n)) && is_batch_loop(model, n));
  });
  return found;
}

bool makes_model(const SemanticModel& model, NodeId loop) {
  const SyntaxTree& tree = model.tree();
  bool found = false;
  for_own_nodes(tree, loop, [&](NodeId n) {
    if (tree.is(n, Kind::DeleteStatement)) {
      const NodeId gone = tree.first_child(n);
      found = found || model.facts(gone).could_be(Fact::Module);
    }
    if (!tree.is(n, Kind::Call)) return;
    const std::string name = model.qualified_text(tree.child(n, Field::Function));
    const std::string_view last = std::string_view(name).substr(name.rfind('.') + 1);
    const bool builds = model.means(Meaning::BuildsModel, last) ||
                        model.means(Meaning::BuildsModel, model.method_name(n));
    const bool bound = model.consumer_of(n).role == Role::Assigned;
    found = found || builds || (bound && model.facts(n).may_be(Fact::Module));
  });
  return found;
}

bool iterates_at_most(const SemanticModel& model, NodeId loop, std::int64_t limit) {
  const SyntaxTree& tree = model.tree();
  const TripCount trips = model.trip_count(loop);
  if (trips.known && trips.count <= limit) return true;
  const NodeId body = tree.child(loop, Field::Body);
  bool few = false;
  for_each_node(tree, body, tree.subtree_end(body), [&](NodeId n) {
    if (!tree.is(n, Kind::BreakStatement) || model.loop_of(n) != loop) return;
    const NodeId branch = tree.parent(model.block_of(n));
    const NodeId test =
        tree.is(branch, Kind::IfStatement) ? tree.child(branch, Field::Condition) : kNoNode;
    if (!tree.is(test, Kind::ComparisonOperator)) return;
    for (const NodeId operand : tree.children(test)) {
      if (!tree.is(operand, Kind::Integer)) continue;
      const std::int64_t number = literal_number(model, operand).value_or(0);
      few = few || (number > 0 && number <= limit);
    }
  });
  return few;
}

NodeId first_skip(const SemanticModel& model, NodeId body) {
  const SyntaxTree& tree = model.tree();
  const auto [known, is_new] = model.notes<Skips>().first.try_emplace(body, NodeId{kNoNode});
  if (!is_new) return known->second;
  for (const NodeId statement : model.statements(body)) {
    const bool skips =
        tree.is(statement, Kind::IfStatement) &&
        tree.text(tree.child(statement, Field::Condition)).find('%') != std::string_view::npos &&
        tree.text(statement).find("continue") != std::string_view::npos;
    if (skips) return known->second = statement;
  }
  return kNoNode;
}

namespace {

// Functions, each with whether a loop in it trains.
struct TrainingFunctions {
  std::unordered_map<NodeId, bool> known;
};

bool holds_training(const SemanticModel& model, NodeId function) {
  const auto [known, is_new] = model.notes<TrainingFunctions>().known.try_emplace(function);
  if (!is_new) return known->second;
  const std::vector<NodeId> calls = calls_in_scope(model, function);
  known->second = std::ranges::any_of(calls, [&](NodeId call) {
    const NodeId loop = model.loop_of(call);
    return loop != kNoNode && model.effects(loop).has(Effect::Backward);
  });
  return known->second;
}

}  // namespace

bool is_beside_training(const SemanticModel& model, NodeId at) {
  const NodeId function = model.function_of(at);
  return function != kNoNode && model.loop_of(at) == kNoNode && holds_training(model, function);
}

namespace {

// observation, reward, done, info = x.step(action)
bool gives_reward(const SemanticModel& model, NodeId call) {
  const SyntaxTree& tree = model.tree();
  const NodeId assignment = tree.parent(call);
  if (!tree.is(assignment, Kind::Assignment) || model.method_name(call) != "step") return false;
  const NodeId targets = tree.child(assignment, Field::Left);
  int count = 0;
  for (NodeId n = tree.first_child(targets); n != kNoNode; n = tree.next_sibling(n)) ++count;
  const bool unpacks = tree.is(targets, Kind::PatternList) || tree.is(targets, Kind::TuplePattern);
  return unpacks && (count == 4 || count == 5) && model.arguments(call).size() == 1;
}

// env.step(action), envs.reset(), and whatever gives a reward.
bool simulates(const SemanticModel& model, NodeId call, NodeId object) {
  const std::string_view name = last_name(model.tree(), object);
  return name.ends_with("env") || name.ends_with("envs") || gives_reward(model, call);
}

}  // namespace

NodeId simulation_step(const SemanticModel& model, NodeId region) {
  const SyntaxTree& tree = model.tree();
  NodeId first = kNoNode;
  for (const std::string_view method : {"step", "reset"}) {
    for (const AttributeAccess& access : model.attribute_accesses_in(region, method)) {
      model.work().spend();
      const NodeId call = tree.parent(access.node);
      const bool called = tree.is(call, Kind::Call) && tree.field(access.node) == Field::Function;
      if (!called || call < region || !simulates(model, call, access.object)) continue;
      if (first == kNoNode || call < first) first = call;
      break;
    }
  }
  return first;
}

}  // namespace mlfix
