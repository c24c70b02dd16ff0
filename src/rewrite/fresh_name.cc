// Finds names for variables that a fix introduces.
#include <fmt/format.h>

#include <string>
#include <string_view>
#include <unordered_set>

#include "rewrite/edits.h"
#include "semantic/binding/binding.h"

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
bool is_used_in(const SyntaxTree& tree, NodeId scope_node, std::string_view name) {
  for (NodeId n = scope_node; n < tree.subtree_end(scope_node); ++n) {
    if (tree.is(n, Kind::Identifier) && tree.text(n) == name && !is_attribute_or_keyword(tree, n)) {
      return true;
    }
  }
  return false;
}

}  // namespace

// All names that the file uses.
struct Rewriter::UsedNames {
  explicit UsedNames(const SyntaxTree& tree) {
    for (NodeId n = 0; n < tree.size(); ++n) {
      if (tree.is(n, Kind::Identifier)) names.insert(tree.text(n));
    }
  }

  std::unordered_set<std::string_view> names;
};

bool Rewriter::uses_name(std::string_view name) const {
  if (!used_names_) used_names_ = std::make_shared<UsedNames>(*tree_);
  return used_names_->names.contains(name);
}

std::string Rewriter::fresh_name(NodeId at, std::string_view wanted) const {
  const NodeId scope_node = bindings_->scope(binding_scope(*bindings_, at)).node;
  const auto is_used = [&](std::string_view name) {
    return uses_name(name) && is_used_in(*tree_, scope_node, name);
  };
  std::string name(wanted);
  for (int suffix = 2; is_used(name); ++suffix) {
    name = fmt::format("{}_{}", wanted, suffix);
  }
  return name;
}

}  // namespace mlfix
