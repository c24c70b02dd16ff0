// The fate of a value, as rules ask for it: what the value-flow engine says of its graph.

#include "semantic/flow/graph_flow.h"
#include "semantic/model_caches.h"

namespace mlfix {
namespace {

Fate fate_from(const Reach& reach) {
  Fate fate;
  fate.backward = reach.has(GraphFlow::kDifferentiated);
  fate.returned = reach.has(Sink::Returned);
  fate.stored_attribute = reach.has(Sink::OnAttribute);
  fate.stored_container = reach.has(Sink::InContainer);
  fate.captured = reach.has(Sink::Captured);
  fate.yielded = reach.has(Sink::Yielded);
  fate.unknown = reach.has_any({Sink::Unseen, Sink::Lost});
  fate.lost = reach.has(Sink::Lost);
  fate.in_forward_output = reach.has(GraphFlow::kForwardOutput);
  fate.revealed = reach.has(GraphFlow::kRevealed);
  fate.told_apart = reach.has(GraphFlow::kToldApart);
  fate.overwritten = reach.has(GraphFlow::kOverwritten);
  fate.relaid = reach.has(GraphFlow::kRelaid);
  fate.told_apart_at = reach.at({GraphFlow::kToldApart});
  fate.backward_at = reach.at({GraphFlow::kDifferentiated});
  fate.unknown_at = reach.at({Sink::Unseen, Sink::Lost});
  fate.escapes_at = reach.at({Sink::Returned, Sink::OnAttribute, Sink::Captured, Sink::Yielded});
  fate.revealed_at = reach.at({GraphFlow::kRevealed});
  return fate;
}

}  // namespace

Fate SemanticModel::fate(NodeId expr) const {
  auto& known = caches_->flow.expression_fates;
  if (const auto found = known.find(expr); found != known.end()) return found->second;
  const Fate fate = fate_from(reach_of(*this, GraphFlow(), expr));
  return known.insert_or_assign(expr, fate).first->second;
}

Fate SemanticModel::fate_of(DefId def) const {
  auto& known = caches_->flow.definition_fates;
  if (const auto found = known.find(def); found != known.end()) return found->second;
  const GraphFlow policy;
  ValueFlow flow(*this, policy);
  flow.start_definition(def);
  return known.insert_or_assign(def, fate_from(flow.run())).first->second;
}

}  // namespace mlfix
