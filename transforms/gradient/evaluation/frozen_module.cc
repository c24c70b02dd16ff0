// A module is frozen by one statement, or by one loop, for all of its parameters. What is
// switched on again behind it is trained: the new head of a network that is fine-tuned.
// See frozen_module.h.

#include "transforms/gradient/evaluation/frozen_module.h"

#include <string>
#include <string_view>

#include "semantic/control/walk.h"

namespace mlfix {
namespace {

// What the code of one scope does to the parameters of a module.
class FreezeReader {
 public:
  FreezeReader(const SemanticModel& model, NodeId module)
      : model_(model), tree_(model.tree()), module_(module), name_(tree_.text(module)) {}

  void read(NodeId body) {
    for_each_node(tree_, body, tree_.subtree_end(body), [&](NodeId n) {
      frozen_ = frozen_ || (n < module_or_end(body) && freezes(n));
      thawed_ = thawed_ || thaws(n);
    });
  }
  bool frozen() const { return frozen_ && !thawed_; }

 private:
  bool is_module(NodeId receiver) const;
  bool switches_off(NodeId n, std::string_view owner) const;
  bool sets_frozen_weight(NodeId n) const;
  bool freezes(NodeId n) const;
  bool thaws(NodeId n) const;

  // In another method, the order is not known: all of it counts.
  NodeId module_or_end(NodeId body) const {
    return tree_.contains(body, module_) ? module_ : tree_.subtree_end(body);
  }

  const SemanticModel& model_;
  const SyntaxTree& tree_;
  NodeId module_;
  std::string_view name_;
  bool frozen_ = false, thawed_ = false;
};

bool FreezeReader::is_module(NodeId receiver) const {
  if (receiver == kNoNode || tree_.text(receiver) != name_) return false;
  return !tree_.is(receiver, Kind::Identifier) ||
         model_.bindings().reaching(receiver) == model_.bindings().reaching(module_);
}

// owner.requires_grad_(False), or owner.requires_grad = False.
bool FreezeReader::switches_off(NodeId n, std::string_view owner) const {
  if (tree_.is(n, Kind::Call)) {
    const NodeId receiver = model_.receiver_of_call(n, "requires_grad_");
    return receiver != kNoNode && tree_.text(receiver) == owner &&
           tree_.is(model_.argument(n, 0, "requires_grad"), Kind::False);
  }
  if (!tree_.is(n, Kind::Assignment)) return false;
  return tree_.text(tree_.child(n, Field::Left)) == std::string(owner) + ".requires_grad" &&
         tree_.is(tree_.child(n, Field::Right), Kind::False);
}

// owner.weight = nn.Parameter(table, requires_grad=False)
bool FreezeReader::sets_frozen_weight(NodeId n) const {
  if (!tree_.is(n, Kind::Assignment)) return false;
  const NodeId target = tree_.child(n, Field::Left);
  const NodeId value = tree_.child(n, Field::Right);
  return tree_.is(target, Kind::Attribute) && is_module(tree_.child(target, Field::Object)) &&
         tree_.text(tree_.child(target, Field::Attribute)) == "weight" &&
         model_.is_call_to(value, Meaning::WrapsTensor) &&
         tree_.is(model_.argument(value, 1, "requires_grad"), Kind::False);
}

bool FreezeReader::freezes(NodeId n) const {
  if (tree_.is(n, Kind::Call)) {
    return is_module(model_.receiver_of_call(n, "requires_grad_")) && switches_off(n, name_);
  }
  if (sets_frozen_weight(n)) return true;
  if (!tree_.is(n, Kind::ForStatement)) return false;
  if (!is_module(model_.receiver_of_call(tree_.child(n, Field::Right), "parameters"))) return false;
  const std::string_view parameter = tree_.text(tree_.child(n, Field::Left));
  const NodeId body = tree_.child(n, Field::Body);
  for (const NodeId statement : tree_.children(body)) {
    const bool plain = tree_.is(statement, Kind::ExpressionStatement);
    if (plain && switches_off(tree_.first_child(statement), parameter)) return true;
  }
  return false;
}

bool FreezeReader::thaws(NodeId n) const {
  if (tree_.is(n, Kind::Call)) {
    const bool trains = model_.facts(n).may_be(Fact::Optimizer) &&
                        tree_.text(n).find(name_) != std::string_view::npos;
    return trains || (model_.method_name(n) == "requires_grad_" &&
                      !tree_.is(model_.argument(n, 0, "requires_grad"), Kind::False));
  }
  if (!tree_.is(n, Kind::Assignment)) return false;
  const NodeId target = tree_.child(n, Field::Left);
  if (!tree_.is(target, Kind::Attribute)) return false;
  if (tree_.text(tree_.child(target, Field::Attribute)) == "requires_grad") {
    return !tree_.is(tree_.child(n, Field::Right), Kind::False);
  }
  return tree_.text(target).starts_with(std::string(name_) + ".") && !sets_frozen_weight(n);
}

}  // namespace

bool is_frozen_in_scope(const SemanticModel& model, NodeId forward, NodeId evaluated) {
  const SyntaxTree& tree = model.tree();
  const NodeId called = tree.child(forward, Field::Function);
  const bool by_name =
      called != kNoNode && evaluated != kNoNode && tree.text(called) == tree.text(evaluated);
  const NodeId module = by_name ? called : evaluated;
  if (module == kNoNode) return false;
  if (!model.mentions("requires_grad") && !model.mentions("requires_grad_")) return false;
  FreezeReader reader(model, module);
  const NodeId klass = tree.text(module).starts_with("self.")
                           ? tree.ancestor(module, Kind::ClassDefinition)
                           : kNoNode;
  if (klass == kNoNode) {
    reader.read(scope_body(model, module));
    return reader.frozen();
  }
  for (NodeId n = klass; n < tree.subtree_end(klass); ++n) {
    if (tree.is(n, Kind::FunctionDefinition)) reader.read(tree.child(n, Field::Body));
  }
  return reader.frozen();
}

namespace {

// May the object of `x.requires_grad = False` be a weight: what a loop goes through, or a part of
// something? A name of its own is a tensor of the function, and a module has no such switch.
bool may_be_weight(const SemanticModel& model, NodeId object) {
  if (!model.tree().is(object, Kind::Identifier)) return true;
  const DefId def = model.bindings().reaching(object);
  return def == kNone || model.bindings().definition(def).kind == DefKind::For;
}

}  // namespace

NodeId freezing_in_file(const SemanticModel& model) {
  const SyntaxTree& tree = model.tree();
  for (const AttributeAccess& access : model.attribute_accesses("requires_grad")) {
    const NodeId parent = tree.parent(access.node);
    const bool off = access.is_store && tree.is(parent, Kind::Assignment) &&
                     !tree.is(tree.child(parent, Field::Right), Kind::True) &&
                     may_be_weight(model, access.object);
    if (off) return access.node;
  }
  for (const AttributeAccess& access : model.attribute_accesses("requires_grad_")) {
    const NodeId call = tree.parent(access.node);
    const NodeId value =
        tree.is(call, Kind::Call) ? model.argument(call, 0, "requires_grad") : NodeId{kNoNode};
    if (value != kNoNode && !tree.is(value, Kind::True)) return access.node;
  }
  return kNoNode;
}

}  // namespace mlfix
