// A tensor is written to by one of its names and read by another (`kept[0].tag = 1`, `loss.tag`),
// of which the flow from where it is stored sees one at most. So all writes and reads of the file
// are gathered. Names that are assigned to each other are one (union-find): what is set on one of
// them is set on all. A read counts when some object of the file is given an attribute of that
// name.

#include "torch/tensor/own_attributes.h"

#include <map>
#include <set>
#include <string_view>
#include <vector>

#include "semantic/flow/same_place.h"
#include "semantic/names/access_path.h"
#include "semantic/names/calls.h"

namespace mlfix {
namespace {

struct OwnAttributes {
  bool gathered = false;
  bool on_any_tensor = false;  // read from an object that is certainly a tensor
  std::map<std::string_view, std::string_view> same;  // a name, and another one of the object
  std::set<std::string_view> objects;                 // representatives of those that have some
};

// Shortens the way as it goes (path splitting), so that long chains of names stay cheap.
std::string_view representative(OwnAttributes& own, std::string_view name) {
  auto at = own.same.find(name);
  while (at != own.same.end()) {
    name = at->second;
    const auto next = own.same.find(name);
    if (next != own.same.end()) at->second = next->second;
    at = next;
  }
  return name;
}

struct AttributeUse {
  NodeId object;
  std::string_view name;  // "" for one that is not told
};

struct AttributeUses {
  std::vector<AttributeUse> written;
  std::vector<AttributeUse> read;
};

bool is_pattern(Kind kind) {
  return kind == Kind::PatternList || kind == Kind::TuplePattern || kind == Kind::ListPattern;
}

bool is_assigned_attribute(const SyntaxTree& tree, NodeId attribute) {
  NodeId target = attribute;
  while (is_pattern(tree.kind(tree.parent(target)))) target = tree.parent(target);
  return tree.field(target) == Field::Left;
}

// What autograd and every tensor have by themselves.
bool is_of_every_tensor(const SemanticModel& model, const AttributeUse& use) {
  return model.means(Meaning::PlainAttribute, use.name) ||
         model.means(Meaning::GraphAttribute, use.name) ||
         model.knowledge().attribute(use.name, {Fact::Tensor, Fact::Tensor, FactSet()}) != nullptr;
}

void gather_attribute(const SemanticModel& model, NodeId n, AttributeUses& uses) {
  const SyntaxTree& tree = model.tree();
  AttributeUse use{tree.child(n, Field::Object), last_name(tree, n)};
  if (tree.field(n) == Field::Function) {
    // set_() and its like put other storage under the tensor.
    if (model.means(Meaning::RefusesGraph, use.name)) uses.written.push_back({use.object, ""});
    return;
  }
  if (use.name == "__dict__") return uses.written.push_back({use.object, ""});
  if (!is_assigned_attribute(tree, n)) return uses.read.push_back(use);
  if (use.name == "data") return uses.written.push_back({use.object, ""});
  if (!is_of_every_tensor(model, use)) uses.written.push_back(use);
}

// setattr(loss, "tag", 1) and its like.
void gather_named(const SemanticModel& model, NodeId call, AttributeUses& uses) {
  const SyntaxTree& tree = model.tree();
  const NodeId called = tree.child(call, Field::Function);
  if (!tree.is(called, Kind::Identifier)) return;
  const bool writes = is_builtin_name(model, called, "setattr");
  const bool reads = is_builtin_name(model, called, "getattr") ||
                     is_builtin_name(model, called, "hasattr") ||
                     is_builtin_name(model, called, "vars");
  if (!writes && !reads) return;
  const std::vector<NodeId> arguments = model.arguments(call);
  if (arguments.empty()) return;
  AttributeUse use{arguments.front(), ""};
  if (arguments.size() > 1 && tree.is(arguments[1], Kind::String)) {
    use.name = tree.text(arguments[1]);
    if (use.name.size() < 2) return;
    use.name = use.name.substr(1, use.name.size() - 2);
  }
  if (!use.name.empty() && is_of_every_tensor(model, use)) return;
  (writes ? uses.written : uses.read).push_back(use);
}

void gather_names(const SemanticModel& model, NodeId assignment, OwnAttributes& own) {
  const SyntaxTree& tree = model.tree();
  const NodeId left = tree.child(assignment, Field::Left);
  const NodeId right = tree.child(assignment, Field::Right);
  if (left == kNoNode || right == kNoNode || !is_place(model, left) || !is_place(model, right)) {
    return;
  }
  const std::string_view one = representative(own, tree.text(left));
  const std::string_view other = representative(own, tree.text(right));
  if (one != other) own.same.emplace(one, other);
}

void gather_own_attributes(const SemanticModel& model, OwnAttributes& own) {
  const SyntaxTree& tree = model.tree();
  AttributeUses uses;
  for (NodeId n = 0; n < tree.size(); ++n) {
    if (tree.is(n, Kind::Attribute)) gather_attribute(model, n, uses);
    if (tree.is(n, Kind::Call)) gather_named(model, n, uses);
    if (tree.is(n, Kind::Assignment)) gather_names(model, n, own);
  }
  std::set<std::string_view> written;
  for (const AttributeUse& use : uses.written) {
    own.objects.insert(representative(own, tree.text(use.object)));
    if (!use.name.empty()) written.insert(use.name);
  }
  for (const AttributeUse& use : uses.read) {
    if (!use.name.empty() && !written.contains(use.name)) continue;
    own.objects.insert(representative(own, tree.text(use.object)));
    if (model.facts(use.object).must_be(Fact::Tensor)) own.on_any_tensor = true;
  }
}

}  // namespace

bool has_attributes_of_its_own(const SemanticModel& model, NodeId value) {
  OwnAttributes& own = model.notes<OwnAttributes>();
  if (!own.gathered) {
    own.gathered = true;
    gather_own_attributes(model, own);
  }
  if (own.on_any_tensor) return true;
  return is_place(model, value) &&
         own.objects.contains(representative(own, model.tree().text(value)));
}

}  // namespace mlfix
