// Climbs from the registration to the block that sees all of the module's uses.

#include "torch/hooks/hook_lifetime.h"

#include <algorithm>
#include <set>
#include <string_view>

#include "semantic/binding/binding.h"
#include "semantic/control/consumer.h"
#include "semantic/control/flow_queries.h"
#include "semantic/control/walk.h"
#include "semantic/effects/effects.h"
#include "semantic/knowledge/facts.h"
#include "semantic/names/access_path.h"
#include "semantic/names/calls.h"
#include "semantic/obligation/extent.h"
#include "semantic/semantic_model.h"

namespace mlfix {
namespace {

constexpr int kMaxNamesOfModule = 100;  // one made of the other

bool has_backward_pass(const SemanticModel& model, NodeId statement) {
  const Effects effects = model.effects(statement);
  return effects.has(Effect::Backward) || effects.has(Effect::AutogradGrad);
}

// First statement after the registration that needs the hook or may leave.
NodeId first_in_need(const SemanticModel& model, const ModuleUses& uses, NodeId from, NodeId last) {
  const SyntaxTree& tree = model.tree();
  NodeId n = tree.next_sibling(from);
  const auto waits = [&] {
    return always_completes(model, n, n, Exceptions::Ignored) &&
           std::ranges::none_of(uses.runs, [&](NodeId run) { return tree.contains(n, run); });
  };
  while (n != last && waits()) n = tree.next_sibling(n);
  return n;
}

bool is_static(DefKind kind) {
  return kind == DefKind::Import || kind == DefKind::Class || kind == DefKind::Function;
}

// Is the module made in the loop, as far back as each name is a part of another: net of
// `for layer in net.layers`?
bool is_made_in_loop(const SemanticModel& model, NodeId loop, NodeId module) {
  const Bindings& bindings = model.bindings();
  const auto root_at = [&](NodeId expr) {
    const NodeId root = expr == kNoNode ? NodeId{kNoNode} : root_of(model, expr);
    return root == kNoNode ? DefId{kNone} : bindings.reaching(root);
  };
  DefId def = root_at(module);
  for (int i = 0; def != kNone && i < kMaxNamesOfModule; ++i) {
    const Definition& d = bindings.definition(def);
    const DefId next = root_at(d.value);
    if (next == kNone || is_static(bindings.definition(next).kind)) {
      return d.node > loop && model.tree().contains(loop, d.node);
    }
    def = next;
  }
  return def != kNone;
}

// Does each iteration put one more hook on the same module? Not when a condition
// chooses the iteration, nor when the module is made in it.
bool accumulates(const SemanticModel& model, const HookRegistration& hook, NodeId loop) {
  const SyntaxTree& tree = model.tree();
  bool chosen = false;
  for (NodeId n = hook.statement; n != loop; n = tree.parent(n)) {
    const bool repeats = tree.is(n, Kind::ForStatement) || tree.is(n, Kind::WhileStatement);
    chosen = !repeats && (chosen || tree.is(n, Kind::IfStatement));
  }
  return !chosen && !is_made_in_loop(model, loop, hook.receiver);
}

// May a call in the statement run a hook: a module, a method of the object, a backward
// pass?
bool may_run_hooks(const SemanticModel& model, NodeId statement) {
  const SyntaxTree& tree = model.tree();
  if (has_backward_pass(model, statement)) return true;
  for (NodeId n = statement; n < tree.subtree_end(statement); ++n) {
    if (!tree.is(n, Kind::Call)) continue;
    const NodeId called = tree.child(n, Field::Function);
    if (model.facts(called).could_be(Fact::Module) || tree.text(called).starts_with("self.")) {
      return true;
    }
  }
  return false;
}

// Are the hooks there after the statement, whatever happens in it? A condition within a loop
// chooses some of many modules, and all of its hooks go; any other one says when to register.
bool is_certain_to_register(const SemanticModel& model, NodeId n) {
  const SyntaxTree& tree = model.tree();
  return tree.is(n, Kind::ForStatement) || tree.is(n, Kind::WhileStatement) ||
         tree.is(n, Kind::WithStatement) ||
         (tree.is(n, Kind::IfStatement) && model.loop_of(n) != kNoNode);
}

}  // namespace

NodeId last_backward(const SemanticModel& model, NodeId block, NodeId after) {
  NodeId last = kNoNode;
  for (const NodeId statement : model.statements(block)) {
    if (statement > after && has_backward_pass(model, statement)) last = statement;
  }
  return last;
}

// The smallest block that registers, runs the module, and holds all later uses
// of it, or is what a loop repeats.
namespace {

// Do the statements bind a generator expression, whose parts are made when somebody asks for them?
bool binds_generator(const SemanticModel& model, NodeId first, NodeId last) {
  for (NodeId n = first; n < model.tree().subtree_end(last); ++n) {
    const bool bound = model.tree().is(n, Kind::GeneratorExpression) &&
                       model.consumer_of(n).role == Role::Assigned;
    if (bound) return true;
  }
  return false;
}

}  // namespace

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
    for (const NodeId read : uses.reads) {
      last = within(read) ? statement_in(model.tree(), block, read) : last;
      outside = outside || (read >= end && !within(read));
    }
    if (std::ranges::any_of(uses.runs, within) && (!outside || is_body)) {
      const NodeId backward = hook.on_backward ? last_backward(model, block, first) : last;
      if (backward == kNoNode || (loop != kNoNode && !accumulates(model, hook, loop))) {
        return std::nullopt;
      }
      last = std::max(last, backward);
      if (binds_generator(model, first, last)) return std::nullopt;
      return HookLifetime{first, first_in_need(model, uses, first, last), last, loop != kNoNode};
    }
    first = model.statement_of(model.tree().parent(block));
  }
  return std::nullopt;
}

