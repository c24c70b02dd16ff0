// The lists of harmless uses are those of the knowledge tables: methods and functions of torch
// that have a row, builtins that read numbers, containers' own methods.

#include "semantic/flow/told_apart.h"

#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <vector>

#include "semantic/binding/binding.h"
#include "semantic/binding/reach_memo.h"
#include "semantic/control/consumer.h"
#include "semantic/knowledge/knowledge.h"
#include "semantic/names/access_path.h"
#include "semantic/names/attribute_access.h"
#include "semantic/names/elements.h"
#include "semantic/semantic_model.h"

namespace mlfix {
namespace {

const MethodInfo* tensor_method(const SemanticModel& model, std::string_view name) {
  return model.knowledge().method(name, {FactSet(), Fact::Tensor, {}});
}

bool works_in_place(std::string_view name) {
  return name.ends_with('_') && !name.ends_with("__");
}

// A method or a function of torch that takes numbers and gives numbers.
bool computes_of_tensor(const SemanticModel& model, std::string_view method) {
  return tensor_method(model, method) != nullptr && !works_in_place(method) &&
         !model.means(Meaning::RefusesGraph, method) &&
         !model.means(Meaning::ProbesGraph, method) && !model.suggests(Hint::Backward, method);
}

// ---- containers that are seen -------------------------------------------------------

// Is the object made by a call of code that is not seen, and no container? Its methods may be
// called append, and it may hash, copy or weakly refer to what it is given.
class MadeUnseen {
 public:
  explicit MadeUnseen(const SemanticModel& model) : model_(model), tree_(model.tree()) {}

  bool of(NodeId object) {
    open_.push_back(object);
    while (!open_.empty()) {
      const NodeId next = model_.strip_parentheses(open_.back());
      open_.pop_back();
      model_.work().spend();
      if (!seen_.insert(next).second || model_.facts(next).must_be(Fact::Container)) continue;
      if (!is_seen(next)) return true;
    }
    return false;
  }

 private:
  // Is it certain what this is, once what was opened with it is?
  bool is_seen(NodeId object) {
    switch (tree_.kind(object)) {
      case Kind::Identifier:
        return is_definition_seen(model_.bindings().reaching(object));
      case Kind::Attribute:
        return are_stores_seen(object);
      case Kind::Subscript:
        open_.push_back(tree_.child(object, Field::Value));
        return true;
      case Kind::Call:
        return is_item_of_container(object);
      case Kind::List:
      case Kind::Dictionary:
      case Kind::ListComprehension:
      case Kind::DictionaryComprehension:
      case Kind::None:
        return true;
      default:
        return false;
    }
  }

  // self.log.setdefault("loss", [])
  bool is_item_of_container(NodeId call) {
    const NodeId called = called_expression(model_, call);
    if (!tree_.is(called, Kind::Attribute) ||
        !model_.means(Meaning::ContainerMethod, last_name(tree_, called))) {
      return false;
    }
    open_.push_back(tree_.child(called, Field::Object));
    return true;
  }

  bool is_definition_seen(DefId def) {
    if (def == kNone) return false;
    if (!definitions_seen_.insert(def).second) return true;
    const Definition& d = model_.bindings().definition(def);
    switch (d.kind) {
      case DefKind::Parameter:  // whose callers are asked where they are seen
      case DefKind::Unbound:
        return true;
      case DefKind::Assign:
        if (d.value == kNoNode) return false;
        open_.push_back(d.value);
        return true;
      case DefKind::For:
        if (d.value == kNoNode) return false;
        open_.push_back(d.value);
        return true;
      case DefKind::Phi:
      case DefKind::LoopPhi:
      case DefKind::AugAssign:
        return std::ranges::all_of(d.operands,
                                   [&](DefId operand) { return is_definition_seen(operand); });
      default:
        return false;
    }
  }

  bool are_stores_seen(NodeId attribute) {
    for (const AttributeAccess& access : model_.attribute_accesses(last_name(tree_, attribute))) {
      model_.work().spend();
      const NodeId up = tree_.parent(access.node);
      if (access.is_load || tree_.is(up, Kind::AugmentedAssignment)) continue;
      const NodeId value = tree_.is(up, Kind::Assignment) ? tree_.child(up, Field::Right) : kNoNode;
      if (value == kNoNode || tree_.field(access.node) != Field::Left) return false;
      open_.push_back(value);
    }
    return true;
  }

