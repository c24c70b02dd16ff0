// The trail back to a source, breadth first: as in flow_way.cc, but for functions, whose results
// are followed like everything else.

#include <algorithm>
#include <optional>
#include <tuple>

#include "semantic/binding/binding.h"
#include "semantic/flow/traced_walk.h"
#include "semantic/flow/value_origins.h"

namespace mlfix {
namespace {

constexpr std::size_t kMostTrailed = 1000;  // places that one value comes from
constexpr std::uint32_t kFirst = UINT32_MAX;

}  // namespace

struct ValueOrigins::Trace {
  struct Reached {
    Item item;
    std::uint32_t before;
  };
  std::vector<Reached> reached;
  std::uint32_t current = kFirst;
  std::optional<std::uint32_t> met;  // the place of the source
  Source source = Source::GivenUp;
};

void ValueOrigins::trace_push(Item item) {
  if (trace_->reached.size() < kMostTrailed) trace_->reached.push_back({item, trace_->current});
}

void ValueOrigins::trace_mark(Source source) {
  if (source == Source::GivenUp || trace_->met) return;
  trace_->met = trace_->current;
  trace_->source = source;
}

void ValueOrigins::run_traced() {
  const auto place_of = [&](const Trace::Reached& one) {
    const bool named = one.item.is_definition;
    const NodeId at = named ? bindings_.definition(one.item.id).node : NodeId{one.item.id};
    return std::tuple(at, named, one.item.id, one.item.wanted);
  };
  walk_in_rounds(*trace_, place_of, [&](Item item) { visit(item); });
}

Trail ValueOrigins::trail(const SemanticModel& model, const OriginPolicy& policy, NodeId expr) {
  Trace trace;
  ValueOrigins origins(model, policy);
  const WorkBudget::Aside aside(origins.work_);
  origins.memory_ = nullptr;
  origins.trace_ = &trace;
  origins.follow(expr);
  origins.run_traced();
  Trail trail{trace.source, {}};
  if (!trace.met) return trail;
  for (std::uint32_t i = *trace.met; i != kFirst; i = trace.reached[i].before) {
    const Item& item = trace.reached[i].item;
    trail.hops.push_back(
        {item.is_definition ? Hop::Kind::Definition : Hop::Kind::Expression, item.id});
  }
  return trail;
}

}  // namespace mlfix
