// The edits that remove a hook when it has done its work.
#pragma once

#include <optional>

#include "rewrite/edits.h"
#include "torch/hooks/hook_lifetime.h"
#include "torch/hooks/hooking_object.h"
#include "torch/hooks/kept_handles.h"

namespace mlfix {

class SemanticModel;

// Keeps the handle of the hook, under a new name where it has none, and removes the
// hook at the end of `life`; nothing when there is no such name or place.
std::optional<Intents> remove_hook(const SemanticModel& model, const Rewriter& edit,
                                   const HookRegistration& hook, const HookLifetime& life,
                                   NodeId scope);

// Removes the hooks where the object gives their handles up. Nothing where the attribute may not
// exist there.
std::optional<Intents> remove_kept(const SemanticModel& model, const Rewriter& edit,
                                   const KeptHandles& kept);

// Makes the object keep the handles of its hooks, and the loop that makes it remove them at the end
// of the iteration. Nothing where the object may have no such attribute.
std::optional<Intents> unhook_object(const SemanticModel& model, const Rewriter& edit,
                                     const HookingObject& object);

}  // namespace mlfix
