// Follows a parameter from use to use, through loops over it, methods that give a
// tensor with the same graph, and further methods of the file. See
// kept_parameter.h.

#include "transforms/gradient/storing/kept_parameter.h"

#include <algorithm>
#include <array>
#include <set>
#include <string_view>
#include <vector>

#include "semantic/flow/places.h"
#include "semantic/flow/same_place.h"
#include "semantic/names/access_path.h"

namespace mlfix {
namespace {

constexpr auto kKeepsGraph = std::to_array<std::string_view>(
    {"clone", "cpu", "cuda", "to", "float", "double", "half", "mean", "sum", "squeeze", "unsqueeze",
     "view", "reshape", "flatten", "contiguous", "get"});
constexpr auto kStores =
    std::to_array<std::string_view>({"append", "appendleft", "extend", "extendleft", "insert"});

template <typename List>
bool is_among(std::string_view word, const List& list) {
  return std::find(list.begin(), list.end(), word) != list.end();
}

class Follower {
 public:
  explicit Follower(const SemanticModel& model) : model_(model), tree_(model.tree()) {}

  void parameter(NodeId name) { definition(model_.bindings().definition_at(name)); }
  bool sums = false;
  bool stores = false;
  bool adds = false;  // stores where nothing is replaced

 private:
  void definition(DefId def);
  void value(NodeId expr);
  void called_on(const Consumer& consumer);
  void given_to(const Consumer& consumer, NodeId expr);
  void targets(NodeId left);
  bool on_attribute(NodeId place) const;

  const SemanticModel& model_;
  const SyntaxTree& tree_;
  std::set<DefId> seen_;
};

void Follower::definition(DefId def) {
  if (def == kNone || !seen_.insert(def).second) return;
  for (const UseId use : model_.bindings().definition(def).uses) {
    value(model_.bindings().use(use).node);
  }
}

// Every name that a target binds: of `key, value` the value only.
void Follower::targets(NodeId left) {
  if (tree_.is(left, Kind::Identifier)) return definition(model_.bindings().definition_at(left));
  NodeId last = kNoNode;
  for (const NodeId target : tree_.children(left)) last = target;
  if (tree_.is(last, Kind::Identifier)) definition(model_.bindings().definition_at(last));
}

bool Follower::on_attribute(NodeId place) const {
  place = model_.strip_parentheses(place);
  place = without_items(model_, place);
  return tree_.is(place, Kind::Attribute) && is_place(model_, place);
}

void Follower::value(NodeId expr) {
  const Consumer consumer = model_.consumer_of(expr);
  switch (consumer.role) {
    case Role::Operand:
    case Role::Element:
      return value(consumer.node);
    case Role::Subscripted:
      return value(consumer.node);
    case Role::Iterated:
      return targets(tree_.child(consumer.node, Field::Left));
    case Role::Assigned: {
      const NodeId left = tree_.child(consumer.node, Field::Left);
      if (tree_.is(left, Kind::Identifier)) targets(left);
      if (tree_.is(left, Kind::Subscript)) stores = stores || on_attribute(left);
      return;
    }
    case Role::Augmenting:
      sums = sums || on_attribute(tree_.child(consumer.node, Field::Left));
      return;
    case Role::MethodReceiver:
      return called_on(consumer);
    case Role::Argument:
      return given_to(consumer, expr);
    default:
      return;
  }
}

void Follower::called_on(const Consumer& consumer) {
  const bool entries = consumer.name == "items" || consumer.name == "values";
  if (entries || is_among(consumer.name, kKeepsGraph)) value(consumer.node);
}

void Follower::given_to(const Consumer& consumer, NodeId expr) {
  const NodeId parameter = parameter_of_argument(model_, consumer.node, expr);
  if (parameter != kNoNode) return definition(model_.bindings().definition_at(parameter));
  const std::string_view method = model_.method_name(consumer.node);
  if (is_among(method, kStores)) {
    adds = adds || on_attribute(model_.receiver_of_call(consumer.node, method));
    stores = stores || adds;
    return;
  }
  const std::string_view called = tree_.text(tree_.child(consumer.node, Field::Function));
  if (called.find("reduce") != std::string_view::npos) value(consumer.node);
}

}  // namespace

bool sums_parameter(const SemanticModel& model, NodeId parameter) {
  Follower follower(model);
  follower.parameter(parameter);
  return follower.sums;
}

bool adds_parameter(const SemanticModel& model, NodeId parameter) {
  Follower follower(model);
  follower.parameter(parameter);
  return follower.adds;
}

bool stores_parameter(const SemanticModel& model, NodeId parameter) {
  Follower follower(model);
  follower.parameter(parameter);
  return follower.stores;
}

}  // namespace mlfix
