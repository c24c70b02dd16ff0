// Positions in the source stand for the order in time. A loop around the span
// lets what stands before it run after it, too.

#include "torch/evaluation/measurement.h"

#include <algorithm>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "semantic/effects/effects.h"
#include "semantic/knowledge/meanings.h"
#include "semantic/knowledge/name_set.h"
#include "semantic/names/call_sites.h"
#include "semantic/project_entity.h"
#include "semantic/semantic_model.h"
#include "torch/module/forward_pass.h"

namespace mlfix {

template <>
class Prover<Claim::CostUnmeasured> {
 public:
  static Proof<Claim::CostUnmeasured> proven() { return {}; }
};

namespace {

NodeId outermost_loop(const SemanticModel& model, NodeId n) {
  const std::vector<NodeId> loops = model.loops_of(n);
  return loops.empty() ? n : loops.back();
}

bool reads_clock(const SemanticModel& model, NodeId call) {
  const NodeId called = model.tree().child(call, Field::Function);
  return std::ranges::any_of(model.names(Meaning::ReadsClock),
                             [&](std::string_view clock) { return model.is_named(called, clock); });
}

// The calls of a scope that measure, in source order.
struct Measurements {
  struct OfScope {
    std::vector<NodeId> memory, time, clocks;
    std::vector<NodeId> logs;  // that measure memory and give nobody the figure
  };
  std::unordered_map<NodeId, OfScope> in;
};

// Does a function of the project measure memory, whose call is a statement of its own or what a
// loop runs over? A logger that prints a peak now and then: no caller computes with it.
bool logs_memory(const SemanticModel& model, NodeId call) {
  const SyntaxTree& tree = model.tree();
  const bool own = model.callee(call) != kNoNode || model.callee_elsewhere(call);
  const NodeId up = tree.parent(call);
  const bool over = tree.is(up, Kind::Call) && model.is_call_to(up, "builtins.enumerate");
  const NodeId place = over ? tree.parent(up) : up;
  return own && (tree.is(up, Kind::ExpressionStatement) || tree.is(place, Kind::ForStatement));
}

const Measurements::OfScope& measurements_in(const SemanticModel& model, NodeId scope) {
  auto& in = model.notes<Measurements>().in;
  if (const auto known = in.find(scope); known != in.end()) return known->second;
  Measurements::OfScope found;
  for (const NodeId call : calls_in_scope(model, scope)) {
    const Effects effects = model.effects(call);
    if (effects.has(Effect::MeasuresMemory)) {
      (logs_memory(model, call) ? found.logs : found.memory).push_back(call);
    }
    if (effects.has(Effect::MeasuresTime)) found.time.push_back(call);
    if (reads_clock(model, call)) found.clocks.push_back(call);
  }
  return in.emplace(scope, std::move(found)).first->second;
}

}  // namespace

NodeId memory_measured(const SemanticModel& model, NodeId scope, Span span) {
  const NodeId from = std::min(span.first, outermost_loop(model, span.first));
  const std::vector<NodeId>& calls = measurements_in(model, scope).memory;
  const auto after = std::ranges::upper_bound(calls, from);
  return after == calls.end() ? NodeId{kNoNode} : *after;
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
  const auto& [memory, timers, clocks, logs] = measurements_in(model, scope);
  if (!timers.empty()) return timers.front();
  const bool around = !clocks.empty() && clocks.front() < forward && clocks.back() >= forward;
  return around ? clocks.back() : NodeId{kNoNode};
}

Answer<Claim::CostUnmeasured> cost_unmeasured(const SemanticModel& model, NodeId scope,
                                              NodeId forward) {
  if (const NodeId at = memory_measured_by_caller(model, scope); at != kNoNode) {
    return Assumption{AssumptionKind::CostNotMeasured,
                      "the memory that is measured around it need not count the graphs", at};
  }
  if (const auto& logs = measurements_in(model, scope).logs; !logs.empty()) {
    return Assumption{AssumptionKind::CostNotMeasured,
                      "the memory that is logged here need not count the graphs", logs.front()};
  }
  if (const NodeId at = time_measured(model, scope, forward); at != kNoNode) {
    return Assumption{AssumptionKind::CostNotMeasured,
                      "the time that is measured around it need not count the making of graphs",
                      at};
  }
  return Prover<Claim::CostUnmeasured>::proven();
}

}  // namespace mlfix
