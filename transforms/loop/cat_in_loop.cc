// Collects the parts of a growing tensor and joins them once.
//
//     out = torch.empty(0, 10)                  out = torch.empty(0, 10)
//     for x in loader:                          out_parts = [out]
//         out = torch.cat((out, f(x)))    ->    for x in loader:
//                                                   out_parts.append(f(x))
//                                               out = torch.cat(out_parts)
//
// The initial value stays the first part: it decides the type of the result and
// the result of a loop that never runs. Where that can't be proven to be the same, and the
// value is an empty vector that only begins the loop, which adds floats in every iteration,
// the list starts in its place, empty. Where the first part takes the place of what was
// there (`if out is None: out = part`), that stays for a loop that never runs.
//
// Fires when    a name is only ever joined with new parts in a loop, so that
//               every iteration copies everything once more.
//               Also an attribute of an object that is no module, which a method that is
//               called again and again joins with a new part, and nobody sets anew; and the
//               entries of a container, where each is joined again in a loop by the same keys.
// Stays silent  when the growing value is read in the loop (decoding, windows,
//               snapshots), in its else clause, by a closure or after an
//               exception, or has another definition there; an attribute where the method itself
//               reads it, or the loop runs another one that does; in a unit test.
//               With `minor` off also where the copies hardly matter: at most
//               16 parts, one for each layer, head or piece of a tensor, parts of
//               a few numbers, a loop that runs a network for each part, a joined value
//               that nobody reads, a loop in which another value has to go on growing, and an
//               attribute where only other files call the method.
//               A value that grows by a few numbers beside a larger one, in the same way, is no
//               finding of its own: the fix of that one collects both.
// No fix        for an attribute, as others may read it between two calls; for entries, each of
//               which needs a list; where a function of the file makes the parts as views of
//               what is larger, which a list would keep.
// Safe when     the parts are certainly tensors that nobody changes in place
//               before the loop ends (the list keeps them, not copies), joining
//               the initial value alone gives it again, and the join means the
//               same after the loop.

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/diagnostic.h"
#include "engine/transform.h"
#include "semantic/binding/binding.h"
#include "semantic/control/repetition.h"
#include "semantic/control/walk.h"
#include "semantic/flow/way_telling.h"
#include "semantic/knowledge/facts.h"
#include "semantic/names/call_sites.h"
#include "semantic/project/outside_call.h"
#include "semantic/semantic_model.h"
#include "torch/tensor/accumulator.h"
#include "torch/tensor/changed_in_place.h"
#include "torch/tensor/copying_cost.h"
#include "torch/tensor/joining_later.h"
#include "torch/tensor/self_join.h"
#include "torch/tensor/tensor_views.h"
#include "transforms/fixes/gates.h"
#include "transforms/fixes/minor.h"
#include "transforms/loop/joining/collecting.h"
#include "transforms/loop/joining/joined_attribute.h"

