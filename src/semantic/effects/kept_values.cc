// A store is looked at from its target: the root of the access path is an object
// that was made in this very function, or it is somebody else's. "Made here" is a
// fresh display, comprehension or call on every path; a name alone says nothing,
// because `kept = self.outputs` is no new list.

#include "semantic/effects/kept_values.h"

#include <algorithm>
#include <array>
#include <vector>

#include "semantic/names/calls.h"

namespace mlfix {
namespace {

constexpr std::array<std::string_view, 4> kCachingDecorators{"lru_cache", "cache",
                                                             "cached_property", "memoize"};

// Plain values, and modules: the graph of a parameter begins at the parameter.
bool has_no_graph_to_keep(const SemanticModel& model, NodeId value) {
  value = model.strip_parentheses(value);
  switch (model.tree().kind(value)) {
    case Kind::Integer:
    case Kind::Float:
    case Kind::String:
    case Kind::True:
    case Kind::False:
    case Kind::None:
    case Kind::ComparisonOperator:
    case Kind::NotOperator:
      return true;
    case Kind::List:
    case Kind::Tuple:
    case Kind::Set:
    case Kind::ExpressionList:
      for (const NodeId item : model.tree().children(value)) {
        if (!has_no_graph_to_keep(model, item)) return false;
      }
      return true;
    case Kind::Dictionary:
      return model.tree().first_child(value) == kNoNode;
    default:
      break;
  }
  constexpr FactSet kPlain = Fact::NoGraph | Fact::Number | Fact::NdArray | Fact::String |
                             Fact::None | Fact::IntTensor | Fact::Module;
  return model.facts(value).must.has_any(kPlain);
}

NodeId root_of(const SemanticModel& model, NodeId place) {
  const SyntaxTree& tree = model.tree();
  place = model.strip_parentheses(place);
  while (tree.is(place, Kind::Attribute) || tree.is(place, Kind::Subscript)) {
    const Field inner = tree.is(place, Kind::Attribute) ? Field::Object : Field::Value;
    place = model.strip_parentheses(tree.child(place, inner));
  }
  return place;
}

bool makes_new_object(const SyntaxTree& tree, NodeId value) {
  switch (tree.kind(value)) {
    case Kind::List:
    case Kind::Tuple:
    case Kind::Set:
    case Kind::Dictionary:
    case Kind::ListComprehension:
    case Kind::SetComprehension:
    case Kind::DictionaryComprehension:
    case Kind::BinaryOperator:
      return true;
    default:
      return false;
  }
}

// Is the object that the definition binds made here, on every path?
bool is_made_here(const SemanticModel& model, DefId start) {
  const Bindings& bindings = model.bindings();
  std::vector<DefId> queue{start};
  for (std::size_t i = 0; i < queue.size(); ++i) {
    const Definition& d = bindings.definition(queue[i]);
    if (d.kind == DefKind::Phi || d.kind == DefKind::LoopPhi || d.kind == DefKind::AugAssign) {
      for (const DefId operand : d.operands) {
        if (std::ranges::find(queue, operand) == queue.end()) queue.push_back(operand);
      }
      continue;
    }
    if (d.kind != DefKind::Assign || d.value == kNoNode) return false;
    const NodeId value = model.strip_parentheses(d.value);
    if (makes_new_object(model.tree(), value)) continue;
    if (!model.tree().is(value, Kind::Call)) return false;
    const NodeId called = called_expression(model, value);
    const bool constructs = is_builtin(model, called) || is_pure_library(model, value) ||
                            model.facts(value).must_be(Fact::Container);
    if (!constructs) return false;
  }
  return true;
}

bool outlives_call(const SemanticModel& model, NodeId place) {
  const SyntaxTree& tree = model.tree();
  const NodeId root = root_of(model, place);
  if (!tree.is(root, Kind::Identifier)) return true;
  const DefId def = model.bindings().reaching(root);
  if (def == kNone) return true;
  const Definition& d = model.bindings().definition(def);
  const NodeId function = model.function_of(root);
  if (d.kind == DefKind::Parameter && function != kNoNode) {
    const NodeId name = tree.child(function, Field::Name);
    const bool constructs = tree.text(name) == "__init__" && tree.text(root) == "self";
    return !constructs;
  }
  const UseId use = model.bindings().use_at(root);
  if (use != kNone && model.bindings().use(use).captured) return true;
  return !is_made_here(model, def);
}

// A name that the function declares global or nonlocal.
bool is_outer_name(const SemanticModel& model, NodeId target) {
  const DefId def = model.bindings().definition_at(target);
  return def != kNone && model.bindings().definition(def).scope !=
                             model.bindings().scope_of(model.statement_of(target));
}

bool target_outlives(const SemanticModel& model, NodeId target, bool in_place) {
  const SyntaxTree& tree = model.tree();
  switch (tree.kind(target)) {
    case Kind::Attribute:
    case Kind::Subscript:
      return outlives_call(model, target);
    case Kind::PatternList:
    case Kind::TuplePattern:
    case Kind::ListPattern:
      for (const NodeId part : tree.children(target)) {
        if (target_outlives(model, part, in_place)) return true;
      }
      return false;
    case Kind::Identifier:
      return is_outer_name(model, target) ||
             (in_place && !model.facts(target).must_be(Fact::Number) &&
              outlives_call(model, target));
    default:
      return false;
  }
}

bool stores_argument(const SemanticModel& model, NodeId call) {
  const SyntaxTree& tree = model.tree();
  const NodeId called = called_expression(model, call);
  if (!tree.is(called, Kind::Attribute)) return false;
  const std::string_view name = last_name(tree, called);
  const bool in_place = name.size() > 1 && name.back() == '_' && name.front() != '_';
  if (!is_storing_method(name) && name != "update" && !in_place) return false;
  const std::vector<NodeId> arguments = model.arguments(call);
  const bool plain = std::ranges::all_of(
      arguments, [&](NodeId argument) { return has_no_graph_to_keep(model, argument); });
  return !plain && outlives_call(model, tree.child(called, Field::Object));
}

}  // namespace

bool keeps_value(const SemanticModel& model, NodeId n) {
  const SyntaxTree& tree = model.tree();
  if (tree.is(n, Kind::Call)) return stores_argument(model, n);
  const bool augments = tree.is(n, Kind::AugmentedAssignment);
  if (!augments && !tree.is(n, Kind::Assignment)) return false;
  NodeId value = tree.child(n, Field::Right);
  while (tree.is(value, Kind::Assignment)) value = tree.child(value, Field::Right);
  if (value == kNoNode || has_no_graph_to_keep(model, value)) return false;
  return target_outlives(model, tree.child(n, Field::Left), augments);
}

bool keeps_results(const SemanticModel& model, NodeId function) {
  for (const NodeId decorator : decorators(model.tree(), function)) {
    NodeId named = decorator;
    if (model.tree().is(named, Kind::Call)) named = model.tree().child(named, Field::Function);
    if (is_one_of(last_name(model.tree(), named), kCachingDecorators)) return true;
  }
  return false;
}

}  // namespace mlfix
