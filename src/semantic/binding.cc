// Builds the SSA form of a file.
//
// Two passes over the flat tree find the scopes and, per scope, the variables
// and the places that bind them. Then every scope is walked once, in execution
// order, with one environment (variable -> current definition) and a journal of
// its changes: a branch is walked, its changes are read off the journal and
// taken back, and the arms meet in phis only where they differ. Function and
// lambda bodies run later than the code around them, so they are walked last,
// and the names they take from outside are resolved when everything is known.

#include "semantic/binding.h"

#include <algorithm>
#include <deque>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>

namespace mlfix {
namespace {

// Lambdas and comprehensions nested deeper than this are not resolved: no
// person writes them, and the walk recurses on them.
constexpr unsigned kMaxExpressionScopes = 200;

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

bool is_dynamic_name(std::string_view name) {
  return name == "exec" || name == "eval" || name == "globals" || name == "locals" ||
         name == "vars";
}

}  // namespace

class Binder {
 public:
  Binder(const SyntaxTree& tree, Bindings& out) : tree_(tree), out_(out) {}

  void run() {
    find_scopes();
    find_variables();
    walk_unit(0);
    while (!deferred_.empty()) {
      const ScopeId unit = deferred_.front();
      deferred_.pop_front();
      walk_unit(unit);
    }
    resolve_captures();
  }

 private:
  using Name = std::uint32_t;
  static constexpr Name kNoName = UINT32_MAX;

  struct VariableRef {
    ScopeId scope = kNone;
    std::uint32_t slot = kNone;
    bool found() const { return scope != kNone; }
    friend auto operator<=>(const VariableRef&, const VariableRef&) = default;
  };
  struct BindingPlace {
    NodeId node;
    VariableRef variable;
  };
  struct Change {
    VariableRef variable;
    DefId definition;
  };
  struct Arm {
    std::vector<Change> changes;
    bool live;
  };
  struct JournalEntry {
    VariableRef variable;
    DefId before;
  };
  struct LoopFrame {
    std::vector<VariableRef> variables;
    std::vector<std::vector<DefId>> breaks, continues;  // values of `variables`
  };

  // ---- pass 1 and 2: scopes and variables ----

  static std::uint64_t key(ScopeId scope, Name name) {
    return (static_cast<std::uint64_t>(scope) << 32) | name;
  }

  void set_scope(NodeId n, ScopeId scope) {
    if (n != kNoNode) {
      out_.scope_of_[n] = scope;
    }
  }

