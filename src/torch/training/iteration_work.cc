#include "torch/training/iteration_work.h"

#include "semantic/names/access_path.h"

namespace mlfix {

NodeId simulation_step(const SemanticModel& model, NodeId region) {
  const SyntaxTree& tree = model.tree();
  model.work().spend(tree.subtree_end(region) - region);
  for (NodeId n = region; n < tree.subtree_end(region); ++n) {
    if (!tree.is(n, Kind::Call)) continue;
    const std::string_view method = model.method_name(n);
    if (method != "step" && method != "reset") continue;
    const NodeId object = tree.child(tree.child(n, Field::Function), Field::Object);
    const std::string_view name = object == kNoNode ? "" : last_name(tree, object);
    if (name.ends_with("env") || name.ends_with("envs")) return n;
  }
  return kNoNode;
}

}  // namespace mlfix
