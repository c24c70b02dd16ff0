// A flag has a constant value in a world: one call of the function, whose arguments and defaults
// are the values of its parameters, or one item of the list that a loop goes through. The condition
// is evaluated in each world; in one where it is false, its branches do not run, and flow without
// them says who asks for the graphs.

#include "torch/evaluation/pass_by_mode.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <map>
#include <memory>
#include <optional>
#include <ranges>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "semantic/binding/binding.h"
#include "semantic/control/branches.h"
#include "semantic/effects/effects.h"
#include "semantic/effects/grad_mode.h"
#include "semantic/flow/graph_flow.h"
#include "semantic/flow/graph_sinks.h"
#include "semantic/knowledge/facts.h"
#include "semantic/knowledge/hints.h"
#include "semantic/names/access_path.h"
#include "semantic/names/call_sites.h"
#include "semantic/names/calls.h"
#include "semantic/names/part.h"
#include "semantic/project/outside_call.h"
#include "semantic/project/project_code.h"
#include "semantic/project_entity.h"
#include "semantic/semantic_model.h"
#include "syntax/parameter.h"
#include "torch/evaluation/gradient_need.h"
#include "torch/module/forward_pass.h"

namespace mlfix {
namespace {

enum class Truth : std::uint8_t { No, Yes, Unknown };

Truth truth_of(bool value) {
  return value ? Truth::Yes : Truth::No;
}

Truth negated(Truth truth) {
  return truth == Truth::Unknown ? truth : truth_of(truth == Truth::No);
}

struct Constant {
  Kind kind;
  std::string text;  // of a string what is between its quotes

  bool is_number() const { return kind != Kind::String && kind != Kind::None; }
};

std::optional<Constant> constant_of(const SyntaxTree& tree, NodeId n) {
  if (n == kNoNode) return std::nullopt;
  const std::string_view text = tree.text(n);
  if (tree.is(n, Kind::String)) {
    const bool is_plain = text.starts_with('"') || text.starts_with('\'');
    if (!is_plain || string_content(tree, n).empty()) return std::nullopt;
    return Constant{Kind::String, std::string(string_content(tree, n))};
  }
  const bool is_one = tree.is(n, Kind::True) || tree.is(n, Kind::False) || tree.is(n, Kind::None) ||
                      tree.is(n, Kind::Integer);
  return is_one ? std::optional(Constant{tree.kind(n), std::string(text)}) : std::nullopt;
}

// May the call give any parameter a value: f(*arguments), f(**settings)?
bool unpacks(const SyntaxTree& tree, NodeId call) {
  for (const NodeId n : tree.children(tree.child(call, Field::Arguments))) {
    if (tree.is(n, Kind::ListSplat) || tree.is(n, Kind::DictionarySplat)) return true;
  }
  return false;
}

// Calls of a function that are looked at for the values of a flag, in its file and in others.
constexpr std::size_t kMaxWorlds = 50;
// Names that a condition is given in turn: train = not val.
constexpr int kMaxNamesOfCondition = 3;

// What the flags of a condition are: the parameters of a function, or the target of a loop.
class Worlds {
 public:
  Worlds(const SemanticModel& model, NodeId scope, NodeId condition)
      : model_(model), tree_(model.tree()), scope_(scope), condition_(condition) {
    if (take_flags(condition, kMaxNamesOfCondition) && !flags_.empty()) take_worlds();
  }

  // Is the condition false in one of them?
  bool are_false_in_one() {
    const auto found = std::ranges::find_if(worlds_, [&](const World& world) {
      world_ = &world;
      return evaluate(condition_) == Truth::No;
    });
    if (found != worlds_.end()) otherwise_ = found->at;
    return found != worlds_.end();
  }
  NodeId otherwise() const { return otherwise_; }

  // Does the condition never give that, whoever calls the function as far as the run has it, or
  // hands it on to be called without the flags? No where a call is not seen for certain.
  bool never_give(Truth truth) {
    if (worlds_.empty() || is_of_loop() || !sees_all_calls_) return false;
    if (World defaults = world_of_defaults();
        std::ranges::all_of(defaults.flags, [](const auto& value) { return value.has_value(); })) {
      worlds_.push_back(std::move(defaults));
    }
    return std::ranges::all_of(worlds_, [&](const World& world) {
      world_ = &world;
      return evaluate(condition_) == negated(truth);
    });
  }

