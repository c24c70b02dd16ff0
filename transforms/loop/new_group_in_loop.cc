// Creates a process group once instead of once per iteration.
//
//     for epoch in range(10):                  group = dist.new_group([0, 1])
//         group = dist.new_group([0, 1])   ->  for epoch in range(10):
//         dist.all_reduce(t, group=group)          dist.all_reduce(t, group=group)
//
// Fires when    new_group is called in a loop with the same arguments in every
//               iteration; as a report also in a function that a loop runs so.
// Stays silent  when the ranks depend on the loop, the creation is conditional,
//               groups are made or destroyed on purpose in the loop, or they
//               are kept (then several communicators are wanted).
// Safe when     the loop runs a literal number of times on every rank, and this
//               is the only group the file creates: new_group is a collective,
//               and every rank must make the same calls in the same order
//               before and after the edit.

#include <algorithm>

#include "engine/transform.h"
#include "transforms/common/hoist.h"

namespace mlfix {
namespace {

constexpr std::string_view kNewGroup = "torch.distributed.new_group";

// A call in the loop that ends or begins the life of groups, or one elsewhere
// that ends the life of a single group, which may be called from the loop.
NodeId other_lifecycle(const Context& c, NodeId loop) {
  for (NodeId n = 0; n < c.tree.subtree_end(0); ++n) {
    const bool inside = c.tree.contains(loop, n);
    const bool ends = c.model.is_call_to(n, "torch.distributed.destroy_process_group");
    if (ends && (inside || !c.model.arguments(n).empty())) return n;
    if (inside && c.model.is_call_to(n, "torch.distributed.init_process_group")) return n;
  }
  return kNoNode;
}

std::size_t groups_created(const Context& c) {
  std::size_t count = 0;
  for (NodeId n = 0; n < c.tree.subtree_end(0); ++n) {
    if (c.model.is_call_to(n, kNewGroup)) ++count;
  }
  return count;
}

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
  if (is_conditional(c, hoist.loop()) || groups_created(c) > 1) {
    return "every rank creates its groups in the same order";
  }
  return one_object_serves(c.model, hoist) ? "" : "nobody destroys or keeps the group";
}

// ---- a function that makes the group, and is run by a loop -------------------------

// Is the call made of parameters and literals, bound to a name, and run whenever the
// function is?
bool is_plain_creation(const Context& c, NodeId call, NodeId function) {
  const Consumer consumer = c.model.consumer_of(call);
  if (consumer.role != Role::Assigned ||
      !c.tree.is(c.tree.child(consumer.node, Field::Left), Kind::Identifier) ||
      c.model.block_of(c.model.statement_of(call)) != c.tree.child(function, Field::Body)) {
    return false;
  }
  const NodeId arguments = c.tree.child(call, Field::Arguments);
  for (NodeId n = arguments; n < c.tree.subtree_end(arguments); ++n) {
    if (c.tree.is(n, Kind::Call)) return false;
    if (!c.tree.is(n, Kind::Identifier) || c.tree.field(n) == Field::Name) continue;
    const DefId def = c.model.bindings().reaching(n);
    if (def != kNone && c.model.bindings().definition(def).kind != DefKind::Parameter) return false;
  }
  return true;
}

// A loop that runs the function with the same arguments in every iteration.
NodeId repeating_loop(const Context& c, NodeId function) {
  for (const NodeId call : c.model.call_sites(function).calls) {
    const NodeId loop = c.model.loop_of(call);
    if (loop == kNoNode) continue;
    const std::vector<NodeId> arguments = c.model.arguments(call);
    const bool same = std::ranges::all_of(
        arguments, [&](NodeId argument) { return c.model.is_invariant(argument, loop); });
    if (same && c.model.block_of(c.model.statement_of(call)) == c.tree.child(loop, Field::Body)) {
      return loop;
    }
  }
  return kNoNode;
}

// A call that ends or begins the life of groups where the loop, or what it runs, may
// come by.
NodeId lifecycle_on_the_way(const Context& c, NodeId loop) {
  for (NodeId n = 0; n < c.tree.size(); ++n) {
    if (!c.tree.is(n, Kind::Call)) continue;
    const bool ends = c.model.is_call_to(n, "torch.distributed.destroy_process_group");
    const bool begins = c.model.is_call_to(n, "torch.distributed.init_process_group");
    if (!ends && !begins) continue;
    const bool apart =
        c.model.function_of(n) == c.model.function_of(loop) && !c.tree.contains(loop, n);
    if (!apart || (ends && !c.model.arguments(n).empty())) return n;
  }
  return kNoNode;
}

void check_function(const Context& c, NodeId call, Findings& out) {
  const NodeId function = c.model.function_of(call);
  if (function == kNoNode || !is_plain_creation(c, call, function)) return;
  const NodeId loop = repeating_loop(c, function);
  if (loop == kNoNode) return;
  if (const NodeId other = lifecycle_on_the_way(c, loop); other != kNoNode) {
    c.abstain(other, "groups begin or end their life here");
    return;
  }
  Finding& finding = out.report(
      call,
      "a loop runs this function, and every run creates another process group with the same "
      "ranks; nothing but destroy_process_group() ends one");
  finding.growth = Growth::Linear;
  finding.why.push_back(reason(c.tree, loop, "this loop runs the function in every iteration"));
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
      other_lifecycle(c, c.model.loop_of(call)) == kNoNode) {
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
  if (const NodeId other = other_lifecycle(c, hoist->loop()); other != kNoNode) {
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
