// Keeps the running statistics of a layer out of the graph.
//
//     self.running_mean = 0.9 * self.running_mean + 0.1 * mean
//     ->
//     self.running_mean = 0.9 * self.running_mean + 0.1 * mean.detach()
//
// The same for `+=`, entries (`self.running_mean[k] = …`), updates in place
// (mul_, add_, lerp_, copy_), and for statistics that a function takes and returns.
//
// Fires when    a module puts a value that carries the graph of its run into an
//               attribute that is a statistic: by its name, or because the new
//               value is a mean of the old one and what came in.
// Stays silent  when the statistic is read in the same run, behind the update or
//               in front of it, or something differentiates it elsewhere; when the
//               weight of the update is a parameter, that is, learned.
// Safe when     the value is certainly a tensor, and no other method and no other
//               object hands on what it reads from a statistic that has the name
//               of one.

#include "engine/transform.h"
#include "semantic/control/flow_queries.h"
#include "semantic/flow/reflection.h"
#include "torch/graph/attachment.h"
#include "torch/module/module_state.h"
#include "transforms/fixes/detaching.h"
#include "transforms/gradient/statistics/statistic_update.h"

namespace mlfix {
namespace {

// Does a run of the function that gets to one of the two not get to the other?
bool never_meet(const Context& c, NodeId a, NodeId b) {
  return run_in_different_phases(c.model, a, b) ||
         (!may_run_after(c.model, a, b) && !may_run_after(c.model, b, a));
}

// What the reads of the statistic say: a verdict, with the fact that decides.
DetachVerdict judge_attribute(const Context& c, const StatisticUpdate& update, NodeId statement) {
  DetachVerdict verdict;
  verdict.level = Detaching::Safe;
  if (is_read_out_of_sight(c.model, c.tree.text(c.tree.child(update.place, Field::Attribute)))) {
    verdict.level = Detaching::Assumed;
    verdict.assumption = "those who read the statistic in other ways do not differentiate it";
  }
  for (const NodeId read : reads_of_attribute(c.model, update.place)) {
    const NodeId at = c.model.statement_of(read);
    const Need need = at == statement ? Need::None : graph_need_of(c.model, read);
    if (need == Need::None) continue;
    const NodeId into = c.tree.child(at, Field::Left);
    if (into != kNoNode && is_called_statistic(c.model, c.tree.text(into))) continue;
    const Phase there = phase_of(c.model, read);
    const bool same_run = c.model.function_of(read) == c.model.function_of(statement);
    if (same_run && never_meet(c, statement, read)) continue;
    if (same_run) {
      return {Detaching::Forbidden, "the statistic feeds what the same run computes", {}, {}};
    }
    if (there == Phase::Evaluation) continue;
    if (need == Need::Certain) {
      return {Detaching::Forbidden, "the statistic is differentiated elsewhere", {}, {}};
    }
    verdict.level = Detaching::Assumed;
    verdict.assumption = "those who read the statistic elsewhere do not differentiate it";
  }
  return verdict;
}

// A statistic that a function gets: it may only go back to the caller.
DetachVerdict judge_parameter(const Context& c, const StatisticUpdate& update, NodeId statement) {
  const auto* variable =
      c.model.bindings().lookup(c.model.bindings().scope_of(statement), c.tree.text(update.place));
  for (const UseId use : variable->uses) {
    const NodeId read = c.model.bindings().use(use).node;
    if (c.model.statement_of(read) == statement) continue;
    NodeId returned = c.tree.parent(read);
    while (c.tree.is(returned, Kind::ExpressionList) || c.tree.is(returned, Kind::Tuple)) {
      returned = c.tree.parent(returned);
    }
    if (c.tree.is(returned, Kind::ReturnStatement)) continue;
    const Role role = c.model.consumer_of(read).role;
    if (role == Role::Compared || role == Role::Condition) continue;
    if (!never_meet(c, statement, read)) {
      return {Detaching::Forbidden, "the statistic feeds what the same run computes", {}, {}};
    }
  }
  return {Detaching::Assumed, {}, "the caller does not differentiate the statistic", {}};
}

void check_update(const Context& c, const StatisticUpdate& update, NodeId statement,
                  Findings& out) {
  if (!updates_statistic(c.model, update)) return;
  std::vector<NodeId> attached;
  bool proven = true;
  for (const NodeId value : update.values) {
    if (c.model.facts(value).may_be(Fact::Parameter)) {
      c.abstain(statement, "the statistic is blended with a learned parameter");
      return;
    }
    const Attachment attachment = attachment_in_module(c.model, value);
    if (attachment == Attachment::None) continue;
    attached.push_back(value);
    proven = proven && attachment == Attachment::Proven;
  }
  if (attached.empty()) {
    c.abstain(statement, "nothing shows that what comes in carries a graph");
    return;
  }
  if (c.model.grad_mode(statement).mode != GradMode::Enabled) {
    c.abstain(statement, "gradients are, or may be, off here");
    return;
  }
  const bool attribute = c.tree.is(update.place, Kind::Attribute);
  DetachVerdict verdict =
      attribute ? judge_attribute(c, update, statement) : judge_parameter(c, update, statement);
  if (verdict.level == Detaching::Forbidden) {
    c.abstain(statement, verdict.fact);
    return;
  }
  const bool tensor = proven || c.model.facts(update.place).must_be(Fact::Tensor);
  const bool named = is_called_statistic(c.model, c.tree.text(update.place));
  if (verdict.level == Detaching::Safe && (!tensor || !named)) {
    verdict.level = Detaching::Assumed;
    verdict.assumption = tensor ? "nobody trains through it" : "it is a tensor";
  }
  report_detaching(c, statement, attached, verdict,
                   update.blends ? "the statistic keeps the graph of every step; gather detached "
                                   "values"
                                 : "the statistic keeps the graph of the last step; keep a "
                                   "detached value",
                   out);
}

void check(const Context& c, NodeId n, Findings& out) {
  if (c.model.function_of(n) == kNoNode) return;
  const bool call = c.tree.is(n, Kind::Call);
  const NodeId statement = c.model.statement_of(n);
  for (const StatisticUpdate& update :
       call ? in_place_updates(c.model, n) : assigned_updates(c.model, n)) {
    check_update(c, update, statement, out);
  }
}

}  // namespace

MLFIX_DEFINE_TRANSFORM(running_stat_grad, check,
                       {.kinds = {Kind::Assignment, Kind::AugmentedAssignment, Kind::Call},
                        .triggers = {"torch", "def "}});

}  // namespace mlfix
