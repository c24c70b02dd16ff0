// Registrations of hooks: what registers one, on what, and what becomes of its handle.
//
// A hook runs until remove() is called on the handle that its registration gives. So the handle is
// an obligation, and it is lost when nobody who holds it calls that, or might.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "semantic/binding/binding.h"

namespace mlfix {

class SemanticModel;

// Does `call` register a hook, whatever becomes of the handle?
bool registers_hook(const SemanticModel& model, NodeId call);

// The calls of the file that do, in source order. Linear the first time.
const std::vector<NodeId>& hook_calls(const SemanticModel& model);

// Which of those in `scope` the call is, from 1; those of functions within it count.
std::size_t number_of_hook(const SemanticModel& model, NodeId scope, NodeId call);

// May hooks be taken from the tables of their module, without a handle, or be counted there?
bool reaches_hook_tables(const SemanticModel& model);

// How many of them are of `function` itself; kNoNode for the module.
std::size_t hooks_registered_in(const SemanticModel& model, NodeId function);

enum class HandleKept : std::uint8_t {
  Nowhere,    // the call is a statement
  InName,     // h = …
  InList,     // hs.append(…), hs = [… for …]
  OnObject,   // self.h = …, self.h[k] = …, self.hs.append(…), self.hs = [… for …]
  Elsewhere,  // all else
};

struct HandlePlace {
  HandleKept kept = HandleKept::Elsewhere;
  NodeId place = kNoNode;  // the name, the list's name, or the attribute
};

// Where the handle goes that the registration gives.
HandlePlace place_of_handle(const SemanticModel& model, NodeId call);

inline bool is_attribute_of_self(const SyntaxTree& tree, NodeId n) {
  return tree.is(n, Kind::Attribute) && tree.text(tree.child(n, Field::Object)) == "self";
}

// Do these reads, of a handle or of what holds handles, and all that gets it from there, leave
// the hooks on? Not when somebody may remove them, keeps what was read, or can't be seen.
bool leave_handles(const SemanticModel& model, std::span<const NodeId> reads);

// Does the hook outlive what is computed now? One on an activation dies with it; one on a module or
// a parameter stays, and one on the node of the graph where the gradient of a parameter arrives.
bool stays_registered(const SemanticModel& model, NodeId call);

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

// The registration that `call` is, when nothing can ever remove the hook. Errs to nothing.
std::optional<HookRegistration> lost_registration(const SemanticModel& model, NodeId call);

// The variable that an identifier binds or reads; nullptr for names that the file doesn't bind.
const Variable* variable_at(const SemanticModel& model, NodeId identifier);

// The function that is registered: a lambda, a def, a method of the object, or what a def returns.
struct HookCode {
  NodeId node = kNoNode;     // lambda or def
  NodeId factory = kNoNode;  // the call of the def that returns it
  bool is_method = false;    // bound to the object that registers it
};

// Of the expression that is registered: through names, functools.partial and a function
// of the file that returns one of its own. Of self.method only where no class of the file that is
// derived from this one has another. Without a node when it is not visible.
HookCode code_of_hook(const SemanticModel& model, NodeId hook);

}  // namespace mlfix
