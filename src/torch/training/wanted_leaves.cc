// What asks for a gradient is either a read of `.grad` or the step of an optimizer. Both are
// followed to a name that certainly stands for the same tensor when the backward pass runs.
// Whatever can't be followed counts as somebody else. See wanted_leaves.h.

#include "torch/training/wanted_leaves.h"

#include <algorithm>
#include <cstdint>
#include <unordered_map>
#include <unordered_set>

#include "semantic/binding/binding.h"
#include "semantic/control/consumer.h"
#include "semantic/control/walk.h"
#include "semantic/knowledge/facts.h"
#include "semantic/knowledge/meanings.h"
#include "semantic/names/access_path.h"
#include "semantic/names/attribute_access.h"
#include "semantic/semantic_model.h"
#include "torch/graph/gradient_reads.h"
#include "torch/module/module_uses.h"
#include "torch/tensor/literal_tensor.h"
#include "torch/training/training_step.h"

namespace mlfix {
namespace {

constexpr std::string_view kOtherStep = "an optimizer steps, and it may be that of the weights";

// In a scope where more ask for gradients nobody works out whose they are.
constexpr std::size_t kMaxAskers = 200;

// What asks for gradients in a scope, whatever backward pass it is for.
struct Asker {
  enum class Kind : std::uint8_t {
    Read,       // of `.grad` of what is told to require gradients
    Optimizer,  // the call that makes one for a list of tensors
    Other       // somebody else; `fact` says who. Only the first counts.
  };
  Kind kind;
  NodeId at;
  std::string_view fact;
};

class AskerCollector {
 public:
  explicit AskerCollector(const SemanticModel& model) : model_(model), tree_(model.tree()) {}

  // Those between `body` and its end, in source order, each optimizer once.
  std::vector<Asker> collect(NodeId body);

 private:
  void read_gradient(NodeId attribute);
  void step(NodeId optimizer);
  void refuse(NodeId at, std::string_view fact);

  bool holds_switch(NodeId value) const;
  bool is_switched_on(NodeId use) const;
  bool is_name_told(const Variable& variable) const;
  bool is_attribute_told(NodeId leaf) const;
  bool is_told_to_require(NodeId leaf);

