// Calls, arithmetic and comprehensions may need memory; names, numbers, item() and
// print() of those do not.

#include "torch/tensor/idle_end.h"

#include <algorithm>
#include <array>
#include <unordered_map>
#include <vector>

#include "semantic/binding/binding.h"
#include "semantic/knowledge/facts.h"
#include "semantic/semantic_model.h"
#include "torch/training/loader.h"

namespace mlfix {

template <>
class Prover<Claim::DeletionIdle> {
 public:
  static Proof<Claim::DeletionIdle> proven() { return {}; }
};

namespace {

// Does evaluating it need no memory to speak of?
bool is_cheap(const SemanticModel& model, NodeId expr) {
  const SyntaxTree& tree = model.tree();
  constexpr auto kCostly = std::to_array<Kind>(
      {Kind::Call, Kind::BinaryOperator, Kind::ListComprehension, Kind::SetComprehension,
       Kind::DictionaryComprehension, Kind::GeneratorExpression, Kind::Await, Kind::Lambda});
  for (NodeId n = expr; n < tree.subtree_end(expr); ++n) {
    const bool costly = std::find(kCostly.begin(), kCostly.end(), tree.kind(n)) != kCostly.end();
    const bool number = tree.is(n, Kind::Call) && model.method_name(n) == "item";
    if (costly && !number) return false;
  }
  return true;
}

bool is_idle(const SemanticModel& model, NodeId statement) {
  const SyntaxTree& tree = model.tree();
  if (tree.is(statement, Kind::DeleteStatement) || tree.is(statement, Kind::PassStatement)) {
    return true;
  }
  const NodeId call =
      tree.is(statement, Kind::ExpressionStatement) ? tree.first_child(statement) : kNoNode;
  if (call == kNoNode || !is_builtin_call(model, call, "print")) return false;
  const auto printed = model.arguments(call);
  return std::all_of(printed.begin(), printed.end(), [&](NodeId n) { return is_cheap(model, n); });
}

// What comes after a statement: another one, or an end, which is kNoNode where more is done.
struct Following {
  NodeId at;
  bool is_end;
};

Following end_at(NodeId end) {
  return {end, true};
}

Following following_block(const SyntaxTree& tree, NodeId block) {
  const NodeId owner = tree.parent(block);
  switch (owner == kNoNode ? Kind::Module : tree.kind(owner)) {
    case Kind::FunctionDefinition:
    case Kind::ForStatement:
    case Kind::WhileStatement:
      return end_at(owner);
    case Kind::IfStatement:
    case Kind::WithStatement:
      return {owner, false};
    case Kind::ElseClause:
    case Kind::ElifClause:
      if (!tree.is(tree.parent(owner), Kind::IfStatement)) return end_at(kNoNode);
      return {tree.parent(owner), false};
    default:
      return end_at(kNoNode);
  }
}

Following following(const SemanticModel& model, NodeId statement) {
  const SyntaxTree& tree = model.tree();
  const NodeId block = model.block_of(statement);
  NodeId next = statement;
  while (tree.parent(next) != block) next = tree.parent(next);
  do next = tree.next_sibling(next);
  while (next != kNoNode && tree.is(next, Kind::Comment));
  if (next == kNoNode) return following_block(tree, block);
  if (tree.is(next, Kind::ReturnStatement)) {
    return end_at(is_cheap(model, next) ? model.function_of(next) : kNoNode);
  }
  return is_idle(model, next) ? Following{next, false} : end_at(kNoNode);
}

// By the statements before them, of which there may be very many in a row.
struct KnownEnds {
  std::unordered_map<NodeId, NodeId> of;
};

}  // namespace

NodeId end_reached_from(const SemanticModel& model, NodeId statement) {
  auto& known = model.notes<KnownEnds>().of;
  std::vector<NodeId> passed;
  Following at{statement, false};
  while (!at.is_end) {
    if (const auto found = known.find(at.at); found != known.end()) {
      at = end_at(found->second);
    } else {
      passed.push_back(at.at);
      at = following(model, at.at);
    }
  }
  for (const NodeId one : passed) known.emplace(one, at.at);
  return at.at;
}

std::optional<Proof<Claim::DeletionIdle>> idle_deletion(const SemanticModel& model,
                                                        std::span<const NodeId> names) {
  const Bindings& bindings = model.bindings();
  const bool idle = std::ranges::all_of(names, [&](NodeId name) {
    const DefId d = bindings.reaching(name);
    return bindings.definition(d).kind == DefKind::Assign &&
           model.facts_of(d).must_be(Fact::Tensor) &&
           !bindings.scope(bindings.scope_of(name)).has_dynamic_names;
  });
  if (!idle) return std::nullopt;
  return Prover<Claim::DeletionIdle>::proven();
}

}  // namespace mlfix
