// The statement `out = torch.cat((out, part, …), dim)` and its like, such as
// `out = np.append(out, part)`.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "transforms/loop/joining/accumulator.h"

namespace mlfix {

struct SelfJoin {
  Accumulator growing;  // target and read only
  NodeId assignment = kNoNode;
  NodeId call = kNoNode;
  std::string_view function;    // canonical: torch.cat, torch.vstack, numpy.concatenate …
  std::vector<NodeId> parts;    // what is added, never empty
  std::vector<NodeId> options;  // the other arguments as written, at most one; none for
                                // numpy.append
  NodeId dim = kNoNode;         // its value, or that of numpy.append's axis
};

// Nothing when `assignment` is no such statement: another target than a plain
// name, another first operand, an out= buffer, a splat among the parts.
std::optional<SelfJoin> match_self_join(const SemanticModel& model, NodeId assignment);

// The statement `if out is None: out = part` with the join in its else clause, or the
// same the other way round; kNoNode when the join stands in no such statement.
NodeId branching_on_first_part(const SemanticModel& model, const SelfJoin& join);

}  // namespace mlfix
