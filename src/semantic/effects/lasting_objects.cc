// "Made here" is a fresh display, comprehension or call on every path; a name alone says nothing,
// because `kept = self.outputs` is no new list. A new list may hold old objects, though, and a
// function may give back a list that it keeps: both are looked into.

#include "semantic/effects/lasting_objects.h"

#include <algorithm>
#include <array>
#include <span>
#include <string_view>
#include <vector>

#include "semantic/binding/binding.h"
#include "semantic/binding/reach_memo.h"
#include "semantic/control/consumer.h"
#include "semantic/flow/same_place.h"
#include "semantic/knowledge/facts.h"
#include "semantic/knowledge/knowledge.h"
#include "semantic/knowledge/meanings.h"
#include "semantic/names/access_path.h"
#include "semantic/names/calls.h"
#include "semantic/semantic_model.h"

namespace mlfix {
namespace {

// Objects in displays in objects, and functions that give them: what is farther in may be anything.
constexpr int kMaxObjectDepth = 6;

bool outlives(const SemanticModel& model, NodeId object, int depth);
bool gives_lasting(const SemanticModel& model, NodeId expr, int depth);

bool is_merge(const Definition& d) {
  return d.kind == DefKind::Phi || d.kind == DefKind::LoopPhi || d.kind == DefKind::AugAssign;
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
    case Kind::UnaryOperator:
    case Kind::ComparisonOperator:
    case Kind::Integer:
    case Kind::Float:
    case Kind::String:
    case Kind::True:
    case Kind::False:
    case Kind::None:
      return true;
    default:
      return false;
  }
}

// Does the builtin give an object that was there before: an attribute, an item, a namespace?
bool gives_existing_object(const SemanticModel& model, NodeId called) {
  // In code: the language's own functions.
  constexpr std::array<std::string_view, 9> kGivers{"getattr", "next",   "max",  "min",  "vars",
                                                    "globals", "locals", "eval", "super"};
  return is_builtin(model, called) && is_one_of(last_name(model.tree(), called), kGivers);
}

// Does each call of the function of the file give another object, that nobody has?
bool gives_new_object(const SemanticModel& model, NodeId function, int depth) {
  if (depth == 0 || model.is_generator(function) || model.tree().is_async(function)) return false;
  const auto values = model.returned_values(function);
  return std::ranges::none_of(values,
                              [&](NodeId value) { return gives_lasting(model, value, depth - 1); });
}

// A constructor, a function of a library, a module, or a method that computes a new tensor.
bool call_makes_new_object(const SemanticModel& model, NodeId call, int depth) {
  const NodeId called = called_expression(model, call);
  if (may_give_view(model, call) || gives_existing_object(model, called) ||
      last_name(model.tree(), called) == "ChainMap") {
    return false;
  }
  const NodeId function = model.callee(call);
  const bool is_seen = function != kNoNode && model.tree().is(function, Kind::FunctionDefinition) &&
                       model.tree().text(model.tree().child(function, Field::Name)) != "__init__";
  if (is_seen) {
    const bool makes =
        model.facts(call).must_be(Fact::Container) || model.facts(called).could_be(Fact::Module);
    return makes && gives_new_object(model, function, depth);
  }
  const bool constructs =
      is_builtin(model, called) || is_pure_library(model, call) ||
      (model.facts(call).must_be(Fact::Container) && !model.callee_elsewhere(call));
  if (constructs || model.facts(called).could_be(Fact::Module)) return true;
  if (!model.tree().is(called, Kind::Attribute)) return false;
  const std::string_view name = last_name(model.tree(), called);
  const Facts tensor{FactSet(), Fact::Tensor, {}};
  const MethodInfo* method = model.knowledge().method(name, tensor);
  return method != nullptr && !method->returns_receiver && !method->in_place &&
         !model.means(Meaning::MayViewReceiver, name);
}

// A `with` around the store puts the object back into its state: with graph.local_scope().
bool is_undone(const SemanticModel& model, NodeId place, NodeId root) {
  constexpr std::array<std::string_view, 1> kRestoring{"local_scope"};
  const SyntaxTree& tree = model.tree();
  for (NodeId with = tree.ancestor(place, Kind::WithStatement); with != kNoNode;
       with = tree.ancestor(with, Kind::WithStatement)) {
    for (NodeId n = with; n < tree.child(with, Field::Body); ++n) {
      if (!tree.is(n, Kind::Call) || !is_one_of(model.method_name(n), kRestoring)) continue;
      const NodeId object = tree.child(called_expression(model, n), Field::Object);
      if (tree.text(object) == tree.text(root)) return true;
    }
  }
  return false;
}

// The attribute or item that the assignment gives its value to as well: of `kept = self.kept = []`.
NodeId other_target_of_chain(const SyntaxTree& tree, NodeId assignment) {
  while (tree.is(tree.parent(assignment), Kind::Assignment)) assignment = tree.parent(assignment);
  for (; tree.is(assignment, Kind::Assignment); assignment = tree.child(assignment, Field::Right)) {
    const NodeId target = tree.child(assignment, Field::Left);
    if (tree.is(target, Kind::Attribute) || tree.is(target, Kind::Subscript)) return target;
  }
  return kNoNode;
}

}  // namespace

