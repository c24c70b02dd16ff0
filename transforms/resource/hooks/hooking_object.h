// Objects whose constructor hooks a module that outlives them, made anew in each turn of
// a loop: injectors, extractors, explainers.
#pragma once

#include <optional>

#include "rewrite/edits.h"
#include "transforms/resource/hooks/hooks.h"

namespace mlfix {

// The edits by which the object that `creation` makes keeps the handles of `hook` and of
// all hooks that its constructor registers, and by which the loop around `creation`
// removes them at the end of the iteration. Nothing unless `creation` is the call of the
// constructor, and the object is certainly not needed behind its iteration.
std::optional<Intents> unhook_object(const SemanticModel& model, const Rewriter& edit,
                                     const HookRegistration& hook, NodeId creation);

}  // namespace mlfix
