// Resets the gradients in the loop that steps the optimizer.
//
//     for x, y in loader:                 ->   for x, y in loader:
//         loss = criterion(model(x), y)            optimizer.zero_grad()
//         loss.backward()                          loss = criterion(model(x), y)
//         optimizer.step()                         loss.backward()
//                                                  optimizer.step()
//
// The same for a function that is one step and is run by a loop, of the file or of one that resets
// nothing, for
// closures of optimizer.step(closure), and for a reset that only an outer loop
// makes, which is moved.
//
// Fires when    a backward pass is certainly followed by a step in the same loop,
//               and nothing that the loop runs resets gradients; or by a loop that changes
//               the weights by their gradients, in a file that resets none; where several
//               optimizers step and one is left out of the resets. Also, as a
//               report, when a loss is differentiated in a loop of a file that
//               neither steps nor resets.
// Stays silent  when a framework or an engine runs the step, the step is
//               conditional (gradients are accumulated), the gradients are reset
//               in any spelling, or code we can't see may do so.
// Safe when     never: another gradient is another training.

#include <fmt/format.h>

#include <optional>
#include <unordered_map>

#include "engine/diagnostic.h"
#include "engine/transform.h"
#include "semantic/binding/binding.h"
#include "semantic/control/repetition.h"
#include "semantic/control/walk.h"
#include "semantic/effects/effects.h"
#include "semantic/flow/repetition_way.h"
#include "semantic/knowledge/facts.h"
#include "semantic/names/access_path.h"
#include "semantic/semantic_model.h"
#include "torch/graph/attachment.h"
#include "torch/training/gradient_reset.h"
#include "torch/training/step_by_hand.h"
#include "torch/training/training_step.h"
#include "transforms/fixes/gates.h"
#include "transforms/fixes/minor.h"

