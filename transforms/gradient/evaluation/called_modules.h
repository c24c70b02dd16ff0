// Whether what a region calls are modules, and not only called like some.
#pragma once

#include "semantic/semantic_model.h"
#include "semantic/verdict/verdict.h"
#include "torch/training/evaluation.h"

namespace mlfix {

// A class in view, eval() or another use that only modules have is evidence; a name is none.
Answer<Claim::RunsModules> runs_modules(const SemanticModel& model, const EvalRegion& region);

}  // namespace mlfix
