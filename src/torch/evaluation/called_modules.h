// Whether what a region calls are modules, and not only called like some, and of which classes.
#pragma once

#include "semantic/verdict/verdict.h"
#include "torch/graph/graph_fate.h"
#include "torch/training/evaluation.h"

namespace mlfix {

class SemanticModel;

// A class in view, eval() or another use that only modules have is evidence that they are; a name
// is none. Known are classes of the run, and those of libraries that the tables describe. `span`
// is what is to run without gradients: the region, and perhaps more.
Answer<Claim::RunsKnownModules> runs_known_modules(const SemanticModel& model,
                                                   const EvalRegion& region, Span span);

}  // namespace mlfix
