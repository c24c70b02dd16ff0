// Runs networks whose weights a training step leaves out without building a graph.
//
//     later = target(observations)             with torch.no_grad():
//     wanted = reward + later.amax(1)    ->        later = target(observations)
//     loss = mse(net(inputs), wanted)          wanted = reward + later.amax(1)
//     loss.backward()                          loss = mse(net(inputs), wanted)
//                                              loss.backward()
//
// Fires when    a module whose name says that it is a copy (target, teacher, ema …) is called
//               with gradients on, what it gives is differentiated, and no optimizer of the
//               file has its weights, or the file makes none and the copy is in evaluation mode.
//               Also one that is called in a training step, in a statement of its own, whose
//               optimizers are made for the weights of others alone: in evaluation mode, where no
//               optimizer of the file has its weights (a backbone beside a probe), or where the
//               function is given it and steps for others alone, or before a step of its own drops
//               the gradients (a generator in the step of the critic).
// Stays silent  when what goes in carries a graph, which flows through the copy to what is
//               trained; when the file makes no optimizer and nothing shows that the copy is in
//               evaluation mode, or makes one whose weights can't be told;
//               when weights are frozen or gradients read anywhere in the file, but for those of
//               another network that a loop goes through; when the copy
//               differentiates or trains something itself; where no other network takes
//               part in the loss; in modules, which may be trained
//               as a whole; where a framework or an engine trains; in unit tests. With `minor` off
//               also in a file that a tool writes, or that no Python of today runs; in code that
//               nothing in the run calls or mentions, or that is behind a read of a name that
//               nothing binds, which ends the run.
// Safe when     never: an optimizer of another file may have the weights.

#include "engine/diagnostic.h"
#include "engine/transform.h"
#include "semantic/effects/grad_mode.h"
#include "semantic/flow/graph_sinks.h"
#include "semantic/semantic_model.h"
#include "torch/evaluation/frozen_module.h"
#include "torch/evaluation/gradient_need.h"
#include "torch/graph/gradient_reads.h"
#include "torch/graph/graph_birth.h"
#include "torch/module/module_class.h"
#include "torch/training/copied_network.h"
#include "torch/training/left_out_network.h"
#include "torch/training/training_step.h"
#include "transforms/fixes/gates.h"
#include "transforms/fixes/minor.h"

