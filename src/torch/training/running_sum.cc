#include "torch/training/running_sum.h"

#include <algorithm>
#include <iterator>

#include "semantic/binding/binding.h"
#include "semantic/flow/places.h"
#include "semantic/knowledge/facts.h"
#include "semantic/semantic_model.h"
#include "torch/graph/attachment.h"
#include "torch/graph/value_sources.h"
#include "torch/module/statistic_update.h"

namespace mlfix {
namespace {

bool carried_name(const SemanticModel& model, NodeId read, NodeId target) {
  const Bindings& bindings = model.bindings();
  const DefId def = bindings.definition_at(target);
  if (def == kNone) return false;
  for (const NodeId loop : model.loops_of(target)) {
    if (is_carried(model, read, loop, def)) return true;
  }
  const bool in_function = model.function_of(target) != kNoNode;
  return in_function && bindings.scope(bindings.definition(def).scope).kind == ScopeKind::Module;
}

// Is `sums.get(key, 0)` the read, where the target is sums[key]?
bool gets_entry(const SemanticModel& model, NodeId read, NodeId target) {
  const NodeId container = model.receiver_of_call(read, "get");
  const NodeId key = container == kNoNode ? NodeId{kNoNode} : model.argument(read, 0, "key");
  return key != kNoNode && model.tree().is(target, Kind::Subscript) &&
         model.tree().text(container) ==
             model.tree().text(model.tree().child(target, Field::Value)) &&
         model.tree().text(key) == model.tree().text(model.tree().child(target, Field::Subscript));
}

// Is the read the value that the place got in an earlier iteration?
bool is_carried_place(const SemanticModel& model, NodeId read, NodeId target, NodeId statement) {
  if (gets_entry(model, read, target)) return outlives_iteration(model, target, statement);
  if (model.tree().text(read) != model.tree().text(target)) return false;
  if (model.tree().is(target, Kind::Identifier)) return carried_name(model, read, target);
  return outlives_iteration(model, target, statement);
}

// The operands of the value, of both branches of `x if total is None else total + x`.
std::vector<NodeId> branch_operands(const SemanticModel& model, NodeId value) {
  value = model.strip_parentheses(value);
  if (!model.tree().is(value, Kind::ConditionalExpression))
    return arithmetic_operands(model, value);
  std::vector<NodeId> branches;
  for (const NodeId part : model.tree().children(value)) branches.push_back(part);
  if (branches.size() != 3) return {};
  std::vector<NodeId> operands = arithmetic_operands(model, branches.front());
  for (const NodeId operand : arithmetic_operands(model, branches.back())) {
    operands.push_back(operand);
  }
  return operands;
}

// What is added to the carried value; empty when the statement is no sum.
std::vector<NodeId> addends(const SemanticModel& model, const RunningSum& sum, NodeId statement) {
  std::vector<NodeId> operands = branch_operands(model, sum.value);
  const auto carried = std::stable_partition(operands.begin(), operands.end(), [&](NodeId operand) {
    return !is_carried_place(model, operand, sum.target, statement);
  });
  const auto reads = operands.end() - carried;
  operands.erase(carried, operands.end());
  if (!model.tree().is(statement, Kind::AugmentedAssignment)) {
    return reads > 0 ? operands : std::vector<NodeId>{};
  }
  const std::string_view op = model.tree().text(model.tree().child(statement, Field::Operator));
  const bool sums = op == "+=" || op == "-=";
  return sums && is_carried_place(model, sum.target, sum.target, statement) ? operands
                                                                            : std::vector<NodeId>{};
}

// Those with a graph, and the parameters of a network: what is computed of one has a graph, too.
// Within a module that is what it is there for.
std::vector<NodeId> attached_terms(const SemanticModel& model, const std::vector<NodeId>& added,
                                   NodeId statement) {
  std::vector<NodeId> values = attached_among(model, added);
  const NodeId klass = model.class_of(statement);
  if (klass != kNoNode && model.derives_from(klass, "torch.nn.Module")) return values;
  std::ranges::copy_if(added, std::back_inserter(values),
                       [&](NodeId value) { return is_of_parameter(model, value); });
  return values;
}

// Is the name bound to nothing here that carries a graph?
bool binds_no_graph(const SemanticModel& model, const Definition& definition) {
  const SyntaxTree& tree = model.tree();
  const NodeId value = definition.value;
  if (definition.kind == DefKind::Unbound) return true;
  if (definition.kind == DefKind::Assign) return has_no_graph(model, value);
  if (definition.kind != DefKind::Unpack ||
      (!tree.is(value, Kind::ExpressionList) && !tree.is(value, Kind::Tuple))) {
    return false;
  }
  for (const NodeId element : tree.children(value)) {
    if (!has_no_graph(model, element)) return false;
  }
  return true;
}

// On cutting the sums that the definition is.
std::optional<Verdict> verdict_on_cutting_at(const SemanticModel& model, NodeId name) {
  const NodeId statement = model.tree().parent(name);
  for (const RunningSum& sum : sums_of(model.tree(), statement)) {
    if (sum.target != name) continue;
    if (const auto cut = judge_cutting(model, sum, statement)) return cut->judged.verdict;
  }
  return std::nullopt;
}

}  // namespace

std::vector<RunningSum> sums_of(const SyntaxTree& tree, NodeId statement) {
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
  std::vector<RunningSum> sums;
  for (std::size_t i = 0; targets.size() == values.size() && i < targets.size(); ++i) {
    sums.push_back({targets[i], values[i]});
  }
  return sums;
}

tl::expected<SumCut, std::string_view> judge_cutting(const SemanticModel& model,
                                                     const RunningSum& sum, NodeId statement) {
  const std::vector<NodeId> added = addends(model, sum, statement);
  const std::vector<NodeId> values = attached_terms(model, added, statement);
  if (values.empty()) {
    const bool numbers = std::ranges::all_of(
        added, [&](NodeId value) { return model.facts(value).must_be(Fact::Number); });
    return forbidden(numbers ? "" : "nothing shows that the value carries a graph");
  }
  if (model.facts(sum.target).may_be(Fact::NdArray)) {
    return forbidden("the sum is an array, which takes the number only");
  }
  if (is_module_statistic(model, sum.target)) {
    return forbidden("the sum is a statistic of a module, which has a rule of its own");
  }
  const Detachability judged = judge_detaching(model, values);
  if (!judged) return forbidden(judged.error());
  if (changes_shared_tensor(model, sum.target, statement)) {
    return forbidden("the sum may start as another name of a tensor, and changes it in place");
  }
  return SumCut{values, *judged};
}

std::optional<Verdict> verdict_on_cutting_sums(const SemanticModel& model, NodeId read) {
  const Bindings& bindings = model.bindings();
  const DefId def =
      model.tree().is(read, Kind::Identifier) ? bindings.reaching(read) : DefId{kNone};
  if (def == kNone || bindings.variable_of(def).declared_global) return std::nullopt;
  std::optional<Verdict> all;
  for (const DefId d : bindings.variable_of(def).definitions) {
    model.work().spend();
    const Definition& definition = bindings.definition(d);
    if (binds_no_graph(model, definition)) continue;
    const bool sums = definition.kind == DefKind::AugAssign || definition.kind == DefKind::Assign;
    const auto verdict =
        sums ? verdict_on_cutting_at(model, definition.node) : std::optional<Verdict>();
    if (!verdict) return std::nullopt;
    if (all) {
      all->also(*verdict);
    } else {
      all = verdict;
    }
  }
  return all;
}

}  // namespace mlfix