  const SemanticModel& model_;
  const SyntaxTree& tree_;
  std::vector<NodeId> open_;
  std::set<NodeId> seen_;
  std::set<DefId> definitions_seen_;
};

// ---- comparisons and subscripts -----------------------------------------------------

bool is_certainly(const SemanticModel& model, NodeId expr, FactSet kinds) {
  return model.facts(expr).must.has_any(kinds);
}

bool is_plain_literal(const SyntaxTree& tree, NodeId expr) {
  const Kind kind = tree.kind(expr);
  return kind == Kind::Integer || kind == Kind::Float || kind == Kind::String ||
         kind == Kind::None || kind == Kind::True || kind == Kind::False;
}

bool compares_numbers(const SemanticModel& model, NodeId left, std::string_view op, NodeId right,
                      NodeId value) {
  const SyntaxTree& tree = model.tree();
  const NodeId other = model.strip_parentheses(value == left ? right : left);
  if (op.starts_with("is")) {
    const Kind kind = tree.kind(other);
    return kind == Kind::None || kind == Kind::True || kind == Kind::False;
  }
  const bool other_is_number = is_plain_literal(tree, other) ||
                               is_certainly(model, other, Fact::Number | FactSet(Fact::String));
  if (op.starts_with("in") || op.starts_with("not")) return value == right && other_is_number;
  return other_is_number || is_certainly(model, other, Fact::Tensor) ||
         is_certainly(model, value, Fact::Tensor);
}

// In `a < b < c` the value is compared with its neighbours alone.
bool compares_only_numbers(const SemanticModel& model, NodeId comparison, NodeId value) {
  return std::ranges::all_of(
      pairs_compared(model, comparison, value), [&](const ComparedPair& pair) {
        return compares_numbers(model, pair.left, pair.op, pair.right, value);
      });
}

// Is that a list or a tuple, as it is written? What it is indexed with is read as a number.
bool is_written_sequence(const SemanticModel& model, NodeId expr) {
  const SyntaxTree& tree = model.tree();
  expr = model.strip_parentheses(expr);
  if (tree.is(expr, Kind::Identifier)) {
    const DefId def = model.bindings().reaching(expr);
    if (def == kNone || model.bindings().definition(def).kind != DefKind::Assign) return false;
    if (model.bindings().definition(def).value == kNoNode) return false;
    expr = model.strip_parentheses(model.bindings().definition(def).value);
  }
  const Kind kind = tree.kind(expr);
  return kind == Kind::List || kind == Kind::ListComprehension || kind == Kind::Tuple;
}

bool indexes_numbers(const SemanticModel& model, NodeId subscript) {
  if (!model.tree().is(subscript, Kind::Subscript)) return false;
  const NodeId object = model.tree().child(subscript, Field::Value);
  return is_certainly(model, object, Fact::Tensor) || is_written_sequence(model, object);
}

// ---- calls --------------------------------------------------------------------------

// Is what a builtin runs on the items seen, or another builtin that reads numbers?
bool runs_seen_functions(const SemanticModel& model, Calls& calls, NodeId call,
                         std::string_view name) {
  const auto is_harmless = [&](NodeId function) {
    const bool reads_numbers =
        is_builtin(model, function) &&
        model.means(Meaning::ReadsNumbers, last_name(model.tree(), function)) &&
        !model.means(Meaning::ShowsValue, last_name(model.tree(), function));
    return reads_numbers || calls.function_value(function) != kNoNode;
  };
  const NodeId key = model.argument(call, -1, "key");
  if (key != kNoNode && !is_harmless(key)) return false;
  if (!model.means(Meaning::RunsFirstArgument, name)) return true;
  const NodeId first = model.argument(call, 0, "");
  return first != kNoNode && is_harmless(first);
}

bool builtin_reads_numbers(const SemanticModel& model, Calls& calls, const Consumer& consumer,
                           std::string_view name) {
  if (model.means(Meaning::ReadsNumbers, name)) {
    return runs_seen_functions(model, calls, consumer.node, name);
  }
  // dict(loss=value): by a name that is its key.
  const bool named = !consumer.name.empty() && !consumer.name.starts_with('*');
  return name == "dict" && named;
}

bool library_reads_numbers(const SemanticModel& model, NodeId called, const std::string& text) {
  const Knowledge& knowledge = model.knowledge();
  if (knowledge.covers(Meaning::MindsGraph, text)) return false;
  if (knowledge.covers(Meaning::ReadsNumbersInLibrary, text)) return true;
  if (knowledge.covers(Meaning::WritesValues, text)) return true;
  const Symbol symbol = model.qualified_name(called);
  const CallableInfo* info = symbol == kNoSymbol ? nullptr : knowledge.callable(symbol);
  if (info == nullptr || info->is_class || works_in_place(last_name(model.tree(), called))) {
    return false;
  }
  constexpr FactSet kValues = Fact::Tensor | Fact::Number | Fact::NoGraph | Fact::IntTensor;
  return info->result_keeps_graph || info->leaf_constructor || info->result.has_any(kValues);
}

bool method_reads_numbers(const SemanticModel& model, const Consumer& consumer, NodeId called,
                          Part part) {
  const SyntaxTree& tree = model.tree();
  const NodeId object = tree.child(called, Field::Object);
  const std::string_view name = last_name(tree, called);
  const Facts facts = model.facts(object);
  const bool declared = model.means(Meaning::StoresArgument, name, object) &&
                        !model.means(Meaning::StoresArgument, name);
  if (declared) return true;
  if (model.means(Meaning::LogsOnly, name, object)) return true;
  const Facts evident{facts.must, facts.may, {}};
  const MethodInfo* row = model.knowledge().method(name, evident);
  const bool computes = row != nullptr && row->result_keeps_graph && !row->in_place;
  if (computes) return true;
  if (facts.must_be(Fact::Tensor)) {
    return computes_of_tensor(model, name) || overwrites_receiver(model, name);
  }
  if (model.means(Meaning::StoresItem, name)) return !MadeUnseen(model).of(object);
  if (!facts.must_be(Fact::Container)) return false;
  const bool named = !consumer.name.empty() && !consumer.name.starts_with('*');
  if (name == "update") return named || !part.key.empty();
  return name == "setdefault" && consumer.position == 1;
}

// ---- sums ---------------------------------------------------------------------------

// A number, or a tensor that is made of numbers: torch.zeros(1).to(device).
bool is_new_number(const SemanticModel& model, NodeId expr) {
  const SyntaxTree& tree = model.tree();
  if (expr == kNoNode) return false;
  for (expr = model.strip_parentheses(expr); tree.is(expr, Kind::Call);) {
    const NodeId called = called_expression(model, expr);
    const Symbol symbol = model.qualified_name(called);
    if (const CallableInfo* info =
            symbol == kNoSymbol ? nullptr : model.knowledge().callable(symbol)) {
      return info->leaf_constructor && !model.means(Meaning::OtherView, last_name(tree, called));
    }
    const bool passes = tree.is(called, Kind::Attribute) &&
                        model.means(Meaning::KeepsShape, last_name(tree, called));
    if (!passes) return false;
    expr = model.strip_parentheses(tree.child(called, Field::Object));
  }
  return is_plain_literal(tree, expr) || is_certainly(model, expr, Fact::Number);
}

// `total = 0`, or `loss, total = 0, 0`, of which all have to be numbers.
bool is_bound_to_number(const SemanticModel& model, const Definition& definition) {
  const SyntaxTree& tree = model.tree();
  if (definition.value == kNoNode) return false;
  if (definition.kind == DefKind::Assign) return is_new_number(model, definition.value);
  const NodeId items = model.strip_parentheses(definition.value);
  const bool display = tree.is(items, Kind::ExpressionList) || tree.is(items, Kind::Tuple);
  if (definition.kind != DefKind::Unpack || !display) return false;
  for (const NodeId item : tree.children(items)) {
    if (!is_new_number(model, item)) return false;
  }
  return true;
}

// Definitions that lead to one that is no number.
struct BeginningsOfSums {
  ReachMemo memo;
};

// Is the variable one that begins as a number and is added to? Then it is no tensor that was
// there before, but the sum of some.
bool begins_as_number(const SemanticModel& model, NodeId name) {
  if (!model.tree().is(name, Kind::Identifier)) return false;
  const DefId start = model.bindings().reaching(name);
  if (start == kNone) return false;
  const auto begins_otherwise = [&](DefId def) {
    model.work().spend();
    const Definition& d = model.bindings().definition(def);
    const bool merges =
        d.kind == DefKind::Phi || d.kind == DefKind::LoopPhi || d.kind == DefKind::AugAssign;
    return !merges && !is_bound_to_number(model, d);
  };
  const auto operands = [&](DefId def) { return model.bindings().definition(def).operands; };
  return model.notes<BeginningsOfSums>().memo.find(start, begins_otherwise, operands) == kNone;
}

bool has_method_named(Calls& calls, std::string_view name) {
  return !calls.names().methods_named(std::array{name}).empty();
}

}  // namespace

bool tells_apart_where_looked_at(const SemanticModel& model, NodeId value,
                                 const Consumer& consumer) {
  if (consumer.role == Role::Compared) return !compares_only_numbers(model, consumer.node, value);
  return consumer.role == Role::Index && !indexes_numbers(model, consumer.node);
}

bool tells_apart_attribute(const SemanticModel& model, const Consumer& consumer) {
  if (consumer.name.starts_with("__") || model.means(Meaning::GraphAttribute, consumer.name)) {
    return true;
  }
  if (model.means(Meaning::PlainAttribute, consumer.name)) return false;
  const NodeId object = model.tree().child(consumer.node, Field::Object);
  return !model.facts(object).could_be(Fact::Tensor) ||
         model.knowledge().attribute(consumer.name, {Fact::Tensor, Fact::Tensor, {}}) == nullptr;
}

bool tells_apart_method(const SemanticModel& model, NodeId value, const Consumer& consumer) {
  const bool of_container = model.means(Meaning::ContainerMethod, consumer.name) &&
                            !model.means(Meaning::SeeksItem, consumer.name);
  if (of_container && !model.facts(value).must_be(Fact::Tensor)) {
    // sort(key=…) runs a function on the items.
    return model.argument(consumer.node, -1, "key") != kNoNode;
  }
  return !computes_of_tensor(model, consumer.name);
}

bool tells_apart_library(const SemanticModel& model, Calls& calls, const Consumer& consumer,
                         Part part) {
  const NodeId called = called_expression(model, consumer.node);
  if (called == kNoNode) return true;
  if (is_builtin(model, called)) {
    return !builtin_reads_numbers(model, calls, consumer, last_name(model.tree(), called));
  }
  const std::string text = model.qualified_text(called);
  if (!text.empty()) return !library_reads_numbers(model, called, text);
  return !model.tree().is(called, Kind::Attribute) ||
         !method_reads_numbers(model, consumer, called, part);
}

bool reaches_attributes(const SemanticModel& model, NodeId call) {
  const NodeId called = called_expression(model, call);
  return model.tree().is(called, Kind::Identifier) && model.bindings().reaching(called) == kNone &&
         model.means(Meaning::ReachesAttributes, model.tree().text(called));
}

bool tells_apart_where_stored(const SemanticModel& model, Calls& calls, NodeId target) {
  const SyntaxTree& tree = model.tree();
  if (tree.is(target, Kind::Subscript)) {
    const NodeId object = tree.child(target, Field::Value);
    if (calls.names().item_setter(target) != kNoNode) return false;  // which is looked into
    return !model.facts(object).must_be(Fact::Tensor) && MadeUnseen(model).of(object);
  }
  const std::string_view name = last_name(tree, target);
  return name == "data" || name.starts_with("__") || model.means(Meaning::GraphAttribute, name) ||
         has_method_named(calls, "__setattr__") || has_method_named(calls, "__set__");
}

bool is_hashed_in(const SemanticModel& model, NodeId value, NodeId display) {
  const SyntaxTree& tree = model.tree();
  const Kind kind = tree.kind(display);
  if (kind == Kind::Set || kind == Kind::SetComprehension) return true;
  for (NodeId n = value; n != display && n != kNoNode; n = tree.parent(n)) {
    if (tree.is(tree.parent(n), Kind::Pair) && tree.field(n) == Field::Key) return true;
  }
  return false;
}

bool overwrites_receiver(const SemanticModel& model, std::string_view method) {
  return works_in_place(method) && model.means(Meaning::UpdatesStatistic, method);
}

bool may_overwrite(const SemanticModel& model, NodeId value) {
  const SyntaxTree& tree = model.tree();
  const NodeId up = tree.parent(value);
  if (tree.is(up, Kind::AugmentedAssignment)) return !begins_as_number(model, value);
  if (!tree.is(up, Kind::Subscript)) return false;
  return tree.is(tree.parent(up), Kind::AugmentedAssignment) ||
         !is_certainly(model, value, Fact::Container);
}

}  // namespace mlfix
