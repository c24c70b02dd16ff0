#include "torch/module/statistic_readers.h"

#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "semantic/binding/binding.h"
#include "semantic/control/consumer.h"
#include "semantic/control/flow_queries.h"
#include "semantic/flow/reflection.h"
#include "semantic/semantic_model.h"
#include "torch/module/attribute_readers.h"
#include "torch/module/module_class.h"
#include "torch/module/module_phase.h"

namespace mlfix {

template <>
class Prover<Claim::StatisticUnused> {
 public:
  static Proof<Claim::StatisticUnused> proven() { return {}; }
};

namespace {

using StatisticAnswer = Answer<Claim::StatisticUnused>;
using Judgement = tl::expected<StatisticAnswer, std::string_view>;

constexpr std::string_view kSameRun = "the statistic feeds what the same run computes";

Assumption undifferentiated(std::string text, NodeId at = kNoNode) {
  return {AssumptionKind::CallerNeedsNoGraph, std::move(text), at};
}

// Does a run of the function that gets to one of the two not get to the other?
bool never_meet(const SemanticModel& model, NodeId a, NodeId b) {
  return run_in_different_phases(model, a, b) ||
         (!may_run_after(model, a, b) && !may_run_after(model, b, a));
}

// By the reads, which updates of one attribute have in common.
struct GraphReads {
  std::unordered_map<const std::vector<NodeId>*, std::vector<NodeId>> of;
};

// The reads of the attribute that may need its graph, but for those that make a statistic of it.
const std::vector<NodeId>& reads_with_graph(const SemanticModel& model, NodeId place) {
  const SyntaxTree& tree = model.tree();
  const std::vector<NodeId>& all = reads_of_attribute(model, place);
  const auto [known, is_new] = model.notes<GraphReads>().of.try_emplace(&all);
  if (!is_new) return known->second;
  for (const NodeId read : all) {
    if (graph_need_of(model, read) == Need::None) continue;
    const NodeId into = tree.child(model.statement_of(read), Field::Left);
    if (into == kNoNode || !is_called_statistic(model, tree.text(into))) {
      known->second.push_back(read);
    }
  }
  return known->second;
}

// What the reads of an attribute say.
Judgement judge_attribute(const SemanticModel& model, const StatisticUpdate& update,
                          NodeId statement) {
  const SyntaxTree& tree = model.tree();
  NodeId elsewhere = kNoNode;
  NodeId evaluated = kNoNode;
  for (const NodeId read : reads_with_graph(model, update.place)) {
    if (read == update.place || model.statement_of(read) == statement) continue;
    const Need need = graph_need_of(model, read);
    const Phase there = phase_of(model, read);
    const bool same_run = model.function_of(read) == model.function_of(statement);
    if (same_run && !never_meet(model, statement, read)) return tl::unexpected(kSameRun);
    if (same_run || there == Phase::Evaluation) {
      evaluated = read;
      continue;
    }
    if (need == Need::Certain)
      return tl::unexpected<std::string_view>("the statistic is differentiated elsewhere");
    elsewhere = read;
  }
  if (elsewhere != kNoNode) {
    return undifferentiated("those who read the statistic elsewhere do not differentiate it",
                            elsewhere);
  }
  if (evaluated != kNoNode) {  // eval() switches no gradients off
    return undifferentiated("nobody differentiates what later runs make of the statistic",
                            evaluated);
  }
  const std::string_view name = tree.text(tree.child(update.place, Field::Attribute));
  // A module whose bases are not seen may do what it likes with its statistics.
  const bool seen = module_class_of(model, update.place) != kNoNode;
  if (!seen || is_read_out_of_sight(model, name) || is_mentioned_elsewhere(model, name) ||
      is_mentioned_elsewhere(model, "buffers") || is_mentioned_elsewhere(model, "named_buffers")) {
    return undifferentiated("those who read the statistic in other ways do not differentiate it");
  }
  if (!is_called_statistic(model, tree.text(update.place))) {
    return undifferentiated("nobody trains through it", update.place);
  }
  return Prover<Claim::StatisticUnused>::proven();
}

// A statistic that a function gets: it may only go back to the caller.
Judgement judge_parameter(const SemanticModel& model, const StatisticUpdate& update,
                          NodeId statement) {
  const SyntaxTree& tree = model.tree();
  const auto* variable =
      model.bindings().lookup(model.bindings().scope_of(statement), tree.text(update.place));
  for (const UseId use : variable->uses) {
    const NodeId read = model.bindings().use(use).node;
    if (model.statement_of(read) == statement) continue;
    NodeId returned = tree.parent(read);
    while (tree.is(returned, Kind::ExpressionList) || tree.is(returned, Kind::Tuple)) {
      returned = tree.parent(returned);
    }
    if (tree.is(returned, Kind::ReturnStatement)) continue;
    const Role role = model.consumer_of(read).role;
    if (role == Role::Compared || role == Role::Condition) continue;
    if (!never_meet(model, statement, read)) return tl::unexpected(kSameRun);
  }
  return undifferentiated("the caller does not differentiate the statistic", update.place);
}

}  // namespace

tl::expected<Answer<Claim::StatisticUnused>, std::string_view> statistic_unused(
    const SemanticModel& model, const StatisticUpdate& update, NodeId statement) {
  return model.tree().is(update.place, Kind::Attribute) ? judge_attribute(model, update, statement)
                                                        : judge_parameter(model, update, statement);
}

}  // namespace mlfix
