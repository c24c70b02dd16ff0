// Facts first; then what the value is computed from, back to a module or a loss.

#include "torch/graph/attachment.h"

#include <algorithm>

#include "semantic/flow/asking_elsewhere.h"
#include "torch/graph/value_sources.h"
#include "torch/module/module_output.h"

namespace mlfix {
namespace {

constexpr int kMaxAliases = 8;
constexpr int kMaxSteps = 40;  // of looking for the module that a value comes from
constexpr FactSet kNoGraph = Fact::NoGraph | Fact::Number | Fact::NdArray | Fact::String |
                             Fact::None | Fact::Callable | Fact::IntTensor;

// The expression that a name stands for, through plain assignments.
NodeId defining_value(const SemanticModel& model, NodeId expr) {
  const SyntaxTree& tree = model.tree();
  for (int depth = 0; depth < kMaxAliases && tree.is(expr, Kind::Identifier); ++depth) {
    const DefId def = model.bindings().reaching(expr);
    if (def == kNone) return expr;
    const Definition& d = model.bindings().definition(def);
    if (d.kind == DefKind::Unpack) return d.value;
    if (d.kind != DefKind::Assign || d.value == kNoNode) return expr;
    expr = model.strip_parentheses(d.value);
  }
  return expr;
}

// Was the value computed where gradients are off, or from such a value, through
// names, attributes, items, methods and calls? Errs to true for a call that gets
// one such value among others: code that evaluates mixes outputs and labels.
bool made_without_gradients(const SemanticModel& model, NodeId expr, int depth) {
  const SyntaxTree& tree = model.tree();
  expr = model.strip_parentheses(expr);
  if (depth == 0 || expr == kNoNode) return false;
  const auto from = [&](NodeId source) { return made_without_gradients(model, source, depth - 1); };
  switch (tree.kind(expr)) {
    case Kind::Identifier: {
      const DefId def = model.bindings().reaching(expr);
      if (def == kNone) return false;
      const Definition& d = model.bindings().definition(def);
      return (d.kind == DefKind::Assign || d.kind == DefKind::Unpack) && from(d.value);
    }
    case Kind::Attribute:
      return from(tree.child(expr, Field::Object));
    case Kind::Subscript:
      return from(tree.child(expr, Field::Value));
    case Kind::Tuple:
    case Kind::List:
    case Kind::ExpressionList: {
      const auto children = tree.children(expr);
      for (const NodeId element : children) {
        if (from(element)) return true;
      }
      return false;
    }
    case Kind::Call: {
      if (model.grad_mode(expr).mode == GradMode::Disabled) return true;
      const NodeId called = tree.child(expr, Field::Function);
      if (tree.is(called, Kind::Attribute) && from(tree.child(called, Field::Object))) return true;
      const bool runs_module = model.facts(called).could_be(Fact::Module);
      const std::vector<NodeId> arguments = model.arguments(expr);
      return !runs_module && std::any_of(arguments.begin(), arguments.end(), from);
    }
    default:
      return false;
  }
}

}  // namespace

// `loss_value` and `loss_weight` are numbers as often as not.
bool is_called_loss(const SemanticModel& model, NodeId name) {
  const std::string_view text = model.tree().text(name);
  return text.size() >= 4 && text.substr(text.size() - 4) == "loss";
}

bool has_no_graph(const SemanticModel& model, NodeId expr) {
  return model.facts(expr).must.has_any(kNoGraph) || leaves_graph(model, expr) ||
         made_without_gradients(model, expr, kMaxAliases);
}

namespace {

// Is the value computed from what a module or a loss gives, through names, arithmetic,
// displays, functions of libraries and of the file? Facts say that it may have a graph
// at all; `steps` bounds the search.
bool is_computed_from_module(const SemanticModel& model, NodeId expr, int& steps) {
  expr = expr == kNoNode ? expr : model.strip_parentheses(expr);
  if (expr == kNoNode || --steps < 0) return false;
  if (model.facts(expr).must.has_any(kNoGraph) || leaves_graph(model, expr)) return false;
  if (comes_from_module(model, expr)) return model.grad_mode(expr).mode != GradMode::Disabled;
  const std::vector<NodeId> sources = sources_of(model, expr);
  return std::any_of(sources.begin(), sources.end(),
                     [&](NodeId source) { return is_computed_from_module(model, source, steps); });
}

// What the function returns at that position of a tuple: the best sign of a
// graph over all its returns.
Attachment attachment_of_returned(const SemanticModel& model, NodeId function, int position) {
  Attachment best = Attachment::None;
  for (const NodeId element : returned_elements(model, function, position)) {
    if (has_no_graph(model, element)) continue;
    const Facts facts = model.facts(element);
    if (facts.must_be(Fact::GradTensor)) best = std::max(best, Attachment::Proven);
    int steps = kMaxSteps;
    const bool likely =
        facts.may_be(Fact::GradTensor) ||
        (!facts.may_be(Fact::Container) && is_computed_from_module(model, element, steps));
    if (likely) best = std::max(best, Attachment::Likely);
  }
  const SyntaxTree& tree = model.tree();
  const bool decorated = tree.is(tree.parent(function), Kind::DecoratedDefinition);
  return decorated ? std::min(best, Attachment::Likely) : best;
}

}  // namespace

Attachment attachment_of(const SemanticModel& model, NodeId expr) {
  expr = model.strip_parentheses(expr);
  const Facts facts = model.facts(expr);
  constexpr FactSet kKeptAsSuch = Fact::Parameter | FactSet(Fact::Module);
  if (has_no_graph(model, expr) || facts.may.has_any(kKeptAsSuch)) return Attachment::None;
  if (facts.must_be(Fact::GradTensor)) return Attachment::Proven;
  const NodeId value = defining_value(model, expr);
  const NodeId function =
      model.tree().is(value, Kind::Call) ? model.callee(value) : NodeId{kNoNode};
  const bool elsewhere = model.tree().is(value, Kind::Call) && model.callee_elsewhere(value);
  if (elsewhere && !may_ask_elsewhere(model)) return Attachment::None;
  const int position = position_in_target(model, expr);
  if (position >= 0 && function != kNoNode) {
    return attachment_of_returned(model, function, position);
  }
  const bool computed = comes_from_module(model, value);
  if (position >= 0) {
    return computed && is_called_loss(model, expr) ? Attachment::Likely : Attachment::None;
  }
  if (facts.may_be(Fact::GradTensor)) {
    if (facts.must_be(Fact::Tensor)) return Attachment::Proven;
    const bool foreign = model.tree().is(value, Kind::Call) && function == kNoNode;
    return foreign && !computed && is_fed_without_graph(model, value) ? Attachment::None
                                                                      : Attachment::Likely;
  }
  int steps = kMaxSteps;
  const bool derived =
      facts.weak.has(Fact::GradTensor) &&
      (computed || (!facts.may_be(Fact::Container) && is_computed_from_module(model, expr, steps)));
  return derived ? Attachment::Likely : Attachment::None;
}

NodeId returned_holder(const SemanticModel& model, NodeId name) {
  const SyntaxTree& tree = model.tree();
  if (!tree.is(name, Kind::Identifier)) return kNoNode;
  for (const NodeId element : unpacked_elements(model, model.bindings().reaching(name))) {
    const NodeId display = defining_value(model, element);
    if (!tree.is(display, Kind::Dictionary) && !tree.is(display, Kind::List)) continue;
    const std::vector<NodeId> held = elements_of(model, display);
    const bool attached = std::any_of(held.begin(), held.end(), [&](NodeId value) {
      return !has_no_graph(model, value) && model.facts(value).could_be(Fact::GradTensor);
    });
    if (attached) return display;
  }
  return kNoNode;
}

}  // namespace mlfix
