// The place is found by what the region does with it: `self.features[name].detach()`, or the same
// of a name for it. Every other read of that attribute in the region speaks against it.

#include "torch/evaluation/hooked_features.h"

#include <algorithm>
#include <string_view>

#include "semantic/binding/binding.h"
#include "semantic/control/consumer.h"
#include "semantic/names/access_path.h"
#include "semantic/names/attribute_access.h"
#include "semantic/semantic_model.h"

namespace mlfix {
namespace {

class FeatureReads {
 public:
  FeatureReads(const SemanticModel& model, const EvalRegion& region)
      : model_(model),
        tree_(model.tree()),
        begin_(region.first),
        end_(tree_.subtree_end(region.last)) {}

  // The attribute that a detached value of the region comes from, or kNoNode.
  NodeId detached_place() const {
    for (NodeId n = begin_; n < end_; ++n) {
      const NodeId value = model_.receiver_of_call(n, "detach");
      if (value == kNoNode) continue;
      const NodeId place = place_of(without_items(model_, value));
      if (place != kNoNode) return place;
    }
    return kNoNode;
  }

  // Is each read of the attribute in the region detached?
  bool are_all_detached(std::string_view name) const {
    return std::ranges::all_of(model_.attribute_accesses(name), [&](const AttributeAccess& access) {
      return access.node < begin_ || access.node >= end_ ||
             (access.is_load && ends_detached(access.node));
    });
  }

 private:
  // self.features of `self.features[k]`, and of a name that the region gives it.
  NodeId place_of(NodeId value) const {
    if (tree_.is(value, Kind::Attribute)) return value;
    const DefId def = tree_.is(value, Kind::Identifier) ? model_.bindings().reaching(value) : kNone;
    if (def == kNone) return kNoNode;
    const Definition& d = model_.bindings().definition(def);
    if (d.kind != DefKind::Assign || d.node < begin_ || d.node >= end_) return kNoNode;
    const NodeId place = without_items(model_, d.value);
    return tree_.is(place, Kind::Attribute) ? place : NodeId{kNoNode};
  }

  // Is the value, or an item of it, detached, or only asked what it is?
  bool ends_detached(NodeId read) const {
    const Consumer consumer = model_.consumer_of(read);
    switch (consumer.role) {
      case Role::MethodReceiver:
        return consumer.name == "detach";
      case Role::Subscripted:
        return ends_detached(consumer.node);
      case Role::Argument:
        return model_.is_call_to(consumer.node, "builtins.isinstance");
      case Role::Assigned:
        return is_name_detached(consumer.node);
      default:
        return false;
    }
  }

  bool is_name_detached(NodeId assignment) const {
    const NodeId target = tree_.is(assignment, Kind::Assignment)
                              ? tree_.child(assignment, Field::Left)
                              : NodeId{kNoNode};
    const DefId def =
        tree_.is(target, Kind::Identifier) ? model_.bindings().definition_at(target) : kNone;
    if (def == kNone) return false;
    return std::ranges::all_of(model_.bindings().definition(def).uses, [&](UseId use) {
      const NodeId read = model_.bindings().use(use).node;
      return model_.consumer_of(read).role != Role::Assigned && ends_detached(read);
    });
  }

  const SemanticModel& model_;
  const SyntaxTree& tree_;
  NodeId begin_;
  NodeId end_;
};

}  // namespace

bool takes_only_detached_features(const SemanticModel& model, const EvalRegion& region) {
  const bool for_hooks = std::ranges::all_of(region.forwards, [&](NodeId call) {
    return model.consumer_of(call).role == Role::Discarded;
  });
  if (!for_hooks) return false;
  const FeatureReads reads(model, region);
  const NodeId place = reads.detached_place();
  return place != kNoNode && reads.are_all_detached(last_name(model.tree(), place));
}

}  // namespace mlfix
