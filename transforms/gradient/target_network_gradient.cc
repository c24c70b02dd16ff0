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
//               the gradients (a generator in the step of the critic). And a copy in a training
//               step of a framework whose optimizer takes other weights, or one that the function
//               puts into evaluation mode, or that the class keeps in it
//               (`self.old = copy.deepcopy(self.model).eval()`), where what it gives leaves the
//               function.
// Stays silent  when what goes in carries a graph, or is made with a weight of its own, which flows
//               through the copy to what is trained; when its constructor, a hook or a group that
//               is added to an optimizer may give it what is trained, or a gradient is asked of its
//               weights; when the file makes no optimizer and nothing shows that the copy is in
//               evaluation mode, or makes one whose weights can't be told;
//               when its weights may be frozen in the file, or gradients read anywhere in it, but
//               for those of another network that a loop goes through; when the copy
//               differentiates or trains something itself; where no other network takes
//               part in the loss; in modules, which may be trained
//               as a whole; where a framework or an engine trains, and may train it, too; in unit
//               tests. With `minor` off
//               also in a file that a tool writes, or that no Python of today runs; in code that
//               nothing in the run calls or mentions, or that is behind a read of a name that
//               nothing binds, which ends the run.
// No fix        where the statement makes other values, too.
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

constexpr std::string_view kTrainedByOwner = "a framework or an engine runs the training step";

// What shows that its graph is made, and for nobody.
struct GraphUser {
  enum class Kind : std::uint8_t {
    Pass,       // a backward pass goes through what the network gives
    Forward,    // forward() of a module gives it to the training of other parts
    Framework,  // a framework that trains others differentiates what the method gives back
    Mode,       // it is given back by a network that this function puts into evaluation mode
  };
  NodeId at = kNoNode;  // kNoNode: nothing is seen
  Kind kind = Kind::Pass;
};

GraphUser user_of_graph(const SemanticModel& model, NodeId call, NodeId network) {
  const Reach fate = model.fate(call);
  if (in_module_method(model, call, "forward")) {
    const bool is_left_out = trains_other_parts(model, network);
    return {is_left_out ? fate.at({GraphSinks::kForwardOutput}) : NodeId{kNoNode},
            GraphUser::Kind::Forward};
  }
  if (framework_trains_others(model, network)) {
    const NodeId step = return_made_around(model, call);
    if (step != kNoNode) return {step, GraphUser::Kind::Framework};
  }
  const NodeId pass = fate.at({GraphSinks::kDifferentiated});
  if (pass == kNoNode && fate.has(Sink::Returned) && is_evaluated(model, network)) {
    return {fate.at({Sink::Returned}), GraphUser::Kind::Mode};
  }
  return {pass, GraphUser::Kind::Pass};
}

// What leaves alone the pass that goes through what the network gives, or "".
std::string_view why_not_in_pass(const Context& c, NodeId call, NodeId pass) {
  if (!trains_besides_copies(c.model, pass)) return "no other network is seen in the loss";
  const NodeId klass = c.model.class_of(call);
  if (klass != kNoNode && c.model.derives_from(klass, "torch.nn.Module")) {
    return "a module holds it, and may be trained as a whole";
  }
  return "";
}

// Why its weights may be trained all the same, or "".
std::string_view why_wanted(const Context& c, NodeId call, NodeId network, const GraphUser& user) {
  const bool is_owned = owner_of_training(c.model, call) != kNoNode;
  switch (user.kind) {
    case GraphUser::Kind::Mode:
      return "";
    case GraphUser::Kind::Framework:
      return why_shared(c.model, network);
    case GraphUser::Kind::Forward:
      return is_owned ? kTrainedByOwner : why_shared(c.model, network);
    case GraphUser::Kind::Pass:
      break;
  }
  if (is_owned) return kTrainedByOwner;
  const auto fact = why_not_in_pass(c, call, user.at);
  return fact.empty() ? why_trained(c.model, network) : fact;
}

// What leaves the call alone, or "".
std::string_view why_not(const Context& c, NodeId call, NodeId network) {
  if (c.model.grad_mode(call).mode != GradMode::Enabled) {
    return "gradients are, or may be, off here already";
  }
  const GraphUser user = user_of_graph(c.model, call, network);
  if (user.at == kNoNode) return "what it gives is not seen to be differentiated";
  if (may_read_gradient_of(c.model, network)) return "gradients are read in this file";
  if (freezing_in_file(c.model, network) != kNoNode) return "the file freezes weights";
  if (const auto fact = why_wanted(c, call, network, user); !fact.empty()) return fact;
  return is_given_no_graph(c.model, call) ? "" : "its input carries a graph";
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

std::string_view message_for(GraphUser::Kind kind) {
  if (kind == GraphUser::Kind::Mode) {
    return "the network is in evaluation mode, so nobody trains it here, and what it makes leaves "
           "with its graph: its weights may get gradients that nobody uses and that add up";
  }
  return "no optimizer trains this network, and it takes part in the loss with its graph: its "
         "weights get gradients that nobody uses and that add up";
}

std::string_view use_of(GraphUser::Kind kind) {
  switch (kind) {
    case GraphUser::Kind::Forward:
      return "it is a part of what the module gives to its training";
    case GraphUser::Kind::Framework:
      return "the framework differentiates it, and trains other weights";
    case GraphUser::Kind::Mode:
      return "it leaves the function here";
    case GraphUser::Kind::Pass:
      break;
  }
  return "it is differentiated here";
}

Diagnostic diagnose_copy(const Context& c, NodeId call, NodeId network, Findings& out) {
  const GraphUser user = user_of_graph(c.model, call, network);
  return c.diagnose(out, call, std::string(message_for(user.kind)))
      .grows(Growth::Peak)
      .because(network, "nothing here trains it")
      .because(user.at, std::string(use_of(user.kind)))
      .by_way(way_to_gradient(c.model, call, user.at));
}

void report(const Context& c, NodeId call, NodeId network, Span stretch, Findings& out) {
  Diagnostic finding = diagnose_copy(c, call, network, out);
  run_without_gradients(c, finding, stretch, kUntrained);
}

// teacher(x), student(x): the statement makes what is trained, too.
void report_beside_others(const Context& c, NodeId call, NodeId network, Findings& out) {
  if (is_too_minor(c, call, "")) return;
  diagnose_copy(c, call, network, out)
      .unfixed(
          "the statement makes other values, too: run the network in one of its own, under "
          "torch.no_grad()");
}

// What leaves the call alone of a network that the step leaves out, or "".
std::string_view why_not_left_out(const Context& c, NodeId call, const LeftOutNetwork& left) {
  if (c.model.grad_mode(call).mode != GradMode::Enabled) {
    return "gradients are, or may be, off here already";
  }
  if (may_read_gradient_of(c.model, left.network)) return "gradients are read in this file";
  if (owner_of_training(c.model, call) != kNoNode) return kTrainedByOwner;
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
  if (!is_made_by_copies(c.model, c.model.statement_of(call))) {
    return report_beside_others(c, call, network, out);
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
                        .triggers = {"torch", "backward|momentum|Trainer|training_step|deepcopy",
                                     "optim|momentum|Trainer|training_step|deepcopy",
                                     "targ|Targ|tgt|Tgt|teacher|Teacher|ema|EMA|old|Old|momentum|"
                                     ".eval(|zero_grad"},
                        .imports = "torch",
                        .gates = {kOutsideUnitTests}});

}  // namespace mlfix::target_network_gradient
