// A few names of the standard library and of pytest stand here and not in a table: they are
// about the language's own control flow, and no user has more of them.

#include "semantic/control/transfers.h"

#include <algorithm>
#include <string_view>

#include "semantic/knowledge/meanings.h"
#include "semantic/names/calls.h"
#include "semantic/semantic_model.h"

namespace mlfix {
namespace {}  // namespace

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

bool catches_everything(const SemanticModel& model, NodeId except_clause) {
  const SyntaxTree& tree = model.tree();
  NodeId caught = tree.first_child(except_clause);
  if (tree.is(caught, Kind::Block)) return true;
  if (tree.is(caught, Kind::AsPattern)) caught = tree.first_child(caught);
  return is_builtin_name(model, caught, "BaseException");
}

bool swallows_exceptions(const SemanticModel& model, NodeId with_statement) {
  const SyntaxTree& tree = model.tree();
  const NodeId clause = tree.child_of_kind(with_statement, Kind::WithClause);
  if (clause == kNoNode) return false;
  for (NodeId n = clause; n < tree.subtree_end(clause); ++n) {
    if (!tree.is(n, Kind::Call)) continue;
    const std::string_view method = model.method_name(n);
    if (model.means(Meaning::GivesSwallowingContext, method) ||
        model.is_call_to(n, Meaning::SwallowsException)) {
      return true;
    }
  }
  return false;
}

bool never_returns(const SemanticModel& model, NodeId expression) {
  const SyntaxTree& tree = model.tree();
  if (!tree.is(expression, Kind::Call)) return false;
  const NodeId called = tree.child(expression, Field::Function);
  if (is_builtin_name(model, called, "exit") || is_builtin_name(model, called, "quit")) return true;
  return model.is_call_to(expression, Meaning::EndsRun);
}

}  // namespace mlfix
