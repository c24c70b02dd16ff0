// What grad mode, effects, fate and loops remember between queries. Part of
// SemanticModel::Caches; nobody else looks inside.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "semantic/binding/binding.h"
#include "semantic/effects/effects.h"
#include "semantic/effects/grad_mode.h"
#include "semantic/flow/reach.h"
#include "semantic/project_entity.h"

namespace mlfix {

// What the code of one function does by itself, and whom it calls.
struct DirectEffects {
  Effects effects;
  std::vector<std::pair<NodeId, NodeId>> calls;  // function or lambda, and the node that runs it
  std::vector<std::pair<ProjectEntity, NodeId>> elsewhere;  // the same in other files
  NodeId unseen_forward = kNoNode;         // calls a module whose class is not known
  std::vector<NodeId> unresolved_modules;  // those that are called so, as written
  NodeId hands_out = kNoNode;              // gives a value to a function that no table knows
  NodeId iterates = kNoNode;               // goes through an object that may be of a class of ours
  NodeId unseen_code = kNoNode;            // runs what only running it would tell
  // Methods of objects whose class is not known, and attributes that may be properties:
  // every method of that name in the file may run.
  std::map<std::string_view, NodeId> by_name;
  // Methods of objects that nothing is known of, or that may be modules.
  std::map<std::string_view, NodeId> by_name_elsewhere;
};

// All that a module may be made of, itself and what it holds; see origins_of_module().
struct ModuleOrigins {
  // Where it comes from code that nobody sees: a name, a call, a parameter; else kNoNode. Then
  // the rest is not complete.
  NodeId unseen = kNoNode;
  std::vector<NodeId> forwards;          // what calling it runs in this file
  std::vector<ProjectEntity> elsewhere;  // and in others
  std::vector<ModuleParameter> given;    // parameters that calls in other files may give it to
};

// What a function does by itself and by all that it reaches in its file.
struct ReachedEffects {
  EffectBits bits = 0;
  bool unseen_forward = false, iterates = false;  // as those of DirectEffects
  std::vector<std::string_view> by_name;          // sorted
  // Each once for all that is given to it. Without the nodes that run them.
  std::vector<std::pair<ProjectEntity, Handing>> elsewhere;
};

// What a loop changes, other than by binding names.
struct LoopReach {
  std::vector<NodeId> functions;  // run from the body, transitively
};

// What is known of effects that are asked for with the same EffectSet.
struct EffectsCaches {
  std::unordered_map<NodeId, DirectEffects> of_code;  // by function
  std::unordered_map<NodeId, Effects> of_function;
  std::unordered_map<std::uint64_t, Effects> of_region;  // by its first and last node
  // Functions that reach each other do the same: by function the place in `reached`.
  std::unordered_map<NodeId, std::size_t> reached_by;
  std::vector<ReachedEffects> reached;
  std::map<ProjectEntity, std::pair<EffectBits, bool>> reached_elsewhere;  // see FunctionReach
  std::optional<EffectBits> of_forwards;  // of the forward of every Module class of the file
};

struct FlowCaches {
  // grad_mode: how a function is run by its callers; and as far as it matters for who asks only
  // whether gradients are off.
  struct FunctionModes {
    std::unordered_map<NodeId, GradState> known;
    std::set<NodeId> in_progress;
  };
  FunctionModes modes, modes_if_off;
  // Calls that switch the grad mode from there on (not with items, not decorators).
  std::optional<std::vector<NodeId>> switches;

  EffectsCaches plain_effects, all_effects;               // by EffectSet
  std::map<std::string_view, EffectBits> methods_around;  // by name: see Project::methods_around
  std::unordered_map<NodeId, bool> reaches_method_elsewhere;  // by function
  std::optional<bool> names_fast_path;
  std::optional<EffectBits> iteration_bits;  // of all code that iterating may run
  std::optional<std::map<std::string_view, EffectBits>> method_bits;  // of all methods of a name
  std::optional<std::set<std::string_view>> properties;
  std::optional<bool> has_hooks;
  std::unordered_map<NodeId, bool> holds_module;  // by class: does self have a Module attribute?

  std::unordered_map<NodeId, Reach> expression_fates;
  std::unordered_map<DefId, Reach> definition_fates;

  std::unordered_map<NodeId, LoopReach> loop_reach;
  std::unordered_map<NodeId, bool> left_early;  // by loop
  // What changes the objects of a variable, its attributes counted or not, and an attribute: by
  // the loop around.
  std::map<std::tuple<const Variable*, bool, NodeId>, NodeId> variable_mutations;
  std::map<std::pair<std::string_view, NodeId>, NodeId> attribute_mutations;
  std::unordered_map<NodeId, bool> mutated_parameters;  // by the parameter's identifier
};

}  // namespace mlfix
