// Whether anybody could tell that a hook has gone after its last use.
#pragma once

#include "semantic/verdict/proof.h"
#include "torch/hooks/hook_effects.h"
#include "torch/hooks/hook_lifetime.h"

namespace mlfix {

class SemanticModel;

// `scope` is the function or module that registers the hook.
Answer<Claim::HookUnheard> hook_unheard(const SemanticModel& model, const HookRegistration& hook,
                                        const ModuleUses& uses, const HookEffects& effects,
                                        const HookLifetime& life, NodeId scope);

}  // namespace mlfix
