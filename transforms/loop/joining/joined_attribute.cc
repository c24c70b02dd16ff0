#include "transforms/loop/joining/joined_attribute.h"

#include <algorithm>
#include <string_view>

#include "engine/diagnostic.h"
#include "semantic/control/repetition.h"
#include "semantic/flow/way_telling.h"
#include "semantic/names/access_path.h"
#include "semantic/names/attribute_access.h"
#include "semantic/names/call_sites.h"
#include "semantic/project/outside_call.h"
#include "semantic/semantic_model.h"
#include "torch/tensor/copying_cost.h"
#include "torch/tensor/self_join.h"
#include "transforms/fixes/minor.h"

namespace mlfix {
namespace {

bool is_repeated_here(const SemanticModel& model, NodeId method) {
  return repetition_of(model, model.tree().child(method, Field::Body)) == Repetition::Repeated;
}

// Is the method called again and again: in a loop of this file, or by other files, not each once?
bool is_called_repeatedly(const SemanticModel& model, NodeId method) {
  if (is_repeated_here(model, method)) return true;
  const auto others = model.calls_elsewhere(method);
  return others && !others->empty() && !runs_once_elsewhere(model, method);
}

// Does anybody set the attribute but the constructor and this assignment, or delete it? Then it
// begins anew.
bool is_set_elsewhere(const SemanticModel& model, NodeId attribute) {
  const SyntaxTree& tree = model.tree();
  return std::ranges::any_of(
      model.attribute_accesses(last_name(tree, attribute)), [&](const AttributeAccess& access) {
        if (access.is_load || access.node == attribute) return false;
        const NodeId function = model.function_of(access.node);
        return function == kNoNode || tree.text(tree.child(function, Field::Name)) != "__init__";
      });
}

// Does the method that joins it read it with every call? Not where it asks whether it is None.
bool is_read_beside(const SemanticModel& model, NodeId method, const SelfJoin& join) {
  const auto accesses = model.attribute_accesses(last_name(model.tree(), join.growing.target));
  return std::ranges::any_of(accesses, [&](const AttributeAccess& access) {
    const bool is_other =
        !model.tree().contains(join.assignment, access.node) &&
        !model.tree().is(model.tree().parent(access.node), Kind::ComparisonOperator);
    return access.is_load && is_other && model.function_of(access.node) == method;
  });
}

// Does a loop that calls the method call another one that reads the attribute? Then it is read as
// often as it grows, or more often.
bool is_read_between(const SemanticModel& model, NodeId method, NodeId attribute) {
  const auto runs_in = [&](NodeId loop, NodeId function) {
    return function != kNoNode && function != method &&
           std::ranges::any_of(model.call_sites(function).calls,
                               [&](NodeId call) { return model.tree().contains(loop, call); });
  };
  return std::ranges::any_of(model.call_sites(method).calls, [&](NodeId call) {
    const NodeId loop = model.loop_of(call);
    return loop != kNoNode &&
           std::ranges::any_of(model.attribute_accesses(last_name(model.tree(), attribute)),
                               [&](const AttributeAccess& access) {
                                 return access.is_load &&
                                        runs_in(loop, model.function_of(access.node));
                               });
  });
}

// The other method of the class that reads what is collected, maybe more often than it grows; or
// kNoNode.
NodeId reading_method(const SemanticModel& model, NodeId method, NodeId attribute) {
  const std::string_view name = last_name(model.tree(), attribute);
  for (const AttributeAccess& access : model.attribute_accesses(name)) {
    const NodeId function = model.function_of(access.node);
    const bool is_other = access.is_load && function != kNoNode && function != method;
    if (is_other && model.method_class(function) == model.method_class(method)) return function;
  }
  return kNoNode;
}

// Why its copies hardly matter, or "".
std::string_view why_minor(const SemanticModel& model, NodeId method, const SelfJoin& join) {
  if (grows_by_few_numbers(model, join)) return "each part is a few numbers";
  return is_repeated_here(model, method) ? "" : "how often other files call it is not seen";
}

}  // namespace

void check_joined_attribute(const Context& c, NodeId assignment, Findings& out) {
  const auto join = match_attribute_join(c.model, assignment);
  const NodeId method = c.model.function_of(assignment);
  const NodeId klass = method == kNoNode ? NodeId{kNoNode} : c.model.method_class(method);
  if (!join || klass == kNoNode || c.model.derives_from(klass, "torch.nn.Module")) return;
  if (is_set_elsewhere(c.model, join->growing.target)) {
    return void(c.abstain(assignment, "the attribute is set anew elsewhere"));
  }
  if (!is_called_repeatedly(c.model, method)) {
    return void(c.abstain(assignment, "nobody is seen to call the method again and again"));
  }
  if (is_read_beside(c.model, method, *join)) {
    return void(c.abstain(assignment, "the method reads it with every call"));
  }
  if (is_read_between(c.model, method, join->growing.target)) {
    return void(c.abstain(assignment, "a loop reads the attribute beside the calls"));
  }
  if (is_too_minor(c, assignment, why_minor(c.model, method, *join))) return;
  const NodeId reader = reading_method(c.model, method, join->growing.target);
  c.diagnose(out, assignment, "every call copies all that was collected so far")
      .grows(Growth::Quadratic)
      .because(join->growing.target, "the attribute grows with each call of the method")
      .unfixed(reader == kNoNode
                   ? "who reads it between two calls is not known: add the parts to a list, and "
                     "join them where they are read"
                   : quoted_function(c.tree, reader) +
                         " reads it: where it grows more often than that, add the parts to a "
                         "list, and join them there");
}

}  // namespace mlfix
