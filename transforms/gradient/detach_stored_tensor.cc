// Keeps stored tensors from keeping the graphs they were computed with.
//
//     losses.append(loss)            ->   losses.append(loss.detach())
//
// The same for extend, insert, `losses += [loss]`, `outputs[i] = out`, parts of a tensor that are
// written over, nested literals, comprehensions over a loader, and methods of the file that do one
// of these with what they are given, `__setitem__` among them.
//
// Fires when    a value that carries a graph goes into a container that outlives
//               the iteration (or the call).
// Stays silent  when anybody differentiates what is stored, or it goes where we
//               cannot follow; in evaluation, where no-grad-eval fixes more; when
//               the container is emptied in every iteration. With `minor` off also where
//               the value is a sum, or computed of one, whose fix by detach-accumulated-loss
//               leaves it without a graph, and where a queue keeps nine at most.
// Safe when     the value is certainly a tensor, and either every reader of the
//               container is seen, or a backward pass has freed its graph before;
//               never for a dict that is stored as a whole. What has fields that no tensor has,
//               as what a network of a library gives, is reported alone.

#include <algorithm>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "engine/diagnostic.h"
#include "engine/transform.h"
#include "semantic/facts/kind_tests.h"
#include "semantic/flow/container_store.h"
#include "semantic/flow/kept_parameter.h"
#include "semantic/flow/long_lived.h"
#include "semantic/flow/places.h"
#include "semantic/knowledge/facts.h"
#include "semantic/names/access_path.h"
#include "semantic/semantic_model.h"
#include "torch/graph/attachment.h"
#include "torch/graph/value_sources.h"
#include "torch/module/module_class.h"
#include "torch/tensor/literal_tensor.h"
#include "torch/tensor/tensor_store.h"
#include "torch/training/training.h"
#include "transforms/fixes/detaching.h"
#include "transforms/fixes/minor.h"
#include "transforms/gradient/storing/replay_memory.h"

