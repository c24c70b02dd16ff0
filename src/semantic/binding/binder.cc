// Builds the SSA form of a file.
//
// When the scopes and their variables are known, every scope is walked once, in
// execution order, with one environment (variable -> current definition).
// Function and lambda bodies run later than the code around them, so they are
// walked last, and the names they take from outside are resolved when everything
// is known.

#include "semantic/binding/binder.h"

#include <algorithm>
#include <deque>
#include <map>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "semantic/binding/binding_lists.h"
#include "semantic/binding/environment.h"
#include "semantic/binding/scope_table.h"
#include "semantic/control/endless.h"
#include "text/identifier_form.h"

namespace mlfix {
namespace {

// Lambdas and comprehensions nested deeper than this are not resolved: no
// person writes them, and the walk recurses on them.
constexpr unsigned kMaxExpressionScopes = 200;

bool is_dynamic_name(std::string_view name) {
  return name == "exec" || name == "eval" || name == "globals" || name == "locals" ||
         name == "vars";
}

class Binder {
 public:
  Binder(const SyntaxTree& tree, BindingTables& tables, WorkBudget& work)
      : tree_(tree), tables_(tables), work_(work), scopes_(tree, tables), env_(tables, work) {}

  void run() {
    walk_unit(0);
    while (!deferred_.empty()) {
      const ScopeId unit = deferred_.front();
      deferred_.pop_front();
      walk_unit(unit);
    }
    BindingLists lists(tables_);
    lists.lay_out_definitions();
    resolve_captures();
    lists.lay_out_uses(variable_of_use_);
    lists.lay_out_operands(env_);
    lists.put_in_source_order();
    if (has_names_of_two_forms()) {
      for (Scope& scope : tables_.scopes) scope.has_dynamic_names = true;
    }
  }

 private:
  struct LoopFrame {
    std::vector<VariableRef> variables;
    std::vector<std::vector<DefId>> breaks, continues;  // values of `variables`
  };
  // How many ways out of the innermost loop have been met.
  struct LoopExits {
    std::size_t breaks, continues;
  };

  // Names are told apart by their bytes here, and Python does not.
  bool has_names_of_two_forms() const {
    return std::ranges::any_of(tables_.names,
                               [](const auto& name) { return !is_in_plain_form(name.first); });
  }

  // ---- definitions and uses ----

  DefId define(DefKind kind, NodeId identifier, NodeId value) {
    const VariableRef v = scopes_.bound_variable(identifier);
    const DefId id = env_.new_definition(kind, identifier, value, v);
    if (kind == DefKind::AugAssign) {
      env_.add_operand(id, env_.current(v));
    }
    tables_.definition_at[identifier] = id;
    env_.set(v, id);
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
    const auto id = static_cast<UseId>(tables_.uses.size());
    tables_.uses.push_back({identifier, kNone, false});
    variable_of_use_.emplace_back();
    tables_.use_at[identifier] = id;
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
    const ScopeId start = tables_.scope_of[identifier];
    bool captured = false;
    for (ScopeId s = start; s != kNone; s = tables_.scopes[s].parent) {
      work_.spend();
      const bool visible = tables_.scopes[s].kind != ScopeKind::Class || s == start;
      const VariableRef v = visible ? scopes_.variable_in(s, identifier) : VariableRef{};
      if (v.found() && !(tables_.scopes[s].kind == ScopeKind::Class && env_.at(v) == kNone)) {
        variable_of_use_[use] = v;
        if (captured) {
          tables_.uses[use].captured = true;
          captures_.emplace_back(use, v);
        } else {
          set_reaching(use, env_.current(v));
        }
        return;
      }
      captured = captured || s == unit_;
    }
    if (is_dynamic_name(tree_.text(identifier)) && !is_vars_of_object(identifier)) {
      for (ScopeId s = start; s != kNone; s = tables_.scopes[s].parent) {
        tables_.scopes[s].has_dynamic_names = true;
      }
    }
  }

  void set_reaching(UseId use, DefId d) { tables_.uses[use].def = d; }

  void resolve_captures() {
    std::map<VariableRef, DefId> joined;
    for (const auto& [use, v] : captures_) {
      const auto& variable = tables_.variables[v.scope][v.slot];
      if (variable.definitions.empty()) {
        continue;
      }
      work_.spend();
      DefId d = variable.definitions[0];
      if (variable.definitions.size() > 1) {
        const auto [it, added] = joined.try_emplace(v, kNone);
        if (added) {
          it->second =
              env_.new_phi(DefKind::Phi, tables_.scopes[v.scope].node, v, variable.definitions);
        }
        d = it->second;
      }
      set_reaching(use, d);
    }
    enter_values(joined);
  }

