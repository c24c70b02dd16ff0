// The verdict rests on the fate of the value at this very place. See training.h.

#include "torch/training/training.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <unordered_map>
#include <vector>

#include "semantic/control/walk.h"
#include "semantic/flow/same_place.h"
#include "torch/graph/attachment.h"
#include "torch/training/unit_test.h"

namespace mlfix {
namespace {

bool switches_mode(const SemanticModel& model, NodeId call, Effect mode) {
  const std::string_view name = model.method_name(call);
  const NodeId function = model.callee(call);
  if (name != "eval" && name != "train" && function == kNoNode) return false;
  const Effects effects = model.effects(call);
  return effects.has(mode) && !(effects.has(Effect::TrainMode) && effects.has(Effect::EvalMode));
}

// Does a loop around `n` run over the batches of a loader?
bool runs_over_loader(const SemanticModel& model, NodeId n) {
  const SyntaxTree& tree = model.tree();
  for (NodeId up = tree.parent(n); up != kNoNode; up = tree.parent(up)) {
    if (is_nested_scope(tree.kind(up))) return false;
    NodeId clause = tree.is(up, Kind::ForStatement) ? up : kNoNode;
    if (tree.is(up, Kind::ListComprehension)) clause = tree.child_of_kind(up, Kind::ForInClause);
    if (clause == kNoNode) continue;
    if (model.facts(tree.child(clause, Field::Right)).could_be(Fact::DataLoader)) return true;
  }
  return false;
}

// Is the name that of a loss, of an unknown kind, that takes part in the
// backward pass?
bool is_part_of_loss(const SemanticModel& model, NodeId value) {
  value = model.strip_parentheses(value);
  if (!model.tree().is(value, Kind::Identifier) || has_no_graph(model, value)) return false;
  const Facts facts = model.facts(value);
  if (!is_called_loss(model, value) || facts.may.has_any(Fact::Number | FactSet(Fact::NdArray)))
    return false;
  return backward_pass_of(model, value).of_value;
}

// Is backward() called on the very place, so that it holds a tensor with a graph?
bool is_differentiated_here(const SemanticModel& model, NodeId value) {
  return model.mentions("backward") && is_place(model, value) && !has_no_graph(model, value) &&
         is_differentiated_by_name(model, value);
}

// Are there numbers with a backward() of their own, so that not every value that
// has one is a tensor?
bool has_other_autograd(const SemanticModel& model) {
  const SyntaxTree& tree = model.tree();
  if (model.imports("micrograd") || model.imports("chainer")) return true;
  std::vector<NodeId> with_backward, with_addition;
  for (NodeId n = 0; n < tree.size(); ++n) {
    const NodeId klass =
        tree.is(n, Kind::FunctionDefinition) ? model.method_class(n) : NodeId{kNoNode};
    if (klass == kNoNode) continue;
    const std::string_view name = tree.text(tree.child(n, Field::Name));
    if (name == "backward") with_backward.push_back(klass);
    if (name == "__add__") with_addition.push_back(klass);
  }
  return std::any_of(with_backward.begin(), with_backward.end(), [&](NodeId klass) {
    return std::find(with_addition.begin(), with_addition.end(), klass) != with_addition.end();
  });
}

// The calls of a scope that switch the mode of modules, in source order.
struct ModeSwitches {
  struct Switch {
    NodeId call;
    bool evaluates;
  };
  std::unordered_map<NodeId, std::vector<Switch>> in;  // by the body of the scope
};

const std::vector<ModeSwitches::Switch>& mode_switches(const SemanticModel& model, NodeId body) {
  const auto [known, is_new] = model.notes<ModeSwitches>().in.try_emplace(body);
  if (!is_new) return known->second;
  const SyntaxTree& tree = model.tree();
  std::vector<ModeSwitches::Switch> found;
  for_each_node(tree, body, tree.subtree_end(body), [&](NodeId n) {
    if (!tree.is(n, Kind::Call)) return;
    if (switches_mode(model, n, Effect::EvalMode)) found.push_back({n, true});
    if (switches_mode(model, n, Effect::TrainMode)) found.push_back({n, false});
  });
  return model.notes<ModeSwitches>().in[body] = std::move(found);
}

struct OtherAutograd {
  std::optional<bool> is_there;
};

bool is_module_method(const SemanticModel& model, NodeId n) {
  const NodeId klass = model.class_of(n);
  return klass != kNoNode && model.derives_from(klass, "torch.nn.Module");
}

}  // namespace

bool in_evaluation(const SemanticModel& model, NodeId n) {
  const NodeId loop = model.loop_of(n);
  const Effects effects = model.effects(loop == kNoNode ? model.statement_of(n) : loop);
  if (effects.has(Effect::Backward) || effects.has(Effect::OptimizerStep)) return false;
  const auto& switches = mode_switches(model, scope_body(model, n));
  const auto behind = std::ranges::lower_bound(switches, n, {}, &ModeSwitches::Switch::call);
  return behind != switches.begin() && std::prev(behind)->evaluates;
}

std::vector<NodeId> attached_among(const SemanticModel& model, const std::vector<NodeId>& values) {
  std::vector<NodeId> attached;
  for (const NodeId value : values) {
    const bool carries = attachment_of(model, value) != Attachment::None;
    if (carries || is_part_of_loss(model, value) || is_differentiated_here(model, value)) {
      attached.push_back(value);
    }
  }
  return attached;
}

DetachVerdict judge_detaching(const SemanticModel& model, NodeId expr) {
  DetachVerdict verdict;
  const auto forbidden = [&](std::string_view fact) {
    verdict.fact = fact;
    return verdict;
  };
  if (in_unit_test(model, expr)) {
    return forbidden("a unit test keeps a few small values");
  }
  verdict.backward = backward_pass_of(model, expr);
  const bool trained = verdict.backward.call != kNoNode;
  const GradMode mode = model.grad_mode(expr).mode;
  if (mode == GradMode::Disabled || (mode == GradMode::Unknown && !trained)) {
    return forbidden("gradients are, or may be, off here");
  }
  // A loop that evaluates may read what training has used up before it.
  if ((!trained || model.loop_of(expr) != kNoNode) && in_evaluation(model, expr)) {
    return forbidden("it is evaluation: gradients are to be switched off instead");
  }
  if (!trained && !runs_over_loader(model, expr)) {
    return forbidden("no backward pass and no loader is seen here");
  }
  const Fate fate = model.fate(expr);
  if (fate.backward) return forbidden("it is differentiated later");
  if (fate.in_forward_output) return forbidden("it is part of what forward() returns");
  if (fate.lost) return forbidden("it goes where we cannot follow it");
  if (!trained && is_module_method(model, expr)) {
    return forbidden("a module keeps it, and those who train the module may need its graph");
  }
  const bool leaves = fate.returned || fate.yielded || fate.stored_attribute;
  if (!trained && (leaves || fate.unknown)) {
    return forbidden("it leaves this code and no backward pass has used its graph yet");
  }
  verdict.level = Detaching::Safe;
  const auto assume = [&](bool doubt, std::string_view what) {
    if (!doubt) return;
    verdict.level = Detaching::Assumed;
    verdict.assumption = what;
  };
  assume(leaves && !verdict.backward.uses_up, "nobody differentiates it outside this code");
  assume(fate.unknown, "the code it is given to does not differentiate it");
  const bool proven = attachment_of(model, expr) == Attachment::Proven;
  std::optional<bool>& other = model.notes<OtherAutograd>().is_there;
  if (!other) other = has_other_autograd(model);
  assume(!proven || *other, "it is a tensor");
  return verdict;
}

DetachVerdict judge_detaching(const SemanticModel& model, const std::vector<NodeId>& values) {
  DetachVerdict worst;
  worst.level = Detaching::Safe;
  for (const NodeId value : values) {
    DetachVerdict verdict = judge_detaching(model, value);
    if (verdict.level == Detaching::Forbidden) return verdict;
    if (worst.backward.call == kNoNode) worst.backward = verdict.backward;
    if (verdict.level > worst.level) continue;
    if (verdict.level == Detaching::Assumed) worst = verdict;
  }
  return worst;
}

}  // namespace mlfix
