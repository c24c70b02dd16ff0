// Names that stand for something in another file of the project. The rules are
// those of callees.cc: by name only, and nothing where it is ambiguous. What the
// knowledge tables know is theirs, also in a run over the library itself.

#include "semantic/binding/binding.h"
#include "semantic/knowledge/symbol.h"
#include "semantic/model_caches.h"
#include "semantic/names/access_path.h"
#include "semantic/names/calls.h"
#include "semantic/names/entity_of.h"
#include "semantic/names/name_resolver.h"
#include "semantic/project/outside_call.h"
#include "semantic/project/project_code.h"
#include "semantic/project_entity.h"
#include "semantic/semantic_model.h"

namespace mlfix {

ProjectEntity NameResolver::named_elsewhere(NodeId expr) {
  const ProjectPlace& place = model_.place();
  if (place.project == nullptr || expr == kNoNode) return {};
  if (!tree_.is(expr, Kind::Identifier) && !tree_.is(expr, Kind::Attribute)) return {};
  if (const auto known = cache_.named_elsewhere.find(expr); known != cache_.named_elsewhere.end()) {
    return known->second;
  }
  ProjectEntity entity;
  const bool is_free = tree_.is(expr, Kind::Identifier) && bindings_.reaching(expr) == kNone &&
                       bindings_.definition_at(expr) == kNone;
  if (symbol_of(expr) == kNoSymbol) {
    entity = is_free ? place.project->lookup_star(place.file, tree_.text(expr))
                     : place.project->resolve(place.file, text_of(expr));
  }
  if (entity.file == place.file) entity = {};  // what the file imports from itself
  return cache_.named_elsewhere[expr] = entity;
}

ProjectEntity NameResolver::class_elsewhere(NodeId expr) {
  const ProjectEntity entity = named_elsewhere(expr);
  return entity.is_class() ? entity : ProjectEntity{};
}

ProjectEntity NameResolver::method_elsewhere(NodeId klass, std::string_view name) {
  const bool is_here = class_info(klass) != nullptr && model_.place().project != nullptr;
  return is_here ? first_method(order_of(klass), name).elsewhere : ProjectEntity{};
}

// A call of an instance runs its __call__, of a module its forward.
ProjectEntity NameResolver::run_instance_elsewhere(const ClassRef& klass) {
  for (const std::string_view name : {"__call__", "forward"}) {
    ProjectEntity found;
    if (klass.elsewhere) found = model_.place().project->method(klass.elsewhere, name);
    if (klass.node != kNoNode && find_method(klass.node, name) == kNoNode &&
        !overridden_below(klass.node, name)) {
      found = method_elsewhere(klass.node, name);
    }
    if (found) return found;
  }
  return {};
}

ProjectEntity NameResolver::attribute_elsewhere(NodeId attribute) {
  const NodeId object = tree_.child(attribute, Field::Object);
  const std::string_view name = tree_.text(tree_.child(attribute, Field::Attribute));
  if (const ProjectEntity entity = named_elsewhere(attribute)) {
    return entity.is_class() ? model_.place().project->method(entity, "__init__") : entity;
  }
  const bool is_super =
      tree_.is(object, Kind::Call) && tree_.text(tree_.child(object, Field::Function)) == "super";
  if (is_super) {
    const NodeId klass = class_before_super(object);
    return klass == kNoNode ? ProjectEntity{} : method_after(klass, name).elsewhere;
  }
  const ClassRef owner = class_of_value(object);
  if (owner.elsewhere) {
    if (const ProjectEntity found = model_.place().project->method(owner.elsewhere, name)) {
      return found;
    }
  }
  if (owner.node != kNoNode) {
    if (find_method(owner.node, name) != kNoNode || overridden_below(owner.node, name)) return {};
    if (const ProjectEntity found = method_elsewhere(owner.node, name)) return found;
  }
  return run_instance_elsewhere(class_of_value(attribute));
}

ProjectEntity NameResolver::resolve_elsewhere(NodeId function) {
  function = model_.strip_parentheses(function);
  if (tree_.is(function, Kind::Attribute)) return attribute_elsewhere(function);
  if (tree_.is(function, Kind::Identifier)) {
    const ProjectEntity entity = named_elsewhere(function);
    if (entity.is_class()) return model_.place().project->method(entity, "__init__");
    if (entity) return entity;
  }
  return run_instance_elsewhere(class_of_value(function));
}

ProjectEntity NameResolver::callee_elsewhere(NodeId call) {
  if (model_.place().project == nullptr || !tree_.is(call, Kind::Call)) return {};
  const auto known = cache_.callees_elsewhere.find(call);
  if (known != cache_.callees_elsewhere.end()) return known->second;
  ProjectEntity found;
  const NodeId function = tree_.child(call, Field::Function);
  if (symbol_of(function) == kNoSymbol && callee(call) == kNoNode) {
    found = resolve_elsewhere(function);
  }
  if (!found.is_function()) found = {};
  return cache_.callees_elsewhere[call] = found;
}

ProjectEntity SemanticModel::class_elsewhere(NodeId expr) const {
  return NameResolver(*this, caches_->names).class_elsewhere(expr);
}

ProjectEntity SemanticModel::callee_elsewhere(NodeId call) const {
  return NameResolver(*this, caches_->names).callee_elsewhere(call);
}

bool SemanticModel::spares_graphs(NodeId call) const {
  if (place_->code == nullptr) return false;
  const ProjectEntity function = callee_elsewhere(call);
  return function && place_->code->spares_graphs(function);
}

ProjectEntity entity_of(const SemanticModel& model, NodeId function) {
  const SyntaxTree& tree = model.tree();
  if (model.place().project == nullptr || !tree.is(function, Kind::FunctionDefinition)) return {};
  const NodeId klass = model.method_class(function);
  if (model.function_of(klass == kNoNode ? function : klass) != kNoNode) return {};
  const auto name_of = [&](NodeId n) { return tree.text(tree.child(n, Field::Name)); };
  return model.place().project->function_named(
      model.place().file, name_of(function),
      klass == kNoNode ? std::string_view() : name_of(klass));
}

namespace {

// Is it the method of its own object that the call runs, self.method()?
bool is_through_self(const SemanticModel& model, NodeId call, NodeId function) {
  const SyntaxTree& tree = model.tree();
  const NodeId called = called_expression(model, call);
  return tree.is(called, Kind::Attribute) &&
         tree.text(tree.child(called, Field::Object)) == "self" &&
         model.method_class(function) != kNoNode &&
         last_name(tree, called) == tree.text(tree.child(function, Field::Name));
}

}  // namespace

ProjectEntity method_of_self(const SemanticModel& model, NodeId call, NodeId function) {
  return is_through_self(model, call, function) ? entity_of(model, function) : ProjectEntity{};
}

std::optional<std::vector<ProjectEntity>> overrides_elsewhere(const SemanticModel& model,
                                                              NodeId call, NodeId function) {
  const ProjectPlace& place = model.place();
  if (place.code == nullptr || !is_through_self(model, call, function)) {
    return std::vector<ProjectEntity>{};
  }
  const ProjectEntity entity = entity_of(model, function);
  return entity ? place.code->overrides(entity) : std::nullopt;
}

std::optional<std::vector<OutsideCall>> SemanticModel::calls_elsewhere(NodeId function) const {
  if (place_->code == nullptr) return std::nullopt;
  const ProjectEntity entity = entity_of(*this, function);
  return entity ? place_->code->calls_elsewhere(entity) : std::nullopt;
}

}  // namespace mlfix
