// Removes a name from `from m import a, b` once its last use goes. Plain imports
// stay: they may be there for what importing the module does.
#include <algorithm>

#include "rewrite/edits.h"
#include "semantic/binding/binding.h"
#include "syntax/structure.h"

namespace mlfix {

Intents Rewriter::remove_orphaned_import(NodeId use) const {
  const SyntaxTree& tree = *tree_;
  const Bindings& bindings = *bindings_;
  const DefId def = tree.is(use, Kind::Identifier) ? bindings.reaching(use) : DefId{kNone};
  if (def == kNone || bindings.definition(def).kind != DefKind::Import) return {};
  const NodeId statement = enclosing_statement(tree, bindings.definition(def).node);
  const Variable& variable = bindings.variable_of(def);
  const bool read_elsewhere = std::any_of(variable.uses.begin(), variable.uses.end(),
                                          [&](UseId u) { return bindings.use(u).node != use; });
  const bool is_import =
      tree.is(statement, Kind::ImportFromStatement) || tree.is(statement, Kind::ImportStatement);
  if (!is_import || variable.definitions.size() != 1 || read_elsewhere || uses_name("__all__")) {
    return {};
  }
  const std::vector<NodeId> names = tree.children(statement, Field::Name);
  if (names.size() == 1) return delete_statement(statement);
  const auto name = std::find_if(names.begin(), names.end(), [&](NodeId n) {
    return tree.contains(n, bindings.definition(def).node);
  });
  if (name == names.end()) return {};
  const bool is_last = std::next(name) == names.end();
  const TextRange gap = is_last ? TextRange{tree[*std::prev(name)].end, tree[*name].end}
                                : TextRange{tree[*name].begin, tree[*std::next(name)].begin};
  return tree.has_comment_in(gap) ? Intents{} : replace(gap, {});
}

}  // namespace mlfix
