// What an autograd function saves for its backward pass, and what it keeps on its context though it
// could save it.
#pragma once

#include <cstdint>

#include "syntax/syntax_tree.h"
#include "torch/module/autograd_function.h"

namespace mlfix {

class SemanticModel;

struct SavedTensors {
  bool any = false;  // forward() saves tensors, or a method takes some
  // The call `ctx.save_for_backward(a, b)` and the assignment `a, b = ctx.saved_tensors`, where
  // there is one of each, as a statement of forward() and of backward(), of as many values as
  // names; else kNoNode.
  NodeId call = kNoNode;
  NodeId unpacking = kNoNode;
};

// Linear in the class.
SavedTensors saved_tensors_of(const SemanticModel& model, const AutogradFunction& f);

// Is it a statement of the function's own block?
bool stands_directly_in(const SemanticModel& model, NodeId statement, NodeId function);

// The y of `y = ctx.y`, a statement of backward(), when this is the only read; else kNoNode.
NodeId name_taken_for(const SemanticModel& model, const AutogradFunction& f,
                      const ContextUses& uses);

// Is the value of a name that forward() puts on the context a tensor that came in or goes out, or
// one that backward() uses so? Errs to false.
bool is_known_tensor(const SemanticModel& model, const AutogradFunction& f, NodeId value,
                     const ContextUses& uses);

enum class MadeTensor : std::uint8_t { No, Likely, Certain };
// Is the value a tensor that forward() made on the way, by a call, as far as can be seen?
MadeTensor made_tensor(const SemanticModel& model, const AutogradFunction& f, NodeId value);

// The assignment of forward() to the attribute that is read at `read`, where it keeps a tensor that
// has a name for this read alone; or kNoNode.
NodeId store_taken_at(const SemanticModel& model, const AutogradFunction& f, NodeId read);

}  // namespace mlfix
