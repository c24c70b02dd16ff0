// The name of the module tells it, however the condition is written. See program_guard.h.

#include "syntax/program_guard.h"

#include <string_view>

namespace mlfix {
namespace {

bool asks_for_program(const SyntaxTree& tree, NodeId branch) {
  const std::string_view condition = tree.text(tree.child(branch, Field::Condition));
  return condition.find("__main__") != condition.npos;
}

}  // namespace

bool is_of_program_alone(const SyntaxTree& tree, NodeId n) {
  for (NodeId branch = tree.ancestor(n, Kind::IfStatement); branch != kNoNode;
       branch = tree.ancestor(branch, Kind::IfStatement)) {
    if (asks_for_program(tree, branch)) return true;
  }
  return false;
}

bool is_program(const SyntaxTree& tree) {
  for (const NodeId statement : tree.children(tree.root())) {
    if (tree.is(statement, Kind::IfStatement) && asks_for_program(tree, statement)) return true;
  }
  return false;
}

}  // namespace mlfix
