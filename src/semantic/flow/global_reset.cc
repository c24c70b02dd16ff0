// Goes by the definitions of the variable: a third place that sets it in a function, or a
// second one that empties it, makes the pair uncertain.

#include "semantic/flow/global_reset.h"

#include <algorithm>

#include "semantic/binding/binding.h"
#include "semantic/names/call_sites.h"
#include "semantic/semantic_model.h"

namespace mlfix {
namespace {

// Does the body of the loop call the function as a statement of its own?
bool is_run_by(const SemanticModel& model, NodeId function, NodeId loop) {
  const SyntaxTree& tree = model.tree();
  const auto& calls = model.call_sites(function).calls;
  return std::any_of(calls.begin(), calls.end(), [&](NodeId call) {
    const NodeId statement = model.statement_of(call);
    return tree.parent(statement) == tree.child(loop, Field::Body) &&
           tree.first_child(statement) == call;
  });
}

}  // namespace

NodeId reset_in_loop(const SemanticModel& model, NodeId filling, NodeId loop) {
  const SyntaxTree& tree = model.tree();
  const Bindings& bindings = model.bindings();
  const NodeId target = tree.child(filling, Field::Left);
  const DefId filled =
      tree.is(target, Kind::Identifier) ? bindings.definition_at(target) : DefId{kNone};
  if (filled == kNone) return kNoNode;
  NodeId reset = kNoNode;
  for (const DefId def : bindings.variable_of(filled).definitions) {
    const Definition& d = bindings.definition(def);
    const NodeId function = model.function_of(d.node);
    if (def == filled || function == kNoNode || d.kind == DefKind::Phi) continue;
    const bool empties = d.kind == DefKind::Assign && tree.is(d.value, Kind::None) &&
                         function != model.function_of(filling) && reset == kNoNode;
    if (!empties) return kNoNode;
    reset = model.statement_of(d.node);
  }
  if (reset == kNoNode) return kNoNode;
  const NodeId function = model.function_of(reset);
  const bool always = tree.parent(reset) == tree.child(function, Field::Body);
  return always && is_run_by(model, function, loop) ? reset : NodeId{kNoNode};
}

}  // namespace mlfix
