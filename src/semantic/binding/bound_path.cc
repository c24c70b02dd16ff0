#include "semantic/binding/bound_path.h"

#include <set>
#include <string>
#include <vector>

#include "semantic/binding/binding.h"
#include "semantic/semantic_model.h"

namespace mlfix {

template <>
class Prover<Claim::NameIsBound> {
 public:
  static Proof<Claim::NameIsBound> proven() { return {}; }
};

namespace {

// Is there a way to this definition on which the name has no value? Reading it
// raises there.
bool may_be_unbound(const Bindings& bindings, DefId d) {
  std::vector<DefId> open{d};
  std::set<DefId> seen{d};
  while (!open.empty()) {
    const Definition& definition = bindings.definition(open.back());
    open.pop_back();
    if (definition.kind == DefKind::Unbound || definition.kind == DefKind::Delete) return true;
    if (definition.kind != DefKind::Phi && definition.kind != DefKind::LoopPhi) continue;
    for (const DefId operand : definition.operands) {
      if (seen.insert(operand).second) open.push_back(operand);
    }
  }
  return false;
}

}  // namespace

Answer<Claim::NameIsBound> bound_path(const SemanticModel& model, NodeId path) {
  const SyntaxTree& tree = model.tree();
  NodeId root = model.strip_parentheses(path);
  while (tree.is(root, Kind::Attribute)) {
    root = model.strip_parentheses(tree.child(root, Field::Object));
  }
  const DefId d = model.bindings().reaching(root);
  if (d == kNone || !may_be_unbound(model.bindings(), d)) {
    return Prover<Claim::NameIsBound>::proven();
  }
  return Assumption{AssumptionKind::ExpectedValue,
                    "`" + std::string(tree.text(path)) + "` is bound here", path};
}

}  // namespace mlfix
