// A function and those that call it are asked in turn, each a few calls deep: what is fixed in one
// of them needs no second fix in another.

#include "transforms/gradient/evaluating/mended_region.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "semantic/control/repetition.h"
#include "semantic/flow/graph_sinks.h"
#include "semantic/names/call_sites.h"
#include "semantic/project_entity.h"
#include "semantic/semantic_model.h"
#include "torch/evaluation/cost_of_graph.h"
#include "torch/evaluation/gradient_need.h"
#include "torch/evaluation/pass_by_mode.h"
#include "torch/evaluation/unused_graph.h"
#include "torch/graph/graph_fate.h"
#include "transforms/gradient/evaluating/region_guards.h"
#include "transforms/gradient/evaluating/switching.h"

namespace mlfix {
namespace {

// Does something in the region need a gradient of what may be made there?
bool trains(const Context& c, const EvalRegion& region) {
  const Span span{region.first, region.last};
  return !needs_gradients(c.model, span).empty() ||
         fate_of_graphs(c.model, span, span).has(GraphSinks::kDifferentiated);
}

// By function.
struct KnownRegions {
  std::unordered_map<NodeId, std::vector<EvalRegion>> of;
};

}  // namespace

const std::vector<EvalRegion>& regions_of(const Context& c, NodeId function) {
  const auto [known, is_new] = c.model.notes<KnownRegions>().of.try_emplace(function);
  if (!is_new) return known->second;
  auto regions = find_eval_regions(c.model, function);
  std::vector<EvalRegion> evaluated = regions;
  std::erase_if(evaluated, [&](const EvalRegion& region) { return trains(c, region); });
  for (EvalRegion& region : find_unused_graphs(c.model, function, evaluated)) {
    regions.push_back(std::move(region));
  }
  return c.model.notes<KnownRegions>().of[function] = std::move(regions);
}

namespace {

// Does the region only run functions of the file whose own graphs are small?
bool runs_small_regions(const Context& c, const EvalRegion& region) {
  return std::ranges::all_of(region.forwards, [&](NodeId call) {
    const NodeId function = c.model.callee(call);
    if (function == kNoNode || c.model.method_class(function) != kNoNode) return false;
    const auto& inner = regions_of(c, function);
    return !inner.empty() && std::ranges::all_of(inner, [&](const EvalRegion& one) {
      return !why_graphs_are_small(c.model, function, one).empty();
    });
  });
}

}  // namespace

std::string_view why_minor(const Context& c, NodeId scope, const EvalRegion& region) {
  if (const auto fact = why_graphs_are_small(c.model, scope, region); !fact.empty()) return fact;
  if (runs_small_regions(c, region)) return "the graphs of what it runs are small";
  if (condition_that_no_call_meets(c.model, region.forwards[0]) != kNoNode) {
    return "no call of the run takes this branch";
  }
  if (region.is_loop) return "";
  return runs_few_times(c.model, region.forwards[0])
             ? "it is run once, or a few times, and its graph is gone with the next statement"
             : "";
}

namespace {

constexpr int kMaxCallsInTurn = 3;  // one inside the other

bool is_mended_inside(const Context& c, const EvalRegion& region, int depth);

// Does the function of the file that the call runs make all its graphs in regions of its own that
// are reported, or run another one that does?
bool runs_mended(const Context& c, NodeId call, int depth) {
  const NodeId function = c.model.callee(call);
  if (depth == 0 || function == kNoNode || c.model.is_generator(function)) return false;
  const auto& regions = regions_of(c, function);
  return whole_function(c, function, regions).has_value() &&
         std::ranges::any_of(regions, [&](const EvalRegion& region) {
           return why_not(c, function, region).empty() && (why_minor(c, function, region).empty() ||
                                                           is_mended_inside(c, region, depth - 1));
         });
}

bool is_mended_inside(const Context& c, const EvalRegion& region, int depth) {
  return std::ranges::all_of(region.forwards,
                             [&](NodeId call) { return runs_mended(c, call, depth); });
}

bool is_reported(const Context& c, NodeId function, const EvalRegion& region) {
  return why_not(c, function, region).empty() && why_minor(c, function, region).empty() &&
         !is_mended_inside(c, region, kMaxCallsInTurn);
}

// Is the call made in a region that is reported, whose fix may be applied wherever one of `inner`
// may?
bool is_mended_around(const Context& c, NodeId call, const Verdict& inner) {
  const NodeId function = c.model.function_of(call);
  const NodeId scope = function == kNoNode ? c.tree.root() : function;
  return std::ranges::any_of(regions_of(c, scope), [&](const EvalRegion& region) {
    return region.first <= call && call < c.tree.subtree_end(region.last) &&
           is_reported(c, scope, region) &&
           (!inner.is_safe() ||
            verdict_on(c, scope, region, {region.first, region.last}).is_safe());
  });
}

// May others run the function: is it handed on, or called by that name on what may be anything? Its
// own call of a namesake, as of a part of its object, says nothing.
bool is_handed_on(const Context& c, NodeId function) {
  const NodeId use = c.model.call_sites(function).value_use;
  return use != kNoNode &&
         !(c.tree.is(c.tree.parent(use), Kind::Call) && c.tree.field(use) == Field::Function &&
           c.model.function_of(use) == function);
}

constexpr int kMaxCallersInTurn = 3;  // one behind the other

// Do callers run the function, nobody else, and each in such a region, or in a function of which
// the same is true? Then it makes no graph when these are fixed.
bool is_mended_outside(const Context& c, NodeId function, const Verdict& inner, int depth) {
  const CallSites& sites = c.model.call_sites(function);
  if (depth == 0 || is_handed_on(c, function)) return false;
  bool any = false;
  for (const NodeId call : sites.calls) {
    const NodeId caller = c.model.function_of(call);
    if (caller == function) continue;
    any = true;
    const bool mended = is_mended_around(c, call, inner) ||
                        (caller != kNoNode && is_mended_outside(c, caller, inner, depth - 1));
    if (!mended) return false;
  }
  if (sites.complete) return any;
  const EvaluationElsewhere others = evaluation_elsewhere(c.model, function);
  // Whether their fixes may be applied wherever this one may is not asked.
  return (others == EvaluationElsewhere::All && !inner.is_safe()) ||
         (any && others == EvaluationElsewhere::NoCall);
}

}  // namespace

bool is_mended_inside(const Context& c, const EvalRegion& region) {
  return is_mended_inside(c, region, kMaxCallsInTurn);
}

bool is_mended_outside(const Context& c, NodeId scope, const EvalRegion& region) {
  return !c.tree.is(scope, Kind::Module) &&
         is_mended_outside(c, scope, verdict_on(c, scope, region, {region.first, region.last}),
                           kMaxCallersInTurn);
}

}  // namespace mlfix
