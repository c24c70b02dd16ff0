// A handle counts as lost when the value-flow engine finds nobody who removes the hook, or might.

#include "torch/hooks/hooks.h"

#include <algorithm>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "semantic/binding/binding.h"
#include "semantic/control/consumer.h"
#include "semantic/flow/long_lived.h"
#include "semantic/knowledge/knowledge.h"
#include "semantic/knowledge/meanings.h"
#include "semantic/names/access_path.h"
#include "semantic/names/calls.h"
#include "semantic/obligation/release_flow.h"
#include "semantic/semantic_model.h"
#include "torch/module/module_uses.h"
#include "torch/tensor/literal_tensor.h"

namespace mlfix {
namespace {

// A handle is given back by the method that removes its hook.
const ResourceInfo& row_of_handles() {
  static const ResourceInfo row = [] {
    ResourceInfo handle;
    handle.release = "remove";
    handle.released_by.add("remove");
    return handle;
  }();
  return row;
}

struct HookCalls {
  explicit HookCalls(const SemanticModel& model) {
    for (NodeId n = 0; n < model.tree().size(); ++n) {
      if (!model.tree().is(n, Kind::Call) || !registers_hook(model, n)) continue;
      all.push_back(n);
      ++by_function[model.function_of(n)];
    }
  }

