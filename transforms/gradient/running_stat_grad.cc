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
// Stays silent  when the statistic is read in the same run, after the update or
//               before it, or something differentiates it elsewhere; when the
//               weight of the update is a parameter, that is, learned.
// Safe when     the value is certainly a tensor, and no later run, no other method and no
//               other object hands on what it reads from a statistic that has the name
//               of one.

#include "engine/transform.h"
#include "semantic/effects/grad_mode.h"
#include "semantic/knowledge/facts.h"
#include "semantic/semantic_model.h"
#include "torch/module/module_attachment.h"
#include "torch/module/statistic_readers.h"
#include "torch/tensor/tensor_proof.h"
#include "transforms/fixes/detaching.h"

namespace mlfix::running_stat_grad {
namespace {

void check_update(const Context& c, const StatisticUpdate& update, NodeId statement,
                  Findings& out) {
  if (!updates_statistic(c.model, update)) return;
  std::vector<NodeId> attached;
  for (const NodeId value : update.values) {
    if (c.model.facts(value).may_be(Fact::Parameter)) {
      c.abstain(statement, "the statistic is blended with a learned parameter");
      return;
    }
    if (attachment_in_module(c.model, value) != Attachment::None) attached.push_back(value);
  }
  if (attached.empty()) {
    c.abstain(statement, "nothing shows that what comes in carries a graph");
    return;
  }
  if (c.model.grad_mode(statement).mode != GradMode::Enabled) {
    c.abstain(statement, "gradients are, or may be, off here");
    return;
  }
  const auto unused = statistic_unused(c.model, update, statement);
  if (!unused) {
    c.abstain(statement, unused.error());
    return;
  }
  const auto tensors = attached_tensors_in_module(c.model, attached, update.place);
  report_detaching(
      c, statement, attached, {Verdict::of(SafeChange::kDetachStatistic, *unused, tensors), {}},
      update.blends ? "the statistic keeps the graph of every step; gather detached "
                      "values"
                    : "the statistic keeps the graph of the last step; keep a "
                      "detached value",
      kept_at(c, statement, update.blends ? "blended into" : "stored in", update.place), out);
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

}  // namespace mlfix::running_stat_grad
