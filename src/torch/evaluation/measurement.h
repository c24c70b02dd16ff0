// What a program measures while a stretch of statements runs: a fix that saves
// memory or time changes these figures, and they may be what it is run for.
#pragma once

#include "semantic/verdict/verdict.h"
#include "torch/graph/graph_fate.h"

namespace mlfix {

class SemanticModel;

// The place in `scope` (a def or the module, nested functions excluded) where an
// allocator is asked in the span, after it, or in the next iteration of a loop around
// it, also through functions of the file; or kNoNode.
NodeId memory_measured(const SemanticModel& model, NodeId scope, Span span);

// The same around the calls in the file of the function `scope`.
NodeId memory_measured_by_caller(const SemanticModel& model, NodeId scope);

// The place where the time is measured that the evaluation in `scope` takes: a
// timer of the device or of a benchmark, or a clock that is read before `forward`
// and after it; or kNoNode.
NodeId time_measured(const SemanticModel& model, NodeId scope, NodeId forward);

// Does nobody measure, around the evaluation in `scope`, what the fix saves?
Answer<Claim::CostUnmeasured> cost_unmeasured(const SemanticModel& model, NodeId scope,
                                              NodeId forward);

}  // namespace mlfix
