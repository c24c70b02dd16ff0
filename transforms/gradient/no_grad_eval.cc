// Runs evaluation without building graphs.
//
//     model.eval()                        model.eval()
//     for x, y in loader:           ->    with torch.no_grad():
//         correct += hit(model(x), y)         for x, y in loader:
//                                                 correct += hit(model(x), y)
//
// or `@torch.no_grad()` above the def where the whole function is evaluation.
//
// Fires when    a module that is surely in evaluation mode is called while
//               gradients may be on; also any forward pass whose graph nobody asks
//               for, whatever the function is called, made here or in a function
//               of this file or another that gives it back, and in a function that
//               is named as an inference, or samples step by step by its name, or is
//               the only one to run with a graph what others run without, whose
//               callers nobody sees differentiate, or are all seen to want numbers, or which gives
//               a part of its output away as numbers; in a program that trains nothing; and one
//               whose graph is asked for only under a
//               condition, on a flag that somebody in view sets so that it is false, or kept as the
//               state of an object that takes it to the next pass and trains nothing. Also one
//               whose output is detached where it stands, as an argument: it gets a statement.
// Stays silent  when anything in the region or after it needs the graph; where autocast would
//               keep what it casts of the weights for a pass that trains them; or it
//               runs where we cannot see whether it does, as in an object that
//               gets it; where gradients are switched on by name; in methods that a
//               framework runs, or may, without gradients; for a single forward
//               pass in a unit test, or one whose output is all that the
//               function returns to callers nobody sees, unless it evaluates by its
//               name; where the memory that the evaluation takes is measured; where a training step
//               computes a loss that it then does not differentiate; in a function that is given to
//               code alone that switches gradients off, or is a method without a call, of objects
//               that are used where they are off, or whose name is called there alone. With `minor`
//               off also for what is run once, or a few times; for one sample at a time beside a
//               simulation or a training of the module, or made of a list, unless a larger network
//               is evaluated; for a single pass, not one of each epoch, where
//               the program trains on batches as large, and the graph takes its memory beside no
//               other: nothing holds it when the next one is made; for one step of a simulation,
//               by linear layers, beside a training on many; for batches that are a fraction of
//               those of the training; where the graph is gone before that of the training step
//               that the pass of linear layers is part of, or where the same module runs again
//               behind it with its graph, for who calls; where a number alone is taken of it,
//               before a loop that trains by the same call; for a picture every so many steps that
//               linear layers give; for what assertions alone look at; in a script that shows a
//               trained agent; where figures are drawn of each pass; for a model without weights;
//               for a network of a few narrow layers outside of a loop over data, layers and
//               tensors of tiny sizes that are written, data sets that are small as a whole,
//               outside of the epochs, or modules that run on their weights alone; in a file that a
//               tool writes, or that no Python of today runs; in a branch that no call takes; in a
//               whole program behind a read of the one name that nothing binds, which ends the run;
//               in a program that trains nothing, what people type the input of; one pass of a
//               function that trains, whose output it gives back; in a function that nothing in
//               the run calls or mentions, or whose callers are all fixed, here or in other files.
//               A call of a function that is fixed itself is not reported again.
// Safe when     every module that runs is of a class that the run sees or the
//               tables know, every value made in the region leaves it without a
//               graph anyway, or is never differentiated by anyone we see, and
//               nothing in the region can tell whether gradients are on, nor does
//               any text or figure that the program gives; no view of another tensor that is
//               made here gets out, to be changed in place; and the file asks no function for
//               its arguments or its caller, where a decorator would stand in between.

#include <algorithm>
#include <utility>
#include <vector>

