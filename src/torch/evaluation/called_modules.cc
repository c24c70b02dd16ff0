// A parameter called `net` may be any function, one that trains, too; and the forward pass of a
// class that nobody sees may ask whether gradients are on, and compute something else.

#include "torch/evaluation/called_modules.h"

#include <string>

#include "semantic/knowledge/facts.h"
#include "semantic/project_entity.h"
#include "semantic/semantic_model.h"

namespace mlfix {

template <>
class Prover<Claim::RunsKnownModules> {
 public:
  static Proof<Claim::RunsKnownModules> proven() { return {}; }
};

namespace {

// net of net(x), net.forward(x) and net.embed(x).
NodeId module_of(const SemanticModel& model, NodeId forward) {
  const SyntaxTree& tree = model.tree();
  const NodeId called = tree.child(forward, Field::Function);
  const bool is_part =
      tree.is(called, Kind::Attribute) && !model.facts(called).could_be(Fact::Module);
  return is_part ? tree.child(called, Field::Object) : called;
}

}  // namespace

Answer<Claim::RunsKnownModules> runs_known_modules(const SemanticModel& model,
                                                   const EvalRegion& region, Span span) {
  const NodeId unseen = model.unseen_module(span.first, span.last);
  if (unseen == kNoNode) return Prover<Claim::RunsKnownModules>::proven();
  for (const NodeId forward : region.forwards) {
    // A function is seen, or what it runs is what is not seen.
    if (model.callee(forward) != kNoNode || model.callee_elsewhere(forward)) continue;
    const NodeId module = module_of(model, forward);
    if (region.eval.call != kNoNode || model.facts(module).may_be(Fact::Module)) continue;
    return Assumption{
        AssumptionKind::ExpectedValue,
        "`" + std::string(model.tree().text(module)) + "` is a module, as its name says", module};
  }
  return Assumption{AssumptionKind::CalleeKeepsNoGraph,
                    "the forward() of a module whose class is not seen here keeps no graph, and "
                    "does not ask whether gradients are on",
                    unseen};
}

}  // namespace mlfix
