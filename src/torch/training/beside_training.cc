#include "torch/training/beside_training.h"

#include <algorithm>
#include <unordered_map>
#include <vector>

#include "semantic/effects/effects.h"
#include "semantic/semantic_model.h"
#include "torch/module/forward_pass.h"

namespace mlfix {
namespace {

// Functions, each with whether a loop in it trains.
struct TrainingFunctions {
  std::unordered_map<NodeId, bool> known;
};

bool holds_training(const SemanticModel& model, NodeId function) {
  const auto [known, is_new] = model.notes<TrainingFunctions>().known.try_emplace(function);
  if (!is_new) return known->second;
  const std::vector<NodeId> calls = calls_in_scope(model, function);
  known->second = std::ranges::any_of(calls, [&](NodeId call) {
    const NodeId loop = model.loop_of(call);
    return loop != kNoNode && model.effects(loop).has(Effect::Backward);
  });
  return known->second;
}

}  // namespace

bool is_beside_training(const SemanticModel& model, NodeId at) {
  const NodeId function = model.function_of(at);
  return function != kNoNode && model.loop_of(at) == kNoNode && holds_training(model, function);
}

}  // namespace mlfix
