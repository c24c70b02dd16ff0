// The fate of a value, as rules ask for it: what the value-flow engine says of its graph.

#include "semantic/binding/ids.h"
#include "semantic/flow/graph_flow.h"
#include "semantic/model_caches.h"
#include "semantic/semantic_model.h"

namespace mlfix {

const Reach& SemanticModel::fate(NodeId expr) const {
  auto& known = caches_->flow.expression_fates;
  if (const auto found = known.find(expr); found != known.end()) return found->second;
  const Reach fate = reach_of(*this, GraphFlow(), expr);
  return known.insert_or_assign(expr, fate).first->second;
}

const Reach& SemanticModel::fate_of(DefId def) const {
  auto& known = caches_->flow.definition_fates;
  if (const auto found = known.find(def); found != known.end()) return found->second;
  const GraphFlow policy;
  ValueFlow flow(*this, policy);
  flow.start_definition(def);
  return known.insert_or_assign(def, flow.run()).first->second;
}

}  // namespace mlfix
