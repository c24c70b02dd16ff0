// See attachment.h.

#include "transforms/common/attachment.h"

#include <algorithm>
#include <array>

#include "transforms/common/walk.h"

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

// Is a link of the chain of methods and attributes that ends in `expr` one that
// leaves the graph, whatever the links are called on?
bool leaves_graph(const SemanticModel& model, NodeId expr) {
  const SyntaxTree& tree = model.tree();
  expr = model.strip_parentheses(expr);
  while (tree.is(expr, Kind::Call) || tree.is(expr, Kind::Attribute)) {
    const std::string_view method = model.method_name(expr);
    if (method == "detach" || method == "item" || method == "tolist" || method == "numpy") {
      return true;
    }
    if (tree.is(expr, Kind::Call)) expr = tree.child(expr, Field::Function);
    if (!tree.is(expr, Kind::Attribute)) return false;
    if (tree.text(tree.child(expr, Field::Attribute)) == "data") return true;
    expr = model.strip_parentheses(tree.child(expr, Field::Object));
  }
  return false;
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

// The position of a definition in the tuple target that makes it, -1 when it is none.
int position_of_definition(const SemanticModel& model, DefId def) {
  const SyntaxTree& tree = model.tree();
  if (def == kNone || model.bindings().definition(def).kind != DefKind::Unpack) return -1;
  const NodeId target = model.bindings().definition(def).node;
  int position = 0;
  for (const NodeId sibling : tree.children(tree.parent(target))) {
    if (sibling == target) return position;
    ++position;
  }
  return -1;
}

int position_in_target(const SemanticModel& model, NodeId name) {
  const bool named = model.tree().is(name, Kind::Identifier);
  return named ? position_of_definition(model, model.bindings().reaching(name)) : -1;
}

// The element of a display at a position, or kNoNode.
NodeId element_at(const SyntaxTree& tree, NodeId display, int position) {
  if (!tree.is(display, Kind::ExpressionList) && !tree.is(display, Kind::Tuple)) return kNoNode;
  int at = 0;
  for (const NodeId element : tree.children(display)) {
    if (at++ == position) return element;
  }
  return kNoNode;
}

// Does the call have arguments, none of them with a graph? What a loss makes of
// them has none; batches of data don't count, a module has parameters.
bool is_fed_without_graph(const SemanticModel& model, NodeId call) {
  const std::vector<NodeId> arguments = model.arguments(call);
  return !arguments.empty() &&
         std::all_of(arguments.begin(), arguments.end(), [&](NodeId argument) {
           return model.facts(argument).must.has_any(Fact::Number | FactSet(Fact::String)) ||
                  leaves_graph(model, argument);
         });
}

// Is the value what a module or a loss gives, called with something that may
// carry a graph, or a method of one?
bool comes_from_module(const SemanticModel& model, NodeId value) {
  const SyntaxTree& tree = model.tree();
  if (!tree.is(value, Kind::Call) || model.callee(value) != kNoNode) return false;
  const NodeId called = tree.child(value, Field::Function);
  const NodeId object =
      tree.is(called, Kind::Attribute) ? tree.child(called, Field::Object) : called;
  constexpr FactSet kModules = Fact::Module | FactSet(Fact::Loss);
  const Facts facts = model.facts(called);
  const Facts owner = model.facts(object);
  const bool module = (facts.may | facts.weak | owner.may | owner.weak).has_any(kModules);
  return module && !is_fed_without_graph(model, value);
}

bool is_computed_from_module(const SemanticModel& model, NodeId expr, int& steps);

// What the function returns at that position of a tuple: the best sign of a
// graph over all its returns.
Attachment attachment_of_returned(const SemanticModel& model, NodeId function, int position) {
  const SyntaxTree& tree = model.tree();
  const NodeId body = tree.child(function, Field::Body);
  Attachment best = Attachment::None;
  for_each_node(tree, body, tree.subtree_end(body), [&](NodeId n) {
    const NodeId value = tree.is(n, Kind::ReturnStatement) ? tree.first_child(n) : kNoNode;
    if (!tree.is(value, Kind::ExpressionList) && !tree.is(value, Kind::Tuple)) return;
    int at = 0;
    for (const NodeId element : tree.children(value)) {
      if (at++ != position || has_no_graph(model, element)) continue;
      const Facts facts = model.facts(element);
      if (facts.must_be(Fact::GradTensor)) best = std::max(best, Attachment::Proven);
      int steps = kMaxSteps;
      const bool likely =
          facts.may_be(Fact::GradTensor) ||
          (!facts.may_be(Fact::Container) && is_computed_from_module(model, element, steps));
      if (likely) best = std::max(best, Attachment::Likely);
    }
  });
  const bool decorated = tree.is(tree.parent(function), Kind::DecoratedDefinition);
  return decorated ? std::min(best, Attachment::Likely) : best;
}

}  // namespace

