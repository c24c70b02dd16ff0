// The name of the module tells it, however the condition is written. See program_guard.h.

#include "syntax/program_guard.h"

#include <string_view>

namespace mlfix {

bool is_of_program_alone(const SyntaxTree& tree, NodeId n) {
  for (NodeId branch = tree.ancestor(n, Kind::IfStatement); branch != kNoNode;
       branch = tree.ancestor(branch, Kind::IfStatement)) {
    const std::string_view condition = tree.text(tree.child(branch, Field::Condition));
    if (condition.find("__main__") != condition.npos) return true;
  }
  return false;
}

}  // namespace mlfix
