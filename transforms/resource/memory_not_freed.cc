// Points at models and large tensors that are kept and never used again.
//
//     for width in widths:
//         model = Net(width)
//         scores.append(fit(model))
//         models.append(model)
//         --------------------   nobody ever looks into `models`
//
// Fires when    a loop, or a function, puts a model, an object with one of its own, or a
//               tensor of a large literal size into a list, dict or set that outlives
//               it, and nothing in the file reads that container, or nobody takes the object out
//               of a container of a function that is read for what stands beside it, or for one
//               of them, the last or the best; and where a
//               loop keeps tensors that are only read when a flag is set, which is off by
//               default; and where what a function or script loaded from a checkpoint stays
//               while it trains, by itself or through a call, or while the object lives that put it
//               on an attribute which nothing else in the run mentions. With `strict`, at the first
//               heavy constructor of a file that frees nothing at all.
// Stays silent  when the object is read there, the container is returned, cleared or a module, when
//               the object is the same in every iteration, and where memory is
//               freed by a call that the configuration knows; where a script that others import, or
//               that is run cell by cell, names its checkpoint; where an attribute may be
//               read by its name, or a function gets it that may keep it. With `minor` off also
//               for a checkpoint that is not said to be loaded to a device, or is an attribute of
//               a class that does not train.
// Safe when     never: only the author knows what the container is for. Where a flag
//               says it, the fix asks the flag before it adds to the list; a checkpoint is
//               deleted after its last use, and a local variable stands in for an attribute.
//
// A name that is bound again needs no freeing: rebinding does it.

#include <algorithm>
#include <set>
#include <string>

#include "engine/diagnostic.h"
#include "engine/transform.h"
#include "semantic/control/repetition.h"
#include "semantic/effects/freeing.h"
#include "semantic/flow/source_way.h"
#include "semantic/flow/way_telling.h"
#include "semantic/names/access_path.h"
#include "semantic/semantic_model.h"
#include "torch/module/heavy_object.h"
#include "torch/module/kept_object.h"
#include "torch/tensor/unasked_list.h"
#include "torch/training/idle_checkpoint.h"
#include "torch/training/unit_test.h"
#include "transforms/fixes/minor.h"