namespace mlfix::detach_stored_tensor {
namespace {

constexpr int kMostLinksToDict = 6;  // names, merges and functions between it and its display

bool is_made_as_dict(const SemanticModel& model, NodeId value, int links);

bool is_bound_to_dict(const SemanticModel& model, DefId def, int links) {
  if (def == kNone || links == 0) return false;
  const Definition& d = model.bindings().definition(def);
  if (d.kind == DefKind::Assign) return is_made_as_dict(model, d.value, links - 1);
  const bool merges = d.kind == DefKind::Phi || d.kind == DefKind::LoopPhi;
  return merges && std::ranges::any_of(d.operands, [&](DefId operand) {
           return is_bound_to_dict(model, operand, links - 1);
         });
}

// {k: p - lr * g for …}, or a name or a function of the file that gives one, on one way at least.
bool is_made_as_dict(const SemanticModel& model, NodeId value, int links) {
  if (value == kNoNode || links == 0) return false;
  const SyntaxTree& tree = model.tree();
  value = model.strip_parentheses(value);
  if (tree.is(value, Kind::Dictionary) || tree.is(value, Kind::DictionaryComprehension)) {
    return true;
  }
  if (tree.is(value, Kind::Identifier)) {
    return is_bound_to_dict(model, model.bindings().reaching(value), links);
  }
  const NodeId function = tree.is(value, Kind::Call) ? model.callee(value) : NodeId{kNoNode};
  return function != kNoNode &&
         std::ranges::any_of(model.returned_values(function), [&](NodeId given) {
           return is_made_as_dict(model, given, links - 1);
         });
}

bool is_told_to_be_dict(const SemanticModel& model, NodeId value) {
  return kind_told_at(model, model.strip_parentheses(value)) == TestedKind::Dict;
}

// outputs.append(output), where `output` is a dict whose values carry a graph: those are detached.
// `way_kept` gives the steps from the value to the container.
template <typename WayKept>
void report_entries(const Context& c, NodeId at, NodeId value, const WayKept& way_kept,
                    Findings& out) {
  if (const Detachability judged = judge_detaching(c.model, value); !judged) {
    c.abstain(at, judged.error());
    return;
  }
  Verdict verdict = Verdict::assuming(AssumptionKind::ExpectedValue, "it is a plain dict");
  verdict.lower_to(
      {AssumptionKind::CallerNeedsNoGraph, "nobody differentiates what is stored in it", value});
  c.diagnose(out, at, "what is stored holds values with the graph of every iteration; detach those")
      .grows(Growth::Linear)
      .confidence(Confidence::Medium)
      .because(value, "a value in it carries its graph")
      .by_way(way_kept())
      .fix("Keep its tensors without their graphs",
           c.tree.is(value, Kind::Call) ? hand_over_detached_entries(c, value)
                                        : detach_entries(c, value),
           verdict);
}

// The same, where output["loss"] is differentiated, or an instance test tells that it is a dict.
template <typename WayKept>
bool report_holder(const Context& c, NodeId at, NodeId value, const WayKept& way_kept,
                   Findings& out) {
  value = c.model.strip_parentheses(value);
  const bool is_call = c.tree.is(value, Kind::Call);
  if ((!is_call && !c.tree.is(value, Kind::Identifier)) || has_no_graph(c.model, value)) {
    return false;
  }
  const bool held = c.model.mentions("backward") && holds_what_is_differentiated(c.model, value);
  if (!held && !is_told_to_be_dict(c.model, value) && returned_holder(c.model, value) == kNoNode &&
      !is_given_holding_graph(c.model, value)) {
    return false;
  }
  report_entries(c, at, value, way_kept, out);
  return true;
}

// Does the value have its graph from sums alone that are cut where they are made, wherever this fix
// may be applied?
bool is_cut_in_sum(const SemanticModel& model, NodeId value, const Verdict& here) {
  bool any = false;
  for (const NodeId operand : arithmetic_operands(model, value)) {
    if (has_no_graph(model, operand)) continue;
    const auto there = verdict_on_cutting_sums(model, operand);
    if (!there || (here.is_safe() && !there->is_safe())) return false;
    any = true;
  }
  return any;
}

template <typename WayKept>
void judge(const Context& c, NodeId at, NodeId value, const WayKept& way_kept, Findings& out) {
  if (is_told_to_be_dict(c.model, value)) {
    report_holder(c, at, value, way_kept, out);
    return;
  }
  const std::vector<NodeId> values =
      attached_among(c.model, elements_of(c.model, display_behind(c.model, value)));
  if (values.empty()) {
    if (report_holder(c, at, value, way_kept, out)) return;
    c.abstain(at, "nothing shows that the value carries a graph");
    return;
  }
  const NodeId whole = c.model.strip_parentheses(value);
  if (values.size() == 1 && values.front() == whole &&
      is_made_as_dict(c.model, whole, kMostLinksToDict)) {
    return report_entries(c, at, whole, way_kept, out);
  }
  const Detachability judged = judge_detaching(c.model, values);
  if (!judged) {
    c.abstain(at, judged.error());
    return;
  }
  if (values.size() == 1 && values.front() == whole && has_fields_of_output(c.model, whole)) {
    c.diagnose(out, at, "what is stored is an object that keeps the graph of every iteration")
        .grows(Growth::Linear)
        .because(whole, "its fields carry their graphs")
        .by_way(way_kept())
        .unfixed("it is no tensor: store what is read of it, detached");
    return;
  }
  const bool is_cut = std::ranges::all_of(
      values, [&](NodeId one) { return is_cut_in_sum(c.model, one, judged->verdict); });
  if (is_cut && is_too_minor(c, at, "the fix of the sum, where it is made, serves it")) return;
  report_detaching(c, at, values, *judged,
                   "what is stored keeps the graph of every iteration; store a detached value",
                   way_kept(), out);
}

// aggregate.add_loss(loss), where add_loss appends it to a list of the object. What is summed, too,
// is for detach-accumulated-loss.
void check_recorder(const Context& c, NodeId call, Findings& out) {
  for (const NodeId argument : c.model.arguments(call)) {
    const Keeping keeping = keeping_of_argument(c.model, call, argument);
    const bool is_told =
        keeping.sums && !attached_among(c.model, elements_of(c.model, argument)).empty();
    if (!keeping.stores || is_told) continue;
    judge(
        c, call, argument, [&] { return way_of_keeping(c.model, argument, {}); }, out);
  }
}

// collector["loss"] = loss, where __setitem__ appends it to a list of the object.
void check_setter(const Context& c, NodeId assignment, Findings& out) {
  const NodeId setter = c.model.item_setter(c.tree.child(assignment, Field::Left));
  if (setter == kNoNode || c.model.derives_from(c.model.method_class(setter), "torch.nn.Module")) {
    return;
  }
  NodeId parameter = kNoNode;  // the last of self, key, value
  for (const NodeId one : c.tree.children(c.tree.child(setter, Field::Parameters))) parameter = one;
  if (c.tree.is(parameter, Kind::TypedParameter)) parameter = c.tree.first_child(parameter);
  if (c.tree.is(parameter, Kind::Identifier) && keeping_of_parameter(c.model, parameter).adds) {
    const NodeId value = c.tree.child(assignment, Field::Right);
    judge(
        c, assignment, value, [&] { return way_of_keeping(c.model, value, {}); }, out);
  }
}

// [model(x) for x in loader] holds the graphs of all batches; other
// comprehensions are a part of what an iteration computes.
bool runs_over_loader(const Context& c, NodeId comprehension) {
  const NodeId clause = c.tree.child_of_kind(comprehension, Kind::ForInClause);
  return clause != kNoNode &&
         c.model.facts(c.tree.child(clause, Field::Right)).could_be(Fact::DataLoader);
}

// sums[key] = sums.get(key, 0) + loss is for detach-accumulated-loss.
bool is_cut_as_sum(const SemanticModel& model, NodeId statement) {
  return model.tree().is(statement, Kind::Assignment) &&
         std::ranges::any_of(sums_of(model.tree(), statement), [&](const RunningSum& sum) {
           return judge_cutting(model, sum, statement).has_value();
         });
}

// Is it deque(maxlen=4), which lets go of all but a few?
bool makes_short_queue(const SemanticModel& model, NodeId value) {
  constexpr std::string_view kOneDigit = "0123456789";
  const SyntaxTree& tree = model.tree();
  if (!has_maximum_length(model, value)) return false;
  const NodeId limit = model.argument(model.strip_parentheses(value), 1, "maxlen");
  return tree.text(limit).size() == 1 && kOneDigit.find(tree.text(limit)) != kOneDigit.npos;
}

struct ShortQueues {
  std::unordered_map<std::string_view, bool> known;  // by attribute
};

bool is_set_to_short_queues(const SemanticModel& model, std::string_view attribute) {
  const auto [known, is_new] = model.notes<ShortQueues>().known.try_emplace(attribute, false);
  if (!is_new) return known->second;
  bool any = false, all = true;
  for (const ContainerAccess& one : attribute_uses(model, attribute)) {
    if (one.use != ContainerUse::Set) continue;
    any = true;
    all = all && makes_short_queue(model, one.detail);
  }
  return known->second = any && all;
}

bool is_short_queue(const SemanticModel& model, NodeId container) {
  const SyntaxTree& tree = model.tree();
  if (tree.is(container, Kind::Identifier)) {
    return makes_short_queue(model, assigned_value(model, container));
  }
  return tree.is(container, Kind::Attribute) &&
         is_set_to_short_queues(model, last_name(tree, container));
}

// Does what the statement, or the loop, puts into the container stay there?
void check_store(const Context& c, NodeId n, NodeId statement, const ContainerStore& store,
                 Findings& out) {
  if (!outlives_iteration(c.model, store.container, statement)) {
    c.abstain(n, "the container does not outlive the iteration");
    return;
  }
  if (is_too_minor(c, n, is_short_queue(c.model, store.container) ? "it keeps a few alone" : "")) {
    return;
  }
  judge(
      c, n, store.value, [&] { return kept_at(c, n, "put into", store.container); }, out);
}

void check(const Context& c, NodeId n, Findings& out) {
  // What a module keeps in forward() is for forward-attr-retention, what goes into
  // a replay memory for replay-buffer-graph.
  if (in_module_method(c.model, n, "forward")) return;
  if (!kept_in_replay_memory(c.model, n).empty()) return;
  if (c.tree.is(n, Kind::ListComprehension)) {
    if (runs_over_loader(c, n))
      judge(
          c, n, c.tree.first_child(n), [] { return WaySteps(); }, out);
    return;
  }
  if (c.tree.is(n, Kind::Call)) check_recorder(c, n, out);
  if (c.tree.is(n, Kind::Assignment)) check_setter(c, n, out);
  auto store =
      c.tree.is(n, Kind::Call) ? store_by_method(c.model, n) : store_by_assignment(c.model, n);
  if (!store && !c.tree.is(n, Kind::AugmentedAssignment)) store = store_into_tensor(c.model, n);
  if (!store || is_cut_as_sum(c.model, n)) return;
  const auto stores = stores_in_turn(c.model, *store);
  if (stores.size() == 1) return check_store(c, n, c.model.statement_of(n), stores.front(), out);
  for (const ContainerStore& one : stores) {
    if (attached_among(c.model, {one.value}).empty()) continue;
    check_store(c, n, c.model.loop_of(n), one, out);
  }
}

}  // namespace

MLFIX_DEFINE_TRANSFORM(detach_stored_tensor, check,
                       {.kinds = {Kind::Call, Kind::AugmentedAssignment, Kind::Assignment,
                                  Kind::ListComprehension},
                        .triggers = {"torch"}});

}  // namespace mlfix::detach_stored_tensor