  // Does the condition give True or False in all of them?
  bool give_bool() {
    return std::ranges::all_of(worlds_, [&](const World& world) {
      world_ = &world;
      return is_bool(condition_);
    });
  }

 private:
  struct World {
    NodeId at = kNoNode;                         // in this file
    std::vector<std::optional<Constant>> flags;  // as flags_
  };

  // Notes the names that the expression asks. False where it asks for more than names and
  // constants, or for a name that is bound again.
  bool take_flags(NodeId expr, int names) {
    for (NodeId n = expr; n < tree_.subtree_end(expr); ++n) {
      if (tree_.is(n, Kind::Call) || tree_.is(n, Kind::Attribute) || tree_.is(n, Kind::Subscript) ||
          tree_.is(n, Kind::Lambda) || tree_.is(n, Kind::NamedExpression)) {
        return false;
      }
      if (tree_.is(n, Kind::Identifier) && !take_flag(n, names)) return false;
    }
    return true;
  }

  bool take_flag(NodeId name, int names) {
    const Bindings& bindings = model_.bindings();
    const DefId def = bindings.reaching(name);
    if (def == kNone) return false;
    const Variable& variable = bindings.variable_of(def);
    if (variable.definitions.size() != 1 || variable.declared_global) return false;
    if (bindings.scope(bindings.definition(def).scope).node != scope_) return false;
    const DefKind kind = bindings.definition(def).kind;
    if (kind == DefKind::Assign) {  // train = optimizer is not None
      const NodeId value = value_bound_to(model_, bindings.definition(def).node);
      return names > 0 && value != kNoNode && take_flags(value, names - 1);
    }
    if (std::ranges::find(flags_, def) == flags_.end()) flags_.push_back(def);
    return kind == DefKind::Parameter ? !is_of_loop() : kind == DefKind::For && flags_.size() == 1;
  }

  bool is_of_loop() const {
    return model_.bindings().definition(flags_.front()).kind == DefKind::For;
  }

  void take_worlds() {
    if (is_of_loop()) {
      const NodeId items = model_.bindings().definition(flags_.front()).value;
      if (!tree_.is(items, Kind::List) && !tree_.is(items, Kind::Tuple)) return;
      for (const NodeId item : tree_.children(items)) {
        worlds_.push_back({item, {constant_of(tree_, item)}});
      }
      return;
    }
    const CallSites& sites = model_.call_sites(scope_);
    for (const NodeId call : sites.calls | std::views::take(kMaxWorlds)) {
      World world{call, {}};
      for (const DefId flag : flags_) world.flags.push_back(value_in(call, flag));
      worlds_.push_back(std::move(world));
    }
    if (!tree_.is(scope_, Kind::FunctionDefinition)) return;
    const auto calls = model_.calls_elsewhere(scope_);
    if (!calls) return;
    for (const OutsideCall& call : *calls | std::views::take(kMaxWorlds)) take_elsewhere(call);
    sees_all_calls_ =
        sites.value_use == kNoNode && worlds_.size() == sites.calls.size() + calls->size();
  }

  World world_of_defaults() const {
    World world;
    for (const DefId flag : flags_) {
      world.flags.push_back(constant_of(tree_, model_.bindings().definition(flag).value));
    }
    return world;
  }

  std::optional<Constant> value_in(NodeId call, DefId flag) const {
    const Definition& parameter = model_.bindings().definition(flag);
    for (const NodeId given : model_.arguments(call)) {
      if (model_.calls().parameter_for(call, scope_, given) == parameter.node) {
        return constant_of(tree_, given);
      }
    }
    return unpacks(tree_, call) ? std::nullopt : constant_of(tree_, parameter.value);
  }

