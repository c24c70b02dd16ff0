// Keeps a running sum from dragging every iteration's graph along.
//
//     loss.backward()                ->   loss.backward()
//     total += loss                       total += loss.detach()
//
// The same for `total = total + loss`, moving averages, attributes, entries of
// dicts, tuple targets, averages of the weights of a network, and for what is handed to a meter
// that sums, or keeps a mean. A class that is not seen is one by its name, `AverageMeter`.
//
// Fires when    the statement feeds its own next iteration (or a place that
//               outlives the call), and what it adds carries a graph.
// Stays silent  when anybody differentiates the sum, or it goes where we cannot
//               follow; in evaluation, where no-grad-eval fixes more; when the
//               sum starts as another name of a tensor, which it changes in place.
// Safe when     the added value is certainly a tensor, and either every reader of
//               the sum is seen, or a backward pass has freed its graph before.

#include <utility>

#include "engine/diagnostic.h"
#include "engine/transform.h"
#include "semantic/binding/binding.h"
#include "semantic/facts/kind_tests.h"
#include "semantic/flow/kept_parameter.h"
#include "semantic/names/access_path.h"
#include "semantic/project_entity.h"
#include "semantic/semantic_model.h"
#include "torch/graph/attachment.h"
#include "torch/graph/value_sources.h"
#include "torch/training/training.h"
#include "transforms/fixes/detaching.h"

namespace mlfix::detach_accumulated_loss {
namespace {

void check_sum(const Context& c, const RunningSum& sum, NodeId statement, Findings& out) {
  const auto cut = judge_cutting(c.model, sum, statement);
  if (!cut) {
    if (!cut.error().empty()) c.abstain(statement, cut.error());
    return;
  }
  report_detaching(c, statement, cut->values, cut->judged,
                   "the sum keeps the graph of every iteration; add a detached value",
                   kept_at(c, statement, "added to", sum.target), out);
}

// ---- meters ---------------------------------------------------------------------

void report_handed_dict(const Context& c, NodeId call, NodeId dict, const std::string& message,
                        WaySteps way, Findings& out) {
  Verdict verdict = Verdict::assuming(AssumptionKind::ExpectedValue, "it is a plain dict");
  verdict.lower_to(
      {AssumptionKind::CallerNeedsNoGraph, "nobody differentiates what is summed of it", dict});
  c.diagnose(out, call, message)
      .grows(Growth::Linear)
      .confidence(Confidence::Medium)
      .because(dict, "its values carry their graphs")
      .by_way(std::move(way))
      .fix("Give it the tensors without their graphs", hand_over_detached_entries(c, dict),
           std::move(verdict));
}

// Reports those of the elements, which the call hands to a meter, that have a graph. `way` tells
// what becomes of them.
void check_handed(const Context& c, NodeId call, const std::vector<NodeId>& elements,
                  const std::string& message, const auto& way, Findings& out) {
  const std::vector<NodeId> values = attached_among(c.model, elements);
  if (values.empty()) return;
  const Detachability judged = judge_detaching(c.model, values);
  if (!judged) {
    c.abstain(call, judged.error());
    return;
  }
  if (kind_told_at(c.model, values.front()) == TestedKind::Dict) {
    return report_handed_dict(c, call, values.front(), message, way(), out);
  }
  report_detaching(c, call, values, *judged, message, way(), out);
}

// Is it `losses.update(loss, n)` of a class that nobody sees, whose name says that it is a meter?
// Those sum what they get, mostly as it is.
bool updates_meter_of_others(const Context& c, NodeId call) {
  const NodeId meter = c.model.receiver_of_call(call, "update");
  if (!c.tree.is(meter, Kind::Identifier)) return false;
  const DefId def = c.model.bindings().reaching(meter);
  if (def == kNone || c.model.bindings().definition(def).kind != DefKind::Assign) return false;
  const NodeId made = c.model.strip_parentheses(c.model.bindings().definition(def).value);
  if (!c.tree.is(made, Kind::Call)) return false;
  const NodeId klass = c.tree.child(made, Field::Function);
  return last_name(c.tree, klass).ends_with("Meter") && c.model.callee(call) == kNoNode &&
         !c.model.callee_elsewhere(call) && !c.model.class_elsewhere(klass);
}

void check_meter_of_others(const Context& c, NodeId call, Findings& out) {
  const NodeId value = c.model.argument(call, 0, "val");
  if (value == kNoNode || !updates_meter_of_others(c, call)) return;
  check_handed(
      c, call, {value}, "the meter may sum values with their graphs; give it a detached value",
      [&] { return kept_at(c, call, "given to", c.model.receiver_of_call(call, "update")); }, out);
}

// The meter goes through what it is given, and `dict` is a dict that a function of the file gives.
void check_handed_dict(const Context& c, NodeId call, NodeId dict, const Keeping& keeping,
                       Findings& out) {
  if (const Detachability judged = judge_detaching(c.model, dict); !judged) {
    c.abstain(call, judged.error());
    return;
  }
  report_handed_dict(c, call, dict,
                     "the meter sums values with their graphs; give it detached values",
                     way_of_keeping(c.model, dict, keeping), out);
}

void check_meter(const Context& c, NodeId call, Findings& out) {
  check_meter_of_others(c, call, out);
  for (const NodeId argument : c.model.arguments(call)) {
    const Keeping keeping = keeping_of_argument(c.model, call, argument);
    if (!keeping.sums) continue;
    if (returned_holder(c.model, argument) != kNoNode ||
        is_given_holding_graph(c.model, argument)) {
      check_handed_dict(c, call, argument, keeping, out);
      continue;
    }
    check_handed(
        c, call, elements_of(c.model, argument),
        "the meter sums values with their graphs; give it a detached value",
        [&] { return way_of_keeping(c.model, argument, keeping); }, out);
  }
}

void check(const Context& c, NodeId n, Findings& out) {
  if (c.tree.is(n, Kind::Call)) return check_meter(c, n, out);
  for (const RunningSum& sum : sums_of(c.tree, n)) check_sum(c, sum, n, out);
}

}  // namespace

MLFIX_DEFINE_TRANSFORM(detach_accumulated_loss, check,
                       {.kinds = {Kind::AugmentedAssignment, Kind::Assignment, Kind::Call},
                        .triggers = {"torch|named_parameters"}});

}  // namespace mlfix::detach_accumulated_loss