#include "engine/diagnostic.h"
#include "engine/transform.h"
#include "semantic/effects/effects.h"
#include "semantic/knowledge/facts.h"
#include "semantic/semantic_model.h"
#include "torch/evaluation/cost_of_graph.h"
#include "torch/evaluation/unused_graph.h"
#include "torch/graph/graph_fate.h"
#include "torch/module/forward_pass.h"
#include "torch/module/forward_way.h"
#include "torch/tensor/tensor_use.h"
#include "torch/tensor/tensor_views.h"
#include "torch/training/evaluation.h"
#include "torch/training/old_torch.h"
#include "torch/training/training_step.h"
#include "transforms/fixes/minor.h"
#include "transforms/gradient/evaluating/by_mode.h"
#include "transforms/gradient/evaluating/detached_argument.h"
#include "transforms/gradient/evaluating/mended_region.h"
#include "transforms/gradient/evaluating/region_guards.h"
#include "transforms/gradient/evaluating/switching.h"

namespace mlfix::no_grad_eval {
namespace {

bool carries_state(const Context& c, const EvalRegion& region) {
  return region.eval.call == kNoNode && carries_own_state(c.model, {region.first, region.last});
}

std::string message_for(const Context& c, const EvalRegion& region) {
  const bool evaluates = region.eval.call != kNoNode;
  if (carries_state(c, region)) {
    return "every call puts its graph onto that of the call before, which the object keeps, and "
           "nobody uses any of them";
  }
  if (region.is_loop) {
    return evaluates ? "evaluation loop builds a graph for every batch, which nobody uses"
                     : "every iteration builds a graph that nobody uses";
  }
  return evaluates ? "evaluation builds a graph that nobody uses"
                   : "the forward pass builds a graph that nobody uses";
}

// Where the function of the file that the call runs runs a module itself, or kNoNode.
NodeId forward_inside(const Context& c, NodeId call) {
  const NodeId function = c.model.callee(call);
  if (function == kNoNode) return kNoNode;
  for (const NodeId inner : calls_in_scope(c.model, function)) {
    if (is_network_pass(c.model, inner)) return inner;
  }
  return kNoNode;
}

// Whoever finds out why the loss is not used needs its graph.
void report_forgotten_loss(const Context& c, const EvalRegion& region, Findings& out) {
  c.diagnose(out, region.forwards[0],
             "this builds the graph of a loss that never reaches the backward pass beside it: "
             "either the loss is forgotten there, or it needs no gradients")
      .grows(Growth::Peak)
      .because(region.forwards[0], "a module is called here with gradients on")
      .by_way(way_to_forward(c.model, region.forwards[0]))
      .unfixed("which of the two is meant is not seen");
}

void report(const Context& c, NodeId scope, const EvalRegion& region, Span span, Form form,
            Findings& out) {
  const Effects effects = c.model.effects(span.first, span.last, EffectSet::All);
  const bool known_module = c.model.facts(region.eval.module).may_be(Fact::Module);
  const bool evaluates = region.eval.call != kNoNode;
  const bool carries = carries_state(c, region);
  const bool piles_up = piles_up_in_object(c.model, region);
  Diagnostic finding =
      c.diagnose(out, region.is_loop ? region.first : region.forwards[0], message_for(c, region))
          .grows(carries || piles_up ? Growth::Linear : Growth::Peak)
          .confidence(known_module ? Confidence::High : Confidence::Medium)
          .because(region.forwards[0], "a module is called here with gradients on")
          .because(evaluates ? region.eval.call : region.first,
                   carries      ? "the state that the call before has left goes into it"
                   : piles_up   ? "nobody differentiates what is made here, and its object keeps it"
                   : !evaluates ? "nobody differentiates what is made here"
                   : c.tree.is(region.eval.call, Kind::Call)
                       ? "the module is put into evaluation mode here"
                       : "the module is in evaluation mode, as this makes sure");
  if (const NodeId inner = forward_inside(c, region.forwards[0]); inner != kNoNode) {
    finding.because(inner, "this is where the graph is made");
  }
  finding.by_way(way_to_forward(c.model, region.forwards[0]));
  if (const NodeId keeper = effects.witness(Effect::MayNeedGraph); keeper != kNoNode) {
    finding.because(keeper, "what runs here may keep a graph, or ask for gradients");
  }
  const bool waits = suspends(effects, form);
  auto off = waits                     ? std::nullopt
             : form == Form::Decorator ? decorate(c, scope)
                                       : run_under(c, span, kNoGrad, "");
  if (!off) {
    finding.unfixed(waits ? kSuspends : "the code around it leaves no room for one");
    return;
  }
  Verdict verdict = verdict_on(c, scope, region, span);
  if (form == Form::Decorator && verdict.is_safe() && may_see_decorator(c.model)) {
    verdict.lower_to({AssumptionKind::NotReadElsewhere,
                      "no code asks the function which arguments it takes, or who called it"});
  }
  const NodeId view =
      verdict.is_safe() ? view_let_out(c.model, span.first, span.last) : NodeId{kNoNode};
  if (view != kNoNode) {
    verdict.lower_to({AssumptionKind::CallerNeedsNoGraph,
                      "nobody changes in place, with gradients, what is a view of another tensor",
                      view});
  }
  finding.fix(std::move(off->title), std::move(off->intents), std::move(verdict),
              std::move(off->guards));
}

// Is it a loss that stands beside a backward pass and never reaches it? That may be a mistake,
// which gradients that are switched off would make last.
bool is_forgotten_loss(const Context& c, const EvalRegion& region) {
  if (region.eval.call != kNoNode) return false;
  const NodeId block = c.model.block_of(region.first);
  for (NodeId n = region.first; n < c.tree.subtree_end(region.last); ++n) {
    if (!c.tree.is(n, Kind::Call) || !is_loss_call(c.model, n)) continue;
    return std::ranges::any_of(c.model.statements(block), [&](NodeId statement) {
      return c.tree.is(statement, Kind::ExpressionStatement) &&
             c.model.effects(statement).has(Effect::Backward);
    });
  }
  return false;
}

void check(const Context& c, NodeId scope, Findings& out) {
  if (!handles_tensors(c.model)) return;
  if (const NodeId klass = framework_around(c.model, scope); klass != kNoNode) {
    c.abstain(scope, "a framework runs this method, and decides about gradients itself", klass);
    return;
  }
  report_passes_by_mode(c, scope, out);
  const auto& regions = regions_of(c, scope);
  report_detached_arguments(c, scope, regions, out);
  std::optional<std::optional<Span>> function;  // found out for the first that asks
  for (const EvalRegion& region : regions) {
    if (const auto fact = why_not(c, scope, region); !fact.empty()) {
      c.abstain(region.forwards[0], fact);
      continue;
    }
    if (is_too_minor(c, region.forwards[0], why_minor(c, scope, region))) continue;
    if (is_mended_inside(c, region)) {
      c.abstain(region.forwards[0], "what it runs is fixed itself");
      continue;
    }
    if (is_too_minor(
            c, region.forwards[0],
            is_mended_outside(c, scope, region) ? "the fix of its callers serves it" : "")) {
      continue;
    }
    if (is_forgotten_loss(c, region)) {
      report_forgotten_loss(c, region, out);
      continue;
    }
    if (!function) function = whole_function(c, scope, regions);
    if (!*function || !serves(c, scope, **function, region)) {
      report(c, scope, region, {region.first, region.last}, Form::Block, out);
      continue;
    }
    // One change serves every region of the function. PyTorch 0.4.0 has no decorator yet.
    if (is_written_for_old_torch(c.model)) {
      report(c, scope, region, stretch_of(c, scope, regions), Form::Block, out);
    } else {
      report(c, scope, region, **function, Form::Decorator, out);
    }
    return;
  }
}

}  // namespace

MLFIX_DEFINE_TRANSFORM(no_grad_eval, check,
                       {.kinds = {Kind::Module, Kind::FunctionDefinition},
                        .triggers = {"torch|.detach(|.eval(|env.step("}});

}  // namespace mlfix::no_grad_eval
