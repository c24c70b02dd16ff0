// A function that restores a model is given the whole checkpoint. What it does with its parameter
// is read off its own file, one call deep.

#include "torch/training/checkpoint_use.h"

#include <algorithm>
#include <string_view>
#include <vector>

#include "semantic/binding/binding.h"
#include "semantic/control/consumer.h"
#include "semantic/flow/parameter_elsewhere.h"
#include "semantic/knowledge/meanings.h"
#include "semantic/names/access_path.h"
#include "semantic/names/calls.h"
#include "semantic/project/project_code.h"
#include "semantic/project_entity.h"
#include "semantic/semantic_model.h"

namespace mlfix {
namespace {

bool is_given_to_model(const SemanticModel& model, NodeId part) {
  const Consumer taker = model.consumer_of(part);
  return taker.role == Role::Argument &&
         model.means(Meaning::LoadsWeights, called_name(model.tree(), taker.node));
}

// Is it looked at, or an entry taken, or does a model take it?
bool is_looked_at(const SemanticModel& model, NodeId read) {
  const Consumer consumer = model.consumer_of(read);
  switch (consumer.role) {
    case Role::Subscripted:
    case Role::Compared:
    case Role::Condition:
      return true;
    case Role::MethodReceiver:
      return model.means(Meaning::LooksUp, consumer.name);
    default:
      return is_given_to_model(model, read);
  }
}

// The reads of a parameter that is bound by the calls alone.
std::vector<NodeId> reads_of_parameter(const SemanticModel& model, NodeId identifier) {
  const Bindings& bindings = model.bindings();
  const DefId def = bindings.definition_at(identifier);
  if (def == kNone) return {};
  const Variable& variable = bindings.variable_of(def);
  if (variable.definitions.size() != 1 || variable.captured_at != kNoNode) return {};
  std::vector<NodeId> reads;
  for (const UseId use : variable.uses) reads.push_back(bindings.use(use).node);
  return reads;
}

bool restores_from(const SemanticModel& model, NodeId parameter) {
  const std::vector<NodeId> reads = reads_of_parameter(model, parameter);
  return std::ranges::all_of(reads, [&](NodeId read) { return is_looked_at(model, read); }) &&
         std::ranges::any_of(
             reads, [&](NodeId read) { return is_given_to_model(model, part_at(model, read)); });
}

bool restores_elsewhere(const SemanticModel& model, const Consumer& argument) {
  const auto [function, summary] = parameter_elsewhere(model, argument);
  if (summary == nullptr || summary->kind != ParameterSummary::Kind::Plain) return false;
  bool restores = false;
  const auto look = [&](const SemanticModel& other, NodeId node) {
    for (const NodeId name : parameter_names(other.tree(), node)) {
      if (other.tree().text(name) == summary->name) restores = restores_from(other, name);
    }
    return WaySteps{};
  };
  model.place().code->way_inside(function, model.place().file, look);
  return restores;
}

// Is it given to a function that gives entries of it to a model, and keeps nothing but these?
bool is_given_to_restore(const SemanticModel& model, NodeId read) {
  const Consumer taker = model.consumer_of(read);
  if (taker.role != Role::Argument) return false;
  const NodeId function = model.callee(taker.node);
  if (function == kNoNode) return restores_elsewhere(model, taker);
  const NodeId parameter = model.calls().parameter_for(taker.node, function, read);
  return parameter != kNoNode && restores_from(model, parameter);
}

}  // namespace

bool loads_checkpoint(const SemanticModel& model, NodeId call) {
  return called_name(model.tree(), call).starts_with("load") &&
         model.is_call_to(call, Meaning::LoadsCheckpoint);
}

bool loads_to_device(const SemanticModel& model, NodeId call) {
  const NodeId device = model.argument(call, 1, "map_location");
  // `lambda storage, location: storage` is an old way to say that it stays on the CPU.
  return device != kNoNode && !model.tree().is(device, Kind::Lambda) &&
         !model.tree().is(device, Kind::None) &&
         model.tree().text(device).find("cpu") == std::string_view::npos;
}

NodeId part_at(const SemanticModel& model, NodeId read) {
  const Consumer consumer = model.consumer_of(read);
  return consumer.role == Role::Subscripted ? consumer.node : read;
}

bool is_loaded(const SemanticModel& model, std::span<const NodeId> reads) {
  return std::ranges::any_of(reads, [&](NodeId read) {
    return is_given_to_model(model, part_at(model, read)) || is_given_to_restore(model, read);
  });
}

bool is_only_loaded(const SemanticModel& model, std::span<const NodeId> reads) {
  return is_loaded(model, reads) && std::ranges::all_of(reads, [&](NodeId read) {
           return is_looked_at(model, read) || is_given_to_restore(model, read);
         });
}

}  // namespace mlfix
