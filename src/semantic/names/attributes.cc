// Attribute places. Without an alias analysis, two accesses `a.total` and
// `b.total` in one file may be the same place: the index is by attribute name
// alone, which errs on the side of "somebody else reads it".

#include <algorithm>

#include "semantic/binding/binding.h"
#include "semantic/model_caches.h"
#include "semantic/names/attribute_access.h"
#include "semantic/semantic_model.h"

namespace mlfix {
namespace {

// `self` of a method: the first parameter of a def directly in a class body.
bool is_self(const SemanticModel& model, NodeId object) {
  const SyntaxTree& tree = model.tree();
  if (!tree.is(object, Kind::Identifier)) {
    return false;
  }
  const DefId d = model.bindings().reaching(object);
  if (d == kNone || model.bindings().definition(d).kind != DefKind::Parameter) {
    return false;
  }
  const NodeId parameter = model.bindings().definition(d).node;
  const NodeId parameters = tree.ancestor(parameter, Kind::Parameters);
  return parameters != kNoNode && model.method_class(tree.parent(parameters)) != kNoNode &&
         tree.contains(tree.first_child(parameters), parameter);
}

NodeId class_of_self(const SemanticModel& model, NodeId object) {
  if (!is_self(model, object)) {
    return kNoNode;
  }
  const DefId d = model.bindings().reaching(object);
  const NodeId parameters =
      model.tree().ancestor(model.bindings().definition(d).node, Kind::Parameters);
  return model.method_class(model.tree().parent(parameters));
}

// Is the attribute (a part of) an assignment target rather than a value?
bool is_store_target(const SyntaxTree& tree, NodeId attribute) {
  NodeId n = attribute;
  NodeId parent = tree.parent(n);
  while (tree.is(parent, Kind::PatternList) || tree.is(parent, Kind::TuplePattern) ||
         tree.is(parent, Kind::ListPattern) || tree.is(parent, Kind::ListSplatPattern)) {
    n = parent;
    parent = tree.parent(n);
  }
  switch (tree.kind(parent)) {
    case Kind::Assignment:
    case Kind::AugmentedAssignment:
    case Kind::ForStatement:
    case Kind::ForInClause:
      return tree.field(n) == Field::Left;
    case Kind::AsPatternTarget:
    case Kind::DeleteStatement:
      return true;
    default:
      return false;
  }
}

}  // namespace

std::span<const AttributeAccess> SemanticModel::attribute_accesses(std::string_view name) const {
  work_->spend();
  if (!caches_->attributes_indexed) {
    caches_->attributes_indexed = true;
    for (NodeId n = 0; n < tree_->size(); ++n) {
      if (tree_->kind(n) != Kind::Attribute) {
        continue;
      }
      const NodeId object = tree_->child(n, Field::Object);
      const NodeId attribute = tree_->child(n, Field::Attribute);
      if (object == kNoNode || attribute == kNoNode) {
        continue;
      }
      const bool store = is_store_target(*tree_, n);
      const bool augmented = store && tree_->is(tree_->parent(n), Kind::AugmentedAssignment);
      caches_->attributes[tree_->text(attribute)].push_back(
          {n, object, class_of_self(*this, object), store, !store || augmented});
    }
  }
  const auto it = caches_->attributes.find(name);
  return it == caches_->attributes.end() ? std::span<const AttributeAccess>() : it->second;
}

std::span<const AttributeAccess> SemanticModel::attribute_accesses_in(NodeId region,
                                                                      std::string_view name) const {
  const std::span<const AttributeAccess> all = attribute_accesses(name);
  const auto first = std::ranges::lower_bound(all, region, {}, &AttributeAccess::node);
  const auto last = std::ranges::lower_bound(first, all.end(), tree_->subtree_end(region), {},
                                             &AttributeAccess::node);
  return {first, last};
}

}  // namespace mlfix
