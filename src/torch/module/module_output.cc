// A module counts by weak facts too: who asks looks for signs, and takes the
// certain answer from the facts of the value itself.

#include "torch/module/module_output.h"

#include <algorithm>

#include "semantic/knowledge/facts.h"
#include "semantic/semantic_model.h"

namespace mlfix {

bool leaves_graph(const SemanticModel& model, NodeId expr) {
  const SyntaxTree& tree = model.tree();
  expr = model.strip_parentheses(expr);
  while (tree.is(expr, Kind::Call) || tree.is(expr, Kind::Attribute)) {
    const std::string_view method = model.method_name(expr);
    if (method == "detach" || method == "item" || method == "tolist" || method == "numpy") {
      return true;
    }
    if (tree.is(expr, Kind::Call)) expr = tree.child(expr, Field::Function);
    if (!tree.is(expr, Kind::Attribute)) return false;
    if (tree.text(tree.child(expr, Field::Attribute)) == "data") return true;
    expr = model.strip_parentheses(tree.child(expr, Field::Object));
  }
  return false;
}

bool is_fed_without_graph(const SemanticModel& model, NodeId call) {
  const std::vector<NodeId> arguments = model.arguments(call);
  return !arguments.empty() &&
         std::all_of(arguments.begin(), arguments.end(), [&](NodeId argument) {
           return model.facts(argument).must.has_any(Fact::Number | FactSet(Fact::String)) ||
                  leaves_graph(model, argument);
         });
}

bool comes_from_module(const SemanticModel& model, NodeId value) {
  const SyntaxTree& tree = model.tree();
  if (!tree.is(value, Kind::Call) || model.callee(value) != kNoNode) return false;
  const NodeId called = tree.child(value, Field::Function);
  const NodeId object =
      tree.is(called, Kind::Attribute) ? tree.child(called, Field::Object) : called;
  constexpr FactSet kModules = Fact::Module | FactSet(Fact::Loss);
  const Facts facts = model.facts(called);
  const Facts owner = model.facts(object);
  const bool module = (facts.may | facts.weak | owner.may | owner.weak).has_any(kModules);
  return module && !is_fed_without_graph(model, value);
}

}  // namespace mlfix
