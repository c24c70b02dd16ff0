// A function is such a helper when it takes one parameter, and everything that it returns is
// `h.detach()` or a tuple or list of what itself makes of the parts, both at least once:
//
//     def repackage_hidden(h):
//         if isinstance(h, torch.Tensor):
//             return h.detach()
//         return tuple(repackage_hidden(v) for v in h)

#include "transforms/gradient/stepping/detaching_helper.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <vector>

#include "semantic/control/flow_queries.h"
#include "semantic/names/calls.h"

namespace mlfix {
namespace {

// h.detach()
bool detaches_itself(const SemanticModel& model, NodeId value, std::string_view parameter) {
  const SyntaxTree& tree = model.tree();
  const NodeId receiver = model.receiver_of_call(value, "detach");
  return tree.is(receiver, Kind::Identifier) && tree.text(receiver) == parameter;
}

// tuple(f(v) for v in h), list(…), [f(v) for v in h]
bool detaches_parts(const SemanticModel& model, NodeId value, NodeId function,
                    std::string_view parameter) {
  const SyntaxTree& tree = model.tree();
  if (tree.is(value, Kind::Call)) {
    const bool keeps_order =
        model.is_call_to(value, "builtins.tuple") || model.is_call_to(value, "builtins.list");
    if (!keeps_order) return false;
    value = tree.child(value, Field::Arguments);
    if (!tree.is(value, Kind::GeneratorExpression)) {
      value = value == kNoNode ? value : tree.first_child(value);
    }
  }
  if (!tree.is(value, Kind::GeneratorExpression) && !tree.is(value, Kind::ListComprehension)) {
    return false;
  }
  const NodeId part = tree.child(value, Field::Body);
  std::vector<NodeId> clauses;
  for (const NodeId child : tree.children(value)) {
    if (child != part) clauses.push_back(child);
  }
  if (clauses.size() != 1 || !tree.is(clauses[0], Kind::ForInClause)) return false;
  const NodeId over = tree.child(clauses[0], Field::Right);
  if (!tree.is(part, Kind::Call) || model.callee(part) != function) return false;
  const auto arguments = model.arguments(part);
  return arguments.size() == 1 && tree.is(over, Kind::Identifier) && tree.text(over) == parameter &&
         tree.text(arguments[0]) == tree.text(tree.child(clauses[0], Field::Left));
}

bool is_detaching_helper(const SemanticModel& model, NodeId function) {
  const SyntaxTree& tree = model.tree();
  const std::vector<NodeId> parameters = parameter_names(tree, function);
  const std::vector<NodeId> body = model.statements(tree.child(function, Field::Body));
  if (parameters.size() != 1 || tree.is(tree.parent(function), Kind::DecoratedDefinition) ||
      body.empty() || may_complete(model, body.back())) {
    return false;
  }
  const std::string_view parameter = tree.text(parameters[0]);
  bool itself = false, parts = false;
  for (NodeId value : model.returned_values(function)) {
    value = model.strip_parentheses(value);
    const bool detaches = detaches_itself(model, value, parameter);
    if (!detaches && !detaches_parts(model, value, function, parameter)) return false;
    (detaches ? itself : parts) = true;
  }
  return itself && parts;
}

struct Helpers {
  std::optional<std::vector<NodeId>> of_file;
};

const std::vector<NodeId>& helpers_of(const SemanticModel& model) {
  std::optional<std::vector<NodeId>>& known = model.notes<Helpers>().of_file;
  if (known) return *known;
  known.emplace();
  const SyntaxTree& tree = model.tree();
  for (const NodeId statement : tree.children(tree.root())) {
    if (tree.is(statement, Kind::FunctionDefinition) && is_detaching_helper(model, statement)) {
      known->push_back(statement);
    }
  }
  return *known;
}

// Is the name bound once, by the function, and by nothing in a function around `call`?
bool means_function(const SemanticModel& model, NodeId function, NodeId call) {
  const SyntaxTree& tree = model.tree();
  const NodeId name = tree.child(function, Field::Name);
  const DefId def = model.bindings().definition_at(name);
  if (def == kNone) return false;
  const auto& definitions = model.bindings().variable_of(def).definitions;
  const auto binds = std::ranges::count_if(definitions, [&](DefId one) {
    return model.bindings().definition(one).kind != DefKind::Unbound;
  });
  if (binds != 1) return false;
  for (NodeId around = model.function_of(call); around != kNoNode;
       around = model.function_of(around)) {
    for (NodeId n = around; n < tree.subtree_end(around); ++n) {
      const bool same = tree.is(n, Kind::Identifier) && tree.text(n) == tree.text(name);
      if (same && model.bindings().definition_at(n) != kNone) return false;
    }
  }
  // Code of the module runs in order.
  return model.function_of(call) != kNoNode || function < call;
}

}  // namespace

NodeId detaching_helper(const SemanticModel& model, NodeId call) {
  const std::vector<NodeId>& helpers = helpers_of(model);
  const auto found = std::ranges::find_if(
      helpers, [&](NodeId function) { return means_function(model, function, call); });
  return found == helpers.end() ? NodeId{kNoNode} : *found;
}

}  // namespace mlfix
