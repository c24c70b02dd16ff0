#include "transforms/retention/filling/filled_variable.h"

#include <algorithm>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "engine/diagnostic.h"
#include "semantic/control/repetition.h"
#include "semantic/effects/effects.h"
#include "semantic/effects/freeing.h"
#include "semantic/flow/history_window.h"
#include "semantic/flow/long_lived.h"
#include "semantic/knowledge/facts.h"
#include "semantic/knowledge/meanings.h"
#include "semantic/semantic_model.h"
#include "torch/graph/attachment.h"
#include "torch/tensor/copying_cost.h"
#include "torch/training/batch_loop.h"
#include "torch/training/loader.h"
#include "transforms/fixes/minor.h"

namespace mlfix {
namespace {

// Does the loop end with its data, rather than with the run?
bool is_one_epoch(const Context& c, NodeId loop) {
  return c.tree.is(loop, Kind::ForStatement) &&
         is_loader(c.model, innermost_view(c.model, c.tree.child(loop, Field::Right)));
}

// xs = [], when nothing is left to add to it; nothing where other names are bound there, too.
Intents without_creation(const Context& c, const UnreadList& list) {
  const NodeId assignment = c.tree.parent(list.made);
  const NodeId statement = c.model.statement_of(list.made);
  const bool alone = c.tree.is(assignment, Kind::Assignment) &&
                     c.tree.is(c.tree.child(assignment, Field::Left), Kind::Identifier) &&
                     c.tree.parent(assignment) == statement;
  return alone && may_be_left_out(c.model, list.made) ? c.edit.delete_statement(statement)
                                                      : Intents();
}

// The list goes, and with it all that is added to it.
Intents without_list(const Context& c, const UnreadList& list) {
  Intents intents = without_creation(c, list);
  for (const NodeId addition : list.additions) {
    append(intents, c.edit.delete_statement(c.model.statement_of(addition)));
  }
  return intents;
}

// Why the list has to stay as it is, or "".
std::string_view why_filled(const Context& c, const UnreadList& list) {
  if (c.model.imports_any(Meaning::RefersWeakly)) {
    return "the list may be what keeps things alive that others refer to weakly";
  }
  if (c.model.function_of(list.made) == kNoNode && is_run_in_cells(c.model)) {
    return "who runs the file cell by cell may look at the list";
  }
  const bool idle = std::ranges::all_of(list.additions, [&](NodeId addition) {
    const std::vector<NodeId> added = c.model.arguments(addition);
    return std::ranges::all_of(added, [&](NodeId v) { return may_be_left_out(c.model, v); });
  });
  return idle ? "" : "what is added is computed there, which may do something else as well";
}

// Is the loop one of a training, or over the batches of one, with more than a few iterations?
bool is_training_loop(const Context& c, NodeId loop) {
  return !has_few_iterations(c.model, loop) &&
         (counts_epochs(c.model, loop) || is_batch_loop(c.model, loop) ||
          c.model.effects(loop).has(Effect::Backward));
}

// By what makes the list.
struct WeightiestAdditions {
  std::unordered_map<NodeId, NodeId> of;
};

// The first addition whose entries are seen to be large, or the first of all.
NodeId weightiest_addition(const Context& c, const UnreadList& list) {
  NodeId& weightiest =
      c.model.notes<WeightiestAdditions>().of.try_emplace(list.made, kNoNode).first->second;
  if (weightiest != kNoNode) return weightiest;
  const auto large = std::ranges::find_if(list.additions, [&](NodeId addition) {
    return holds_new_tensors(c.model, growth_of(c.model, addition).value);
  });
  return weightiest = large == list.additions.end() ? list.additions.front() : *large;
}

// A list of a function or script that a loop fills and nobody reads.
void check_unread(const Context& c, NodeId n, NodeId value, Findings& out) {
  const FactSet kinds = c.model.facts(value).may;
  if (kinds.has_any(Fact::Module | Fact::KerasModel)) return;  // memory-not-freed tells of these
  // The graph that comes with it weighs more, and detach-stored-tensor tells of that; once it is
  // gone, the list stays as its author has left it.
  const bool detached = c.model.method_name(value) == "detach";
  const NodeId kept = detached ? c.model.receiver_of_call(value, "detach") : value;
  if (attachment_of(c.model, kept) != Attachment::None) return;
  const UnreadList* list = unread_list(c.model, n);
  const NodeId run = list == nullptr ? NodeId{kNoNode} : loop_that_fills(c.model, *list, n);
  if (run == kNoNode || weightiest_addition(c, *list) != n) return;
  if (!is_training_loop(c, run)) {
    c.abstain(n, "the loop neither trains nor goes through many batches", run);
    return;
  }
  const bool large = holds_new_tensors(c.model, value);
  if (is_too_minor(c, n, large ? "" : "the entries are not seen to be large", value)) return;
  Diagnostic finding =
      c.diagnose(out, n, "the list grows with every iteration, and nobody reads it")
          .grows(Growth::Linear)
          .confidence(Confidence::Medium)
          .because(list->made, "all that is done with the list is to add to it");
  if (large) {
    finding.at_least(Severity::Medium).because(value, "an entry is a tensor, or holds some");
  } else {
    finding.at_most(Severity::Info);
  }
  if (const std::string_view why = why_filled(c, *list); !why.empty()) {
    finding.unfixed(why);
    return;
  }
  finding.fix("Don't fill the list", without_list(c, *list),
              Verdict::assuming(AssumptionKind::NotReadElsewhere,
                                "nobody looks at the list in another way, as a debugger does"));
}

}  // namespace

void check_filled_variable(const Context& c, NodeId n, NodeId value, Findings& out) {
  const auto average = average_so_far(c.model, n);
  if (!average) return check_unread(c, n, value, out);
  if (is_one_epoch(c, average->run)) return;
  if (c.model.facts(value).may_be(Fact::Tensor)) return;
  if (is_too_minor(c, n, "the entries are numbers: a million of them take 40 MB")) return;
  c.diagnose(out, n,
             "the list grows with every iteration, and all that is asked of it is an average of "
             "everything so far, which takes longer each time; keep the last entries in a "
             "collections.deque(maxlen=…), or a sum and a count")
      .grows(Growth::Linear)
      .at_most(Severity::Info)
      .confidence(Confidence::Medium)
      .because(average->asked, "this goes through all entries each time")
      .because(average->made, "the list is made once, and never shortened")
      .unfixed("how many entries the average is meant to cover is not said");
}

}  // namespace mlfix
