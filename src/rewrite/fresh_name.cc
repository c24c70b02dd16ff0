// Finds names for variables that a fix introduces.
#include <fmt/format.h>

#include "rewrite/edits.h"

namespace mlfix {
namespace {

// The scope in which an assignment at `at` binds a name.
ScopeId binding_scope(const Bindings& bindings, NodeId at) {
  ScopeId s = bindings.scope_of(at);
  while (bindings.scope(s).kind == ScopeKind::Comprehension ||
         bindings.scope(s).kind == ScopeKind::Lambda) {
    s = bindings.scope(s).parent;
  }
  return s;
}

bool is_attribute_or_keyword(const SyntaxTree& tree, NodeId identifier) {
  const Kind parent = tree.kind(tree.parent(identifier));
  const Field field = tree.field(identifier);
  return (parent == Kind::Attribute && field == Field::Attribute) ||
         (parent == Kind::KeywordArgument && field == Field::Name);
}

// The subtree of the scope's node holds the scope and all scopes nested in it.
bool is_used(const SyntaxTree& tree, NodeId scope_node, std::string_view name) {
  for (NodeId n = scope_node; n < tree.subtree_end(scope_node); ++n) {
    if (tree.is(n, Kind::Identifier) && tree.text(n) == name && !is_attribute_or_keyword(tree, n)) {
      return true;
    }
  }
  return false;
}

}  // namespace

std::string Rewriter::fresh_name(NodeId at, std::string_view wanted) const {
  const Bindings& bindings = model_->bindings();
  const NodeId scope_node = bindings.scope(binding_scope(bindings, at)).node;
  std::string name(wanted);
  for (int suffix = 2; is_used(model_->tree(), scope_node, name); ++suffix) {
    name = fmt::format("{}_{}", wanted, suffix);
  }
  return name;
}

}  // namespace mlfix