namespace mlfix::cat_in_loop {
namespace {

// What speaks against joining later; at kNoNode when nothing does.
Exposure why_not_later(const SemanticModel& model, const SelfJoin& j) {
  const NodeId loop = j.growing.loop;
  const bool method = j.function == kFrameAppend;  // of what grows
  for (NodeId used_behind :
       {method ? kNoNode : model.tree().child(j.call, Field::Function), j.dim}) {
    if (used_behind != kNoNode && !model.is_invariant(used_behind, loop)) {
      return {used_behind, "the dimension, or the function, changes in the loop"};
    }
  }
  for (NodeId part : j.parts) {
    const NodeId changed = changed_in_place_later(model, part, j.assignment, loop);
    if (changed != kNoNode) return {changed, "a part is changed in place after it was added"};
  }
  if (changes_its_mind(model, j)) {
    return {j.call, "hstack joins differently after the first iteration"};
  }
  return {};
}

// Finds out how the value grows; gives what speaks against joining later.
Exposure look_into(const SemanticModel& model, SelfJoin& join) {
  find_first_part(model, join);
  const Exposure against = find_exposure(model, join.growing);
  return against.at == kNoNode ? why_not_later(model, join) : against;
}

// The first part that a function of the file makes as a view of something larger, or kNoNode.
NodeId part_of_larger(const SemanticModel& model, const SelfJoin& j) {
  const auto part = std::ranges::find_if(
      j.parts, [&](NodeId one) { return view_made_for(model, one) != kNoNode; });
  return part == j.parts.end() ? NodeId{kNoNode} : *part;
}

// ---- what grows by a few numbers beside a larger value ----------------------------

// Is the value worth a finding by itself, and goes into a list from the start?
bool gets_list(const SemanticModel& model, SelfJoin& join) {
  return look_into(model, join).at == kNoNode && join.growing.branching == kNoNode &&
         why_copies_hardly_matter(model, join).empty() && part_of_larger(model, join) == kNoNode;
}

// May the fix of the larger value collect the small one, too? Not where only one of both is safe:
// each would be applied with other options.
bool takes_along(const Context& c, SelfJoin& large, SelfJoin& small) {
  if (!gets_list(c.model, large) || !gets_list(c.model, small) ||
      large.growing.loop != small.growing.loop) {
    return false;
  }
  const Change whole = change_of(c, large);
  const Change part = change_of(c, small);
  return whole.intents && part.intents && whole.title == kCollect && part.title == kCollect &&
         whole.verdict.is_safe() == part.verdict.is_safe();
}

// Does it grow by a few numbers, and the first value of the block that grows by more takes it
// along? No other one is asked, so that one fix collects it.
bool is_taken_along(const Context& c, const SelfJoin& join) {
  if (!grows_by_few_numbers(c.model, join)) return false;
  for (SelfJoin& other : joins_beside(c.model, join)) {
    if (grows_by_few_numbers(c.model, other)) continue;
    SelfJoin small = join;
    return takes_along(c, other, small);
  }
  return false;
}

// Those that the finding of this one serves as well.
std::vector<SelfJoin> taken_along(const Context& c, const SelfJoin& join) {
  std::vector<SelfJoin> found;
  if (grows_by_few_numbers(c.model, join)) return found;
  SelfJoin large = join;
  for (SelfJoin& other : joins_beside(c.model, join)) {
    if (grows_by_few_numbers(c.model, other)) {
      if (takes_along(c, large, other)) found.push_back(std::move(other));
    } else if (other.assignment < join.assignment) {
      return {};
    }
  }
  return found;
}

// ---- the finding ------------------------------------------------------------------

// From the function that takes the part from something larger to where it is joined.
WaySteps way_of_view(const Context& c, NodeId view, NodeId part) {
  WaySteps steps;
  tell_step(c.tree, view,
            fmt::format("{} is a part of something larger", quoted_code(c.tree, view)), steps);
  tell_step(
      c.tree, part,
      fmt::format("returned by {}, and joined", quoted_function(c.tree, c.model.function_of(view))),
      steps);
  return steps;
}

void report(const Context& c, const SelfJoin& j, Findings& out) {
  Diagnostic finding =
      c.diagnose(out, j.assignment, "every iteration copies all that was collected so far")
          .grows(Growth::Quadratic)
          .because(j.growing.loop,
                   j.function == kFrameAppend
                       ? "the frame grows in this loop and is not read in it; collect "
                         "the rows in a list and make the frame of it after the loop"
                       : "the value grows in this loop and is not read in it");
  if (const NodeId part = part_of_larger(c.model, j); part != kNoNode) {
    const NodeId view = view_made_for(c.model, part);
    finding.because(view, "a part is taken from something larger here")
        .by_way(way_of_view(c, view, part))
        .unfixed("a list would keep all of what a part is taken from; collect copies of the parts");
    return;
  }
  Change change = change_of(c, j);
  for (const SelfJoin& small : taken_along(c, j)) {
    finding.because(small.assignment, "a few numbers are joined beside it, in the same way");
    const Change with_it = change_of(c, small);
    append(*change.intents, *with_it.intents);
    change.verdict.also(with_it.verdict);
  }
  finding.fix(std::string(change.title), std::move(change.intents), std::move(change.verdict));
}

// data[key] = np.concatenate([data[key], part])
void check_entry(const Context& c, NodeId assignment, Findings& out) {
  const auto entry = growing_entry(c.model, assignment);
  if (!entry) return;
  if (is_too_minor(c, assignment, why_copies_of_entry_hardly_matter(c.model, *entry))) return;
  c.diagnose(out, assignment, "every iteration copies all that was collected so far")
      .grows(Growth::Quadratic)
      .because(entry->loop, "the entries grow in this loop and are not read in it")
      .unfixed(
          "each entry needs a list of its own: collect the parts there, and join them after "
          "the loop");
}

void check(const Context& c, NodeId assignment, Findings& out) {
  check_joined_attribute(c, assignment, out);
  if (c.model.loop_of(assignment) == kNoNode) return;
  check_entry(c, assignment, out);
  std::optional<SelfJoin> join = match_self_join(c.model, assignment);
  if (!join) return;
  const Exposure against = look_into(c.model, *join);
  if (against.at != kNoNode) return void(c.abstain(against.at, against.fact));
  if (is_too_minor(c, assignment, why_copies_hardly_matter(c.model, *join))) return;
  if (is_taken_along(c, *join)) {
    return void(c.abstain(assignment, "the fix of the larger value beside it serves it"));
  }
  report(c, *join, out);
}

}  // namespace

MLFIX_DEFINE_TRANSFORM(cat_in_loop, check,
                       {.kinds = {Kind::Assignment},
                        .triggers = {"import", "cat|stack|append"},
                        .gates = {kOutsideUnitTests}});

}  // namespace mlfix::cat_in_loop
