// Goes from the iterable back to where it was made. Each step has one of two answers: how many
// items an expression has, and which number it is; they lead to each other (`range(n)`,
// `len(items)`). The largest of several definitions counts, and one that is not known makes all of
// it unknown. The depth is bounded, so that names defined by each other end.

#include "semantic/control/iteration_estimate.h"

#include <algorithm>
#include <charconv>
#include <string_view>

#include "semantic/binding/binding.h"
#include "semantic/knowledge/meanings.h"
#include "semantic/names/access_path.h"
#include "semantic/names/call_sites.h"
#include "semantic/names/calls.h"
#include "semantic/semantic_model.h"

namespace mlfix {
namespace {

using Count = std::optional<std::int64_t>;

constexpr int kMaxSteps = 6;
constexpr std::int64_t kMost = std::int64_t{1} << 40;

class Estimate {
 public:
  explicit Estimate(const SemanticModel& model)
      : model_(model), tree_(model.tree()), bindings_(model.bindings()) {}

  Count items_of(NodeId expr, int steps) const;

 private:
  using Question = Count (Estimate::*)(NodeId, int) const;

  Count number_of(NodeId expr, int steps) const;
  Count items_of_call(NodeId call, int steps) const;
  Count items_of_range(NodeId call, int steps) const;
  Count fewest_items(NodeId call, int steps) const;
  Count of_name(NodeId name, int steps, Question question) const;
  Count of_parameter(NodeId parameter, int steps, Question question) const;
  NodeId given_by(NodeId call, NodeId function, NodeId parameter) const;

