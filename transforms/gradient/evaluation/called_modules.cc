// A parameter called `net` may be any function, one that trains, too.

#include "transforms/gradient/evaluation/called_modules.h"

#include <string>

namespace mlfix {

template <>
class Prover<Claim::RunsModules> {
 public:
  static Proof<Claim::RunsModules> proven() { return {}; }
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

Answer<Claim::RunsModules> runs_modules(const SemanticModel& model, const EvalRegion& region) {
  if (region.eval.call != kNoNode) return Prover<Claim::RunsModules>::proven();
  for (const NodeId forward : region.forwards) {
    const NodeId module = module_of(model, forward);
    if (model.facts(module).may_be(Fact::Module)) continue;
    return Assumption{
        AssumptionKind::ExpectedValue,
        "`" + std::string(model.tree().text(module)) + "` is a module, as its name says", module};
  }
  return Prover<Claim::RunsModules>::proven();
}

}  // namespace mlfix
