// A function is such a helper when it takes one parameter, and everything that it returns is
// `h.detach()` or a tuple or list of what itself makes of the parts, both at least once:
//
//     def repackage_hidden(h):
//         if isinstance(h, torch.Tensor):
//             return h.detach()
//         return tuple(repackage_hidden(v) for v in h)

#include "torch/graph/detaching_helper.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string_view>
#include <vector>

#include "semantic/binding/binding.h"
#include "semantic/control/flow_queries.h"
#include "semantic/names/access_path.h"
#include "semantic/names/calls.h"
#include "semantic/semantic_model.h"

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

// Does the name that is written there mean that variable of the module at `call`?
bool means_variable_at(const SemanticModel& model, std::string_view name, const Variable& variable,
                       NodeId call) {
  const Bindings& bindings = model.bindings();
  return bindings.lookup(bindings.scope_of(call), name) == &variable;
}

// Is the name bound once, by the function, and by nothing in a function around `call`?
bool means_function(const SemanticModel& model, NodeId function, NodeId call) {
  const NodeId name = model.tree().child(function, Field::Name);
  const DefId def = model.bindings().definition_at(name);
  if (def == kNone) return false;
  const Variable& variable = model.bindings().variable_of(def);
  const auto binds = std::ranges::count_if(variable.definitions, [&](DefId one) {
    return model.bindings().definition(one).kind != DefKind::Unbound;
  });
  // Code of the module runs in order.
  const bool runs_later = model.function_of(call) != kNoNode || function < call;
  return binds == 1 && runs_later &&
         means_variable_at(model, model.tree().text(name), variable, call);
}

// The names that the file hands through a function, with its last call: h = f(h). Who wrote f knows
// what the state is.
struct HandedThrough {
  explicit HandedThrough(const SemanticModel& model) {
    const SyntaxTree& tree = model.tree();
    for (NodeId n = 0; n < tree.size(); ++n) {
      if (!tree.is(n, Kind::Assignment)) continue;
      const NodeId call = tree.child(n, Field::Right);
      if (!tree.is(call, Kind::Call)) continue;
      const std::string_view name = tree.text(tree.child(n, Field::Left));
      const auto arguments = model.arguments(call);
      if (arguments.size() == 1 && tree.text(arguments[0]) == name) calls[name] = call;
    }
  }

  std::map<std::string_view, NodeId> calls;
};

// Does the root of what is called there mean the same import of the module at `call`?
bool is_imported_at(const SemanticModel& model, NodeId called, NodeId call) {
  const SyntaxTree& tree = model.tree();
  const Bindings& bindings = model.bindings();
  const NodeId root = root_of_path(model, called);
  const DefId def = tree.is(root, Kind::Identifier) ? bindings.reaching(root) : DefId{kNone};
  if (def == kNone || bindings.definition(def).kind != DefKind::Import) return false;
  const Variable& variable = bindings.variable_of(def);
  return variable.definitions.size() == 1 &&
         bindings.scope(variable.scope).kind == ScopeKind::Module &&
         means_variable_at(model, tree.text(root), variable, call);
}

}  // namespace

NodeId detaching_helper(const SemanticModel& model, NodeId call) {
  const std::vector<NodeId>& helpers = helpers_of(model);
  const auto found = std::ranges::find_if(
      helpers, [&](NodeId function) { return means_function(model, function, call); });
  return found == helpers.end() ? NodeId{kNoNode} : *found;
}

NodeId handed_through(const SemanticModel& model, std::string_view name) {
  const auto& calls = model.notes<HandedThrough>(model).calls;
  const auto handed = calls.find(name);
  return handed == calls.end() ? NodeId{kNoNode} : handed->second;
}

std::string_view detaching_helper_of_others(const SemanticModel& model, NodeId handed,
                                            NodeId call) {
  const NodeId called = model.tree().child(handed, Field::Function);
  const std::string_view name = last_name(model.tree(), called);
  // What it is called in every language model since PyTorch's own example.
  const bool says_so = name.starts_with("repackage") || name.starts_with("detach");
  return says_so && model.callee(handed) == kNoNode && is_imported_at(model, called, call)
             ? model.tree().text(called)
             : std::string_view();
}

}  // namespace mlfix
