// A module is frozen by one statement, or by one loop, for all of its parameters. What is
// switched on again after it is trained: the new head of a network that is fine-tuned.
// All such statements of a scope are found in one pass, by the text of the module, since a scope
// may evaluate many. See frozen_module.h.

#include "torch/evaluation/frozen_module.h"

#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "semantic/binding/binding.h"
#include "semantic/control/consumer.h"
#include "semantic/control/walk.h"
#include "semantic/knowledge/facts.h"
#include "semantic/knowledge/meanings.h"
#include "semantic/names/access_path.h"
#include "semantic/names/attribute_access.h"
#include "semantic/project/project_code.h"
#include "semantic/project_entity.h"
#include "semantic/semantic_model.h"
#include "torch/graph/gradient_reads.h"
#include "torch/module/forward_pass.h"

namespace mlfix {
namespace {

// A module as code names it: its text, and the definition that a plain name has there.
using ModuleName = std::pair<std::string_view, DefId>;

// What the code of one scope, or all methods of a class, does to the parameters of modules.
struct Freezing {
  std::map<ModuleName, std::vector<NodeId>> frozen;     // where; in source order
  std::unordered_set<std::string_view> stored_to;       // what gets a new attribute
  std::unordered_set<std::string_view> given_to_train;  // parts of an optimizer's arguments
  bool switches_on = false;                             // for parameters of anybody
};

// Of a.b.c.d = x the parts a.b.c, a.b and a are stored to, so many of them at most; of longer
// ones nothing is known.
constexpr int kMaxOwners = 32;

class FreezeReader {
 public:
  explicit FreezeReader(const SemanticModel& model) : model_(model), tree_(model.tree()) {}

  void read(NodeId body) {
    for_each_node(tree_, body, tree_.subtree_end(body), [&](NodeId n) {
      if (tree_.is(n, Kind::Call)) read_call(n);
      if (tree_.is(n, Kind::Assignment)) read_assignment(n);
      if (tree_.is(n, Kind::ForStatement)) read_loop(n);
    });
  }
  Freezing take() { return std::move(found_); }
  ModuleName name_of(NodeId module) const;

 private:
  bool switches_off(NodeId n, std::string_view owner) const;
  bool is_frozen_weight(NodeId assignment) const;
  void read_call(NodeId call);
  void read_assignment(NodeId assignment);
  void read_loop(NodeId loop);

