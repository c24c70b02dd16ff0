#include "semantic/control/repetition.h"

#include "semantic/control/iteration_estimate.h"

namespace mlfix {
namespace {

constexpr int kMaxCallers = 4;

Repetition repetition_within(const SemanticModel& model, NodeId n, int depth) {
  if (model.loop_of(n) != kNoNode) return Repetition::Repeated;
  const NodeId function = model.function_of(n);
  if (function == kNoNode) return Repetition::Once;
  const CallSites& sites = model.call_sites(function);
  if (depth == 0 || sites.calls.empty() || sites.value_use != kNoNode) return Repetition::Unknown;
  Repetition all = Repetition::Once;
  for (const NodeId call : sites.calls) {
    model.work().spend();
    const Repetition one = repetition_within(model, call, depth - 1);
    if (one == Repetition::Repeated) return one;
    if (one == Repetition::Unknown) all = one;
  }
  return all;
}

}  // namespace

Repetition repetition_of(const SemanticModel& model, NodeId n) {
  return repetition_within(model, n, kMaxCallers);
}

bool has_few_iterations(const SemanticModel& model, NodeId loop) {
  constexpr std::int64_t kFew = 16;
  const auto iterations = likely_iterations(model, loop);
  return iterations && *iterations <= kFew;
}

}  // namespace mlfix
