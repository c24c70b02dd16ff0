// Calls of functions of this file and of others, by a summary of the parameter that takes the
// value. See value_flow.h.

#include "semantic/control/consumer.h"
#include "semantic/flow/parameter_elsewhere.h"
#include "semantic/flow/reflection.h"
#include "semantic/flow/value_flow.h"
#include "semantic/knowledge/meanings.h"
#include "semantic/names/access_path.h"
#include "semantic/names/attribute_access.h"
#include "semantic/project/project_code.h"
#include "semantic/project_entity.h"
#include "semantic/semantic_model.h"

namespace mlfix {

// What a function of the file does with its parameter, that is given the value at `at`.
Reach ValueFlow::take_summary(NodeId parameter, NodeId at) {
  return take_answer({FlowKey::Kind::Parameter, parameter, {}}, at);
}

void ValueFlow::local_call(NodeId expr, NodeId call, NodeId function) {
  NodeId within_list = expr;
  const NodeId list = tree_.child(call, Field::Arguments);
  while (within_list != list && tree_.parent(within_list) != list && within_list != kNoNode) {
    within_list = tree_.parent(within_list);
  }
  const NodeId parameter = calls_.parameter_for(call, function, within_list);
  if (parameter == kNoNode || bindings_.definition_at(parameter) == kNone) {
    mark(Sink::Lost, call);
    return follow(call, {});
  }
  const Reach reach = take_summary(parameter, call);
  const NodeId name = tree_.child(function, Field::Name);
  const bool makes_object = name != kNoNode && tree_.text(name) == "__init__";
  if (makes_object) return follow(call, {});
  if (reach.comes_back) start_expression(call);
}

// The value goes into a function of another file, of which a summary tells.
bool ValueFlow::call_elsewhere(const Consumer& consumer) {
  const auto [function, parameter] = parameter_elsewhere(model_, consumer);
  if (parameter == nullptr) return false;
  const Reach* reach = policy_.elsewhere(*model_.place().code, *parameter);
  if (reach == nullptr) return false;
  take(*reach, consumer.node, {nullptr, parameter});
  const bool makes_object = model_.place().project->name_of(function) == "__init__";
  if (makes_object) {
    follow(consumer.node, {});
  } else if (reach->comes_back) {
    start_expression(consumer.node);
  }
  return true;
}

// A method of another file may run in place of the one that the call names.
void ValueFlow::overriding_calls(const Consumer& consumer, NodeId function) {
  const auto methods = overrides_elsewhere(model_, consumer.node, function);
  if (!methods) return mark(Sink::Unseen, consumer.node);
  for (const ProjectEntity method : *methods) {
    const ParameterSummary* parameter = parameter_of_override(model_, consumer, method).summary;
    const Reach* reach =
        parameter == nullptr ? nullptr : policy_.elsewhere(*model_.place().code, *parameter);
    if (reach == nullptr) return mark(Sink::Unseen, consumer.node);
    take(*reach, consumer.node, {nullptr, parameter});
    if (reach->comes_back) follow(consumer.node, {});
  }
}

// map(f, values), functools.partial(f, values)
void ValueFlow::run_by_library(NodeId call) {
  for (const NodeId argument : model_.arguments(call)) {
    const NodeId function = calls_.function_value(argument);
    if (function == kNoNode) continue;
    for (const NodeId parameter : parameter_names(tree_, function)) {
      if (bindings_.definition_at(parameter) != kNone) take_summary(parameter, call);
    }
  }
  const NodeId first = model_.argument(call, 0, "");
  if (!model_.means(Meaning::RunsFirstArgument,
                    last_name(tree_, called_expression(model_, call))) ||
      first == kNoNode)
    return;
  const bool seen = calls_.function_value(first) != kNoNode || is_builtin(model_, first) ||
                    !model_.qualified_text(first).empty();
  if (!seen) mark(Sink::Unseen, call);
}

// getattr(value, "name")
void ValueFlow::read_by_name(NodeId call) {
  const NodeId key = model_.argument(call, 1, "");
  if (!tree_.is(key, Kind::String)) return mark(Sink::Lost, call);
  policy_.attribute_read_by_name(*this, call, string_content(tree_, key));
}

// setattr(object, "name", value), module.register_buffer("name", value)
void ValueFlow::stored_by_name(NodeId call, int place_of_name) {
  const NodeId key = model_.argument(call, place_of_name, "name");
  if (!tree_.is(key, Kind::String)) return mark(Sink::Lost, call);
  const std::string_view name = string_content(tree_, key);
  mark(Sink::OnAttribute, call);
  if (is_read_out_of_sight(model_, name)) mark(Sink::Unseen, call);
  for (const AttributeAccess& access : model_.attribute_accesses(name)) {
    work_.spend();
    if (access.is_load) follow(access.node, {});
  }
}

void ValueFlow::argument(NodeId expr, const Consumer& consumer, Part part) {
  if (policy_.ends_at_call(*this, consumer)) return;
  const NodeId call = consumer.node;
  const std::vector<NodeId> functions = calls_.run_by(call);
  for (const NodeId function : functions) {
    local_call(expr, call, function);
    overriding_calls(consumer, function);
  }
  if (!functions.empty() || call_elsewhere(consumer)) return;
  const NodeId called = called_expression(model_, call);
  if (is_builtin_name(model_, called, "getattr")) return read_by_name(call);
  if (is_builtin_name(model_, called, "setattr")) return stored_by_name(call, 1);
  if (model_.means(Meaning::RegistersMember, model_.method_name(call))) {
    return stored_by_name(call, 0);
  }
  const bool splat = consumer.name == "*" || consumer.name == "**";
  policy_.given_to_library(*this, expr, consumer,
                           splat || consumer.name.empty() ? part : Part{consumer.name, -1});
}

}  // namespace mlfix
