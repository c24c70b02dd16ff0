// Goes by the names, and by the shape of decorators: what comes in goes back.

#include "semantic/flow/registry.h"

#include <algorithm>
#include <cctype>
#include <string>
#include <unordered_map>

#include "semantic/binding/binding.h"
#include "semantic/control/consumer.h"
#include "semantic/semantic_model.h"

namespace mlfix {

NodeId decorator_use(const SemanticModel& model, NodeId function) {
  const SyntaxTree& tree = model.tree();
  const Bindings& bindings = model.bindings();
  for (NodeId n = function; n != kNoNode; n = model.function_of(n)) {
    const NodeId name = tree.child(n, Field::Name);
    const std::string_view called = tree.text(name);
    if (called.starts_with("__") || called.find("regist") != called.npos) return name;
    const DefId own = bindings.definition_at(name);
    if (own == kNone) continue;
    for (const UseId use : bindings.variable_of(own).uses) {
      Consumer consumer = model.consumer_of(bindings.use(use).node);
      if (consumer.role == Role::Returned && n == function) return consumer.node;
      if (consumer.role == Role::Callee) consumer = model.consumer_of(consumer.node);
      if (consumer.role == Role::Decorator) return consumer.node;
    }
  }
  return kNoNode;
}

namespace {

NodeId returned_use(const SemanticModel& model, DefId parameter) {
  for (const UseId use : model.bindings().definition(parameter).uses) {
    const Consumer consumer = model.consumer_of(model.bindings().use(use).node);
    if (consumer.role == Role::Returned) return consumer.node;
  }
  return kNoNode;
}

// Also those of functions in it, which may be the decorator that it gives.
NodeId return_of_function(const SemanticModel& model, NodeId function) {
  const SyntaxTree& tree = model.tree();
  for (NodeId n = function; n < tree.subtree_end(function); ++n) {
    if (!tree.is(n, Kind::ReturnStatement)) continue;
    const NodeId value = tree.first_child(n);
    if (!tree.is(value, Kind::Identifier)) continue;
    const std::string_view name = tree.text(value);
    if (name == "fn" || name == "func" || name == "cls" || name == "klass") return n;
  }
  return kNoNode;
}

// Where what comes in goes back, by parameter and by function.
struct HandedBack {
  std::unordered_map<DefId, NodeId> parameters;
  std::unordered_map<NodeId, NodeId> functions;
};

}  // namespace

NodeId hands_back_parameter(const SemanticModel& model, NodeId growth, NodeId function) {
  const SyntaxTree& tree = model.tree();
  const Bindings& bindings = model.bindings();
  auto& known = model.notes<HandedBack>();
  for (NodeId n = growth; n < tree.subtree_end(growth); ++n) {
    const DefId def = tree.is(n, Kind::Identifier) ? bindings.reaching(n) : DefId{kNone};
    if (def == kNone || bindings.definition(def).kind != DefKind::Parameter) continue;
    const auto [returned, is_new] = known.parameters.try_emplace(def);
    if (is_new) returned->second = returned_use(model, def);
    if (returned->second != kNoNode) return returned->second;
  }
  const auto [returned, is_new] = known.functions.try_emplace(function);
  if (is_new) returned->second = return_of_function(model, function);
  return returned->second;
}

}  // namespace mlfix
