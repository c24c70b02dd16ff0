#include "semantic/names/given_back.h"

#include <unordered_map>
#include <vector>

#include "semantic/binding/binding.h"
#include "semantic/names/calls.h"
#include "semantic/semantic_model.h"
#include "syntax/parameter.h"

namespace mlfix {
namespace {

struct ParametersGivenBack {
  std::unordered_map<NodeId, NodeId> by_function;
};

bool ends_in_return(const SyntaxTree& tree, NodeId function) {
  NodeId last = kNoNode;
  for (const NodeId statement : tree.children(tree.child(function, Field::Body))) last = statement;
  return tree.is(last, Kind::ReturnStatement);
}

NodeId find_parameter_given_back(const SemanticModel& model, NodeId function) {
  const SyntaxTree& tree = model.tree();
  if (!tree.is(function, Kind::FunctionDefinition) || model.is_generator(function) ||
      tree.is_async(function) || !decorators(tree, function).empty() ||
      !ends_in_return(tree, function)) {
    return kNoNode;
  }
  const std::vector<NodeId> returned = model.returned_values(function);
  if (returned.empty() || returned.size() != model.returns_of(function).size()) return kNoNode;
  DefId all = kNone;
  for (const NodeId value : returned) {
    const NodeId name = model.strip_parentheses(value);
    const DefId def =
        tree.is(name, Kind::Identifier) ? model.bindings().reaching(name) : DefId{kNone};
    if (def == kNone || (all != kNone && def != all)) return kNoNode;
    all = def;
  }
  const Definition& given = model.bindings().definition(all);
  const bool is_own = given.kind == DefKind::Parameter &&
                      model.bindings().scope(given.scope).node == function &&
                      model.calls().names().class_of_self(given.node) == kNoNode;
  return is_own ? given.node : NodeId{kNoNode};
}

}  // namespace

NodeId parameter_given_back(const SemanticModel& model, NodeId function) {
  auto& known = model.notes<ParametersGivenBack>().by_function;
  if (const auto found = known.find(function); found != known.end()) return found->second;
  const NodeId parameter = find_parameter_given_back(model, function);
  return model.notes<ParametersGivenBack>().by_function[function] = parameter;
}

NodeId argument_given_back(const SemanticModel& model, NodeId call, NodeId function) {
  const NodeId parameter = parameter_given_back(model, function);
  if (parameter == kNoNode) return kNoNode;
  Calls calls = model.calls();
  for (const NodeId argument : model.arguments(call)) {
    if (calls.parameter_for(call, function, argument) == parameter) return argument;
  }
  return kNoNode;
}

}  // namespace mlfix
