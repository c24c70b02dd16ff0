// Whether a tensor that outlives its iteration may be cut off from its graph.
//
// detach() keeps value, type, device and storage, so the only question is
// whether anybody needs the graph: the value must certainly be a tensor, must
// be followed from here to every reader, and none of them may differentiate it.
// Where it leaves the code we see, a backward pass that has already run on it
// in the same iteration stands in for the rest: the graph is spent by then.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "semantic/semantic_model.h"

namespace mlfix {

// How sure it is that an expression gives a tensor with a graph.
enum class Attachment : std::uint8_t {
  None,    // no sign of it
  Likely,  // by what it is computed from, by a module or loss with a telling name
  Proven,  // certainly a tensor, and attached by what the file shows
};
Attachment attachment_of(const SemanticModel& model, NodeId expr);

// A backward pass on a value, or on the graph it belongs to, that runs in the
// same iteration (or the same run of the function).
struct Backpropagation {
  NodeId call = kNoNode;  // kNoNode: there is none
  bool certain = false;   // whenever the value is reached, and it frees the graph
};
Backpropagation backpropagation_of(const SemanticModel& model, NodeId value);

// Does a module run here in evaluation mode, with no training in the innermost
// loop? Then gradients are to be switched off, not values detached one by one.
bool in_evaluation(const SemanticModel& model, NodeId n);

// May the value that `expr` has at its place be replaced by its detached self?
enum class Detaching : std::uint8_t { Forbidden, Assumed, Safe };
struct DetachVerdict {
  Detaching level = Detaching::Forbidden;
  std::string_view fact;        // Forbidden: why
  std::string_view assumption;  // Assumed: what the reader has to check
  Backpropagation backward;
};
DetachVerdict judge_detaching(const SemanticModel& model, NodeId expr);
// The verdict for several values of one statement: the worst.
DetachVerdict judge_detaching(const SemanticModel& model, const std::vector<NodeId>& values);

// The operands of an arithmetic expression, itself when it is none. Parentheses
// and signs are looked through, calls are operands.
std::vector<NodeId> arithmetic_operands(const SemanticModel& model, NodeId expr);
// Those of `values` that carry a graph, by some sign.
std::vector<NodeId> attached_among(const SemanticModel& model, const std::vector<NodeId>& values);

// Does the read at `read` see what the definition `def` of the same variable gave
// in an earlier iteration of `loop`, other updates on the way included?
bool is_carried(const SemanticModel& model, NodeId read, NodeId loop, DefId def);

// The identifier of the parameter that takes `argument` in a call of a function
// of this file, or kNoNode. Methods are taken to be called through an instance.
NodeId parameter_of_argument(const SemanticModel& model, NodeId call, NodeId argument);

// Does the object or variable that the place `target` (a name, `self.total`,
// `sums["loss"]`) belongs to exist before the innermost loop, or before the
// function where there is no loop, and is the place not reset in front of
// `statement` in every iteration?
bool outlives_iteration(const SemanticModel& model, NodeId target, NodeId statement);

}  // namespace mlfix
