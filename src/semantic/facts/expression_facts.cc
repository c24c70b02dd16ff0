// What expressions give, kind by kind. An operand that is not resolved yet
// makes the expression unresolved: it is evaluated again when that changes.

#include <string_view>
#include <unordered_set>

#include "semantic/binding/binding.h"
#include "semantic/facts/fact_solver.h"
#include "semantic/knowledge/knowledge.h"
#include "semantic/names/access_path.h"
#include "semantic/names/calls.h"
#include "semantic/names/elements.h"
#include "semantic/names/part.h"
#include "syntax/structure.h"

namespace mlfix {
namespace {

constexpr FactSet kTensorLike = Fact::Tensor | Fact::GradTensor | FactSet(Fact::IntTensor) |
                                FactSet(Fact::ScalarTensor) | FactSet(Fact::Parameter);

// Expressions that people nest, and chain: each is worked out from others of the kind.
bool is_composed(Kind kind) {
  return kind == Kind::Call || kind == Kind::BinaryOperator || kind == Kind::BooleanOperator ||
         kind == Kind::ConditionalExpression || kind == Kind::Subscript || kind == Kind::Attribute;
}

// Facts about being attached that an operation on `facts` hands on.
template <typename Set>
Set graph_part(Set facts) {
  constexpr FactSet kHandedOn = Fact::Tensor | FactSet(Fact::GradTensor) | FactSet(Fact::NoGraph) |
                                FactSet(Fact::NdArray) | FactSet(Fact::Number);
  if (facts.has(Fact::Parameter)) facts |= Fact::Tensor | FactSet(Fact::GradTensor);
  return facts & kHandedOn;
}

// What an arithmetic operation certainly gives.
FactSet certain_result(FactSet a, FactSet b) {
  FactSet result;
  if (a.has(Fact::Tensor) || b.has(Fact::Tensor)) result |= Fact::Tensor;
  if (a.has(Fact::GradTensor) || b.has(Fact::GradTensor)) result |= Fact::GradTensor;
  if (a.has(Fact::NoGraph) && b.has(Fact::NoGraph)) result |= Fact::NoGraph;
  if (a.has(Fact::Number) && b.has(Fact::Number)) result |= Fact::Number;
  const bool arrays = (a.has(Fact::NdArray) || a.has(Fact::Number)) &&
                      (b.has(Fact::NdArray) || b.has(Fact::Number));
  if (arrays && (a.has(Fact::NdArray) || b.has(Fact::NdArray))) result |= Fact::NdArray;
  if (a.has(Fact::ScalarTensor) && (b.has(Fact::ScalarTensor) || b.has(Fact::Number))) {
    result |= Fact::ScalarTensor;
  }
  if (b.has(Fact::ScalarTensor) && a.has(Fact::Number)) result |= Fact::ScalarTensor;
  if (a.has(Fact::Container) && b.has(Fact::Container)) result |= Fact::Container;
  if (a.has(Fact::String)) result |= Fact::String;
  return result;
}

}  // namespace

Value FactSolver::eval(NodeId expr) {
  work_.spend();
  if (expr == kNoNode) return unknown_value();
  if (depth_ == 0) values_.clear();
  const bool is_kept = is_composed(tree_.kind(expr));
  if (is_kept) {
    if (const auto found = cache_.settled.find(expr); found != cache_.settled.end()) {
      return found->second;
    }
    if (const auto found = values_.find(expr); found != values_.end()) return found->second;
  }
  ++depth_;
  Value value = eval_kind(expr);
  --depth_;
  if (is_kept) values_.emplace(expr, value);
  return value;
}

Value FactSolver::eval_kind(NodeId expr) {
  switch (tree_.kind(expr)) {
    case Kind::Integer:
    case Kind::Float:
    case Kind::True:
    case Kind::False:
    case Kind::NotOperator:
      return certain(Fact::Number);
    case Kind::None:
      return certain(Fact::None);
    case Kind::String:
    case Kind::ConcatenatedString:
      return certain(Fact::String);
    case Kind::Lambda:
      return certain(Fact::Callable);
    case Kind::Identifier:
      return of_identifier(expr);
    case Kind::Attribute:
      return of_attribute_read(expr);
    case Kind::Call:
      return of_call(expr);
    case Kind::ParenthesizedExpression:
    case Kind::Await:
      return eval(tree_.first_child(expr));
    case Kind::NamedExpression:
      return eval(tree_.child(expr, Field::Value));
    case Kind::Assignment:  // the right side of a = b = c
      return eval(tree_.child(expr, Field::Right));
    case Kind::BinaryOperator:
      return of_binary(eval(tree_.child(expr, Field::Left)), eval(tree_.child(expr, Field::Right)),
                       expr);
    case Kind::UnaryOperator: {
      const Value operand = eval(tree_.child(expr, Field::Argument));
      return of_binary(operand, operand, expr);
    }
    case Kind::BooleanOperator: {
      Value merged = eval(tree_.child(expr, Field::Left));
      join(merged, eval(tree_.child(expr, Field::Right)));
      return merged;
    }
    case Kind::ConditionalExpression: {
      const NodeId chosen = tree_.first_child(expr);
      const NodeId condition = tree_.next_sibling(chosen);
      Value merged = eval(chosen);
      join(merged, eval(tree_.next_sibling(condition)));
      return merged;
    }
    case Kind::ComparisonOperator:
      return of_comparison(expr);
    case Kind::Subscript:
      return of_subscript(expr);
    case Kind::List:
    case Kind::Tuple:
    case Kind::Set:
    case Kind::ExpressionList:
    case Kind::Dictionary:
    case Kind::ListComprehension:
    case Kind::SetComprehension:
    case Kind::DictionaryComprehension:
    case Kind::GeneratorExpression:
      return of_display(expr);
    default:
      return unknown_value();
  }
}

// What a name suggests. Names recur, and each costs a comparison with every pattern.
HintedFacts FactSolver::suggested_by(std::string_view name) {
  const auto [entry, is_new] = cache_.named.try_emplace(name);
  if (is_new) entry->second = knowledge_.weak_facts_of_name(name);
  return entry->second;
}

bool FactSolver::lists_parameters(NodeId call) const {
  const std::string_view method = called_name(tree_, call);
  return method == "parameters" || method == "named_parameters";
}

// eval() without an argument: data frames evaluate text.
bool FactSolver::switches_to_evaluation(NodeId call) const {
  return called_name(tree_, call) == "eval" &&
         tree_.first_child(tree_.child(call, Field::Arguments)) == kNoNode;
}

// What has parameters is a module: Adam(agent.critic.parameters()); so is what is called, and put
// into evaluation mode. Only a hint, for the same path may lead to something else elsewhere in the
// file.
HintedFacts FactSolver::suggested_by_use(NodeId path) {
  if (!cache_.module_paths_ready) {
    cache_.module_paths_ready = true;
    std::unordered_set<std::string_view> evaluated;
    for (NodeId n = 0; n < tree_.size(); ++n) {
      const NodeId object = called_object(tree_, n);
      if (object == kNoNode) continue;
      if (lists_parameters(n)) cache_.module_paths.insert(tree_.text(object));
      if (switches_to_evaluation(n)) evaluated.insert(tree_.text(object));
    }
    for (NodeId n = 0; n < tree_.size() && !evaluated.empty(); ++n) {
      if (!tree_.is(n, Kind::Call)) continue;
      const std::string_view called = tree_.text(tree_.child(n, Field::Function));
      if (evaluated.erase(called) > 0) cache_.module_paths.insert(called);
    }
  }
  return cache_.module_paths.contains(tree_.text(path)) ? HintedFacts(Fact::Module) : HintedFacts();
}

Value FactSolver::of_identifier(NodeId expr) {
  const DefId d = bindings_.reaching(expr);
  if (d != kNone) return read(definition_cell(d));
  Value value = unknown_value();
  value.facts.weak = suggested_by(tree_.text(expr));
  return value;
}

// Is it called with something, of a module whose class a library has, and no method of modules: a
// layer of it, as self.transformer.decoder(x, memory) is?
bool FactSolver::is_part_of_library_module(NodeId attribute, const ClassRef& owner,
                                           const Facts& facts) const {
  const std::string_view name = tree_.text(tree_.child(attribute, Field::Attribute));
  return owner.symbol != kNoSymbol && facts.must_be(Fact::Module) &&
         tree_.field(attribute) == Field::Function &&
         tree_.first_child(tree_.child(tree_.parent(attribute), Field::Arguments)) != kNoNode &&
         knowledge_.method(name, facts) == nullptr;
}

Value FactSolver::of_attribute_read(NodeId expr) {
  const CallableInfo* info = knowledge_.callable(names_.symbol_of(expr));
  if (info != nullptr) return certain(Fact::Callable);
  const NodeId object = tree_.child(expr, Field::Object);
  const std::string_view name = tree_.text(tree_.child(expr, Field::Attribute));
  const ClassRef owner_class = names_.class_of_value(object);
  const NodeId klass = owner_class.node;
  Value value = of_attribute_of_class_elsewhere(owner_class.elsewhere, name);
  if (klass != kNoNode) {
    if (names_.find_method(klass, name) != kNoNode) return possible(Fact::Callable);
    value = read(attribute_cell(klass, name));
    if (!value.resolved) return value;
  }
  if (value.facts.may.empty()) {
    const Value owner = eval(object);
    if (!owner.resolved) return owner;
    if (const MethodInfo* entry = knowledge_.attribute(name, owner.facts)) {
      const bool sure = entry->receiver.empty() || owner.facts.must.has_any(entry->receiver);
      if (sure) value.facts.must |= entry->result;
      const bool guess = !sure && !owner.facts.may.has_any(entry->receiver);
      const FactSet given = entry->result | entry->may_result;
      if (guess) {
        value.facts.weak |= given;
      } else {
        value.facts.may |= given;
      }
      if (entry->result_keeps_graph) keep_graph(owner, value);
    } else if (is_part_of_library_module(expr, owner_class, owner.facts)) {
      value.facts.may |= Fact::Module;
    }
  }
  if (value.facts.must.empty()) value.facts.weak |= suggested_by(name) | suggested_by_use(expr);
  return value;
}

// A list, tuple, set or dict, written out or as a comprehension.
Value FactSolver::of_display(NodeId expr) {
  const Kind kind = tree_.kind(expr);
  const bool is_generator = kind == Kind::GeneratorExpression;
  Value value = is_generator ? possible(Fact::Container) : certain(Fact::Container);
  Value elements;
  for (const NodeId child : tree_.children(expr)) {
    if (tree_.is(child, Kind::ForInClause) || tree_.is(child, Kind::IfClause)) continue;
    const NodeId element = tree_.is(child, Kind::Pair) ? tree_.child(child, Field::Value) : child;
    if (tree_.is(element, Kind::ListSplat) || tree_.is(element, Kind::DictionarySplat)) {
      join(elements, weakened(element_of(eval(tree_.first_child(element)))));
    } else {
      join(elements, eval(element));
    }
  }
  // Displays can be changed later, but what they start with stays possible.
  if (elements.resolved) value.element = elements.facts;
  return value;
}

// What is written at the constant place of a tuple that a subscript reads, where the tuple is
// seen: x[1] of x = (a, b), x[0][1] of x = ((a, b), c). A tuple keeps what it was made of.
// kNoNode for lists and dicts, which may have been changed since, and for merged names.
NodeId FactSolver::item_of_tuple(NodeId subscript) {
  work_.spend();
  const int place = part_of_key(tree_, tree_.child(subscript, Field::Subscript)).index;
  if (place < 0) return kNoNode;
  NodeId whole = without_parentheses(tree_, tree_.child(subscript, Field::Value));
  if (tree_.is(whole, Kind::Subscript)) whole = item_of_tuple(whole);
  if (whole != kNoNode) whole = without_parentheses(tree_, whole);
  if (tree_.is(whole, Kind::Identifier)) {
    const DefId def = bindings_.reaching(whole);
    if (def == kNone || bindings_.definition(def).kind != DefKind::Assign) return kNoNode;
    const NodeId value = bindings_.definition(def).value;
    if (value == kNoNode) return kNoNode;
    whole = without_parentheses(tree_, value);
  }
  if (!tree_.is(whole, Kind::Tuple) && !tree_.is(whole, Kind::ExpressionList)) return kNoNode;
  const Elements& items = placed_elements(model_, whole);
  const auto at = static_cast<std::size_t>(place);
  return at < items.before_stars ? items.all[at] : NodeId{kNoNode};
}

Value FactSolver::of_subscript(NodeId expr) {
  if (const NodeId item = item_of_tuple(expr); item != kNoNode) return eval(item);
  const NodeId whole = without_parentheses(tree_, tree_.child(expr, Field::Value));
  if (tree_.is(whole, Kind::Call) && tree_.text(tree_.child(expr, Field::Subscript)) == "1") {
    const Value indices = of_indices(whole);
    if (!indices.resolved || !indices.facts.may.empty()) return indices;
  }
  const NodeId key = tree_.child(expr, Field::Subscript);
  const Part part = constant_part(tree_, key);
  if (!part.whole() && has_entry(whole, part)) return entry_value(whole, part);
  const Value owner = eval(whole);
  if (owner.facts.must_be(Fact::Container) && tree_.is(key, Kind::Slice)) return weakened(owner);
  return indexed(owner);
}

Value FactSolver::of_comparison(NodeId expr) {
  Value merged = certain(Fact::NoGraph);
  bool elementwise = false;
  for (const NodeId child : tree_.children(expr)) {
    if (tree_.field(child) == Field::Operators) {
      const std::string_view op = tree_.text(child);
      elementwise = !op.starts_with("i") && !op.starts_with("n");  // is, in, is not, not in
    }
  }
  if (!elementwise) return certain(Fact::Number);
  for (const NodeId child : tree_.children(expr)) {
    if (tree_.field(child) == Field::Operators) continue;
    const Value operand = eval(child);
    if (operand.facts.must_be(Fact::Tensor)) merged.facts.must |= with_implied(Fact::IntTensor);
    if (operand.facts.may.has_any(kTensorLike)) merged.facts.may |= with_implied(Fact::IntTensor);
    if (operand.facts.may_be(Fact::NdArray)) merged.facts.may |= Fact::NdArray;
  }
  if (!merged.facts.may_be(Fact::IntTensor)) merged.facts.may |= Fact::Number;
  return merged;
}

Value FactSolver::of_binary(const Value& a, const Value& b, NodeId at) {
  if (!a.resolved) return a;
  if (!b.resolved) return b;
  Value result = unknown_value();
  result.facts.must = certain_result(a.facts.must, b.facts.must);
  result.facts.may = graph_part(a.facts.may) | graph_part(b.facts.may);
  result.facts.weak = graph_part(a.facts.weak) | graph_part(b.facts.weak);
  constexpr FactSet kSequences = Fact::Container | FactSet(Fact::String);
  result.facts.may |= (a.facts.may | b.facts.may) & kSequences;
  if (a.facts.may.has_any(kTensorLike) || b.facts.may.has_any(kTensorLike)) {
    result.facts.may |= Fact::Tensor;
  }
  const bool scalars = (a.facts.may | b.facts.may).has(Fact::ScalarTensor);
  if (scalars) result.facts.may |= Fact::ScalarTensor;
  result.element = a.element;
  result.element.must = result.element.must & b.element.must;
  result.element.may |= b.element.may;
  detach_when_disabled(at, result);
  return result;
}

}  // namespace mlfix
