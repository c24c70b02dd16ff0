// Registrations of hooks, and those whose handle is lost.
#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "semantic/semantic_model.h"

namespace mlfix {

// A statement that registers a hook and lets go of the handle.
struct HookRegistration {
  NodeId call = kNoNode;
  NodeId statement = kNoNode;
  NodeId receiver = kNoNode;  // the module or the parameter
  NodeId hook = kNoNode;      // the expression that is registered
  NodeId handle = kNoNode;    // the name it is bound to and not removed by, or kNoNode
  NodeId handles = kNoNode;   // the list it is put into, of which nobody takes it, or kNoNode
  bool on_backward = false;   // runs in backward
};

// Does `call` register a hook, whatever becomes of the handle?
bool registers_hook(const SemanticModel& model, NodeId call);

// Which of the calls in `scope` that register hooks `call` is, in source order, from 1; those
// of functions within it count.
std::size_t number_of_hook(const SemanticModel& model, NodeId scope, NodeId call);

// How many calls of `function` itself register hooks; kNoNode for the module.
std::size_t hooks_registered_in(const SemanticModel& model, NodeId function);

// Do these reads, of a handle or of what holds handles, and all that gets it from there, leave
// the hooks on? Not when somebody may remove them, keeps what was read, or can't be seen.
bool leave_handles(const SemanticModel& model, std::span<const NodeId> reads);

// The registration that `call` is, when nothing can ever remove the hook.
std::optional<HookRegistration> lost_registration(const SemanticModel& model, NodeId call);

}  // namespace mlfix
