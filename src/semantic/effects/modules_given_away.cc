// Does code that is not seen get a module: as an argument, in a container, as `self`, or when the
// object was made that is called now? Then it may run it, and ask for gradients.

#include "semantic/binding/binding.h"
#include "semantic/effects/effect_scanner.h"
#include "semantic/knowledge/knowledge.h"
#include "semantic/names/access_path.h"
#include "semantic/names/attribute_access.h"
#include "semantic/semantic_model.h"

namespace mlfix {

// Does the unseen code get a module: as an argument, or when it was made?
bool EffectScanner::reaches_module(NodeId n, NodeId called) {
  for (const NodeId argument : model_.arguments(n)) {
    if (carries_module(argument, 0)) return true;
  }
  return made_from_module(called);
}

bool EffectScanner::carries_module(NodeId expr, int depth) {
  expr = model_.strip_parentheses(expr);
  const Facts facts = model_.facts(expr);
  if (facts.could_be(Fact::Module) || facts.could_be(Fact::Optimizer)) {
    return !facts.may_be(Fact::Loss);
  }
  switch (tree_.kind(expr)) {
    case Kind::Identifier:
      return (tree_.text(expr) == "self" && self_holds_module(expr)) || made_from_module(expr);
    case Kind::Attribute: {
      const std::string_view name = last_name(tree_, expr);
      const NodeId object = tree_.child(expr, Field::Object);
      if (!model_.facts(object).could_be(Fact::Module)) return false;
      return name == "forward" || name == "__call__" || calls_.function_value(expr) != kNoNode;
    }
    case Kind::List:
    case Kind::Tuple:
    case Kind::Dictionary:
    case Kind::Pair:
    case Kind::ListSplat:
    case Kind::DictionarySplat:
      if (depth > 3) return false;
      for (const NodeId child : tree_.children(expr)) {
        if (carries_module(child, depth + 1)) return true;
      }
      return false;
    default:
      return false;
  }
}

// attack = PGD(model); adv = attack(x, y)
bool EffectScanner::made_from_module(NodeId called) {
  while (tree_.is(called, Kind::Attribute) || tree_.is(called, Kind::Subscript)) {
    const Field object = tree_.is(called, Kind::Attribute) ? Field::Object : Field::Value;
    if (tree_.is(called, Kind::Attribute)) {
      for (const AttributeAccess& access : model_.attribute_accesses(last_name(tree_, called))) {
        if (!access.is_store) continue;
        const NodeId assignment = tree_.parent(access.node);
        if (!tree_.is(assignment, Kind::Assignment)) continue;
        if (value_is_made_from_module(tree_.child(assignment, Field::Right))) return true;
      }
    }
    called = tree_.child(called, object);
    if (called == kNoNode) return false;
    called = model_.strip_parentheses(called);
  }
  if (!tree_.is(called, Kind::Identifier)) return false;
  const DefId def = model_.bindings().reaching(called);
  if (def == kNone || model_.bindings().definition(def).kind != DefKind::Assign) return false;
  return value_is_made_from_module(model_.bindings().definition(def).value);
}

bool EffectScanner::value_is_made_from_module(NodeId value) {
  if (value == kNoNode) return false;
  value = model_.strip_parentheses(value);
  if (!tree_.is(value, Kind::Call) || is_pure_library(model_, value)) return false;
  const Symbol symbol = model_.qualified_name(called_expression(model_, value));
  if (const CallableInfo* info = model_.knowledge().callable(symbol)) {
    return (info->effects & kDecidesGradients) != 0;
  }
  if (model_.facts(value).may_be(Fact::Tensor)) return false;
  for (const NodeId argument : model_.arguments(value)) {
    if (model_.facts(argument).could_be(Fact::Module)) return true;
  }
  return false;
}

bool EffectScanner::self_holds_module(NodeId self) {
  const NodeId klass = model_.class_of(self);
  if (klass == kNoNode) return false;
  if (const auto known = caches_.holds_module.find(klass); known != caches_.holds_module.end()) {
    return known->second;
  }
  caches_.holds_module[klass] = false;
  bool holds = false;
  model_.work().spend(tree_.subtree_end(klass) - klass);
  for (NodeId n = klass; n < tree_.subtree_end(klass) && !holds; ++n) {
    if (!tree_.is(n, Kind::Attribute)) continue;
    const NodeId object = tree_.child(n, Field::Object);
    if (!tree_.is(object, Kind::Identifier) || tree_.text(object) != "self") continue;
    holds = model_.facts(n).could_be(Fact::Module);
  }
  return caches_.holds_module[klass] = holds;
}

}  // namespace mlfix
