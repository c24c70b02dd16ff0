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
//               any text or figure that the program gives.

#include <fmt/format.h>

#include <algorithm>
#include <ranges>
#include <unordered_map>
#include <utility>
#include <vector>

#include "engine/diagnostic.h"
#include "engine/transform.h"
#include "semantic/binding/binding.h"
#include "semantic/control/consumer.h"
#include "semantic/control/repetition.h"
#include "semantic/effects/effects.h"
#include "semantic/effects/grad_mode.h"
#include "semantic/flow/graph_sinks.h"
#include "semantic/flow/module_output.h"
#include "semantic/knowledge/facts.h"
#include "semantic/knowledge/hints.h"
#include "semantic/names/access_path.h"
#include "semantic/names/call_sites.h"
#include "semantic/project/outside_call.h"
#include "semantic/project_entity.h"
#include "semantic/semantic_model.h"
#include "torch/evaluation/called_modules.h"
#include "torch/evaluation/cast_cache.h"
#include "torch/evaluation/cost_of_graph.h"
#include "torch/evaluation/frozen_module.h"
#include "torch/evaluation/gradient_need.h"
#include "torch/evaluation/hooked_features.h"
#include "torch/evaluation/measurement.h"
#include "torch/evaluation/pass_by_mode.h"
#include "torch/evaluation/unused_graph.h"
#include "torch/graph/graph_fate.h"
#include "torch/module/forward_pass.h"
#include "torch/module/forward_way.h"
#include "torch/tensor/tensor_use.h"
#include "torch/training/evaluation.h"
#include "torch/training/old_torch.h"
#include "torch/training/training_step.h"
#include "torch/training/unit_test.h"
#include "transforms/fixes/minor.h"
#include "transforms/gradient/evaluating/detached_argument.h"
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
    const NodeId called = c.tree.child(inner, Field::Function);
    if (is_forward(c.model, inner) && !c.model.facts(called).could_be(Fact::Loss)) return inner;
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
  finding.fix(std::move(off->title), std::move(off->intents), verdict_on(c, scope, region, span),
              std::move(off->guards));
}

// Is it a loss that stands beside a backward pass and never reaches it? That may be a mistake,
// which gradients that are switched off would make last.
bool is_forgotten_loss(const Context& c, const EvalRegion& region) {
  if (region.eval.call != kNoNode) return false;
  const NodeId block = c.model.block_of(region.first);
  const auto is_loss = [&](NodeId n) {
    return c.tree.is(n, Kind::Call) &&
           c.model.facts(c.tree.child(n, Field::Function)).could_be(Fact::Loss);
  };
  for (NodeId n = region.first; n < c.tree.subtree_end(region.last); ++n) {
    if (!is_loss(n)) continue;
    return std::ranges::any_of(c.model.statements(block), [&](NodeId statement) {
      return c.tree.is(statement, Kind::ExpressionStatement) &&
             c.model.effects(statement).has(Effect::Backward);
    });
  }
  return false;
}

// What is known of the place that leaves the region alone, whatever becomes of the graphs, or "".
std::string_view fact_of_place(const Context& c, NodeId scope, const EvalRegion& region) {
  if (c.model.grad_mode(region.forwards[0]).mode != GradMode::Enabled) {
    return "gradients are, or may be, off here already";
  }
  if (is_given_to_guarded_code(c.model, scope)) {
    return "what it is given to switches gradients off";
  }
  if (is_of_guarded_object(c.model, scope)) {
    return "its object is only used where gradients are off";
  }
  if (const Consumer taker = c.model.consumer_of(region.forwards[0]);
      taker.role == Role::Argument && c.model.method_name(taker.node) == "add_module") {
    return "it makes a module";
  }
  if (!region.is_loop && c.model.consumer_of(region.forwards[0]).role == Role::Discarded) {
    return "the forward pass is run once for its side effects";
  }
  if (c.model.facts(region.eval.module).may_be(Fact::Frozen) ||
      is_frozen_by_method(c.model, scope, region) ||
      is_frozen_in_scope(c.model, region.forwards[0], region.eval.module)) {
    return "the parameters are frozen: no graph is built";
  }
  const Span span{region.first, region.last};
  if (const auto fact = needs_gradients(c.model, span); !fact.empty()) {
    return fact;
  }
  if (c.model.mentions("backward") && forward_cache(c.model) == ForwardCache::OfGraph) {
    return "forward() keeps what its first run makes, and the file trains";
  }
  const NodeId all =
      c.tree.is(scope, Kind::Module) ? region.first : c.tree.child(scope, Field::Body);
  if (c.model.effects(all).has(Effect::RegistersHook) &&
      !takes_only_detached_features(c.model, region)) {
    return "a hook may keep what the forward pass computes";
  }
  if (is_unit_test(c.model, scope, region.eval.module_text)) {
    return "a unit test runs the model on small input";
  }
  if (cast_cache_around(c.model, span) == CastCache::Same) {
    return kCastsShared;
  }
  if (memory_measured(c.model, scope, span) != kNoNode) {
    return "the memory that it takes is measured";
  }
  return "";
}

