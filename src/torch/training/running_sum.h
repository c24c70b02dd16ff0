// Sums that carry their value, and its graph, from one iteration or call to the next.
#pragma once

#include <optional>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

#include "semantic/verdict/verdict.h"
#include "syntax/syntax_tree.h"
#include "torch/training/training.h"

namespace mlfix {

class SemanticModel;

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
