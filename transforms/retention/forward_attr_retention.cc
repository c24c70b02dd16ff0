// Keeps a module from keeping what its forward() computed.
//
//     self.features = self.conv(x)    ->   self.features = self.conv(x).detach()
//     self.history.append(h)          ->   self.history.append(h.detach())
//     self.usage += h.sum(0)          ->   self.usage += h.sum(0).detach()
//     self.h = self.fc(x)             ->   h = self.fc(x)
//     return self.out(self.h)              return self.out(h)
//
// Fires when    forward(), or a method that forward() calls, stores a value that
//               carries the graph of the run on the module. What an attribute of the module
//               makes of an input of forward() does where the run goes on with a tensor.
//               A list of what the runs give back anyway, under a switch that is off from the
//               start, is a record, whoever reads it.
// Stays silent  when the attribute is a part of the loss, by its name (but where the run
//               itself returns it, and nobody else reads it) or by what its readers do; when the
//               next call reads it (hidden states, caches, but for a memory that the file only
//               reads without gradients); when it is a sum that the file does
//               not read, or reads otherwise; when it is emptied somewhere; when
//               gradients are, or may be, off; when the run itself goes on with it and somebody
//               else in the project mentions the attribute; when it may be a tuple of tensors,
//               which has no detach(). With `minor` off also where the module keeps the last run
//               only, and that run does not read it.
// Safe when     never: the module belongs to others, who may train through it, or
//               read what only this run reads here.

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "engine/diagnostic.h"
#include "engine/transform.h"
#include "semantic/control/consumer.h"
#include "semantic/control/flow_queries.h"
#include "semantic/effects/grad_mode.h"
#include "semantic/flow/long_lived.h"
#include "semantic/flow/reflection.h"
#include "semantic/flow/way_telling.h"
#include "semantic/knowledge/facts.h"
#include "semantic/knowledge/hints.h"
#include "semantic/names/access_path.h"
#include "semantic/semantic_model.h"
#include "torch/graph/attachment.h"
#include "torch/graph/graph_birth.h"
#include "torch/graph/value_sources.h"
#include "torch/module/attribute_readers.h"
#include "torch/module/module_phase.h"
#include "torch/module/self_store.h"
#include "torch/module/statistic_update.h"
#include "torch/module/stored_output.h"
#include "torch/tensor/tensor_proof.h"
#include "torch/tensor/tensor_use.h"
#include "transforms/fixes/detaching.h"
#include "transforms/fixes/gates.h"
#include "transforms/fixes/minor.h"

