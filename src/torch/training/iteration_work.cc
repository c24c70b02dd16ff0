#include "torch/training/iteration_work.h"

#include "semantic/names/access_path.h"

namespace mlfix {

namespace {

// observation, reward, done, info = x.step(action)
bool gives_reward(const SemanticModel& model, NodeId call) {
  const SyntaxTree& tree = model.tree();
  const NodeId assignment = tree.parent(call);
  if (!tree.is(assignment, Kind::Assignment) || model.method_name(call) != "step") return false;
  const NodeId targets = tree.child(assignment, Field::Left);
  int count = 0;
  for (NodeId n = tree.first_child(targets); n != kNoNode; n = tree.next_sibling(n)) ++count;
  const bool unpacks = tree.is(targets, Kind::PatternList) || tree.is(targets, Kind::TuplePattern);
  return unpacks && (count == 4 || count == 5) && model.arguments(call).size() == 1;
}

}  // namespace

NodeId simulation_step(const SemanticModel& model, NodeId region) {
  const SyntaxTree& tree = model.tree();
  model.work().spend(tree.subtree_end(region) - region);
  for (NodeId n = region; n < tree.subtree_end(region); ++n) {
    if (!tree.is(n, Kind::Call)) continue;
    const std::string_view method = model.method_name(n);
    if (method != "step" && method != "reset") continue;
    const NodeId object = tree.child(tree.child(n, Field::Function), Field::Object);
    const std::string_view name = object == kNoNode ? "" : last_name(tree, object);
    if (name.ends_with("env") || name.ends_with("envs") || gives_reward(model, n)) return n;
  }
  return kNoNode;
}

}  // namespace mlfix