std::optional<HookLifetime> lifetime_in_call(const SemanticModel& model,
                                             const HookRegistration& hook) {
  if (model.is_generator(model.function_of(hook.call))) return std::nullopt;
  for (NodeId unit = hook.statement;;) {
    const NodeId block = model.block_of(unit);
    HookLifetime life{unit, kNoNode, kNoNode, false};
    for (const NodeId statement : model.statements(block)) {
      if (statement <= unit) continue;
      if (life.first == kNoNode) life.first = statement;
      if (may_run_hooks(model, statement)) life.last = statement;
    }
    const bool sees = !hook.on_backward || last_backward(model, block, unit) != kNoNode;
    if (life.last != kNoNode && sees) {
      return binds_generator(model, unit, life.last) ? std::nullopt : std::optional(life);
    }
    unit = model.tree().parent(block);
    if (!is_certain_to_register(model, unit)) return std::nullopt;
  }
}

bool is_given_on(const SemanticModel& model, const ModuleUses& uses) {
  return std::ranges::any_of(uses.reads, [&](NodeId read) {
    Consumer consumer = model.consumer_of(read);
    while (consumer.role == Role::Element) consumer = model.consumer_of(consumer.node);
    return consumer.role == Role::Returned || consumer.role == Role::Yielded;
  });
}

namespace {

bool is_context_manager(const SemanticModel& model, NodeId function) {
  return std::ranges::any_of(decorators(model.tree(), function), [&](NodeId decorator) {
    return model.qualified_text(decorator).ends_with("contextmanager");
  });
}

// The statement of the one `yield` of the function's own behind `call`, where it stands neither in
// a loop nor in a `try`.
NodeId only_yield_after(const SemanticModel& model, NodeId call, NodeId function) {
  const SyntaxTree& tree = model.tree();
  const NodeId body = tree.child(function, Field::Body);
  NodeId found = kNoNode;
  bool several = false;
  for_each_node(tree, body, tree.subtree_end(body), [&](NodeId n) {
    if (n < call || !tree.is(n, Kind::Yield)) return;
    several = several || found != kNoNode;
    found = n;
  });
  if (found == kNoNode || several || model.loop_of(found) != kNoNode) return kNoNode;
  const NodeId handler = tree.ancestor(found, Kind::TryStatement);
  if (handler != kNoNode && tree.contains(function, handler)) return kNoNode;
  const NodeId statement = model.statement_of(found);
  return tree.is(statement, Kind::ExpressionStatement) ? statement : NodeId{kNoNode};
}

// As written, the name that gets the handle which the call gives, and the lists that it is put
// into.
std::set<std::string_view> holders_of_handle(const SemanticModel& model, NodeId call,
                                             NodeId behind) {
  const SyntaxTree& tree = model.tree();
  std::set<std::string_view> holders;
  const auto take_list = [&](NodeId handle) {
    const Consumer taker = model.consumer_of(handle);
    if (taker.role == Role::Argument && model.method_name(taker.node) == "append") {
      holders.insert(tree.text(model.receiver_of_call(taker.node, "append")));
    }
  };
  take_list(call);
  const NodeId assignment = tree.parent(call);
  if (!tree.is(assignment, Kind::Assignment)) return holders;
  const NodeId target = tree.child(assignment, Field::Left);
  if (tree.is(target, Kind::Attribute)) holders.insert(tree.text(target));
  const DefId def =
      tree.is(target, Kind::Identifier) ? model.bindings().definition_at(target) : DefId{kNone};
  if (def == kNone) return holders;
  for (const UseId use : model.bindings().definition(def).uses) {
    const NodeId read = model.bindings().use(use).node;
    if (read >= behind) holders.insert(tree.text(target));
    take_list(read);
  }
  return holders;
}

}  // namespace

std::optional<CleanupBehindYield> removal_behind_yield(const SemanticModel& model, NodeId call) {
  const SyntaxTree& tree = model.tree();
  const NodeId function = model.function_of(call);
  if (function == kNoNode || !model.is_generator(function) || !registers_hook(model, call) ||
      !stays_registered(model, call) || !is_context_manager(model, function)) {
    return std::nullopt;
  }
  const NodeId yield = only_yield_after(model, call, function);
  if (yield == kNoNode) return std::nullopt;
  const CleanupBehindYield behind{yield, tree.next_sibling(yield),
                                  model.statements(model.block_of(yield)).back()};
  if (behind.first == kNoNode) return std::nullopt;
  const std::set<std::string_view> holders = holders_of_handle(model, call, behind.first);
  bool removes = false, is_own = false;
  for (NodeId n = behind.first; n < tree.subtree_end(behind.last); ++n) {
    const bool is_place = tree.is(n, Kind::Identifier) || tree.is(n, Kind::Attribute);
    is_own = is_own || (is_place && holders.contains(tree.text(n)));
    // In a `finally` these would swallow the exception, or replace it.
    if (tree.is(n, Kind::ReturnStatement) || tree.is(n, Kind::RaiseStatement)) return std::nullopt;
    removes = removes || (tree.is(n, Kind::Call) && model.method_name(n) == "remove" &&
                          model.arguments(n).empty());
  }
  return removes && is_own ? std::optional(behind) : std::nullopt;
}

}  // namespace mlfix
