// The scopes of a file and the variables that live in them: what is known of
// names before anything is followed in execution order.
//
// Belongs to binder.cc. Linear in the nodes of the file.
#pragma once

#include <compare>
#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "semantic/binding/binding.h"

namespace mlfix {

struct VariableRef {
  ScopeId scope = kNone;
  std::uint32_t slot = kNone;
  bool found() const { return scope != kNone; }
  friend auto operator<=>(const VariableRef&, const VariableRef&) = default;
};

bool is_comprehension(Kind k);

// What stands around a name in a target, `a` in `(a, *b), [c] = …`.
bool is_pattern_wrapper(Kind k);

class ScopeTable {
 public:
  // Fills the scopes and variables of `tables`, which must outlive this, and
  // sizes what is kept by node.
  ScopeTable(const SyntaxTree& tree, BindingTables& tables);

  // The variable that a binding identifier binds.
  VariableRef bound_variable(NodeId identifier) const;
  // The variable of that name in this very scope, or in the one that a global or
  // nonlocal statement of it names. Not found when it has none.
  VariableRef variable_in(ScopeId scope, NodeId identifier) const;
  // Whether the identifier is bound where it stands.
  bool is_binding(NodeId identifier) const;
  // All that is bound within `n`, which is part of `unit`; the variables of
  // comprehensions are their own.
  std::vector<VariableRef> variables_bound_in(NodeId n, ScopeId unit) const;
  // The names in global and nonlocal statements of the scope.
  const std::vector<NodeId>& redirected_names(ScopeId scope) const { return redirects_of_[scope]; }

 private:
  using Name = std::uint32_t;
  static constexpr Name kNoName = UINT32_MAX;
  struct BindingPlace {
    NodeId node;
    VariableRef variable;
  };

  void find_scopes();
  void set_scope(NodeId n, ScopeId scope);
  void open_scope(ScopeKind kind, NodeId node, ScopeId parent);
  void open_parameters(NodeId parameters, ScopeId inner, ScopeId outer);
  Name intern(std::string_view text);

  void find_variables();
  void find_redirects();
  ScopeId binding_scope(NodeId n) const;
  ScopeId unit_of(ScopeId scope) const;
  VariableRef variable_for(ScopeId scope, NodeId identifier);
  ScopeId nonlocal_target(ScopeId scope, Name name) const;
  VariableRef declare(ScopeId scope, Name name, NodeId identifier);
  VariableRef variable_named(ScopeId scope, Name name) const;

  bool is_case_alias(NodeId n, NodeId as_pattern) const;
  bool dotted_name_binds(NodeId n, NodeId dotted) const;

  const SyntaxTree& tree_;
  BindingTables& tables_;
  std::vector<NodeId> identifiers_, redirecting_;      // nodes: names; global and nonlocal
  std::vector<Name> name_of_;                          // by node
  std::unordered_map<std::uint64_t, bool> redirects_;  // true: global, false: nonlocal
  std::vector<std::vector<NodeId>> redirects_of_;      // by scope
  std::vector<std::vector<BindingPlace>> places_;      // by unit, sorted by node
};

}  // namespace mlfix