  void take_elsewhere(const OutsideCall& call) {
    const ProjectPlace& place = model_.place();
    if (!call.certain || place.code == nullptr) return;
    World world;
    place.code->way_around(call, place.file, [&](const SemanticModel& other, NodeId) {
      for (const DefId flag : flags_)
        world.flags.push_back(value_elsewhere(other, call.node, flag));
      return WaySteps{};
    });
    if (world.flags.size() == flags_.size()) worlds_.push_back(std::move(world));
  }

  std::optional<Constant> value_elsewhere(const SemanticModel& other, NodeId call,
                                          DefId flag) const {
    const Definition& parameter = model_.bindings().definition(flag);
    const int position = position_of_parameter(tree_, scope_, parameter.node);
    const bool is_bound =
        model_.method_class(scope_) != kNoNode && !is_static_method(tree_, scope_);
    const NodeId given =
        other.argument(call, position - (is_bound ? 1 : 0), tree_.text(parameter.node));
    if (given != kNoNode) return constant_of(other.tree(), given);
    return unpacks(other.tree(), call) ? std::nullopt : constant_of(tree_, parameter.value);
  }

  // What a name of the function itself was bound to, else the expression.
  NodeId behind_name(NodeId expr) const {
    for (int names = kMaxNamesOfCondition; names >= 0; --names) {
      expr = model_.strip_parentheses(expr);
      if (!tree_.is(expr, Kind::Identifier)) return expr;
      const Definition& d = model_.bindings().definition(model_.bindings().reaching(expr));
      if (d.kind != DefKind::Assign) return expr;
      expr = value_bound_to(model_, d.node);
    }
    return expr;
  }

  // What the name, or the literal, stands for in this world.
  std::optional<Constant> constant(NodeId expr) const {
    expr = behind_name(expr);
    if (!tree_.is(expr, Kind::Identifier)) return constant_of(tree_, expr);
    const auto flag = std::ranges::find(flags_, model_.bindings().reaching(expr));
    return world_->flags[static_cast<std::size_t>(flag - flags_.begin())];
  }

  Truth evaluate(NodeId expr) const {
    expr = behind_name(expr);
    if (tree_.is(expr, Kind::NotOperator)) {
      return negated(evaluate(tree_.child(expr, Field::Argument)));
    }
    if (tree_.is(expr, Kind::BooleanOperator)) return evaluate_both(expr);
    if (tree_.is(expr, Kind::ComparisonOperator)) return compare(expr);
    const auto value = constant(expr);
    if (!value || value->kind == Kind::Integer) return Truth::Unknown;
    return truth_of(value->kind == Kind::True || value->kind == Kind::String);
  }

  Truth evaluate_both(NodeId operation) const {
    const Truth left = evaluate(tree_.child(operation, Field::Left));
    const Truth right = evaluate(tree_.child(operation, Field::Right));
    const bool all = tree_.text(tree_.child(operation, Field::Operator)) == "and";
    const Truth decides = all ? Truth::No : Truth::Yes;
    if (left == decides || right == decides) return decides;
    return left == Truth::Unknown || right == Truth::Unknown ? Truth::Unknown : negated(decides);
  }

  // `a == b`, `a is None`, `a in ("b", "c")`, of constants.
  Truth compare(NodeId comparison) const {
    const NodeId left = tree_.first_child(comparison);
    const NodeId op = tree_.next_sibling(left);
    const NodeId right = op == kNoNode ? NodeId{kNoNode} : tree_.next_sibling(op);
    if (right == kNoNode || tree_.next_sibling(right) != kNoNode) return Truth::Unknown;
    const std::string_view text = tree_.text(op);
    if (text == "in" || text == "not in") {
      return text == "in" ? contains(right, left) : negated(contains(right, left));
    }
    const bool is_equal = text == "==" || text == "is";
    if (!is_equal && text != "!=" && text != "is not") return Truth::Unknown;
    const Truth same = are_same(left, right);
    return is_equal ? same : negated(same);
  }

  Truth are_same(NodeId left, NodeId right) const {
    const auto a = constant(left);
    const auto b = constant(right);
    if (!a || !b) return Truth::Unknown;
    if (a->kind == b->kind && a->text == b->text) return Truth::Yes;
    // True == 1, 10 == 0xA
    const bool has_integer = a->kind == Kind::Integer || b->kind == Kind::Integer;
    return a->is_number() && b->is_number() && has_integer ? Truth::Unknown : Truth::No;
  }