// Does a part of the name begin like a word for measuring: evaluate, valid_loss, run_test? Not in
// the midst of it, as that of retrieval or of the latest does.
bool measures_by_name(const SemanticModel& model, std::string_view name) {
  constexpr std::size_t kLongestWord = 5;
  return std::ranges::any_of(name | std::views::split('_'), [&](auto part) {
    const std::string_view word(part.begin(), part.end());
    return model.suggests(Hint::Validation, word.substr(0, kLongestWord));
  });
}

// Does the function put the model into evaluation mode itself, and measure it by its name? What it
// gives back nobody differentiates. Predictions are another matter: attacks do.
bool gives_results_of_evaluation(const Context& c, NodeId scope, const EvalRegion& region) {
  return region.eval.call != kNoNode &&
         measures_by_name(c.model, c.tree.text(c.tree.child(scope, Field::Name)));
}

// Is it a part of what a forward pass of the region gives, as that stands?
bool is_output_of(const Context& c, NodeId expr, const EvalRegion& region) {
  const NodeId root = root_of_chain(c.model, expr);
  const DefId def =
      c.tree.is(root, Kind::Identifier) ? c.model.bindings().reaching(root) : DefId{kNone};
  const NodeId value = def == kNone ? NodeId{kNoNode} : c.model.bindings().definition(def).value;
  return value != kNoNode && std::ranges::find(region.forwards, c.model.strip_parentheses(value)) !=
                                 region.forwards.end();
}

// Does each return of a function that puts the model into evaluation mode give its callers numbers,
// `return policy.detach().cpu().numpy(), value[0]`, and nothing beside them but outputs? Who takes
// one of them for its numbers takes all of them so.
bool gives_numbers_beside(const Context& c, NodeId scope, const EvalRegion& region) {
  const std::vector<NodeId>& returned = c.model.returned_values(scope);
  if (region.eval.call == kNoNode || returned.empty()) return false;
  return std::ranges::all_of(returned, [&](NodeId value) {
    value = c.model.strip_parentheses(value);
    if (!c.tree.is(value, Kind::ExpressionList) && !c.tree.is(value, Kind::Tuple)) return false;
    bool any = false;
    for (const NodeId part : c.tree.children(value)) {
      const bool is_number = leaves_graph(c.model, part);
      if (!is_number && !is_output_of(c, part, region)) return false;
      any = any || is_number;
    }
    return any;
  });
}

// The fact that leaves the region alone, or "".
std::string_view why_not(const Context& c, NodeId scope, const EvalRegion& region) {
  if (const auto fact = fact_of_place(c, scope, region); !fact.empty()) return fact;
  const Span span{region.first, region.last};
  const Reach fate = fate_of_graphs(c.model, span, span);
  if (fate.has(GraphSinks::kDifferentiated)) {
    return "a value made here is differentiated later";
  }
  if (computes_loss_of_training(c.model, scope, region)) {
    return "a training step computes a loss that no backward pass gets to: a mistake, it seems";
  }
  const bool answers = region.eval.call == kNoNode && answers_callers(c.model, scope) &&
                       (c.model.is_generator(scope) || !c.model.returned_values(scope).empty());
  if (answers) return fact_of_callers_elsewhere(c.model, scope, fate);
  const bool gives_output =
      !region.is_loop && !c.tree.is(scope, Kind::Module) && fate.has(Sink::Returned);
  if (gives_output && gives_results_of_evaluation(c, scope, region)) {
    return fact_of_callers_elsewhere(c.model, scope, fate);
  }
  if (gives_output && gives_numbers_beside(c, scope, region)) {
    return fact_of_callers_elsewhere(c.model, scope, fate);
  }
  if (gives_output && (only_infers(c.model) || is_unneeded_by_callers(c.model, scope))) return "";
  if (gives_output) return "the output goes to callers that are not visible here";
  return "";
}

