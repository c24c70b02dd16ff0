// How long a hook is needed by the function that registers it.
#pragma once

#include <optional>

#include "torch/hooks/hooks.h"
#include "torch/module/module_uses.h"

namespace mlfix {

class SemanticModel;

// From the registration to the end of `last`; the three are siblings.
struct HookLifetime {
  NodeId registered = kNoNode;  // the registration, or the statement that holds it
  NodeId first = kNoNode;       // the first statement that needs the hook, or may leave
  NodeId last = kNoNode;        // the last use of the module, or the last backward pass
  bool in_loop = false;         // each iteration registers again
};

// Nothing when the module does not run in `scope` after the registration, a
// hook on backward sees no backward pass there, or a loop registers for one of
// its iterations or makes a module in each: then the hook is meant to stay.
std::optional<HookLifetime> lifetime_of(const SemanticModel& model, const HookRegistration& hook,
                                        const ModuleUses& uses, NodeId scope);

// How long a method needs the hook that registers it on modules of its object for each call: from
// the registration, or the loop that holds it, to the last statement after it that runs a module,
// a method of its object or a backward pass. Nothing when a condition says whether to register,
// when the hook waits for a backward pass that the caller makes, and in generators.
std::optional<HookLifetime> lifetime_in_call(const SemanticModel& model,
                                             const HookRegistration& hook);

// Statements of a context manager that is a generator.
struct CleanupBehindYield {
  NodeId yield = kNoNode;                  // gives control to the block of the caller
  NodeId first = kNoNode, last = kNoNode;  // its siblings behind it, to the end of the block
};

// What removes the hook of `call` behind the one `yield` of a context manager, where an exception
// of the caller's block skips it. Nothing when the hook is removed in another way.
std::optional<CleanupBehindYield> removal_behind_yield(const SemanticModel& model, NodeId call);

// The last statement of `block`, after the one `after`, that runs a backward pass; or kNoNode.
NodeId last_backward(const SemanticModel& model, NodeId block, NodeId after);

// Is the module, or what is made of it, given to a caller?
bool is_given_on(const SemanticModel& model, const ModuleUses& uses);

}  // namespace mlfix
