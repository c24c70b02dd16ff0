// A statement is taken apart into the place that it changes and the values that go
// there; the old value, found by its text, is no value of its own.

#include "torch/module/statistic_update.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "semantic/binding/binding.h"
#include "semantic/control/consumer.h"
#include "semantic/knowledge/hints.h"
#include "semantic/knowledge/meanings.h"
#include "semantic/knowledge/name_set.h"
#include "semantic/names/access_path.h"
#include "semantic/semantic_model.h"
#include "torch/graph/value_sources.h"
#include "torch/module/module_class.h"

namespace mlfix {
namespace {

// `self.mean` of self.mean and self.mean[k].
NodeId place_of(const SemanticModel& model, NodeId target) {
  const SyntaxTree& tree = model.tree();
  target = without_items(model, target);
  return tree.is(target, Kind::Attribute) || tree.is(target, Kind::Identifier) ? target : kNoNode;
}

bool mentions(const SyntaxTree& tree, NodeId expr, NodeId place) {
  for (NodeId n = expr; n < tree.subtree_end(expr); ++n) {
    if (tree.kind(n) == tree.kind(place) && tree.text(n) == tree.text(place)) return true;
  }
  return false;
}

// The operands and arguments that the old value is blended with; the expression
// itself when the old value is no part of it.
void collect_new(const SemanticModel& model, NodeId expr, StatisticUpdate& update) {
  const SyntaxTree& tree = model.tree();
  expr = model.strip_parentheses(expr);
  if (!mentions(tree, expr, update.place)) {
    for (const NodeId operand : arithmetic_operands(model, expr)) {
      update.values.push_back(operand);
    }
    return;
  }
  update.blends = true;
  if (tree.is(expr, Kind::BinaryOperator)) {
    collect_new(model, tree.child(expr, Field::Left), update);
    return collect_new(model, tree.child(expr, Field::Right), update);
  }
  if (!tree.is(expr, Kind::Call)) return;
  const std::string_view method = model.method_name(expr);
  const NodeId receiver = method.empty() ? NodeId{kNoNode} : model.receiver_of_call(expr, method);
  if (receiver != kNoNode) collect_new(model, receiver, update);
  for (const NodeId argument : model.arguments(expr)) collect_new(model, argument, update);
}

// Is the name one that the function gets from its caller?
bool is_given_by_caller(const SemanticModel& model, NodeId name) {
  const SyntaxTree& tree = model.tree();
  const auto* variable = model.bindings().lookup(model.bindings().scope_of(name), tree.text(name));
  return variable != nullptr &&
         std::any_of(variable->definitions.begin(), variable->definitions.end(), [&](DefId d) {
           return model.bindings().definition(d).kind == DefKind::Parameter;
         });
}

}  // namespace

std::vector<StatisticUpdate> assigned_updates(const SemanticModel& model, NodeId statement) {
  const SyntaxTree& tree = model.tree();
  const NodeId left = tree.child(statement, Field::Left);
  const NodeId right = model.strip_parentheses(tree.child(statement, Field::Right));
  // mean = self.running_mean = x.mean(0): the value has another reader.
  const bool chained =
      tree.is(right, Kind::Assignment) || tree.is(tree.parent(statement), Kind::Assignment);
  if (right == kNoNode || chained) return {};
  std::vector<NodeId> targets{left}, values{right};
  if (tree.is(left, Kind::PatternList) || tree.is(left, Kind::TuplePattern)) {
    if (!tree.is(right, Kind::ExpressionList) && !tree.is(right, Kind::Tuple)) return {};
    targets.clear();
    values.clear();
    for (const NodeId target : tree.children(left)) targets.push_back(target);
    for (const NodeId value : tree.children(right)) values.push_back(value);
  }
  std::vector<StatisticUpdate> updates;
  for (std::size_t i = 0; targets.size() == values.size() && i < targets.size(); ++i) {
    StatisticUpdate update{
        place_of(model, targets[i]), {}, tree.is(statement, Kind::AugmentedAssignment)};
    if (update.place == kNoNode) continue;
    collect_new(model, values[i], update);
    updates.push_back(std::move(update));
  }
  return updates;
}

std::vector<StatisticUpdate> in_place_updates(const SemanticModel& model, NodeId call) {
  const SyntaxTree& tree = model.tree();
  if (model.consumer_of(call).role != Role::Discarded) return {};
  StatisticUpdate update;
  std::vector<NodeId> arguments;
  NodeId at = call;
  while (tree.is(at, Kind::Call)) {
    const std::string_view method = model.method_name(at);
    if (!model.means(Meaning::UpdatesStatistic, method)) return {};
    for (const NodeId argument : model.arguments(at)) arguments.push_back(argument);
    at = model.strip_parentheses(model.receiver_of_call(at, method));
  }
  update.place = place_of(model, at);
  if (update.place == kNoNode || tree.text(update.place).ends_with(".data")) return {};
  for (const NodeId argument : arguments) collect_new(model, argument, update);
  update.blends = true;
  return {update};
}

bool updates_statistic(const SemanticModel& model, const StatisticUpdate& update) {
  const SyntaxTree& tree = model.tree();
  if (tree.is(update.place, Kind::Identifier)) {
    return update.blends && is_called_statistic(model, tree.text(update.place)) &&
           is_given_by_caller(model, update.place);
  }
  const NodeId klass = probable_module_class_of(model, update.place);
  // Metrics update with gradients off.
  if (klass == kNoNode ||
      std::ranges::any_of(model.names(Meaning::MetricClass),
                          [&](std::string_view base) { return model.derives_from(klass, base); }) ||
      tree.text(tree.child(update.place, Field::Object)) != "self") {
    return false;
  }
  const bool named =
      is_called_statistic(model, tree.text(tree.child(update.place, Field::Attribute)));
  return named || (update.blends && update.values.size() > 1);
}

bool is_called_statistic(const SemanticModel& model, std::string_view name) {
  return model.suggests(Hint::Gathered, name) && model.suggests(Hint::Statistic, name);
}

bool is_module_statistic(const SemanticModel& model, NodeId place) {
  const SyntaxTree& tree = model.tree();
  place = without_items(model, place);
  if (!tree.is(place, Kind::Attribute)) return false;
  return is_called_statistic(model, last_name(tree, place)) &&
         probable_module_class_of(model, place) != kNoNode;
}

}  // namespace mlfix
