// Whether a tensor that outlives its iteration may be cut off from its graph.
//
// detach() keeps value, type, device and storage, so the only question is
// whether anybody needs the graph: the value must certainly be a tensor, must
// be followed from here to every reader, and none of them may differentiate it.
// Where it leaves the code we see, a backward pass on it in the same iteration
// stands in for the rest: the graph is freed by then.
#pragma once

#include <optional>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

#include "semantic/verdict/verdict.h"
#include "syntax/syntax_tree.h"
#include "torch/graph/backward_pass.h"

namespace mlfix {
class SemanticModel;

// Does a module run here in evaluation mode, with no training in the innermost
// loop? Then gradients are to be switched off, not values detached one by one.
bool in_evaluation(const SemanticModel& model, NodeId n);

// Those of `values` that carry a graph: by what they are computed from, or
// because they are called a loss and are a part of what is differentiated.
std::vector<NodeId> attached_among(const SemanticModel& model, const std::vector<NodeId>& values);

// What it takes to replace a value by its detached self.
struct DetachJudgement {
  Verdict verdict;
  BackwardPass backward;  // the one that needs the value, if any
};
// … or the fact that forbids it.
using Detachability = tl::expected<DetachJudgement, std::string_view>;
inline tl::unexpected<std::string_view> forbidden(std::string_view fact) {
  return tl::unexpected<std::string_view>(fact);
}

Detachability judge_detaching(const SemanticModel& model, NodeId expr);
// The same for several values of one statement: all of them may, or none.
Detachability judge_detaching(const SemanticModel& model, const std::vector<NodeId>& values);
// Is a field of it read that no tensor has, as of what networks of a library give: `out.loss`?
bool has_fields_of_output(const SemanticModel& model, NodeId expr);

// Does nobody differentiate the value who gets it, or finds it on an object, unless a backward
// pass has used its graph up before?
Answer<Claim::UnusedByCallers> unused_by_callers(const SemanticModel& model, NodeId expr,
                                                 const BackwardPass& backward);
// The same of whoever reads it anywhere, at any time, or means the very tensor: `assumed` says who
// reads it.
Answer<Claim::UnusedByCallers> unused_by_readers(const SemanticModel& model, NodeId expr,
                                                 std::string_view assumed);
// Nor the code that it is given to?
Answer<Claim::UnusedByCallees> unused_by_callees(const SemanticModel& model, NodeId expr);

// One sum: the place that is kept, and what is added to it.
struct RunningSum {
  NodeId target = kNoNode;
  NodeId value = kNoNode;  // the right side
};

// `a, b = a + x, b + y` is two sums.
std::vector<RunningSum> sums_of(const SyntaxTree& tree, NodeId statement);

// What a sum adds that carries a graph, never empty, and what it takes to detach it.
struct SumCut {
  std::vector<NodeId> values;
  DetachJudgement judged;
};

// Or the fact that forbids it: "" where it adds numbers, or nothing to what was there before.
tl::expected<SumCut, std::string_view> judge_cutting(const SemanticModel& model,
                                                     const RunningSum& sum, NodeId statement);

// Does the name carry a graph by sums alone, each of which may be cut? What all of these cuts need;
// nothing where it may get a graph in another way.
std::optional<Verdict> verdict_on_cutting_sums(const SemanticModel& model, NodeId read);

}  // namespace mlfix
