// How long a hook is needed by the function that registers it.
#pragma once

#include <optional>

#include "semantic/flow/way.h"
#include "torch/module/module_uses.h"
#include "transforms/resource/hooks/hooks.h"

namespace mlfix {

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

// The last statement of `block`, behind the one `behind`, that runs a backward pass; or kNoNode.
NodeId last_backward(const SemanticModel& model, NodeId block, NodeId behind);

// A loop in which the file registers the hook once more for each turn on modules
// that outlive it: its function, or the constructor that calls it, is called there
// with a module from outside of the loop. kNoNode when none is seen.
NodeId repeating_call(const SemanticModel& model, const HookRegistration& hook);

// The steps from that call, or the one of another file, to the registration.
WaySteps way_of_repetition(const SemanticModel& model, const HookRegistration& hook);

// Does another file call the function in a loop, with a module from outside of it?
bool is_repeated_elsewhere(const SemanticModel& model, const HookRegistration& hook);

// Does the method register on modules of its object, and then run a module and read
// what the hook left on the object? Each call adds one more hook.
bool registers_for_each_call(const SemanticModel& model, const HookRegistration& hook);

// How long such a method needs the hook: from the registration, or the loop that holds
// it, to the last statement behind it that runs a module, a method of its object or a
// backward pass. Nothing when a condition says whether to register, when the hook waits
// for a backward pass that the caller makes, and in generators.
std::optional<HookLifetime> lifetime_in_call(const SemanticModel& model,
                                             const HookRegistration& hook);

// Does `scope` hand the module on to its caller?
bool returns_module(const SemanticModel& model, const ModuleUses& uses);

// Could a caller differentiate what `scope` returns?
bool returns_graph(const SemanticModel& model, NodeId scope);

// Does a module run in `scope` behind the lifetime: this one, by a name that
// can't be told from another's?
bool modules_run_behind(const SemanticModel& model, const HookLifetime& life, NodeId scope);

}  // namespace mlfix