  void open_scope(ScopeKind kind, NodeId node, ScopeId parent) {
    const auto id = static_cast<ScopeId>(out_.scopes_.size());
    out_.scopes_.push_back({kind, node, parent});
    scope_made_by_.emplace(node, id);
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
  void open_parameters(NodeId parameters, ScopeId inner, ScopeId outer) {
    if (parameters == kNoNode) {
      return;
    }
    set_scope(parameters, inner);
    for (NodeId p : tree_.children(parameters)) {
      set_scope(tree_.child(p, Field::Value), outer);
      set_scope(tree_.child(p, Field::Type), outer);
    }
  }

  void find_scopes() {
    const NodeId count = tree_.size();
    out_.scope_of_.assign(count, kNone);
    out_.use_at_.assign(count, kNone);
    out_.definition_at_.assign(count, kNone);
    name_of_.assign(count, kNoName);
    out_.scopes_.push_back({ScopeKind::Module, 0, kNone});
    scope_made_by_.emplace(0, 0);
    out_.scope_of_[0] = 0;
    for (NodeId n = 0; n < count; ++n) {
      if (out_.scope_of_[n] == kNone) {
        out_.scope_of_[n] = out_.scope_of_[tree_.parent(n)];
      }
      const ScopeId here = out_.scope_of_[n];
      switch (tree_.kind(n)) {
        case Kind::Identifier:
          name_of_[n] = intern(tree_.text(n));
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
          out_.scopes_[here].has_star_import = true;
          break;
        default:
          if (is_comprehension(tree_.kind(n))) {
            open_scope(ScopeKind::Comprehension, n, here);
          }
      }
    }
    env_.resize(out_.scopes_.size());
    out_.variables_.resize(out_.scopes_.size());
    places_.resize(out_.scopes_.size());
    redirects_of_.resize(out_.scopes_.size());
  }

  Name intern(std::string_view text) {
    return names_.try_emplace(text, static_cast<Name>(names_.size())).first->second;
  }

  void find_variables() {
    find_redirects();
    for (NodeId n = 0; n < tree_.size(); ++n) {
      if (tree_.kind(n) == Kind::Identifier && is_binding(n)) {
        const ScopeId scope = binding_scope(n);
        const VariableRef v = variable_for(scope, n);
        places_[unit_of(scope)].push_back({n, v});
      }
    }
    for (std::size_t s = 0; s < env_.size(); ++s) {
      env_[s].assign(out_.variables_[s].size(), kNone);
    }
  }

  void find_redirects() {
    for (NodeId n = 0; n < tree_.size(); ++n) {
      const Kind k = tree_.kind(n);
      if (k != Kind::GlobalStatement && k != Kind::NonlocalStatement) {
        continue;
      }
      for (NodeId name : tree_.children(n)) {
        const ScopeId scope = out_.scope_of_[n];
        if (tree_.is(name, Kind::Identifier) && scope != 0) {
          redirects_[key(scope, name_of_[name])] = k == Kind::GlobalStatement;
          redirects_of_[scope].push_back(name);
        }
      }
    }
  }

  // The scope in which a name bound at `n` lives, before global/nonlocal.
  ScopeId binding_scope(NodeId n) const {
    ScopeId scope = out_.scope_of_[n];
    if (tree_.is(tree_.parent(n), Kind::NamedExpression)) {
      scope = unit_of(scope);
    }
    return scope;
  }

  // A comprehension runs inside the statement it is part of.
  ScopeId unit_of(ScopeId scope) const {
    while (out_.scopes_[scope].kind == ScopeKind::Comprehension) {
      scope = out_.scopes_[scope].parent;
    }
    return scope;
  }

  VariableRef variable_for(ScopeId scope, NodeId identifier) {
    const Name name = name_of_[identifier];
    const auto redirect = redirects_.find(key(scope, name));
    if (redirect != redirects_.end()) {
      const ScopeId target = redirect->second ? 0 : nonlocal_target(scope, name);
      const VariableRef v = declare(target, name, identifier);
      out_.variables_[v.scope][v.slot].declared_global = true;
      return v;
    }
    return declare(scope, name, identifier);
  }

  ScopeId nonlocal_target(ScopeId scope, Name name) const {
    for (ScopeId s = out_.scopes_[scope].parent; s != kNone; s = out_.scopes_[s].parent) {
      if (out_.scopes_[s].kind != ScopeKind::Class && slots_.contains(key(s, name))) {
        return s;
      }
    }
    return out_.scopes_[scope].parent;
  }

  VariableRef declare(ScopeId scope, Name name, NodeId identifier) {
    auto& variables = out_.variables_[scope];
    const auto [it, added] =
        slots_.try_emplace(key(scope, name), static_cast<std::uint32_t>(variables.size()));
    if (added) {
      variables.push_back({tree_.text(identifier), scope, {}, {}, false});
    }
    return {scope, it->second};
  }

  VariableRef variable_in(ScopeId scope, Name name) const {
    const auto redirect = redirects_.find(key(scope, name));
    const ScopeId owner = redirect == redirects_.end() ? scope
                          : redirect->second           ? 0
                                                       : nonlocal_target(scope, name);
    const auto it = slots_.find(key(owner, name));
    return it == slots_.end() ? VariableRef{} : VariableRef{owner, it->second};
  }

  // ---- which identifiers bind ----

  bool is_binding(NodeId n) const {
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

  bool is_case_alias(NodeId n, NodeId as_pattern) const {
    return tree_.is(tree_.parent(as_pattern), Kind::CasePattern) &&
           tree_.kind(n) == Kind::Identifier;
  }

  // `import a.b` binds a; `from m import b` binds b; `case name:` captures.
  bool dotted_name_binds(NodeId n, NodeId dotted) const {
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

  // ---- environment ----

  DefId& env(VariableRef v) { return env_[v.scope][v.slot]; }

  void set_env(VariableRef v, DefId d) {
    journal_.push_back({v, env(v)});
    env(v) = d;
  }

  void roll_back(std::size_t mark) {
    while (journal_.size() > mark) {
      env(journal_.back().variable) = journal_.back().before;
      journal_.pop_back();
    }
  }

  // Ends an arm: its changes since `mark`, taken back.
  Arm end_arm(std::size_t mark) {
    Arm arm{changes_since(mark), live_};
    roll_back(mark);
    live_ = true;
    return arm;
  }

  std::vector<Change> changes_since(std::size_t mark) {
    std::vector<Change> changes;
    for (std::size_t i = mark; i < journal_.size(); ++i) {
      changes.push_back({journal_[i].variable, env(journal_[i].variable)});
    }
    std::sort(changes.begin(), changes.end(),
              [](const Change& a, const Change& b) { return a.variable < b.variable; });
    changes.erase(
        std::unique(changes.begin(), changes.end(),
                    [](const Change& a, const Change& b) { return a.variable == b.variable; }),
        changes.end());
    return changes;
  }

  void apply(const std::vector<Change>& changes) {
    for (const Change& c : changes) {
      set_env(c.variable, c.definition);
    }
  }

  // Joins the arms of a branch at `node`; the environment is that before them.
  void merge(NodeId node, const std::vector<Arm>& arms) {
    std::vector<std::pair<VariableRef, DefId>> changed;
    std::size_t live_arms = 0;
    for (const Arm& arm : arms) {
      live_arms += arm.live ? 1 : 0;
      if (arm.live) {
        for (const Change& c : arm.changes) {
          changed.emplace_back(c.variable, c.definition);
        }
      }
    }
    live_ = live_arms > 0;
    std::stable_sort(changed.begin(), changed.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    for (std::size_t i = 0; i < changed.size();) {
      const VariableRef v = changed[i].first;
      std::vector<DefId> values;
      std::size_t arms_seen = 0;
      for (; i < changed.size() && changed[i].first == v; ++i, ++arms_seen) {
        values.push_back(changed[i].second);
      }
      if (arms_seen < live_arms) {
        values.push_back(current(v));
      }
      set_env(v, join(node, v, std::move(values)));
    }
  }

  DefId join(NodeId node, VariableRef v, std::vector<DefId> values) {
    std::sort(values.begin(), values.end());
    values.erase(std::unique(values.begin(), values.end()), values.end());
    return values.size() == 1 ? values[0] : new_phi(DefKind::Phi, node, v, std::move(values));
  }

  DefId current(VariableRef v) {
    if (env(v) == kNone) {
      set_env(v, new_definition(DefKind::Unbound, out_.scopes_[v.scope].node, kNoNode, v));
    }
    return env(v);
  }

  DefId new_definition(DefKind kind, NodeId node, NodeId value, VariableRef v) {
    const auto id = static_cast<DefId>(out_.definitions_.size());
    Definition d;
    d.kind = kind;
    d.scope = v.scope;
    d.slot = v.slot;
    d.node = node;
    d.value = value;
    out_.definitions_.push_back(std::move(d));
    return id;
  }

  void add_operand(DefId phi, DefId operand) {
    auto& operands = out_.definitions_[phi].operands;
    if (operand == phi || (operands.size() > 1 && std::find(operands.begin() + 1, operands.end(),
                                                            operand) != operands.end())) {
      return;
    }
    operands.push_back(operand);
    auto& phis = out_.definitions_[operand].phis;
    if (phis.empty() || phis.back() != phi) {
      phis.push_back(phi);
    }
  }

  DefId new_phi(DefKind kind, NodeId node, VariableRef v, const std::vector<DefId>& operands) {
    const DefId id = new_definition(kind, node, kNoNode, v);
    for (DefId operand : operands) {
      add_operand(id, operand);
    }
    return id;
  }

  // ---- definitions and uses ----

  DefId define(DefKind kind, NodeId identifier, NodeId value) {
    const VariableRef v = variable_in(binding_scope(identifier), name_of_[identifier]);
    const DefId id = new_definition(kind, identifier, value, v);
    if (kind == DefKind::AugAssign) {
      add_operand(id, current(v));
    }
    out_.definition_at_[identifier] = id;
    out_.variables_[v.scope][v.slot].definitions.push_back(id);
    set_env(v, id);
    return id;
  }

  // Defines every name of a target; reads what the rest of it evaluates
  // (`obj` and `i` in `obj.attr, x[i] = …`).
  void bind_target(NodeId target, DefKind kind, NodeId value) {
    const DefKind element =
        kind == DefKind::Assign && tree_.kind(target) != Kind::Identifier ? DefKind::Unpack : kind;
    const NodeId end = tree_.subtree_end(target);
    for (NodeId n = target; n < end;) {
      const Kind k = tree_.kind(n);
      if (k == Kind::Identifier) {
        define(element, n, value);
        ++n;
      } else if (is_pattern_wrapper(k)) {
        ++n;
      } else {
        walk(n);
        n = tree_.subtree_end(n);
      }
    }
  }

  void add_use(NodeId identifier) {
    const auto id = static_cast<UseId>(out_.uses_.size());
    out_.uses_.push_back({identifier, kNone, false});
    out_.use_at_[identifier] = id;
    resolve(id, identifier);
  }

  // `vars(args)` looks at an object, not at the names around it.
  bool is_vars_of_object(NodeId identifier) const {
    const NodeId call = tree_.parent(identifier);
    if (tree_.text(identifier) != "vars" || !tree_.is(call, Kind::Call)) return false;
    const NodeId arguments = tree_.child(call, Field::Arguments);
    return tree_.first_child(arguments) != kNoNode;
  }

  void resolve(UseId use, NodeId identifier) {
    const Name name = name_of_[identifier];
    const ScopeId start = out_.scope_of_[identifier];
    bool captured = false;
    for (ScopeId s = start; s != kNone; s = out_.scopes_[s].parent) {
      const bool visible = out_.scopes_[s].kind != ScopeKind::Class || s == start;
      const VariableRef v = visible ? variable_in(s, name) : VariableRef{};
      if (v.found() && !(out_.scopes_[s].kind == ScopeKind::Class && env(v) == kNone)) {
        out_.variables_[v.scope][v.slot].uses.push_back(use);
        if (captured) {
          out_.uses_[use].captured = true;
          captures_.emplace_back(use, v);
        } else {
          set_reaching(use, current(v));
        }
        return;
      }
      captured = captured || s == unit_;
    }
    if (is_dynamic_name(tree_.text(identifier)) && !is_vars_of_object(identifier)) {
      for (ScopeId s = start; s != kNone; s = out_.scopes_[s].parent) {
        out_.scopes_[s].has_dynamic_names = true;
      }
    }
  }

  void set_reaching(UseId use, DefId d) {
    out_.uses_[use].def = d;
    out_.definitions_[d].uses.push_back(use);
  }

  void resolve_captures() {
    std::unordered_map<std::uint64_t, DefId> joined;
    for (const auto& [use, v] : captures_) {
      const auto& variable = out_.variables_[v.scope][v.slot];
      if (variable.definitions.empty()) {
        continue;
      }
      DefId d = variable.definitions[0];
      if (variable.definitions.size() > 1) {
        const auto [it, added] = joined.try_emplace(key(v.scope, v.slot), kNone);
        if (added) {
          it->second = new_phi(DefKind::Phi, out_.scopes_[v.scope].node, v, variable.definitions);
        }
        d = it->second;
      }
      set_reaching(use, d);
    }
    for (const auto& [phi, v] : entry_phis_) {
      for (DefId d : out_.variables_[v.scope][v.slot].definitions) {
        add_operand(phi, d);
      }
    }
  }

  // ---- the walk: expressions ----

  void walk(NodeId n) {
    if (n != kNoNode) {
      walk_range(n, tree_.subtree_end(n));
    }
  }

  void walk_range(NodeId begin, NodeId end) {
    for (NodeId n = begin; n < end;) {
      switch (tree_.kind(n)) {
        case Kind::Identifier:
          if (is_value(n)) {
            add_use(n);
          }
          ++n;
          break;
        case Kind::Lambda:
          walk_defaults(n);
          deferred_.push_back(scope_made_by_.at(n));
          n = tree_.subtree_end(n);
          break;
        case Kind::NamedExpression:
          walk(tree_.child(n, Field::Value));
          define(DefKind::Assign, tree_.child(n, Field::Name), tree_.child(n, Field::Value));
          n = tree_.subtree_end(n);
          break;
        default:
          if (is_comprehension(tree_.kind(n))) {
            walk_comprehension(n);
            n = tree_.subtree_end(n);
          } else {
            ++n;
          }
      }
    }
  }

  bool is_value(NodeId identifier) const {
    const NodeId parent = tree_.parent(identifier);
    const Kind k = parent == kNoNode ? Kind::Module : tree_.kind(parent);
    const Field f = tree_.field(identifier);
    return !(k == Kind::Attribute && f == Field::Attribute) &&
           !(k == Kind::KeywordArgument && f == Field::Name) && k != Kind::KeywordPattern;
  }

  void walk_comprehension(NodeId n) {
    if (expression_depth_ >= kMaxExpressionScopes) {
      return;
    }
    ++expression_depth_;
    for (NodeId c : tree_.children(n)) {
      if (tree_.is(c, Kind::ForInClause)) {
        const NodeId iterable = tree_.child(c, Field::Right);
        walk(iterable);
        bind_target(tree_.child(c, Field::Left), DefKind::For, iterable);
      } else if (tree_.is(c, Kind::IfClause)) {
        walk(c);
      }
    }
    walk(tree_.child(n, Field::Body));
    --expression_depth_;
  }

  void walk_defaults(NodeId function) {
    const NodeId parameters = tree_.child(function, Field::Parameters);
    if (parameters == kNoNode) {
      return;
    }
    for (NodeId p : tree_.children(parameters)) {
      walk(tree_.child(p, Field::Type));
      walk(tree_.child(p, Field::Value));
    }
  }

  // ---- the walk: statements ----

  void walk_unit(ScopeId scope) {
    unit_ = scope;
    live_ = true;
    loops_.clear();
    const std::size_t mark = journal_.size();
    const NodeId node = out_.scopes_[scope].node;
    if (scope == 0) {
      walk_block(node);
      return;  // the module's final environment is what functions see
    }
    bind_parameters(node);
    for (NodeId name : redirects_of_[scope]) {
      const VariableRef v = variable_in(scope, name_of_[name]);
      if (v.found()) {
        const DefId phi = new_definition(DefKind::Phi, node, kNoNode, v);
        entry_phis_.emplace_back(phi, v);
        set_env(v, phi);
      }
    }
    const NodeId body = tree_.child(node, Field::Body);
    if (tree_.is(node, Kind::Lambda)) {
      walk(body);
    } else {
      walk_block(body);
    }
    roll_back(mark);
  }

  void bind_parameters(NodeId function) {
    const NodeId parameters = tree_.child(function, Field::Parameters);
    if (parameters == kNoNode) {
      return;
    }
    const NodeId end = tree_.subtree_end(parameters);
    for (NodeId n = parameters; n < end; ++n) {
      if (tree_.kind(n) == Kind::Identifier && out_.scope_of_[n] == unit_ && is_binding(n)) {
        define(DefKind::Parameter, n, default_of(n));
      }
    }
  }

  NodeId default_of(NodeId identifier) const {
    return tree_.child(tree_.parent(identifier), Field::Value);
  }

  void walk_block(NodeId block) {
    if (block == kNoNode) {
      return;
    }
    for (NodeId c : tree_.children(block)) {
      walk_statement(c);
    }
  }

  void walk_statement(NodeId n) {
    switch (tree_.kind(n)) {
      case Kind::ExpressionStatement:
        for (NodeId c : tree_.children(n)) {
          walk_simple(c);
        }
        break;
      case Kind::IfStatement:
        return walk_if(n);
      case Kind::ForStatement:
      case Kind::WhileStatement:
        return walk_loop(n);
      case Kind::TryStatement:
        return walk_try(n);
      case Kind::WithStatement:
        return walk_with(n);
      case Kind::MatchStatement:
        return walk_match(n);
      case Kind::DecoratedDefinition:
        for (NodeId c : tree_.children(n)) {
          walk_statement(c);
        }
        break;
      case Kind::FunctionDefinition:
        walk_defaults(n);
        walk(tree_.child(n, Field::ReturnType));
        define(DefKind::Function, tree_.child(n, Field::Name), n);
        deferred_.push_back(scope_made_by_.at(n));
        break;
      case Kind::ClassDefinition:
        return walk_class(n);
      case Kind::ImportStatement:
      case Kind::ImportFromStatement:
      case Kind::FutureImportStatement:
        return walk_import(n);
      case Kind::GlobalStatement:
      case Kind::NonlocalStatement:
        break;
      case Kind::DeleteStatement:
        return walk_delete(n);
      case Kind::ReturnStatement:
      case Kind::RaiseStatement:
        walk(n);
        live_ = false;
        break;
      case Kind::BreakStatement:
      case Kind::ContinueStatement:
        return leave_iteration(tree_.kind(n) == Kind::BreakStatement);
      default:
        walk(n);
    }
  }

  void walk_simple(NodeId n) {
    switch (tree_.kind(n)) {
      case Kind::Assignment:
        return walk_assignment(n);
      case Kind::AugmentedAssignment: {
        const NodeId left = tree_.child(n, Field::Left);
        const NodeId right = tree_.child(n, Field::Right);
        walk(left);
        walk_simple(right);
        if (tree_.is(left, Kind::Identifier)) {
          define(DefKind::AugAssign, left, right);
        }
        break;
      }
      default:
        walk(n);
    }
  }

  void walk_assignment(NodeId n) {
    const NodeId right = tree_.child(n, Field::Right);
    walk(tree_.child(n, Field::Type));
    if (right == kNoNode) {
      if (!tree_.is(tree_.child(n, Field::Left), Kind::Identifier)) {
        walk(tree_.child(n, Field::Left));
      }
      return;
    }
    walk_simple(right);  // a chained assignment binds its inner targets here
    bind_target(tree_.child(n, Field::Left), DefKind::Assign, value_of_chain(right));
  }

  // `c` of `a = b = c`. What is no Python but parses, `a = b: T`, has no value: the
  // annotation stands for it, so that every definition has one.
  NodeId value_of_chain(NodeId right) const {
    while (tree_.is(right, Kind::Assignment)) {
      const NodeId inner = tree_.child(right, Field::Right);
      if (inner == kNoNode) break;
      right = inner;
    }
    return right;
  }

  void walk_if(NodeId n) {
    walk(tree_.child(n, Field::Condition));
    const std::size_t mark = journal_.size();
    std::vector<Arm> arms;
    const bool entered_live = live_;
    walk_block(tree_.child(n, Field::Consequence));
    arms.push_back(end_arm(mark));
    // The conditions of the elif clauses run one after the other on the way
    // down: what a walrus in them binds stays for the arms that follow.
    bool has_else = false;
    for (NodeId clause : tree_.children(n)) {
      if (tree_.is(clause, Kind::ElifClause)) {
        walk(tree_.child(clause, Field::Condition));
        const std::vector<Change> on_the_way = changes_since(mark);
        walk_block(tree_.child(clause, Field::Consequence));
        arms.push_back(end_arm(mark));
        apply(on_the_way);
      } else if (tree_.is(clause, Kind::ElseClause)) {
        has_else = true;
        walk_block(tree_.child(clause, Field::Body));
        arms.push_back(end_arm(mark));
      }
    }
    if (!has_else) {
      arms.push_back(end_arm(mark));
    }
    merge(n, arms);
    live_ = live_ && entered_live;
  }

  std::vector<VariableRef> bound_variables(NodeId n) const {
    const auto& places = places_[unit_];
    const NodeId end = tree_.subtree_end(n);
    auto it = std::lower_bound(places.begin(), places.end(), n,
                               [](const BindingPlace& p, NodeId id) { return p.node < id; });
    std::vector<VariableRef> variables;
    for (; it != places.end() && it->node < end; ++it) {
      if (out_.scopes_[it->variable.scope].kind != ScopeKind::Comprehension) {
        variables.push_back(it->variable);
      }
    }
    std::sort(variables.begin(), variables.end());
    variables.erase(std::unique(variables.begin(), variables.end()), variables.end());
    return variables;
  }

  void walk_loop(NodeId n) {
    const bool is_for = tree_.is(n, Kind::ForStatement);
    const NodeId iterable = is_for ? tree_.child(n, Field::Right) : kNoNode;
    walk(iterable);
    const std::size_t mark = journal_.size();
    const bool entered_live = live_;
    std::vector<VariableRef> variables = bound_variables(n);
    std::vector<DefId> phis;
    for (const VariableRef v : variables) {
      phis.push_back(new_phi(DefKind::LoopPhi, n, v, {current(v)}));
      set_env(v, phis.back());
    }
    if (!is_for) {
      walk(tree_.child(n, Field::Condition));
    }
    const std::vector<Change> at_exit = changes_since(mark);
    loops_.push_back({std::move(variables), {}, {}});
    if (is_for) {
      bind_target(tree_.child(n, Field::Left), DefKind::For, iterable);
    }
    walk_block(tree_.child(n, Field::Body));
    if (live_) {
      loops_.back().continues.push_back(values_of(loops_.back().variables));
    }
    const LoopFrame frame = std::move(loops_.back());
    loops_.pop_back();
    roll_back(mark);
    for (const auto& around : frame.continues) {
      for (std::size_t i = 0; i < phis.size(); ++i) {
        add_operand(phis[i], around[i]);
      }
    }
    leave_loop(n, mark, at_exit, frame, entered_live);
  }

  void leave_loop(NodeId n, std::size_t mark, const std::vector<Change>& at_exit,
                  const LoopFrame& frame, bool entered_live) {
    apply(at_exit);
    live_ = !is_endless(n);
    const NodeId alternative = tree_.child(n, Field::Alternative);
    if (alternative != kNoNode) {
      walk_block(tree_.child(alternative, Field::Body));
    }
    std::vector<Arm> arms{end_arm(mark)};
    for (const auto& values : frame.breaks) {
      Arm arm{{}, true};
      for (std::size_t i = 0; i < values.size(); ++i) {
        arm.changes.push_back({frame.variables[i], values[i]});
      }
      arms.push_back(std::move(arm));
    }
    merge(n, arms);
    live_ = live_ && entered_live;
  }

  bool is_endless(NodeId loop) const {
    const NodeId condition =
        tree_.is(loop, Kind::WhileStatement) ? tree_.child(loop, Field::Condition) : kNoNode;
    return tree_.is(condition, Kind::True) ||
           (tree_.is(condition, Kind::Integer) && tree_.text(condition) != "0");
  }

  std::vector<DefId> values_of(const std::vector<VariableRef>& variables) {
    std::vector<DefId> values;
    values.reserve(variables.size());
    for (const VariableRef v : variables) {
      values.push_back(current(v));
    }
    return values;
  }

  void leave_iteration(bool is_break) {
    if (!loops_.empty() && live_) {
      auto values = values_of(loops_.back().variables);
      (is_break ? loops_.back().breaks : loops_.back().continues).push_back(std::move(values));
    }
    live_ = false;
  }

  void walk_try(NodeId n) {
    const std::size_t mark = journal_.size();
    const auto first_definition = static_cast<DefId>(out_.definitions_.size());
    const bool entered_live = live_;
    walk_block(tree_.child(n, Field::Body));
    NodeId finally = kNoNode;
    const auto last_definition = static_cast<DefId>(out_.definitions_.size());
    for (NodeId c : tree_.children(n)) {
      if (tree_.is(c, Kind::ElseClause)) {
        walk_block(tree_.child(c, Field::Body));
      } else if (tree_.is(c, Kind::FinallyClause)) {
        finally = c;
      }
    }
    std::vector<Arm> arms{end_arm(mark)};
    std::vector<Change> at_handler = handler_state(n, first_definition, last_definition);
    for (NodeId c : tree_.children(n)) {
      if (tree_.is(c, Kind::ExceptClause)) {
        apply(at_handler);
        walk_handler(c);
        arms.push_back(end_arm(mark));
      }
    }
    merge(n, arms);
    live_ = live_ && entered_live;
    if (finally != kNoNode) {
      const bool live = live_;
      for (NodeId c : tree_.children(finally)) {
        walk_block(c);
      }
      live_ = live_ && live;
    }
  }

  // An exception can leave the body anywhere: a handler may see the value from
  // before the try or any that the body made.
  std::vector<Change> handler_state(NodeId n, DefId first, DefId last) {
    std::vector<std::pair<VariableRef, DefId>> made;
    for (DefId d = first; d < last; ++d) {
      const Definition& definition = out_.definitions_[d];
      if (definition.kind != DefKind::Phi && definition.kind != DefKind::LoopPhi &&
          out_.scopes_[definition.scope].kind != ScopeKind::Comprehension) {
        made.emplace_back(VariableRef{definition.scope, definition.slot}, d);
      }
    }
    std::sort(made.begin(), made.end());
    std::vector<Change> state;
    for (std::size_t i = 0; i < made.size();) {
      const VariableRef v = made[i].first;
      std::vector<DefId> values{current(v)};
      for (; i < made.size() && made[i].first == v; ++i) {
        values.push_back(made[i].second);
      }
      state.push_back({v, join(n, v, std::move(values))});
    }
    return state;
  }

  void walk_handler(NodeId clause) {
    const NodeId value = tree_.child(clause, Field::Value);
    const NodeId alias = tree_.child(clause, Field::Alias);
    for (NodeId c : tree_.children(clause)) {
      if (tree_.is(c, Kind::Block)) {
        walk_block(c);
      } else if (c == alias) {
        bind_target(alias, DefKind::Except, value);
      } else if (tree_.is(c, Kind::AsPattern)) {
        walk_as_pattern(c, DefKind::Except);
      } else {
        walk(c);
      }
    }
  }

  void walk_as_pattern(NodeId n, DefKind kind) {
    const NodeId value = tree_.first_child(n);
    walk(value);
    const NodeId alias = tree_.child(n, Field::Alias);
    if (alias != kNoNode) {
      bind_target(alias, kind, value);
    }
  }

  void walk_with(NodeId n) {
    for (NodeId clause : tree_.children(n)) {
      if (!tree_.is(clause, Kind::WithClause)) {
        continue;
      }
      for (NodeId i = clause + 1; i < tree_.subtree_end(clause);) {
        if (tree_.is(i, Kind::AsPattern)) {
          walk_as_pattern(i, DefKind::With);
          i = tree_.subtree_end(i);
        } else if (tree_.is(i, Kind::WithItem) || tree_.is(i, Kind::Tuple) ||
                   tree_.is(i, Kind::ParenthesizedExpression)) {
          ++i;
        } else {
          walk(i);
          i = tree_.subtree_end(i);
        }
      }
    }
    walk_block(tree_.child(n, Field::Body));
  }

  void walk_match(NodeId n) {
    for (NodeId c : tree_.children(n)) {
      if (tree_.field(c) == Field::Subject) {
        walk(c);
      }
    }
    const NodeId body = tree_.child(n, Field::Body);
    const std::size_t mark = journal_.size();
    const bool entered_live = live_;
    std::vector<Arm> arms{Arm{{}, true}};  // no case may match
    for (NodeId clause : tree_.children(body == kNoNode ? n : body)) {
      if (!tree_.is(clause, Kind::CaseClause)) {
        continue;
      }
      walk_case(clause);
      arms.push_back(end_arm(mark));
    }
    merge(n, arms);
    live_ = live_ && entered_live;
  }

  void walk_case(NodeId clause) {
    const NodeId block = tree_.child(clause, Field::Consequence);
    for (NodeId c : tree_.children(clause)) {
      if (c == block) {
        continue;
      }
      for (NodeId n = c; n < tree_.subtree_end(c); ++n) {
        if (tree_.kind(n) != Kind::Identifier) {
          continue;
        }
        if (is_binding(n)) {
          define(DefKind::Capture, n, kNoNode);
        } else if (is_value(n)) {
          add_use(n);
        }
      }
    }
    walk_block(block);
  }

  void walk_class(NodeId n) {
    walk(tree_.child(n, Field::Superclasses));
    walk_block(tree_.child(n, Field::Body));
    define(DefKind::Class, tree_.child(n, Field::Name), n);
  }

  void walk_import(NodeId n) {
    for (NodeId i = n; i < tree_.subtree_end(n); ++i) {
      if (tree_.kind(i) == Kind::Identifier && is_binding(i)) {
        define(DefKind::Import, i, n);
      }
    }
  }

  void walk_delete(NodeId n) {
    for (NodeId i = n + 1; i < tree_.subtree_end(n);) {
      if (tree_.kind(i) == Kind::Identifier) {
        add_use(i);
        define(DefKind::Delete, i, kNoNode);
        ++i;
      } else if (is_pattern_wrapper(tree_.kind(i))) {
        ++i;
      } else {
        walk(i);
        i = tree_.subtree_end(i);
      }
    }
  }

  const SyntaxTree& tree_;
  Bindings& out_;

  std::unordered_map<std::string_view, Name> names_;
  std::vector<Name> name_of_;  // by node
  std::unordered_map<NodeId, ScopeId>& scope_made_by_ = out_.scope_made_by_;
  std::unordered_map<std::uint64_t, std::uint32_t> slots_;  // by scope and name
  std::unordered_map<std::uint64_t, bool> redirects_;       // true: global, false: nonlocal
  std::vector<std::vector<NodeId>> redirects_of_;           // by scope
  std::vector<std::vector<BindingPlace>> places_;           // by unit, sorted by node

  std::vector<std::vector<DefId>> env_;  // by scope and slot
  std::vector<JournalEntry> journal_;
  std::vector<LoopFrame> loops_;
  std::deque<ScopeId> deferred_;
  std::vector<std::pair<UseId, VariableRef>> captures_;
  std::vector<std::pair<DefId, VariableRef>> entry_phis_;
  ScopeId unit_ = 0;
  bool live_ = true;
  unsigned expression_depth_ = 0;
};

Bindings::Bindings(const SyntaxTree& tree) : tree_(&tree) {
  Binder(tree, *this).run();
}

ScopeId Bindings::scope_of(NodeId n) const {
  return scope_of_[n];
}

ScopeId Bindings::scope_made_by(NodeId n) const {
  const auto it = scope_made_by_.find(n);
  return it == scope_made_by_.end() ? kNone : it->second;
}

UseId Bindings::use_at(NodeId identifier) const {
  return use_at_[identifier];
}

DefId Bindings::definition_at(NodeId identifier) const {
  return definition_at_[identifier];
}

DefId Bindings::reaching(NodeId identifier) const {
  const UseId u = use_at_[identifier];
  return u == kNone ? kNone : uses_[u].def;
}

const Variable& Bindings::variable(ScopeId s, std::uint32_t slot) const {
  return variables_[s][slot];
}

const Variable& Bindings::variable_of(DefId d) const {
  return variables_[definitions_[d].scope][definitions_[d].slot];
}

const Variable* Bindings::lookup(ScopeId s, std::string_view name) const {
  for (ScopeId at = s; at != kNone; at = scopes_[at].parent) {
    if (scopes_[at].kind == ScopeKind::Class && at != s) {
      continue;
    }
    const auto& variables = variables_[at];
    const auto it = std::find_if(variables.begin(), variables.end(),
                                 [&](const Variable& v) { return v.name == name; });
    if (it != variables.end()) {
      return &*it;
    }
  }
  return nullptr;
}

std::span<const Variable> Bindings::variables(ScopeId s) const {
  return variables_[s];
}

std::vector<const Variable*> Bindings::bound_in(NodeId n) const {
  std::vector<const Variable*> bound;
  const ScopeId scope = scope_of_[n];
  for (NodeId i = n; i < tree_->subtree_end(n); ++i) {
    const DefId d = definition_at_[i];
    if (d == kNone) {
      continue;
    }
    const Variable& v = variable_of(d);
    const bool nested = scope_of_[i] != scope && v.scope == scope_of_[i];
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
      const Definition& definition = definitions_[at];
      if (definition.kind == DefKind::Phi || definition.kind == DefKind::LoopPhi) {
        work.insert(work.end(), definition.operands.begin(), definition.operands.end());
      }
    }
    return kNone;
  };
  const DefId phi = reaches({start}, [&](DefId at) {
    return definitions_[at].kind == DefKind::LoopPhi && definitions_[at].node == loop;
  });
  if (phi == kNone) {
    return false;
  }
  const auto& operands = definitions_[phi].operands;
  return reaches({operands.begin() + 1, operands.end()}, [&](DefId at) { return at == d; }) !=
         kNone;
}

}  // namespace mlfix