  const SemanticModel& model_;
  const SyntaxTree& tree_;
  std::vector<Asker> found_;
  bool refused_ = false;
  std::unordered_set<NodeId> constructors_;
  std::unordered_map<const Variable*, bool> told_names_;
  std::unordered_map<std::string_view, bool> told_attributes_;  // by their text
};

void AskerCollector::refuse(NodeId at, std::string_view fact) {
  if (!refused_) found_.push_back({Asker::Kind::Other, at, fact});
  refused_ = true;
}

// ---- tensors that require gradients ------------------------------------------------

// x.requires_grad_(), or requires_grad=True among arguments; not with False.
bool switches_on(const SemanticModel& model, NodeId n) {
  const SyntaxTree& tree = model.tree();
  if (tree.is(n, Kind::Call) && model.method_name(n) == "requires_grad_") {
    return !tree.is(model.argument(n, 0, "requires_grad"), Kind::False);
  }
  return tree.is(n, Kind::KeywordArgument) &&
         tree.text(tree.child(n, Field::Name)) == "requires_grad" &&
         tree.is(tree.child(n, Field::Value), Kind::True);
}

bool AskerCollector::holds_switch(NodeId value) const {
  for (NodeId n = value; value != kNoNode && n < tree_.subtree_end(value); ++n) {
    if (switches_on(model_, n)) return true;
  }
  return false;
}

// Is the tensor that is read at `use` told to require gradients there: x.requires_grad = True,
// x.requires_grad_()?
bool AskerCollector::is_switched_on(NodeId use) const {
  const Consumer consumer = model_.consumer_of(use);
  if (consumer.role == Role::MethodReceiver) return switches_on(model_, consumer.node);
  const NodeId attribute = tree_.parent(use);
  if (!tree_.is(attribute, Kind::Attribute) || tree_.field(use) != Field::Object ||
      last_name(tree_, attribute) != "requires_grad") {
    return false;
  }
  const NodeId assignment = tree_.parent(attribute);
  return tree_.is(assignment, Kind::Assignment) && tree_.field(attribute) == Field::Left &&
         !tree_.is(tree_.child(assignment, Field::Right), Kind::False);
}

bool AskerCollector::is_name_told(const Variable& variable) const {
  bool told = false;
  for (const DefId def : variable.definitions) {
    const Definition& d = model_.bindings().definition(def);
    if (d.kind == DefKind::For || d.kind == DefKind::Import) return false;
    if (d.value == kNoNode) continue;
    if (is_parameter_attribute(model_, d.value)) return false;
    told = told || (d.kind == DefKind::Assign && holds_switch(d.value));
  }
  return told || std::ranges::any_of(variable.uses, [&](UseId use) {
           return is_switched_on(model_.bindings().use(use).node);
         });
}

// self.patch, where self is no module: what a module keeps is one of its weights.
bool is_own_attribute(const SemanticModel& model, NodeId leaf) {
  const SyntaxTree& tree = model.tree();
  if (!tree.is(leaf, Kind::Attribute) || tree.text(tree.child(leaf, Field::Object)) != "self") {
    return false;
  }
  const NodeId klass = model.class_of(leaf);
  return klass != kNoNode && !model.derives_from(klass, "torch.nn.Module");
}

bool AskerCollector::is_attribute_told(NodeId leaf) const {
  const std::string_view name = last_name(tree_, leaf);
  return std::ranges::any_of(model_.attribute_accesses(name), [&](const AttributeAccess& access) {
    if (tree_.text(access.node) != tree_.text(leaf)) return false;
    const NodeId parent = tree_.parent(access.node);
    const bool stored = access.is_store && tree_.is(parent, Kind::Assignment);
    return is_switched_on(access.node) ||
           (stored && holds_switch(tree_.child(parent, Field::Right)));
  });
}

bool AskerCollector::is_told_to_require(NodeId leaf) {
  if (tree_.is(leaf, Kind::Identifier)) {
    const DefId def = model_.bindings().reaching(leaf);
    if (def == kNone) return false;
    const Variable& variable = model_.bindings().variable_of(def);
    const auto [told, is_new] = told_names_.try_emplace(&variable, false);
    if (is_new) told->second = is_name_told(variable);
    return told->second;
  }
  if (!is_own_attribute(model_, leaf)) return false;
  const auto [told, is_new] = told_attributes_.try_emplace(tree_.text(leaf), false);
  if (is_new) told->second = is_attribute_told(leaf);
  return told->second;
}

// ---- who asks -----------------------------------------------------------------------------

// x.grad = None, del x.grad, x.grad.zero_(), x.grad.data.zero_(), x.grad is None.
bool only_resets_or_tests(const SemanticModel& model, NodeId attribute) {
  const SyntaxTree& tree = model.tree();
  const bool stored = is_assigned(tree, attribute);
  Consumer consumer = model.consumer_of(attribute);
  if (stored || consumer.role == Role::Deleted || consumer.role == Role::Compared ||
      consumer.role == Role::Condition) {
    return true;
  }
  if (consumer.role == Role::Receiver) consumer = model.consumer_of(consumer.node);
  return consumer.role == Role::MethodReceiver &&
         (consumer.name == "zero_" || consumer.name == "detach_");
}

// model.parameters() other than next(model.parameters()), which asks for a device.
bool goes_over_parameters(const SemanticModel& model, NodeId call) {
  const SyntaxTree& tree = model.tree();
  const std::string_view method = model.method_name(call);
  if (!model.means(Meaning::ListsParameters, method)) return false;
  const Consumer consumer = model.consumer_of(call);
  return consumer.role != Role::Argument ||
         tree.text(tree.child(consumer.node, Field::Function)) != "next";
}

void AskerCollector::read_gradient(NodeId attribute) {
  if (only_resets_or_tests(model_, attribute)) return;
  if (!is_told_to_require(tree_.child(attribute, Field::Object))) {
    return refuse(attribute, "another gradient is read here");
  }
  found_.push_back({Asker::Kind::Read, attribute, {}});
}

void AskerCollector::step(NodeId optimizer) {
  const std::vector<NodeId> made = constructors_of(model_, optimizer);
  if (made.empty()) refuse(optimizer, kOtherStep);
  for (const NodeId constructor : made) {
    if (constructors_.insert(constructor).second) {
      found_.push_back({Asker::Kind::Optimizer, constructor, {}});
    }
  }
}

std::vector<Asker> AskerCollector::collect(NodeId body) {
  for_each_node(tree_, body, tree_.subtree_end(body), [&](NodeId n) {
    if (tree_.is(n, Kind::Attribute)) {
      if (last_name(tree_, n) == "grad") read_gradient(n);
      return;
    }
    if (!tree_.is(n, Kind::Call)) return;
    if (const NodeId optimizer = stepped_optimizer(model_, n); optimizer != kNoNode) {
      return step(optimizer);
    }
    if (goes_over_parameters(model_, n)) refuse(n, "the function goes over the weights");
  });
  return std::move(found_);
}

// By the body of the scope.
struct Askers {
  std::unordered_map<NodeId, std::vector<Asker>> in;
};

const std::vector<Asker>& askers_in(const SemanticModel& model, NodeId body) {
  auto& in = model.notes<Askers>().in;
  if (const auto known = in.find(body); known != in.end()) return known->second;
  return in.emplace(body, AskerCollector(model).collect(body)).first->second;
}

// ---- whether they ask for this backward pass ------------------------------------------------

class LeafFinder {
 public:
  LeafFinder(const SemanticModel& model, NodeId backward)
      : model_(model), tree_(model.tree()), backward_(backward) {}

