// Climbs from the registration to the block that sees all of the module's uses.

#include "transforms/resource/hooks/hook_lifetime.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string_view>

#include "semantic/control/flow_queries.h"
#include "semantic/flow/asking_elsewhere.h"
#include "semantic/flow/places.h"
#include "semantic/flow/value_origins.h"
#include "semantic/flow/way_telling.h"
#include "semantic/names/access_path.h"
#include "semantic/obligation/extent.h"
#include "semantic/project/project.h"

namespace mlfix {
namespace {

// First statement behind the registration that needs the hook or may leave.
NodeId first_in_need(const SemanticModel& model, const ModuleUses& uses, NodeId from, NodeId last) {
  for (NodeId n = model.tree().next_sibling(from); n != last; n = model.tree().next_sibling(n)) {
    const auto reads = [&](NodeId run) { return model.tree().contains(n, run); };
    if (!always_completes(model, n, n, Exceptions::Ignored) ||
        std::any_of(uses.runs.begin(), uses.runs.end(), reads)) {
      return n;
    }
  }
  return last;
}

// What was made in the loop, along the roots of what names are bound to: `layer` of `net.layer`.
class MadeInLoop final : public OriginPolicy {
 public:
  explicit MadeInLoop(NodeId loop) : loop_(loop) {}

  bool takes(ValueOrigins& origins, NodeId expr, Wanted) const override {
    const NodeId root = root_of(origins.model(), expr);
    if (root != kNoNode) origins.follow_definition(origins.model().bindings().reaching(root));
    return true;
  }
  bool takes_definition(ValueOrigins& origins, DefId def, Wanted) const override {
    const SemanticModel& model = origins.model();
    const Definition& d = model.bindings().definition(def);
    const NodeId root = d.value == kNoNode ? NodeId{kNoNode} : root_of(model, d.value);
    const DefId next = root == kNoNode ? DefId{kNone} : model.bindings().reaching(root);
    if (next == kNone || is_static(model, next)) {
      const bool own = d.node > loop_ && model.tree().contains(loop_, d.node);
      if (own) origins.mark(own_source(0), d.node);
    } else {
      origins.follow_definition(next);
    }
    return true;
  }
  void source(ValueOrigins&, NodeId, Wanted) const override {}
  void source_definition(ValueOrigins&, DefId, Wanted) const override {}

