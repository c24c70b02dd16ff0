// Follows a parameter from use to use, through loops over it, methods that give a
// tensor with the same graph, and further methods of the file. See
// kept_parameter.h.

#include "semantic/flow/kept_parameter.h"

#include <algorithm>
#include <set>
#include <string_view>
#include <vector>

#include "semantic/flow/parameter_elsewhere.h"
#include "semantic/flow/places.h"
#include "semantic/flow/same_place.h"
#include "semantic/names/access_path.h"
#include "semantic/names/calls.h"
#include "semantic/project/project.h"

namespace mlfix {
namespace {

class KeepingFollower {
 public:
  explicit KeepingFollower(const SemanticModel& model) : model_(model), tree_(model.tree()) {}

  void parameter(NodeId name) { definition(model_.bindings().definition_at(name)); }
  const Keeping& found() const { return found_; }

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
  Keeping found_;
};

void KeepingFollower::definition(DefId def) {
  if (def == kNone || !seen_.insert(def).second) return;
  for (const UseId use : model_.bindings().definition(def).uses) {
    value(model_.bindings().use(use).node);
  }
}

// Every name that a target binds: of `key, value` the value only.
void KeepingFollower::targets(NodeId left) {
  if (tree_.is(left, Kind::Identifier)) return definition(model_.bindings().definition_at(left));
  NodeId last = kNoNode;
  for (const NodeId target : tree_.children(left)) last = target;
  if (tree_.is(last, Kind::Identifier)) definition(model_.bindings().definition_at(last));
}

bool KeepingFollower::on_attribute(NodeId place) const {
  place = without_items(model_, place);
  return tree_.is(place, Kind::Attribute) && is_place(model_, place);
}

void KeepingFollower::value(NodeId expr) {
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
      if (tree_.is(left, Kind::Subscript)) found_.stores = found_.stores || on_attribute(left);
      return;
    }
    case Role::Augmenting:
      found_.sums = found_.sums || on_attribute(tree_.child(consumer.node, Field::Left));
      return;
    case Role::MethodReceiver:
      return called_on(consumer);
    case Role::Argument:
      return given_to(consumer, expr);
    default:
      return;
  }
}

void KeepingFollower::called_on(const Consumer& consumer) {
  const bool entries = consumer.name == "items" || consumer.name == "values";
  if (entries || model_.means(Meaning::HandsOnGraph, consumer.name)) value(consumer.node);
}

void KeepingFollower::given_to(const Consumer& consumer, NodeId expr) {
  const NodeId parameter = parameter_of_argument(model_, consumer.node, expr);
  if (parameter != kNoNode) return definition(model_.bindings().definition_at(parameter));
  const std::string_view method = model_.method_name(consumer.node);
  if (model_.means(Meaning::StoresItem, method)) {
    found_.adds = found_.adds || on_attribute(model_.receiver_of_call(consumer.node, method));
    found_.stores = found_.stores || found_.adds;
    return;
  }
  const std::string_view called = tree_.text(tree_.child(consumer.node, Field::Function));
  if (called.find("reduce") != std::string_view::npos) value(consumer.node);
}

}  // namespace

Keeping keeping_of_parameter(const SemanticModel& model, NodeId parameter) {
  KeepingFollower follower(model);
  follower.parameter(parameter);
  return follower.found();
}

namespace {

bool is_module_method_elsewhere(const Project& project, ProjectEntity method) {
  const ProjectEntity klass = project.class_of_method(method);
  return !klass || project.any_foreign_base(
                       klass, [](const std::string& base) { return base == "torch.nn.Module"; });
}

}  // namespace

Keeping keeping_of_argument(const SemanticModel& model, NodeId call, NodeId argument) {
  if (model.method_name(call).empty()) return {};
  const NodeId method = model.callee(call);
  if (method == kNoNode) {
    const auto [function, summary] = parameter_elsewhere(model, model.consumer_of(argument));
    const bool kept =
        summary != nullptr && !is_module_method_elsewhere(*model.place().project, function);
    return kept ? summary->keeping : Keeping{};
  }
  const NodeId klass = model.method_class(method);
  if (klass == kNoNode || model.derives_from(klass, "torch.nn.Module")) return {};
  const NodeId parameter = parameter_of_argument(model, call, argument);
  return parameter == kNoNode ? Keeping{} : keeping_of_parameter(model, parameter);
}

}  // namespace mlfix