  std::vector<NodeId> all;  // in source order
  std::unordered_map<NodeId, std::size_t> by_function;
};

// A name, which is kept in `as` says what, or an attribute of the object.
HandlePlace place_at(const SemanticModel& model, NodeId expr, HandleKept as) {
  if (model.tree().is(expr, Kind::Identifier)) return {as, expr};
  return is_attribute_of_self(model.tree(), expr) ? HandlePlace{HandleKept::OnObject, expr}
                                                  : HandlePlace{};
}

// Whether nobody takes a handle from a name, by its variable.
struct AbandonedHandles {
  std::unordered_map<const Variable*, bool> known;
};

// Is the name bound once, to the handle alone or to a list of the function it stands in, and does
// nobody remove a hook by it?
bool is_abandoned(const SemanticModel& model, const HandlePlace& kept) {
  const Bindings& bindings = model.bindings();
  const Variable* variable = variable_at(model, kept.place);
  if (variable == nullptr || variable->declared_global || variable->definitions.size() != 1) {
    return false;
  }
  if (kept.kept == HandleKept::InList) {
    const NodeId function = model.function_of(kept.place);
    const Definition& made = bindings.definition(variable->definitions.front());
    const bool own = function != kNoNode && bindings.scope(variable->scope).node == function &&
                     made.kind == DefKind::Assign && made.value != kNoNode &&
                     makes_container(model, made.value);
    if (!own) return false;
  }
  const auto [known, is_new] = model.notes<AbandonedHandles>().known.try_emplace(variable);
  if (is_new) {
    std::vector<NodeId> reads;
    for (const UseId use : variable->uses) reads.push_back(bindings.use(use).node);
    known->second = leave_handles(model, reads);
  }
  return known->second;
}

}  // namespace

bool registers_hook(const SemanticModel& model, NodeId call) {
  const std::string_view method = model.method_name(call);
  return model.means(Meaning::RegistersForwardHook, method) ||
         model.means(Meaning::RegistersBackwardHook, method);
}

const std::vector<NodeId>& hook_calls(const SemanticModel& model) {
  return model.notes<HookCalls>(model).all;
}

std::size_t number_of_hook(const SemanticModel& model, NodeId scope, NodeId call) {
  const std::vector<NodeId>& all = hook_calls(model);
  const auto first = std::ranges::lower_bound(all, scope);
  return static_cast<std::size_t>(std::ranges::lower_bound(all, call) - first) + 1;
}

bool reaches_hook_tables(const SemanticModel& model) {
  return model.mentions("_forward_hooks") || model.mentions("_forward_pre_hooks") ||
         model.mentions("_backward_hooks");
}

std::size_t hooks_registered_in(const SemanticModel& model, NodeId function) {
  const auto& by_function = model.notes<HookCalls>(model).by_function;
  const auto found = by_function.find(function);
  return found == by_function.end() ? 0 : found->second;
}

HandlePlace place_of_handle(const SemanticModel& model, NodeId call) {
  const SyntaxTree& tree = model.tree();
  if (tree.is(tree.parent(call), Kind::ExpressionStatement)) return {HandleKept::Nowhere, kNoNode};
  Consumer consumer = model.consumer_of(call);
  if (consumer.role == Role::Argument && model.method_name(consumer.node) == "append") {
    return place_at(model, model.receiver_of_call(consumer.node, "append"), HandleKept::InList);
  }
  const bool listed =
      consumer.role == Role::Element && tree.is(consumer.node, Kind::ListComprehension);
  if (listed) consumer = model.consumer_of(consumer.node);
  if (consumer.role != Role::Assigned || !tree.is(consumer.node, Kind::Assignment)) return {};
  const NodeId target = tree.child(consumer.node, Field::Left);
  if (tree.is(target, Kind::Subscript)) {
    return place_at(model, without_items(model, target), HandleKept::Elsewhere);
  }
  return place_at(model, target, listed ? HandleKept::InList : HandleKept::InName);
}

bool leave_handles(const SemanticModel& model, std::span<const NodeId> reads) {
  const Bindings& bindings = model.bindings();
  const ReleaseFlow policy(row_of_handles());
  ValueFlow flow(model, policy);
  for (const NodeId read : reads) flow.start_expression(read);
  // A `with` statement removes the hook at its end.
  const auto enters = [&](NodeId read) { return model.consumer_of(read).role == Role::WithItem; };
  return flow.run().empty() && std::ranges::none_of(reads, enters) &&
         std::ranges::none_of(flow.definitions(), [&](DefId def) {
           return std::ranges::any_of(bindings.definition(def).uses,
                                      [&](UseId use) { return enters(bindings.use(use).node); });
         });
}

bool stays_registered(const SemanticModel& model, NodeId call) {
  const std::string_view method = model.method_name(call);
  if (method != "register_hook") return true;
  const NodeId tensor = model.receiver_of_call(call, method);
  if (model.facts(tensor).must_be(Fact::Parameter) || is_parameter_attribute(model, tensor)) {
    return true;
  }
  const NodeId made = assigned_value(model, tensor);
  return made != kNoNode &&
         model.tree().text(made).find(".next_functions") != std::string_view::npos;
}

std::optional<HookRegistration> lost_registration(const SemanticModel& model, NodeId call) {
  if (!registers_hook(model, call) || model.callee(call) != kNoNode) return std::nullopt;
  const HandlePlace kept = place_of_handle(model, call);
  const bool named = kept.kept == HandleKept::InName || kept.kept == HandleKept::InList;
  const bool lost = kept.kept == HandleKept::Nowhere || (named && is_abandoned(model, kept));
  if (!lost) return std::nullopt;
  const std::string_view method = model.method_name(call);
  HookRegistration found;
  found.call = call;
  found.statement = model.statement_of(call);
  found.receiver = model.receiver_of_call(call, method);
  found.hook = model.argument(call, 0, "hook");
  found.on_backward = model.means(Meaning::RegistersBackwardHook, method);
  (kept.kept == HandleKept::InList ? found.handles : found.handle) = kept.place;
  const bool stays = found.receiver != kNoNode && stays_registered(model, call);
  return stays && found.hook != kNoNode ? std::optional(found) : std::nullopt;
}

const Variable* variable_at(const SemanticModel& model, NodeId identifier) {
  if (!model.tree().is(identifier, Kind::Identifier)) return nullptr;
  const Bindings& bindings = model.bindings();
  const UseId use = bindings.use_at(identifier);
  const DefId def = use == kNone ? bindings.definition_at(identifier) : bindings.use(use).def;
  return def == kNone ? nullptr : &bindings.variable_of(def);
}

namespace {

// The def or lambda that a name or a lambda is; no method, which has an object to keep things on.
NodeId plain_function(const SemanticModel& model, NodeId expr) {
  const bool is_method = model.tree().is(expr, Kind::Attribute);
  return expr == kNoNode || is_method ? kNoNode : model.calls().function_value(expr);
}

// The method that `self.method` is, where no class of the file may put another in its place.
NodeId bound_method(const SemanticModel& model, NodeId expr) {
  if (!is_attribute_of_self(model.tree(), expr)) return kNoNode;
  const std::vector<NodeId> methods = model.calls().methods_of_self(expr);
  const bool bound = methods.size() == 1 && !is_static_method(model.tree(), methods.front());
  return bound ? methods.front() : NodeId{kNoNode};
}

// The only thing that `function` returns, when that is a function inside it.
NodeId returned_function(const SemanticModel& model, NodeId function) {
  const std::vector<NodeId>& returns = model.returns_of(function);
  if (returns.size() != 1) return kNoNode;
  const NodeId found = plain_function(model, model.tree().first_child(returns.front()));
  return found != kNoNode && model.tree().contains(function, found) ? found : NodeId{kNoNode};
}

}  // namespace

HookCode code_of_hook(const SemanticModel& model, NodeId hook) {
  const SyntaxTree& tree = model.tree();
  if (tree.is(hook, Kind::Identifier)) {
    const DefId d = model.bindings().reaching(hook);
    const bool assigned = d != kNone && model.bindings().definition(d).kind == DefKind::Assign;
    hook = assigned ? model.bindings().definition(d).value : hook;
  }
  if (tree.is(hook, Kind::Call) && model.is_call_to(hook, Meaning::BindsArguments) &&
      !model.arguments(hook).empty()) {
    hook = model.arguments(hook)[0];
  }
  if (const NodeId code = plain_function(model, hook); code != kNoNode) return {code};
  if (const NodeId method = bound_method(model, hook); method != kNoNode) {
    return {.node = method, .is_method = true};
  }
  const NodeId maker = tree.is(hook, Kind::Call) ? model.callee(hook) : kNoNode;
  return maker == kNoNode ? HookCode{} : HookCode{returned_function(model, maker), hook};
}

}  // namespace mlfix