std::vector<NodeId> unpacked_elements(const SemanticModel& model, DefId def) {
  const SyntaxTree& tree = model.tree();
  const int position = position_of_definition(model, def);
  if (position < 0) return {};
  const NodeId value = model.strip_parentheses(model.bindings().definition(def).value);
  if (const NodeId element = element_at(tree, value, position); element != kNoNode) {
    return {element};
  }
  const NodeId function = tree.is(value, Kind::Call) ? model.callee(value) : NodeId{kNoNode};
  if (function == kNoNode) return {};
  std::vector<NodeId> elements;
  const NodeId body = tree.child(function, Field::Body);
  for_each_node(tree, body, tree.subtree_end(body), [&](NodeId n) {
    if (!tree.is(n, Kind::ReturnStatement)) return;
    const NodeId element = element_at(tree, model.strip_parentheses(tree.first_child(n)), position);
    if (element != kNoNode) elements.push_back(element);
  });
  return elements;
}

namespace {

// Names of what a module gives beside its output: counts, indices, masks.
bool is_called_metric(const SemanticModel& model, NodeId name) {
  constexpr auto kWords = std::to_array<std::string_view>(
      {"acc", "correct", "hit", "count", "num", "idx", "index", "indices", "label", "mask", "len"});
  const std::string_view text = model.tree().text(name);
  return std::any_of(kWords.begin(), kWords.end(), [&](std::string_view word) {
    return text.find(word) != std::string_view::npos;
  });
}

// x.max(1)[1] is the place of the greatest element.
bool is_index_of_reduction(const SemanticModel& model, NodeId subscript) {
  constexpr auto kPairs =
      std::to_array<std::string_view>({"max", "min", "sort", "topk", "median", "mode", "kthvalue"});
  const SyntaxTree& tree = model.tree();
  const NodeId call = model.strip_parentheses(tree.child(subscript, Field::Value));
  const std::string_view method = model.method_name(call);
  return tree.text(tree.child(subscript, Field::Subscript)) == "1" &&
         std::find(kPairs.begin(), kPairs.end(), method) != kPairs.end();
}

// What is behind a definition: the value that is bound, what a tuple has at its place,
// the container that is run through; of a merge, and of what is added to, all of them.
void collect_sources(const SemanticModel& model, DefId def, int depth, std::vector<NodeId>& out) {
  if (def == kNone || depth == 0) return;
  const Definition& d = model.bindings().definition(def);
  switch (d.kind) {
    case DefKind::Unpack: {
      const std::vector<NodeId> elements = unpacked_elements(model, def);
      out.insert(out.end(), elements.begin(), elements.end());
      // values, indices = x.max(1): which of them has a graph, a module alone can tell.
      if (elements.empty() && comes_from_module(model, d.value) &&
          !is_called_metric(model, d.node)) {
        out.push_back(d.value);
      }
      return;
    }
    case DefKind::Assign:
      out.push_back(d.value);
      return;
    case DefKind::For: {
      const NodeId iterated = model.strip_parentheses(d.value);
      const std::string_view method = model.method_name(iterated);
      const bool entries = method == "items" || method == "values";
      out.push_back(entries ? model.receiver_of_call(iterated, method) : iterated);
      return;
    }
    case DefKind::AugAssign:
      out.push_back(d.value);
      [[fallthrough]];
    case DefKind::Phi:
    case DefKind::LoopPhi:
      for (const DefId operand : d.operands) collect_sources(model, operand, depth - 1, out);
      return;
    default:
      return;
  }
}

std::vector<NodeId> sources_of_name(const SemanticModel& model, NodeId name) {
  constexpr int kMaxMerges = 3;
  std::vector<NodeId> sources;
  collect_sources(model, model.bindings().reaching(name), kMaxMerges, sources);
  return sources;
}

// What a call gives comes from: returns of the function of the file that it runs,
// the arguments of a function of a library, the object of a method.
std::vector<NodeId> sources_of_call(const SemanticModel& model, NodeId call) {
  const SyntaxTree& tree = model.tree();
  std::vector<NodeId> sources;
  if (const NodeId function = model.callee(call); function != kNoNode) {
    const NodeId body = tree.child(function, Field::Body);
    for_each_node(tree, body, tree.subtree_end(body), [&](NodeId n) {
      if (tree.is(n, Kind::ReturnStatement)) sources.push_back(tree.first_child(n));
    });
    return sources;
  }
  const NodeId called = tree.child(call, Field::Function);
  if (model.qualified_name(called) != kNoSymbol) return model.arguments(call);
  if (tree.is(called, Kind::Attribute)) sources.push_back(tree.child(called, Field::Object));
  return sources;
}

std::vector<NodeId> sources_of(const SemanticModel& model, NodeId expr) {
  const SyntaxTree& tree = model.tree();
  switch (tree.kind(expr)) {
    case Kind::Identifier:
      return sources_of_name(model, expr);
    case Kind::Call:
      return sources_of_call(model, expr);
    case Kind::Subscript:
      if (is_index_of_reduction(model, expr)) return {};
      return {tree.child(expr, Field::Value)};
    case Kind::UnaryOperator:
      return {tree.child(expr, Field::Argument)};
    case Kind::BinaryOperator:
      return {tree.child(expr, Field::Left), tree.child(expr, Field::Right)};
    case Kind::Dictionary:
    case Kind::List:
    case Kind::Tuple:
      return elements_of(model, expr);
    default:
      return {};
  }
}

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

namespace {

void collect_operands(const SemanticModel& model, NodeId expr, std::vector<NodeId>& out) {
  const SyntaxTree& tree = model.tree();
  expr = model.strip_parentheses(expr);
  if (tree.is(expr, Kind::BinaryOperator)) {
    collect_operands(model, tree.child(expr, Field::Left), out);
    return collect_operands(model, tree.child(expr, Field::Right), out);
  }
  if (tree.is(expr, Kind::UnaryOperator)) {
    return collect_operands(model, tree.child(expr, Field::Argument), out);
  }
  out.push_back(expr);
}

}  // namespace

std::vector<NodeId> arithmetic_operands(const SemanticModel& model, NodeId expr) {
  std::vector<NodeId> operands;
  collect_operands(model, expr, operands);
  return operands;
}

namespace {

void collect_elements(const SemanticModel& model, NodeId expr, std::vector<NodeId>& out) {
  const SyntaxTree& tree = model.tree();
  expr = model.strip_parentheses(expr);
  switch (tree.kind(expr)) {
    case Kind::List:
    case Kind::Tuple:
    case Kind::Set:
    case Kind::Dictionary:
      for (const NodeId child : tree.children(expr)) {
        const bool pair = tree.is(child, Kind::Pair);
        collect_elements(model, pair ? tree.child(child, Field::Value) : child, out);
      }
      return;
    case Kind::ListComprehension:
    case Kind::DictionaryComprehension: {
      const NodeId made = tree.first_child(expr);
      const bool pair = tree.is(made, Kind::Pair);
      return collect_elements(model, pair ? tree.child(made, Field::Value) : made, out);
    }
    case Kind::Call: {
      const NodeId called = tree.child(expr, Field::Function);
      const std::string_view name = tree.text(called);
      if (name != "dict" && name != "tuple" && name != "list") break;
      for (const NodeId argument : model.arguments(expr)) collect_elements(model, argument, out);
      return;
    }
    default:
      break;
  }
  for (const NodeId operand : arithmetic_operands(model, expr)) out.push_back(operand);
}

}  // namespace

std::vector<NodeId> elements_of(const SemanticModel& model, NodeId expr) {
  std::vector<NodeId> elements;
  collect_elements(model, expr, elements);
  return elements;
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
