// Finds what code does by itself, and what all that it reaches does. Private to the files of this
// folder; see effects.cc.
//
// One scanner answers one question, or a few that lead to each other. What it finds out is kept in
// the caches that it is given.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "semantic/effects/background.h"
#include "semantic/effects/effects.h"
#include "semantic/effects/flow_caches.h"
#include "semantic/effects/handing.h"
#include "semantic/knowledge/knowledge.h"
#include "semantic/names/calls.h"
#include "semantic/project_entity.h"
#include "syntax/syntax_tree.h"
#include "syntax/work_budget.h"

namespace mlfix {

class SemanticModel;

constexpr EffectBits bit(Effect e) {
  return static_cast<EffectBits>(e);
}

// What the forward of a class that we can't connect to the call may bring.
constexpr EffectBits kDecidesGradients = bit(Effect::Backward) | bit(Effect::AutogradGrad) |
                                         bit(Effect::RequiresGrad) | bit(Effect::ReadsGradMode) |
                                         bit(Effect::EnablesGrad) | bit(Effect::OptimizerStep) |
                                         bit(Effect::MayNeedGraph);

inline void add(Effects& effects, Effect effect, NodeId witness) {
  if (effects.has(effect)) return;
  effects.bits |= bit(effect);
  effects.witnesses.emplace_back(effect, witness);
}

inline void add_bits(Effects& effects, EffectBits bits, NodeId witness) {
  for (EffectBits rest = bits & ~effects.bits; rest != 0; rest &= rest - 1) {
    add(effects, static_cast<Effect>(rest & (~rest + 1)), witness);
  }
}

inline bool is_literal_false(const SyntaxTree& tree, NodeId expr) {
  return tree.is(expr, Kind::False);
}

inline EffectsCaches& known_effects(FlowCaches& caches, EffectSet wanted) {
  return wanted == EffectSet::All ? caches.all_effects : caches.plain_effects;
}

// See run_modules.cc.
struct RunCode;
struct ReachedModules;

// Who watches what becomes of values that code makes itself: fate() does for those of a region.
enum class ValueWatch : std::uint8_t { Here, ByFlow };

// Scans statements and expressions for their own effects.
class EffectScanner {
 public:
  EffectScanner(const SemanticModel& model, FlowCaches& caches, NamesCache& names,
                EffectSet wanted);

  DirectEffects scan(NodeId first, NodeId last);
  Effects close(const DirectEffects& direct, ValueWatch values);
  const DirectEffects& direct_of(NodeId function);
  BackgroundCode background();
  EffectBits bits_of_implicit_methods();
  EffectBits bits_kept_by_implicit_methods();
  EffectBits bits_of_module_methods();
  const std::map<std::string_view, EffectBits>& method_bits();
  NodeId method_elsewhere(const DirectEffects& direct);
  // `own` is the function, where the region is one.
  RunModules run_modules(const DirectEffects& region, NodeId own);
  bool reaches_method_elsewhere(NodeId function);
  bool names_fast_path();
  bool file_has_fast_path();

 private:
  bool may_hand_out(ProjectEntity function);
  bool is_of_module(NodeId function) const;
  ReachedModules modules_reached_by(const DirectEffects& direct, bool in_module,
                                    std::size_t& waits_for);
  ReachedModules modules_run_by(const RunCode& code, std::size_t& waits_for);
  void node(NodeId n);
  void attribute(NodeId n);
  void stored_attribute(NodeId n);
  void call(NodeId n);
  bool call_elsewhere(NodeId n, NodeId called);
  const std::pair<EffectBits, bool>& reach_of(const ProjectCode& code, ProjectEntity function);
  void callables_in_arguments(NodeId n);
  void method_of_module(NodeId called);
  void forward_call(NodeId n, NodeId called);
  void grad_switch(NodeId n, const CallableInfo& info);
  bool method_call(NodeId n, NodeId called);
  void module_method(NodeId n, std::string_view name);
  bool verb(NodeId n, std::string_view name, NodeId receiver);
  void step(NodeId n, NodeId receiver);
  void unknown_call(NodeId n, NodeId called);
  bool hands_out_value(NodeId n);
  bool reaches_module(NodeId n, NodeId called);
  bool carries_module(NodeId expr, int depth);
  bool made_from_module(NodeId called);
  bool value_is_made_from_module(NodeId value);
  bool self_holds_module(NodeId self);
  void loop(NodeId n);
  void goes_through(NodeId n, NodeId source);
  void operation(NodeId n);
  void with_item(NodeId n);
  void runs_method_of(NodeId object, NodeId n, std::span<const std::string_view> methods);
  void tensor_hook(NodeId n);
  bool applies_function(NodeId n, NodeId called);
  void overrides(NodeId n, NodeId function);
  void read_by_name(NodeId n, NodeId called);
  void set_by_name(NodeId n, NodeId called);
  bool runs_what_is_not_seen(NodeId n, NodeId called);
  void note_unseen_code(NodeId n);
  bool is_given(NodeId called) const;
  bool is_method_of_computed_name(NodeId called) const;
  bool is_value_elsewhere(NodeId called);
  void super_method(NodeId n, NodeId called);
  void add_decorators(NodeId function, DirectEffects& direct);
  void property(NodeId n, std::string_view name);
  bool file_has_hooks();
  const std::set<std::string_view>& properties();
  EffectBits bits_of_iteration();
  EffectBits bits_of_loading(NodeId function);
  EffectBits bits_of_hooks();

  EffectBits bits_of_figures();
  bool counts_figures();
  bool may_run_by_iterating(NodeId function);
  EffectBits bits_of_methods(std::string_view name);
  std::map<std::string_view, EffectBits> find_method_bits();
  void add_perhaps(Effects& all, const DirectEffects& reached);
  Handing handing_at(NodeId n, ValueWatch values) const;
  std::size_t reached_from(NodeId function);
  void enter_component(std::span<const NodeId> component);
  DirectEffects add_reached(Effects& all, const std::vector<std::pair<NodeId, NodeId>>& calls,
                            ValueWatch values = ValueWatch::Here);
  void add_elsewhere(Effects& all);
  void add_elsewhere(Effects& all, CodeElsewhere& left);
  EffectBits bits_of_forwards();
  std::vector<NodeId> module_forwards();
  bool is_store_target(NodeId n) const;
  bool is_fast_path_mention(NodeId identifier) const;
  bool is_norm_of_singular_values(NodeId call) const;
  bool may_be_of_elsewhere(NodeId called, std::string_view name) const;

  const SemanticModel& model_;
  const SyntaxTree& tree_;
  const ProjectPlace& place_;
  WorkBudget& work_;
  const EffectSet wanted_;
  FlowCaches& caches_;
  EffectsCaches& known_;
  Calls calls_;
  DirectEffects found_;
  BackgroundCode left_;  // for who can ask the other files
};

}  // namespace mlfix