namespace mlfix::target_network_gradient {
namespace {

// Siblings in a row that are made by copies alone.
Span stretch_around(const SemanticModel& model, NodeId statement) {
  Span stretch{statement, statement};
  bool after = false;
  for (const NodeId sibling : model.statements(model.block_of(statement))) {
    if (sibling == statement) {
      after = true;
    } else if (is_made_by_copies(model, sibling)) {
      if (!after && stretch.first == statement) stretch.first = sibling;
      if (after) stretch.last = sibling;
    } else if (after) {
      break;
    } else {
      stretch.first = statement;
    }
  }
  return stretch;
}

// The backward pass that goes through what the network gives; or what forward() of a module
// returns, where the optimizers take other parts of the module alone. kNoNode: neither is seen.
NodeId user_of_graph(const SemanticModel& model, NodeId call, NodeId network) {
  const Reach fate = model.fate(call);
  if (!in_module_method(model, call, "forward")) return fate.at({GraphSinks::kDifferentiated});
  return trains_other_parts(model, network) ? fate.at({GraphSinks::kForwardOutput})
                                            : NodeId{kNoNode};
}

// What leaves the call alone, or "".
std::string_view why_not(const Context& c, NodeId call, NodeId network) {
  if (c.model.grad_mode(call).mode != GradMode::Enabled) {
    return "gradients are, or may be, off here already";
  }
  const NodeId user = user_of_graph(c.model, call, network);
  if (user == kNoNode) return "what it gives is not seen to be differentiated";
  const bool in_module = in_module_method(c.model, call, "forward");
  if (!in_module && !trains_besides_copies(c.model, user)) {
    return "no other network is seen in the loss";
  }
  if (may_read_gradient_of(c.model, network)) return "gradients are read in this file";
  if (const NodeId klass = c.model.class_of(call);
      klass != kNoNode && !in_module && c.model.derives_from(klass, "torch.nn.Module")) {
    return "a module holds it, and may be trained as a whole";
  }
  if (owner_of_training(c.model, call) != kNoNode) {
    return "a framework or an engine runs the training step";
  }
  if (freezing_in_file(c.model) != kNoNode) return "the file freezes weights";
  const auto fact = in_module ? why_shared(c.model, network) : why_trained(c.model, network);
  if (!fact.empty()) return fact;
  if (!is_made_by_copies(c.model, c.model.statement_of(call))) {
    return "more than what the copy gives is made here, or its input carries a graph";
  }
  return "";
}

// Does a call before this one in the stretch have the finding?
bool is_reported_before(const Context& c, NodeId call, NodeId first) {
  for (NodeId n = first; n < call; ++n) {
    const NodeId network = c.tree.is(n, Kind::Call) ? copy_run_by(c.model, n) : NodeId{kNoNode};
    if (network != kNoNode && why_not(c, n, network).empty()) return true;
  }
  return false;
}

constexpr std::string_view kUntrained = "no code elsewhere trains it or reads them";
constexpr std::string_view kNotTaken =
    "no code elsewhere reads these gradients, or steps with them before they are reset";

Verdict verdict_on(const Context& c, Span span, std::string_view assumed) {
  Verdict verdict = Verdict::assuming(AssumptionKind::NotReadElsewhere, std::string(assumed));
  const bool seen = c.model.unseen_module(span.first, span.last) == kNoNode;
  const GradientAnswers answers = answers_about_gradients(c.model, span, span);
  if (seen && answers.callees.is_proven() && answers.mode.is_proven()) return verdict;
  verdict.lower_to({AssumptionKind::CalleeKeepsNoGraph,
                    "it keeps no graph, and asks neither for a gradient nor whether they are on"});
  return verdict;
}

void run_without_gradients(const Context& c, Diagnostic& finding, Span stretch,
                           std::string_view assumed) {
  const auto no_grad = c.edit.spell(stretch.first, "torch.no_grad");
  if (!no_grad) {
    finding.unfixed("torch has no name here");
    return;
  }
  auto intents = c.edit.wrap_with(stretch.first, stretch.last, "with " + no_grad->text + "():");
  if (intents) append(*intents, no_grad->imports);
  finding.fix("Run it under " + no_grad->text + "()", std::move(intents),
              verdict_on(c, stretch, assumed), no_grad->guards);
}

void report(const Context& c, NodeId call, NodeId network, Span stretch, Findings& out) {
  const NodeId user = user_of_graph(c.model, call, network);
  const bool in_module = in_module_method(c.model, call, "forward");
  Diagnostic finding =
      c.diagnose(out, call,
                 "no optimizer trains this network, and it takes part in the loss with its graph: "
                 "its weights get gradients that nobody uses and that add up")
          .grows(Growth::Peak)
          .because(network, "it follows another network")
          .because(user, in_module ? "it is a part of what the module gives to its training"
                                   : "it is differentiated here")
          .by_way(way_to_gradient(c.model, call, user));
  run_without_gradients(c, finding, stretch, kUntrained);
}

// What leaves the call alone of a network that the step leaves out, or "".
std::string_view why_not_left_out(const Context& c, NodeId call, const LeftOutNetwork& left) {
  if (c.model.grad_mode(call).mode != GradMode::Enabled) {
    return "gradients are, or may be, off here already";
  }
  if (may_read_gradient_of(c.model, left.network)) return "gradients are read in this file";
  if (owner_of_training(c.model, call) != kNoNode) {
    return "a framework or an engine runs the training step";
  }
  if (freezing_in_file(c.model, left.network) != kNoNode) return "the file freezes weights";
  const NodeId statement = c.model.statement_of(call);
  return needs_gradients(c.model, {statement, statement});
}

std::string_view what_is_left_out(LeftOutNetwork::Why why) {
  switch (why) {
    case LeftOutNetwork::Why::Untrained:
      return "no optimizer trains this network, and it takes part in the loss with its graph: its "
             "weights get gradients that nobody uses and that add up";
    case LeftOutNetwork::Why::Dropped:
      return "the step trains other weights than those of this network, whose graph takes part in "
             "the loss: the gradients that it gets are dropped";
    case LeftOutNetwork::Why::TrainedElsewhere:
      break;
  }
  return "the step trains other weights than those of this network, whose graph takes part in the "
         "loss: it gets gradients that no step of this function uses";
}

void check_left_out(const Context& c, NodeId call, Findings& out) {
  const LeftOutNetwork left = left_out_network(c.model, call);
  if (left.network == kNoNode) return;
  if (const auto fact = why_not_left_out(c, call, left); !fact.empty()) {
    c.abstain(call, fact);
    return;
  }
  if (is_too_minor(c, call, "")) return;
  Diagnostic finding =
      c.diagnose(out, call, std::string(what_is_left_out(left.why)))
          .grows(Growth::Peak)
          .because(left.backward, "it is differentiated here")
          .because(left.witness, left.why == LeftOutNetwork::Why::Dropped
                                     ? "its gradients are dropped here, before its own step"
                                     : "it is used as it is from here on")
          .by_way(way_to_gradient(c.model, call, left.backward));
  const NodeId statement = c.model.statement_of(call);
  run_without_gradients(c, finding, {statement, statement},
                        left.why == LeftOutNetwork::Why::TrainedElsewhere ? kNotTaken : kUntrained);
}

void check(const Context& c, NodeId call, Findings& out) {
  const NodeId network = copy_run_by(c.model, call);
  if (network == kNoNode) return check_left_out(c, call, out);
  if (const auto fact = why_not(c, call, network); !fact.empty()) {
    c.abstain(call, fact);
    return;
  }
  const Span stretch = stretch_around(c.model, c.model.statement_of(call));
  if (is_reported_before(c, call, stretch.first)) return;
  if (const auto fact = needs_gradients(c.model, stretch); !fact.empty()) {
    c.abstain(call, fact);
    return;
  }
  if (is_too_minor(c, call, "")) return;
  report(c, call, network, stretch, out);
}

}  // namespace

MLFIX_DEFINE_TRANSFORM(target_network_gradient, check,
                       {.kinds = {Kind::Call},
                        .triggers = {"torch", "backward|momentum", "optim|momentum",
                                     "targ|Targ|tgt|Tgt|teacher|Teacher|ema|EMA|old|Old|momentum|"
                                     ".eval(|zero_grad"},
                        .imports = "torch",
                        .gates = {kOutsideUnitTests}});

}  // namespace mlfix::target_network_gradient
