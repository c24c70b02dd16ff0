// Finds evaluation regions. A forward belongs to a switch when the switch
// dominates it, or both stand in branches of one condition that does not change,
// the module is written the same way in both places, and nothing between them can
// put the module back into training mode.

#include "torch/training/evaluation.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <optional>
#include <ranges>
#include <string_view>
#include <unordered_map>

#include "semantic/binding/binding.h"
#include "semantic/control/branches.h"
#include "semantic/control/consumer.h"
#include "semantic/control/flow_queries.h"
#include "semantic/effects/effects.h"
#include "semantic/knowledge/facts.h"
#include "semantic/knowledge/hints.h"
#include "semantic/project/project_code.h"
#include "semantic/project_entity.h"
#include "semantic/semantic_model.h"
#include "torch/graph/graph_fate.h"
#include "torch/module/forward_pass.h"

namespace mlfix {
namespace {

// Switches before a forward pass that are looked at, the nearest first.
constexpr std::ptrdiff_t kMaxSwitches = 50;
// Regions that a forward pass may still become a part of, the last ones: both are found in
// source order.
constexpr std::size_t kMaxOpenRegions = 50;

bool switches_to_eval(const SemanticModel& model, NodeId call) {
  const SyntaxTree& tree = model.tree();
  const std::string_view method = model.method_name(call);
  if (method == "eval") {
    return model.arguments(call).empty();
  }
  if (method != "train") {
    return false;
  }
  const auto arguments = model.arguments(call);
  return arguments.size() == 1 && tree.is(arguments[0], Kind::False);
}

// `model = Net().eval()` switches what `model` names from then on.
NodeId switched_module(const SemanticModel& model, NodeId call) {
  const SyntaxTree& tree = model.tree();
  const Consumer consumer = model.consumer_of(call);
  if (consumer.role == Role::Assigned && tree.is(consumer.node, Kind::Assignment)) {
    const NodeId target = tree.child(consumer.node, Field::Left);
    const bool plain = tree.is(target, Kind::Identifier) || tree.is(target, Kind::Attribute);
    return plain ? target : kNoNode;
  }
  return model.receiver_of_call(call, model.method_name(call));
}

// `model.training` of `assert not model.training`, by which a function tells its callers that
// they have switched; kNoNode for other statements, and where a module asks for its own mode.
NodeId asserted_mode(const SemanticModel& model, NodeId statement) {
  const SyntaxTree& tree = model.tree();
  if (!tree.is(statement, Kind::AssertStatement)) return kNoNode;
  const NodeId condition = model.strip_parentheses(tree.first_child(statement));
  if (!tree.is(condition, Kind::NotOperator)) return kNoNode;
  const NodeId mode = tree.child(condition, Field::Argument);
  const bool asks = tree.is(mode, Kind::Attribute) &&
                    tree.text(tree.child(mode, Field::Attribute)) == "training" &&
                    tree.text(tree.child(mode, Field::Object)) != "self" &&
                    model.facts(tree.child(mode, Field::Object)).could_be(Fact::Module);
  return asks ? mode : NodeId{kNoNode};
}

std::vector<EvalSwitch> find_switches(const SemanticModel& model, NodeId scope,
                                      const std::vector<NodeId>& calls) {
  const SyntaxTree& tree = model.tree();
  std::vector<EvalSwitch> switches;
  if (tree.is(scope, Kind::FunctionDefinition) && model.mentions("training")) {
    for (const NodeId statement : model.statements(tree.child(scope, Field::Body))) {
      const NodeId mode = asserted_mode(model, statement);
      const NodeId module = mode == kNoNode ? NodeId{kNoNode} : tree.child(mode, Field::Object);
      if (module != kNoNode) switches.push_back({mode, module, tree.text(module)});
    }
  }
  for (NodeId call : calls) {
    if (!switches_to_eval(model, call)) {
      continue;
    }
    const NodeId module = switched_module(model, call);
    const NodeId receiver = model.receiver_of_call(call, model.method_name(call));
    if (module != kNoNode && model.facts(receiver).could_be(Fact::Module)) {
      switches.push_back({call, module, tree.text(module)});
    }
  }
  std::ranges::sort(switches, {}, &EvalSwitch::call);
  return switches;
}

// Is `expr` the switched module or, when a module switches itself, a part of it?
bool is_switched(const SemanticModel& model, const EvalSwitch& eval, NodeId expr) {
  const std::string_view text = model.tree().text(expr);
  if (text == eval.module_text) {
    return true;
  }
  return eval.module_text == "self" && text.starts_with("self.") &&
         model.facts(expr).may_be(Fact::Module);
}

// The branch around `forward` that runs only where the switch has been run: both stand
// under the same condition, which does not change. Its branching is kNoNode when there
// is none.
Branch branch_of_switch(const SemanticModel& model, NodeId eval, NodeId forward) {
  for (const Branch& first : branches_around(model.tree(), eval)) {
    if (model.tree().contains(first.branching, forward)) continue;
    const NodeId block = model.block_of(model.statement_of(eval));
    const bool always = owner_of_block(model.tree(), block) == first.branching;
    if (!always || !dominates(model, first.branching, forward)) continue;
    for (const Branch& second : branches_around(model.tree(), forward)) {
      if (second.holds == first.holds &&
          is_same_condition(model.tree(), model.bindings(), first.condition, second.condition)) {
        return second;
      }
    }
  }
  return {};
}

// Does a function of another file, which is given a module, run it and give back its graph?
bool runs_argument_elsewhere(const SemanticModel& model, NodeId call) {
  if (!runs_modules_elsewhere(model, call)) return false;
  const ProjectCode& code = *model.place().code;
  const ProjectEntity function = model.callee_elsewhere(call);
  return !code.summary(function).takes_self &&
         code.returned_by(function).whole.could_be(Fact::GradTensor);
}

// Does the call run the switched module: m(x), m.generate(x), run(m, x)?
bool runs_module(const SemanticModel& model, const EvalSwitch& eval, NodeId call) {
  const SyntaxTree& tree = model.tree();
  const NodeId callee = tree.child(call, Field::Function);
  if (is_switched(model, eval, callee)) {
    return !model.spares_graphs(call);
  }
  const NodeId function = model.callee(call);
  if (tree.is(callee, Kind::Attribute) &&
      is_switched(model, eval, tree.child(callee, Field::Object))) {
    if (function != kNoNode) {
      return builds_graph(model, function);
    }
    return is_forward_method(model, model.method_name(call)) || is_forward(model, call) ||
           runs_part_of_module(model, call);
  }
  const auto arguments = model.arguments(call);
  const bool given = std::any_of(arguments.begin(), arguments.end(),
                                 [&](NodeId a) { return is_switched(model, eval, a); });
  if (given && function == kNoNode) return runs_argument_elsewhere(model, call);
  return given && function != kNoNode && !tree.is_async(function) &&
         model.method_class(function) == kNoNode && builds_graph(model, function) &&
         !graphs_die_in(model, function);  // that one is fixed itself
}

// Those of the calls that put modules into training mode.
std::vector<NodeId> switches_to_training(const SemanticModel& model,
                                         const std::vector<NodeId>& calls) {
  std::vector<NodeId> switches;
  std::ranges::copy_if(calls, std::back_inserter(switches), [&](NodeId call) {
    return !switches_to_eval(model, call) && model.effects(call).has(Effect::TrainMode);
  });
  return switches;
}

// Could the module be back in training mode when `forward` runs?
bool may_be_training(const SemanticModel& model, const EvalSwitch& eval, NodeId forward,
                     const std::vector<NodeId>& training) {
  const auto after = std::ranges::upper_bound(training, eval.call);
  const auto end = std::lower_bound(after, training.end(), forward);
  return std::any_of(after, end, [&](NodeId call) {
    const bool other_branch =
        eval.branching != kNoNode && model.tree().contains(eval.switching, call);
    return !model.tree().contains(call, forward) && !other_branch;
  });
}

// The statement to guard for a forward: the outermost loop after the switch,
// else the statement itself, brought up to the block that holds the switch.
NodeId guarded_statement(const SemanticModel& model, const EvalSwitch& eval, NodeId forward) {
  NodeId statement = model.statement_of(forward);
  for (NodeId loop : model.loops_of(forward)) {
    const bool around_branch =
        eval.branching != kNoNode && model.tree().contains(loop, eval.branching);
    if (around_branch || (eval.call != kNoNode && loop < eval.call)) {
      break;
    }
    statement = loop;
  }
  return statement;
}

bool holds_loop(const SyntaxTree& tree, NodeId statement, NodeId forward) {
  if (tree.is(statement, Kind::ForStatement) || tree.is(statement, Kind::WhileStatement)) {
    return true;
  }
  for (NodeId n = tree.parent(forward); n != statement && n != kNoNode; n = tree.parent(n)) {
    if (tree.is(n, Kind::ListComprehension) || tree.is(n, Kind::GeneratorExpression) ||
        tree.is(n, Kind::SetComprehension) || tree.is(n, Kind::DictionaryComprehension)) {
      return true;
    }
  }
  return false;
}

// Straight-line forwards of one block share one region.
void add_forward(const SemanticModel& model, const EvalSwitch& eval, NodeId forward,
                 std::vector<EvalRegion>& regions) {
  const NodeId statement = guarded_statement(model, eval, forward);
  const bool loop = holds_loop(model.tree(), statement, forward);
  const std::size_t old = regions.size() - std::min(regions.size(), kMaxOpenRegions);
  for (EvalRegion& region : regions | std::views::drop(old)) {
    if (region.first <= statement && statement <= region.last) {
      region.forwards.push_back(forward);
      return;
    }
  }
  if (!regions.empty() && !loop && !regions.back().is_loop &&
      model.block_of(statement) == model.block_of(regions.back().first)) {
    regions.back().last = statement;
    regions.back().forwards.push_back(forward);
    return;
  }
  regions.push_back({eval, {forward}, statement, statement, loop});
}

}  // namespace

bool sounds_like_evaluation(const SemanticModel& model, NodeId scope) {
  if (model.tree().is(scope, Kind::Module)) return false;
  const std::string_view name = model.tree().text(model.tree().child(scope, Field::Name));
  return model.suggests(Hint::Evaluation, name);
}

bool is_compiled(const SemanticModel& model, NodeId function) {
  const NodeId decorated = model.tree().parent(function);
  if (!model.tree().is(decorated, Kind::DecoratedDefinition)) {
    return false;
  }
  for (NodeId decorator : model.tree().children(decorated)) {
    const std::string_view text = model.tree().text(decorator);
    if (model.tree().is(decorator, Kind::Decorator) &&
        (text.find("jit") != text.npos || text.find("compile") != text.npos)) {
      return true;
    }
  }
  return false;
}

namespace {

// The first call of a method such as freeze(), by scope and the text of what it freezes.
struct FreezingCalls {
  std::unordered_map<NodeId, std::unordered_map<std::string_view, NodeId>> first;
};

}  // namespace

bool is_frozen_by_method(const SemanticModel& model, NodeId scope, const EvalRegion& region) {
  const auto [known, is_new] = model.notes<FreezingCalls>().first.try_emplace(scope);
  auto& first = known->second;
  if (is_new) {
    for (const NodeId call : calls_in_scope(model, scope)) {
      const std::string_view method = model.method_name(call);
      if (!method.starts_with("freeze")) continue;
      first.try_emplace(model.tree().text(model.receiver_of_call(call, method)), call);
    }
  }
  const auto found = first.find(region.eval.module_text);
  return found != first.end() && found->second <= region.first;
}

namespace {

// The value that forward() stores in an attribute if a condition on it holds, or kNoNode.
NodeId cached_by_forward(const SemanticModel& model, NodeId attribute) {
  const SyntaxTree& tree = model.tree();
  const NodeId store = tree.parent(attribute);
  if (tree.field(attribute) != Field::Left || !tree.is(store, Kind::Assignment)) return kNoNode;
  const NodeId function = model.function_of(attribute);
  const NodeId branch = tree.ancestor(attribute, Kind::IfStatement);
  if (function == kNoNode || branch == kNoNode || !tree.contains(function, branch) ||
      tree.text(tree.child(function, Field::Name)) != "forward") {
    return kNoNode;
  }
  const std::string_view condition = tree.text(tree.child(branch, Field::Condition));
  return condition.find(tree.text(attribute)) == condition.npos ? NodeId{kNoNode}
                                                                : tree.child(store, Field::Right);
}

struct CacheInForward {
  std::optional<ForwardCache> known;
};

ForwardCache find_forward_cache(const SemanticModel& model) {
  const SyntaxTree& tree = model.tree();
  ForwardCache found = ForwardCache::None;
  for (NodeId n = 0; n < tree.size(); ++n) {
    const NodeId value =
        tree.is(n, Kind::Attribute) ? cached_by_forward(model, n) : NodeId{kNoNode};
    if (value == kNoNode || model.facts(value).must.has_any(kWithoutGraph)) continue;
    if (model.facts(value).may_be(Fact::GradTensor) || !networks_run_in(model, value).empty()) {
      return ForwardCache::OfGraph;
    }
    found = ForwardCache::OfUnknown;
  }
  return found;
}

}  // namespace

ForwardCache forward_cache(const SemanticModel& model) {
  std::optional<ForwardCache>& known = model.notes<CacheInForward>().known;
  if (!known) known = find_forward_cache(model);
  return *known;
}

bool is_made_in(const SemanticModel& model, NodeId function, NodeId module) {
  const NodeId last = model.strip_parentheses(module);
  const DefId d = model.tree().is(last, Kind::Identifier) ? model.bindings().reaching(last) : kNone;
  return d != kNone && model.bindings().definition(d).kind != DefKind::Parameter &&
         model.tree().contains(function, model.bindings().definition(d).node);
}

namespace {

// The switch, when it has certainly been run where `forward` is.
std::optional<EvalSwitch> governing_switch(const SemanticModel& model, const EvalSwitch& eval,
                                           NodeId forward) {
  if (dominates(model, eval.call, forward)) return eval;
  const Branch branch = branch_of_switch(model, eval.call, forward);
  if (branch.branching == kNoNode) return std::nullopt;
  EvalSwitch governing = eval;
  governing.branching = branch.branching;
  governing.switching = model.tree().ancestor(eval.call, Kind::IfStatement);
  return governing;
}

}  // namespace

std::vector<EvalRegion> find_eval_regions(const SemanticModel& model, NodeId scope) {
  const std::vector<NodeId> calls = calls_in_scope(model, scope);
  const std::vector<EvalSwitch> switches = find_switches(model, scope, calls);
  std::vector<EvalRegion> regions;
  if (switches.empty()) return regions;
  const std::vector<NodeId> training = switches_to_training(model, calls);
  for (NodeId call : calls) {
    const auto in_front = std::ranges::subrange(
        switches.begin(), std::ranges::lower_bound(switches, call, {}, &EvalSwitch::call));
    const auto nearest = in_front | std::views::reverse | std::views::take(kMaxSwitches);
    // Whether a module is run depends on the text of the module, which many switches share.
    std::optional<std::string_view> asked;
    bool runs = false;
    for (auto eval = nearest.begin(); eval != nearest.end(); ++eval) {
      if (asked != eval->module_text) {
        asked = eval->module_text;
        runs = runs_module(model, *eval, call);
      }
      if (!runs) continue;
      const auto governing = governing_switch(model, *eval, call);
      if (governing && !may_be_training(model, *governing, call, training)) {
        add_forward(model, *governing, call, regions);
        break;
      }
    }
  }
  return regions;
}

RegionCover::RegionCover(const SyntaxTree& tree, const std::vector<EvalRegion>& regions) {
  for (const EvalRegion& region : regions) {
    spans_.push_back({region.first, tree.subtree_end(region.last)});
  }
  std::ranges::sort(spans_, {}, &Span::first);
  NodeId end = 0;
  for (Span& span : spans_) span.end = end = std::max(end, span.end);
}

bool RegionCover::holds(NodeId n) const {
  const auto after = std::ranges::upper_bound(spans_, n, {}, &Span::first);
  return after != spans_.begin() && n < std::prev(after)->end;
}

bool runs_only_evaluated_modules(const SemanticModel& model, NodeId function,
                                 const std::vector<EvalRegion>& regions) {
  const SyntaxTree& tree = model.tree();
  const RegionCover evaluated(tree, regions);
  const auto runs_module = [&](NodeId call) {
    if (is_forward(model, call)) return !is_loss_call(model, call);
    const NodeId called = model.callee(call);
    return called != kNoNode && model.callee_effects(called).has(Effect::ModuleForward);
  };
  return std::ranges::none_of(calls_in_scope(model, function), [&](NodeId call) {
    return runs_module(call) && !evaluated.holds(call);
  });
}

}  // namespace mlfix
