// Graphs are followed from where they start, not from every name that is bound:
// a count or an argmax has no graph whatever it was computed from.

#include "transforms/common/graph_fate.h"

namespace mlfix {
namespace {

// Code we can't see may return anything, but a method that tensors have only
// passes on what its receiver carries, and the receiver is followed itself.
bool is_unseen(const SemanticModel& model, NodeId call) {
  const NodeId callee = model.tree().child(call, Field::Function);
  if (model.callee(call) != kNoNode || model.qualified_name(callee) != kNoSymbol) {
    return false;
  }
  const Facts tensor{FactSet(), Fact::Tensor, FactSet()};
  const std::string_view method = model.method_name(call);
  return method.empty() || model.knowledge().method(method, tensor) == nullptr;
}

// Does the expression itself give a value that may carry a graph: the output of
// a module or of code we can't see, or a parameter?
bool may_start_graph(const SemanticModel& model, NodeId n) {
  const SyntaxTree& tree = model.tree();
  if (tree.is(n, Kind::Call)) {
    const NodeId function = model.callee(n);
    return model.facts(tree.child(n, Field::Function)).could_be(Fact::Module) ||
           model.facts(n).may_be(Fact::GradTensor) || is_unseen(model, n) ||
           (function != kNoNode && model.callee_effects(function).has(Effect::ModuleForward));
  }
  if (tree.is(n, Kind::Attribute)) {
    const bool called = model.consumer_of(n).role == Role::Callee;
    return !called && model.facts(tree.child(n, Field::Object)).could_be(Fact::Module);
  }
  return tree.is(n, Kind::Identifier) && model.bindings().use_at(n) != kNone &&
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
