// The statement `out = torch.cat((out, part, …), dim)` and the like, such as
// `out = np.append(out, part)`.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "syntax/syntax_tree.h"
#include "torch/tensor/accumulator.h"

namespace mlfix {

class SemanticModel;

// A method that lists don't have: df.append(row, ignore_index=True).
inline constexpr std::string_view kFrameAppend = "append";

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

// The same of an attribute of self: self.x = np.vstack([self.x, part]), also behind
// `part if self.x is None else …`.
std::optional<SelfJoin> match_attribute_join(const SemanticModel& model, NodeId assignment);

// The same of an entry of a container that has a name: data[key] = np.concatenate([data[key],
// part]).
std::optional<SelfJoin> match_entry_join(const SemanticModel& model, NodeId assignment);

// Fills `branching` and `begun_by` where the join stands in the else clause of a statement that
// takes the first part as it is: `if out is None: out = part`, `if len(out) == 0:`, `if i == 0:`
// with the counter of a loop; or in the same the other way round.
void find_first_part(const SemanticModel& model, SelfJoin& join);

// An entry of a container that loops only ever make longer.
struct GrowingEntry {
  SelfJoin join;
  NodeId loop = kNoNode;  // the innermost one whose iterations make one entry longer again
};

// Nothing when each entry may be made longer once, as with a key that the only loop gives, when the
// container is made anew for each iteration or is not made in sight, and when it is read, or its
// entries are set, elsewhere in the loop.
std::optional<GrowingEntry> growing_entry(const SemanticModel& model, NodeId assignment);

}  // namespace mlfix
