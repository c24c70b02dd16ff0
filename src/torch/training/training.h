// Whether a tensor that outlives its iteration may be cut off from its graph.
//
// detach() keeps value, type, device and storage, so the only question is
// whether anybody needs the graph: the value must certainly be a tensor, must
// be followed from here to every reader, and none of them may differentiate it.
// Where it leaves the code we see, a backward pass on it in the same iteration
// stands in for the rest: the graph is used up by then.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "semantic/semantic_model.h"
#include "torch/graph/backward_pass.h"

namespace mlfix {

// Does a module run here in evaluation mode, with no training in the innermost
// loop? Then gradients are to be switched off, not values detached one by one.
bool in_evaluation(const SemanticModel& model, NodeId n);

// Those of `values` that carry a graph: by what they are computed from, or
// because they are called a loss and are a part of what is differentiated.
std::vector<NodeId> attached_among(const SemanticModel& model, const std::vector<NodeId>& values);

// May the value that `expr` has at its place be replaced by its detached self?
enum class Detaching : std::uint8_t { Forbidden, Assumed, Safe };
struct DetachVerdict {
  Detaching level = Detaching::Forbidden;
  std::string_view fact;        // Forbidden: why
  std::string_view assumption;  // Assumed: what the reader has to check
  BackwardPass backward;
};
DetachVerdict judge_detaching(const SemanticModel& model, NodeId expr);
// The verdict for several values of one statement: the worst.
DetachVerdict judge_detaching(const SemanticModel& model, const std::vector<NodeId>& values);

}  // namespace mlfix
