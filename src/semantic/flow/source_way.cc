// See source_way.h.

#include "semantic/flow/source_way.h"

#include <fmt/format.h>

#include "semantic/binding/binding.h"
#include "semantic/flow/way_telling.h"
#include "semantic/names/elements.h"
#include "semantic/project/project_code.h"
#include "semantic/project_entity.h"
#include "semantic/semantic_model.h"

namespace mlfix {
namespace {

void tell_trail(const SemanticModel& model, const MakerPolicy& policy, const Trail& trail,
                WaySteps& steps) {
  const NodeId maker = trail.hops.front().id;
  tell_step(model.tree(), maker, policy.told(model, maker), steps);
  tell_hops(model.tree(), model.bindings(), trail.hops, steps);
}

// The element at the position of a tuple; the value itself where that is -1 or it is no tuple.
NodeId value_at(const SemanticModel& model, NodeId value, int position) {
  const SyntaxTree& tree = model.tree();
  value = model.strip_parentheses(value);
  const bool tuple = tree.is(value, Kind::Tuple) || tree.is(value, Kind::ExpressionList);
  if (position < 0 || !tuple) return value;
  const Elements& elements = placed_elements(model, value);
  const auto place = static_cast<std::size_t>(position);
  return place < elements.before_stars ? elements.all[place] : value;
}

// The steps in a function up to what it returns.
WaySteps way_to_result(const SemanticModel& model, const MakerPolicy& policy, NodeId function,
                       int position) {
  WaySteps steps;
  for (const NodeId returned : model.returned_values(function)) {
    const NodeId value = value_at(model, returned, position);
    const Trail trail = ValueOrigins::trail(model, policy, value);
    if (trail.hops.empty() || trail.source != MakerPolicy::kMade) continue;
    tell_trail(model, policy, trail, steps);
    tell_step(model.tree(), value,
              fmt::format("returned by {}", quoted_function(model.tree(), function)), steps);
    break;
  }
  return steps;
}

// Which part is taken of what the first hop gives.
int position_behind(const SemanticModel& model, std::span<const Hop> hops) {
  if (hops.size() < 2 || hops[1].kind != Hop::Kind::Definition) return -1;
  const Definition& d = model.bindings().definition(hops[1].id);
  if (d.kind != DefKind::Unpack) return -1;
  return position_among(model, model.tree().parent(d.node), d.node);
}

class ObjectPolicy final : public MakerPolicy {
 public:
  bool sees_through_decorators() const override { return true; }
  void source(ValueOrigins& origins, NodeId expr, Wanted wanted) const override {
    const SemanticModel& model = origins.model();
    if (!model.tree().is(expr, Kind::Call) || wanted.held) return;
    const ProjectEntity elsewhere = model.callee_elsewhere(expr);
    const bool constructs = elsewhere && model.place().project->name_of(elsewhere) == "__init__";
    const bool asks = elsewhere && !constructs && model.place().code != nullptr;
    origins.mark(asks ? kElsewhere : kMade, expr);
  }
  void source_definition(ValueOrigins&, DefId, Wanted) const override {}
  std::string told(const SemanticModel& model, NodeId maker) const override {
    return fmt::format("{} makes it", quoted_code(model.tree(), maker));
  }
};

}  // namespace

WaySteps way_from_maker(const SemanticModel& model, const MakerPolicy& policy, NodeId value) {
  const WorkBudget::Aside aside(model.work());
  const Trail trail = ValueOrigins::trail(model, policy, value);
  WaySteps steps;
  if (trail.hops.empty()) return steps;
  if (trail.source == MakerPolicy::kMade) {
    tell_trail(model, policy, trail, steps);
    return steps;
  }
  const int position = position_behind(model, trail.hops);
  steps = model.place().code->way_inside(model.callee_elsewhere(trail.hops.front().id),
                                         model.place().file,
                                         [&](const SemanticModel& other, NodeId function) {
                                           return way_to_result(other, policy, function, position);
                                         });
  if (!steps.empty()) tell_hops(model.tree(), model.bindings(), trail.hops, steps);
  return steps;
}

WaySteps way_of_object(const SemanticModel& model, NodeId value) {
  return way_from_maker(model, ObjectPolicy(), value);
}

}  // namespace mlfix