  const SemanticModel& model_;
  const SyntaxTree& tree_;
  const Bindings& bindings_;
};

Count Estimate::items_of(NodeId expr, int steps) const {
  if (expr == kNoNode || steps == 0) return std::nullopt;
  model_.work().spend();
  expr = model_.strip_parentheses(expr);
  switch (tree_.kind(expr)) {
    case Kind::List:
    case Kind::Tuple: {
      std::int64_t items = 0;
      for (const NodeId child : tree_.children(expr)) {
        if (tree_.is(child, Kind::ListSplat)) return std::nullopt;
        ++items;
      }
      return items;
    }
    case Kind::Identifier:
      return of_name(expr, steps, &Estimate::items_of);
    case Kind::Call:
      return items_of_call(expr, steps);
    default:
      return std::nullopt;
  }
}

Count Estimate::items_of_call(NodeId call, int steps) const {
  const NodeId called = called_expression(model_, call);
  const std::string_view name = last_name(tree_, called);
  const std::vector<NodeId> arguments = model_.arguments(call);
  if (arguments.empty()) return std::nullopt;
  if (counts_items(name)) return items_of_range(call, steps);
  if (is_builtin_name(model_, called, "zip")) return fewest_items(call, steps);
  const bool passes = model_.means(Meaning::PassesItems, name) || holds_given_items(name);
  return passes ? items_of(arguments.front(), steps - 1) : std::nullopt;
}

Count Estimate::items_of_range(NodeId call, int steps) const {
  std::vector<std::int64_t> values;
  for (const NodeId argument : tree_.children(tree_.child(call, Field::Arguments))) {
    if (tree_.is(argument, Kind::KeywordArgument)) continue;  // a type, or a text for a bar
    const Count value = number_of(argument, steps - 1);
    if (!value) return std::nullopt;
    values.push_back(*value);
  }
  if (values.empty() || values.size() > 3) return std::nullopt;
  const std::int64_t start = values.size() == 1 ? 0 : values[0];
  const std::int64_t stop = values.size() == 1 ? values[0] : values[1];
  const std::int64_t step = values.size() == 3 ? values[2] : 1;
  if (step == 0) return std::nullopt;
  const std::int64_t span = step > 0 ? stop - start : start - stop;
  const std::int64_t stride = step > 0 ? step : -step;
  return span <= 0 ? 0 : (span + stride - 1) / stride;
}

// zip() ends with the first of its arguments that does.
Count Estimate::fewest_items(NodeId call, int steps) const {
  Count fewest;
  for (const NodeId argument : model_.arguments(call)) {
    const Count items = items_of(argument, steps - 1);
    if (items && (!fewest || *items < *fewest)) fewest = items;
  }
  return fewest;
}

Count Estimate::number_of(NodeId expr, int steps) const {
  if (expr == kNoNode || steps == 0) return std::nullopt;
  model_.work().spend();
  expr = model_.strip_parentheses(expr);
  switch (tree_.kind(expr)) {
    case Kind::Integer: {
      std::string digits;
      for (const char c : tree_.text(expr)) {
        if (c != '_') digits += c;
      }
      std::int64_t value = 0;
      const char* end = digits.data() + digits.size();
      const auto [after, error] = std::from_chars(digits.data(), end, value);
      const bool plain = error == std::errc{} && after == end && value <= kMost;
      return plain ? Count(value) : std::nullopt;
    }
    case Kind::BinaryOperator: {
      const Count left = number_of(tree_.child(expr, Field::Left), steps - 1);
      const Count right = number_of(tree_.child(expr, Field::Right), steps - 1);
      const std::string_view op = tree_.text(tree_.child(expr, Field::Operator));
      if (!left || !right) return std::nullopt;
      if (op == "+") return *left + *right;
      if (op == "-") return *left - *right;
      return std::nullopt;
    }
    case Kind::Identifier:
      return of_name(expr, steps, &Estimate::number_of);
    case Kind::Call: {
      const std::vector<NodeId> arguments = model_.arguments(expr);
      const bool length = is_builtin_name(model_, called_expression(model_, expr), "len");
      return length && arguments.size() == 1 ? items_of(arguments[0], steps - 1) : std::nullopt;
    }
    default:
      return std::nullopt;
  }
}

Count Estimate::of_name(NodeId name, int steps, Question question) const {
  const DefId reaching = bindings_.reaching(name);
  if (reaching == kNone) return std::nullopt;
  Count most;
  for (const DefId d : bindings_.variable_of(reaching).definitions) {
    model_.work().spend();
    const Definition& definition = bindings_.definition(d);
    Count one;
    switch (definition.kind) {
      case DefKind::Assign:
        one = (this->*question)(definition.value, steps - 1);
        break;
      case DefKind::Parameter:
        one = of_parameter(definition.node, steps - 1, question);
        break;
      case DefKind::Unbound:
      case DefKind::Phi:
      case DefKind::LoopPhi:
        continue;  // what they join is looked at by itself
      default:
        return std::nullopt;
    }
    if (!one) return std::nullopt;
    most = std::max(most.value_or(0), *one);
  }
  return most;
}

Count Estimate::of_parameter(NodeId parameter, int steps, Question question) const {
  const NodeId function = model_.function_of(parameter);
  if (function == kNoNode || steps <= 0) return std::nullopt;
  const CallSites& sites = model_.call_sites(function);
  if (sites.calls.empty() || sites.value_use != kNoNode) return std::nullopt;
  Count most;
  for (const NodeId call : sites.calls) {
    model_.work().spend();
    NodeId given = given_by(call, function, parameter);
    if (given == kNoNode) given = tree_.child(tree_.parent(parameter), Field::Value);
    const Count one = (this->*question)(given, steps);
    if (!one) return std::nullopt;
    most = std::max(most.value_or(0), *one);
  }
  return most;
}

NodeId Estimate::given_by(NodeId call, NodeId function, NodeId parameter) const {
  for (const NodeId argument : model_.arguments(call)) {
    model_.work().spend();
    if (model_.calls().parameter_for(call, function, argument) == parameter) return argument;
  }
  return kNoNode;
}

}  // namespace

// range, trange, arange.
bool counts_items(std::string_view called) {
  return called.ends_with("range");
}

// array, asarray, tensor, as_tensor.
bool holds_given_items(std::string_view called) {
  return called.ends_with("array") || called.ends_with("tensor");
}

std::optional<std::int64_t> likely_iterations(const SemanticModel& model, NodeId loop) {
  if (!model.tree().is(loop, Kind::ForStatement)) return std::nullopt;
  return Estimate(model).items_of(model.tree().child(loop, Field::Right), kMaxSteps);
}

}  // namespace mlfix
