// Creates a process group once instead of once per iteration.
//
//     for epoch in range(10):                  group = dist.new_group([0, 1])
//         group = dist.new_group([0, 1])   ->  for epoch in range(10):
//         dist.all_reduce(t, group=group)          dist.all_reduce(t, group=group)
//
// Fires when    new_group is called in a loop with the same arguments in every
//               iteration, or in a function that a loop runs so: then the group is
//               destroyed where its name is set to None, else there is a report.
// Stays silent  when the ranks depend on the loop, the creation is conditional,
//               groups are made or destroyed on purpose in the loop, or they
//               are kept (then several communicators are wanted).
// Safe when     the loop runs a literal number of times on every rank, and this
//               is the only group the file creates: new_group is a collective,
//               and every rank must make the same calls in the same order
//               before and after the edit.

#include <fmt/format.h>

#include <utility>

#include "engine/diagnostic.h"
#include "engine/transform.h"
#include "semantic/control/consumer.h"
#include "semantic/flow/global_reset.h"
#include "semantic/semantic_model.h"
#include "torch/training/process_groups.h"
#include "transforms/loop/hoisting/hoist.h"

namespace mlfix::new_group_in_loop {
namespace {

Verdict verdict_on(const Context& c, const Hoist& hoist) {
  return Verdict::of(SafeChange::kGroupOnce, loop_runs_on_every_process(c.model, hoist),
                     ranks_agree(c.model, hoist.loop()), groups_uncounted(c.model),
                     one_serves_all(c.model, hoist, "nobody destroys or keeps the group"));
}

// ---- a function that makes the group, and is run by a loop -------------------------

// Ends the group where the loop has its name set to None: _GROUP = None.
void destroy_at_reset(const Context& c, NodeId call, NodeId loop, Diagnostic finding) {
  const NodeId creation = c.model.consumer_of(call).node;
  const NodeId reset = reset_in_loop(c.model, creation, loop);
  const auto destroy = c.edit.spell(call, "torch.distributed.destroy_process_group");
  if (reset == kNoNode || !destroy || !destroy->imports.empty()) {
    finding.unfixed("no place is seen where the group is given up");
    return;
  }
  const auto name = c.tree.text(c.tree.child(creation, Field::Left));
  finding.fix(
      "Destroy the group where its name is reset",
      c.edit.insert_before(reset,
                           fmt::format("if {0} is not None:\n    {1}({0})", name, destroy->text)),
      Verdict::assuming(AssumptionKind::NotReadElsewhere, "nobody else keeps the group by then"));
}

void check_function(const Context& c, NodeId call, Findings& out) {
  const NodeId function = c.model.function_of(call);
  if (function == kNoNode || !is_plain_creation(c.model, call, function)) return;
  const NodeId loop = repeating_loop(c.model, function);
  if (loop == kNoNode) return;
  if (const NodeId other = lifecycle_on_the_way(c.model, loop, call); other != kNoNode) {
    c.abstain(other, "groups begin or end their life here");
    return;
  }
  destroy_at_reset(
      c, call, loop,
      c.diagnose(out, call,
                 "a loop runs this function, and every run creates another process group with the "
                 "same ranks; nothing but destroy_process_group() ends one")
          .grows(Growth::Linear)
          .because(loop, "this loop runs the function in every iteration"));
}

// With the `del` gone, one group serves all iterations.
void keep_one(const Context& c, NodeId call, Diagnostic finding) {
  const NodeId deletion = sole_deletion(c.model, call);
  if (deletion == kNoNode) {
    finding.unfixed("the name is deleted in more than one place");
    return;
  }
  auto intents = c.edit.move_before(c.model.statement_of(call), c.model.loop_of(call));
  if (intents) append(*intents, c.edit.delete_statement(deletion));
  finding.fix("Create the group once, before the loop", std::move(intents),
              Verdict::assuming(AssumptionKind::OneServesAll, "one group serves all iterations"));
}

void check(const Context& c, NodeId call, Findings& out) {
  if (!c.model.is_call_to(call, kNewGroup)) return;
  if (c.model.loop_of(call) == kNoNode) return check_function(c, call, out);
  HoistRefusal refusal;
  const auto hoist = plan_hoist(c.model, call, &refusal);
  if (!hoist && refusal.repeats && !is_kept(c.model, call) &&
      other_lifecycle(c.model, c.model.loop_of(call)) == kNoNode) {
    keep_one(c, call,
             c.diagnose(out, call,
                        "every iteration creates another process group with the same ranks, and "
                        "del does not end it")
                 .grows(Growth::Linear)
                 .because(refusal.at, "only the name goes away here"));
    return;
  }
  if (!hoist) {
    c.abstain(refusal.at, refusal.fact);
    return;
  }
  if (const NodeId other = other_lifecycle(c.model, hoist->loop()); other != kNoNode) {
    c.abstain(other, "groups begin or end their life here");
    return;
  }
  if (is_kept(c.model, call)) {
    c.abstain(call, "the groups are kept: several communicators are wanted");
    return;
  }
  c.diagnose(out, call, "every iteration creates another process group with the same ranks")
      .grows(Growth::Linear)
      .because(hoist->loop(), "the arguments are the same in every iteration of this loop")
      .fix("Create the group once, before the loop",
           c.edit.move_before(hoist->statement, hoist->loop()), verdict_on(c, *hoist));
}

}  // namespace

MLFIX_DEFINE_TRANSFORM(new_group_in_loop, check,
                       {.kinds = {Kind::Call}, .triggers = {"torch", "new_group"}});

}  // namespace mlfix::new_group_in_loop
