// A base says it, or the facts of what is stored; a parameter that is called
// `features` or `weight` counts, too, as long as nothing shows that it is light. A
// view of a buffer or of a mapped file has no memory of its own.

#include "transforms/retention/holding/object_payload.h"

#include <algorithm>
#include <string_view>
#include <unordered_map>

#include "semantic/flow/long_lived.h"
#include "semantic/knowledge/facts.h"
#include "semantic/knowledge/hints.h"
#include "semantic/knowledge/meanings.h"
#include "semantic/names/calls.h"
#include "semantic/semantic_model.h"

namespace mlfix {
namespace {

bool is_view_of_buffer(const SemanticModel& model, NodeId value) {
  return model.is_call_to(value, Meaning::ViewsBuffer);
}

NodeId find_payload(const SemanticModel& model, NodeId klass) {
  const SyntaxTree& tree = model.tree();
  if (model.derives_from(klass, "torch.nn.Module")) return klass;
  for (NodeId n = klass; n < tree.subtree_end(klass); ++n) {
    NodeId value = kNoNode;
    NodeId place = kNoNode;
    if (tree.is(n, Kind::Assignment)) {
      place = tree.child(n, Field::Left);
      value = tree.child(n, Field::Right);
    } else if (tree.is(n, Kind::Call)) {
      const Growing growing = growth_of(model, n);
      place = growing.place;
      value = growing.value;
    }
    if (value == kNoNode || !tree.is(place, Kind::Attribute)) continue;
    if (is_view_of_buffer(model, value)) continue;
    const Facts facts = model.facts(value);
    if (facts.may.has_any(Fact::Tensor | Fact::NdArray) || facts.could_be(Fact::Module)) {
      return value;
    }
    const bool light = facts.must.has_any(Fact::Number | Fact::String | FactSet(Fact::None));
    const std::string_view name = tree.text(tree.child(place, Field::Attribute));
    if (!light && tree.is(value, Kind::Identifier) && model.suggests(Hint::TensorPayload, name))
      return value;
  }
  return kNoNode;
}

// What the heirs of the file hold: code of the base works on them, too.
NodeId find_payload_of_heirs(const SemanticModel& model, NodeId klass) {
  const ClassInfo* info = model.calls().names().class_info(klass);
  if (info == nullptr) return kNoNode;
  for (const NodeId heir : info->derived) {
    if (const NodeId found = find_payload(model, heir); found != kNoNode) return found;
  }
  return kNoNode;
}

// By class.
struct Payloads {
  std::unordered_map<NodeId, NodeId> known;
};

}  // namespace

NodeId payload_of_class(const SemanticModel& model, NodeId klass) {
  if (klass == kNoNode) return kNoNode;
  auto& known = model.notes<Payloads>().known;
  if (const auto found = known.find(klass); found != known.end()) return found->second;
  const NodeId own = find_payload(model, klass);
  return known[klass] = own != kNoNode ? own : find_payload_of_heirs(model, klass);
}

}  // namespace mlfix