// Does something in the region need a gradient of what may be made there?
bool trains(const Context& c, const EvalRegion& region) {
  const Span span{region.first, region.last};
  return !needs_gradients(c.model, span).empty() ||
         fate_of_graphs(c.model, span, span).has(GraphSinks::kDifferentiated);
}

// By function.
struct KnownRegions {
  std::unordered_map<NodeId, std::vector<EvalRegion>> of;
};

// The regions of a function, by how they are found. Where one trains, a forward pass in it may
// still make a graph for nobody. Kept: who calls a function asks again.
const std::vector<EvalRegion>& regions_of(const Context& c, NodeId function) {
  const auto [known, is_new] = c.model.notes<KnownRegions>().of.try_emplace(function);
  if (!is_new) return known->second;
  auto regions = find_eval_regions(c.model, function);
  std::vector<EvalRegion> evaluated = regions;
  std::erase_if(evaluated, [&](const EvalRegion& region) { return trains(c, region); });
  for (EvalRegion& region : find_unused_graphs(c.model, function, evaluated)) {
    regions.push_back(std::move(region));
  }
  return c.model.notes<KnownRegions>().of[function] = std::move(regions);
}

// Does the region only run functions of the file whose own graphs are small?
bool runs_small_regions(const Context& c, const EvalRegion& region) {
  return std::ranges::all_of(region.forwards, [&](NodeId call) {
    const NodeId function = c.model.callee(call);
    if (function == kNoNode || c.model.method_class(function) != kNoNode) return false;
    const auto& inner = regions_of(c, function);
    return !inner.empty() && std::ranges::all_of(inner, [&](const EvalRegion& one) {
      return !why_graphs_are_small(c.model, function, one).empty();
    });
  });
}

// Why the region is not worth a word, or "".
std::string_view why_minor(const Context& c, NodeId scope, const EvalRegion& region) {
  if (const auto fact = why_graphs_are_small(c.model, scope, region); !fact.empty()) return fact;
  if (runs_small_regions(c, region)) return "the graphs of what it runs are small";
  if (condition_that_no_call_meets(c.model, region.forwards[0]) != kNoNode) {
    return "no call of the run takes this branch";
  }
  if (region.is_loop) return "";
  return runs_few_times(c.model, region.forwards[0])
             ? "it is run once, or a few times, and its graph is gone with the next statement"
             : "";
}

constexpr int kMaxCallsInTurn = 3;  // one inside the other

// Does the function of the file that the call runs make all its graphs in regions of its own that
// are reported, or run another one that does? Then the call makes none when they are fixed.
bool is_mended_inside(const Context& c, NodeId call, int depth = kMaxCallsInTurn) {
  const NodeId function = c.model.callee(call);
  if (depth == 0 || function == kNoNode || c.model.is_generator(function)) return false;
  const auto& regions = regions_of(c, function);
  return whole_function(c, function, regions).has_value() &&
         std::ranges::any_of(regions, [&](const EvalRegion& region) {
           if (!why_not(c, function, region).empty()) return false;
           return why_minor(c, function, region).empty() ||
                  std::ranges::all_of(region.forwards, [&](NodeId inner) {
                    return is_mended_inside(c, inner, depth - 1);
                  });
         });
}

// The regions of a function that a fix may cover, with what makes each worth one.
bool is_reported(const Context& c, NodeId function, const EvalRegion& region) {
  return why_not(c, function, region).empty() && why_minor(c, function, region).empty() &&
         !std::ranges::all_of(region.forwards,
                              [&](NodeId call) { return is_mended_inside(c, call); });
}

// Is the call made in a region that is reported, whose fix may be applied wherever one of `inner`
// may?
bool is_mended_around(const Context& c, NodeId call, const Verdict& inner) {
  const NodeId function = c.model.function_of(call);
  const NodeId scope = function == kNoNode ? c.tree.root() : function;
  return std::ranges::any_of(regions_of(c, scope), [&](const EvalRegion& region) {
    return region.first <= call && call < c.tree.subtree_end(region.last) &&
           is_reported(c, scope, region) &&
           (!inner.is_safe() ||
            verdict_on(c, scope, region, {region.first, region.last}).is_safe());
  });
}

