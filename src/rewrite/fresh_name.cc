// Finds names for variables that a fix introduces.
#include <fmt/format.h>

#include <string>
#include <string_view>
#include <unordered_set>

#include "rewrite/edits.h"
#include "semantic/binding/binding.h"
#include "semantic/semantic_model.h"

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

// All names that the file uses.
struct UsedNames {
  std::unordered_set<std::string_view> names;
  bool collected = false;
};

bool is_used_in_file(const SemanticModel& model, std::string_view name) {
  UsedNames& used = model.notes<UsedNames>();
  const SyntaxTree& tree = model.tree();
  for (NodeId n = 0; !used.collected && n < tree.size(); ++n) {
    if (tree.is(n, Kind::Identifier)) used.names.insert(tree.text(n));
  }
  used.collected = true;
  return used.names.contains(name);
}

// The subtree of the scope's node holds the scope and all scopes nested in it.
bool is_used(const SemanticModel& model, NodeId scope_node, std::string_view name) {
  if (!is_used_in_file(model, name)) return false;
  const SyntaxTree& tree = model.tree();
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
  for (int suffix = 2; is_used(*model_, scope_node, name); ++suffix) {
    name = fmt::format("{}_{}", wanted, suffix);
  }
  return name;
}

}  // namespace mlfix
