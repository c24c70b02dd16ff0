// Two passes over the flat tree: one finds the scopes and which nodes are in
// each, the other the places that bind names. A name may be bound after its use
// in the text, so variables have to be known before anything is resolved.

#include "semantic/binding/scope_table.h"

#include <algorithm>

namespace mlfix {

bool is_comprehension(Kind k) {
  return k == Kind::ListComprehension || k == Kind::SetComprehension ||
         k == Kind::DictionaryComprehension || k == Kind::GeneratorExpression;
}

bool is_pattern_wrapper(Kind k) {
  switch (k) {
    case Kind::PatternList:
    case Kind::TuplePattern:
    case Kind::ListPattern:
    case Kind::ListSplatPattern:
    case Kind::DictionarySplatPattern:
    case Kind::Tuple:
    case Kind::List:
    case Kind::ListSplat:
    case Kind::ExpressionList:
    case Kind::ParenthesizedExpression:
    case Kind::AsPatternTarget:
      return true;
    default:
      return false;
  }
}

ScopeTable::ScopeTable(const SyntaxTree& tree, BindingTables& tables)
    : tree_(tree), tables_(tables) {
  find_scopes();
  find_variables();
}

VariableRef ScopeTable::bound_variable(NodeId identifier) const {
  return variable_named(binding_scope(identifier), name_of_[identifier]);
}

VariableRef ScopeTable::variable_in(ScopeId scope, NodeId identifier) const {
  return variable_named(scope, name_of_[identifier]);
}

void ScopeTable::set_scope(NodeId n, ScopeId scope) {
  if (n != kNoNode) {
    tables_.scope_of[n] = scope;
  }
}

void ScopeTable::open_scope(ScopeKind kind, NodeId node, ScopeId parent) {
  const auto id = static_cast<ScopeId>(tables_.scopes.size());
  tables_.scopes.push_back({kind, node, parent});
  tables_.scope_made_by.emplace(node, id);
  switch (kind) {
    case ScopeKind::Function:
    case ScopeKind::Lambda:
      set_scope(tree_.child(node, Field::Body), id);
      open_parameters(tree_.child(node, Field::Parameters), id, parent);
      break;
    case ScopeKind::Class:
      set_scope(tree_.child(node, Field::Body), id);
      break;
    default: {  // a comprehension; its first iterable is evaluated outside
      bool first = true;
      for (NodeId c : tree_.children(node)) {
        set_scope(c, id);
        if (first && tree_.is(c, Kind::ForInClause)) {
          first = false;
          set_scope(tree_.child(c, Field::Right), parent);
        }
      }
    }
  }
}

// Defaults and annotations are evaluated in the scope around the function.
void ScopeTable::open_parameters(NodeId parameters, ScopeId inner, ScopeId outer) {
  if (parameters == kNoNode) {
    return;
  }
  set_scope(parameters, inner);
  for (NodeId p : tree_.children(parameters)) {
    set_scope(tree_.child(p, Field::Value), outer);
    set_scope(tree_.child(p, Field::Type), outer);
  }
}

void ScopeTable::find_scopes() {
  const NodeId count = tree_.size();
  tables_.scope_of.assign(count, kNone);
  tables_.use_at.assign(count, kNone);
  tables_.definition_at.assign(count, kNone);
  name_of_.assign(count, kNoName);
  tables_.scopes.push_back({ScopeKind::Module, 0, kNone});
  tables_.scope_made_by.emplace(0, 0);
  tables_.scope_of[0] = 0;
  for (NodeId n = 0; n < count; ++n) {
    if (tables_.scope_of[n] == kNone) {
      tables_.scope_of[n] = tables_.scope_of[tree_.parent(n)];
    }
    const ScopeId here = tables_.scope_of[n];
    switch (tree_.kind(n)) {
      case Kind::Identifier:
        name_of_[n] = intern(tree_.text(n));
        identifiers_.push_back(n);
        break;
      case Kind::FunctionDefinition:
        open_scope(ScopeKind::Function, n, here);
        break;
      case Kind::ClassDefinition:
        open_scope(ScopeKind::Class, n, here);
        break;
      case Kind::Lambda:
        open_scope(ScopeKind::Lambda, n, here);
        break;
      case Kind::WildcardImport:
        tables_.scopes[here].has_star_import = true;
        break;
      case Kind::GlobalStatement:
      case Kind::NonlocalStatement:
        redirecting_.push_back(n);
        break;
      default:
        if (is_comprehension(tree_.kind(n))) {
          open_scope(ScopeKind::Comprehension, n, here);
        }
    }
  }
  tables_.variables.resize(tables_.scopes.size());
  places_.resize(tables_.scopes.size());
  redirects_of_.resize(tables_.scopes.size());
}

ScopeTable::Name ScopeTable::intern(std::string_view text) {
  return tables_.names.try_emplace(text, static_cast<Name>(tables_.names.size())).first->second;
}

void ScopeTable::find_variables() {
  find_redirects();
  for (const NodeId n : identifiers_) {
    if (is_binding(n)) {
      const ScopeId scope = binding_scope(n);
      const VariableRef v = variable_for(scope, n);
      places_[unit_of(scope)].push_back({n, v});
    }
  }
}

void ScopeTable::find_redirects() {
  for (const NodeId n : redirecting_) {
    for (NodeId name : tree_.children(n)) {
      const ScopeId scope = tables_.scope_of[n];
      if (tree_.is(name, Kind::Identifier) && scope != 0) {
        redirects_[slot_key(scope, name_of_[name])] = tree_.is(n, Kind::GlobalStatement);
        redirects_of_[scope].push_back(name);
      }
    }
  }
}

// The scope in which a name bound at `n` lives, before global/nonlocal.
ScopeId ScopeTable::binding_scope(NodeId n) const {
  ScopeId scope = tables_.scope_of[n];
  if (tree_.is(tree_.parent(n), Kind::NamedExpression)) {
    scope = unit_of(scope);
  }
  return scope;
}

// A comprehension runs inside the statement it is part of.
ScopeId ScopeTable::unit_of(ScopeId scope) const {
  while (tables_.scopes[scope].kind == ScopeKind::Comprehension) {
    scope = tables_.scopes[scope].parent;
  }
  return scope;
}

VariableRef ScopeTable::variable_for(ScopeId scope, NodeId identifier) {
  const Name name = name_of_[identifier];
  const auto redirect = redirects_.find(slot_key(scope, name));
  if (redirect != redirects_.end()) {
    const ScopeId target = redirect->second ? 0 : nonlocal_target(scope, name);
    const VariableRef v = declare(target, name, identifier);
    tables_.variables[v.scope][v.slot].declared_global = true;
    return v;
  }
  return declare(scope, name, identifier);
}

ScopeId ScopeTable::nonlocal_target(ScopeId scope, Name name) const {
  for (ScopeId s = tables_.scopes[scope].parent; s != kNone; s = tables_.scopes[s].parent) {
    if (tables_.scopes[s].kind != ScopeKind::Class && tables_.slots.contains(slot_key(s, name))) {
      return s;
    }
  }
  return tables_.scopes[scope].parent;
}

VariableRef ScopeTable::declare(ScopeId scope, Name name, NodeId identifier) {
  auto& variables = tables_.variables[scope];
  const auto [it, added] = tables_.slots.try_emplace(slot_key(scope, name),
                                                     static_cast<std::uint32_t>(variables.size()));
  if (added) {
    variables.push_back({tree_.text(identifier), scope, {}, {}});
  }
  return {scope, it->second};
}

VariableRef ScopeTable::variable_named(ScopeId scope, Name name) const {
  const auto redirect = redirects_.find(slot_key(scope, name));
  const ScopeId owner = redirect == redirects_.end() ? scope
                        : redirect->second           ? 0
                                                     : nonlocal_target(scope, name);
  const auto it = tables_.slots.find(slot_key(owner, name));
  return it == tables_.slots.end() ? VariableRef{} : VariableRef{owner, it->second};
}

bool ScopeTable::is_binding(NodeId n) const {
  NodeId top = n;
  NodeId parent = tree_.parent(top);
  while (parent != kNoNode && is_pattern_wrapper(tree_.kind(parent))) {
    top = parent;
    parent = tree_.parent(top);
  }
  if (parent == kNoNode) {
    return false;
  }
  const Field field = tree_.field(top);
  switch (tree_.kind(parent)) {
    case Kind::Assignment:
    case Kind::AugmentedAssignment:
    case Kind::ForStatement:
    case Kind::ForInClause:
      return field == Field::Left;
    case Kind::AsPattern:
      return field == Field::Alias || is_case_alias(top, parent);
    case Kind::ExceptClause:
      return field == Field::Alias;
    case Kind::NamedExpression:
    case Kind::FunctionDefinition:
    case Kind::ClassDefinition:
    case Kind::DefaultParameter:
    case Kind::TypedDefaultParameter:
      return field == Field::Name;
    case Kind::TypedParameter:
      return field != Field::Type;
    case Kind::Parameters:
    case Kind::LambdaParameters:
    case Kind::DeleteStatement:
      return true;
    case Kind::AliasedImport:
      return field == Field::Alias;
    case Kind::DottedName:
      return dotted_name_binds(n, parent);
    case Kind::SplatPattern:
      return true;
    default:
      return false;
  }
}

bool ScopeTable::is_case_alias(NodeId n, NodeId as_pattern) const {
  return tree_.is(tree_.parent(as_pattern), Kind::CasePattern) && tree_.kind(n) == Kind::Identifier;
}

// `import a.b` binds a; `from m import b` binds b; `case name:` captures.
bool ScopeTable::dotted_name_binds(NodeId n, NodeId dotted) const {
  const NodeId owner = tree_.parent(dotted);
  const bool first = n == tree_.first_child(dotted);
  const bool only = first && tree_.subtree_end(n) == tree_.subtree_end(dotted);
  switch (tree_.kind(owner)) {
    case Kind::ImportStatement:
      return first;
    case Kind::ImportFromStatement:
    case Kind::FutureImportStatement:
      return only && tree_.field(dotted) == Field::Name;
    case Kind::CasePattern:
      return only && tree_.text(n) != "_";
    default:
      return false;
  }
}

std::vector<VariableRef> ScopeTable::variables_bound_in(NodeId n, ScopeId unit) const {
  const auto& places = places_[unit];
  const NodeId end = tree_.subtree_end(n);
  auto it = std::lower_bound(places.begin(), places.end(), n,
                             [](const BindingPlace& p, NodeId id) { return p.node < id; });
  std::vector<VariableRef> variables;
  for (; it != places.end() && it->node < end; ++it) {
    if (tables_.scopes[it->variable.scope].kind != ScopeKind::Comprehension) {
      variables.push_back(it->variable);
    }
  }
  std::sort(variables.begin(), variables.end());
  variables.erase(std::unique(variables.begin(), variables.end()), variables.end());
  return variables;
}

}  // namespace mlfix
