#include "semantic/flow/parameter_elsewhere.h"

#include <algorithm>

#include "semantic/control/consumer.h"
#include "semantic/names/calls.h"
#include "semantic/project/project_code.h"
#include "semantic/semantic_model.h"

namespace mlfix {
namespace {

const ParameterSummary* parameter_of(const FunctionSummary& function, const Consumer& argument,
                                     bool bound) {
  const auto of_kind = [&](ParameterSummary::Kind kind) -> const ParameterSummary* {
    const auto found = std::ranges::find(function.parameters, kind, &ParameterSummary::kind);
    return found == function.parameters.end() ? nullptr : &*found;
  };
  if (argument.name == "*" || argument.name == "**") return nullptr;
  if (argument.position < 0) {
    const auto found =
        std::ranges::find(function.parameters, argument.name, &ParameterSummary::name);
    if (found != function.parameters.end()) return &*found;
    return of_kind(ParameterSummary::Kind::Keywords);
  }
  const std::size_t position = static_cast<std::size_t>(argument.position) + (bound ? 1 : 0);
  for (std::size_t i = 0; i < function.parameters.size(); ++i) {
    const ParameterSummary& one = function.parameters[i];
    if (one.kind == ParameterSummary::Kind::Positionals) return &one;
    if (one.kind == ParameterSummary::Kind::Keywords) return nullptr;
    if (i == position) return &one;
  }
  return nullptr;
}

bool has_splat(const SyntaxTree& tree, NodeId call) {
  const NodeId list = tree.child(call, Field::Arguments);
  return tree.child_of_kind(list, Kind::ListSplat) != kNoNode;
}

ParameterElsewhere parameter_in(const ProjectCode& code, const SemanticModel& model,
                                const Consumer& argument, ProjectEntity entity,
                                bool through_object) {
  const FunctionSummary& function = code.summary(entity);
  const bool unclear =
      !function.known || function.has_unknown_decorator || has_splat(model.tree(), argument.node);
  if (unclear) return {entity, nullptr};
  return {entity, parameter_of(function, argument, function.takes_self && through_object)};
}

}  // namespace

ParameterElsewhere parameter_elsewhere(const SemanticModel& model, const Consumer& argument) {
  const NodeId call = argument.node;
  const ProjectEntity entity = model.callee_elsewhere(call);
  const ProjectCode* code = model.place().code;
  if (!entity || code == nullptr) return {};
  const NodeId called = called_expression(model, call);
  const bool by_class = model.tree().is(called, Kind::Attribute) &&
                        model.class_elsewhere(model.tree().child(called, Field::Object));
  return parameter_in(*code, model, argument, entity, !by_class);
}

ParameterElsewhere parameter_of_override(const SemanticModel& model, const Consumer& argument,
                                         ProjectEntity method) {
  return parameter_in(*model.place().code, model, argument, method, true);
}

}  // namespace mlfix
