// Gradients are known by the name of the attribute; what a function does with them by its effects.

#include "torch/graph/gradient_reads.h"

#include <algorithm>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "semantic/binding/binding.h"
#include "semantic/control/consumer.h"
#include "semantic/effects/effects.h"
#include "semantic/knowledge/meanings.h"
#include "semantic/names/access_path.h"
#include "semantic/names/attribute_access.h"
#include "semantic/semantic_model.h"

namespace mlfix {
namespace {

// What was looked for before, by regions.
struct GradientReads {
  std::unordered_map<NodeId, NodeId> expressed, readers;
};

NodeId find_expressed_gradient(const SemanticModel& model, NodeId region) {
  const SyntaxTree& tree = model.tree();
  for (NodeId n = region; n < tree.subtree_end(region); ++n) {
    if (!tree.is(n, Kind::Attribute) || last_name(tree, n) != "grad") continue;
    if (!model.qualified_text(n).empty()) continue;
    const Consumer consumer = model.consumer_of(n);
    const bool plain = consumer.role == Role::Compared || consumer.name.ends_with("_") ||
                       consumer.name == "data" || consumer.name == "detach";
    if (!plain && !is_assigned(tree, n)) return n;
  }
  return kNoNode;
}

NodeId find_gradient_reader(const SemanticModel& model, NodeId region) {
  const SyntaxTree& tree = model.tree();
  for (NodeId n = region; n < tree.subtree_end(region); ++n) {
    if (!tree.is(n, Kind::Call)) continue;
    const Effects effects = model.effects(n);
    if (!effects.has(Effect::ReadsGradMode)) continue;
    if (model.callee(n) == kNoNode && effects.elsewhere.empty()) continue;
    const bool differentiates = effects.has(Effect::Backward) || effects.has(Effect::AutogradGrad);
    if (differentiates || model.consumer_of(n).role != Role::Discarded) return n;
  }
  return kNoNode;
}

template <typename Counts>
bool reads_gradient(const SemanticModel& model, Counts counts) {
  return std::ranges::any_of(model.attribute_accesses("grad"), [&](const AttributeAccess& access) {
    return access.is_load && !model.is_named(access.node, "torch.autograd.grad") &&
           counts(access.object);
  });
}

}  // namespace

NodeId network_of_weight(const SemanticModel& model, NodeId name) {
  const SyntaxTree& tree = model.tree();
  const DefId def =
      tree.is(name, Kind::Identifier) ? model.bindings().reaching(name) : DefId{kNone};
  if (def == kNone || model.bindings().definition(def).kind != DefKind::For) return kNoNode;
  const NodeId listing = model.bindings().definition(def).value;
  const std::string_view method = listing == kNoNode ? "" : model.method_name(listing);
  return model.means(Meaning::ListsParameters, method) ? model.receiver_of_call(listing, method)
                                                       : NodeId{kNoNode};
}

bool are_apart(std::string_view one, std::string_view other) {
  if (one.size() > other.size()) std::swap(one, other);
  return !other.starts_with(one) || (other.size() > one.size() && other[one.size()] != '.');
}

bool is_assigned(const SyntaxTree& tree, NodeId gradient) {
  const NodeId parent = tree.parent(gradient);
  return tree.field(gradient) == Field::Left &&
         (tree.is(parent, Kind::Assignment) || tree.is(parent, Kind::AugmentedAssignment));
}

bool reads_any_gradient(const SemanticModel& model) {
  return reads_gradient(model, [](NodeId) { return true; });
}

namespace {

// torch.autograd.grad(loss, teacher.weight)
bool asks_gradient_of(const SemanticModel& model, NodeId network) {
  const SyntaxTree& tree = model.tree();
  const auto accesses = model.attribute_accesses("grad");
  return std::ranges::any_of(accesses, [&](const AttributeAccess& access) {
    const NodeId call = tree.parent(access.node);
    if (!tree.is(call, Kind::Call) || !model.is_call_to(call, "torch.autograd.grad")) return false;
    const NodeId inputs = model.argument(call, 1, "inputs");
    for (NodeId n = inputs; inputs != kNoNode && n < tree.subtree_end(inputs); ++n) {
      if (tree.text(n) == tree.text(network)) return true;
    }
    return false;
  });
}

}  // namespace

bool may_read_gradient_of(const SemanticModel& model, NodeId network) {
  const SyntaxTree& tree = model.tree();
  return asks_gradient_of(model, network) || reads_gradient(model, [&](NodeId object) {
           const NodeId other = network_of_weight(model, object);
           return other == kNoNode || !are_apart(tree.text(other), tree.text(network));
         });
}

NodeId gradient_expressed_in(const SemanticModel& model, NodeId region) {
  const auto [known, is_new] =
      model.notes<GradientReads>().expressed.try_emplace(region, NodeId{kNoNode});
  if (is_new) known->second = find_expressed_gradient(model, region);
  return known->second;
}

NodeId gradient_reader_in(const SemanticModel& model, NodeId region) {
  const auto [known, is_new] =
      model.notes<GradientReads>().readers.try_emplace(region, NodeId{kNoNode});
  if (is_new) known->second = find_gradient_reader(model, region);
  return known->second;
}

}  // namespace mlfix
