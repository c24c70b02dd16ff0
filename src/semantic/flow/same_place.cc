// Two places are one when their texts are equal and every name in them has the
// same definition. See same_place.h.

#include "semantic/flow/same_place.h"

#include <algorithm>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "semantic/binding/binding.h"
#include "semantic/control/walk.h"
#include "semantic/knowledge/knowledge.h"
#include "semantic/names/access_path.h"
#include "semantic/names/calls.h"
#include "semantic/semantic_model.h"

namespace mlfix {
namespace {

bool names_agree(const SemanticModel& model, NodeId a, NodeId b) {
  const SyntaxTree& tree = model.tree();
  const NodeId end = tree.subtree_end(a);
  if (end - a != tree.subtree_end(b) - b) return false;
  for (NodeId n = a, other = b; n < end; ++n, ++other) {
    if (!tree.is(n, Kind::Identifier) || tree.field(n) == Field::Attribute) continue;
    const DefId def = model.bindings().reaching(n);
    if (def == kNone || def != model.bindings().reaching(other)) return false;
  }
  return true;
}

// The assignments of the file by the text of what they set, in source order.
struct SetPlaces {
  explicit SetPlaces(const SemanticModel& model) {
    const SyntaxTree& tree = model.tree();
    for (NodeId n = 0; n < tree.size(); ++n) {
      if (!tree.is(n, Kind::Assignment) && !tree.is(n, Kind::AugmentedAssignment)) continue;
      by_text[tree.text(tree.child(n, Field::Left))].push_back(n);
    }
  }

  std::unordered_map<std::string_view, std::vector<NodeId>> by_text;
};

// Is it in a function, lambda or class that begins after `from`?
bool is_nested_behind(const SyntaxTree& tree, NodeId n, NodeId from) {
  for (NodeId up = n; up != kNoNode && up >= from; up = tree.parent(up)) {
    if (is_nested_scope(tree.kind(up))) return true;
  }
  return false;
}

bool is_set_between(const SemanticModel& model, NodeId a, NodeId b) {
  const SyntaxTree& tree = model.tree();
  const auto& by_text = model.notes<SetPlaces>(model).by_text;
  const auto found = by_text.find(tree.text(a));
  if (found == by_text.end()) return false;
  const NodeId from = std::min(a, b), to = std::max(a, b);
  auto set = std::ranges::lower_bound(found->second, from);
  for (; set != found->second.end() && *set < to; ++set) {
    model.work().spend();
    if (!is_nested_behind(tree, *set, from)) return true;
  }
  return false;
}

}  // namespace

NodeId base_of_place(const SemanticModel& model, NodeId place) {
  const SyntaxTree& tree = model.tree();
  place = model.strip_parentheses(place);
  while (true) {
    if (tree.is(place, Kind::Attribute)) {
      place = tree.child(place, Field::Object);
    } else if (tree.is(place, Kind::Subscript)) {
      place = tree.child(place, Field::Value);
    } else {
      return tree.is(place, Kind::Identifier) ? place : kNoNode;
    }
  }
}

bool is_place(const SemanticModel& model, NodeId expr) {
  return expr != kNoNode && base_of_place(model, expr) != kNoNode;
}

bool is_same_place(const SemanticModel& model, NodeId a, NodeId b) {
  if (a == kNoNode || b == kNoNode) return false;
  a = model.strip_parentheses(a);
  b = model.strip_parentheses(b);
  return is_place(model, a) && model.tree().text(a) == model.tree().text(b) &&
         names_agree(model, a, b) && !is_set_between(model, a, b);
}

bool may_give_view(const SemanticModel& model, NodeId call) {
  const NodeId called = called_expression(model, call);
  const std::string_view name = last_name(model.tree(), called);
  if (model.means(Meaning::MayViewReceiver, name) || model.means(Meaning::MayGiveReceiver, name) ||
      model.means(Meaning::MayViewArgument, name)) {
    return true;
  }
  const Symbol klass = model.calls().names().class_of_value(called).symbol;
  if (klass == kNoSymbol) return false;
  const std::string_view module = model.knowledge().text(klass);
  return model.means(Meaning::MayViewArgument, module.substr(module.rfind('.') + 1));
}

// By convention the functions of PyTorch that write to a tensor end in an underscore, and so do its
// methods, which are called through the class here.
NodeId written_argument(const SemanticModel& model, NodeId call) {
  const NodeId called = called_expression(model, call);
  const SyntaxTree& tree = model.tree();
  std::string name = model.qualified_text(called);
  const bool is_of_builtin = name.empty() && tree.is(called, Kind::Attribute) &&
                             is_builtin(model, tree.child(called, Field::Object));
  if (is_of_builtin) name = tree.text(called);
  const bool writes = model.means(Meaning::WritesFirstArgument, name) ||
                      (name.starts_with("torch.") && name.ends_with('_') && !name.ends_with("__"));
  return writes ? model.argument(call, 0, "") : NodeId{kNoNode};
}

}  // namespace mlfix
