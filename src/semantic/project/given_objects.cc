// Each name that stands for the function is looked at, by whatever alias the file knows it: one
// that is not called may be called by anybody, with anything.

#include "semantic/project/given_objects.h"

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>

#include "semantic/binding/binding.h"
#include "semantic/effects/module_origins.h"
#include "semantic/names/access_path.h"
#include "semantic/names/attribute_access.h"
#include "semantic/names/call_sites.h"
#include "semantic/names/calls.h"
#include "semantic/names/entity_of.h"
#include "semantic/names/name_resolver.h"
#include "semantic/project/project.h"
#include "semantic/project_entity.h"
#include "semantic/semantic_model.h"

namespace mlfix {
namespace {

bool is_read(const SemanticModel& model, NodeId n) {
  const SyntaxTree& tree = model.tree();
  if (tree.is(n, Kind::Attribute)) return true;
  const bool part = tree.field(n) == Field::Attribute || tree.field(n) == Field::Name;
  return tree.is(n, Kind::Identifier) && !part && model.bindings().definition_at(n) == kNone;
}

// The arguments that may fill the parameter; several where stars leave it open.
std::vector<NodeId> arguments_for(const SyntaxTree& tree, NodeId call, const GivenTo& to) {
  std::vector<NodeId> found;
  int position = 0;
  for (const NodeId argument : tree.children(tree.child(call, Field::Arguments))) {
    if (tree.is(argument, Kind::KeywordArgument)) {
      if (tree.text(tree.child(argument, Field::Name)) == to.parameter) {
        found.push_back(tree.child(argument, Field::Value));
      }
      continue;
    }
    const bool splat =
        tree.is(argument, Kind::ListSplat) || tree.is(argument, Kind::DictionarySplat);
    const bool fills = position == to.position;
    if (splat || fills) found.push_back(argument);
    ++position;
  }
  return found;
}

// Where the file reads names of what other files define.
struct NamesElsewhere {
  bool are_known = false;
  std::unordered_map<DefId, bool> of_library;  // by the import
  std::map<ProjectEntity, std::vector<NodeId>> of;
};

void add_name(const SemanticModel& model, Calls& calls, NodeId n, NamesElsewhere& to) {
  if (!is_read(model, n)) return;
  if (const ProjectEntity named = calls.names().named_elsewhere(n)) to.of[named].push_back(n);
}

// Does the import bring what no file of the project has, as its first name tells?
bool is_of_library(const SemanticModel& model, NodeId use, DefId import, NamesElsewhere& known) {
  const auto [entry, is_new] = known.of_library.try_emplace(import, false);
  if (!is_new) return entry->second;
  const std::string name = model.qualified_text(use);
  const std::string first = name.substr(0, name.find('.'));
  return entry->second = !first.empty() && !model.place().project->is_importable(first);
}

// Imported names, and their attributes; where a star imports, any name.
void find_names(const SemanticModel& model, NamesElsewhere& to) {
  const SyntaxTree& tree = model.tree();
  const Bindings& bindings = model.bindings();
  Calls calls = model.calls();
  bool has_stars = false;
  for (NodeId n = 0; n < tree.size(); ++n) has_stars |= tree.is(n, Kind::WildcardImport);
  for (NodeId n = 0; has_stars && n < tree.size(); ++n) add_name(model, calls, n, to);
  for (UseId u = 0; !has_stars && u < bindings.use_count(); ++u) {
    NodeId n = bindings.use(u).node;
    const DefId def = bindings.reaching(n);
    const DefKind kind = def == kNone ? DefKind::Unbound : bindings.definition(def).kind;
    const bool may_be_imported = kind == DefKind::Import || kind == DefKind::Phi ||
                                 kind == DefKind::LoopPhi || kind == DefKind::Unbound;
    if (!may_be_imported) continue;
    if (kind == DefKind::Import && is_of_library(model, n, def, to)) continue;
    for (; tree.is(n, Kind::Identifier) || tree.is(n, Kind::Attribute); n = tree.parent(n)) {
      add_name(model, calls, n, to);
      if (tree.field(n) != Field::Object) break;
    }
  }
}

const std::vector<NodeId>& names_of(const SemanticModel& model, ProjectEntity entity) {
  NamesElsewhere& known = model.notes<NamesElsewhere>();
  if (!known.are_known) find_names(model, known);
  known.are_known = true;
  return known.of[entity];
}

struct GivenArguments {
  bool seen = false;
  std::size_t calls = 0;
  std::vector<NodeId> all;
};

GivenArguments given_arguments(const SemanticModel& model, const GivenTo& to) {
  const SyntaxTree& tree = model.tree();
  GivenArguments given;
  for (const NodeId name : names_of(model, to.called)) {
    if (is_asked_about(model, name)) continue;
    const NodeId call = tree.parent(name);
    if (!tree.is(call, Kind::Call) || tree.field(name) != Field::Function) return {};
    ++given.calls;
    const std::vector<NodeId> arguments = arguments_for(tree, call, to);
    given.all.insert(given.all.end(), arguments.begin(), arguments.end());
  }
  given.seen = true;
  return given;
}

// The parameter as other files know it, which nothing in this file gives anything to.
std::optional<ModuleParameter> parameter_of(const SemanticModel& model, DefId parameter) {
  const Definition& definition = model.bindings().definition(parameter);
  const ProjectEntity function = entity_of(model, model.bindings().scope(definition.scope).node);
  if (!function) return std::nullopt;
  const NodeId around = model.bindings().scope(definition.scope).node;
  return ModuleParameter{function, std::string(model.tree().text(definition.node)),
                         position_in_calls(model, around, definition.node), false};
}

// False where that is not seen.
bool add_object(const SemanticModel& model, NodeId value, ObjectOrigins& to) {
  Calls calls = model.calls();
  const ClassRef klass = calls.names().class_of_value(value);
  if (const ProjectEntity known = calls.names().entity_of_class(klass)) {
    to.classes.push_back(known);
    return true;
  }
  if (klass.made_by) {
    to.makers.push_back(klass.made_by);
    return true;
  }
  const auto parameter =
      klass.given_to == kNone ? std::nullopt : parameter_of(model, klass.given_to);
  if (parameter) to.given.push_back(*parameter);
  return parameter.has_value();
}

}  // namespace

GivenModules given_modules(const SemanticModel& model, const GivenTo& to) {
  const GivenArguments given = given_arguments(model, to);
  GivenModules found;
  for (const NodeId argument : given.all) {
    ModuleOrigins origins = origins_of_module(model, argument);
    if (origins.unseen != kNoNode) return {};
    for (const NodeId forward : origins.forwards) {
      const ProjectEntity entity = entity_of(model, forward);
      if (!entity) return {};
      found.modules.push_back(entity);
    }
    found.modules.insert(found.modules.end(), origins.elsewhere.begin(), origins.elsewhere.end());
    found.given.insert(found.given.end(), origins.given.begin(), origins.given.end());
  }
  found.calls = given.calls;
  found.seen = given.seen;
  return found;
}

ObjectOrigins given_objects(const SemanticModel& model, const GivenTo& to) {
  const GivenArguments given = given_arguments(model, to);
  ObjectOrigins found;
  for (const NodeId argument : given.all) {
    if (!add_object(model, argument, found)) return {};
  }
  found.calls = given.calls;
  found.seen = given.seen;
  return found;
}

ObjectOrigins kept_objects(const SemanticModel& model, NodeId klass, std::string_view name) {
  Calls calls = model.calls();
  ObjectOrigins found;
  for (const AttributeAccess& access : calls.names().accesses_of_family(klass, name)) {
    if (!access.is_store) continue;
    const NodeId value = value_bound_to(model, access.node);
    if (model.tree().is(value, Kind::None)) continue;
    if (value == kNoNode || !add_object(model, value, found)) return {};
    found.seen = true;
  }
  return found;
}

ObjectOrigins made_objects(const SemanticModel& model, NodeId function) {
  const SyntaxTree& tree = model.tree();
  if (!is_plain_function(model, function) || model.method_class(function) != kNoNode) return {};
  ObjectOrigins found;
  for (const NodeId value : model.returned_values(function)) {
    if (!tree.is(value, Kind::None) && !add_object(model, value, found)) return {};
  }
  found.seen = true;
  return found;
}

}  // namespace mlfix