namespace mlfix::missing_zero_grad {
namespace {

// The statement of the region before which the gradients are to be reset,
// when other steps of the region use the gradients before.
NodeId anchor_of(const Context& c, const TrainingStep& step) {
  NodeId anchor = c.model.statement_of(step.backward);
  for (const NodeId loop : c.model.loops_of(step.backward)) {
    if (loop == step.region) break;
    anchor = loop;
  }
  return anchor;
}

// The statement of `once`, when it may be moved into the region: an `optimizer.zero_grad()` of an
// outer loop that serves this region only; kNoNode when it has to stay.
NodeId movable_reset(const SemanticModel& model, NodeId once, const TrainingStep& step) {
  const SyntaxTree& tree = model.tree();
  if (once == kNoNode || step.optimizers.size() != 1 || !step.is_only_one) return kNoNode;
  const NodeId optimizer = optimizer_reset_by(model, once);
  const NodeId statement = model.statement_of(once);
  const NodeId outer = model.loop_of(step.region);
  const bool plain = optimizer != kNoNode &&
                     tree.parent(tree.parent(tree.parent(once))) == statement &&
                     tree.text(optimizer) == tree.text(step.optimizers.front());
  if (!plain || outer == kNoNode || model.loop_of(once) != outer) return kNoNode;
  if (tree.parent(statement) != tree.child(outer, Field::Body)) return kNoNode;
  for (NodeId n = outer; n < tree.subtree_end(outer); ++n) {
    const bool other = tree.is(n, Kind::Call) && !tree.contains(step.region, n) &&
                       (differentiates_in_step(model, n) || stepped_optimizer(model, n) != kNoNode);
    if (other) return kNoNode;
  }
  return statement;
}

std::optional<Intents> reset_before_step(const Context& c, const TrainingStep& step, NodeId once) {
  Intents intents;
  std::string code;
  const NodeId moved = movable_reset(c.model, once, step);
  for (const NodeId optimizer : step.optimizers) {
    if (!exists_before(c.model, optimizer, step.region)) return std::nullopt;
    const auto reset = fmt::format("{}.zero_grad()", c.tree.text(optimizer));
    code += code.empty() ? reset : "\n" + reset;
  }
  if (moved != kNoNode) {
    code = c.tree.text(moved);
    append(intents, c.edit.delete_statement(moved));
  }
  const bool at_start =
      step.is_only_one && (step.is_closure || c.tree.is(step.region, Kind::ForStatement) ||
                           c.tree.is(step.region, Kind::WhileStatement));
  auto edit = at_start ? c.edit.insert_at_body_start(c.tree.child(step.region, Field::Body), code)
                       : c.edit.insert_before(anchor_of(c, step), code);
  if (!edit) return std::nullopt;
  append(intents, std::move(*edit));
  return intents;
}

void report(const Context& c, NodeId call, const TrainingStep& step, NodeId once, Findings& out) {
  const std::string_view message =
      once == kNoNode
          ? "nothing resets the gradients: every backward() adds to those of the steps before"
          : "the gradients are reset once for many steps: every backward() adds to those before";
  Diagnostic finding =
      c.diagnose(out, call, std::string(message))
          .because(step.step, "the optimizer steps here")
          .by_way(way_from_loop(c.model, call, "adds to the gradients that are there"));
  if (once != kNoNode) finding.because(once, "the reset is not in the loop that steps");
  finding.fix(
      "Reset the gradients before each step", reset_before_step(c, step, once),
      Verdict::assuming(AssumptionKind::OtherTrainingMeant, "they are not meant to add up"));
}

// One optimizer of several.
void report_forgotten(const Context& c, NodeId call, const ForgottenReset& one, Findings& out) {
  const std::string_view optimizer = c.tree.text(one.optimizer);
  c.diagnose(out, call,
             fmt::format("nothing resets the gradients that `{}` steps with: every backward() adds "
                         "to those of the steps before",
                         optimizer))
      .because(one.optimizer, "this optimizer steps here")
      .because(one.beside, "the gradients of another one are reset here")
      .fix("Reset the gradients beside those of the other",
           c.edit.insert_after(c.model.statement_of(one.beside),
                               fmt::format("{}.zero_grad()", optimizer)),
           Verdict::assuming(AssumptionKind::OtherTrainingMeant, "they are not meant to add up"));
}

// ---- no step at all -------------------------------------------------------------

bool find_step(const Context& c) {
  for (NodeId n = 0; n < c.tree.size(); ++n) {
    const bool word =
        c.tree.is(n, Kind::Identifier) &&
        (c.tree.text(n) == "grad" || c.tree.text(n).find("step") != std::string::npos);
    if (word) return true;
  }
  return false;
}

struct StepMention {
  std::optional<bool> is_there;
};

bool mentions_step(const Context& c) {
  std::optional<bool>& known = c.model.notes<StepMention>().is_there;
  if (!known) known = find_step(c);
  return *known;
}

// The first call in a loop of a module that is made where we see it, by the loop; kNoNode is
// after all others.
struct OwnModules {
  std::unordered_map<NodeId, NodeId> first_run_in;
};

// The module whose call gives the loss, when it is made where we see it.
bool is_of_own_module(const Context& c, NodeId backward) {
  const NodeId loop = c.model.loop_of(backward);
  const auto [known, is_new] = c.model.notes<OwnModules>().first_run_in.try_emplace(loop, kNoNode);
  NodeId& first = known->second;
  const NodeId body = is_new ? c.tree.child(loop, Field::Body) : kNoNode;
  const NodeId end = is_new ? c.tree.subtree_end(body) : kNoNode;
  for_each_node(c.tree, body, end, [&](NodeId n) {
    if (first != kNoNode || !c.tree.is(n, Kind::Call)) return;
    const NodeId called = c.tree.child(n, Field::Function);
    const Facts facts = c.model.facts(called);
    if (!facts.could_be(Fact::Module) || facts.could_be(Fact::Loss)) return;
    const NodeId root = root_of(c.model, called);
    const DefId def = root == kNoNode ? kNone : c.model.bindings().reaching(root);
    const bool own = def == kNone || c.model.bindings().definition(def).kind != DefKind::Parameter;
    if (own) first = n;
  });
  return first < backward;
}

void check_without_step(const Context& c, NodeId call, Findings& out) {
  const NodeId loss = differentiated_by(c.model, call);
  if (c.model.loop_of(call) == kNoNode || loss == kNoNode) return;
  if (!is_called_loss(c.model, loss) || mentions_step(c) || !is_of_own_module(c, call)) return;
  if (!gradient_resets(c.model).empty()) return;
  c.diagnose(out, call,
             "gradients add up in every iteration, and nothing here steps an optimizer or resets "
             "them")
      .unfixed("what becomes of the gradients is not seen");
}

// ---- a step that the file makes itself ----------------------------------------------

// Nothing in the file resets the gradients by which the loop changes weights itself.
bool check_step_by_hand(const Context& c, NodeId call, Findings& out) {
  const NodeId loop = c.model.loop_of(call);
  if (loop == kNoNode || !gradient_resets(c.model).empty()) return false;
  const NodeId backward = c.model.statement_of(call);
  for (NodeId statement = c.tree.next_sibling(backward); statement != kNoNode;
       statement = c.tree.next_sibling(statement)) {
    if (c.model.effects(statement).has(Effect::Backward)) break;
    const NodeId module = stepped_by_hand(c.tree, statement);
    if (module == kNoNode || !exists_before(c.model, module, loop)) continue;
    c.diagnose(out, call,
               "nothing resets the gradients: every backward() adds to those of the steps before")
        .because(statement, "the weights are changed by their gradients here")
        .fix("Reset the gradients before each step",
             c.edit.insert_at_body_start(c.tree.child(loop, Field::Body),
                                         fmt::format("{}.zero_grad()", c.tree.text(module))),
             Verdict::assuming(AssumptionKind::OtherTrainingMeant, "they are not meant to add up"));
    return true;
  }
  return false;
}

void check(const Context& c, NodeId call, Findings& out) {
  if (!differentiates_in_step(c.model, call)) return;
  if (const NodeId owner = owner_of_training(c.model, call); owner != kNoNode) {
    c.abstain(owner, "a framework or an engine runs the training step");
    return;
  }
  const TrainingStep step = training_step_of(c.model, call);
  if (step.region == kNoNode) {
    if (check_step_by_hand(c, call, out)) return;
    c.abstain(call, step.fact);
    return check_without_step(c, call, out);
  }
  for (const NodeId optimizer : step.optimizers) {
    if (is_made_by_unseen_class(c.model, optimizer)) {
      c.abstain(optimizer, "the class of the optimizer is not seen: its step() may reset");
      return;
    }
    const bool is_loop = !c.tree.is(step.region, Kind::FunctionDefinition);
    if (is_loop && c.tree.is(optimizer, Kind::Identifier) &&
        !exists_before(c.model, optimizer, step.region)) {
      c.abstain(optimizer, "every iteration has its own optimizer");
      return;
    }
  }
  const GradientReset reset = reset_of(c.model, step);
  if (const ForgottenReset one = forgotten_reset(c.model, step); one.optimizer != kNoNode) {
    return report_forgotten(c, call, one, out);
  }
  for (const NodeId optimizer : step.optimizers) {
    if (is_handed_on_by_accelerator(c.model, optimizer)) {
      c.abstain(
          optimizer,
          "the caller brings the optimizer that an accelerator hands on, and it may reset itself");
      return;
    }
  }
  if (reset.in_each_step != kNoNode) {
    c.abstain(reset.in_each_step, "the gradients are, or may be, reset here");
    return;
  }
  const bool few = has_few_iterations(c.model, step.region);
  if (is_too_minor(c, call, few ? "it is a demonstration of a few steps" : "")) return;
  report(c, call, step, reset.once, out);
}

}  // namespace

MLFIX_DEFINE_TRANSFORM(missing_zero_grad, check,
                       {.kinds = {Kind::Call},
                        .triggers = {"torch", "backward"},
                        .imports = "torch",
                        .gates = {kOutsideUnitTests}});

}  // namespace mlfix::missing_zero_grad
