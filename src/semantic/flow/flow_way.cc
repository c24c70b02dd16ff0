// The way to a sink: the question that a rule has asked, once more, breadth first and with the
// place that each place was got to from.
//
// Answers that are kept for many questions know no ways, so a traced question follows everything
// itself, but for parameters: what a function does with one is asked by a question of its own,
// here or in another file. Only when the sink turns out to lie behind such a question is that one
// traced, too. So the way is the shortest within each function, and among equals the first in the
// text; it does not depend on what was asked before, or on the machine.
//
// Cost: that of the question without its kept answers, at most kMostTraced places; nobody pays it
// but a finding.

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "semantic/binding/binding.h"
#include "semantic/flow/traced_walk.h"
#include "semantic/flow/value_flow.h"
#include "semantic/flow/way_telling.h"
#include "semantic/names/access_path.h"
#include "semantic/names/calls.h"
#include "semantic/project/project_code.h"
#include "semantic/project_entity.h"
#include "semantic/semantic_model.h"

namespace mlfix {
namespace {

// Places that one value gets to: a file may have as many findings as it has statements.
constexpr std::size_t kMostTraced = 1000;
// Functions that a way leads through: each is a few frames of the stack.
constexpr std::size_t kMostFunctions = 32;
constexpr std::uint32_t kFromStart = UINT32_MAX;

bool has(std::span<const Sink> sinks, Sink sink) {
  return std::ranges::find(sinks, sink) != sinks.end();
}

}  // namespace

std::string FlowPolicy::told(const SemanticModel& model, Sink sink, NodeId at) const {
  const std::string code = quoted_code(model.tree(), at);
  switch (sink) {
    case Sink::Returned:
      return "returned";
    case Sink::OnAttribute:
      return "stored in " + code;
    case Sink::InContainer:
      return "put into " + code;
    case Sink::Captured:
      return "read by another function as " + code;
    case Sink::Yielded:
      return "yielded";
    default:
      return "used by " + code;
  }
}

struct ValueFlow::Trace {
  struct Reached {
    Item item;
    std::uint32_t before;  // the place in `reached` that led to it
  };
  struct Met {
    Sink sink;
    NodeId at;
    std::uint32_t from;
    std::optional<FlowKey> key;
    const ParameterSummary* elsewhere = nullptr;
  };

