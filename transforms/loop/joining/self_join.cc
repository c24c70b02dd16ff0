// The name must come first: a list keeps the order in which parts came.

#include "transforms/loop/joining/self_join.h"

#include <algorithm>
#include <string>

#include "semantic/control/branches.h"

namespace mlfix {
namespace {

// np.append(out, part, axis)
bool split_append(const SemanticModel& model, SelfJoin& join) {
  const NodeId read = model.argument(join.call, 0, "arr");
  const NodeId part = model.argument(join.call, 1, "values");
  join.dim = model.argument(join.call, 2, "axis");
  if (read == kNoNode || part == kNoNode) return false;
  join.parts = {read, part};
  return true;
}

// The parts of the display among the arguments of the call, and the rest.
bool split_arguments(const SyntaxTree& tree, SelfJoin& join) {
  NodeId sequence = kNoNode;
  for (NodeId argument : tree.children(tree.child(join.call, Field::Arguments))) {
    const bool keyword = tree.is(argument, Kind::KeywordArgument);
    const NodeId value = keyword ? tree.child(argument, Field::Value) : argument;
    if (keyword && tree.text(tree.child(argument, Field::Name)) == "out") return false;
    const bool display = tree.is(value, Kind::Tuple) || tree.is(value, Kind::List);
    if (sequence == kNoNode && display) {
      sequence = value;
    } else {
      join.options.push_back(argument);
      join.dim = value;
    }
  }
  if (sequence == kNoNode || join.options.size() > 1) return false;
  for (NodeId part : tree.children(sequence)) join.parts.push_back(part);
  return std::none_of(join.parts.begin(), join.parts.end(),
                      [&](NodeId part) { return tree.is(part, Kind::ListSplat); });
}

}  // namespace

std::optional<SelfJoin> match_self_join(const SemanticModel& model, NodeId assignment) {
  const SyntaxTree& tree = model.tree();
  SelfJoin join;
  join.assignment = assignment;
  join.call = tree.child(assignment, Field::Right);
  join.growing.target = tree.child(assignment, Field::Left);
  const NameSet& joins = model.names(Meaning::Joins);
  const auto function = std::ranges::find_if(
      joins, [&](std::string_view name) { return model.is_call_to(join.call, name); });
  if (function == joins.end() || !tree.is(join.growing.target, Kind::Identifier) ||
      !tree.is(tree.parent(assignment), Kind::ExpressionStatement) ||
      tree.child(assignment, Field::Type) != kNoNode) {
    return std::nullopt;
  }
  join.function = *function;
  const bool split =
      *function == "numpy.append" ? split_append(model, join) : split_arguments(tree, join);
  if (!split) return std::nullopt;
  if (join.parts.size() < 2 || !tree.is(join.parts[0], Kind::Identifier) ||
      tree.text(join.parts[0]) != tree.text(join.growing.target)) {
    return std::nullopt;
  }
  join.growing.read = join.parts[0];
  join.parts.erase(join.parts.begin());
  return join;
}

NodeId branching_on_first_part(const SemanticModel& model, const SelfJoin& join) {
  const SyntaxTree& tree = model.tree();
  const NodeId block = model.block_of(model.statement_of(join.assignment));
  const bool in_else = tree.is(tree.parent(block), Kind::ElseClause);
  const NodeId branching = owner_of_block(tree, block);
  if (!tree.is(branching, Kind::IfStatement) || join.parts.size() != 1) return kNoNode;
  const std::string name(tree.text(join.growing.target));
  const NodeId condition = tree.child(branching, Field::Condition);
  if (tree.text(condition) != name + (in_else ? " is None" : " is not None")) return kNoNode;
  const NodeId other = other_branch(tree, branching, block);
  if (other == kNoNode || model.statements(block).size() != 1) return kNoNode;
  const std::vector<NodeId> first = model.statements(other);
  const bool same = first.size() == 1 && tree.text(first.front()) ==
                                             name + " = " + std::string(tree.text(join.parts[0]));
  return same ? branching : NodeId{kNoNode};
}

}  // namespace mlfix
