// The edits that remove a hook when it has done its work.
#pragma once

#include <optional>

#include "rewrite/edits.h"
#include "transforms/resource/hooks/hook_lifetime.h"
#include "transforms/resource/hooks/hooks.h"

namespace mlfix {

// Keeps the handle of the hook, under a new name where it has none, and removes the
// hook at the end of `life`; nothing when there is no such name or place.
std::optional<Intents> remove_hook(const SemanticModel& model, const Rewriter& edit,
                                   const HookRegistration& hook, const HookLifetime& life,
                                   NodeId scope);

}  // namespace mlfix