  // What functions that declare a variable global see at first: any value of it. Where many
  // do, one phi stands for all of them.
  void enter_values(std::map<VariableRef, DefId>& joined) {
    std::map<VariableRef, std::size_t> functions;
    for (const auto& [phi, v] : entry_phis_) ++functions[v];
    for (const auto& [phi, v] : entry_phis_) {
      const std::span<const DefId> all = tables_.variables[v.scope][v.slot].definitions;
      if (functions[v] == 1) {
        for (DefId d : all) env_.add_operand(phi, d);
        continue;
      }
      const auto [it, added] = joined.try_emplace(v, kNone);
      if (added) {
        it->second = env_.new_phi(DefKind::Phi, tables_.scopes[v.scope].node, v, all);
      }
      env_.add_operand(phi, it->second);
    }
  }

  // ---- expressions ----

  void walk(NodeId n) {
    if (n != kNoNode) {
      walk_range(n, tree_.subtree_end(n));
    }
  }

  void walk_range(NodeId begin, NodeId end) {
    work_.spend();
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
          deferred_.push_back(tables_.scope_made_by.at(n));
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

  // ---- statements ----

  void walk_unit(ScopeId scope) {
    unit_ = scope;
    env_.set_live(true);
    loops_.clear();
    const Environment::Mark mark = env_.mark();
    const NodeId node = tables_.scopes[scope].node;
    if (scope == 0) {
      walk_block(node);
      return;  // the module's final environment is what functions see
    }
    bind_parameters(node);
    for (NodeId name : scopes_.redirected_names(scope)) {
      const VariableRef v = scopes_.variable_in(scope, name);
      if (v.found()) {
        const DefId phi = env_.new_definition(DefKind::Phi, node, kNoNode, v);
        entry_phis_.emplace_back(phi, v);
        env_.set(v, phi);
      }
    }
    const NodeId body = tree_.child(node, Field::Body);
    if (tree_.is(node, Kind::Lambda)) {
      walk(body);
    } else {
      walk_block(body);
    }
    env_.roll_back(mark);
  }

  void bind_parameters(NodeId function) {
    const NodeId parameters = tree_.child(function, Field::Parameters);
    if (parameters == kNoNode) {
      return;
    }
    const NodeId end = tree_.subtree_end(parameters);
    for (NodeId n = parameters; n < end; ++n) {
      if (tree_.kind(n) == Kind::Identifier && tables_.scope_of[n] == unit_ &&
          scopes_.is_binding(n)) {
        define(DefKind::Parameter, n, default_of(n));
      }
    }
  }

  NodeId default_of(NodeId identifier) const {
    const NodeId parameter = tree_.parent(identifier);
    const bool has_default = tree_.is(parameter, Kind::DefaultParameter) ||
                             tree_.is(parameter, Kind::TypedDefaultParameter);
    return has_default ? tree_.child(parameter, Field::Value) : NodeId{kNoNode};
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
    work_.spend();
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
        deferred_.push_back(tables_.scope_made_by.at(n));
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
        env_.set_live(false);
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
        walk_assignment(n);
        break;
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

  // Gives the value: `c` of `a = b = c`.
  NodeId walk_assignment(NodeId n) {
    const NodeId right = tree_.child(n, Field::Right);
    walk(tree_.child(n, Field::Type));
    if (right == kNoNode) {
      if (!tree_.is(tree_.child(n, Field::Left), Kind::Identifier)) {
        walk(tree_.child(n, Field::Left));
      }
      return kNoNode;
    }
    NodeId value = right;
    if (tree_.is(right, Kind::Assignment)) {
      value = walk_assignment(right);  // binds the inner targets
    } else {
      walk_simple(right);
    }
    bind_target(tree_.child(n, Field::Left), DefKind::Assign, value);
    return value;
  }

  void walk_if(NodeId n) {
    walk(tree_.child(n, Field::Condition));
    const Environment::Mark mark = env_.mark();
    std::vector<Environment::Arm> arms;
    const bool entered_live = env_.is_live();
    walk_block(tree_.child(n, Field::Consequence));
    arms.push_back(env_.end_arm(mark));
    // The conditions of the elif clauses run one after the other on the way
    // down: what a walrus in them binds stays for the arms that follow.
    bool has_else = false;
    for (NodeId clause : tree_.children(n)) {
      if (tree_.is(clause, Kind::ElifClause)) {
        walk(tree_.child(clause, Field::Condition));
        const std::vector<Environment::Change> on_the_way = env_.changes_since(mark);
        walk_block(tree_.child(clause, Field::Consequence));
        arms.push_back(env_.end_arm(mark));
        env_.apply(on_the_way);
      } else if (tree_.is(clause, Kind::ElseClause)) {
        has_else = true;
        walk_block(tree_.child(clause, Field::Body));
        arms.push_back(env_.end_arm(mark));
      }
    }
    if (!has_else) {
      arms.push_back(env_.end_arm(mark));
    }
    env_.merge(n, arms, entered_live);
  }

  void walk_loop(NodeId n) {
    const bool is_for = tree_.is(n, Kind::ForStatement);
    const NodeId iterable = is_for ? tree_.child(n, Field::Right) : kNoNode;
    walk(iterable);
    const Environment::Mark mark = env_.mark();
    const bool entered_live = env_.is_live();
    std::vector<VariableRef> variables = scopes_.variables_bound_in(n, unit_);
    std::vector<DefId> phis;
    for (const VariableRef v : variables) {
      const DefId entering = env_.current(v);
      phis.push_back(env_.new_phi(DefKind::LoopPhi, n, v, {&entering, 1}));
      env_.set(v, phis.back());
    }
    if (!is_for) {
      walk(tree_.child(n, Field::Condition));
    }
    const std::vector<Environment::Change> at_exit = env_.changes_since(mark);
    loops_.push_back({std::move(variables), {}, {}});
    if (is_for) {
      bind_target(tree_.child(n, Field::Left), DefKind::For, iterable);
    }
    walk_block(tree_.child(n, Field::Body));
    if (env_.is_live()) {
      loops_.back().continues.push_back(env_.current(loops_.back().variables));
    }
    const LoopFrame frame = std::move(loops_.back());
    loops_.pop_back();
    env_.roll_back(mark);
    for (const auto& around : frame.continues) {
      for (std::size_t i = 0; i < phis.size(); ++i) {
        env_.add_operand(phis[i], around[i]);
      }
    }
    leave_loop(n, mark, at_exit, frame, entered_live);
  }

  void leave_loop(NodeId n, Environment::Mark mark, const std::vector<Environment::Change>& at_exit,
                  const LoopFrame& frame, bool entered_live) {
    env_.apply(at_exit);
    env_.set_live(!is_endless(tree_, n));
    const NodeId alternative = tree_.child(n, Field::Alternative);
    if (alternative != kNoNode) {
      walk_block(tree_.child(alternative, Field::Body));
    }
    std::vector<Environment::Arm> arms{env_.end_arm(mark)};
    for (const auto& values : frame.breaks) {
      Environment::Arm arm{{}, true};
      for (std::size_t i = 0; i < values.size(); ++i) {
        arm.changes.push_back({frame.variables[i], values[i]});
      }
      arms.push_back(std::move(arm));
    }
    env_.merge(n, arms, entered_live);
  }

  void leave_iteration(bool is_break) {
    if (!loops_.empty() && env_.is_live()) {
      auto values = env_.current(loops_.back().variables);
      (is_break ? loops_.back().breaks : loops_.back().continues).push_back(std::move(values));
    }
    env_.set_live(false);
  }

  void walk_try(NodeId n) {
    const Environment::Mark mark = env_.mark();
    const auto first_definition = static_cast<DefId>(tables_.definitions.size());
    const bool entered_live = env_.is_live();
    const LoopExits exits_before = loop_exits();
    walk_block(tree_.child(n, Field::Body));
    NodeId finally = kNoNode;
    const auto last_definition = static_cast<DefId>(tables_.definitions.size());
    for (NodeId c : tree_.children(n)) {
      if (tree_.is(c, Kind::ElseClause)) {
        walk_block(tree_.child(c, Field::Body));
      } else if (tree_.is(c, Kind::FinallyClause)) {
        finally = c;
      }
    }
    std::vector<Environment::Arm> arms{env_.end_arm(mark)};
    if (tree_.child_of_kind(n, Kind::ExceptClause) != kNoNode) {
      env_.apply(interrupted_state(n, first_definition, last_definition));
      walk_handlers(n, entered_live);
      arms.push_back(env_.end_arm(mark));
    }
    std::vector<Environment::Change> at_finally;
    if (finally != kNoNode) {
      const auto end = static_cast<DefId>(tables_.definitions.size());
      at_finally = interrupted_state(n, first_definition, end);
    }
    env_.merge(n, arms, entered_live);
    if (finally != kNoNode) walk_finally(finally, at_finally, entered_live, exits_before);
  }

  // The clause is entered from wherever the statement is left: its end, an exception, `return`,
  // `break`. After it only what the clause itself binds is new.
  void walk_finally(NodeId clause, const std::vector<Environment::Change>& at_entry,
                    bool entered_live, LoopExits exits_before) {
    const bool live = env_.is_live();
    const Environment::Mark behind_try = env_.mark();
    env_.apply(at_entry);
    const Environment::Mark entry = env_.mark();
    env_.set_live(entered_live);
    for (NodeId c : tree_.children(clause)) walk_block(c);
    const std::vector<Environment::Change> bound = env_.changes_since(entry);
    env_.roll_back(behind_try);
    env_.apply(bound);
    env_.set_live(env_.is_live() && live);
    rebind_at_exits(exits_before, bound);
  }

  LoopExits loop_exits() const {
    if (loops_.empty()) return {0, 0};
    return {loops_.back().breaks.size(), loops_.back().continues.size()};
  }

  // What a `finally` binds holds at each `break` and `continue` of the loop around it that came
  // since `before`: they pass through the clause.
  void rebind_at_exits(LoopExits before, const std::vector<Environment::Change>& bound) {
    if (loops_.empty()) return;
    LoopFrame& loop = loops_.back();
    const auto rebind = [&](std::vector<std::vector<DefId>>& exits, std::size_t first,
                            std::size_t variable, DefId definition) {
      for (std::size_t i = first; i < exits.size(); ++i) exits[i][variable] = definition;
      work_.spend(exits.size() - first);
    };
    for (const Environment::Change& change : bound) {
      const auto at = std::ranges::lower_bound(loop.variables, change.variable);
      if (at == loop.variables.end() || *at != change.variable) continue;
      const auto variable = static_cast<std::size_t>(at - loop.variables.begin());
      rebind(loop.breaks, before.breaks, variable, change.definition);
      rebind(loop.continues, before.continues, variable, change.definition);
    }
  }

  // An exception can leave a block anywhere: who takes over may see the value from before it,
  // where the environment is, or any that the block made.
  std::vector<Environment::Change> interrupted_state(NodeId n, DefId first, DefId last) {
    std::vector<std::pair<VariableRef, DefId>> made;
    for (DefId d = first; d < last; ++d) {
      const Definition& definition = tables_.definitions[d];
      if (definition.kind != DefKind::Phi && definition.kind != DefKind::LoopPhi &&
          tables_.scopes[definition.scope].kind != ScopeKind::Comprehension) {
        made.emplace_back(VariableRef{definition.scope, definition.slot}, d);
      }
    }
    std::sort(made.begin(), made.end());
    std::vector<Environment::Change> state;
    for (std::size_t i = 0; i < made.size();) {
      const VariableRef v = made[i].first;
      std::vector<DefId> values{env_.current(v)};
      for (; i < made.size() && made[i].first == v; ++i) {
        values.push_back(made[i].second);
      }
      state.push_back({v, env_.join(n, v, std::move(values))});
    }
    return state;
  }

  // The handlers are merged with each other first, from the state that all of them begin in:
  // that is not gone through again for each.
  void walk_handlers(NodeId n, bool entered_live) {
    const Environment::Mark mark = env_.mark();
    std::vector<Environment::Arm> arms;
    for (NodeId c : tree_.children(n)) {
      if (!tree_.is(c, Kind::ExceptClause)) continue;
      walk_handler(c);
      arms.push_back(env_.end_arm(mark));
    }
    env_.merge(n, arms, entered_live);
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
    const Environment::Mark mark = env_.mark();
    const bool entered_live = env_.is_live();
    std::vector<Environment::Arm> arms{Environment::Arm{{}, true}};  // no case may match
    for (NodeId clause : tree_.children(body == kNoNode ? n : body)) {
      if (!tree_.is(clause, Kind::CaseClause)) {
        continue;
      }
      walk_case(clause);
      arms.push_back(env_.end_arm(mark));
    }
    env_.merge(n, arms, entered_live);
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
        if (scopes_.is_binding(n)) {
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
      if (tree_.kind(i) == Kind::Identifier && scopes_.is_binding(i)) {
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
  BindingTables& tables_;
  WorkBudget& work_;
  ScopeTable scopes_;
  Environment env_;

  std::vector<LoopFrame> loops_;
  std::deque<ScopeId> deferred_;
  std::vector<VariableRef> variable_of_use_;  // not found for what no scope binds
  std::vector<std::pair<UseId, VariableRef>> captures_;
  std::vector<std::pair<DefId, VariableRef>> entry_phis_;
  ScopeId unit_ = 0;
  unsigned expression_depth_ = 0;
};

}  // namespace

BindingTables bind(const SyntaxTree& tree, WorkBudget& work) {
  BindingTables tables;
  Binder(tree, tables, work).run();
  return tables;
}

}  // namespace mlfix
