// Which methods a framework trains with, and which it guards, is said by the knowledge
// tables; any other method of such a class may be run from one of these.

#include "torch/evaluation/framework_method.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "semantic/knowledge/knowledge.h"
#include "semantic/names/call_sites.h"
#include "semantic/semantic_model.h"

namespace mlfix {
namespace {

// How far the callers of a method are looked at.
constexpr int kMaxCallers = 3;

// May the framework of the class of `method` run it, directly or through methods
// of the class, without gradients? Not when only its training methods call it, or
// code outside of such classes.
bool framework_may_guard(const SemanticModel& model, NodeId method, int depth) {
  const NodeId klass = model.method_class(method);
  const FrameworkInfo* framework = klass == kNoNode ? nullptr : model.framework_of(klass);
  if (framework == nullptr) return false;
  const std::string_view name = model.tree().text(model.tree().child(method, Field::Name));
  if (framework->training_methods.contains(name)) return false;
  const auto& callers = model.call_sites(method).calls;
  if (depth == 0 || callers.empty() || name.starts_with("on_") || name == "forward" ||
      framework->guarded_methods.contains(name)) {
    return true;
  }
  return std::ranges::any_of(callers, [&](NodeId call) {
    const NodeId caller = model.function_of(call);
    return caller != kNoNode && framework_may_guard(model, caller, depth - 1);
  });
}

}  // namespace

NodeId framework_around(const SemanticModel& model, NodeId function) {
  const SyntaxTree& tree = model.tree();
  const NodeId klass = model.method_class(function);
  const FrameworkInfo* framework = klass == kNoNode ? nullptr : model.framework_of(klass);
  if (framework == nullptr) return kNoNode;
  const std::string_view name = tree.text(tree.child(function, Field::Name));
  // What it calls around its training steps runs with gradients on, and gives nobody a loss.
  const bool trains = framework->training_methods.contains(name) && !name.starts_with("on_");
  return trains || framework_may_guard(model, function, kMaxCallers) ? klass : NodeId{kNoNode};
}

}  // namespace mlfix
