// Resets are found by their words, wherever they stand, and then by who can run
// them. See gradient_reset.h.

#include "torch/training/gradient_reset.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <set>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "semantic/binding/binding.h"
#include "semantic/control/walk.h"
#include "semantic/knowledge/knowledge.h"
#include "semantic/names/access_path.h"
#include "semantic/names/call_sites.h"
#include "semantic/semantic_model.h"
#include "torch/training/optimized_networks.h"

namespace mlfix {
namespace {

// In a file with more of them nobody works out whose each is, and the first is taken to
// reset everybody's.
constexpr std::size_t kMaxResets = 200;

// What was found for one step, and serves the others of the file.
struct ResetNotes {
  std::optional<std::vector<NodeId>> resets;
  std::optional<std::unordered_map<std::string_view, std::vector<NodeId>>> functions;  // by name
  std::unordered_map<NodeId, std::set<NodeId>> reached;  // functions that a region may run
  std::unordered_map<NodeId, NodeId> unseen;             // unseen_reset() of a region
  std::unordered_map<NodeId, bool> training;             // trains_itself() of a function
  std::unordered_map<NodeId, bool> stepping;             // holds_a_step() of a part of an `if`
};

// By name, whether it says that it resets gradients. A file has few names, each in many places.
using NamesOfResets = std::unordered_map<std::string_view, bool>;

bool names_a_reset(const SemanticModel& model, NodeId identifier, NamesOfResets& names) {
  const SyntaxTree& tree = model.tree();
  const NodeId parent = tree.parent(identifier);
  const bool defines =
      tree.is(parent, Kind::FunctionDefinition) && tree.field(identifier) == Field::Name;
  const bool keyword =
      tree.is(parent, Kind::KeywordArgument) && tree.field(identifier) == Field::Name;
  const bool imports = tree.is(parent, Kind::DottedName) || tree.is(parent, Kind::AliasedImport);
  if (defines || keyword || imports) return false;
  const auto [known, is_new] = names.try_emplace(tree.text(identifier), false);
  if (is_new) known->second = model.suggests(Hint::GradientReset, tree.text(identifier));
  return known->second;
}

bool mentions_gradient(const SyntaxTree& tree, NodeId expr) {
  for (NodeId n = expr; n < tree.subtree_end(expr); ++n) {
    if (tree.is(n, Kind::Attribute) && last_name(tree, n) == "grad") return true;
  }
  return false;
}

// Is the factor made of gradients itself, as their norm is, by which they are clipped?
bool comes_from_gradients(const SemanticModel& model, NodeId factor) {
  const SyntaxTree& tree = model.tree();
  for (NodeId n = factor; factor != kNoNode && n < tree.subtree_end(factor); ++n) {
    const DefId def = tree.is(n, Kind::Identifier) ? model.bindings().reaching(n) : DefId{kNone};
    if (def == kNone || model.bindings().definition(def).kind != DefKind::Assign) continue;
    if (mentions_gradient(tree, model.bindings().definition(def).value)) return true;
  }
  return false;
}

// p.grad = None, p.grad.data = …, del p.grad, p.grad.zero_(), p.grad[:] = 0, but
// not what only scales or clips it.
bool sets_gradient(const SemanticModel& model, NodeId attribute) {
  const SyntaxTree& tree = model.tree();
  if (last_name(tree, attribute) != "grad") return false;
  NodeId at = attribute;
  for (NodeId up = tree.parent(at);; at = up, up = tree.parent(at)) {
    const bool data = tree.is(up, Kind::Attribute) && tree.field(at) == Field::Object &&
                      last_name(tree, up) == "data";
    const bool item = tree.is(up, Kind::Subscript) && tree.field(at) == Field::Value;
    if (!data && !item) break;
  }
  const NodeId parent = tree.parent(at);
  if (tree.is(parent, Kind::DeleteStatement)) return true;
  if (tree.is(parent, Kind::Attribute) && tree.field(at) == Field::Object) {
    const std::string_view method = tree.text(tree.child(parent, Field::Attribute));
    return model.means(Meaning::OverwritesTensor, method);
  }
  if (tree.field(at) != Field::Left) return false;
  if (tree.is(parent, Kind::AugmentedAssignment)) {
    return tree.text(tree.child(parent, Field::Operator)) == "*=" &&
           !comes_from_gradients(model, tree.child(parent, Field::Right));
  }
  if (!tree.is(parent, Kind::Assignment)) return false;
  const NodeId value = tree.child(parent, Field::Right);
  return value == kNoNode || tree.text(value).find(".grad") == std::string_view::npos;
}

bool sets_gradient_by_name(const SemanticModel& model, NodeId call) {
  const SyntaxTree& tree = model.tree();
  if (called_name(tree, call) != "setattr" && called_name(tree, call) != "delattr") return false;
  const NodeId name = model.argument(call, 1, "name");
  return name != kNoNode && tree.text(name).find("grad") != std::string_view::npos;
}

const std::vector<NodeId>& functions_named(const SemanticModel& model, std::string_view name) {
  const SyntaxTree& tree = model.tree();
  auto& named = model.notes<ResetNotes>().functions;
  if (!named) {
    named.emplace();
    for (NodeId n = 0; n < tree.size(); ++n) {
      if (!tree.is(n, Kind::FunctionDefinition)) continue;
      (*named)[tree.text(tree.child(n, Field::Name))].push_back(n);
    }
  }
  return (*named)[name];
}

// Functions of the file that running [region] may run. A method call that
// can't be resolved may run every method of that name.
const std::set<NodeId>& functions_reached(const SemanticModel& model, NodeId region) {
  const auto [known, is_new] = model.notes<ResetNotes>().reached.try_emplace(region);
  std::set<NodeId>& reached = known->second;
  if (!is_new) return reached;
  const SyntaxTree& tree = model.tree();
  std::set<std::string_view> names;
  std::vector<NodeId> queue{region};
  const auto run = [&](NodeId function) {
    if (function != kNoNode && reached.insert(function).second) {
      queue.push_back(tree.child(function, Field::Body));
    }
  };
  while (!queue.empty()) {
    const NodeId part = queue.back();
    queue.pop_back();
    for (NodeId n = part; n < tree.subtree_end(part); ++n) {
      if (!tree.is(n, Kind::Call)) continue;
      const NodeId function = model.callee(n);
      run(function);
      if (function != kNoNode || !names.insert(called_name(tree, n)).second) continue;
      for (const NodeId named : functions_named(model, called_name(tree, n))) run(named);
    }
  }
  return reached;
}

// ---- who may reset ------------------------------------------------------------------

// Is `function` a training step or loop of its own?
bool trains_itself(const SemanticModel& model, NodeId function) {
  const auto [known, is_new] = model.notes<ResetNotes>().training.try_emplace(function, false);
  if (!is_new) return known->second;
  const SyntaxTree& tree = model.tree();
  const NodeId body = tree.child(function, Field::Body);
  bool trains = false;
  for_each_node(tree, body, tree.subtree_end(body), [&](NodeId n) {
    trains =
        trains || is_step(model, n) || (tree.is(n, Kind::Call) && differentiates_in_step(model, n));
  });
  return known->second = trains;
}

// May somebody we can't see run the function between two steps: a hook, a
// callback, a method that a base class calls?
bool may_be_hook(const SemanticModel& model, NodeId function, NodeId region) {
  const SyntaxTree& tree = model.tree();
  if (tree.is(function, Kind::Lambda)) return true;
  const CallSites& sites = model.call_sites(function);
  if (sites.value_use != kNoNode) {
    // Of the steps in a register that a decorator fills, one is run in the place of another.
    const bool is_registered = tree.is(tree.parent(function), Kind::DecoratedDefinition);
    return step_with_closure(model, function) == kNoNode &&
           !(is_registered && trains_itself(model, function));
  }
  const NodeId klass = model.method_class(function);
  const bool same_class = klass != kNoNode && klass == model.class_of(region);
  return same_class && sites.calls.empty() && !trains_itself(model, function);
}

bool is_optimizer_call(const SemanticModel& model, NodeId call) {
  return is_step(model, call) ||
         model.facts(model.tree().child(call, Field::Function)).could_be(Fact::Callable);
}

// A call of code we can't see that may reset: it is given an optimizer, or is a
// hook of an unseen base class.
bool may_reset_unseen(const SemanticModel& model, NodeId call) {
  const SyntaxTree& tree = model.tree();
  if (!tree.is(call, Kind::Call) || model.callee(call) != kNoNode ||
      is_optimizer_call(model, call)) {
    return false;
  }
  const std::string_view name = called_name(tree, call);
  const NodeId self = tree.child(tree.child(call, Field::Function), Field::Object);
  if (self != kNoNode && tree.text(self) == "self" && model.suggests(Hint::RunsAroundStep, name))
    return true;
  if (model.suggests(Hint::ResetsNothing, name) || name == "unscale_" || name == "scale_loss")
    return false;
  const Symbol symbol = model.qualified_name(tree.child(call, Field::Function));
  if (symbol != kNoSymbol && model.knowledge().callable(symbol) != nullptr) return false;
  const auto arguments = model.arguments(call);
  return std::any_of(arguments.begin(), arguments.end(), [&](NodeId argument) {
    return model.facts(argument).could_be(Fact::Optimizer);
  });
}

// Are gradients gathered over many batches here, and reset behind them?
bool is_gradient_window(const SemanticModel& model, NodeId n) {
  return model.tree().is(n, Kind::Identifier) &&
         model.suggests(Hint::GradientWindow, model.tree().text(n));
}

NodeId first_in(const SyntaxTree& tree, NodeId region, const auto& is_one) {
  for (NodeId n = region; n < tree.subtree_end(region); ++n) {
    if (is_one(n)) return n;
  }
  return kNoNode;
}

NodeId unseen_reset(const SemanticModel& model, NodeId region) {
  const auto [known, is_new] = model.notes<ResetNotes>().unseen.try_emplace(region, kNoNode);
  if (is_new) {
    known->second = first_in(model.tree(), region, [&](NodeId n) {
      return may_reset_unseen(model, n) || is_gradient_window(model, n);
    });
  }
  return known->second;
}

// Is the reset named but not called, as in `clear = optimizer.zero_grad`?
bool is_handed_on(const SemanticModel& model, NodeId reset) {
  const SyntaxTree& tree = model.tree();
  if (!tree.is(reset, Kind::Identifier)) return false;
  const NodeId parent = tree.parent(reset);
  const NodeId named = tree.is(parent, Kind::Attribute) ? parent : reset;
  return !tree.is(tree.parent(named), Kind::Call) || tree.field(named) != Field::Function;
}

// Does the reset clear only an optimizer that has nothing to do with `step`?
bool is_of_other_optimizer(const SemanticModel& model, NodeId reset, const TrainingStep& step) {
  const SyntaxTree& tree = model.tree();
  const NodeId optimizer = optimizer_reset_by(model, reset);
  if (optimizer == kNoNode || !model.facts(optimizer).could_be(Fact::Optimizer)) return false;
  return std::all_of(step.optimizers.begin(), step.optimizers.end(), [&](NodeId own) {
    return tree.text(own) != tree.text(optimizer) && optimize_apart(model, own, optimizer);
  });
}

bool holds_a_step(const SemanticModel& model, NodeId part) {
  const auto [known, is_new] = model.notes<ResetNotes>().stepping.try_emplace(part, false);
  if (!is_new) return known->second;
  const SyntaxTree& tree = model.tree();
  bool steps = false;
  for_each_node(tree, part, tree.subtree_end(part),
                [&](NodeId n) { steps = steps || is_step(model, n); });
  return known->second = steps;
}

// Does the reset stand in the other branch of an `if`, together with a step of its
// own, so that the two branches are two ways to train?
bool is_of_other_branch(const SemanticModel& model, NodeId reset, const TrainingStep& step) {
  const SyntaxTree& tree = model.tree();
  NodeId branch = step.backward;
  for (NodeId up = tree.parent(branch); up != step.region && up != kNoNode;
       branch = up, up = tree.parent(up)) {
    if (!tree.is(up, Kind::IfStatement) || !tree.contains(up, reset)) continue;
    if (tree.contains(branch, reset)) return false;
    for (const NodeId other : tree.children(up)) {
      if (!tree.contains(other, reset)) continue;
      return tree.contains(branch, step.step) && holds_a_step(model, other);
    }
  }
  return false;
}

enum class Serving : std::uint8_t { Nothing, ManySteps, EachStep };

// What the reset does, or may do, for the step.
Serving serving_of(const SemanticModel& model, NodeId reset, const TrainingStep& step) {
  const SyntaxTree& tree = model.tree();
  if (is_of_other_optimizer(model, reset, step) || is_of_other_branch(model, reset, step)) {
    return Serving::Nothing;
  }
  if (tree.contains(step.region, reset)) return Serving::EachStep;
  const bool is_loop = !tree.is(step.region, Kind::FunctionDefinition);
  const NodeId function = function_around(tree, reset);
  if (is_loop && function == model.function_of(step.region)) {
    if (is_handed_on(model, reset)) return Serving::EachStep;
    const NodeId loop = model.loop_of(reset);
    const bool earlier = loop == kNoNode || tree.contains(loop, step.region);
    return earlier ? Serving::ManySteps : Serving::Nothing;
  }
  const bool runs =
      function != kNoNode && (functions_reached(model, step.region).count(function) != 0 ||
                              may_be_hook(model, function, step.region));
  // Who runs the step may run the reset before.
  const bool may_run = !is_loop && (function == kNoNode || !trains_itself(model, function) ||
                                    functions_reached(model, function).count(step.region) != 0);
  return runs || may_run ? Serving::EachStep : Serving::Nothing;
}

}  // namespace

const std::vector<NodeId>& gradient_resets(const SemanticModel& model) {
  std::optional<std::vector<NodeId>>& known = model.notes<ResetNotes>().resets;
  if (known) return *known;
  const SyntaxTree& tree = model.tree();
  known.emplace();
  NamesOfResets names;
  for (NodeId n = 0; n < tree.size(); ++n) {
    const bool reset = (tree.is(n, Kind::Identifier) && names_a_reset(model, n, names)) ||
                       (tree.is(n, Kind::Attribute) && sets_gradient(model, n)) ||
                       (tree.is(n, Kind::Call) && sets_gradient_by_name(model, n));
    if (reset) known->push_back(n);
  }
  return *known;
}

NodeId optimizer_reset_by(const SemanticModel& model, NodeId reset) {
  const NodeId call = model.tree().parent(model.tree().parent(reset));
  return model.tree().is(call, Kind::Call) ? model.receiver_of_call(call, "zero_grad")
                                           : NodeId{kNoNode};
}

GradientReset reset_of(const SemanticModel& model, const TrainingStep& step) {
  const std::vector<NodeId>& resets = gradient_resets(model);
  if (resets.size() > kMaxResets) {
    model.work().leave_unanswered("resets of gradients");
    return {resets.front()};
  }
  GradientReset found;
  for (const NodeId reset : resets) {
    const Serving serving = serving_of(model, reset, step);
    if (serving == Serving::EachStep) return {reset, found.once};
    if (serving == Serving::ManySteps && found.once == kNoNode) found.once = reset;
  }
  found.in_each_step = unseen_reset(model, step.region);
  return found;
}

ForgottenReset forgotten_reset(const SemanticModel& model, const TrainingStep& step) {
  const SyntaxTree& tree = model.tree();
  const std::vector<NodeId>& resets = gradient_resets(model);
  if (step.optimizers.size() < 2 || resets.size() > kMaxResets) return {};
  ForgottenReset found;
  std::set<std::string_view> named;
  for (const NodeId reset : resets) {
    const NodeId optimizer = optimizer_reset_by(model, reset);
    if (optimizer == kNoNode || !model.facts(optimizer).could_be(Fact::Optimizer)) return {};
    named.insert(tree.text(optimizer));
    if (tree.contains(step.region, reset)) found.beside = reset;
  }
  // Where gradients are gathered over many batches, too, both are reset or neither.
  const auto may_reset = [&](NodeId n) { return may_reset_unseen(model, n); };
  if (found.beside == kNoNode || first_in(tree, step.region, may_reset) != kNoNode) return {};
  for (const NodeId optimizer : step.optimizers) {
    // What hands everything on, as an accelerator does, makes a scheduler look like an optimizer.
    const bool is_one = model.facts(optimizer).could_be(Fact::Optimizer) &&
                        tree.text(optimizer).find("sched") == std::string_view::npos;
    if (is_one && !named.contains(tree.text(optimizer))) found.optimizer = optimizer;
  }
  return found;
}

}  // namespace mlfix