  Truth contains(NodeId display, NodeId wanted) const {
    display = model_.strip_parentheses(display);
    if (!tree_.is(display, Kind::List) && !tree_.is(display, Kind::Tuple) &&
        !tree_.is(display, Kind::Set)) {
      return Truth::Unknown;
    }
    Truth found = Truth::No;
    for (const NodeId item : tree_.children(display)) {
      const Truth same = are_same(item, wanted);
      if (same == Truth::Yes) return same;
      if (same == Truth::Unknown) found = same;
    }
    return found;
  }

  bool is_bool(NodeId expr) const {
    expr = behind_name(expr);
    if (tree_.is(expr, Kind::NotOperator) || tree_.is(expr, Kind::ComparisonOperator)) return true;
    if (tree_.is(expr, Kind::BooleanOperator)) {
      return is_bool(tree_.child(expr, Field::Left)) && is_bool(tree_.child(expr, Field::Right));
    }
    const auto value = constant(expr);
    return value && (value->kind == Kind::True || value->kind == Kind::False);
  }

  const SemanticModel& model_;
  const SyntaxTree& tree_;
  NodeId scope_;
  NodeId condition_;
  std::vector<DefId> flags_;
  std::vector<World> worlds_;
  const World* world_ = nullptr;
  NodeId otherwise_ = kNoNode;
  bool sees_all_calls_ = false;
};

class PassesByMode {
 public:
  PassesByMode(const SemanticModel& model, NodeId scope)
      : model_(model), tree_(model.tree()), scope_(scope) {}

  std::vector<PassByMode> find() {
    std::vector<PassByMode> found;
    for (const NodeId call : calls_in_scope(model_, scope_)) {
      const NodeId branching = is_backward(call) ? branch_around(call) : NodeId{kNoNode};
      const bool is_known = !found.empty() && tree_.parent(found.back().condition) == branching;
      if (branching == kNoNode || is_known) continue;
      if (auto pass = pass_before(branching)) found.push_back(std::move(*pass));
    }
    return found;
  }

 private:
  // By its name, which is all that a call in a loop may cost.
  bool is_backward(NodeId call) const {
    return model_.suggests(Hint::Backward, called_name(tree_, call));
  }

  // The innermost if statement of which the call stands in the first block.
  NodeId branch_around(NodeId call) const {
    const NodeId branching = tree_.ancestor(call, Kind::IfStatement);
    if (branching == kNoNode || model_.function_of(branching) != model_.function_of(call)) {
      return kNoNode;
    }
    return tree_.contains(tree_.child(branching, Field::Consequence), call) ? branching
                                                                            : NodeId{kNoNode};
  }

  // Flow without the blocks of this function that run under that condition, which asks names that
  // are bound once: it is the same wherever it is written.
  const GraphFlowWithout& flow_without(NodeId condition) {
    const auto [known, is_new] = flows_.try_emplace(tree_.text(condition), nullptr);
    if (is_new) {
      known->second = std::make_unique<GraphFlowWithout>(tree_, blocks_under(condition));
    }
    return *known->second;
  }

  std::vector<NodeId> blocks_under(NodeId condition) const {
    std::vector<NodeId> blocks;
    for (NodeId n = scope_; n < tree_.subtree_end(scope_); ++n) {
      if (tree_.is(n, Kind::IfStatement) && is_same_condition(tree_, model_.bindings(), condition,
                                                              tree_.child(n, Field::Condition))) {
        blocks.push_back(tree_.child(n, Field::Consequence));
      }
    }
    return blocks;
  }

  // Does the call run a network, of which the branch differentiates what it gives?
  bool runs_differentiated(NodeId call) const {
    return is_network_pass(model_, call) && !model_.spares_graphs(call) &&
           model_.grad_mode(call).mode == GradMode::Enabled &&
           model_.fate(call).has(GraphSinks::kDifferentiated);
  }