// May others run the function: is it handed on, or called by that name on what may be anything? Its
// own call of a namesake, as of a part of its object, says nothing.
bool is_handed_on(const Context& c, NodeId function) {
  const NodeId use = c.model.call_sites(function).value_use;
  return use != kNoNode &&
         !(c.tree.is(c.tree.parent(use), Kind::Call) && c.tree.field(use) == Field::Function &&
           c.model.function_of(use) == function);
}

constexpr int kMaxCallersInTurn = 3;  // one behind the other

// Do callers run the function, nobody else, and each in such a region, or in a function of which
// the same is true? Then it makes no graph when these are fixed.
bool is_mended_outside(const Context& c, NodeId function, const Verdict& inner, int depth) {
  const CallSites& sites = c.model.call_sites(function);
  if (depth == 0 || is_handed_on(c, function)) return false;
  bool any = false;
  for (const NodeId call : sites.calls) {
    const NodeId caller = c.model.function_of(call);
    if (caller == function) continue;
    any = true;
    const bool mended = is_mended_around(c, call, inner) ||
                        (caller != kNoNode && is_mended_outside(c, caller, inner, depth - 1));
    if (!mended) return false;
  }
  if (sites.complete) return any;
  const EvaluationElsewhere others = evaluation_elsewhere(c.model, function);
  // Whether their fixes may be applied wherever this one may is not asked.
  return (others == EvaluationElsewhere::All && !inner.is_safe()) ||
         (any && others == EvaluationElsewhere::NoCall);
}

bool is_mended_outside(const Context& c, NodeId scope, const EvalRegion& region) {
  return !c.tree.is(scope, Kind::Module) &&
         is_mended_outside(c, scope, verdict_on(c, scope, region, {region.first, region.last}),
                           kMaxCallersInTurn);
}

// In code that trains or evaluates by a flag.
void check_by_mode(const Context& c, NodeId scope, Findings& out) {
  for (const PassByMode& pass : find_passes_by_mode(c.model, scope)) {
    const EvalRegion& region = pass.region;
    const NodeId forward = region.forwards[0];
    if (const auto fact = fact_of_place(c, scope, region); !fact.empty()) {
      c.abstain(forward, fact);
      continue;
    }
    if (is_too_minor(c, forward, why_graphs_are_small(c.model, scope, region))) continue;
    const std::string_view condition = c.tree.text(pass.condition);
    Diagnostic finding =
        c.diagnose(
             out, forward,
             fmt::format("the forward pass builds a graph that nobody uses where `{}` is false",
                         condition))
            .grows(Growth::Peak)
            .confidence(Confidence::Medium)
            .because(forward, "a module is called here with gradients on")
            .because(pass.condition, "what is made is differentiated under this condition alone");
    if (pass.otherwise != kNoNode) finding.because(pass.otherwise, "by this it is false");
    const Span span{region.first, region.last};
    auto switched = condition.find('\n') == std::string_view::npos
                        ? run_under(c, span, "torch.set_grad_enabled",
                                    pass.gives_bool ? std::string(condition)
                                                    : fmt::format("bool({})", condition))
                        : std::nullopt;
    if (!switched) {
      finding.unfixed("the code around it leaves no room for one");
      continue;
    }
    Verdict verdict = verdict_on(c, scope, region, span);
    verdict.lower_to({AssumptionKind::CallerNeedsNoGraph,
                      "nobody differentiates in another way what is made where the condition is "
                      "false"});
    finding.fix(std::move(switched->title), std::move(switched->intents), std::move(verdict),
                std::move(switched->guards));
  }
}

void check(const Context& c, NodeId scope, Findings& out) {
  if (!handles_tensors(c.model)) return;
  if (const NodeId klass = framework_around(c.model, scope); klass != kNoNode) {
    c.abstain(scope, "a framework runs this method, and decides about gradients itself", klass);
    return;
  }
  check_by_mode(c, scope, out);
  const auto& regions = regions_of(c, scope);
  report_detached_arguments(c, scope, regions, out);
  std::optional<std::optional<Span>> function;  // found out for the first that asks
  for (const EvalRegion& region : regions) {
    if (const auto fact = why_not(c, scope, region); !fact.empty()) {
      c.abstain(region.forwards[0], fact);
      continue;
    }
    if (is_too_minor(c, region.forwards[0], why_minor(c, scope, region))) continue;
    if (std::ranges::all_of(region.forwards,
                            [&](NodeId call) { return is_mended_inside(c, call); })) {
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
