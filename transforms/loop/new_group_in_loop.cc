// Creates a process group once instead of once per iteration.
//
//     for epoch in range(10):                  group = dist.new_group([0, 1])
//         group = dist.new_group([0, 1])   ->  for epoch in range(10):
//         dist.all_reduce(t, group=group)          dist.all_reduce(t, group=group)
//
// Fires when    new_group is called in a loop with the same arguments in every
//               iteration.
// Stays silent  when the ranks depend on the loop, the creation is conditional,
//               a group is destroyed in the loop, or the groups are kept (then
//               several communicators are wanted).
// Safe when     the loop runs a literal number of times: new_group is a
//               collective, and every rank must make the same calls in the same
//               order before and after the edit.

#include "engine/transform.h"
#include "transforms/common/hoist.h"

namespace mlfix {
namespace {

bool destroyed_in(const Context& c, NodeId loop) {
  for (NodeId n = loop; n < c.tree.subtree_end(loop); ++n) {
    if (c.tree.is(n, Kind::Call) &&
        c.model.is_call_to(n, "torch.distributed.destroy_process_group")) {
      return true;
    }
  }
  return false;
}

void check(const Context& c, NodeId call, Findings& out) {
  if (!c.model.is_call_to(call, "torch.distributed.new_group") ||
      c.model.loop_of(call) == kNoNode) {
    return;
  }
  HoistRefusal refusal;
  const auto hoist = plan_hoist(c.model, call, &refusal);
  if (!hoist) {
    c.abstain(call, refusal.fact);
    return;
  }
  if (destroyed_in(c, hoist->loop())) {
    c.abstain(call, "the group is destroyed in the loop");
    return;
  }
  const Fate fate = c.model.fate(call);
  if (fate.stored_container || fate.stored_attribute || fate.returned || fate.yielded) {
    c.abstain(call, "the groups are kept: several communicators are wanted");
    return;
  }
  const bool literal = trip_counts_are_literal(c.model, *hoist);
  Finding& finding = out.report(
      call, literal ? "every iteration creates another process group with the same ranks"
                    : "every iteration creates another process group with the same ranks; the fix "
                      "assumes that all ranks run this loop, and at least once");
  finding.growth = Growth::Linear;
  finding.why.push_back(
      reason(c.tree, hoist->loop(), "the arguments are the same in every iteration of this loop"));
  if (auto intents = c.edit.move_before(hoist->statement, hoist->loop())) {
    finding.fix = Fix{literal ? Applicability::Safe : Applicability::Unsafe,
                      "Create the group once, in front of the loop",
                      std::move(*intents),
                      {}};
  }
}

}  // namespace

MLFIX_DEFINE_TRANSFORM(new_group_in_loop, check,
                       {.kinds = {Kind::Call}, .triggers = {"torch", "new_group"}});

}  // namespace mlfix
