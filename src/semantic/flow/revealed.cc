// A 0-d tensor formats itself as a number where no str() or repr() is asked for
// ("{}", an f-string, any specification), one with dimensions only with a
// specification fails. So what is formatted by a specification shows nothing, and
// the rest depends on the dimensions. When in doubt the answer is that it shows.

#include "semantic/flow/revealed.h"

#include <algorithm>

#include "semantic/binding/binding.h"
#include "semantic/control/consumer.h"
#include "semantic/flow/value_origins.h"
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

}  // namespace mlfix
