// The source is torch.Tensor.numpy(): it refuses a tensor that requires grad, whether or not
// gradients are on where it is called.

#include "semantic/flow/plain_by_use.h"

#include <algorithm>

#include "semantic/binding/binding.h"
#include "semantic/control/walk.h"
#include "semantic/knowledge/knowledge.h"
#include "semantic/semantic_model.h"

namespace mlfix {
namespace {

// Does a chain of methods that keep the graph lead from the value to numpy()?
bool leads_to_array(const SemanticModel& model, NodeId value) {
  const SyntaxTree& tree = model.tree();
  while (true) {
    const NodeId attribute = tree.parent(value);
    const NodeId call = tree.parent(attribute);
    const bool is_called = tree.is(attribute, Kind::Attribute) &&
                           tree.field(value) == Field::Object && tree.is(call, Kind::Call) &&
                           tree.field(attribute) == Field::Function;
    if (!is_called) return false;
    const std::string_view name = tree.text(tree.child(attribute, Field::Attribute));
    if (name == "numpy") return model.argument(call, 0, "force") == kNoNode;
    const MethodInfo* method = model.knowledge().method(name, {FactSet(), Fact::Tensor, {}});
    if (method == nullptr || !method->result_keeps_graph || method->ends_graph) return false;
    value = call;
  }
}

// Does nothing between the expression and its statement decide whether it runs?
bool runs_with_statement(const SyntaxTree& tree, NodeId expr, NodeId statement) {
  for (NodeId up = tree.parent(expr); up != statement; up = tree.parent(up)) {
    const Kind kind = tree.kind(up);
    const bool decides = kind == Kind::ConditionalExpression || kind == Kind::BooleanOperator ||
                         is_nested_scope(kind);
    if (up == kNoNode || decides) return false;
  }
  return true;
}

}  // namespace

bool is_plain_by_use(const SemanticModel& model, DefId def) {
  if (def == kNone || !model.mentions("numpy")) return false;
  const SyntaxTree& tree = model.tree();
  const Definition& definition = model.bindings().definition(def);
  const NodeId made = model.statement_of(definition.node);
  const NodeId block = model.block_of(made);
  return std::ranges::any_of(definition.uses, [&](UseId use) {
    const NodeId read = model.bindings().use(use).node;
    const NodeId statement = model.statement_of(read);
    return leads_to_array(model, read) && statement != made &&
           model.block_of(statement) == block && runs_with_statement(tree, read, statement) &&
           tree.ancestor(read, Kind::TryStatement) == kNoNode;
  });
}

}  // namespace mlfix
