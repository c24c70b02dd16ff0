// Traces a model once instead of once per iteration.
//
//     for batch in batches:                         traced = torch.jit.trace(model, example)
//         traced = torch.jit.trace(model, example)  ->  for batch in batches:
//         traced(batch)                                     traced(batch)
//
// Fires when    torch.jit.trace is called in a loop and the model, the example
//               and all other arguments are the same in every iteration.
// Stays silent  when the example or the model changes, the mode is switched in
//               the loop, the traces are kept, or the trace is made once on a
//               condition.
// Safe when     moreover the loop certainly runs, one trace serves all
//               iterations, and the model computes the same for the same input:
//               a trace runs the model, so a removed one must not have consumed
//               random numbers or updated statistics of batch normalisation.
//
// What torch.jit.script and torch.compile make of a function in every iteration is
// made once; never safely, since the file does not show all that they compile.

#include "engine/diagnostic.h"
#include "engine/transform.h"
#include "semantic/binding/binding.h"
#include "semantic/effects/effects.h"
#include "semantic/knowledge/facts.h"
#include "semantic/knowledge/meanings.h"
#include "semantic/knowledge/name_set.h"
#include "semantic/semantic_model.h"
#include "torch/module/pure_model.h"
#include "transforms/loop/hoisting/hoist.h"

namespace mlfix::jit_trace_in_loop {
namespace {

// Is what is compiled a function, by a name that an import or a definition of the module gives it?
bool compiles_function(const Context& c, NodeId call) {
  const NodeId compiled = c.model.argument(call, 0, "");
  if (!c.tree.is(compiled, Kind::Identifier)) return false;
  const Bindings& bindings = c.model.bindings();
  const DefId def = bindings.reaching(compiled);
  if (def == kNone || bindings.variable_of(def).definitions.size() != 1) return false;
  const Definition& d = bindings.definition(def);
  return bindings.scope(d.scope).kind == ScopeKind::Module &&
         (d.kind == DefKind::Import || d.kind == DefKind::Function) &&
         !c.model.facts(compiled).could_be(Fact::Module);
}

// Calls that are costly each time, but leave nothing behind for good.
void report_compilation(const Context& c, NodeId call, Findings& out) {
  std::string_view name;
  for (const std::string_view one : c.model.names(Meaning::Compiles)) {
    if (c.model.is_call_to(call, one)) name = one;
  }
  const auto hoist = name.empty() ? std::nullopt : plan_hoist(c.model, call, nullptr);
  if (!hoist) return;
  const Effects effects = c.model.effects(hoist->loop());
  if (name == "torch.onnx.export" &&
      (effects.has(Effect::OptimizerStep) || effects.has(Effect::UnknownCall))) {
    c.abstain(call, "the weights may change in the loop, so every export differs");
    return;
  }
  Diagnostic finding =
      c.diagnose(out, call,
                 "every iteration calls " + std::string(name) + " with the same arguments")
          .at_most(Severity::Low)
          .because(hoist->loop(), "nothing it reads changes in this loop");
  if (name == "torch.onnx.export" || !compiles_function(c, call) || is_kept(c.model, call)) {
    finding.unfixed("what is compiled may be wanted as the loop has left it");
    return;
  }
  const Answer<Claim::RunsTheSame> same =
      Assumption{AssumptionKind::OneServesAll,
                 "the function is compiled to the same in every iteration", call};
  finding.fix(
      "Compile it once, before the loop", c.edit.move_before(hoist->statement, hoist->loop()),
      Verdict::of(SafeChange::kTraceOnce, same, loop_runs(c.model, *hoist),
                  one_serves_all(c.model, *hoist, "nobody changes what is compiled or keeps it")));
}

Verdict verdict_on(const Context& c, NodeId call, const Hoist& hoist) {
  const NodeId traced = c.model.argument(call, 0, "func");
  return Verdict::of(SafeChange::kTraceOnce, runs_the_same(c.model, traced, call),
                     loop_runs(c.model, hoist),
                     one_serves_all(c.model, hoist, "nobody changes the trace or keeps it"));
}

bool changes_when_traced(const Context& c, NodeId call) {
  const NodeId traced = c.model.argument(call, 0, "func");
  return traced != kNoNode && repeatability(c.model, traced) == Repeatability::Stateful;
}

// With the `del` gone, one trace serves all iterations.
void keep_one(const Context& c, NodeId call, Diagnostic finding) {
  const NodeId deletion = sole_deletion(c.model, call);
  if (deletion == kNoNode) {
    finding.unfixed("the name is deleted in more than one place");
    return;
  }
  auto intents = c.edit.move_before(c.model.statement_of(call), c.model.loop_of(call));
  if (intents) append(*intents, c.edit.delete_statement(deletion));
  finding.fix("Trace once, before the loop", std::move(intents),
              Verdict::assuming(AssumptionKind::OneServesAll, "one trace serves all iterations"));
}

void check(const Context& c, NodeId call, Findings& out) {
  if (c.model.loop_of(call) == kNoNode) return;
  if (!c.model.is_call_to(call, "torch.jit.trace")) return report_compilation(c, call, out);
  HoistRefusal refusal;
  const auto hoist = plan_hoist(c.model, call, &refusal);
  if (!hoist && refusal.repeats && !is_kept(c.model, call)) {
    keep_one(c, call,
             c.diagnose(out, call,
                        "every iteration traces the same model again, and del does not free a "
                        "trace")
                 .grows(Growth::Linear)
                 .because(refusal.at, "only the name goes away here"));
    return;
  }
  if (!hoist) {
    c.abstain(refusal.at, refusal.fact);
    return;
  }
  if (is_kept(c.model, call)) {
    c.abstain(call, "the traces are kept");
    return;
  }
  Diagnostic finding =
      c.diagnose(out, call,
                 "every iteration traces the same model again, and no trace is ever freed")
          .grows(Growth::Linear)
          .because(hoist->loop(), "the model and the example are the same in all of this loop");
  if (changes_when_traced(c, call)) {
    finding.because(call, "every trace changes the state of the model")
        .unfixed("with one trace the model would change once only");
    return;
  }
  finding.fix("Trace once, before the loop", c.edit.move_before(hoist->statement, hoist->loop()),
              verdict_on(c, call, *hoist));
}

}  // namespace

MLFIX_DEFINE_TRANSFORM(jit_trace_in_loop, check, {.kinds = {Kind::Call}, .triggers = {"torch"}});

}  // namespace mlfix::jit_trace_in_loop
