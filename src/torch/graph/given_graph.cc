#include "torch/graph/given_graph.h"

#include <algorithm>
#include <optional>
#include <unordered_map>

#include "semantic/binding/binding.h"
#include "semantic/flow/kept_parameter.h"
#include "semantic/names/call_sites.h"
#include "semantic/names/entity_of.h"
#include "semantic/project/outside_call.h"
#include "semantic/project/project_code.h"
#include "semantic/semantic_model.h"
#include "torch/graph/attachment.h"
#include "torch/graph/backward_pass.h"
#include "torch/graph/data_value.h"
#include "torch/module/module_attachment.h"

namespace mlfix {
namespace {

constexpr std::size_t kMostCallsAsked = 4;  // that are asked, of the own file

struct GivenGraph {
  bool has_graph = false;
  bool is_trained = false;
};

struct GivenGraphs {
  std::unordered_map<NodeId, GivenGraph> known;  // by parameter
};

// A place among the arguments of calls, and the keyword for it.
struct Given {
  int position = -1;
  std::string_view name;
};

GivenGraph given_by(const SemanticModel& model, NodeId call, const Given& given) {
  const NodeId argument = model.argument(call, given.position, given.name);
  if (argument == kNoNode || model.grad_mode(call).mode != GradMode::Enabled ||
      (attachment_of(model, argument) == Attachment::None &&
       !is_made_of_given_graph(model, argument))) {
    return {};
  }
  return {true, backward_pass_of(model, argument).call != kNoNode ||
                    is_made_of_trained_graph(model, argument)};
}

GivenGraph find_given(const SemanticModel& model, NodeId function, const Given& given) {
  GivenGraph found;
  const auto add = [&](const GivenGraph& one) {
    found.has_graph = found.has_graph || one.has_graph;
    found.is_trained = found.is_trained || one.is_trained;
    return found.is_trained;
  };
  std::size_t asked = 0;
  for (const NodeId call : model.call_sites(function).calls) {
    if (++asked > kMostCallsAsked || add(given_by(model, call, given))) return found;
  }
  const ProjectCode* code = model.place().code;
  const ProjectEntity entity = code == nullptr ? ProjectEntity{} : entity_of(model, function);
  if (!entity) return found;
  code->any_call_elsewhere(entity, [&](const OutsideCall& call) {
    if (!call.certain || call.mode != GradMode::Enabled) return false;
    GivenGraph there;
    code->holds_around(call, [&](const SemanticModel& other, NodeId node) {
      there = given_by(other, node, given);
      return there.has_graph;
    });
    return add(there);
  });
  return found;
}

struct GivenData {
  std::unordered_map<NodeId, bool> known;  // by parameter
};

// Where calls of the function give something to the parameter; nothing where it is none of a
// function that has a name.
std::optional<Given> place_of(const SemanticModel& model, NodeId function, NodeId parameter) {
  if (!model.tree().is(function, Kind::FunctionDefinition)) return std::nullopt;
  return Given{position_in_calls(model, function, parameter), model.tree().text(parameter)};
}

NodeId function_of_parameter(const SemanticModel& model, NodeId parameter) {
  const DefId def = model.bindings().definition_at(parameter);
  return model.bindings().scope(model.bindings().definition(def).scope).node;
}

bool find_given_data(const SemanticModel& model, NodeId parameter) {
  const NodeId function = function_of_parameter(model, parameter);
  const auto given = place_of(model, function, parameter);
  const ProjectCode* code = model.place().code;
  if (!given || code == nullptr || !model.call_sites(function).calls.empty()) return false;
  const auto calls = model.calls_elsewhere(function);
  return calls && !calls->empty() && std::ranges::all_of(*calls, [&](const OutsideCall& call) {
           return call.certain &&
                  code->holds_around(call, [&](const SemanticModel& there, NodeId node) {
                    const NodeId argument = there.argument(node, given->position, given->name);
                    return argument != kNoNode && is_data(there, argument);
                  });
         });
}

GivenGraph graph_given_to(const SemanticModel& model, NodeId parameter) {
  const auto [known, is_new] = model.notes<GivenGraphs>().known.try_emplace(parameter);
  if (!is_new) return known->second;
  const NodeId function = function_of_parameter(model, parameter);
  const auto given = place_of(model, function, parameter);
  if (!given) return {};
  return model.notes<GivenGraphs>().known[parameter] = find_given(model, function, *given);
}

template <typename Ask>
bool any_behind(const SemanticModel& model, NodeId expr, const Ask& ask) {
  if (model.function_of(expr) == kNoNode) return false;
  return std::ranges::any_of(parameters_behind(model, expr), [&](NodeId parameter) {
    return ask(graph_given_to(model, parameter));
  });
}

}  // namespace

bool is_told_elsewhere(const SemanticModel& model, NodeId expr) {
  const Reach fate = model.fate(expr);
  const NodeId kept = fate.at({Sink::OnAttribute});
  const bool is_kept_here = kept != kNoNode && model.function_of(kept) == model.function_of(expr) &&
                            !fate.has_any({Sink::Returned, Sink::Yielded});
  const auto is_told = [&](NodeId parameter) {
    const Keeping keeping = keeping_of_parameter(model, parameter);
    return (keeping.sums || keeping.stores) &&
           !model.fate_of(model.bindings().definition_at(parameter)).has(Sink::Returned);
  };
  return !is_kept_here || std::ranges::all_of(parameters_behind(model, expr), is_told);
}

bool is_made_of_given_graph(const SemanticModel& model, NodeId expr) {
  return any_behind(model, expr, [](const GivenGraph& given) { return given.has_graph; });
}

bool is_made_of_trained_graph(const SemanticModel& model, NodeId expr) {
  return any_behind(model, expr, [](const GivenGraph& given) { return given.is_trained; });
}

bool is_given_data_elsewhere(const SemanticModel& model, NodeId parameter) {
  const auto [known, is_new] = model.notes<GivenData>().known.try_emplace(parameter, false);
  if (!is_new) return known->second;
  return model.notes<GivenData>().known[parameter] = find_given_data(model, parameter);
}

}  // namespace mlfix
