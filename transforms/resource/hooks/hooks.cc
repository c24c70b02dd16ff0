// A handle counts as lost when nothing reads it; where it is kept, somebody may remove the
// hook.

#include "transforms/resource/hooks/hooks.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "torch/module/module_uses.h"

namespace mlfix {
namespace {

constexpr std::array<std::string_view, 3> kForwardMethods{
    "register_forward_hook", "register_forward_pre_hook", "register_module_forward_hook"};
constexpr std::array<std::string_view, 4> kBackwardMethods{
    "register_full_backward_hook", "register_full_backward_pre_hook", "register_backward_hook",
    "register_hook"};

template <std::size_t N>
bool is_one_of(const std::array<std::string_view, N>& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

// A name bound to the handle that no one reads.
NodeId unread_target(const SemanticModel& model, NodeId call) {
  const SyntaxTree& tree = model.tree();
  const NodeId assignment = tree.parent(call);
  const NodeId target = tree.child(assignment, Field::Left);
  if (!tree.is(assignment, Kind::Assignment) || tree.child(assignment, Field::Right) != call ||
      !tree.is(target, Kind::Identifier) ||
      !tree.is(tree.parent(assignment), Kind::ExpressionStatement)) {
    return kNoNode;
  }
  const Variable& variable = model.bindings().variable_of(model.bindings().definition_at(target));
  return variable.uses.empty() && variable.definitions.size() == 1 ? target : kNoNode;
}

}  // namespace

bool registers_hook(const SemanticModel& model, NodeId call) {
  const std::string_view method = model.method_name(call);
  return is_one_of(kForwardMethods, method) || is_one_of(kBackwardMethods, method);
}

std::optional<HookRegistration> lost_registration(const SemanticModel& model, NodeId call) {
  const SyntaxTree& tree = model.tree();
  const std::string_view method = model.method_name(call);
  HookRegistration found;
  found.call = call;
  found.on_backward = is_one_of(kBackwardMethods, method);
  if (!registers_hook(model, call)) {
    return std::nullopt;
  }
  found.receiver = model.receiver_of_call(call, method);
  found.statement = model.statement_of(call);
  found.handle = unread_target(model, call);
  const bool dropped = tree.is(found.statement, Kind::ExpressionStatement) &&
                       tree.first_child(found.statement) == call;
  if (found.receiver == kNoNode || (!dropped && found.handle == kNoNode) ||
      model.callee(call) != kNoNode) {
    return std::nullopt;
  }
  // A hook on an activation dies with it; a parameter stays.
  if (method == "register_hook" && !model.facts(found.receiver).must_be(Fact::Parameter) &&
      !is_parameter_attribute(model, found.receiver)) {
    return std::nullopt;
  }
  found.hook = model.argument(call, 0, "hook");
  return found.hook == kNoNode ? std::nullopt : std::optional(found);
}

}  // namespace mlfix
