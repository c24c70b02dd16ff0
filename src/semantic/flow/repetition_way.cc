// Breadth first over the callers, so the way has the fewest calls, and of equal ways the one that
// is first in the text. Other files are asked for callers of each function last.

#include "semantic/flow/repetition_way.h"

#include <algorithm>
#include <set>
#include <utility>
#include <vector>

#include "semantic/flow/way_telling.h"
#include "semantic/names/call_sites.h"
#include "semantic/project/outside_call.h"
#include "semantic/project/project_code.h"
#include "semantic/project_entity.h"
#include "semantic/semantic_model.h"

namespace mlfix {
namespace {

constexpr int kMostOuterCalls = 4;
constexpr std::size_t kMostCalls = 64;

struct Reached {
  NodeId call;
  std::size_t before;  // the place of the call in the function that this one runs
  int depth;
};

constexpr std::size_t kAtTarget = SIZE_MAX;

WaySteps told_call(const SemanticModel& model, NodeId call) {
  const bool in_loop = model.loop_of(call) != kNoNode;
  WaySteps steps;
  tell_step(model.tree(), call,
            quoted_code(model.tree(), call) + (in_loop ? " is called in a loop" : " is called"),
            steps);
  return steps;
}

// The step of the first call in another file that is in a loop.
WaySteps loop_elsewhere(const SemanticModel& model, NodeId function) {
  const ProjectCode* code = model.place().code;
  if (code == nullptr) return {};
  const auto calls = model.calls_elsewhere(function);
  if (!calls) return {};
  for (const OutsideCall& call : *calls) {
    if (!call.certain) continue;
    WaySteps steps =
        code->way_around(call, model.place().file, [&](const SemanticModel& other, NodeId) {
          return other.loop_of(call.node) == kNoNode ? WaySteps() : told_call(other, call.node);
        });
    if (!steps.empty()) return steps;
  }
  return {};
}

class LoopSearch {
 public:
  explicit LoopSearch(const SemanticModel& model) : model_(model) {}

  WaySteps to(NodeId n) {
    reached_.push_back({n, kAtTarget, 0});
    for (std::size_t i = 0; i < reached_.size(); ++i) {
      if (i > 0 && model_.loop_of(reached_[i].call) != kNoNode) return told({}, i);
      add_callers(i);
    }
    for (std::size_t i = 0; i < reached_.size(); ++i) {
      const NodeId function = model_.function_of(reached_[i].call);
      if (function == kNoNode) continue;
      if (WaySteps steps = loop_elsewhere(model_, function); !steps.empty()) {
        return told(std::move(steps), i);
      }
    }
    return {};
  }

 private:
  void add_callers(std::size_t of) {
    const NodeId function = model_.function_of(reached_[of].call);
    const int depth = reached_[of].depth + 1;
    if (function == kNoNode || depth > kMostOuterCalls || !functions_.insert(function).second)
      return;
    for (const NodeId call : model_.call_sites(function).calls) {
      if (reached_.size() == kMostCalls) return;
      reached_.push_back({call, of, depth});
    }
  }

  // The last place is that of `n`, which its finding tells.
  WaySteps told(WaySteps steps, std::size_t from) const {
    for (std::size_t i = from; i != 0; i = reached_[i].before) {
      append(steps, told_call(model_, reached_[i].call));
    }
    return steps;
  }

  const SemanticModel& model_;
  std::vector<Reached> reached_;
  std::set<NodeId> functions_;
};

}  // namespace

WaySteps way_from_loop(const SemanticModel& model, NodeId n, std::string what) {
  const WorkBudget::Aside aside(model.work());
  if (model.loop_of(n) != kNoNode) return {};
  WaySteps steps = LoopSearch(model).to(n);
  if (!steps.empty()) tell_step(model.tree(), n, std::move(what), steps);
  return steps;
}

}  // namespace mlfix
