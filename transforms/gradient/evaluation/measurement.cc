// Positions in the source stand for the order in time. A loop around the span
// brings what is in front of it behind it.

#include "transforms/gradient/evaluation/measurement.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "torch/module/forward_pass.h"

namespace mlfix {
namespace {

constexpr std::array<std::string_view, 6> kClocks{"time.time",      "time.perf_counter",
                                                  "time.monotonic", "time.process_time",
                                                  "time.time_ns",   "time.perf_counter_ns"};

NodeId outermost_loop(const SemanticModel& model, NodeId n) {
  const std::vector<NodeId> loops = model.loops_of(n);
  return loops.empty() ? n : loops.back();
}

bool reads_clock(const SemanticModel& model, NodeId call) {
  const NodeId called = model.tree().child(call, Field::Function);
  return std::ranges::any_of(kClocks,
                             [&](std::string_view clock) { return model.is_named(called, clock); });
}

}  // namespace

NodeId memory_measured(const SemanticModel& model, NodeId scope, Span span) {
  const NodeId from = std::min(span.first, outermost_loop(model, span.first));
  for (const NodeId call : calls_in_scope(model, scope)) {
    if (call > from && model.effects(call).has(Effect::MeasuresMemory)) return call;
  }
  return kNoNode;
}

NodeId memory_measured_by_caller(const SemanticModel& model, NodeId scope) {
  if (model.tree().is(scope, Kind::Module)) return kNoNode;
  for (const NodeId call : model.call_sites(scope).calls) {
    const NodeId statement = model.statement_of(call);
    const NodeId function = model.function_of(call);
    const NodeId caller = function == kNoNode ? model.tree().root() : function;
    const NodeId at = memory_measured(model, caller, {statement, statement});
    if (at != kNoNode) return at;
  }
  return kNoNode;
}

NodeId time_measured(const SemanticModel& model, NodeId scope, NodeId forward) {
  NodeId before = kNoNode;
  NodeId behind = kNoNode;
  for (const NodeId call : calls_in_scope(model, scope)) {
    const bool timer = model.effects(call).has(Effect::MeasuresTime);
    if (timer) return call;
    if (!reads_clock(model, call)) continue;
    (call < forward ? before : behind) = call;
  }
  return before != kNoNode ? behind : kNoNode;
}

}  // namespace mlfix
