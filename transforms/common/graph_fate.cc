// Graphs are followed from where they start, not from every name that is bound:
// a count or an argmax has no graph whatever it was computed from.

#include "transforms/common/graph_fate.h"

namespace mlfix {
namespace {

// Does the expression give a value that may carry a graph: the output of a
// module or of code we can't see, or a parameter?
bool may_start_graph(const SemanticModel& model, NodeId n) {
  if (model.tree().is(n, Kind::Call)) {
    const Effects effects = model.effects(n);
    return effects.has(Effect::ModuleForward) || effects.has(Effect::UnknownCall) ||
           model.facts(n).may_be(Fact::GradTensor);
  }
  if (model.tree().is(n, Kind::Attribute)) {
    const bool called = model.consumer_of(n).role == Role::Callee;
    return !called && model.facts(model.tree().child(n, Field::Object)).could_be(Fact::Module);
  }
  return model.tree().is(n, Kind::Identifier) && model.bindings().use_at(n) != kNone &&
         model.facts(n).may.has_any(Fact::GradTensor | Fact::Parameter);
}

}  // namespace

Fate fate_of_graphs(const SemanticModel& model, Span span) {
  Fate worst;
  for (NodeId n = span.first; n < model.tree().subtree_end(span.last); ++n) {
    if (!may_start_graph(model, n)) {
      continue;
    }
    const Fate fate = model.fate(n);
    worst.backward = worst.backward || fate.backward;
    worst.returned = worst.returned || fate.returned || fate.yielded;
    worst.stored_attribute = worst.stored_attribute || fate.stored_attribute || fate.captured;
    worst.lost = worst.lost || fate.lost;
  }
  return worst;
}

}  // namespace mlfix
