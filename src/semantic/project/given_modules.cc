// Each name that stands for the function is looked at, by whatever alias the file knows it: one
// that is not called may be called by anybody, with anything.

#include "semantic/project/given_modules.h"

#include <algorithm>
#include <cstddef>

#include "semantic/binding/binding.h"
#include "semantic/effects/module_origins.h"
#include "semantic/names/access_path.h"
#include "semantic/names/calls.h"
#include "semantic/names/entity_of.h"
#include "semantic/project_entity.h"
#include "semantic/semantic_model.h"

namespace mlfix {
namespace {

// Is the name only asked about: isinstance(x, Net), x: Net?
bool is_asked_about(const SemanticModel& model, NodeId name) {
  const SyntaxTree& tree = model.tree();
  const NodeId parent = tree.parent(name);
  if (tree.is(parent, Kind::Type)) return true;
  const NodeId call = tree.parent(parent);
  return tree.is(parent, Kind::ArgumentList) && tree.is(call, Kind::Call) &&
         is_builtin_name(model, called_expression(model, call), "isinstance");
}

bool is_read(const SemanticModel& model, NodeId n) {
  const SyntaxTree& tree = model.tree();
  if (tree.is(n, Kind::Attribute)) return true;
  const bool part = tree.field(n) == Field::Attribute || tree.field(n) == Field::Name;
  return tree.is(n, Kind::Identifier) && !part && model.bindings().definition_at(n) == kNone;
}

// The arguments that may fill the parameter; several where stars leave it open.
std::vector<NodeId> arguments_for(const SyntaxTree& tree, NodeId call, const GivenTo& to) {
  std::vector<NodeId> found;
  std::size_t position = 0;
  for (const NodeId argument : tree.children(tree.child(call, Field::Arguments))) {
    if (tree.is(argument, Kind::KeywordArgument)) {
      if (tree.text(tree.child(argument, Field::Name)) == to.parameter) {
        found.push_back(tree.child(argument, Field::Value));
      }
      continue;
    }
    const bool splat =
        tree.is(argument, Kind::ListSplat) || tree.is(argument, Kind::DictionarySplat);
    const bool fills = position < to.parameters.size() && to.parameters[position] == to.parameter;
    if (splat || fills) found.push_back(argument);
    ++position;
  }
  return found;
}

}  // namespace

GivenModules given_modules(const SemanticModel& model, const GivenTo& to) {
  const SyntaxTree& tree = model.tree();
  Calls calls = model.calls();
  GivenModules found;
  for (NodeId n = 0; n < tree.size(); ++n) {
    if (!is_read(model, n) || calls.names().named_elsewhere(n) != to.called) continue;
    if (is_asked_about(model, n)) continue;
    const NodeId call = tree.parent(n);
    if (!tree.is(call, Kind::Call) || tree.field(n) != Field::Function) return {};
    ++found.calls;
    for (const NodeId argument : arguments_for(tree, call, to)) {
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
  }
  found.seen = true;
  return found;
}

}  // namespace mlfix
