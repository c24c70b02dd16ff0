// The questions that one file's definitions and uses answer; binder.cc finds them.

#include "semantic/binding/binding.h"

#include <algorithm>

#include "semantic/binding/binder.h"

namespace mlfix {

Bindings::Bindings(const SyntaxTree& tree, WorkBudget& work)
    : tree_(&tree), tables_(bind(tree, work)) {}

ScopeId Bindings::scope_of(NodeId n) const {
  return tables_.scope_of[n];
}

ScopeId Bindings::scope_made_by(NodeId n) const {
  const auto it = tables_.scope_made_by.find(n);
  return it == tables_.scope_made_by.end() ? kNone : it->second;
}

UseId Bindings::use_at(NodeId identifier) const {
  return tables_.use_at[identifier];
}

DefId Bindings::definition_at(NodeId identifier) const {
  return tables_.definition_at[identifier];
}

DefId Bindings::reaching(NodeId identifier) const {
  const UseId u = tables_.use_at[identifier];
  return u == kNone ? kNone : tables_.uses[u].def;
}

const Variable& Bindings::variable(ScopeId s, std::uint32_t slot) const {
  return tables_.variables[s][slot];
}

const Variable& Bindings::variable_of(DefId d) const {
  return tables_.variables[tables_.definitions[d].scope][tables_.definitions[d].slot];
}

const Variable* Bindings::lookup(ScopeId s, std::string_view name) const {
  for (ScopeId at = s; at != kNone; at = tables_.scopes[at].parent) {
    if (tables_.scopes[at].kind == ScopeKind::Class && at != s) {
      continue;
    }
    const auto& variables = tables_.variables[at];
    const auto it = std::find_if(variables.begin(), variables.end(),
                                 [&](const Variable& v) { return v.name == name; });
    if (it != variables.end()) {
      return &*it;
    }
  }
  return nullptr;
}

std::span<const Variable> Bindings::variables(ScopeId s) const {
  return tables_.variables[s];
}

std::vector<const Variable*> Bindings::bound_in(NodeId n) const {
  std::vector<const Variable*> bound;
  const ScopeId scope = tables_.scope_of[n];
  for (NodeId i = n; i < tree_->subtree_end(n); ++i) {
    const DefId d = tables_.definition_at[i];
    if (d == kNone) {
      continue;
    }
    const Variable& v = variable_of(d);
    const bool nested = tables_.scope_of[i] != scope && v.scope == tables_.scope_of[i];
    if (!nested && std::find(bound.begin(), bound.end(), &v) == bound.end()) {
      bound.push_back(&v);
    }
  }
  return bound;
}

}  // namespace mlfix
