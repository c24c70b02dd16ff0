// A few names of the standard library and of pytest stand here and not in a table: they are
// about the language's own control flow, and no user has more of them.

#include "semantic/control/transfers.h"

#include <algorithm>
#include <string_view>

#include "semantic/knowledge/meanings.h"
#include "semantic/names/calls.h"
#include "semantic/semantic_model.h"

namespace mlfix {

bool matches_everything(const SyntaxTree& tree, NodeId case_clause) {
  const NodeId pattern = tree.child_of_kind(case_clause, Kind::CasePattern);
  if (pattern == kNoNode || tree.child_of_kind(case_clause, Kind::IfClause) != kNoNode ||
      tree.is(tree.next_sibling(pattern), Kind::CasePattern)) {
    return false;
  }
  const NodeId name = tree.first_child(pattern);
  return tree.text(pattern) == "_" ||
         (tree.is(name, Kind::DottedName) && tree.text(name) == tree.text(pattern) &&
          tree.text(name).find('.') == std::string_view::npos);
}

bool Transfers::catches_everything(NodeId except_clause) const {
  const SyntaxTree& tree = model_.tree();
  NodeId caught = tree.first_child(except_clause);
  if (tree.is(caught, Kind::Block)) return true;
  if (tree.is(caught, Kind::AsPattern)) caught = tree.first_child(caught);
  return is_builtin_name(model_, caught, "BaseException");
}

bool Transfers::swallows_exceptions(NodeId with_statement) const {
  const SyntaxTree& tree = model_.tree();
  const NodeId clause = tree.child_of_kind(with_statement, Kind::WithClause);
  if (clause == kNoNode) return false;
  for (NodeId n = clause; n < tree.subtree_end(clause); ++n) {
    if (!tree.is(n, Kind::Call)) continue;
    const std::string_view method = model_.method_name(n);
    if (model_.means(Meaning::GivesSwallowingContext, method) ||
        model_.is_call_to(n, Meaning::SwallowsException)) {
      return true;
    }
  }
  return false;
}

bool Transfers::never_returns(NodeId expression) const {
  const SyntaxTree& tree = model_.tree();
  if (!tree.is(expression, Kind::Call)) return false;
  const NodeId called = tree.child(expression, Field::Function);
  if (is_builtin_name(model_, called, "exit") || is_builtin_name(model_, called, "quit"))
    return true;
  return model_.is_call_to(expression, Meaning::EndsRun);
}

}  // namespace mlfix