  const SemanticModel& model_;
  const SyntaxTree& tree_;
  Freezing found_;
};

ModuleName FreezeReader::name_of(NodeId module) const {
  const bool plain = tree_.is(module, Kind::Identifier);
  return {tree_.text(module), plain ? model_.bindings().reaching(module) : kNone};
}

// owner.requires_grad_(False), or owner.requires_grad = False.
bool FreezeReader::switches_off(NodeId n, std::string_view owner) const {
  if (tree_.is(n, Kind::Call)) {
    const NodeId receiver = model_.receiver_of_call(n, "requires_grad_");
    return receiver != kNoNode && tree_.text(receiver) == owner &&
           tree_.is(model_.argument(n, 0, "requires_grad"), Kind::False);
  }
  if (!tree_.is(n, Kind::Assignment)) return false;
  const NodeId target = tree_.child(n, Field::Left);
  return tree_.is(target, Kind::Attribute) && last_name(tree_, target) == "requires_grad" &&
         tree_.text(tree_.child(target, Field::Object)) == owner &&
         tree_.is(tree_.child(n, Field::Right), Kind::False);
}

// owner.weight = nn.Parameter(table, requires_grad=False)
bool FreezeReader::is_frozen_weight(NodeId assignment) const {
  const NodeId target = tree_.child(assignment, Field::Left);
  const NodeId value = tree_.child(assignment, Field::Right);
  return last_name(tree_, target) == "weight" && model_.is_call_to(value, Meaning::WrapsTensor) &&
         tree_.is(model_.argument(value, 1, "requires_grad"), Kind::False);
}

void FreezeReader::read_call(NodeId call) {
  const NodeId receiver = model_.receiver_of_call(call, "requires_grad_");
  const bool off = tree_.is(model_.argument(call, 0, "requires_grad"), Kind::False);
  if (receiver != kNoNode && off) found_.frozen[name_of(receiver)].push_back(call);
  if (model_.method_name(call) == "requires_grad_" && !off) found_.switches_on = true;
  if (!model_.facts(call).may_be(Fact::Optimizer)) return;
  for (NodeId n = call; n < tree_.subtree_end(call); ++n) {
    if (tree_.is(n, Kind::Identifier) || tree_.is(n, Kind::Attribute)) {
      found_.given_to_train.insert(tree_.text(n));
    }
  }
}

void FreezeReader::read_assignment(NodeId assignment) {
  const NodeId target = tree_.child(assignment, Field::Left);
  if (!tree_.is(target, Kind::Attribute)) return;
  NodeId owner = tree_.child(target, Field::Object);
  if (last_name(tree_, target) == "requires_grad") {
    if (!tree_.is(tree_.child(assignment, Field::Right), Kind::False)) found_.switches_on = true;
    return;
  }
  if (is_frozen_weight(assignment)) {
    found_.frozen[name_of(owner)].push_back(assignment);
    owner = tree_.is(owner, Kind::Attribute) ? tree_.child(owner, Field::Object) : kNoNode;
  }
  int owners = 0;
  for (; owner != kNoNode && owners < kMaxOwners; ++owners) {
    found_.stored_to.insert(tree_.text(owner));
    owner = tree_.is(owner, Kind::Attribute) ? tree_.child(owner, Field::Object) : kNoNode;
  }
  if (owners == kMaxOwners) found_.switches_on = true;
}

// for p in owner.parameters(): p.requires_grad = False
void FreezeReader::read_loop(NodeId loop) {
  const NodeId owner = model_.receiver_of_call(tree_.child(loop, Field::Right), "parameters");
  if (owner == kNoNode) return;
  const std::string_view parameter = tree_.text(tree_.child(loop, Field::Left));
  for (const NodeId statement : tree_.children(tree_.child(loop, Field::Body))) {
    const bool plain = tree_.is(statement, Kind::ExpressionStatement);
    if (!plain || !switches_off(tree_.first_child(statement), parameter)) continue;
    found_.frozen[name_of(owner)].push_back(loop);
    return;
  }
}

// By scope, and by class.
struct KnownFreezing {
  std::unordered_map<NodeId, Freezing> in;
};

const Freezing& freezing_in(const SemanticModel& model, NodeId scope) {
  const auto [known, is_new] = model.notes<KnownFreezing>().in.try_emplace(scope);
  if (!is_new) return known->second;
  const SyntaxTree& tree = model.tree();
  FreezeReader reader(model);
  if (!tree.is(scope, Kind::ClassDefinition)) {
    reader.read(scope);
  } else {
    for (NodeId n = scope; n < tree.subtree_end(scope); ++n) {
      if (tree.is(n, Kind::FunctionDefinition)) reader.read(tree.child(n, Field::Body));
    }
  }
  return known->second = reader.take();
}

// Is one of the places before the module, or in another function: when that runs is not
// known?
bool is_one_in_front(const SemanticModel& model, const std::vector<NodeId>& places, NodeId module) {
  return places.front() < module || model.function_of(places.back()) != model.function_of(module);
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
  const NodeId klass = tree.text(module).starts_with("self.")
                           ? tree.ancestor(module, Kind::ClassDefinition)
                           : kNoNode;
  const Freezing& freezing =
      freezing_in(model, klass == kNoNode ? scope_body(model, module) : klass);
  const ModuleName name = FreezeReader(model).name_of(module);
  const auto frozen = freezing.frozen.find(name);
  return frozen != freezing.frozen.end() && is_one_in_front(model, frozen->second, module) &&
         !freezing.switches_on && freezing.stored_to.count(name.first) == 0 &&
         freezing.given_to_train.count(name.first) == 0;
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

namespace {

// The first such place that is about an object which counts.
NodeId find_freezing(const SemanticModel& model, const auto& counts) {
  const SyntaxTree& tree = model.tree();
  for (const AttributeAccess& access : model.attribute_accesses("requires_grad")) {
    const NodeId parent = tree.parent(access.node);
    const bool off = access.is_store && tree.is(parent, Kind::Assignment) &&
                     !tree.is(tree.child(parent, Field::Right), Kind::True) &&
                     may_be_weight(model, access.object);
    if (off && counts(access.object)) return access.node;
  }
  for (const AttributeAccess& access : model.attribute_accesses("requires_grad_")) {
    const NodeId call = tree.parent(access.node);
    const NodeId value =
        tree.is(call, Kind::Call) ? model.argument(call, 0, "requires_grad") : NodeId{kNoNode};
    if (value != kNoNode && !tree.is(value, Kind::True) && counts(access.object)) {
      return access.node;
    }
  }
  return kNoNode;
}

// Is the object, a network or a weight, none of the network, by how both are written? A parameter
// of another function may stand for any, and so may what a loop goes through, but for the weights
// of one that is named.
bool is_of_another(const SemanticModel& model, NodeId object, NodeId network) {
  const SyntaxTree& tree = model.tree();
  const NodeId weights_of = network_of_weight(model, object);
  const NodeId owner = weights_of == kNoNode ? object : weights_of;
  const NodeId root = root_of(model, owner);
  const DefId def = root == kNoNode ? DefId{kNone} : model.bindings().reaching(root);
  if (def == kNone) return false;
  const DefKind kind = model.bindings().definition(def).kind;
  const bool is_known =
      kind == DefKind::Assign || kind == DefKind::Unpack || kind == DefKind::Import ||
      (kind == DefKind::Parameter &&
       (tree.text(root) == "self" || model.function_of(owner) == model.function_of(network)));
  return is_known && are_apart(tree.text(owner), tree.text(network)) &&
         last_name(tree, owner) != last_name(tree, network);
}

}  // namespace

namespace {

// In code: what there is to mention where weights are frozen. A LightningModule has the first.
constexpr std::array<std::string_view, 3> kFreezing = {"freeze", "requires_grad", "requires_grad_"};

// Does the function freeze weights, as far as its own text tells?
bool freezes_weights(const SemanticModel& model, NodeId function) {
  const SyntaxTree& tree = model.tree();
  const auto calls = model.attribute_accesses_in(function, kFreezing.front());
  const auto is_plain_call = [&](const AttributeAccess& access) {
    const NodeId call = tree.parent(access.node);
    return tree.is(call, Kind::Call) && tree.field(access.node) == Field::Function &&
           model.arguments(call).empty() && model.qualified_text(access.node).empty();
  };
  return std::ranges::any_of(calls, is_plain_call) || find_freezing(model, [&](NodeId object) {
                                                        return tree.contains(function, object);
                                                      }) != kNoNode;
}

constexpr int kMaxCallsInTurn = 3;  // one in the other

// Looks for a call that freezes what it runs.
class FreezingOnTheWay {
 public:
  explicit FreezingOnTheWay(const SemanticModel& model) : model_(model), tree_(model.tree()) {}

  // Among the calls of the scope that begin before `end`.
  NodeId find(NodeId scope, NodeId end, int depth = kMaxCallsInTurn) {
    for (const NodeId call : calls_in_scope(model_, scope)) {
      model_.work().spend();
      if (call >= end) break;
      if (freezes(call, depth)) return call;
    }
    return kNoNode;
  }

 private:
  bool freezes(NodeId call, int depth) {
    if (const NodeId function = model_.callee(call); function != kNoNode) {
      if (depth == 0 || !visited_.insert(function).second) return false;
      return freezes_weights(model_, function) ||
             find(function, tree_.subtree_end(function), depth - 1) != kNoNode;
    }
    const ProjectPlace& place = model_.place();
    if (place.code == nullptr || place.file == kNoFile) return false;
    if (const ProjectEntity other = model_.callee_elsewhere(call)) {
      return other.is_function() && place.code->holds_in(other, freezes_weights);
    }
    return gives_what_unknown_method_makes(call) && is_name_of_freezing(model_.method_name(call));
  }

  // Is it a method of an object of which nothing is known, and somebody takes what it gives? What
  // `self` has, and no class in sight defines, is a value that it keeps.
  bool gives_what_unknown_method_makes(NodeId call) const {
    const std::string_view method = model_.method_name(call);
    if (method.empty() || model_.consumer_of(call).role == Role::Discarded) return false;
    const NodeId receiver = model_.receiver_of_call(call, method);
    return tree_.text(receiver) != "self" && !model_.facts(receiver).must_be(Fact::Tensor) &&
           model_.qualified_text(tree_.child(call, Field::Function)).empty();
  }

  bool is_name_of_freezing(std::string_view method) {
    const auto [known, is_new] = names_.try_emplace(method, false);
    if (is_new) {
      const ProjectPlace& place = model_.place();
      known->second = place.code->holds_in_namesake(place.file, method, kFreezing, freezes_weights);
    }
    return known->second;
  }

  const SemanticModel& model_;
  const SyntaxTree& tree_;
  std::unordered_set<NodeId> visited_;  // functions
  std::unordered_map<std::string_view, bool> names_;
};

}  // namespace

NodeId freezing_on_the_way(const SemanticModel& model, NodeId backward) {
  FreezingOnTheWay freezing(model);
  for (NodeId at = backward;;) {
    const NodeId function = model.function_of(at);
    const NodeId scope = function == kNoNode ? model.tree().root() : function;
    const NodeId found = freezing.find(scope, model.tree().subtree_end(at));
    if (found != kNoNode || function == kNoNode || model.function_of(function) == kNoNode) {
      return found;
    }
    at = function;  // a closure: what the function around it has made
  }
}

NodeId freezing_in_file(const SemanticModel& model) {
  return find_freezing(model, [](NodeId) { return true; });
}

NodeId freezing_in_file(const SemanticModel& model, NodeId network) {
  return find_freezing(model,
                       [&](NodeId object) { return !is_of_another(model, object, network); });
}

}  // namespace mlfix
