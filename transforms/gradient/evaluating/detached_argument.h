// Forward passes in the midst of an expression that drops their graph.
#pragma once

#include <vector>

#include "engine/transform.h"
#include "torch/training/evaluation.h"

namespace mlfix {

// Reports the forward passes of `scope`, in none of `regions`, whose output is detached where it
// stands, in a statement that otherwise needs gradients: critic(generator(z).detach()). The fix
// runs them before the statement, without gradients, where nothing of it is run earlier.
void report_detached_arguments(const Context& c, NodeId scope,
                               const std::vector<EvalRegion>& regions, Findings& out);

}  // namespace mlfix
