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
//               exception, or has another definition there; an attribute where the loop runs
//               another method that reads it; in a unit test.
//               With `minor` off also where the copies hardly matter: at most
//               16 parts, one for each layer, head or piece of a tensor, parts of
//               a few numbers or that a network gives, a joined value that nobody
//               reads, and a loop in which another value has to go on growing.
//               A value that grows by a few numbers beside a larger one, in the same way, is no
//               finding of its own: the fix of that one collects both.
// No fix        for an attribute, as others may read it between two calls; for entries, each of
//               which needs a list; where a function of the file makes the parts as views of
//               what is larger, which a list would keep.
// Safe when     the parts are certainly tensors that nobody changes in place
//               before the loop ends (the list keeps them, not copies), joining
//               the initial value alone gives it again, and the join means the
//               same after the loop.
//
// A list is as fast as preallocation and cheaper under autograd (one node instead of one copy per
// row). Where the program says itself how many rows of which shape and type come, `out =
// torch.empty((0, n))` before `for i in range(count)`, and no part shows a graph, the tensor
// is made as long as it gets, and each iteration writes its row, unless the list would be safe.

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
#include "semantic/names/access_path.h"
#include "semantic/names/attribute_access.h"
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
#include "transforms/loop/joining/preallocation.h"

namespace mlfix::cat_in_loop {
namespace {

// np.append takes two arrays only; np.concatenate does the same for a list. What df.append()
// is given may be a row or a frame, so that nothing is known to do the same.
std::optional<Rewriter::Spelling> spell_join(const Context& c, const SelfJoin& j) {
  if (j.function == kFrameAppend) return std::nullopt;
  if (j.function == "numpy.append") return c.edit.spell(j.growing.loop, "numpy.concatenate");
  return Rewriter::Spelling{
      std::string(c.tree.text(c.tree.child(j.call, Field::Function))), {}, {}};
}

// join(list, the options
std::string joining_call(const Context& c, const SelfJoin& j, std::string_view function,
                         std::string_view list) {
  std::string join = std::string(function) + "(" + std::string(list);
  for (NodeId option : j.options) join += ", " + std::string(c.tree.text(option));
  if (j.function == "numpy.append") {
    join += ", axis=" + std::string(j.dim == kNoNode ? "None" : c.tree.text(j.dim));
  }
  return join;
}

// The list begins with the initial value, or in place of the statement `start`.
std::optional<Intents> collect_and_join(const Context& c, const SelfJoin& j, NodeId start) {
  const std::string name(c.tree.text(j.growing.target));
  const std::string list = c.edit.fresh_name(j.assignment, name + "_parts");
  const auto function = spell_join(c, j);
  if (!function) return std::nullopt;
  const std::string join = joining_call(c, j, function->text, list);
  const bool one = j.parts.size() == 1;
  const TextRange whole = c.tree.range(j.assignment);
  auto before = start == kNoNode
                    ? c.edit.insert_before(j.growing.loop, list + " = [" + name + "]")
                    : std::optional(c.edit.replace(c.tree.first_child(start), list + " = []"));
  const auto after = c.edit.insert_after(j.growing.loop, name + " = " + join + ")");
  if (!before || !after) return std::nullopt;
  append(*before, c.edit.replace({whole.begin, c.tree.range(j.parts.front()).begin},
                                 list + (one ? ".append(" : ".extend([")));
  append(*before, c.edit.replace({c.tree.range(j.parts.back()).end, whole.end}, one ? ")" : "])"));
  append(*before, *after);
  append(*before, function->imports);
  return before;
}

// if out is None: out = part, else: out = cat((out, part)): what it is at first it stays when
// no part comes. Without an axis np.append makes one dimension of all parts but a single one.
std::optional<Intents> collect_from_first(const Context& c, const SelfJoin& j) {
  const std::string name(c.tree.text(j.growing.target));
  const std::string list = c.edit.fresh_name(j.assignment, name + "_parts");
  const auto function = spell_join(c, j);
  if (!function || (j.function == "numpy.append" && j.dim == kNoNode)) return std::nullopt;
  const DefId start = j.growing.start;
  const NodeId value = start == kNone ? kNoNode : c.model.bindings().definition(start).value;
  const std::string join = name + " = " + joining_call(c, j, function->text, list) + ")";
  auto intents = c.edit.insert_before(j.growing.loop, list + " = []");
  const auto after = c.edit.insert_after(j.growing.loop, c.tree.is(value, Kind::None)
                                                             ? join + " if " + list + " else None"
                                                             : "if " + list + ":\n    " + join);
  if (!intents || !after) return std::nullopt;
  const std::string part(c.tree.text(j.parts.front()));
  TextRange whole = c.tree.range(j.growing.branching);  // without a CR after it
  whole.end = whole.begin +
              static_cast<Offset>(c.tree.text(j.growing.branching).find_last_not_of(" \t\r\n") + 1);
  append(*intents, c.edit.replace(whole, list + ".append(" + part + ")"));
  append(*intents, *after);
  append(*intents, function->imports);
  return intents;
}

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

// out = torch.empty((count, n)), out[i] = row
Intents write_rows(const Context& c, const SelfJoin& j, const Preallocation& rows) {
  Intents intents = c.edit.replace(rows.size, std::string(c.tree.text(rows.count)));
  append(intents,
         c.edit.replace(j.assignment, rows.slot + " = " + std::string(c.tree.text(rows.row))));
  return intents;
}

// ---- how safe it is ---------------------------------------------------------------

Verdict verdict_on_joining_later(const SemanticModel& model, const SelfJoin& join) {
  if (!joins_tensors(join)) return Verdict::assuming(*parts_unchanged(model, join).assumption());
  return Verdict::of(SafeChange::kJoinLater, parts_unchanged(model, join),
                     joins_start_alone(model, join), same_mode_behind(model, join),
                     not_swallowed(model, join));
}

// The same where the first value, an empty vector, is left away; see dispensable_start().
Verdict verdict_on_joining_parts_alone(const SemanticModel& model, const SelfJoin& join) {
  const Answer<Claim::JoinsAlone> runs =
      Assumption{AssumptionKind::LoopRuns, "the loop runs at least once", join.growing.loop};
  Verdict verdict = Verdict::of(SafeChange::kJoinLater, parts_unchanged(model, join), runs,
                                same_mode_behind(model, join), not_swallowed(model, join));
  verdict.lower_to({AssumptionKind::ExpectedValue,
                    "the parts are tensors of the type that the first value has",
                    join.parts.front()});
  return verdict;
}

// On writing each part to its place in a tensor that is as long as it gets.
Verdict verdict_on_preallocation(const SelfJoin& join) {
  return Verdict::assuming({AssumptionKind::ExpectedValue,
                            "each part has the shape and the type of a row of the first value",
                            join.parts.front()});
}

// if len(out) == 0: an empty part is replaced by the next one, too.
bool replaces_empty_parts(const SyntaxTree& tree, const SelfJoin& join) {
  const NodeId condition = tree.child(join.growing.branching, Field::Condition);
  bool asks_value = false;
  bool asks_none = false;
  for_each_node(tree, condition, tree.subtree_end(condition), [&](NodeId n) {
    asks_value = asks_value || tree.text(n) == tree.text(join.growing.target);
    asks_none = asks_none || tree.is(n, Kind::None);
  });
  return asks_value && !asks_none;
}

// The same where the first part takes the place of what was there before the loop.
Verdict verdict_on_joining_from_first(const SyntaxTree& tree, const SelfJoin& join) {
  const bool stacks = join.function.ends_with("stack");
  const std::string_view assumption =
      stacks ? "each part has two dimensions, and none is changed in place"
      : replaces_empty_parts(tree, join)
          ? "no part is empty, changed in place, or a small view of something large"
          : "no part is changed in place, or a small view of something large";
  return Verdict::assuming(
      {AssumptionKind::NotChangedInPlace, std::string(assumption), join.parts.front()});
}

// ---- the rule ---------------------------------------------------------------------

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

constexpr std::string_view kCollect = "Collect the parts in a list and join them once";

struct Change {
  std::string_view title;
  std::optional<Intents> intents;
  Verdict verdict;
};

Change change_of(const Context& c, const SelfJoin& j) {
  if (j.growing.branching != kNoNode) {
    return {kCollect, collect_from_first(c, j), verdict_on_joining_from_first(c.tree, j)};
  }
  const Verdict with_first = verdict_on_joining_later(c.model, j);
  if (with_first.is_safe()) return {kCollect, collect_and_join(c, j, kNoNode), with_first};
  if (const auto rows = preallocation(c.model, j)) {
    return {"Make the tensor as long as it gets, and write the rows to it", write_rows(c, j, *rows),
            verdict_on_preallocation(j)};
  }
  const NodeId start = dispensable_start(c.model, j);
  return {kCollect, collect_and_join(c, j, start),
          start == kNoNode ? with_first : verdict_on_joining_parts_alone(c.model, j)};
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

// Is the method called again and again: in a loop of this file, or by other files, not each once?
bool is_called_repeatedly(const SemanticModel& model, NodeId method) {
  if (repetition_of(model, model.tree().child(method, Field::Body)) == Repetition::Repeated) {
    return true;
  }
  const auto others = model.calls_elsewhere(method);
  return others && !others->empty() && !runs_once_elsewhere(model, method);
}

// Does anybody set the attribute but the constructor and this assignment, or delete it? Then it
// begins anew.
bool is_set_elsewhere(const SemanticModel& model, NodeId attribute) {
  const SyntaxTree& tree = model.tree();
  return std::ranges::any_of(
      model.attribute_accesses(last_name(tree, attribute)), [&](const AttributeAccess& access) {
        if (access.is_load || access.node == attribute) return false;
        const NodeId function = model.function_of(access.node);
        return function == kNoNode || tree.text(tree.child(function, Field::Name)) != "__init__";
      });
}

// Does a loop that calls the method call another one that reads the attribute? Then it is read as
// often as it grows, or more often.
bool is_read_between(const SemanticModel& model, NodeId method, NodeId attribute) {
  const auto runs_in = [&](NodeId loop, NodeId function) {
    return function != kNoNode && function != method &&
           std::ranges::any_of(model.call_sites(function).calls,
                               [&](NodeId call) { return model.tree().contains(loop, call); });
  };
  return std::ranges::any_of(model.call_sites(method).calls, [&](NodeId call) {
    const NodeId loop = model.loop_of(call);
    return loop != kNoNode &&
           std::ranges::any_of(model.attribute_accesses(last_name(model.tree(), attribute)),
                               [&](const AttributeAccess& access) {
                                 return access.is_load &&
                                        runs_in(loop, model.function_of(access.node));
                               });
  });
}

// The other method of the class that reads what is collected, maybe more often than it grows; or
// kNoNode.
NodeId reading_method(const SemanticModel& model, NodeId method, NodeId attribute) {
  const std::string_view name = last_name(model.tree(), attribute);
  for (const AttributeAccess& access : model.attribute_accesses(name)) {
    const NodeId function = model.function_of(access.node);
    const bool is_other = access.is_load && function != kNoNode && function != method;
    if (is_other && model.method_class(function) == model.method_class(method)) return function;
  }
  return kNoNode;
}

// self.x = np.vstack([self.x, part]) in a method of an object that is no module: those keep what
// they have attended to.
void check_attribute(const Context& c, NodeId assignment, Findings& out) {
  const auto join = match_attribute_join(c.model, assignment);
  const NodeId method = c.model.function_of(assignment);
  const NodeId klass = method == kNoNode ? NodeId{kNoNode} : c.model.method_class(method);
  if (!join || klass == kNoNode || c.model.derives_from(klass, "torch.nn.Module")) return;
  if (is_set_elsewhere(c.model, join->growing.target)) {
    return void(c.abstain(assignment, "the attribute is set anew elsewhere"));
  }
  if (!is_called_repeatedly(c.model, method)) {
    return void(c.abstain(assignment, "nobody is seen to call the method again and again"));
  }
  if (is_read_between(c.model, method, join->growing.target)) {
    return void(c.abstain(assignment, "a loop reads the attribute beside the calls"));
  }
  const bool numbers = std::ranges::all_of(
      join->parts, [&](NodeId part) { return c.model.facts(part).must_be(Fact::Number); });
  if (is_too_minor(c, assignment, numbers ? "each part is a number" : "")) return;
  const NodeId reader = reading_method(c.model, method, join->growing.target);
  c.diagnose(out, assignment, "every call copies all that was collected so far")
      .grows(Growth::Quadratic)
      .because(join->growing.target, "the attribute grows with each call of the method")
      .unfixed(reader == kNoNode
                   ? "who reads it between two calls is not known: add the parts to a list, and "
                     "join them where they are read"
                   : quoted_function(c.tree, reader) +
                         " reads it: where it grows more often than that, add the parts to a "
                         "list, and join them there");
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
  check_attribute(c, assignment, out);
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
