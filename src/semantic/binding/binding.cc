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

bool Bindings::carried_by_loop(NodeId identifier, NodeId loop, DefId d) const {
  const DefId start = reaching(identifier);
  if (start == kNone) {
    return false;
  }
  // Backwards from the read to the phi of this loop, then around it to d.
  const auto reaches = [this](std::vector<DefId> work, auto&& accept) {
    std::vector<DefId> seen;
    while (!work.empty()) {
      const DefId at = work.back();
      work.pop_back();
      if (std::find(seen.begin(), seen.end(), at) != seen.end()) {
        continue;
      }
      seen.push_back(at);
      if (accept(at)) {
        return at;
      }
      const Definition& definition = tables_.definitions[at];
      if (definition.kind == DefKind::Phi || definition.kind == DefKind::LoopPhi) {
        work.insert(work.end(), definition.operands.begin(), definition.operands.end());
      }
    }
    return kNone;
  };
  const DefId phi = reaches({start}, [&](DefId at) {
    return tables_.definitions[at].kind == DefKind::LoopPhi && tables_.definitions[at].node == loop;
  });
  if (phi == kNone) {
    return false;
  }
  const auto& operands = tables_.definitions[phi].operands;
  return reaches({operands.begin() + 1, operands.end()}, [&](DefId at) { return at == d; }) !=
         kNone;
}

}  // namespace mlfix