  WantedLeaves find();

 private:
  void read_gradient(NodeId attribute);
  void optimize(NodeId constructor);
  void take(NodeId leaf, NodeId asked);
  void refuse(NodeId at, std::string_view fact);

  bool same_tensor_at_backward(NodeId read) const;
  bool stays_behind(NodeId made) const;

  const SemanticModel& model_;
  const SyntaxTree& tree_;
  NodeId backward_;
  WantedLeaves found_;
};

void LeafFinder::refuse(NodeId at, std::string_view fact) {
  if (found_.other != kNoNode) return;
  found_.other = at;
  found_.fact = fact;
}

void LeafFinder::take(NodeId leaf, NodeId asked) {
  const std::string_view name = tree_.text(leaf);
  const bool known =
      std::ranges::any_of(found_.leaves, [&](const WantedLeaf& w) { return w.name == name; });
  if (!known) found_.leaves.push_back({name, asked});
}

// Was what the name means at `read` bound before the backward pass, so that it meant the same
// there?
bool LeafFinder::same_tensor_at_backward(NodeId read) const {
  if (!tree_.is(read, Kind::Identifier)) return true;
  const UseId use = model_.bindings().use_at(read);
  if (use == kNone) return false;
  const DefId def = model_.bindings().use(use).def;
  const Definition& d = model_.bindings().definition(def);
  if (model_.bindings().use(use).captured) {
    return model_.bindings().variable_of(def).definitions.size() == 1;
  }
  const bool merged_behind = d.kind == DefKind::Phi && tree_.contains(d.node, backward_);
  return d.node < backward_ && !merged_behind;
}

// Is the name that an optimizer was made with never bound again, and visible at the backward
// pass?
bool LeafFinder::stays_behind(NodeId made) const {
  if (!tree_.is(made, Kind::Identifier)) return true;
  const DefId def = model_.bindings().reaching(made);
  if (def == kNone) return false;
  const Variable& variable = model_.bindings().variable_of(def);
  const ScopeId scope = model_.bindings().scope_of(backward_);
  return model_.bindings().lookup(scope, tree_.text(made)) == &variable &&
         std::ranges::all_of(variable.definitions, [&](DefId other) {
           return model_.bindings().definition(other).node < made;
         });
}

void LeafFinder::read_gradient(NodeId attribute) {
  const NodeId leaf = tree_.child(attribute, Field::Object);
  if (attribute < backward_) return;  // of a pass before, and named by a read after this one
  if (!same_tensor_at_backward(leaf)) {
    return refuse(attribute, "the name means another tensor here");
  }
  take(leaf, attribute);
}

void LeafFinder::optimize(NodeId constructor) {
  const NodeId given = model_.argument(constructor, 0, "params");
  const NodeId list = given == kNoNode ? given : assigned_value(model_, given);
  if (!tree_.is(list, Kind::List) && !tree_.is(list, Kind::Tuple)) {
    return refuse(constructor, kOtherStep);
  }
  for (NodeId element : tree_.children(list)) {
    if (tree_.is(element, Kind::Call) && switches_on(model_, element)) {
      element = model_.receiver_of_call(element, "requires_grad_");
    }
    const bool leaf = tree_.is(element, Kind::Identifier) || is_own_attribute(model_, element);
    if (!leaf || model_.facts(element).could_be(Fact::Module) || !stays_behind(element)) {
      return refuse(constructor, kOtherStep);
    }
    take(element, constructor);
  }
}

WantedLeaves LeafFinder::find() {
  const std::vector<Asker>& askers = askers_in(model_, scope_body(model_, backward_));
  if (askers.size() > kMaxAskers) {
    model_.work().leave_unanswered("places of one function or module that ask for gradients");
    refuse(askers.front().at, "too many ask for gradients here to tell whose they are");
    return std::move(found_);
  }
  for (const Asker& asker : askers) {
    if (asker.kind == Asker::Kind::Read) read_gradient(asker.at);
    if (asker.kind == Asker::Kind::Optimizer) optimize(asker.at);
    if (asker.kind == Asker::Kind::Other) refuse(asker.at, asker.fact);
  }
  for (const NodeId optimizer : training_step_of(model_, backward_).optimizers) {
    const std::vector<NodeId> made = constructors_of(model_, optimizer);
    if (made.empty()) refuse(optimizer, kOtherStep);
    for (const NodeId constructor : made) optimize(constructor);
  }
  return std::move(found_);
}

}  // namespace

WantedLeaves leaves_wanted_from(const SemanticModel& model, NodeId backward) {
  return LeafFinder(model, backward).find();
}

}  // namespace mlfix