namespace mlfix::forward_attr_retention {
namespace {

// Does the method carry a state from call to call? Whoever drives such a module
// step by step collects what it stores.
bool is_step_of_recurrence(const Context& c, NodeId function) {
  for (NodeId at = function; at < c.tree.subtree_end(function); ++at) {
    const NodeId target = c.tree.is(at, Kind::Assignment) ? c.tree.child(at, Field::Left) : kNoNode;
    const NodeId attribute =
        target == kNoNode ? NodeId{kNoNode} : attribute_of_self(c.model, target);
    if (attribute != kNoNode &&
        c.model.suggests(Hint::KeptValue, c.tree.text(c.tree.child(attribute, Field::Attribute)))) {
      return true;
    }
  }
  return false;
}

struct StepsOfRecurrence {
  std::unordered_map<NodeId, bool> known;  // by function
};

bool stands_in_step_of_recurrence(const Context& c, NodeId n) {
  const NodeId function = c.model.function_of(n);
  const auto [known, is_new] = c.model.notes<StepsOfRecurrence>().known.try_emplace(function);
  if (is_new) known->second = is_step_of_recurrence(c, function);
  return known->second;
}

struct Readers {
  std::string_view forbids;  // why it must stay as it is
  bool same_run = false;     // the run itself goes on with it
  bool others = false;       // others may differentiate it
};

Readers readers_of(const Context& c, const SelfStore& store, NodeId statement) {
  Readers readers;
  for (const NodeId read : reads_of_attribute(c.model, store.attribute)) {
    if (read == store.attribute) continue;
    const NodeId at = c.model.statement_of(read);
    if (at == statement && c.tree.contains(c.tree.child(statement, Field::Left), read)) continue;
    const bool here = c.model.function_of(read) == c.model.function_of(statement);
    const Role role = c.model.consumer_of(read).role;
    if (role == Role::Condition || role == Role::Compared) {
      return {"it is tested, as a cache is", false, false};
    }
    const Need need = graph_need_of(c.model, read);
    if (need == Need::None) continue;
    const bool later = at != statement && !run_in_different_phases(c.model, statement, read) &&
                       dominates(c.model, statement, at);
    if (here && !later && !(store.grows && at == statement)) {
      return {"the next call may read it", false, false};
    }
    if (here) {
      readers.same_run = true;
    } else if (need == Need::Certain) {
      return {"it is differentiated elsewhere", false, false};
    } else {
      readers.others = true;
    }
  }
  return readers;
}

// Does the read only lead to a place that is written, or a member that is added?
bool only_writes(const Context& c, NodeId read) {
  const NodeId statement = c.tree.first_child(c.model.statement_of(read));
  if (c.tree.is(statement, Kind::Assignment) || c.tree.is(statement, Kind::AugmentedAssignment)) {
    return c.tree.contains(c.tree.child(statement, Field::Left), read);
  }
  return self_store_of(c.model, statement).attribute == read;
}

// Is it put into a place that stays, which the file reads, and never for a graph? Such a memory is
// there for the next call, but as data.
bool fills_store_of_data(const Context& c, const SelfStore& store) {
  const std::string_view name = c.tree.text(c.tree.child(store.attribute, Field::Attribute));
  if (!store.grows || is_mentioned_by_kin(c.model, name)) return false;
  std::vector<NodeId> reads = reads_of_attribute(c.model, store.attribute);
  std::erase_if(reads, [&](NodeId read) { return only_writes(c, read); });
  return !reads.empty() && std::ranges::all_of(reads, [&](NodeId read) {
    return graph_need_of(c.model, read) == Need::None;
  });
}

// self.count += x.sum(0): a new sum, or the tensor itself, with the graph of all that was added.
bool adds_to_sum(const Context& c, NodeId n) {
  return c.tree.is(n, Kind::AugmentedAssignment) &&
         !c.tree.is(c.model.strip_parentheses(c.tree.child(n, Field::Right)), Kind::List);
}

bool updates_any_statistic(const Context& c, NodeId n) {
  return std::ranges::any_of(assigned_updates(c.model, n), [&](const StatisticUpdate& update) {
    return updates_statistic(c.model, update);
  });
}

// getattr(…), vars(…) and `x.__dict__` of the file.
struct ReadsByName {
  explicit ReadsByName(const Context& c) {
    for (NodeId n = 0; n < c.tree.size(); ++n) {
      const bool asks =
          c.model.is_call_to(n, "builtins.getattr") || c.model.is_call_to(n, "builtins.vars");
      if (asks || (c.tree.is(n, Kind::Attribute) && last_name(c.tree, n) == "__dict__"))
        all.push_back(n);
    }
  }
  std::vector<NodeId> all;
};

// Does one of the classes say that it derives from the other?
bool are_kin(const Context& c, NodeId one, NodeId other) {
  const auto derives = [&](NodeId klass, NodeId base) {
    const NodeId bases = c.tree.child(klass, Field::Superclasses);
    return bases != kNoNode &&
           c.tree.text(bases).find(c.tree.text(c.tree.child(base, Field::Name))) !=
               std::string_view::npos;
  };
  return one == other || derives(one, other) || derives(other, one);
}

// May the file read that attribute of objects of the class under another spelling? What is said of
// `self` in a class that is no kin is not, nor what is no module.
bool may_be_read_by_name(const Context& c, NodeId klass) {
  return std::ranges::any_of(c.model.notes<ReadsByName>(c).all, [&](NodeId read) {
    const bool is_call = c.tree.is(read, Kind::Call);
    const NodeId object =
        is_call ? c.model.argument(read, 0, "") : c.tree.child(read, Field::Object);
    if (object == kNoNode) return true;
    const NodeId key = is_call ? c.model.argument(read, 1, "") : NodeId{kNoNode};
    if (key != kNoNode && c.tree.is(key, Kind::String)) {
      const std::string_view text = c.tree.text(key);
      if (text.find('{') == text.npos) return false;  // spelled out, see named_in_string()
    }
    if (c.tree.text(object) == "self") {
      const NodeId holder = c.model.class_of(read);
      return holder != kNoNode && are_kin(c, holder, klass);
    }
    return key != kNoNode || c.model.facts(object).could_be(Fact::Module);
  });
}

// The accesses of the attribute, when all that the project shows are in the function that
// holds `assignment`: then a local variable serves as well. Empty when there may be others.
std::vector<NodeId> accesses_of_one_call(const Context& c, const SelfStore& store,
                                         NodeId assignment) {
  const std::string_view name = c.tree.text(c.tree.child(store.attribute, Field::Attribute));
  if (is_mentioned_by_kin(c.model, name) || store.grows ||
      c.tree.child(assignment, Field::Left) != store.attribute || named_in_string(c.model, name) ||
      may_be_read_by_name(c, c.model.class_of(assignment))) {
    return {};
  }
  const NodeId function = c.model.function_of(assignment);
  const auto is_here = [&](NodeId access) {
    return c.model.function_of(access) == function &&
           c.tree.text(c.tree.child(access, Field::Object)) == "self";
  };
  const std::vector<NodeId>& reads = reads_of_attribute(c.model, store.attribute);
  if (!std::ranges::all_of(reads, is_here)) return {};
  std::vector<NodeId> accesses = stores_of_attribute(c.model, store.attribute);
  if (!std::ranges::all_of(accesses, is_here)) return {};
  accesses.insert(accesses.end(), reads.begin(), reads.end());
  std::ranges::sort(accesses);
  accesses.erase(std::unique(accesses.begin(), accesses.end()), accesses.end());
  return accesses;
}

WaySteps stored_at(const Context& c, NodeId n, const SelfStore& store) {
  return kept_at(c, n, store.grows ? "put into" : "stored in", store.attribute);
}

WaySteps way_to_attribute(const Context& c, NodeId n, const SelfStore& store) {
  WaySteps steps = way_of_graph(c.model, store.value);
  append(steps, stored_at(c, n, store));
  return steps;
}

// The run itself needs the graph: an attribute that only it reads becomes a local.
void report_local(const Context& c, NodeId statement, const SelfStore& store,
                  const std::vector<NodeId>& accesses, Findings& out) {
  const std::string_view name = c.tree.text(c.tree.child(store.attribute, Field::Attribute));
  const std::string local = c.edit.fresh_name(statement, name);
  Intents intents;
  for (const NodeId access : accesses) append(intents, c.edit.replace(access, local));
  c.diagnose(out, statement,
             fmt::format("the module keeps the graph of {} call of forward(); use a local variable "
                         "in the call",
                         store.grows ? "every" : "the last"))
      .grows(store.grows ? Growth::Linear : Growth::Peak)
      .confidence(Confidence::Medium)
      .by_way(way_to_attribute(c, statement, store))
      .fix("Use a local variable", std::move(intents),
           Verdict::assuming(AssumptionKind::NotReadElsewhere,
                             fmt::format("nobody else reads `.{}`", name)));
}

void report_kept(const Context& c, NodeId n, const SelfStore& store,
                 const std::vector<NodeId>& values, Findings& out) {
  const std::string_view kept = store.grows
                                    ? "the module keeps the graph of every call of forward()"
                                    : "the module keeps the graph of the last call of forward()";
  const Verdict verdict =
      Verdict::assuming(AssumptionKind::CallerNeedsNoGraph, "nobody trains through the attribute");
  report_detaching(c, n, values, {verdict, {}}, std::string(kept) + "; store a detached value",
                   stored_at(c, n, store), out);
}

// Why the graph that is kept is not worth a word, or "". Where nobody reads the attribute for
// its graph, the backward pass of the run frees what hangs on it, and the next run the rest.
std::string_view why_minor(const SelfStore& store) {
  return store.grows ? "" : "what one call leaves is freed by its backward pass, or the next call";
}

void check(const Context& c, NodeId n, Findings& out) {
  const SelfStore store = self_store_of(c.model, n);
  if (store.attribute == kNoNode || !runs_in_forward(c.model, n)) return;
  const bool sums = adds_to_sum(c, n);
  if (is_module_statistic(c.model, store.attribute) || (sums && updates_any_statistic(c, n))) {
    return;  // running-stat-grad
  }
  const std::string_view name = c.tree.text(c.tree.child(store.attribute, Field::Attribute));
  const std::vector<NodeId> values = attached_values(c.model, store);
  if (values.empty()) return;
  const auto leave = [&](std::string_view fact) { c.abstain(n, fact); };
  // What forward() also returns, nobody has to read from the module.
  if (c.model.suggests(Hint::TrainedValue, name) &&
      !(is_returned_from_attribute(c.model, store) && !accesses_of_one_call(c, store, n).empty())) {
    return leave("by its name it is a part of a loss");
  }
  const bool is_called_kept = c.model.suggests(Hint::KeptValue, name);
  const bool is_data = (sums || is_called_kept) && fills_store_of_data(c, store);
  if (sums && !is_data) return leave("those who read the sum may train through it");
  if (is_called_kept && !is_data) return leave("by its name it is there for the next call");
  const GradMode mode = c.model.grad_mode(n).mode;
  if (mode == GradMode::Disabled || (mode == GradMode::Unknown && !store.grows)) {
    return leave("gradients are, or may be, off here");
  }
  if (phase_of(c.model, n) == Phase::Evaluation) return leave("it is stored in evaluation only");
  if (is_released_elsewhere(c.model, store)) return leave("the attribute is released elsewhere");
  const Readers readers = readers_of(c, store, c.model.statement_of(n));
  if (!readers.forbids.empty()) return leave(readers.forbids);
  if (readers.others && !records_output_on_demand(c.model, store, n))
    return leave("those who read it may train through it");
  if (!is_data && stands_in_step_of_recurrence(c, n))
    return leave("who drives the module may collect it");
  if (!readers.same_run) {
    const auto is_tuple = [&](NodeId value) { return may_be_tuple(c.model, value); };
    if (std::ranges::any_of(values, is_tuple)) return leave("it may be a tuple of tensors");
    if (is_too_minor(c, n, why_minor(store))) return;
    return report_kept(c, n, store, values, out);
  }
  const std::vector<NodeId> accesses = accesses_of_one_call(c, store, n);
  const bool others = accesses.empty() && !name.starts_with('_');
  if (others || c.model.suggests(Hint::ShownValue, name)) {
    return leave("the run goes on with it, and others may, too");
  }
  report_local(c, n, store, accesses, out);
}

}  // namespace

MLFIX_DEFINE_TRANSFORM(forward_attr_retention, check,
                       {.kinds = {Kind::Assignment, Kind::AugmentedAssignment, Kind::Call},
                        .triggers = {"torch", "forward"},
                        .gates = {kOutsideUnitTests}});

}  // namespace mlfix::forward_attr_retention
