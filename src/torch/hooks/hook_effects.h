// What a hook does when it runs.
//
// Most hooks are meant to stay, so the questions here are the ones that tell an
// installer from a measurement: whom the hook tells what it saw, and whether it
// changes what the module computes.
#pragma once

#include <cstdint>
#include <string_view>

#include "semantic/binding/binding.h"
#include "torch/hooks/hooks.h"

namespace mlfix {

class SemanticModel;

// Who sees, in the end, what a hook puts into a variable around it.
enum class Audience : std::uint8_t {
  Scope,     // only the function that registers it
  Callers,   // the object is returned, or given to code we can't see
  Everyone,  // it is kept: on an object, in a global, by another function
};

// What a run of the hook does to the rest of the program.
struct HookEffects {
  // Why it can't be said, or why the hook has to stay; "" when all below holds.
  std::string_view fact;
  // It tells the outside world: prints, logs, calls code of unknown effect.
  bool observable = false;
  // Of all that it fills or sets, the one that most people see.
  Audience audience = Audience::Scope;
  std::string_view filled = {};  // its name, "" when there is none
};

// `scope` is the function or module that registers the hook.
HookEffects hook_effects(const SemanticModel& model, const HookRegistration& hook, NodeId scope);

}  // namespace mlfix