NodeId other_place(const SemanticModel& model, NodeId name) {
  const SyntaxTree& tree = model.tree();
  const DefId def = tree.is(name, Kind::Identifier) ? model.bindings().reaching(name) : kNone;
  if (def == kNone) return kNoNode;
  const Definition& d = model.bindings().definition(def);
  const NodeId own = d.node == kNoNode ? kNoNode : tree.parent(d.node);
  if (tree.is(own, Kind::Assignment)) {
    if (const NodeId other = other_target_of_chain(tree, own); other != kNoNode) return other;
  }
  for (const UseId use : d.uses) {
    model.work().spend();
    const Consumer taker = model.consumer_of(model.bindings().use(use).node);
    const bool assigned = taker.role == Role::Assigned && tree.is(taker.node, Kind::Assignment);
    const NodeId other = assigned ? other_target_of_chain(tree, taker.node) : NodeId{kNoNode};
    if (other != kNoNode) return other;
  }
  return kNoNode;
}

namespace {

// Is the value, which is new itself, made of new objects alone? A tensor has none.
bool has_new_parts(const SemanticModel& model, NodeId value, int depth) {
  const SyntaxTree& tree = model.tree();
  const auto lasts = [&](NodeId part) {
    part = model.strip_parentheses(part);
    return gives_lasting(model, part, depth - 1) ||
           (tree.is(part, Kind::Call) && !has_new_parts(model, part, depth - 1));
  };
  if (depth == 0) return false;
  switch (tree.kind(value)) {
    case Kind::List:
    case Kind::Tuple:
    case Kind::Set:
    case Kind::Dictionary:
    case Kind::ExpressionList:
      return !lasts(value);
    case Kind::ListComprehension:
    case Kind::SetComprehension:
      return !lasts(tree.first_child(value));
    case Kind::DictionaryComprehension:
      return !lasts(tree.child(tree.first_child(value), Field::Value));
    case Kind::BinaryOperator:
      return !model.facts(value).may_be(Fact::Container) ||
             !(lasts(tree.child(value, Field::Left)) || lasts(tree.child(value, Field::Right)));
    case Kind::Call:
      break;
    default:
      return true;
  }
  const NodeId called = called_expression(model, value);
  const Facts facts = model.facts(value);
  const bool is_tensor = facts.must.has_any(Fact::Tensor | FactSet(Fact::NdArray));
  if (is_tensor || model.facts(called).could_be(Fact::Module)) return true;
  const bool has_receiver = tree.is(called, Kind::Attribute) &&
                            model.qualified_name(called) == kNoSymbol &&
                            model.callee(value) == kNoNode;
  return !(has_receiver && lasts(tree.child(called, Field::Object))) &&
         std::ranges::none_of(model.arguments(value), lasts);
}

// Does a statement put an object that lasts into the one that the name is bound to?
bool is_given_lasting(const SemanticModel& model, const Definition& d, int depth) {
  const SyntaxTree& tree = model.tree();
  const auto lasts = [&](NodeId value) { return gives_lasting(model, value, depth - 1); };
  return std::ranges::any_of(d.uses, [&](UseId use) {
    model.work().spend();
    const NodeId read = model.bindings().use(use).node;
    const NodeId target = tree.parent(read);
    const Consumer consumer = model.consumer_of(read);
    if (consumer.role == Role::MethodReceiver) {
      const bool stores = model.means(Meaning::StoresArgument, consumer.name, read) ||
                          consumer.name == "update" || consumer.name == "setdefault";
      return stores && std::ranges::any_of(model.arguments(consumer.node), lasts);
    }
    const NodeId assignment = tree.parent(target);
    const bool is_set = (tree.is(target, Kind::Subscript) || tree.is(target, Kind::Attribute)) &&
                        tree.first_child(target) == read && tree.field(target) == Field::Left &&
                        tree.is(assignment, Kind::Assignment);
    return is_set && tree.child(assignment, Field::Right) != kNoNode &&
           lasts(tree.child(assignment, Field::Right));
  });
}

// Does the definition bind something that was made elsewhere, as far as its value tells?
// Merges and augmented assignments say nothing by themselves.
bool comes_from_elsewhere(const SemanticModel& model, const Definition& d, int depth) {
  if (is_merge(d)) return false;
  const bool whole = d.kind == DefKind::Assign || d.kind == DefKind::Unpack;
  if (!whole || d.value == kNoNode) return true;
  const NodeId value = model.strip_parentheses(d.value);
  if (d.kind == DefKind::Assign && makes_new_object(model.tree(), value)) return false;
  return !model.tree().is(value, Kind::Call) || !call_makes_new_object(model, value, depth);
}

// The same, for a name that several functions bind, of any of its definitions.
bool may_come_from_elsewhere(const SemanticModel& model, DefId def, int depth) {
  const Bindings& bindings = model.bindings();
  const Variable& variable = bindings.variable_of(def);
  if (!variable.declared_global) {
    return comes_from_elsewhere(model, bindings.definition(def), depth);
  }
  return std::ranges::any_of(variable.definitions, [&](DefId other) {
    model.work().spend();
    const Definition& d = bindings.definition(other);
    return d.kind != DefKind::Unbound && comes_from_elsewhere(model, d, depth);
  });
}

std::span<const DefId> merged(const SemanticModel& model, DefId def) {
  const Definition& d = model.bindings().definition(def);
  return is_merge(d) ? std::span<const DefId>(d.operands) : std::span<const DefId>();
}

// Is there a definition among those that flow into `start` of which that is true?
bool flows_from(const SemanticModel& model, DefId start, const auto& is_one) {
  return ReachMemo().find(start, is_one, [&](DefId def) { return merged(model, def); }) != kNone;
}

struct ObjectsFromElsewhere {
  ReachMemo memo;
};

// The outermost question alone is kept: the others give up sooner.
bool is_new(const SemanticModel& model, DefId start, int depth) {
  const auto is_other = [&](DefId def) { return may_come_from_elsewhere(model, def, depth); };
  if (depth < kMaxObjectDepth) return !flows_from(model, start, is_other);
  return model.notes<ObjectsFromElsewhere>().memo.find(
             start, is_other, [&](DefId def) { return merged(model, def); }) == kNone;
}

// Does the object hold others that were there before?
bool holds_lasting(const SemanticModel& model, DefId start, int depth) {
  return flows_from(model, start, [&](DefId def) {
    const Definition& d = model.bindings().definition(def);
    const NodeId value = d.value == kNoNode ? d.value : model.strip_parentheses(d.value);
    return is_given_lasting(model, d, depth) ||
           (value != kNoNode && !is_merge(d) && !has_new_parts(model, value, depth));
  });
}

}  // namespace

