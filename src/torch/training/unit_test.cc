// A unit test runs a model once on a small input, and may well check what the
// gradients do: nothing to gain there, and something to break.

#include "torch/training/unit_test.h"

#include <algorithm>
#include <unordered_map>
#include <vector>

#include "semantic/binding/binding.h"
#include "semantic/control/returns.h"
#include "semantic/knowledge/meanings.h"
#include "semantic/names/call_sites.h"
#include "semantic/semantic_model.h"

namespace mlfix {
namespace {

bool is_parameter(const SemanticModel& model, NodeId function, std::string_view name) {
  const Variable* variable =
      model.bindings().lookup(model.bindings().scope_made_by(function), name);
  return variable != nullptr && !variable->definitions.empty() &&
         model.bindings().definition(variable->definitions[0]).kind == DefKind::Parameter;
}

// Has the class a method that a framework of tests finds by its name and runs itself, and does it
// make its objects? A trainer with a test_epoch() is made by who runs it.
bool is_found_by_framework(const SemanticModel& model, NodeId klass) {
  const SyntaxTree& tree = model.tree();
  bool is_tested = false;
  for (const NodeId member : model.statements(tree.child(klass, Field::Body))) {
    if (!tree.is(member, Kind::FunctionDefinition)) continue;
    const std::string_view name = tree.text(tree.child(member, Field::Name));
    if (name == "__init__") return false;
    is_tested = is_tested || (name.starts_with("test_") && model.call_sites(member).calls.empty());
  }
  return is_tested;
}

// Classes that were looked at: each place of each method asks about its own.
struct TestCases {
  std::unordered_map<NodeId, bool> known;
};

// Is it a method of a test case, by its methods?
bool is_of_test_case(const SemanticModel& model, NodeId scope) {
  const NodeId klass =
      model.tree().is(scope, Kind::Module) ? NodeId{kNoNode} : model.method_class(scope);
  if (klass == kNoNode) return false;
  const auto [known, is_new] = model.notes<TestCases>().known.try_emplace(klass, false);
  if (is_new) known->second = is_found_by_framework(model, klass);
  return known->second;
}

}  // namespace

bool is_unit_test(const SemanticModel& model, NodeId scope, std::string_view module) {
  if (model.imports_any(Meaning::TestFramework) || is_of_test_case(model, scope)) {
    return true;
  }
  const NodeId name =
      model.tree().is(scope, Kind::Module) ? kNoNode : model.tree().child(scope, Field::Name);
  return name != kNoNode && model.tree().text(name).starts_with("test_") &&
         model.call_sites(scope).calls.empty() && !is_parameter(model, scope, module) &&
         !returns_value(model, scope);  // nobody takes what a unit test returns
}

bool in_unit_test(const SemanticModel& model, NodeId n) {
  const NodeId function = model.function_of(n);
  return is_unit_test(model, function == kNoNode ? model.tree().root() : function, "");
}

}  // namespace mlfix
