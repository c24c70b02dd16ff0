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

#include <algorithm>
#include <iterator>
#include <utility>

#include "engine/diagnostic.h"
#include "engine/transform.h"
#include "semantic/binding/binding.h"
#include "semantic/facts/kind_tests.h"
#include "semantic/flow/kept_parameter.h"
#include "semantic/flow/places.h"
#include "semantic/knowledge/facts.h"
#include "semantic/names/access_path.h"
#include "semantic/project_entity.h"
#include "semantic/semantic_model.h"
#include "torch/graph/attachment.h"
#include "torch/graph/value_sources.h"
#include "torch/module/statistic_update.h"
#include "transforms/fixes/detaching.h"

namespace mlfix::detach_accumulated_loss {
namespace {

// One sum: the place that is kept, and what is added to it.
struct Sum {
  NodeId target = kNoNode;
  NodeId value = kNoNode;  // the right side
};

// `a, b = a + x, b + y` is two sums.
std::vector<Sum> sums_of(const SyntaxTree& tree, NodeId statement) {
  const NodeId left = tree.child(statement, Field::Left);
  const NodeId right = tree.child(statement, Field::Right);
  if (right == kNoNode) return {};
  if (!tree.is(left, Kind::PatternList) && !tree.is(left, Kind::TuplePattern)) {
    return {{left, right}};
  }
  std::vector<NodeId> targets, values;
  for (const NodeId target : tree.children(left)) targets.push_back(target);
  if (tree.is(right, Kind::ExpressionList) || tree.is(right, Kind::Tuple)) {
    for (const NodeId value : tree.children(right)) values.push_back(value);
  }
  std::vector<Sum> sums;
  for (std::size_t i = 0; targets.size() == values.size() && i < targets.size(); ++i) {
    sums.push_back({targets[i], values[i]});
  }
  return sums;
}

bool carried_name(const Context& c, NodeId read, NodeId target) {
  const Bindings& bindings = c.model.bindings();
  const DefId def = bindings.definition_at(target);
  if (def == kNone) return false;
  for (const NodeId loop : c.model.loops_of(target)) {
    if (is_carried(c.model, read, loop, def)) return true;
  }
  const bool in_function = c.model.function_of(target) != kNoNode;
  return in_function && bindings.scope(bindings.definition(def).scope).kind == ScopeKind::Module;
}

// Is `sums.get(key, 0)` the read, where the target is sums[key]?
bool gets_entry(const Context& c, NodeId read, NodeId target) {
  const NodeId container = c.model.receiver_of_call(read, "get");
  const NodeId key = container == kNoNode ? NodeId{kNoNode} : c.model.argument(read, 0, "key");
  return key != kNoNode && c.tree.is(target, Kind::Subscript) &&
         c.tree.text(container) == c.tree.text(c.tree.child(target, Field::Value)) &&
         c.tree.text(key) == c.tree.text(c.tree.child(target, Field::Subscript));
}

// Is the read the value that the place got in an earlier iteration?
bool is_carried_place(const Context& c, NodeId read, NodeId target, NodeId statement) {
  if (gets_entry(c, read, target)) return outlives_iteration(c.model, target, statement);
  if (c.tree.text(read) != c.tree.text(target)) return false;
  if (c.tree.is(target, Kind::Identifier)) return carried_name(c, read, target);
  return outlives_iteration(c.model, target, statement);
}

// The operands of the value, of both branches of `x if total is None else total + x`.
std::vector<NodeId> branch_operands(const Context& c, NodeId value) {
  value = c.model.strip_parentheses(value);
  if (!c.tree.is(value, Kind::ConditionalExpression)) return arithmetic_operands(c.model, value);
  std::vector<NodeId> branches;
  for (const NodeId part : c.tree.children(value)) branches.push_back(part);
  if (branches.size() != 3) return {};
  std::vector<NodeId> operands = arithmetic_operands(c.model, branches.front());
  for (const NodeId operand : arithmetic_operands(c.model, branches.back())) {
    operands.push_back(operand);
  }
  return operands;
}

// What is added to the carried value; empty when the statement is no sum.
std::vector<NodeId> addends(const Context& c, const Sum& sum, NodeId statement) {
  std::vector<NodeId> operands = branch_operands(c, sum.value);
  const auto carried = std::stable_partition(operands.begin(), operands.end(), [&](NodeId operand) {
    return !is_carried_place(c, operand, sum.target, statement);
  });
  const auto reads = operands.end() - carried;
  operands.erase(carried, operands.end());
  if (!c.tree.is(statement, Kind::AugmentedAssignment)) {
    return reads > 0 ? operands : std::vector<NodeId>{};
  }
  const std::string_view op = c.tree.text(c.tree.child(statement, Field::Operator));
  const bool sums = op == "+=" || op == "-=";
  return sums && is_carried_place(c, sum.target, sum.target, statement) ? operands
                                                                        : std::vector<NodeId>{};
}

// Those with a graph, and the parameters of a network: what is computed of one has a graph, too.
// Within a module that is what it is there for.
std::vector<NodeId> attached_terms(const Context& c, const std::vector<NodeId>& added,
                                   NodeId statement) {
  std::vector<NodeId> values = attached_among(c.model, added);
  const NodeId klass = c.model.class_of(statement);
  if (klass != kNoNode && c.model.derives_from(klass, "torch.nn.Module")) return values;
  std::ranges::copy_if(added, std::back_inserter(values),
                       [&](NodeId value) { return is_of_parameter(c.model, value); });
  return values;
}

void check_sum(const Context& c, const Sum& sum, NodeId statement, Findings& out) {
  const std::vector<NodeId> added = addends(c, sum, statement);
  const std::vector<NodeId> values = attached_terms(c, added, statement);
  if (values.empty()) {
    const bool numbers = std::ranges::all_of(
        added, [&](NodeId value) { return c.model.facts(value).must_be(Fact::Number); });
    if (!numbers) c.abstain(statement, "nothing shows that the value carries a graph");
    return;
  }
  if (c.model.facts(sum.target).may_be(Fact::NdArray)) {
    c.abstain(statement, "the sum is an array, which takes the number only");
    return;
  }
  if (is_module_statistic(c.model, sum.target)) {
    c.abstain(statement, "the sum is a statistic of a module, which has a rule of its own");
    return;
  }
  const Detachability judged = judge_detaching(c.model, values);
  if (!judged) {
    c.abstain(statement, judged.error());
    return;
  }
  if (changes_shared_tensor(c.model, sum.target, statement)) {
    c.abstain(statement, "the sum may start as another name of a tensor, and changes it in place");
    return;
  }
  report_detaching(c, statement, values, *judged,
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

void check_meter(const Context& c, NodeId call, Findings& out) {
  check_meter_of_others(c, call, out);
  for (const NodeId argument : c.model.arguments(call)) {
    const Keeping keeping = keeping_of_argument(c.model, call, argument);
    if (!keeping.sums) continue;
    check_handed(
        c, call, elements_of(c.model, argument),
        "the meter sums values with their graphs; give it a detached value",
        [&] { return way_of_keeping(c.model, argument, keeping); }, out);
  }
}

void check(const Context& c, NodeId n, Findings& out) {
  if (c.tree.is(n, Kind::Call)) return check_meter(c, n, out);
  for (const Sum& sum : sums_of(c.tree, n)) check_sum(c, sum, n, out);
}

}  // namespace

MLFIX_DEFINE_TRANSFORM(detach_accumulated_loss, check,
                       {.kinds = {Kind::AugmentedAssignment, Kind::Assignment, Kind::Call},
                        .triggers = {"torch"}});

}  // namespace mlfix::detach_accumulated_loss
