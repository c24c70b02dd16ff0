// A loader is known by its facts; where only its name speaks for it, what the
// name was given must not speak against it.

#include "torch/training/loader.h"

#include <algorithm>
#include <string>

#include "semantic/binding/binding.h"
#include "semantic/control/consumer.h"
#include "semantic/knowledge/knowledge.h"
#include "semantic/names/attribute_access.h"
#include "semantic/semantic_model.h"

namespace mlfix {

bool is_builtin_call(const SemanticModel& model, NodeId n, std::string_view name) {
  if (!model.tree().is(n, Kind::Call)) return false;
  const NodeId function = model.tree().child(n, Field::Function);
  return model.tree().is(function, Kind::Identifier) && model.tree().text(function) == name &&
         model.bindings().reaching(function) == kNone;
}

bool makes_iterator(const SemanticModel& model, NodeId n) {
  return model.tree().is(n, Kind::GeneratorExpression) ||
         std::ranges::any_of(model.names(Meaning::MakesIterator), [&](std::string_view name) {
           return is_builtin_call(model, n, name);
         });
}

namespace {

// handlers.data, when all that the file ever stores under that name is a loader.
bool is_stored_loader(const SemanticModel& model, NodeId value) {
  const SyntaxTree& tree = model.tree();
  if (!tree.is(value, Kind::Attribute)) return false;
  bool any = false;
  for (const AttributeAccess& access :
       model.attribute_accesses(tree.text(tree.child(value, Field::Attribute)))) {
    if (!access.is_store) continue;
    const NodeId store = tree.parent(access.node);
    const NodeId stored =
        tree.is(store, Kind::Assignment) ? tree.child(store, Field::Right) : kNoNode;
    if (stored == kNoNode || !model.facts(stored).may_be(Fact::DataLoader)) return false;
    any = true;
  }
  return any;
}

}  // namespace

bool is_loader(const SemanticModel& model, NodeId value) {
  const Facts facts = model.facts(value);
  if (facts.may_be(Fact::DataLoader) || is_stored_loader(model, value)) return true;
  if (!facts.weak.has(Fact::DataLoader) || facts.may_be(Fact::Container) ||
      !model.imports_any(Meaning::HasLoaders) || makes_iterator(model, value)) {
    return false;
  }
  const std::string_view text = model.tree().text(value);
  const DefId d =
      model.tree().is(value, Kind::Identifier) ? model.bindings().reaching(value) : kNone;
  const NodeId made = d == kNone ? kNoNode : model.bindings().definition(d).value;
  const NodeId maker = model.tree().is(made, Kind::Call) ? model.callee(made) : kNoNode;
  return text.find("iter") == text.npos && !text.ends_with("it") && !text.ends_with("gen") &&
         !(maker != kNoNode && model.is_generator(maker)) &&
         !(made != kNoNode &&
           (makes_iterator(model, made) || is_builtin_call(model, made, "iter")));
}

namespace {

// enumerate(x), iter(x), tqdm(x) and whatever else stands for its argument.
bool is_view(const SemanticModel& model, NodeId call) {
  const CallableInfo* info =
      model.knowledge().callable(model.qualified_name(model.tree().child(call, Field::Function)));
  return is_builtin_call(model, call, "enumerate") || is_builtin_call(model, call, "iter") ||
         (info != nullptr && info->returns_argument);
}

}  // namespace

NodeId outermost_view(const SemanticModel& model, NodeId expr) {
  for (;;) {
    const Consumer use = model.consumer_of(expr);
    if (use.role != Role::Argument || use.position != 0 || !model.tree().is(use.node, Kind::Call)) {
      return expr;
    }
    if (!is_view(model, use.node)) return expr;
    expr = use.node;
  }
}

NodeId innermost_view(const SemanticModel& model, NodeId expr) {
  for (;;) {
    expr = model.strip_parentheses(expr);
    if (!model.tree().is(expr, Kind::Call) || model.arguments(expr).empty()) return expr;
    if (!is_view(model, expr) && !is_builtin_call(model, expr, "zip")) return expr;
    expr = model.arguments(expr)[0];
  }
}

}  // namespace mlfix