 private:
  static bool is_static(const SemanticModel& model, DefId def) {
    const DefKind kind = model.bindings().definition(def).kind;
    return kind == DefKind::Import || kind == DefKind::Class || kind == DefKind::Function;
  }
  NodeId loop_;
};

// Does each iteration put one more hook on the same module? Not when a condition
// chooses the iteration, nor when the module is made in it.
bool accumulates(const SemanticModel& model, const HookRegistration& hook, NodeId loop) {
  const SyntaxTree& tree = model.tree();
  bool chosen = false;
  for (NodeId n = hook.statement; n != loop; n = tree.parent(n)) {
    const bool repeats = tree.is(n, Kind::ForStatement) || tree.is(n, Kind::WhileStatement);
    chosen = !repeats && (chosen || tree.is(n, Kind::IfStatement));
  }
  return !chosen && origins_of(model, MadeInLoop(loop), hook.receiver).empty();
}

}  // namespace

NodeId last_backward(const SemanticModel& model, NodeId block, NodeId behind) {
  NodeId last = kNoNode;
  for (NodeId statement : model.statements(block)) {
    const Effects effects = model.effects(statement);
    if (statement > behind &&
        (effects.has(Effect::Backward) || effects.has(Effect::AutogradGrad))) {
      last = statement;
    }
  }
  return last;
}

// The smallest block that registers, runs the module, and holds all later uses
// of it, or is what a loop repeats.
std::optional<HookLifetime> lifetime_of(const SemanticModel& model, const HookRegistration& hook,
                                        const ModuleUses& uses, NodeId scope) {
  for (NodeId first = hook.statement; first != kNoNode && first != scope;) {
    const NodeId block = model.block_of(first);
    const NodeId end = model.tree().subtree_end(first);
    const NodeId loop = model.loop_of(first);
    const bool is_body = loop != kNoNode && model.tree().child(loop, Field::Body) == block;
    const auto within = [&](NodeId n) { return n >= end && model.tree().contains(block, n); };
    NodeId last = kNoNode;
    bool outside = false;
    for (NodeId read : uses.reads) {
      last = within(read) ? statement_in(model, block, read) : last;
      outside = outside || (read >= end && !within(read));
    }
    const bool runs = std::any_of(uses.runs.begin(), uses.runs.end(), within);
    if (runs && (!outside || is_body)) {
      const NodeId backward = hook.on_backward ? last_backward(model, block, first) : last;
      if (backward == kNoNode || (loop != kNoNode && !accumulates(model, hook, loop))) {
        return std::nullopt;
      }
      last = std::max(last, backward);
      return HookLifetime{first, first_in_need(model, uses, first, last), last, loop != kNoNode};
    }
    first = model.statement_of(model.tree().parent(block));
  }
  return std::nullopt;
}

bool returns_module(const SemanticModel& model, const ModuleUses& uses) {
  return std::any_of(uses.reads.begin(), uses.reads.end(), [&](NodeId read) {
    Consumer consumer = model.consumer_of(read);
    while (consumer.role == Role::Element) {
      consumer = model.consumer_of(consumer.node);
    }
    return consumer.role == Role::Returned || consumer.role == Role::Yielded;
  });
}

bool returns_graph(const SemanticModel& model, NodeId scope) {
  return std::ranges::any_of(model.returned_values(scope), [&](NodeId value) {
    return !model.facts(value).must.has_any(Fact::NoGraph | Fact::Number);
  });
}

bool modules_run_behind(const SemanticModel& model, const HookLifetime& life, NodeId scope) {
  const SyntaxTree& tree = model.tree();
  for (NodeId n = tree.subtree_end(life.last); n < tree.subtree_end(scope); ++n) {
    if (tree.is(n, Kind::Call) && model.effects(n).has(Effect::ModuleForward)) {
      return true;
    }
  }
  return false;
}

namespace {

constexpr int kMaxOuterCalls = 4;

// The calls that lead from the one in a loop to the function, that one first; empty where there is
// none.
std::vector<NodeId> repeating_calls_of(const SemanticModel& model, NodeId function, int depth) {
  if (function == kNoNode || depth > kMaxOuterCalls) return {};
  for (const NodeId call : model.call_sites(function).calls) {
    if (is_repeated_on_module(model, call)) return {call};
    const SyntaxTree& tree = model.tree();
    const bool own = model.method_class(function) != kNoNode &&
                     tree.text(tree.child(call, Field::Function)).starts_with("self.");
    if (!own || model.loop_of(call) != kNoNode) continue;
    std::vector<NodeId> outer = repeating_calls_of(model, model.function_of(call), depth + 1);
    if (outer.empty()) continue;
    outer.push_back(call);
    return outer;
  }
  return {};
}

std::optional<OutsideCall> repeating_call_elsewhere(const SemanticModel& model,
                                                    const HookRegistration& hook) {
  const NodeId function = model.function_of(hook.call);
  if (function == kNoNode || !may_ask_elsewhere(model)) return std::nullopt;
  const auto calls = model.calls_elsewhere(function);
  if (!calls) return std::nullopt;
  const auto found = std::ranges::find_if(
      *calls, [](const OutsideCall& call) { return call.certain && call.is_repeated; });
  return found == calls->end() ? std::nullopt : std::optional(*found);
}

void tell_repeated_call(const SemanticModel& model, NodeId call, WaySteps& steps) {
  tell_step(model, call,
            fmt::format("{} is called in a loop, on one module", quoted_code(model, call)), steps);
}

}  // namespace

NodeId repeating_call(const SemanticModel& model, const HookRegistration& hook) {
  const std::vector<NodeId> calls = repeating_calls_of(model, model.function_of(hook.call), 0);
  return calls.empty() ? NodeId{kNoNode} : calls.front();
}

bool is_repeated_elsewhere(const SemanticModel& model, const HookRegistration& hook) {
  return repeating_call_elsewhere(model, hook).has_value();
}

WaySteps way_of_repetition(const SemanticModel& model, const HookRegistration& hook) {
  WaySteps steps;
  for (const NodeId call : repeating_calls_of(model, model.function_of(hook.call), 0)) {
    if (steps.empty()) {
      tell_repeated_call(model, call, steps);
    } else {
      tell_step(model, call, fmt::format("{} is called", quoted_code(model, call)), steps);
    }
  }
  if (steps.empty()) {
    if (const auto outside = repeating_call_elsewhere(model, hook)) {
      steps = model.place().project->way_around(*outside, model.place().file,
                                                [&](const SemanticModel& other, NodeId) {
                                                  WaySteps there;
                                                  tell_repeated_call(other, outside->node, there);
                                                  return there;
                                                });
    }
  }
  if (!steps.empty()) tell_step(model, hook.call, "registers one more hook", steps);
  return steps;
}

bool registers_for_each_call(const SemanticModel& model, const HookRegistration& hook) {
  const SyntaxTree& tree = model.tree();
  const NodeId function = model.function_of(hook.call);
  if (function == kNoNode || model.method_class(function) == kNoNode ||
      tree.text(tree.child(function, Field::Name)) == "__init__" ||
      !tree.text(hook.receiver).starts_with("self.")) {
    return false;
  }
  bool runs = false;
  std::set<std::string_view> set, read;
  const NodeId body = tree.child(function, Field::Body);
  for (NodeId n = body; n < tree.subtree_end(body); ++n) {
    if (tree.is(n, Kind::Call) && n > hook.call && model.function_of(n) == function) {
      runs = runs || model.facts(tree.child(n, Field::Function)).could_be(Fact::Module);
    }
    if (!tree.is(n, Kind::Attribute) || !tree.text(n).starts_with("self.")) continue;
    const bool stored = tree.field(n) == Field::Left && tree.is(tree.parent(n), Kind::Assignment);
    if (stored && model.function_of(n) != function) set.insert(tree.text(n));
    if (!stored && model.function_of(n) == function && n > hook.call) read.insert(tree.text(n));
  }
  const bool uses = std::any_of(set.begin(), set.end(),
                                [&](std::string_view place) { return read.contains(place); });
  return runs && uses;
}

namespace {

// May a call in the statement run a hook: a module, a method of the object, a backward
// pass?
bool may_run_hooks(const SemanticModel& model, NodeId statement) {
  const SyntaxTree& tree = model.tree();
  const Effects effects = model.effects(statement);
  if (effects.has(Effect::Backward) || effects.has(Effect::AutogradGrad)) return true;
  for (NodeId n = statement; n < tree.subtree_end(statement); ++n) {
    if (!tree.is(n, Kind::Call)) continue;
    const NodeId called = tree.child(n, Field::Function);
    if (model.facts(called).could_be(Fact::Module) || tree.text(called).starts_with("self.")) {
      return true;
    }
  }
  return false;
}

// A condition within a loop chooses some of many modules, and all of its hooks go; any
// other one says when to register.
bool is_filter(const SemanticModel& model, NodeId statement) {
  return model.tree().is(statement, Kind::IfStatement) && model.loop_of(statement) != kNoNode;
}

}  // namespace

std::optional<HookLifetime> lifetime_in_call(const SemanticModel& model,
                                             const HookRegistration& hook) {
  const SyntaxTree& tree = model.tree();
  const NodeId function = model.function_of(hook.call);
  if (model.is_generator(function)) return std::nullopt;
  for (NodeId unit = hook.statement;;) {
    const NodeId block = model.block_of(unit);
    HookLifetime life{unit, kNoNode, kNoNode, false};
    for (const NodeId statement : model.statements(block)) {
      if (statement <= unit) continue;
      if (life.first == kNoNode) life.first = statement;
      if (may_run_hooks(model, statement)) life.last = statement;
    }
    const bool sees = !hook.on_backward || last_backward(model, block, unit) != kNoNode;
    if (life.last != kNoNode && sees) return life;
    const NodeId around = tree.parent(block);
    const bool certain = tree.is(around, Kind::ForStatement) ||
                         tree.is(around, Kind::WhileStatement) ||
                         tree.is(around, Kind::WithStatement) || is_filter(model, around);
    if (!certain) return std::nullopt;
    unit = around;
  }
}

}  // namespace mlfix
