// Moving work that every iteration repeats before the loop.
//
// A statement `name = f(…)`, `self.name = f(…)`, or a bare `f(…)`, can run once before a loop
// when everything it reads stays the same, nobody in the loop sees another
// value under the name, and it runs in every iteration. The planner climbs to
// the outermost loop for which that holds.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "semantic/verdict/proof.h"

namespace mlfix {

class SemanticModel;

struct Hoist {
  NodeId statement = kNoNode;  // what to move
  NodeId target = kNoNode;     // the name or attribute it binds, kNoNode for a bare call
  std::vector<NodeId> loops;   // the loops it leaves, innermost first
  NodeId loop() const { return loops.back(); }
};

struct HoistRefusal {
  NodeId at = kNoNode;
  std::string_view fact;
  // Every iteration does the same work all the same: only that the name is deleted
  // in the loop stands in the way.
  bool repeats = false;
};

// A plan for `call`, or why there is none. `refusal` may be null.
std::optional<Hoist> plan_hoist(const SemanticModel& model, NodeId call, HoistRefusal* refusal);

// The statement `del name` that is all that happens to the name of `call` in the loop
// around it, in every iteration; kNoNode when there is another, or none.
NodeId sole_deletion(const SemanticModel& model, NodeId call);

// Does the value of `call` end up in something that outlives the iteration: a
// container, an attribute, the caller?
bool is_kept(const SemanticModel& model, NodeId call);

// Is the name only called, compared, shown and given to torch functions in the loop, so that
// one object serves all iterations? Otherwise `assumed` has to hold.
Answer<Claim::OneServesAll> one_serves_all(const SemanticModel& model, const Hoist& hoist,
                                           std::string assumed);

// Do all loops that are left certainly run?
Answer<Claim::LoopRuns> loop_runs(const SemanticModel& model, const Hoist& hoist);

// … and a literal number of times, so that they do so on every process?
Answer<Claim::LoopRuns> loop_runs_on_every_process(const SemanticModel& model, const Hoist& hoist);

}  // namespace mlfix
