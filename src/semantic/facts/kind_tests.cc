// A test is a whole condition; an operand of `and`, `or` or `not` says nothing here. Names
// are the same where they are reached by the same definition.

#include "semantic/facts/kind_tests.h"

#include <algorithm>
#include <string>
#include <vector>

#include "semantic/binding/binding.h"
#include "semantic/knowledge/knowledge.h"
#include "semantic/names/calls.h"
#include "semantic/semantic_model.h"

namespace mlfix {
namespace {

TestedKind kind_of_class(const SemanticModel& model, NodeId klass) {
  if (model.qualified_text(klass) == "torch.Tensor") return TestedKind::Tensor;
  return is_builtin_name(model, klass, "dict") ? TestedKind::Dict : TestedKind::None;
}

// Of isinstance(x, (Tensor, Tensor)): what all of them are.
TestedKind kind_of_classes(const SemanticModel& model, NodeId classes) {
  if (!model.tree().is(classes, Kind::Tuple)) return kind_of_class(model, classes);
  std::vector<TestedKind> kinds;
  for (const NodeId klass : model.tree().children(classes)) {
    kinds.push_back(kind_of_class(model, klass));
  }
  const bool same = !kinds.empty() && std::ranges::all_of(kinds, [&](TestedKind kind) {
    return kind == kinds.front();
  });
  return same ? kinds.front() : TestedKind::None;
}

// Does hasattr() of that name hold for every tensor?
bool every_tensor_has(const SemanticModel& model, NodeId name) {
  std::string_view text = model.tree().text(name);
  if (!model.tree().is(name, Kind::String) || text.size() < 3) return false;
  text = text.substr(1, text.size() - 2);
  const MethodInfo* method = model.knowledge().method(text, {Fact::Tensor, Fact::Tensor, {}});
  return method != nullptr && method->receiver.has(Fact::Tensor);
}

// What the condition tests the value of `def` for.
TestedKind kind_tested(const SemanticModel& model, NodeId condition, DefId def) {
  const SyntaxTree& tree = model.tree();
  condition = condition == kNoNode ? condition : model.strip_parentheses(condition);
  if (!tree.is(condition, Kind::Call)) return TestedKind::None;
  const std::vector<NodeId> arguments = model.arguments(condition);
  if (arguments.empty() || !tree.is(arguments.front(), Kind::Identifier) ||
      model.bindings().reaching(arguments.front()) != def) {
    return TestedKind::None;
  }
  const NodeId called = called_expression(model, condition);
  if (model.is_call_to(condition, Meaning::TestsForTensor)) return TestedKind::Tensor;
  if (arguments.size() != 2) return TestedKind::None;
  if (is_builtin_name(model, called, "isinstance")) return kind_of_classes(model, arguments[1]);
  const bool has =
      is_builtin_name(model, called, "hasattr") && every_tensor_has(model, arguments[1]);
  return has ? TestedKind::Tensor : TestedKind::None;
}

}  // namespace

TestedKind kind_told_at(const SemanticModel& model, NodeId name) {
  const SyntaxTree& tree = model.tree();
  if (!tree.is(name, Kind::Identifier)) return TestedKind::None;
  const DefId def = model.bindings().reaching(name);
  for (NodeId block = model.block_of(model.statement_of(name));
       def != kNone && block != kNoNode && tree.is(block, Kind::Block);
       block = model.block_of(tree.parent(block))) {
    const NodeId around = tree.parent(block);
    if (tree.is(around, Kind::FunctionDefinition)) break;
    if (!tree.is(around, Kind::IfStatement) || tree.field(block) != Field::Consequence) continue;
    const TestedKind kind = kind_tested(model, tree.child(around, Field::Condition), def);
    if (kind != TestedKind::None) return kind;
  }
  return TestedKind::None;
}

bool merge_keeps_tensors_out(const SemanticModel& model, DefId from, DefId phi) {
  const SyntaxTree& tree = model.tree();
  const Definition& merge = model.bindings().definition(phi);
  if (merge.kind != DefKind::Phi || !tree.is(merge.node, Kind::IfStatement)) return false;
  const bool has_other_arms = tree.child_of_kind(merge.node, Kind::ElifClause) != kNoNode ||
                              tree.child_of_kind(merge.node, Kind::ElseClause) != kNoNode;
  const bool is_bound_before = model.bindings().definition(from).node < merge.node;
  return !has_other_arms && is_bound_before &&
         kind_tested(model, tree.child(merge.node, Field::Condition), from) == TestedKind::Tensor;
}

}  // namespace mlfix
