// Breadth first over the functions that run each other, so the way has the fewest calls, and of
// equal ways the one that is first in the text.

#include "torch/module/forward_way.h"

#include <algorithm>
#include <set>
#include <utility>
#include <vector>

#include "semantic/effects/grad_mode.h"
#include "semantic/flow/way_telling.h"
#include "semantic/knowledge/facts.h"
#include "semantic/project/project_code.h"
#include "semantic/project_entity.h"
#include "semantic/semantic_model.h"
#include "torch/module/forward_pass.h"

namespace mlfix {
namespace {

constexpr std::size_t kMostCalls = 1000;

class ForwardSearch {
 public:
  explicit ForwardSearch(const SemanticModel& model) : model_(model) {}

  WaySteps from_call(NodeId call) {
    calls_.push_back({call, kFirst});
    return run();
  }
  WaySteps from_function(NodeId function) {
    add_calls_of(function, kFirst);
    return run();
  }

 private:
  struct Reached {
    NodeId call;
    std::size_t before;  // the call that runs the function around this one
  };
  static constexpr std::size_t kFirst = SIZE_MAX;

  WaySteps run() {
    for (std::size_t i = 0; i < calls_.size(); ++i) {
      const NodeId call = calls_[i].call;
      if (makes_graph(call)) return told(i, {});
      if (const NodeId function = model_.callee(call); function != kNoNode) {
        add_calls_of(function, i);
      } else if (WaySteps rest = inside_elsewhere(call); !rest.empty()) {
        return told(i, std::move(rest));
      }
    }
    return {};
  }

  bool makes_graph(NodeId call) const {
    return is_network_pass(model_, call) && model_.grad_mode(call).mode != GradMode::Disabled;
  }

  void add_calls_of(NodeId function, std::size_t before) {
    if (!functions_.insert(function).second) return;
    for (const NodeId inner : calls_in_scope(model_, function)) {
      if (calls_.size() == kMostCalls) return;
      calls_.push_back({inner, before});
    }
  }

  WaySteps inside_elsewhere(NodeId call) const {
    if (!runs_modules_elsewhere(model_, call)) return {};
    return model_.place().code->way_inside(model_.callee_elsewhere(call), model_.place().file,
                                           [](const SemanticModel& other, NodeId function) {
                                             return ForwardSearch(other).from_function(function);
                                           });
  }

  // The calls down to the one with that place, and what follows them in another file.
  WaySteps told(std::size_t last, WaySteps rest) const {
    std::vector<NodeId> calls;
    for (std::size_t i = last; i != kFirst; i = calls_[i].before) calls.push_back(calls_[i].call);
    std::ranges::reverse(calls);
    WaySteps steps;
    for (const NodeId call : calls) {
      const bool is_end = rest.empty() && call == calls.back();
      tell_step(model_.tree(), call,
                quoted_code(model_.tree(), call) +
                    (is_end ? " runs a module with gradients on" : " is called"),
                steps);
    }
    append(steps, std::move(rest));
    return steps;
  }

  const SemanticModel& model_;
  std::vector<Reached> calls_;
  std::set<NodeId> functions_;
};

}  // namespace

WaySteps way_to_forward(const SemanticModel& model, NodeId call) {
  const WorkBudget::Aside aside(model.work());
  WaySteps steps = ForwardSearch(model).from_call(call);
  if (steps.size() < 2) steps.clear();
  return steps;
}

}  // namespace mlfix
