#include "semantic/binding/bound_path.h"

#include <set>
#include <string>
#include <vector>

#include "semantic/binding/binding.h"
#include "syntax/structure.h"

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

Answer<Claim::NameIsBound> bound_path(const SyntaxTree& tree, const Bindings& bindings,
                                      NodeId path) {
  NodeId root = without_parentheses(tree, path);
  while (tree.is(root, Kind::Attribute)) {
    root = without_parentheses(tree, tree.child(root, Field::Object));
  }
  const DefId d = bindings.reaching(root);
  if (d == kNone || !may_be_unbound(bindings, d)) {
    return Prover<Claim::NameIsBound>::proven();
  }
  return Assumption{AssumptionKind::ExpectedValue,
                    "`" + std::string(tree.text(path)) + "` is bound here", path};
}

}  // namespace mlfix
