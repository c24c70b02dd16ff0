// A meter keeps what it is given: `self.sum += value * n`. Whoever follows the value gets
// there with it, so that such a store says nothing more. A call of a module, a parameter of
// one, or a name from outside would bring a graph that nobody follows.

#include "semantic/effects/argument_values.h"

#include <algorithm>
#include <set>
#include <string_view>
#include <unordered_map>

#include "semantic/binding/binding.h"
#include "semantic/control/consumer.h"
#include "semantic/knowledge/knowledge.h"
#include "semantic/names/access_path.h"
#include "semantic/names/attribute_access.h"
#include "semantic/names/calls.h"
#include "semantic/semantic_model.h"

namespace mlfix {
namespace {

constexpr FactSet kBringsGraph = Fact::GradTensor | Fact::Parameter | FactSet(Fact::Module);
constexpr FactSet kNoWeight = Fact::NoGraph | Fact::Number | Fact::NdArray | Fact::String |
                              Fact::None | FactSet(Fact::IntTensor);

// What is known, of values that many stores have in common.
struct PlainValues {
  std::unordered_map<NodeId, bool> functions;
  std::unordered_map<DefId, bool> definitions;
  std::unordered_map<std::string_view, bool> attributes;
  std::unordered_map<std::string_view, bool> given;  // to an object, by the attribute
};

// One question. Definitions and attributes may lead to each other in circles: what is still open
// counts as plain, so that all that was met is plain when the answer is yes, and what is not
// plain is so for certain.
class ArgumentValues {
 public:
  explicit ArgumentValues(const SemanticModel& model)
      : model_(model), tree_(model.tree()), known_(model.notes<PlainValues>()) {}

  // Are all calls of the function such that no graph begins in them?
  bool hold_calls_of(NodeId function) {
    const auto [known, is_new] = known_.functions.try_emplace(function, true);
    const NodeId end = is_new ? tree_.subtree_end(function) : function;
    for (NodeId n = function; n < end && known->second; ++n) {
      model_.work().spend();
      known->second = !tree_.is(n, Kind::Call) || is_plain_call(n);
    }
    return known->second;
  }

  bool is_made_of_arguments(NodeId value) {
    const bool plain = holds(value);
    for (const DefId def : plain ? definitions_ : std::set<DefId>()) {
      known_.definitions.emplace(def, true);
    }
    for (const auto name : plain ? attributes_ : std::set<std::string_view>()) {
      known_.attributes.emplace(name, true);
    }
    return plain;
  }

 private:
  bool holds(NodeId value) {
    const NodeId end = tree_.subtree_end(value);
    for (NodeId n = value; n < end; ++n) {
      model_.work().spend();
      switch (tree_.kind(n)) {
        case Kind::Call:
          if (!is_plain_call(n)) return false;
          break;
        case Kind::Attribute:
          if (!is_plain_attribute(n)) return false;
          break;
        case Kind::Identifier:
          if (!is_plain_name(n)) return false;
          break;
        case Kind::Yield:
        case Kind::Await:
        case Kind::Lambda:
          return false;
        default:
          break;
      }
    }
    return true;
  }

  bool is_plain_call(NodeId call) {
    const NodeId called = called_expression(model_, call);
    if (model_.callee(call) != kNoNode || model_.facts(called).could_be(Fact::Module)) return false;
    if (model_.facts(call).may.has_any(kBringsGraph)) return false;
    if (is_builtin_name(model_, called, "getattr")) return false;  // a weight, by its name
    if (is_builtin(model_, called) || is_pure_library(model_, call)) return true;
    if (!tree_.is(called, Kind::Attribute)) return false;
    const std::string_view name = last_name(tree_, called);
    const Facts tensor{FactSet(), Fact::Tensor, {}};
    return model_.means(Meaning::ContainerMethod, name) ||
           model_.knowledge().method(name, tensor) != nullptr;
  }

  // What hangs on a tensor belongs to it; `self` keeps what its methods gave it. Another object may
  // be a module, or have one, and what is computed of a weight has a graph whatever came in.
  bool is_plain_attribute(NodeId attribute) {
    const NodeId object = tree_.child(attribute, Field::Object);
    if (model_.facts(object).could_be(Fact::Module)) return false;
    const bool of_self = tree_.is(object, Kind::Identifier) && tree_.text(object) == "self";
    if (model_.consumer_of(attribute).role == Role::Callee) return true;
    if (!of_self) return is_plain_part(object, attribute);
    if (model_.facts(attribute).may.has_any(kBringsGraph)) return false;
    if (may_be_weight_by_use(attribute)) return false;
    const std::string_view name = last_name(tree_, attribute);
    return known_or_found(known_.attributes, attributes_, name,
                          [&] { return stores_are_plain(name); });
  }

