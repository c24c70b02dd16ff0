#include "semantic/flow/unread_list.h"

#include <array>
#include <optional>
#include <string_view>
#include <unordered_map>

#include "semantic/binding/binding.h"
#include "semantic/control/consumer.h"
#include "semantic/flow/long_lived.h"
#include "semantic/names/calls.h"
#include "semantic/project/project.h"
#include "semantic/project_entity.h"
#include "semantic/semantic_model.h"

namespace mlfix {
namespace {

// `[]` of xs = [], and of xs, ys = [], []; or kNoNode.
NodeId value_bound_to(const SyntaxTree& tree, const Definition& definition) {
  if (definition.kind == DefKind::Assign) return definition.value;
  const bool pairs =
      definition.kind == DefKind::Unpack &&
      tree.is(tree.parent(definition.node), Kind::PatternList) &&
      (tree.is(definition.value, Kind::ExpressionList) || tree.is(definition.value, Kind::Tuple));
  if (!pairs) return kNoNode;
  NodeId value = tree.first_child(definition.value);
  NodeId name = tree.first_child(tree.parent(definition.node));
  while (name != definition.node && name != kNoNode && value != kNoNode) {
    name = tree.next_sibling(name);
    value = tree.next_sibling(value);
  }
  return name == definition.node ? value : NodeId{kNoNode};
}

// Does the name say that the list is there so that its entries stay alive?
bool keeps_alive(std::string_view name) {
  // In code: parts of a name that excuse a list, and say nothing of what a value is.
  constexpr std::array<std::string_view, 4> kWords = {"keep", "alive", "refs", "hold"};
  return contains_word(name, kWords);
}

// May somebody read the variable by its name, without a mention in the code of the file?
bool may_be_asked_for(const SemanticModel& model, const Variable& variable) {
  const Scope& scope = model.bindings().scope(variable.scope);
  if (scope.has_dynamic_names || variable.declared_global) return true;
  if (scope.kind == ScopeKind::Function) return false;
  const ProjectPlace& place = model.place();
  const bool imported =
      place.project != nullptr && place.file != kNoFile && place.project->is_imported(place.file);
  return scope.kind != ScopeKind::Module || model.is_notebook() || imported ||
         named_in_string(model, variable.name);
}

// The call by which the read adds to the container, where it is a statement; or kNoNode.
NodeId addition_at(const SemanticModel& model, NodeId read) {
  const ContainerAccess access = container_access(model, read);
  const bool adds = access.use == ContainerUse::Growth &&
                    model.tree().is(access.detail, Kind::Call) &&
                    model.consumer_of(access.detail).role == Role::Discarded;
  return adds ? access.detail : NodeId{kNoNode};
}

// What was found out about variables, by their first definition.
struct UnreadLists {
  std::unordered_map<DefId, std::optional<UnreadList>> of;
};

std::optional<UnreadList> find_unread(const SemanticModel& model, const Variable& variable) {
  const Bindings& bindings = model.bindings();
  if (keeps_alive(variable.name)) return std::nullopt;
  DefId only = kNone;
  for (const DefId d : variable.definitions) {
    if (bindings.definition(d).kind == DefKind::Unbound) continue;
    if (only != kNone) return std::nullopt;
    only = d;
  }
  if (only == kNone) return std::nullopt;
  UnreadList found{value_bound_to(model.tree(), bindings.definition(only)), {}};
  if (found.made == kNoNode || !makes_container(model, found.made) ||
      has_maximum_length(model, found.made)) {
    return std::nullopt;
  }
  for (const UseId use : variable.uses) {
    const NodeId addition = addition_at(model, bindings.use(use).node);
    const bool here =
        addition != kNoNode && model.function_of(addition) == model.function_of(found.made);
    if (!here) return std::nullopt;
    found.additions.push_back(addition);
  }
  if (may_be_asked_for(model, variable)) return std::nullopt;
  return found;
}

}  // namespace

const UnreadList* unread_list(const SemanticModel& model, NodeId append) {
  const NodeId place = growth_of(model, append).place;
  const Bindings& bindings = model.bindings();
  if (!model.tree().is(place, Kind::Identifier)) return nullptr;
  const DefId list = bindings.reaching(place);
  if (list == kNone) return nullptr;
  const Variable& variable = bindings.variable_of(list);
  if (variable.definitions.empty()) return nullptr;
  auto& known = model.notes<UnreadLists>().of;
  const auto [entry, is_new] = known.try_emplace(variable.definitions.front());
  if (is_new) entry->second = find_unread(model, variable);
  return entry->second ? &*entry->second : nullptr;
}

NodeId loop_that_fills(const SemanticModel& model, const UnreadList& list, NodeId addition) {
  NodeId outermost = kNoNode;
  for (const NodeId loop : model.loops_of(addition)) {
    if (model.tree().contains(loop, list.made)) break;
    outermost = loop;
  }
  return outermost;
}

}  // namespace mlfix
