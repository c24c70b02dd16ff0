// Gives memory back at the end of a validation function.
//
//     def validate(model, loader):         def validate(model, loader):
//         model.eval()                         model.eval()
//         …                          ->        …
//         return total                         gc.collect()
//                                              if torch.cuda.is_available():
//                                                  torch.cuda.empty_cache()
//                                              return total
//
// Fires when    a function that by its name validates puts a model into evaluation
//               mode, runs it in a loop over batches, and frees nothing.
// Stays silent  when something in the function, or in its callers after the
//               call, frees memory; for generators, coroutines and frameworks
//               that own the validation; outside functions.
// Safe when     never: the calls cost time in every validation, and free nothing
//               that would not be used again.

#include <algorithm>

#include "engine/diagnostic.h"
#include "engine/transform.h"
#include "semantic/control/walk.h"
#include "semantic/effects/effects.h"
#include "semantic/knowledge/knowledge.h"
#include "semantic/names/call_sites.h"
#include "semantic/semantic_model.h"
#include "torch/training/batch_loop.h"
#include "torch/training/evaluation.h"
#include "transforms/fixes/gates.h"

namespace mlfix::missing_eval_cleanup {
namespace {

// The loop over batches in which the function runs a model that it evaluates.
NodeId validation_loop(const Context& c, NodeId function) {
  for (const EvalRegion& region : find_eval_regions(c.model, function)) {
    if (region.eval.call == kNoNode) continue;
    for (const NodeId forward : region.forwards) {
      const NodeId loop = c.model.loop_of(forward);
      if (loop != kNoNode && is_batch_loop(c.model, loop)) return loop;
    }
  }
  return kNoNode;
}

// A function that predicts something for its caller is no phase of a training.
bool is_validation(const Context& c, NodeId function) {
  const std::string_view name = c.tree.text(c.tree.child(function, Field::Name));
  return name.find("train") == name.npos && c.model.suggests(Hint::Validation, name);
}

bool belongs_to_framework(const Context& c, NodeId function) {
  const NodeId klass = c.model.method_class(function);
  return klass != kNoNode && c.model.framework_of(klass) != nullptr;
}

// Does a function that calls it free memory?
bool caller_frees(const Context& c, NodeId function) {
  const auto& calls = c.model.call_sites(function).calls;
  return std::any_of(calls.begin(), calls.end(), [&](NodeId call) {
    const NodeId caller = c.model.function_of(call);
    const NodeId loop = c.model.loop_of(call);
    const NodeId around = loop == kNoNode ? c.model.statement_of(call) : loop;
    return (caller == kNoNode ? c.model.effects(around) : c.model.callee_effects(caller))
        .has(Effect::Frees);
  });
}

std::string_view objection(const Context& c, NodeId function, NodeId loop) {
  if (c.model.callee_effects(function).has(Effect::Frees)) return "it frees memory itself";
  if (caller_frees(c, function)) return "a caller frees memory";
  if (!c.model.call_sites(function).calls.empty() && !c.model.mentions("backward")) {
    return "nothing in this file trains";
  }
  if (c.model.is_generator(function)) return "it gives control away while it runs";
  if (c.tree.is_async(function)) return "it is a coroutine";
  if (belongs_to_framework(c, function)) return "the framework owns the validation";
  const Effects all = c.model.effects(loop);
  return all.has(Effect::OptimizerStep) || all.has(Effect::Backward) ? "the loop trains" : "";
}

NodeId last_in_body(const Context& c, NodeId owner) {
  return c.model.statements(c.tree.child(owner, Field::Body)).back();
}

// The last statement of the function, in the with blocks that it ends with.
NodeId last_statement(const Context& c, NodeId function) {
  NodeId last = last_in_body(c, function);
  while (c.tree.is(last, Kind::WithStatement)) {
    const NodeId inner = last_in_body(c, last);
    const bool leaves =
        c.tree.is(inner, Kind::ReturnStatement) || c.tree.is(inner, Kind::WithStatement);
    if (!leaves) break;
    last = inner;
  }
  return last;
}

// Can control leave the function from within its last statement?
bool may_return_in(const Context& c, NodeId last) {
  bool leaves = false;
  for_each_node(c.tree, last, c.tree.subtree_end(last), [&](NodeId n) {
    leaves = leaves || c.tree.is(n, Kind::ReturnStatement) || c.tree.is(n, Kind::RaiseStatement);
  });
  return leaves && !c.tree.is(last, Kind::ReturnStatement);
}

std::optional<Intents> clean_up(const Context& c, NodeId last) {
  if (may_return_in(c, last)) return std::nullopt;
  const auto collect = c.edit.spell(last, "gc.collect");
  const auto empty = c.edit.spell(last, "torch.cuda.empty_cache");
  const auto available = c.edit.spell(last, "torch.cuda.is_available");
  if (!collect || !empty || !available) return std::nullopt;
  const std::string code =
      collect->text + "()\nif " + available->text + "():\n    " + empty->text + "()";
  auto intents = c.tree.is(last, Kind::ReturnStatement) ? c.edit.insert_before(last, code)
                                                        : c.edit.insert_after(last, code);
  if (!intents) return std::nullopt;
  append(*intents, collect->imports);
  append(*intents, empty->imports);
  append(*intents, available->imports);
  return intents;
}

void check(const Context& c, NodeId function, Findings& out) {
  if (!is_validation(c, function)) return;
  const NodeId loop = validation_loop(c, function);
  if (loop == kNoNode) return;
  if (const auto fact = objection(c, function, loop); !fact.empty()) {
    c.abstain(function, fact);
    return;
  }
  const NodeId last = last_statement(c, function);
  c.diagnose(out, last, "nothing is given back after this validation")
      .grows(Growth::Peak)
      .because(loop, "this loop evaluates the model")
      .fix("Collect garbage and empty the cache after the validation", clean_up(c, last),
           Verdict::assuming(AssumptionKind::MemoryNotAwaited,
                             "the training after it can't use the memory that is cached"));
}

}  // namespace

MLFIX_DEFINE_TRANSFORM(missing_eval_cleanup, check,
                       {.kinds = {Kind::FunctionDefinition},
                        .triggers = {"torch", "eval"},
                        .imports = "torch",
                        .gates = {kOutsideUnitTests}});

}  // namespace mlfix::missing_eval_cleanup