bool gives_several(const SyntaxTree& tree, NodeId expr) {
  switch (tree.kind(expr)) {
    case Kind::List:
    case Kind::Tuple:
    case Kind::Set:
    case Kind::Dictionary:
    case Kind::ExpressionList:
    case Kind::ListSplat:
    case Kind::DictionarySplat:
      return true;
    default:
      return false;
  }
}

namespace {

bool outlives(const SemanticModel& model, NodeId object, int depth) {
  const SyntaxTree& tree = model.tree();
  const NodeId root = root_of_path(model, object);
  if (!tree.is(root, Kind::Identifier) || depth == 0) return true;
  if (is_undone(model, object, root)) return false;
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
  if (!is_new(model, def, depth)) return true;
  if (root != model.strip_parentheses(object) && holds_lasting(model, def, depth)) return true;
  const NodeId other = other_place(model, root);
  return other != kNoNode && outlives(model, other, depth - 1);
}

bool gives_lasting(const SemanticModel& model, NodeId expr, int depth) {
  const SyntaxTree& tree = model.tree();
  if (depth == 0) return true;
  if (model.facts(expr).must.has_any(Fact::Number | Fact::String | FactSet(Fact::None)))
    return false;
  const NodeId root = root_of_path(model, expr);
  if (gives_several(tree, root)) {
    for (const NodeId item : tree.children(root)) {
      const NodeId held = tree.is(item, Kind::Pair) ? tree.child(item, Field::Value) : item;
      if (gives_lasting(model, held, depth - 1)) return true;
    }
    return false;
  }
  if (tree.is(root, Kind::Call)) {
    return !call_makes_new_object(model, root, depth) ||
           (root != model.strip_parentheses(expr) && !has_new_parts(model, root, depth));
  }
  return !makes_new_object(tree, root) && outlives(model, expr, depth);
}

}  // namespace

bool outlives_call(const SemanticModel& model, NodeId object) {
  return outlives(model, object, kMaxObjectDepth);
}

bool gives_lasting_object(const SemanticModel& model, NodeId expr) {
  return gives_lasting(model, expr, kMaxObjectDepth);
}

bool is_made_here(const SemanticModel& model, DefId start) {
  return is_new(model, start, kMaxObjectDepth);
}

}  // namespace mlfix
