// A generator is run in pieces, each by whoever asks for its next value, and so in their gradient
// modes. A norm that is made before the first yield has no graph if an evaluation asked first, and
// the training that asks for the rest divides by a constant.

#include "semantic/effects/generator_locals.h"

#include <algorithm>
#include <vector>

#include "semantic/binding/binding.h"
#include "semantic/effects/argument_values.h"
#include "semantic/semantic_model.h"

namespace mlfix {
namespace {

std::vector<NodeId> yields_of(const SemanticModel& model, NodeId function) {
  const SyntaxTree& tree = model.tree();
  std::vector<NodeId> found;
  for (NodeId n = function; n < tree.subtree_end(function); ++n) {
    if (tree.is(n, Kind::Yield) && model.function_of(n) == function) found.push_back(n);
  }
  return found;
}

// Does the generator wait at `yield` between the two: there in the text, or in a loop that has the
// use, and not what it uses?
bool is_between(const SyntaxTree& tree, NodeId made, NodeId yield, NodeId use) {
  if (made < yield && yield < use) return true;
  for (NodeId up = tree.parent(yield); up != kNoNode; up = tree.parent(up)) {
    if (tree.is(up, Kind::FunctionDefinition)) return false;
    const bool is_loop = tree.is(up, Kind::ForStatement) || tree.is(up, Kind::WhileStatement);
    if (is_loop && tree.contains(up, use) && !tree.contains(up, made)) return true;
  }
  return false;
}

}  // namespace

bool keeps_graph_over_yield(const SemanticModel& model, NodeId function) {
  if (!model.tree().is(function, Kind::FunctionDefinition) || !model.is_generator(function)) {
    return false;
  }
  const Bindings& bindings = model.bindings();
  const std::vector<NodeId> yields = yields_of(model, function);
  const auto lives_across = [&](const Variable& variable, NodeId made) {
    return std::ranges::any_of(variable.uses, [&](UseId use) {
      model.work().spend(yields.size());
      const NodeId read = bindings.use(use).node;
      return std::ranges::any_of(
          yields, [&](NodeId yield) { return is_between(model.tree(), made, yield, read); });
    });
  };
  for (const Variable& variable : bindings.variables(bindings.scope_made_by(function))) {
    for (const DefId d : variable.definitions) {
      const Definition& definition = bindings.definition(d);
      const bool is_made = definition.kind != DefKind::Parameter && definition.value != kNoNode;
      if (is_made && may_begin_graph(model, definition.value) &&
          lives_across(variable, definition.node)) {
        return true;
      }
    }
  }
  return false;
}

}  // namespace mlfix