namespace mlfix::memory_not_freed {
namespace {

// The heavy value among those that are kept, or kNoNode.
NodeId heavy_among(const Context& c, const std::vector<NodeId>& values) {
  const std::int64_t min_bytes = c.options.number("min-megabytes") * 1'000'000;
  const auto found = std::ranges::find_if(
      values, [&](NodeId value) { return is_heavy(c.model, value, min_bytes); });
  return found == values.end() ? kNoNode : *found;
}

WaySteps way_into_container(const Context& c, NodeId value, const KeptObject& kept) {
  WaySteps steps = way_of_object(c.model, value);
  tell_step(c.tree, kept.at, "put into " + quoted_code(c.tree, kept.container), steps);
  return steps;
}

void check_kept(const Context& c, NodeId node, Findings& out) {
  const auto kept = kept_object(c.model, node);
  if (!kept) return;
  const NodeId heavy = heavy_among(c, kept->values);
  if (heavy == kNoNode) return;
  if (const Refusal no = why_needed(c.model, *kept, heavy); no.at != kNoNode) {
    c.abstain(no.at, no.fact);
    return;
  }
  const ContainerRead read = read_of_container(c.model, *kept);
  const NodeId loop = c.model.loop_of(node);
  const NodeId region = loop != kNoNode ? loop : c.model.function_of(node);
  if (const NodeId freed = freeing_in(c.model, region, c.options.word("freeing-calls"));
      freed != kNoNode && !read.of_one) {
    c.abstain(freed, "memory is freed here");
    return;
  }
  const std::string container = quoted_code(c.tree, kept->container);
  const bool is_chosen = runs_each(c.model, read);
  Diagnostic finding =
      c.diagnose(
           out, kept->at,
           "every object that comes here stays in memory, and " +
               (read.at == kNoNode ? "nothing in this file reads " + container
                : is_chosen        ? "one of those in " + container + " is chosen in the end"
                : read.of_one      ? "only one of those in " + container + " is used again"
                              : "nothing in this file takes one out of " + container + " again"))
          .grows(Growth::Linear)
          .at_least(Severity::Medium)
          .confidence(Confidence::Medium)
          .because(heavy, "this is a model, what holds one, or a large tensor")
          .by_way(way_into_container(c, heavy, *kept));
  if (read.at == kNoNode) {
    finding.unfixed("what the objects are kept for is not seen");
  } else if (is_chosen) {
    finding.because(read.at, "this chooses one of them")
        .unfixed("each could be judged when it is made, and the best kept");
  } else if (read.of_one) {
    finding.because(read.at, "this takes one of them")
        .unfixed(
            "a name for that one would do: how it is told from the others is for its author "
            "to say");
  } else {
    finding.because(read.at, "this reads what stands beside it, or counts")
        .unfixed("keep what is read, and let the object go: how is for its author to say");
  }
}

// if return_all: images.append(x), wherever something is added.
std::optional<Intents> add_if_asked(const Context& c, const UnaskedList& list) {
  Intents intents;
  for (const NodeId addition : list.additions) {
    const NodeId statement = c.model.statement_of(addition);
    const auto wrapped = c.edit.wrap(statement, statement, "if " + list.condition + ":");
    if (!wrapped) return std::nullopt;
    append(intents, *wrapped);
  }
  return intents;
}

// Tensors that a loop keeps in case a flag asks for them.
void check_unasked(const Context& c, NodeId call, Findings& out) {
  const auto list = unasked_list(c.model, call);
  if (!list) return;
  if (has_few_iterations(c.model, c.model.loop_of(call))) {
    c.abstain(call, "the loop keeps a few tensors only");
    return;
  }
  c.diagnose(out, call,
             "every iteration keeps a tensor that is read only if `" + list->condition + "`")
      .grows(Growth::Linear)
      .at_least(Severity::Medium)
      .because(list->read, "here the list is read, and nowhere without the flag")
      .fix("Keep the tensor only where it is wanted", add_if_asked(c, *list),
           Verdict::assuming(AssumptionKind::NotReadElsewhere,
                             "nobody reads the list where the flag is not set"));
}

// The ends of checkpoints that were reported: branches load one each, and one edit serves them.
struct EndsOfCheckpoints {
  std::set<NodeId> known;
};

// A checkpoint beside the model that took its weights.
void check_checkpoint(const Context& c, NodeId call, Findings& out) {
  const auto idle = idle_checkpoint(c.model, call);
  if (!idle || !c.model.notes<EndsOfCheckpoints>().known.insert(idle->last).second) return;
  if (in_unit_test(c.model, call)) return;
  if (is_too_minor(c, call, idle->on_device ? "" : "the checkpoint stays on the host")) return;
  std::string names;
  for (const std::string_view name : idle->names) {
    names += (names.empty() ? "" : ", ") + std::string(name);
  }
  c.diagnose(out, call,
             "the checkpoint stays in memory while the model that took its weights trains")
      .grows(Growth::Peak)
      .because(idle->last, "nobody needs it after this")
      .because(idle->training, "this goes on beside it")
      .fix("Delete it after its last use", c.edit.insert_after(idle->last, "del " + names),
           Verdict::assuming(AssumptionKind::NotReadElsewhere,
                             "nobody looks at the names in another way, as a debugger does"));
}

// self.ckpt -> ckpt, wherever it is mentioned.
Intents in_local_variable(const Context& c, const HeldCheckpoint& held) {
  std::string_view wanted = last_name(c.tree, held.attribute);
  wanted.remove_prefix(std::min(wanted.find_first_not_of('_'), wanted.size() - 1));
  std::string name = c.edit.fresh_name(held.attribute, wanted);
  if (name != wanted) name = c.edit.fresh_name(held.attribute, "checkpoint");
  Intents intents = c.edit.replace(held.attribute, name);
  for (const NodeId read : held.reads) append(intents, c.edit.replace(read, name));
  return intents;
}

// A checkpoint on an attribute that nothing mentions after it was loaded.
void check_held_checkpoint(const Context& c, NodeId call, Findings& out) {
  const auto held = held_checkpoint(c.model, call);
  if (!held || in_unit_test(c.model, call)) return;
  const std::string_view minor = held->training == kNoNode ? "no method of the class trains"
                                 : held->on_device         ? ""
                                                           : "the checkpoint stays on the host";
  if (is_too_minor(c, call, minor)) return;
  Diagnostic finding =
      c.diagnose(out, call,
                 "the checkpoint stays in memory for as long as the object, beside the model that "
                 "took its weights")
          .grows(Growth::Peak)
          .because(held->reads.back(), "nobody needs it after this");
  if (held->training != kNoNode) finding.because(held->training, "this goes on beside it");
  finding.fix("Keep it in a local variable", in_local_variable(c, *held),
              Verdict::assuming(AssumptionKind::NotReadElsewhere,
                                "nobody outside of these files reads the attribute, of a pickled "
                                "object for one"));
}

void check_file(const Context& c, NodeId call, Findings& out) {
  if (call != first_heavy_object(c.model)) return;
  const NodeId freed =
      freeing_in(c.model, c.tree.root(), "detach " + std::string(c.options.word("freeing-calls")));
  if (freed != kNoNode) {
    c.abstain(freed, "memory is freed here");
    return;
  }
  c.diagnose(out, call,
             "nothing in this file frees memory: no del, no None, no detach() and no "
             "clear_session()")
      .confidence(Confidence::Low)
      .unfixed("what can go, and when, is not seen");
}

void check(const Context& c, NodeId node, Findings& out) {
  if (!c.options.flag("strict")) {
    check_kept(c, node, out);
    if (c.tree.is(node, Kind::Call)) {
      check_unasked(c, node, out);
      check_checkpoint(c, node, out);
      check_held_checkpoint(c, node, out);
    }
  } else if (c.tree.is(node, Kind::Call)) {
    check_file(c, node, out);
  }
}

}  // namespace

MLFIX_DEFINE_TRANSFORM(memory_not_freed, check,
                       {.kinds = {Kind::Call, Kind::Assignment, Kind::AugmentedAssignment},
                        .triggers = {"import"}});

}  // namespace mlfix::memory_not_freed