  bool is_plain_part(NodeId object, NodeId attribute) {
    return model_.facts(object).may_be(Fact::Tensor) ||
           model_.facts(attribute).must.has_any(kNoWeight) ||
           model_.means(Meaning::TellsOfTensor, last_name(tree_, attribute));
  }

  // self.gate.abs(), where the object was given the gate: a parameter of a module, maybe.
  bool may_be_weight_by_use(NodeId attribute) {
    return model_.consumer_of(attribute).role == Role::MethodReceiver &&
           is_given_to_object(last_name(tree_, attribute));
  }

  // Does a method put one of its parameters under the name, which may be more than plain data?
  bool is_given_to_object(std::string_view name) {
    const auto [known, is_new] = known_.given.try_emplace(name, false);
    if (!is_new) return known->second;
    const bool found =
        std::ranges::any_of(model_.attribute_accesses(name), [&](const AttributeAccess& access) {
          model_.work().spend();
          return access.is_store &&
                 is_parameter(tree_.child(tree_.parent(access.node), Field::Right));
        });
    return known_.given[name] = found;
  }

  bool is_parameter(NodeId value) {
    if (value == kNoNode || !tree_.is(value, Kind::Identifier)) return false;
    const DefId def = model_.bindings().reaching(value);
    return def != kNone && model_.bindings().definition(def).kind == DefKind::Parameter &&
           !model_.facts(value).must.has_any(kNoWeight);
  }

  // Where no store is in the file, a class of another one sets the attribute.
  bool stores_are_plain(std::string_view name) {
    bool any = false;
    for (const AttributeAccess& access : model_.attribute_accesses(name)) {
      if (!access.is_store) continue;
      const NodeId value = tree_.child(tree_.parent(access.node), Field::Right);
      if (value == kNoNode || !holds(value)) return false;
      any = true;
    }
    return any;
  }

  template <typename Key, typename Find>
  bool known_or_found(std::unordered_map<Key, bool>& known, std::set<Key>& met, Key key,
                      Find find) {
    if (const auto found = known.find(key); found != known.end()) return found->second;
    if (!met.insert(key).second) return true;
    const bool plain = find();
    if (!plain) known.emplace(key, false);
    return plain;
  }

  bool is_plain_name(NodeId identifier) {
    const UseId use = model_.bindings().use_at(identifier);
    if (use == kNone) return true;  // the name of an attribute, of a keyword
    const DefId def = model_.bindings().reaching(identifier);
    if (def == kNone) return is_builtin(model_, identifier);
    const DefKind kind = model_.bindings().definition(def).kind;
    if (kind == DefKind::Import || kind == DefKind::Function || kind == DefKind::Class) return true;
    return !model_.bindings().use(use).captured && is_plain_definition(def);
  }

  bool is_plain_definition(DefId def) {
    return known_or_found(known_.definitions, definitions_, def,
                          [&] { return binds_plain_value(def); });
  }

  bool binds_plain_value(DefId def) {
    const Definition& d = model_.bindings().definition(def);
    switch (d.kind) {
      case DefKind::Parameter:
        return true;
      case DefKind::Phi:
      case DefKind::LoopPhi:
        return operands_are_plain(d);
      case DefKind::AugAssign:
        return operands_are_plain(d) && d.value != kNoNode && holds(d.value);
      case DefKind::Assign:
      case DefKind::Unpack:
      case DefKind::For:
      case DefKind::With:
        return d.value != kNoNode && holds(d.value);
      default:
        return false;
    }
  }

  bool operands_are_plain(const Definition& d) {
    return std::ranges::all_of(d.operands,
                               [&](DefId operand) { return is_plain_definition(operand); });
  }

  const SemanticModel& model_;
  const SyntaxTree& tree_;
  PlainValues& known_;
  std::set<DefId> definitions_;  // met in this question
  std::set<std::string_view> attributes_;
};

}  // namespace

bool is_made_of_arguments(const SemanticModel& model, NodeId value) {
  const NodeId function = model.function_of(value);
  if (function == kNoNode) return false;
  const NodeId klass = model.method_class(function);
  if (klass != kNoNode && model.derives_from(klass, "torch.nn.Module")) return false;
  ArgumentValues values(model);
  return values.hold_calls_of(function) && values.is_made_of_arguments(value);
}

bool may_begin_graph(const SemanticModel& model, NodeId value) {
  return !model.facts(value).must.has_any(kNoWeight) &&
         !ArgumentValues(model).is_made_of_arguments(value);
}

}  // namespace mlfix
