// The handles go into a list on the object, since a constructor may register any number
// of hooks by its methods; the loop that makes the object takes them away, since it alone
// knows when the object has done its work. An object that goes anywhere but by its own
// methods and attributes may be needed later, so then there is no edit.

#include "transforms/resource/hooks/hooking_object.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "semantic/flow/long_lived.h"
#include "torch/module/autograd_function.h"
#include "transforms/resource/freeing/release.h"
#include "transforms/resource/hooks/hook_lifetime.h"

namespace mlfix {
namespace {

constexpr std::string_view kHandles = "hook_handles";

// The constructor that `creation` runs, when it is one of the class that has `hook`.
NodeId constructor_run_by(const SemanticModel& model, const HookRegistration& hook,
                          NodeId creation) {
  const SyntaxTree& tree = model.tree();
  const NodeId constructor = model.callee(creation);
  const bool runs =
      constructor != kNoNode && tree.text(tree.child(constructor, Field::Name)) == "__init__" &&
      model.method_class(constructor) != kNoNode &&
      model.method_class(constructor) == model.method_class(model.function_of(hook.call));
  return runs ? constructor : NodeId{kNoNode};
}

// Is this loop the only one that makes such objects?
bool is_only_loop(const SemanticModel& model, NodeId constructor, NodeId creation) {
  const std::vector<NodeId>& calls = model.call_sites(constructor).calls;
  return std::none_of(calls.begin(), calls.end(), [&](NodeId call) {
    return call != creation && model.loop_of(call) != kNoNode;
  });
}

// Does a method of the class give the object itself, as `return self`?
bool gives_itself(const SemanticModel& model, NodeId klass) {
  const SyntaxTree& tree = model.tree();
  for (NodeId n = klass; n < tree.subtree_end(klass); ++n) {
    if (!tree.is(n, Kind::ReturnStatement)) continue;
    const NodeId method = model.function_of(n), value = tree.first_child(n);
    if (value != kNoNode && method != kNoNode && tree.is(value, Kind::Identifier) &&
        tree.text(value) == first_parameter(tree, method)) {
      return true;
    }
  }
  return false;
}

// The name that holds the object, and nothing of it leaves the iteration; or kNoNode.
NodeId name_in_iteration(const SemanticModel& model, NodeId creation) {
  const SyntaxTree& tree = model.tree();
  const Bindings& bindings = model.bindings();
  const NodeId assignment = tree.parent(creation), loop = model.loop_of(creation);
  if (!tree.is(assignment, Kind::Assignment) || loop == kNoNode) return kNoNode;
  const NodeId target = tree.child(assignment, Field::Left);
  const NodeId statement = model.statement_of(creation);
  if (!tree.is(target, Kind::Identifier) || tree.first_child(statement) != assignment ||
      model.block_of(statement) != tree.child(loop, Field::Body)) {
    return kNoNode;
  }
  const DefId def = bindings.definition_at(target);
  const auto& uses = bindings.variable_of(def).uses;
  const bool stays = std::all_of(uses.begin(), uses.end(), [&](UseId use) {
    const NodeId read = bindings.use(use).node;
    const Role role = model.consumer_of(read).role;
    return bindings.reaching(read) == def && tree.contains(loop, read) &&
           model.function_of(read) == model.function_of(creation) &&
           (role == Role::MethodReceiver || role == Role::Receiver || role == Role::Callee);
  });
  return stays ? target : NodeId{kNoNode};
}

// Puts the handle of each hook that the constructor registers into the list.
std::optional<Intents> keep_handles(const SemanticModel& model, const Rewriter& edit,
                                    NodeId constructor, NodeId creation) {
  const SyntaxTree& tree = model.tree();
  auto intents = edit.insert_at_body_start(
      tree.child(constructor, Field::Body),
      fmt::format("{}.{} = []", first_parameter(tree, constructor), kHandles));
  const NodeId klass = model.method_class(constructor);
  const NodeId made = model.statement_of(creation);
  const bool goes_backward = last_backward(model, model.block_of(made), made) != kNoNode;
  for (NodeId n = klass; intents && n < tree.subtree_end(klass); ++n) {
    const auto hook = tree.is(n, Kind::Call) ? lost_registration(model, n) : std::nullopt;
    if (!hook || repeating_call(model, *hook) != creation) continue;
    const NodeId method = model.function_of(n);
    const bool waits = hook->on_backward && !goes_backward;
    if (model.method_class(method) != klass || hook->handle != kNoNode || waits) {
      return std::nullopt;
    }
    const auto kept = fmt::format("{}.{}.append(", first_parameter(tree, method), kHandles);
    append(*intents, edit.insert(tree[n].begin, kept));
    append(*intents, edit.insert(tree[n].end, ")"));
  }
  return intents;
}

std::optional<Intents> remove_at_end(const SemanticModel& model, const Rewriter& edit,
                                     NodeId creation, NodeId name) {
  const SyntaxTree& tree = model.tree();
  const std::string handle = edit.fresh_name(creation, "handle");
  const std::string removal =
      fmt::format("for {0} in {1}.{2}:\n    {0}.remove()", handle, tree.text(name), kHandles);
  const NodeId statement = model.statement_of(creation);
  const NodeId first = tree.next_sibling(statement);
  if (first == kNoNode) return std::nullopt;
  const NodeId last = model.statements(model.block_of(statement)).back();
  return run_behind(model, edit, first, last, removal);
}

}  // namespace

std::optional<Intents> unhook_object(const SemanticModel& model, const Rewriter& edit,
                                     const HookRegistration& hook, NodeId creation) {
  const NodeId constructor = constructor_run_by(model, hook, creation);
  if (constructor == kNoNode || !is_only_loop(model, constructor, creation)) return std::nullopt;
  const NodeId name = name_in_iteration(model, creation);
  const NodeId klass = model.method_class(constructor);
  const bool free = model.attribute_accesses(kHandles).empty() && !model.mentions("__slots__") &&
                    unseen_base(model, klass) == kNoNode && !gives_itself(model, klass);
  if (name == kNoNode || !free) return std::nullopt;
  auto intents = keep_handles(model, edit, constructor, creation);
  auto removal = remove_at_end(model, edit, creation, name);
  if (!intents || !removal) return std::nullopt;
  append(*intents, std::move(*removal));
  return intents;
}

}  // namespace mlfix
