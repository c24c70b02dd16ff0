// Scopes, definitions and uses of one file, in SSA form.
//
// The bindings are computed in one structured walk (the idea of ty's use-def
// builder, reduced to one reaching definition per use by phi definitions):
// branches merge by Phi, and every name assigned in a loop gets a LoopPhi in
// front of the body whose later operands are the values at the end of the body
// and at each `continue`. So "this value accumulates over the iterations" is
// one question: does the read resolve to a LoopPhi that this very statement
// feeds? Python has no goto, hence no fixpoint is needed: the cost is linear in
// the nodes plus the names that differ at merges.
//
// Immutable after construction, thread-safe to read.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "semantic/binding/ids.h"
#include "syntax/syntax_tree.h"
#include "syntax/work_budget.h"

namespace mlfix {

enum class ScopeKind : std::uint8_t { Module, Function, Lambda, Class, Comprehension };

struct Scope {
  ScopeKind kind;
  NodeId node;     // the module, function_definition, lambda, class_definition, comprehension
  ScopeId parent;  // kNone for the module
  bool has_star_import = false;    // `from m import *` directly in this scope
  bool has_dynamic_names = false;  // exec, eval, globals(), locals(), vars() used in it
};

enum class DefKind : std::uint8_t {
  Unbound,  // the name before its first assignment in its scope
  Parameter,
  Assign,     // also walrus and annotated assignment; `value` is the right side
  Unpack,     // one name of a tuple target; `value` is the whole right side
  AugAssign,  // `x += v`; operands[0] is the definition before, `value` is v
  For,        // loop or comprehension target; `value` is the iterable
  With,       // `with value as x`
  Except,
  Import,  // `import a.b as x`, `from a import b`
  Function,
  Class,
  Delete,
  Capture,  // match pattern
  Phi,      // merge of branches; operands are the merged definitions
  LoopPhi,  // before a loop body; operands[0] enters, the others come around
};

struct Definition {
  DefKind kind = DefKind::Unbound;
  ScopeId scope = 0;
  std::uint32_t slot = 0;  // the variable, an index into the scope's names
  NodeId node = kNoNode;   // the identifier that is bound; the loop or branch
                           // statement for phis; the scope's node for Unbound
  NodeId value = kNoNode;  // see the kinds; kNoNode when there is none
  std::span<const DefId> operands;
  std::span<const UseId> uses;  // direct uses of this definition, in source order
  std::span<const DefId> phis;  // the phis and augmented assignments this one feeds
};

struct Use {
  NodeId node;            // the identifier
  DefId def;              // reaching definition. For a free variable of a nested function:
                          // the last definition in the owning scope when there is one only,
                          // else a Phi over all definitions of the variable
  bool captured = false;  // read from another scope than the one that binds it
};

// A variable: one name in one scope.
struct Variable {
  std::string_view name;
  ScopeId scope;
  std::span<const DefId> definitions;  // all but phis, in source order
  std::span<const UseId> uses;         // all uses, in any scope, in source order
  bool declared_global = false;        // some function writes it through global/nonlocal
  NodeId captured_at = kNoNode;        // the first read in another function, or kNoNode
};

// What a file binds and reads: definitions and uses by their ids, scopes by
// theirs, variables by scope and slot. Movable, not copyable: definitions and variables point
// into `lists`.
struct BindingTables {
  BindingTables() = default;
  BindingTables(BindingTables&&) = default;
  BindingTables& operator=(BindingTables&&) = default;

  std::vector<Scope> scopes;
  std::vector<Definition> definitions;
  std::vector<Use> uses;
  std::vector<std::vector<Variable>> variables;
  std::unordered_map<std::string_view, std::uint32_t> names;  // numbers for all identifiers
  std::unordered_map<std::uint64_t, std::uint32_t> slots;     // by scope and number, see slot_key()
  std::vector<std::uint32_t> use_at, definition_at;           // by node, or kNone
  std::vector<ScopeId> scope_of;                              // by node
  std::unordered_map<NodeId, ScopeId> scope_made_by;
  std::array<std::vector<std::uint32_t>, 5> lists;  // see BindingLists
};

constexpr std::uint64_t slot_key(ScopeId scope, std::uint32_t name) {
  return (static_cast<std::uint64_t>(scope) << 32) | name;
}

class Bindings {
 public:
  Bindings(const SyntaxTree& tree, WorkBudget& work);

  const SyntaxTree& tree() const { return *tree_; }
  // The steps of `work` that they took.
  std::uint64_t cost() const { return cost_; }

  const Scope& scope(ScopeId s) const { return tables_.scopes[s]; }
  std::size_t scope_count() const { return tables_.scopes.size(); }
  ScopeId scope_of(NodeId n) const;       // innermost scope that holds n
  ScopeId scope_made_by(NodeId n) const;  // the scope a def, class, lambda, … opens, or kNone

  const Definition& definition(DefId d) const { return tables_.definitions[d]; }
  std::size_t definition_count() const { return tables_.definitions.size(); }
  const Use& use(UseId u) const { return tables_.uses[u]; }
  std::size_t use_count() const { return tables_.uses.size(); }

  // The use or the definition that this identifier node is, or kNone. The
  // target of `x += 1` is both a use and a definition.
  UseId use_at(NodeId identifier) const;
  DefId definition_at(NodeId identifier) const;
  // Reaching definition of an identifier that is read, or kNone (builtins,
  // unresolved names).
  DefId reaching(NodeId identifier) const;

  const Variable& variable(ScopeId s, std::uint32_t slot) const;
  const Variable& variable_of(DefId d) const;
  // Variable that `name` means in scope `s` (outer scopes included, class
  // scopes skipped as Python does), or nullptr for builtins and unknown names.
  const Variable* lookup(ScopeId s, std::string_view name) const;
  std::span<const Variable> variables(ScopeId s) const;
  // Is there an identifier of that name anywhere in the file, be it of an attribute or a keyword?
  bool names_identifier(std::string_view name) const { return tables_.names.contains(name); }
  // The definitions and the uses of the variable that stand in `n`. Found by bisection.
  std::span<const DefId> definitions_in(const Variable& variable, NodeId n) const;
  std::span<const UseId> uses_in(const Variable& variable, NodeId n) const;
  // Does the read at `identifier` see a value made in an earlier iteration of
  // `loop` by the definition `d`?
  bool carried_by_loop(NodeId identifier, NodeId loop, DefId d) const;

 private:
  const SyntaxTree* tree_;
  BindingTables tables_;
  std::uint64_t cost_ = 0;
};

}  // namespace mlfix
