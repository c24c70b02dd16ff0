// A registration in a loop collects its handles in a list, one elsewhere binds a name;
// names that the scope has already are left alone. Handles that are in a list already are
// removed from there. Those of an object go into a list on it, since a constructor may register any
// number of hooks by its methods; the loop that makes the object takes them away, since it alone
// knows when the object has done its work.

#include "transforms/resource/hooks/hook_removal.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "semantic/control/flow_queries.h"
#include "semantic/flow/long_lived.h"
#include "semantic/names/access_path.h"
#include "semantic/names/attribute_access.h"
#include "semantic/semantic_model.h"
#include "torch/module/autograd_function.h"
#include "transforms/resource/freeing/release.h"

namespace mlfix {
namespace {

// Within each other; so many nobody wants to read.
constexpr std::size_t kMaxTries = 8;

// The attribute of an object that is to keep handles.
constexpr std::string_view kHandles = "hook_handles";

// A new name for this hook's handle. Fixes of one pass don't know of each other,
// so every registration of the scope has a number of its own.
std::optional<std::string> name_for(const SemanticModel& model, const Rewriter& edit, NodeId scope,
                                    NodeId call, std::string_view plural) {
  const std::size_t number = number_of_hook(model, scope, call);
  const std::string suffix = number == 1 ? "" : fmt::format("_{}", number);
  // In code: names that the fix gives, not names it looks for.
  for (const std::string_view base : {"handle", "hook_handle", "removable"}) {
    const std::string name = fmt::format("{}{}{}", base, plural, suffix);
    if (edit.fresh_name(call, name) == name) return name;
  }
  return std::nullopt;
}

// Code that removes the hooks of all handles in `handles`, each by the name `handle`.
std::string removal_of_each(std::string_view handle, std::string_view handles) {
  return fmt::format("for {0} in {1}:\n    {0}.remove()", handle, handles);
}

struct BoundHandle {
  Intents intents;      // that bind the handle
  std::string removal;  // the code that removes the hook by it
};

std::optional<BoundHandle> bind_handle(const SemanticModel& model, const Rewriter& edit,
                                       const HookRegistration& hook, NodeId scope,
                                       const HookLifetime& life) {
  const SyntaxTree& tree = model.tree();
  if (hook.handles != kNoNode) {
    return BoundHandle{
        {}, removal_of_each(edit.fresh_name(hook.call, "handle"), tree.text(hook.handles))};
  }
  const bool named = hook.handle != kNoNode;
  const auto name = named ? std::optional(std::string(tree.text(hook.handle)))
                          : name_for(model, edit, scope, hook.call, "");
  if (!name) return std::nullopt;
  if (life.registered == hook.statement) {
    return BoundHandle{named ? Intents{} : edit.insert(tree[hook.call].begin, *name + " = "),
                       *name + ".remove()"};
  }
  const auto all = name_for(model, edit, scope, hook.call, "s");
  auto intents = all ? edit.insert_before(life.registered, *all + " = []") : std::nullopt;
  if (!intents || named) return std::nullopt;
  append(*intents, edit.insert(tree[hook.call].begin, *all + ".append("));
  append(*intents, edit.insert(tree[hook.call].end, ")"));
  return BoundHandle{std::move(*intents), removal_of_each(*name, *all)};
}

}  // namespace

std::optional<Intents> remove_hook(const SemanticModel& model, const Rewriter& edit,
                                   const HookRegistration& hook, const HookLifetime& life,
                                   NodeId scope) {
  if (hooks_registered_in(model, model.function_of(hook.call)) > kMaxTries &&
      !always_completes(model, life.first, life.last, Exceptions::Ignored)) {
    return std::nullopt;
  }
  auto bound = bind_handle(model, edit, hook, scope, life);
  auto removed =
      bound ? run_behind(model, edit, life.first, life.last, bound->removal) : std::nullopt;
  if (!removed) return std::nullopt;
  append(bound->intents, std::move(*removed));
  return std::move(bound->intents);
}

std::optional<Intents> remove_kept(const SemanticModel& model, const Rewriter& edit,
                                   const KeptHandles& kept) {
  const SyntaxTree& tree = model.tree();
  const std::string_view name = last_name(tree, kept.attribute);
  const std::vector<ContainerAccess> accesses = attribute_uses(model, name);
  const auto made = std::ranges::find_if(accesses, [&](const ContainerAccess& access) {
    return access.use == ContainerUse::Set && access.detail != kNoNode &&
           sets_up(model, model.function_of(access.place));
  });
  if (made == accesses.end()) return std::nullopt;
  const bool maybe = tree.is(made->detail, Kind::None);
  const bool many = makes_container(model, made->detail);
  const bool by_key =
      many && !tree.is(made->detail, Kind::List) && !tree.is(made->detail, Kind::ListComprehension);
  if (by_key || (!maybe && !many && !registers_hook(model, made->detail))) return std::nullopt;
  const std::string code =
      many ? removal_of_each(edit.fresh_name(kept.given_up, "handle"), fmt::format("self.{}", name))
      : maybe ? fmt::format("if self.{0} is not None:\n    self.{0}.remove()", name)
              : fmt::format("self.{}.remove()", name);
  const bool leaves = tree.is(kept.given_up, Kind::ReturnStatement);
  return kept.how == GivenUp::Dropped || leaves ? edit.insert_before(kept.given_up, code)
                                                : edit.insert_after(kept.given_up, code);
}

std::optional<Intents> unhook_object(const SemanticModel& model, const Rewriter& edit,
                                     const HookingObject& object) {
  const SyntaxTree& tree = model.tree();
  const NodeId made = model.statement_of(object.name), first = tree.next_sibling(made);
  const bool free = model.attribute_accesses(kHandles).empty() && !model.mentions("__slots__");
  if (first == kNoNode || !free) return std::nullopt;
  const auto removal = removal_of_each(edit.fresh_name(object.name, "handle"),
                                       fmt::format("{}.{}", tree.text(object.name), kHandles));
  auto intents = edit.insert_at_body_start(
      tree.child(object.constructor, Field::Body),
      fmt::format("{}.{} = []", first_parameter(tree, object.constructor), kHandles));
  auto removed =
      run_behind(model, edit, first, model.statements(model.block_of(made)).back(), removal);
  if (!intents || !removed) return std::nullopt;
  for (const NodeId call : object.registrations) {
    const std::string_view self = first_parameter(tree, model.function_of(call));
    append(*intents, edit.insert(tree[call].begin, fmt::format("{}.{}.append(", self, kHandles)));
    append(*intents, edit.insert(tree[call].end, ")"));
  }
  append(*intents, std::move(*removed));
  return intents;
}

}  // namespace mlfix
