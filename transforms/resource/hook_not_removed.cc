// Removes a hook once what it was registered for is done.
//
//     layer.register_forward_hook(keep)        handle = layer.register_forward_hook(keep)
//     model(x)                            ->   model(x)
//     return features[0]                       handle.remove()
//                                              return features[0]
//
// Fires when    the handle is lost, the same function then runs the module, and
//               the hook only observes and tells that function, or prints.
// Stays silent  for installers: nothing runs in the function, the hook keeps
//               what it sees on an object, or it changes what the module does.
// Safe when     moreover nobody could tell that the hook has gone: what it fills
//               stays in the function, or the module does.

#include <algorithm>

#include "engine/transform.h"
#include "transforms/common/hooks.h"
#include "transforms/common/module_uses.h"

namespace mlfix {
namespace {

// Where the hook is needed: from behind `first` to the end of `last`, siblings.
struct Lifetime {
  NodeId first = kNoNode;  // the registration, or the statement that holds it
  NodeId last = kNoNode;
  bool in_loop = false;  // each iteration registers again
};

NodeId last_backward(const Context& c, NodeId block, NodeId behind) {
  NodeId last = kNoNode;
  for (NodeId statement : c.model.statements(block)) {
    const Effects effects = c.model.effects(statement);
    if (statement > behind &&
        (effects.has(Effect::Backward) || effects.has(Effect::AutogradGrad))) {
      last = statement;
    }
  }
  return last;
}

NodeId statement_in(const Context& c, NodeId block, NodeId n) {
  while (n != kNoNode && c.tree.parent(n) != block) {
    n = c.tree.parent(n);
  }
  return n;
}

// The smallest block that registers, runs the module, and holds all later uses
// of it, or is what a loop repeats.
std::optional<Lifetime> lifetime_of(const Context& c, const HookRegistration& hook,
                                    const ModuleUses& uses, NodeId scope) {
  for (NodeId first = hook.statement; first != kNoNode && first != scope;) {
    const NodeId block = c.model.block_of(first);
    const NodeId end = c.tree.subtree_end(first);
    const NodeId loop = c.model.loop_of(first);
    const bool is_body = loop != kNoNode && c.tree.child(loop, Field::Body) == block;
    const auto within = [&](NodeId n) { return n >= end && c.tree.contains(block, n); };
    NodeId last = kNoNode;
    bool outside = false;
    for (NodeId read : uses.reads) {
      last = within(read) ? statement_in(c, block, read) : last;
      outside = outside || (read >= end && !within(read));
    }
    const bool runs = std::any_of(uses.runs.begin(), uses.runs.end(), within);
    if (runs && (!outside || is_body)) {
      const NodeId backward = hook.on_backward ? last_backward(c, block, first) : last;
      if (backward == kNoNode) {
        return std::nullopt;
      }
      return Lifetime{first, std::max(last, backward), loop != kNoNode};
    }
    first = c.model.statement_of(c.tree.parent(block));
  }
  return std::nullopt;
}

// May control leave the region before its end, other than by an error?
bool may_leave(const Context& c, NodeId first, NodeId last) {
  for (NodeId n = first; n < c.tree.subtree_end(last);) {
    const NodeId loop = c.model.loop_of(n);
    switch (c.tree.kind(n)) {
      case Kind::ReturnStatement:
      case Kind::RaiseStatement:
        return true;
      case Kind::BreakStatement:
      case Kind::ContinueStatement:
        if (loop < first) {
          return true;
        }
        ++n;
        break;
      case Kind::FunctionDefinition:
      case Kind::ClassDefinition:
      case Kind::Lambda:
        n = c.tree.subtree_end(n);
        break;
      default:
        ++n;
    }
  }
  return false;
}

bool returns_module(const Context& c, const ModuleUses& uses) {
  return std::any_of(uses.reads.begin(), uses.reads.end(), [&](NodeId read) {
    Consumer consumer = c.model.consumer_of(read);
    while (consumer.role == Role::Element) {
      consumer = c.model.consumer_of(consumer.node);
    }
    return consumer.role == Role::Returned || consumer.role == Role::Yielded;
  });
}

// Could somebody differentiate again what the function returns?
bool returns_graph(const Context& c, NodeId scope) {
  for (NodeId n = scope; n < c.tree.subtree_end(scope); ++n) {
    if (c.tree.is(n, Kind::ReturnStatement) && c.model.function_of(n) == scope &&
        c.tree.first_child(n) != kNoNode &&
        !c.model.facts(c.tree.first_child(n)).must.has_any(Fact::NoGraph | Fact::Number)) {
      return true;
    }
  }
  return false;
}

// Why the removal is only right under an assumption, or "".
std::string assumption(const Context& c, const HookRegistration& hook, const ModuleUses& uses,
                       const HookEffects& effects, const Lifetime& life, NodeId scope) {
  if (life.in_loop) {
    return "one hook at a time is meant, not one more in each iteration";
  }
  if (uses.is_local) {
    return hook.on_backward && returns_graph(c, scope)
               ? "no caller differentiates what the function returns"
               : "";
  }
  if (effects.observable) {
    return "nobody wants to hear from the hook when the module runs later";
  }
  if (effects.audience == Audience::Callers) {
    return "later runs of the module are not meant to go on filling `" +
           std::string(effects.filled) + "`";
  }
  return hook.on_backward && returns_graph(c, scope)
             ? "no caller differentiates what the function returns"
             : "";
}

// First statement behind the registration that needs the hook or may leave.
NodeId first_in_need(const Context& c, const ModuleUses& uses, const Lifetime& life) {
  for (NodeId n = c.tree.next_sibling(life.first); n != life.last; n = c.tree.next_sibling(n)) {
    const auto reads = [&](NodeId run) { return c.tree.contains(n, run); };
    if (may_leave(c, n, n) || std::any_of(uses.runs.begin(), uses.runs.end(), reads)) {
      return n;
    }
  }
  return life.last;
}

// A new name for this hook's handle. Fixes of one pass don't know of each other,
// so every lost registration of the scope has a number of its own.
std::optional<std::string> name_for(const Context& c, NodeId scope, NodeId call,
                                    std::string_view plural) {
  int number = 1;
  for (NodeId n = scope; n < call; ++n) {
    number += c.tree.is(n, Kind::Call) && lost_registration(c.model, n) ? 1 : 0;
  }
  const std::string suffix = number == 1 ? "" : "_" + std::to_string(number);
  for (const std::string_view base : {"handle", "hook_handle", "removable"}) {
    const std::string name = std::string(base) + std::string(plural) + suffix;
    if (c.edit.fresh_name(call, name) == name) {
      return name;
    }
  }
  return std::nullopt;
}

// Binds the handle, and says the code that removes it.
std::optional<Intents> bind_handle(const Context& c, const HookRegistration& hook, NodeId scope,
                                   const Lifetime& life, std::string& removal) {
  const auto name = hook.handle != kNoNode ? std::optional(std::string(c.tree.text(hook.handle)))
                                           : name_for(c, scope, hook.call, "");
  if (!name) {
    return std::nullopt;
  }
  if (life.first == hook.statement) {
    removal = *name + ".remove()";
    return hook.handle == kNoNode ? c.edit.insert(c.tree[hook.call].begin, *name + " = ")
                                  : Intents{};
  }
  const auto all = name_for(c, scope, hook.call, "s");
  auto intents = all ? c.edit.insert_before(life.first, *all + " = []") : std::nullopt;
  if (!intents || hook.handle != kNoNode) {
    return std::nullopt;
  }
  removal = "for " + *name + " in " + *all + ":\n    " + *name + ".remove()";
  append(*intents, c.edit.insert(c.tree[hook.call].begin, *all + ".append("));
  append(*intents, c.edit.insert(c.tree[hook.call].end, ")"));
  return intents;
}

std::string indented(std::string_view code) {
  std::string lines = "    ";
  for (const char byte : code) {
    lines += byte;
    lines += byte == '\n' ? "    " : "";
  }
  return lines;
}

std::optional<Intents> edit(const Context& c, const HookRegistration& hook, const ModuleUses& uses,
                            const Lifetime& life, NodeId scope) {
  std::string removal;
  auto intents = bind_handle(c, hook, scope, life, removal);
  if (!intents) {
    return std::nullopt;
  }
  const NodeId first = first_in_need(c, uses, life);
  auto removed = may_leave(c, first, life.last)
                     ? c.edit.wrap(first, life.last, "try:", "finally:\n" + indented(removal))
                     : c.edit.insert_after(life.last, removal);
  if (!removed) {
    return std::nullopt;
  }
  append(*intents, std::move(*removed));
  return intents;
}

void check(const Context& c, NodeId call, Findings& out) {
  const auto hook = lost_registration(c.model, call);
  if (!hook) {
    return;
  }
  const NodeId function = c.model.function_of(call);
  const NodeId scope = function == kNoNode ? c.tree.root() : function;
  const HookEffects effects = hook_effects(c.model, *hook, scope);
  if (!effects.fact.empty()) {
    c.abstain(call, effects.fact);
    return;
  }
  const ModuleUses uses = uses_of_module(c.model, hook->receiver, scope, hook->statement);
  const auto life = lifetime_of(c, *hook, uses, scope);
  if (!life) {
    c.abstain(call, "the module does not run here after the registration: an installer");
    return;
  }
  if (uses.captured || returns_module(c, uses)) {
    c.abstain(call, "the module is given on, perhaps for the sake of the hook");
    return;
  }
  if (function != kNoNode && c.model.is_generator(function)) {
    c.abstain(call, "the function gives control away while the hook is needed");
    return;
  }
  const std::string unless = assumption(c, *hook, uses, effects, *life, scope);
  Finding& finding =
      out.report(call, "the hook stays on the module, because its handle is lost" +
                           (unless.empty() ? "" : "; the fix assumes that " + unless));
  finding.growth = life->in_loop ? Growth::Linear : Growth::None;
  finding.confidence = uses.is_local ? Confidence::Medium : Confidence::High;
  finding.why.push_back(reason(c.tree, life->last, "nothing here needs the hook after this"));
  if (auto intents = edit(c, *hook, uses, *life, scope)) {
    finding.fix = Fix{unless.empty() ? Applicability::Safe : Applicability::Unsafe,
                      "Remove the hook after its last use",
                      std::move(*intents),
                      {}};
  }
}

}  // namespace

MLFIX_DEFINE_TRANSFORM(hook_not_removed, check,
                       {.kinds = {Kind::Call}, .triggers = {"torch", "hook("}});

}  // namespace mlfix
