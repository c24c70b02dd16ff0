// See replay_memory.h. Names decide: nothing else tells a replay memory from
// another list, and a memory is often a class of another file.

#include "transforms/gradient/storing/replay_memory.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <unordered_map>

#include "semantic/binding/binding.h"
#include "semantic/knowledge/hints.h"
#include "semantic/knowledge/meanings.h"
#include "semantic/names/attribute_access.h"
#include "semantic/names/calls.h"
#include "semantic/names/letters.h"
#include "semantic/project/project.h"
#include "semantic/project_entity.h"
#include "semantic/semantic_model.h"
#include "torch/graph/value_sources.h"

namespace mlfix {
namespace {

bool is_called_memory(const SemanticModel& model, std::string_view name) {
  if (model.suggests(Hint::Replay, name)) return true;
  return in_lower_case(name).ends_with("memory") && !model.suggests(Hint::Bytes, name);
}

struct LastStored {
  std::unordered_map<std::string_view, NodeId> values;
};

// What the last assignment to an attribute of that name gives it, or kNoNode.
NodeId last_stored(const SemanticModel& model, std::string_view name) {
  const auto [known, is_new] = model.notes<LastStored>().values.try_emplace(name, kNoNode);
  if (!is_new) return known->second;
  const SyntaxTree& tree = model.tree();
  for (const AttributeAccess& access : model.attribute_accesses(name)) {
    const NodeId store = tree.parent(access.node);
    if (access.is_store && tree.is(store, Kind::Assignment)) {
      known->second = tree.child(store, Field::Right);
    }
  }
  return known->second;
}

// The class or function that made the value of a name or an attribute.
std::string_view made_by(const SemanticModel& model, NodeId expr) {
  const SyntaxTree& tree = model.tree();
  NodeId value = kNoNode;
  if (tree.is(expr, Kind::Identifier)) {
    const DefId def = model.bindings().reaching(expr);
    if (def != kNone) value = model.bindings().definition(def).value;
  } else if (tree.is(expr, Kind::Attribute)) {
    value = last_stored(model, tree.text(tree.child(expr, Field::Attribute)));
  }
  return tree.is(value, Kind::Call) ? tree.text(tree.child(value, Field::Function))
                                    : std::string_view();
}

// The name of the class of the run that the value is an instance of, as far as that is seen.
std::string_view class_name_of(const SemanticModel& model, NodeId expr) {
  const SyntaxTree& tree = model.tree();
  if (!tree.is(expr, Kind::Identifier) && !tree.is(expr, Kind::Attribute)) return {};
  const ClassRef klass = model.calls().names().class_of_value(expr);
  if (klass.node != kNoNode) return tree.text(tree.child(klass.node, Field::Name));
  return klass.elsewhere ? model.place().project->name_of(klass.elsewhere) : std::string_view();
}

// Is the definition read at one place only, through phis too?
bool is_read_once(const Bindings& bindings, DefId def) {
  std::vector<DefId> seen{def};
  std::size_t reads = 0;
  for (std::size_t i = 0; i < seen.size(); ++i) {
    reads += bindings.definition(seen[i]).uses.size();
    for (const DefId phi : bindings.definition(seen[i]).phis) {
      if (std::find(seen.begin(), seen.end(), phi) == seen.end()) seen.push_back(phi);
    }
  }
  return reads == 1;
}

void collect(const SemanticModel& model, NodeId value, std::vector<NodeId>& out) {
  const SyntaxTree& tree = model.tree();
  for (const NodeId element : elements_of(model, value)) {
    if (tree.is(element, Kind::ListSplat)) continue;
    // A tuple that is only bound to be stored.
    const DefId def =
        tree.is(element, Kind::Identifier) ? model.bindings().reaching(element) : DefId{kNone};
    if (def != kNone) {
      const Definition& d = model.bindings().definition(def);
      const NodeId bound = d.kind == DefKind::Assign ? model.strip_parentheses(d.value) : kNoNode;
      const bool display = tree.is(bound, Kind::Tuple) || tree.is(bound, Kind::List) ||
                           tree.is(bound, Kind::ExpressionList);
      if (display && is_read_once(model.bindings(), def)) collect(model, bound, out);
      if (display) continue;
      if (d.kind == DefKind::Parameter) continue;  // its caller knows what it is
    }
    const bool record = tree.is(element, Kind::Call) && model.method_name(element).empty() &&
                        begins_like_class(tree.text(element));
    if (!record) {
      out.push_back(element);
      continue;
    }
    for (const NodeId argument : model.arguments(element)) collect(model, argument, out);
  }
}

}  // namespace

bool is_replay_memory(const SemanticModel& model, NodeId container) {
  const SyntaxTree& tree = model.tree();
  while (container != kNoNode) {
    container = model.strip_parentheses(container);
    if (model.suggests(Hint::ReplayClass, made_by(model, container)) ||
        model.suggests(Hint::ReplayClass, class_name_of(model, container))) {
      return true;
    }
    if (tree.is(container, Kind::Identifier)) return is_called_memory(model, tree.text(container));
    if (tree.is(container, Kind::Attribute)) {
      if (is_called_memory(model, tree.text(tree.child(container, Field::Attribute)))) return true;
      container = tree.child(container, Field::Object);
    } else if (tree.is(container, Kind::Subscript)) {
      container = tree.child(container, Field::Value);
    } else {
      return false;
    }
  }
  return false;
}

std::vector<NodeId> kept_in_replay_memory(const SemanticModel& model, NodeId n) {
  const SyntaxTree& tree = model.tree();
  std::vector<NodeId> kept;
  if (tree.is(n, Kind::Assignment)) {
    const NodeId target = tree.child(n, Field::Left);
    const NodeId value = tree.child(n, Field::Right);
    if (value == kNoNode || !tree.is(target, Kind::Subscript)) return {};
    if (!is_replay_memory(model, tree.child(target, Field::Value))) return {};
    collect(model, value, kept);
    return kept;
  }
  const std::string_view method = model.method_name(n);
  if (method.empty()) return {};
  const bool remembers = model.means(Meaning::RemembersTransition, method);
  if (!remembers && (!model.means(Meaning::StoresTransition, method) ||
                     !is_replay_memory(model, model.receiver_of_call(n, method)))) {
    return {};
  }
  for (const NodeId argument : model.arguments(n)) collect(model, argument, kept);
  return kept;
}

}  // namespace mlfix