  std::span<const Sink> sinks;
  const OpenKeys& open;  // questions whose ways are looked for already: there is a shorter one
  std::vector<Reached> reached;
  std::uint32_t current = kFromStart;
  std::optional<Met> met;  // the first sink
};

void ValueFlow::trace_push(Item item) {
  if (trace_->reached.size() < kMostTraced) trace_->reached.push_back({item, trace_->current});
}

void ValueFlow::trace_mark(Sink sink, NodeId at) {
  if (trace_->met || !has(trace_->sinks, sink)) return;
  trace_->met = Trace::Met{sink, at, trace_->current, std::nullopt};
}

void ValueFlow::trace_take(const Reach& reach, NodeId at, Behind behind) {
  if (trace_->met || (behind.key != nullptr && trace_->open.contains(*behind.key))) return;
  for (const Sink sink : trace_->sinks) {
    if (!reach.has(sink)) continue;
    trace_->met = Trace::Met{sink, at, trace_->current, std::nullopt, behind.elsewhere};
    if (behind.key != nullptr) trace_->met->key = *behind.key;
    return;
  }
}

// The place among the arguments of zip() that the trace came to the call from, else -1: a way that
// took the wrong name after a loop would be none.
int ValueFlow::traced_place_in(NodeId call) const {
  if (!tree_.is(call, Kind::Call) || trace_->current == kFromStart) return -1;
  if (!is_builtin_name(model_, tree_.child(call, Field::Function), "zip")) return -1;
  const std::uint32_t before = trace_->reached[trace_->current].before;
  if (before == kFromStart || trace_->reached[before].item.place != Place::Expression) return -1;
  const std::vector<NodeId> arguments = model_.arguments(call);
  const auto found = std::ranges::find(arguments, trace_->reached[before].item.id);
  return found == arguments.end() ? -1 : static_cast<int>(found - arguments.begin());
}

void ValueFlow::run_traced() {
  const auto place_of = [&](const Trace::Reached& one) {
    const bool named = one.item.place == Place::Definition;
    const NodeId at = named ? bindings_.definition(one.item.id).node : NodeId{one.item.id};
    return std::tuple(at, one.item.place, one.item.id, one.item.part);
  };
  walk_in_rounds(*trace_, place_of, [&](Item item) { visit(item); });
}

// ---- in words -------------------------------------------------------------------

WaySteps ValueFlow::told_way(std::span<const Sink> sinks, OpenKeys& open) {
  if (!trace_->met) return {};
  std::vector<Hop> hops;
  for (std::uint32_t i = trace_->met->from; i != kFromStart; i = trace_->reached[i].before) {
    const Item& item = trace_->reached[i].item;
    const Hop::Kind kind = item.place == Place::Expression   ? Hop::Kind::Expression
                           : item.place == Place::Definition ? Hop::Kind::Definition
                                                             : Hop::Kind::Attribute;
    hops.push_back({kind, item.id});
  }
  std::ranges::reverse(hops);
  WaySteps steps;
  tell_hops(tree_, bindings_, hops, steps);
  WaySteps rest = told_behind(sinks, open);
  if (rest.empty()) return {};
  append(steps, std::move(rest));
  return steps;
}

namespace {

// The function that a parameter is of.
NodeId function_of_parameter(const SyntaxTree& tree, NodeId parameter) {
  NodeId n = tree.parent(parameter);
  while (!tree.is(n, Kind::FunctionDefinition) && !tree.is(n, Kind::Lambda)) n = tree.parent(n);
  return n;
}

std::string text_of_passing(std::string_view parameter, std::string_view function) {
  return fmt::format("passed to {} as `{}`", function, parameter);
}

}  // namespace

// From where the last place of this function meets the sink.
WaySteps ValueFlow::told_behind(std::span<const Sink> sinks, OpenKeys& open) {
  const Trace::Met& met = *trace_->met;
  WaySteps steps;
  if (met.elsewhere != nullptr) {
    const ParameterSummary& parameter = *met.elsewhere;
    tell_step(
        tree_, met.at,
        text_of_passing(parameter.name,
                        fmt::format("`{}()`", model_.place().project->name_of(parameter.function))),
        steps);
    WaySteps rest = model_.place().code->way_inside(
        parameter.function, model_.place().file, [&](const SemanticModel& other, NodeId function) {
          const NodeId name = parameter_names(other.tree(), function)[parameter.place];
          return way_of_parameter(other, policy_, name, sinks);
        });
    if (rest.empty()) return {};
    append(steps, std::move(rest));
    return steps;
  }
  if (!met.key) {
    tell_step(tree_, met.at, policy_.told(model_, met.sink, met.at), steps);
    return steps;
  }
  if (met.key->kind == FlowKey::Kind::Parameter && met.at != kNoNode) {
    const NodeId function = function_of_parameter(tree_, met.key->id);
    tell_step(tree_, met.at,
              text_of_passing(tree_.text(met.key->id), quoted_function(tree_, function)), steps);
  }
  WaySteps rest = trace_back(model_, policy_, *met.key, sinks, open);
  if (rest.empty()) return {};
  append(steps, std::move(rest));
  return steps;
}

// ---- questions --------------------------------------------------------------------

WaySteps ValueFlow::trace_back(const SemanticModel& model, const FlowPolicy& policy,
                               const FlowKey& key, std::span<const Sink> sinks, OpenKeys& open) {
  if (open.size() == kMostFunctions || !open.insert(key).second) return {};
  Trace trace{sinks, open, {}, kFromStart, {}};
  ValueFlow flow(model, policy, &key);
  flow.trace_ = &trace;
  flow.start(key);
  flow.run_traced();
  WaySteps steps = flow.told_way(sinks, open);
  open.erase(key);
  return steps;
}

WaySteps ValueFlow::way_from(const SemanticModel& model, const FlowPolicy& policy, NodeId expr,
                             std::span<const Sink> sinks) {
  const WorkBudget::Aside aside(model.work());
  OpenKeys open;
  Trace trace{sinks, open, {}, kFromStart, {}};
  ValueFlow flow(model, policy);
  flow.trace_ = &trace;
  flow.start_expression(expr);
  flow.run_traced();
  return flow.told_way(sinks, open);
}

WaySteps ValueFlow::way_of_parameter(const SemanticModel& model, const FlowPolicy& policy,
                                     NodeId identifier, std::span<const Sink> sinks) {
  const WorkBudget::Aside aside(model.work());
  if (model.bindings().definition_at(identifier) == kNone) return {};
  OpenKeys open;
  return trace_back(model, policy, {FlowKey::Kind::Parameter, identifier, {}}, sinks, open);
}

}  // namespace mlfix
