// Lets the allocator keep what the next iteration needs again.
//
//     for x, y in loader:                     for x, y in loader:
//         step(model(x), y)             ->        step(model(x), y)
//         torch.cuda.empty_cache()
//
// Fires when    torch.cuda.empty_cache() or gc.collect() runs in every iteration
//               of a loop over batches: one over a loader, or one that runs a
//               model or an optimizer itself.
// Stays silent  when it runs every n steps, after an error, once per epoch or
//               per model, in a loop of few iterations, or where memory is
//               measured. With `minor` off everywhere: it costs time, and what
//               it costs only a measurement tells.
// Safe when     never: a program near the limit of its memory may need it.

#include <algorithm>
#include <string_view>
#include <unordered_map>

#include "engine/diagnostic.h"
#include "engine/transform.h"
#include "semantic/names/call_sites.h"
#include "semantic/semantic_model.h"
#include "torch/training/batch_loop.h"
#include "torch/training/memory_release.h"
#include "torch/training/unit_test.h"
#include "transforms/fixes/minor.h"

namespace mlfix::empty_cache_in_loop {
namespace {

// As many calls cost less than reading about them.
constexpr std::int64_t kFewIterations = 10;

// By loop: there may be many calls in one.
struct Objections {
  std::unordered_map<NodeId, std::string_view> known;
};

// Why `statement` does not run each time `body` (of a loop or a function) does, or "".
std::string_view runs_seldom(const Context& c, NodeId statement, NodeId body) {
  NodeId inner = statement;
  for (NodeId n = c.tree.parent(statement); n != body; inner = n, n = c.tree.parent(n)) {
    switch (c.tree.kind(n)) {
      case Kind::IfStatement:
        if (c.tree.field(inner) != Field::Consequence || !asks_for_device(c.model, n)) {
          return "it runs in some iterations only";
        }
        break;
      case Kind::ExceptClause:
        return "it runs after an error only";
      case Kind::ElifClause:
      case Kind::ElseClause:
      case Kind::CaseClause:
        return "it runs in some iterations only";
      default:
        break;
    }
  }
  if (first_skip(c.model, body) < inner) return "most iterations do not get this far";
  return {};
}

// The loop that runs the statement each time: the one around it, or around the
// only call of the function it stands in, which must do more than release memory.
NodeId running_loop(const Context& c, NodeId statement) {
  const NodeId loop = c.model.loop_of(statement);
  const NodeId function = c.model.function_of(statement);
  if (loop != kNoNode || function == kNoNode || only_releases(c.model, function)) return loop;
  const CallSites& sites = c.model.call_sites(function);
  const bool once = sites.calls.size() == 1 && sites.value_use == kNoNode;
  return once ? c.model.loop_of(sites.calls.front()) : kNoNode;
}

// The same for what holds of all of the loop.
std::string_view objection_to_loop(const Context& c, NodeId loop) {
  if (!is_batch_loop(c.model, loop)) return "the loop is not known to go over batches";
  if (holds_batch_loop(c.model, loop)) return "it runs once for a whole inner loop";
  if (makes_model(c.model, loop)) return "every iteration has a model of its own";
  if (measures_memory(c.model, loop)) return "the loop measures memory";
  if (iterates_at_most(c.model, loop, kFewIterations)) return "the loop has few iterations";
  return in_unit_test(c.model, loop) ? "it is part of a unit test" : "";
}

// The fact that speaks against the finding, or "".
std::string_view objection(const Context& c, NodeId statement, NodeId loop) {
  NodeId inner = statement;
  if (!c.tree.contains(loop, statement)) {
    const NodeId function = c.model.function_of(statement);
    const auto seldom = runs_seldom(c, statement, c.tree.child(function, Field::Body));
    if (!seldom.empty()) return seldom;
    inner = c.model.statement_of(c.model.call_sites(function).calls.front());
  }
  const auto seldom = runs_seldom(c, inner, c.tree.child(loop, Field::Body));
  if (!seldom.empty()) return seldom;
  const auto [known, is_new] = c.model.notes<Objections>().known.try_emplace(loop);
  if (is_new) known->second = objection_to_loop(c, loop);
  return known->second;
}

// The statement to delete: with the branch around it, when there is nothing else
// in that.
NodeId superfluous(const Context& c, NodeId statement) {
  const NodeId branch = c.tree.parent(c.model.block_of(statement));
  if (!c.tree.is(branch, Kind::IfStatement) ||
      !c.tree.children(branch, Field::Alternative).empty()) {
    return statement;
  }
  const auto all = c.model.statements(c.model.block_of(statement));
  const bool nothing_else =
      std::all_of(all.begin(), all.end(), [&](NodeId s) { return releases_memory(c.model, s); });
  return nothing_else ? branch : statement;
}

void check(const Context& c, NodeId call, Findings& out) {
  const NodeId statement = c.tree.parent(call);
  if (!releases_memory(c.model, statement)) return;
  const NodeId loop = running_loop(c, statement);
  if (loop == kNoNode) return;
  if (const auto fact = objection(c, statement, loop); !fact.empty()) {
    c.abstain(call, fact);
    return;
  }
  // It takes time and no memory, and hardly anybody writes it without a reason.
  if (is_too_minor(c, call, "the call costs time only, and somebody wanted it")) return;
  const bool collects = c.model.is_call_to(call, "gc.collect");
  c.diagnose(out, call,
             collects ? "every iteration searches all objects for cycles"
                      : "every iteration gives back memory that the next one has to ask for again")
      .because(loop, "this loop goes over batches")
      .fix("Remove the call", c.edit.delete_statement(superfluous(c, statement)),
           Verdict::assuming(AssumptionKind::MemoryNotAwaited,
                             collects ? "the collector's own runs are enough"
                                      : "nothing else on the device needs it"));
}

}  // namespace

MLFIX_DEFINE_TRANSFORM(empty_cache_in_loop, check,
                       {.kinds = {Kind::Call}, .triggers = {"torch", "empty_cache|collect"}});

}  // namespace mlfix::empty_cache_in_loop
