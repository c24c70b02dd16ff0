// A registration in a loop collects its handles in a list, one elsewhere binds a name;
// names that the scope has already are left alone. Handles that are in a list already are
// removed from there.

#include "transforms/resource/hooks/hook_removal.h"

#include <string>
#include <string_view>
#include <utility>

#include "semantic/control/flow_queries.h"
#include "transforms/resource/freeing/release.h"

namespace mlfix {
namespace {

// A new name for this hook's handle. Fixes of one pass don't know of each other,
// so every registration of the scope has a number of its own.
std::optional<std::string> name_for(const SemanticModel& model, const Rewriter& edit, NodeId scope,
                                    NodeId call, std::string_view plural) {
  const std::size_t number = number_of_hook(model, scope, call);
  const std::string suffix = number == 1 ? "" : "_" + std::to_string(number);
  // In code: names that the fix gives, not names it looks for.
  for (const std::string_view base : {"handle", "hook_handle", "removable"}) {
    const std::string name = std::string(base) + std::string(plural) + suffix;
    if (edit.fresh_name(call, name) == name) {
      return name;
    }
  }
  return std::nullopt;
}

// Binds the handle, and says the code that removes it.
std::optional<Intents> bind_handle(const SemanticModel& model, const Rewriter& edit,
                                   const HookRegistration& hook, NodeId scope,
                                   const HookLifetime& life, std::string& removal) {
  const SyntaxTree& tree = model.tree();
  if (hook.handles != kNoNode) {
    removal = "for " + edit.fresh_name(hook.call, "handle") + " in " +
              std::string(tree.text(hook.handles)) + ":\n    " +
              edit.fresh_name(hook.call, "handle") + ".remove()";
    return Intents{};
  }
  const auto name = hook.handle != kNoNode ? std::optional(std::string(tree.text(hook.handle)))
                                           : name_for(model, edit, scope, hook.call, "");
  if (!name) {
    return std::nullopt;
  }
  if (life.registered == hook.statement) {
    removal = *name + ".remove()";
    return hook.handle == kNoNode ? edit.insert(tree[hook.call].begin, *name + " = ") : Intents{};
  }
  const auto all = name_for(model, edit, scope, hook.call, "s");
  auto intents = all ? edit.insert_before(life.registered, *all + " = []") : std::nullopt;
  if (!intents || hook.handle != kNoNode) {
    return std::nullopt;
  }
  removal = "for " + *name + " in " + *all + ":\n    " + *name + ".remove()";
  append(*intents, edit.insert(tree[hook.call].begin, *all + ".append("));
  append(*intents, edit.insert(tree[hook.call].end, ")"));
  return intents;
}

// Within each other; so many nobody wants to read.
constexpr std::size_t kMaxTries = 8;

}  // namespace

std::optional<Intents> remove_hook(const SemanticModel& model, const Rewriter& edit,
                                   const HookRegistration& hook, const HookLifetime& life,
                                   NodeId scope) {
  if (hooks_registered_in(model, model.function_of(hook.call)) > kMaxTries &&
      !always_completes(model, life.first, life.last, Exceptions::Ignored)) {
    return std::nullopt;
  }
  std::string removal;
  auto intents = bind_handle(model, edit, hook, scope, life, removal);
  if (!intents) {
    return std::nullopt;
  }
  auto removed = run_behind(model, edit, life.first, life.last, removal);
  if (!removed) {
    return std::nullopt;
  }
  append(*intents, std::move(*removed));
  return intents;
}

}  // namespace mlfix
