#include "torch/training/iteration_work.h"

#include "semantic/names/access_path.h"
#include "semantic/names/attribute_access.h"
#include "semantic/semantic_model.h"

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

// env.step(action), envs.reset(), and whatever gives a reward.
bool simulates(const SemanticModel& model, NodeId call, NodeId object) {
  const std::string_view name = last_name(model.tree(), object);
  return name.ends_with("env") || name.ends_with("envs") || gives_reward(model, call);
}

}  // namespace

NodeId simulation_step(const SemanticModel& model, NodeId region) {
  const SyntaxTree& tree = model.tree();
  NodeId first = kNoNode;
  for (const std::string_view method : {"step", "reset"}) {
    for (const AttributeAccess& access : model.attribute_accesses_in(region, method)) {
      model.work().spend();
      const NodeId call = tree.parent(access.node);
      const bool called = tree.is(call, Kind::Call) && tree.field(access.node) == Field::Function;
      if (!called || call < region || !simulates(model, call, access.object)) continue;
      if (first == kNoNode || call < first) first = call;
      break;
    }
  }
  return first;
}

}  // namespace mlfix