  // May the call make a graph of what it is given, as a loss does?
  bool may_make_graph(NodeId call) const {
    return is_loss_call(model_, call) || model_.facts(call).may_be(Fact::GradTensor);
  }

  // The statements before the branch, in its block, and behind what needs gradients anyway, from
  // the first that runs a network to the last that may make a graph.
  EvalRegion region_before(NodeId branching) const {
    EvalRegion region;
    const std::vector<NodeId> statements = model_.statements(model_.block_of(branching));
    const auto end = std::ranges::find(statements, branching);
    auto begin = end;
    while (begin != statements.begin() && !is_in_need(*std::prev(begin))) --begin;
    for (const NodeId statement : std::ranges::subrange(begin, end)) take(statement, region);
    return region;
  }

  bool is_in_need(NodeId statement) const {
    return !needs_gradients(model_, {statement, statement}).empty();
  }

  void take(NodeId statement, EvalRegion& region) const {
    const std::vector<NodeId>& calls = calls_in_scope(model_, scope_);
    const auto begin = std::ranges::lower_bound(calls, statement);
    const auto end = std::lower_bound(begin, calls.end(), tree_.subtree_end(statement));
    for (const NodeId call : std::ranges::subrange(begin, end)) {
      const bool runs = runs_differentiated(call);
      if (runs) region.forwards.push_back(call);
      if (region.forwards.empty()) continue;
      if (region.first == kNoNode) region.first = statement;
      if (runs || may_make_graph(call)) region.last = statement;
    }
  }

  // Does anybody ask for the graphs where the branches do not run? What a function returns that
  // steps the optimizer itself is figures, and its callers differentiate nothing.
  bool is_asked_for(Span span, NodeId branching) {
    const Reach fate =
        fate_of_graphs(model_, span, flow_without(tree_.child(branching, Field::Condition)));
    const bool steps = model_.effects(branching).has(Effect::OptimizerStep);
    return fate.has(GraphSinks::kDifferentiated) || fate.has(GraphSinks::kKeptWhole) ||
           fate.has(Sink::Lost) || (fate.has(Sink::Returned) && !steps);
  }

  std::optional<PassByMode> pass_before(NodeId branching) {
    EvalRegion region = region_before(branching);
    if (region.forwards.empty()) return std::nullopt;
    const NodeId condition = tree_.child(branching, Field::Condition);
    Worlds worlds(model_, scope_, condition);
    if (!worlds.are_false_in_one()) return std::nullopt;
    const Span span{region.first, region.last};
    const Effects effects = model_.effects(span.first, span.last);
    const bool suspends = effects.has(Effect::Awaits) || effects.has(Effect::Yields);
    if (suspends || is_asked_for(span, branching)) return std::nullopt;
    const NodeId module = tree_.child(region.forwards[0], Field::Function);
    region.eval = {kNoNode, module, tree_.text(module)};
    region.is_loop = model_.loop_of(region.first) != kNoNode;
    return PassByMode{std::move(region), condition, worlds.otherwise(), worlds.give_bool()};
  }

  const SemanticModel& model_;
  const SyntaxTree& tree_;
  NodeId scope_;
  std::map<std::string_view, std::unique_ptr<GraphFlowWithout>> flows_;  // by condition
};

}  // namespace

std::vector<PassByMode> find_passes_by_mode(const SemanticModel& model, NodeId scope) {
  return PassesByMode(model, scope).find();
}

NodeId condition_that_no_call_meets(const SemanticModel& model, NodeId n) {
  const NodeId function = model.function_of(n);
  const ProjectPlace& place = model.place();
  if (function == kNoNode || place.code == nullptr || place.file == kNoFile) return kNoNode;
  const auto sees_callers = [&] {
    return place.code->sees_users(place.file) && !place.project->serves_notebooks(place.file);
  };
  for (const Branch& branch : branches_around(model.tree(), n)) {
    Worlds worlds(model, function, branch.condition);
    if (worlds.never_give(truth_of(branch.holds)) && sees_callers()) {
      return branch.condition;
    }
  }
  return kNoNode;
}

}  // namespace mlfix
