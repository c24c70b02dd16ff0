// A 0-d tensor formats itself as a number where no str() or repr() is asked for
// ("{}", an f-string, any specification), one with dimensions only with a
// specification fails. So what is formatted by a specification shows nothing, and
// the rest depends on the dimensions. When in doubt the answer is that it shows.

#include "semantic/flow/revealed.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

#include "semantic/binding/binding.h"
#include "semantic/control/consumer.h"
#include "semantic/flow/value_origins.h"
#include "semantic/knowledge/facts.h"
#include "semantic/knowledge/knowledge.h"
#include "semantic/names/access_path.h"
#include "semantic/names/calls.h"
#include "semantic/semantic_model.h"

namespace mlfix {
namespace {

bool has_reduction(const SemanticModel& model, NodeId call) {
  return std::ranges::any_of(model.names(Meaning::ReductionKeyword), [&](std::string_view name) {
    return model.argument(call, -1, name) != kNoNode;
  });
}

// A call of a loss, which gives one number unless `reduction` says something else,
// to the function or where the loss object is made.
bool is_reduced_loss(const SemanticModel& model, NodeId call) {
  const SyntaxTree& tree = model.tree();
  if (!tree.is(call, Kind::Call) || !model.facts(call).may_be(Fact::ScalarTensor)) return false;
  const NodeId list = tree.child(call, Field::Arguments);
  if (tree.child_of_kind(list, Kind::DictionarySplat) != kNoNode) return false;
  if (has_reduction(model, call)) return false;
  const NodeId called = called_expression(model, call);
  if (!model.facts(called).could_be(Fact::Loss)) return true;
  const DefId def =
      tree.is(called, Kind::Identifier) ? model.bindings().reaching(called) : DefId{kNone};
  const NodeId made = def == kNone ? NodeId{kNoNode} : model.bindings().definition(def).value;
  const bool function = !model.qualified_text(called).empty();
  return function || (tree.is(made, Kind::Call) && !has_reduction(model, made));
}

struct KnownShapes {
  OriginMemory memory;
};

// Whatever is neither a number, nor a 0-d tensor, nor computed from such alone.
class ShapedOrigin final : public OriginPolicy {
 public:
  OriginMemory* memory(const SemanticModel& model) const override {
    return &model.notes<KnownShapes>().memory;
  }
  bool takes(ValueOrigins& origins, NodeId expr, Wanted wanted) const override {
    const SemanticModel& model = origins.model();
    return !wanted.held && (model.facts(expr).must.has_any(Fact::ScalarTensor | Fact::Number) ||
                            is_reduced_loss(model, expr));
  }
  void source(ValueOrigins& origins, NodeId expr, Wanted) const override {
    origins.mark(own_source(0), expr);
  }
  void source_definition(ValueOrigins& origins, DefId def, Wanted) const override {
    origins.mark(own_source(0), origins.model().bindings().definition(def).node);
  }
};

// Is the value a number or a 0-d tensor, or computed from such?
bool is_scalar(const SemanticModel& model, NodeId expr) {
  return origins_of(model, ShapedOrigin(), expr).empty();
}

bool reveals(const SemanticModel& model, NodeId value, TextForm form) {
  return form == TextForm::Text || (form == TextForm::Default && !is_scalar(model, value));
}

bool is_literal_text(const SyntaxTree& tree, NodeId expr) {
  return tree.is(expr, Kind::String) || tree.is(expr, Kind::ConcatenatedString);
}

// log.info(format, value, …) and log.info(value).
bool log_reveals(const SemanticModel& model, NodeId value, const Consumer& argument) {
  const NodeId format = model.argument(argument.node, 0, "msg");
  if (argument.position < 1 || !is_literal_text(model.tree(), format)) return true;
  const std::string_view text = model.tree().text(format);
  const FormatArgument which{argument.position - 1, ""};
  const TextForm form = form_in_percent_format(text, which);
  return reveals(model, value, form == TextForm::Unused ? form_in_brace_format(text, which) : form);
}

bool str_format_reveals(const SemanticModel& model, NodeId value, const Consumer& argument) {
  const SyntaxTree& tree = model.tree();
  const NodeId called = called_expression(model, argument.node);
  const NodeId format = model.strip_parentheses(tree.child(called, Field::Object));
  if (!is_literal_text(tree, format)) return true;
  const bool keyword = argument.position < 0;
  const FormatArgument which{argument.position, keyword ? argument.name : std::string_view()};
  return reveals(model, value, form_in_brace_format(tree.text(format), which));
}

}  // namespace

bool interpolation_reveals(const SemanticModel& model, NodeId value) {
  const SyntaxTree& tree = model.tree();
  const NodeId field = tree.ancestor(value, Kind::Interpolation);
  if (field == kNoNode) return true;
  if (tree.child_of_kind(field, Kind::TypeConversion) != kNoNode) return true;
  if (tree.child_of_kind(field, Kind::FormatSpecifier) != kNoNode) return false;
  const std::string_view text = tree.text(field);
  const bool debugging = text.find_last_not_of(" }") == text.rfind('=');  // f"{loss=}" is a repr()
  return debugging || !is_scalar(model, value);
}

bool is_percent_format(const SemanticModel& model, NodeId binary_operator) {
  const SyntaxTree& tree = model.tree();
  if (!tree.is(binary_operator, Kind::BinaryOperator)) return false;
  if (tree.text(tree.child(binary_operator, Field::Operator)) != "%") return false;
  const NodeId format = model.strip_parentheses(tree.child(binary_operator, Field::Left));
  return is_literal_text(tree, format) || model.facts(format).must_be(Fact::String);
}

bool percent_reveals(const SemanticModel& model, NodeId binary_operator, FormatArgument argument) {
  const SyntaxTree& tree = model.tree();
  const NodeId format = model.strip_parentheses(tree.child(binary_operator, Field::Left));
  return !is_literal_text(tree, format) ||
         form_in_percent_format(tree.text(format), argument) == TextForm::Text;
}

bool call_reveals(const SemanticModel& model, NodeId value, const Consumer& argument) {
  const NodeId called = called_expression(model, argument.node);
  const std::string_view name = last_name(model.tree(), called);
  if (is_builtin(model, called)) {
    if (name == "format") {
      return argument.position != 0 ||
             (model.arguments(argument.node).size() == 1 && !is_scalar(model, value));
    }
    return model.means(Meaning::ShowsValue, name);
  }
  const std::string text = model.qualified_text(called);
  if (model.knowledge().covers(Meaning::ShowsValues, text)) return true;
  if (text.starts_with("torch.")) return name == "save";
  if (model.means(Meaning::LogsMessage, name)) return log_reveals(model, value, argument);
  if (name == "format") return str_format_reveals(model, value, argument);
  return model.means(Meaning::WritesValue, name);
}

// The flow knows what becomes of the values that a region makes. In the code that a region calls
// nobody follows them, so there a text of a tensor counts wherever it goes.
namespace {

bool may_be_in_graph(const SemanticModel& model, NodeId value) {
  const SyntaxTree& tree = model.tree();
  value = model.strip_parentheses(value);
  if (tree.is(value, Kind::List) || tree.is(value, Kind::Tuple) || tree.is(value, Kind::Set) ||
      tree.is(value, Kind::Dictionary)) {
    for (const NodeId item : tree.children(value)) {
      const NodeId held = tree.is(item, Kind::Pair) ? tree.child(item, Field::Value) : item;
      if (may_be_in_graph(model, held)) return true;
    }
    return false;
  }
  constexpr FactSet kWithout = Fact::NoGraph | Fact::Number | Fact::NdArray | Fact::String |
                               Fact::None | FactSet(Fact::IntTensor);
  const Facts facts = model.facts(value);
  return facts.may.has_any(Fact::Tensor | FactSet(Fact::GradTensor)) &&
         !facts.must.has_any(kWithout);
}

// Whoever reads what an exception says learns of an error.
bool is_in_error(const SemanticModel& model, NodeId n) {
  const SyntaxTree& tree = model.tree();
  const NodeId statement = model.statement_of(n);
  return tree.is(statement, Kind::RaiseStatement) || tree.is(statement, Kind::AssertStatement);
}

bool formats_tensor(const SemanticModel& model, NodeId interpolation) {
  const SyntaxTree& tree = model.tree();
  const NodeId value = tree.first_child(interpolation);
  return value != kNoNode && may_be_in_graph(model, value) && interpolation_reveals(model, value);
}

bool formats_by_percent(const SemanticModel& model, NodeId operation) {
  if (!is_percent_format(model, operation)) return false;
  const SyntaxTree& tree = model.tree();
  const NodeId right = model.strip_parentheses(tree.child(operation, Field::Right));
  if (!tree.is(right, Kind::Tuple)) {
    return may_be_in_graph(model, right) && percent_reveals(model, operation, {0, ""});
  }
  int index = 0;
  for (const NodeId item : tree.children(right)) {
    if (may_be_in_graph(model, item) && percent_reveals(model, operation, {index, ""})) return true;
    ++index;
  }
  return false;
}

// repr(out), out.__repr__(), map(str, outs)
bool shows_value(const SemanticModel& model, NodeId call) {
  // In code: what the language calls for its texts.
  constexpr std::array<std::string_view, 3> kTexts{"__repr__", "__str__", "__format__"};
  const NodeId called = called_expression(model, call);
  const std::vector<NodeId> arguments = model.arguments(call);
  const bool asks_tensor = model.tree().is(called, Kind::Attribute) &&
                           is_one_of(last_name(model.tree(), called), kTexts) &&
                           may_be_in_graph(model, model.tree().child(called, Field::Object));
  const bool hands_on = std::ranges::any_of(arguments, [&](NodeId function) {
    return is_builtin(model, function) &&
           model.means(Meaning::ShowsValue, last_name(model.tree(), function));
  });
  return asks_tensor || std::ranges::any_of(arguments, [&](NodeId argument) {
           return may_be_in_graph(model, argument) &&
                  (hands_on || call_reveals(model, argument, model.consumer_of(argument)));
         });
}

bool swallows(const SemanticModel& model, NodeId with) {
  const SyntaxTree& tree = model.tree();
  for (NodeId n = with; n < tree.child(with, Field::Body); ++n) {
    if (model.is_call_to(n, Meaning::SwallowsException)) return true;
  }
  return false;
}

}  // namespace

bool is_tried(const SemanticModel& model, NodeId n) {
  const SyntaxTree& tree = model.tree();
  for (NodeId inner = n, up = tree.parent(n); up != kNoNode; inner = up, up = tree.parent(up)) {
    if (tree.is(up, Kind::FunctionDefinition) || tree.is(up, Kind::Lambda)) return false;
    const bool handles = tree.is(up, Kind::TryStatement) && tree.field(inner) == Field::Body &&
                         tree.child_of_kind(up, Kind::ExceptClause) != kNoNode;
    const bool is_within = tree.is(up, Kind::WithStatement) && tree.field(inner) == Field::Body;
    if (handles || (is_within && swallows(model, up))) return true;
  }
  return false;
}

namespace {

// y.numpy(), self.weight.mul_(2), copy.deepcopy(y): each fails for some tensors, by their graph.
bool may_fail_with_graph(const SemanticModel& model, NodeId call) {
  const NodeId called = called_expression(model, call);
  const auto gets_tensor = [&](NodeId value) { return may_be_in_graph(model, value); };
  if (model.knowledge().covers(Meaning::MindsGraph, model.qualified_text(called))) {
    return std::ranges::any_of(model.arguments(call), gets_tensor);
  }
  if (!model.tree().is(called, Kind::Attribute)) return false;
  const NodeId object = model.tree().child(called, Field::Object);
  const Facts facts = model.facts(object);
  const MethodInfo* method =
      model.knowledge().method(last_name(model.tree(), called), {FactSet(), Fact::Tensor, {}});
  const bool changes_leaf = facts.may_be(Fact::Parameter) && method != nullptr && method->in_place;
  return changes_leaf || (model.means(Meaning::RefusesGraph, last_name(model.tree(), called)) &&
                          gets_tensor(object));
}

// self.weight[0] = 1, self.weight += 1
bool changes_leaf(const SemanticModel& model, NodeId assignment) {
  const SyntaxTree& tree = model.tree();
  const NodeId target = tree.child(assignment, Field::Left);
  const bool is_changed =
      tree.is(target, Kind::Subscript) || tree.is(assignment, Kind::AugmentedAssignment);
  return is_changed && model.facts(without_items(model, target)).may_be(Fact::Parameter);
}

}  // namespace

bool may_observe_graph(const SemanticModel& model, NodeId n) {
  switch (model.tree().kind(n)) {
    case Kind::Interpolation:
      return formats_tensor(model, n) && !is_in_error(model, n);
    case Kind::BinaryOperator:
      return formats_by_percent(model, n) && !is_in_error(model, n);
    case Kind::Assignment:
    case Kind::AugmentedAssignment:
      return changes_leaf(model, n) && is_tried(model, n);
    case Kind::Call:
      return (shows_value(model, n) && !is_in_error(model, n)) ||
             (is_tried(model, n) && may_fail_with_graph(model, n));
    default:
      return false;
  }
}

}  // namespace mlfix
