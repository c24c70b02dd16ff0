// Goes by what is written at the places of the tensor's name: x[0] = …, x += …, x.add_(…),
// out=x, also through views of it. Other names of the same tensor are not followed.

#include "torch/tensor/changed_in_place.h"

#include <string_view>
#include <vector>

#include "semantic/binding/binding.h"
#include "semantic/control/consumer.h"
#include "semantic/control/walk.h"
#include "semantic/names/access_path.h"
#include "semantic/names/attribute_access.h"
#include "semantic/semantic_model.h"
#include "torch/tensor/tensor_views.h"

namespace mlfix {
namespace {

// x.data and x.T
bool shows_all(const SyntaxTree& tree, NodeId attribute) {
  if (!tree.is(attribute, Kind::Attribute)) return false;
  const std::string_view name = last_name(tree, attribute);
  return name == "data" || name == "T";
}

// `x` of x[0], x.data, x.view(-1); `self.x` of self.x[0].
NodeId base_of_view(const SemanticModel& model, NodeId expr) {
  const SyntaxTree& tree = model.tree();
  for (;;) {
    expr = model.strip_parentheses(expr);
    const std::string_view method = model.method_name(expr);
    if (tree.is(expr, Kind::Subscript)) {
      expr = tree.child(expr, Field::Value);
    } else if (!method.empty() && may_give_view(model, method)) {
      expr = model.receiver_of_call(expr, method);
    } else if (shows_all(tree, expr)) {
      expr = tree.child(expr, Field::Object);
    } else {
      return expr;
    }
  }
}

bool is_changed_at(const SemanticModel& model, NodeId place) {
  const SyntaxTree& tree = model.tree();
  NodeId top = place;
  for (;;) {  // x[0], x.data, x[0][1]
    const NodeId parent = tree.parent(top);
    const bool part = tree.is(parent, Kind::Subscript) && tree.child(parent, Field::Value) == top;
    if (!part && !shows_all(tree, parent)) break;
    top = parent;
  }
  const NodeId parent = tree.parent(top);
  const bool stored = tree.is(parent, Kind::AugmentedAssignment) ||
                      (tree.is(parent, Kind::Assignment) && top != place);
  if (stored && tree.field(top) == Field::Left) return true;
  const Consumer consumer = model.consumer_of(top);
  return (consumer.role == Role::MethodReceiver && consumer.name.ends_with('_') &&
          !consumer.name.ends_with("__")) ||
         (consumer.role == Role::Argument && consumer.name == "out");
}

std::vector<NodeId> places_of(const SemanticModel& model, NodeId root) {
  std::vector<NodeId> places;
  const SyntaxTree& tree = model.tree();
  if (tree.is(root, Kind::Attribute)) {
    const NodeId name = tree.child(root, Field::Attribute);
    for (const AttributeAccess& a : model.attribute_accesses(tree.text(name))) {
      places.push_back(a.node);
    }
  } else if (tree.is(root, Kind::Identifier) && model.bindings().reaching(root) != kNone) {
    const DefId d = model.bindings().reaching(root);
    for (UseId u : model.bindings().variable_of(d).uses) {
      places.push_back(model.bindings().use(u).node);
    }
  }
  return places;
}

// Is the name bound again in every iteration, before its use?
bool is_bound_in(const SemanticModel& model, NodeId root, NodeId loop) {
  DefId d = model.tree().is(root, Kind::Identifier) ? model.bindings().reaching(root) : kNone;
  while (d != kNone && model.bindings().definition(d).kind == DefKind::AugAssign) {
    d = model.bindings().definition(d).operands.front();
  }
  return d != kNone && model.bindings().definition(d).kind != DefKind::LoopPhi &&
         model.tree().contains(loop, model.bindings().definition(d).node);
}

}  // namespace

NodeId changed_in_place_later(const SemanticModel& model, NodeId expr, NodeId statement,
                              NodeId loop) {
  const NodeId root = base_of_view(model, expr);
  const NodeId innermost = model.loop_of(statement);
  const bool bound = innermost != kNoNode && is_bound_in(model, root, innermost);
  for (NodeId place : places_of(model, root)) {
    const bool reached =
        model.tree().contains(bound ? innermost : loop, place) && (!bound || place > statement);
    if (reached && is_changed_at(model, place)) return place;
  }
  return kNoNode;
}

bool is_changed_in_place_behind(const SemanticModel& model, NodeId place, NodeId statement) {
  const SyntaxTree& tree = model.tree();
  const NodeId body = scope_body(model, statement);
  bool changed = false;
  for_each_node(tree, tree.subtree_end(statement), tree.subtree_end(body), [&](NodeId n) {
    const bool same = tree.is(n, tree.kind(place)) && tree.text(n) == tree.text(place);
    changed = changed || (same && is_changed_at(model, n));
  });
  return changed;
}

}  // namespace mlfix
