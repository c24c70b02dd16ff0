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

#include "engine/transform.h"
#include "transforms/loop/hoisting/global_reset.h"
#include "transforms/loop/hoisting/hoist.h"
#include "transforms/loop/hoisting/process_groups.h"

namespace mlfix {
namespace {

// A branch around the loop that only some ranks may take.
bool is_conditional(const Context& c, NodeId loop) {
  const NodeId function = c.model.function_of(loop);
  for (NodeId n = c.tree.parent(loop); n != function && n != kNoNode; n = c.tree.parent(n)) {
    const bool main = c.tree.is(n, Kind::IfStatement) &&
                      c.tree.text(c.tree.child(n, Field::Condition)).starts_with("__name__");
    const bool branch = c.tree.is(n, Kind::IfStatement) || c.tree.is(n, Kind::MatchStatement) ||
                        c.tree.is(n, Kind::TryStatement);
    if (branch && !main) return true;
  }
  return false;
}

std::string_view assumption(const Context& c, const Hoist& hoist) {
  if (!trip_counts_are_literal(c.model, hoist)) {
    return "every rank runs this loop at least once";
  }
  if (is_conditional(c, hoist.loop()) || groups_created(c.model) > 1) {
    return "every rank creates its groups in the same order";
  }
  if (c.model.mentions("distributed_c10d") || c.model.mentions("_pg_map")) {
    return "nobody counts the groups in PyTorch's own tables";
  }
  return one_object_serves(c.model, hoist) ? "" : "nobody destroys or keeps the group";
}

// ---- a function that makes the group, and is run by a loop -------------------------

// Ends the group where the loop has its name set to None: _GROUP = None.
void destroy_at_reset(const Context& c, NodeId call, NodeId loop, Finding& finding) {
  const NodeId creation = c.model.consumer_of(call).node;
  const NodeId reset = reset_in_loop(c.model, creation, loop);
  const auto destroy = c.edit.spell(call, "torch.distributed.destroy_process_group");
  if (reset == kNoNode || !destroy || !destroy->imports.empty()) return;
  const auto name = c.tree.text(c.tree.child(creation, Field::Left));
  auto intents = c.edit.insert_before(
      reset, fmt::format("if {0} is not None:\n    {1}({0})", name, destroy->text));
  if (!intents) return;
  finding.message += "; the fix assumes that nobody else keeps the group by then";
  finding.fix = Fix{
      Applicability::Unsafe, "Destroy the group where its name is reset", std::move(*intents), {}};
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
  Finding& finding = out.report(
      call,
      "a loop runs this function, and every run creates another process group with the same "
      "ranks; nothing but destroy_process_group() ends one");
  finding.growth = Growth::Linear;
  finding.why.push_back(reason(c.tree, loop, "this loop runs the function in every iteration"));
  destroy_at_reset(c, call, loop, finding);
}

// With the `del` gone, one group serves all iterations.
void keep_one(const Context& c, NodeId call, Finding& finding) {
  const NodeId deletion = sole_deletion(c.model, call);
  auto intents = deletion == kNoNode
                     ? std::nullopt
                     : c.edit.move_before(c.model.statement_of(call), c.model.loop_of(call));
  if (!intents) return;
  append(*intents, c.edit.delete_statement(deletion));
  finding.message += "; the fix assumes that one group serves all iterations";
  finding.fix = Fix{Applicability::Unsafe,
                    "Create the group once, in front of the loop",
                    std::move(*intents),
                    {}};
}

void check(const Context& c, NodeId call, Findings& out) {
  if (!c.model.is_call_to(call, kNewGroup)) return;
  if (c.model.loop_of(call) == kNoNode) return check_function(c, call, out);
  HoistRefusal refusal;
  const auto hoist = plan_hoist(c.model, call, &refusal);
  if (!hoist && refusal.repeats && !is_kept(c.model, call) &&
      other_lifecycle(c.model, c.model.loop_of(call)) == kNoNode) {
    Finding& finding = out.report(
        call,
        "every iteration creates another process group with the same ranks, and del does "
        "not end it");
    finding.growth = Growth::Linear;
    finding.why.push_back(reason(c.tree, refusal.at, "only the name goes away here"));
    keep_one(c, call, finding);
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
  const std::string_view assumed = assumption(c, *hoist);
  std::string message = "every iteration creates another process group with the same ranks";
  if (!assumed.empty()) message += "; the fix assumes that " + std::string(assumed);
  Finding& finding = out.report(call, std::move(message));
  finding.growth = Growth::Linear;
  finding.why.push_back(
      reason(c.tree, hoist->loop(), "the arguments are the same in every iteration of this loop"));
  if (auto intents = c.edit.move_before(hoist->statement, hoist->loop())) {
    finding.fix = Fix{assumed.empty() ? Applicability::Safe : Applicability::Unsafe,
                      "Create the group once, in front of the loop",
                      std::move(*intents),
                      {}};
  }
}

}  // namespace

MLFIX_DEFINE_TRANSFORM(new_group_in_loop, check,
                       {.kinds = {Kind::Call}, .triggers = {"torch", "new_group"}});

}  // namespace mlfix
