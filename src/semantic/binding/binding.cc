// The questions that one file's definitions and uses answer; binder.cc finds them.

#include "semantic/binding/binding.h"

#include <algorithm>

#include "semantic/binding/binder.h"

namespace mlfix {

Bindings::Bindings(const SyntaxTree& tree, WorkBudget& work) : tree_(&tree) {
  const std::uint64_t before = work.spent();
  tables_ = bind(tree, work);
  cost_ = work.spent() - before;
}

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
  const auto number = tables_.names.find(name);
  if (number == tables_.names.end()) return nullptr;
  for (ScopeId at = s; at != kNone; at = tables_.scopes[at].parent) {
    if (tables_.scopes[at].kind == ScopeKind::Class && at != s) {
      continue;
    }
    const auto slot = tables_.slots.find(slot_key(at, number->second));
    if (slot != tables_.slots.end()) return &tables_.variables[at][slot->second];
  }
  return nullptr;
}

std::span<const Variable> Bindings::variables(ScopeId s) const {
  return tables_.variables[s];
}

namespace {

// Those of the ids, which are in source order, whose nodes are in [from, to).
template <typename Id, typename NodeOf>
std::span<const Id> ids_between(std::span<const Id> ids, NodeId from, NodeId to, NodeOf node_of) {
  const auto first = std::ranges::lower_bound(ids, from, {}, node_of);
  return {first, std::ranges::lower_bound(first, ids.end(), to, {}, node_of)};
}

}  // namespace

std::span<const DefId> Bindings::definitions_in(const Variable& variable, NodeId n) const {
  return ids_between(variable.definitions, n, tree_->subtree_end(n),
                     [&](DefId d) { return tables_.definitions[d].node; });
}

std::span<const UseId> Bindings::uses_in(const Variable& variable, NodeId n) const {
  return ids_between(variable.uses, n, tree_->subtree_end(n),
                     [&](UseId u) { return tables_.uses[u].node; });
}

}  // namespace mlfix
