// A list is as fast as preallocation and cheaper under autograd (one node instead of one copy per
// row). Where the program says itself how many rows of which shape and type come, `out =
// torch.empty((0, n))` before `for i in range(count)`, and no part shows a graph, the tensor
// is made as long as it gets, and each iteration writes its row, unless the list would be safe.

#include "transforms/loop/joining/collecting.h"

#include <string>
#include <utility>

#include "semantic/binding/binding.h"
#include "semantic/control/walk.h"
#include "semantic/semantic_model.h"
#include "torch/tensor/joining_later.h"
#include "transforms/loop/joining/preallocation.h"

namespace mlfix {
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

// out = torch.empty((count, n)), out[i] = row
Intents write_rows(const Context& c, const SelfJoin& j, const Preallocation& rows) {
  Intents intents = c.edit.replace(rows.size, std::string(c.tree.text(rows.count)));
  append(intents,
         c.edit.replace(j.assignment, rows.slot + " = " + std::string(c.tree.text(rows.row))));
  return intents;
}

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

}  // namespace

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

}  // namespace mlfix
