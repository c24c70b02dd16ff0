// What code does together with all that it reaches. The functions of the file and their calls are a
// graph; those that reach each other form a strongly connected component and do the same, so what
// one does is worked out once for each component, those that it calls first (components.h). The
// question about a region joins the components that it calls, and adds what other files say, and
// what code does that runs only perhaps.

#include <algorithm>
#include <ranges>

#include "semantic/components.h"
#include "semantic/effects/effect_scanner.h"
#include "semantic/effects/effects.h"
#include "semantic/effects/kept_values.h"
#include "semantic/names/access_path.h"
#include "semantic/project/project_code.h"
#include "semantic/project_entity.h"

namespace mlfix {
namespace {

// What a call of a function hides from its caller: its own suspension points.
constexpr EffectBits kStaysInside = bit(Effect::Yields) | bit(Effect::Awaits);

}  // namespace

// Behind a decorator of the file stands a function that the decorator defines.
void EffectScanner::add_decorators(NodeId function, DirectEffects& direct) {
  if (!tree_.is(function, Kind::FunctionDefinition)) return;
  for (const NodeId mark : decorators(tree_, function)) {
    const NodeId named = tree_.is(mark, Kind::Call) ? tree_.child(mark, Field::Function) : mark;
    const NodeId decorator = calls_.function_value(named);
    if (decorator == kNoNode) continue;
    for (NodeId n = decorator + 1; n < tree_.subtree_end(decorator); ++n) {
      const bool inner = tree_.is(n, Kind::FunctionDefinition) || tree_.is(n, Kind::Lambda);
      if (inner) direct.calls.emplace_back(n, function);
    }
  }
}

const DirectEffects& EffectScanner::direct_of(NodeId function) {
  if (const auto known = known_.of_code.find(function); known != known_.of_code.end()) {
    return known->second;
  }
  const NodeId body = tree_.child(function, Field::Body);
  DirectEffects direct = body == kNoNode ? DirectEffects{} : scan(body, body);
  const bool keeps = wanted_ == EffectSet::All &&
                     (keeps_results(model_, function) || keeps_graph_over_yield(model_, function));
  if (keeps) {
    add(direct.effects, Effect::MayNeedGraph, function);
  }
  add_decorators(function, direct);
  return known_.of_code.insert_or_assign(function, std::move(direct)).first->second;
}

// What the node gives to the code that it runs.
Handing EffectScanner::handing_at(NodeId n, ValueWatch values) const {
  if (values == ValueWatch::ByFlow) return {0, 0};
  if (wanted_ == EffectSet::Plain || !tree_.is(n, Kind::Call)) return {};
  return handing_of(model_, n);
}

// Notes what functions do that reach each other. All others that they call are known.
void EffectScanner::enter_component(std::span<const NodeId> component) {
  ReachedEffects all;
  std::set<std::string_view> names;
  std::set<std::pair<ProjectEntity, Handing>> entities;
  std::set<std::pair<std::size_t, Handing>> called;
  const auto add_entity = [&](ProjectEntity entity, Handing handing) {
    if (entities.emplace(entity, handing).second) all.elsewhere.emplace_back(entity, handing);
  };
  for (const NodeId function : component) {
    const DirectEffects& own = direct_of(function);
    all.bits |= own.effects.bits & ~kStaysInside;
    all.unseen_forward = all.unseen_forward || own.unseen_forward != kNoNode;
    all.iterates = all.iterates || own.iterates != kNoNode;
    for (const auto& [name, where] : own.by_name) {
      // What no class of the file defines runs nothing of it.
      if (!calls_.names().classes_defining(name).empty()) names.insert(name);
    }
    for (const auto& [entity, where] : own.elsewhere)
      add_entity(entity, handing_at(where, ValueWatch::Here));
    for (const auto& [next, where] : own.calls) {
      const auto known = known_.reached_by.find(next);
      if (known == known_.reached_by.end()) continue;
      const Handing handing = handing_at(where, ValueWatch::Here);
      if (!called.emplace(known->second, handing).second) continue;
      const ReachedEffects& reached = known_.reached[known->second];
      work_.spend(1 + reached.by_name.size() + reached.elsewhere.size());
      all.bits |= handing.effects_of(reached.bits);
      all.unseen_forward = all.unseen_forward || reached.unseen_forward;
      all.iterates = all.iterates || reached.iterates;
      names.insert(reached.by_name.begin(), reached.by_name.end());
      for (const auto& [entity, inner] : reached.elsewhere) {
        add_entity(entity, handing.then(inner));
      }
    }
  }
  for (const NodeId function : component) {
    for (const auto& [next, where] : direct_of(function).calls) {
      const bool is_among = !known_.reached_by.contains(next);
      if (is_among) all.bits |= handing_at(where, ValueWatch::Here).effects_of(all.bits);
    }
  }
  all.by_name.assign(names.begin(), names.end());
  for (const NodeId function : component) known_.reached_by[function] = known_.reached.size();
  known_.reached.push_back(std::move(all));
}

std::size_t EffectScanner::reached_from(NodeId function) {
  const auto is_known = [&](NodeId other) { return known_.reached_by.contains(other); };
  const auto called_by = [&](NodeId caller, std::size_t i) {
    const auto& calls = direct_of(caller).calls;
    return i < calls.size() ? calls[i].first : NodeId{kNoNode};
  };
  if (!is_known(function)) {
    for_each_component(function, is_known, called_by,
                       [&](std::span<const NodeId> component) { enter_component(component); });
  }
  return known_.reached_by.at(function);
}

// Adds what the functions of `calls`, and those reached from them, do. Says which
// of the nodes that run them lead to code that is known by less than its definition.
DirectEffects EffectScanner::add_reached(Effects& all,
                                         const std::vector<std::pair<NodeId, NodeId>>& calls,
                                         ValueWatch values) {
  DirectEffects perhaps;
  std::set<std::pair<std::size_t, Handing>> seen;
  for (const auto& [function, witness] : calls | std::views::reverse) {
    work_.spend();
    const std::size_t place = reached_from(function);
    const Handing handing = handing_at(witness, values);
    if (!seen.emplace(place, handing).second) continue;
    const ReachedEffects& reached = known_.reached[place];
    add_bits(all, handing.effects_of(reached.bits), witness);
    if (reached.unseen_forward && perhaps.unseen_forward == kNoNode) {
      perhaps.unseen_forward = witness;
    }
    if (reached.iterates && perhaps.iterates == kNoNode) perhaps.iterates = witness;
    for (const std::string_view name : reached.by_name) perhaps.by_name.emplace(name, witness);
    for (const auto& [entity, inner] : reached.elsewhere) {
      all.elsewhere.push_back({entity, witness, handing.then(inner)});
    }
  }
  return perhaps;
}

// Code that runs only perhaps is no reason to leave the region alone, and one not to be
// sure of it.
void EffectScanner::add_perhaps(Effects& all, const DirectEffects& reached) {
  if (wanted_ == EffectSet::Plain || all.has(Effect::MayNeedGraph)) return;
  if (reached.iterates != kNoNode && bits_of_iteration() != 0) {
    add(all, Effect::MayNeedGraph, reached.iterates);
  }
  for (const auto& [name, witness] : reached.by_name) {
    if (bits_of_methods(name) != 0) add(all, Effect::MayNeedGraph, witness);
  }
  if (all.has(Effect::ModuleForward) && file_has_hooks()) {
    add(all, Effect::MayNeedGraph, all.witness(Effect::ModuleForward));
  }
}

// A module's forward may do with its own parts what it likes, as in a file that
// is not seen at all.
void EffectScanner::add_elsewhere(Effects& all) {
  if (place_.code == nullptr) return;
  constexpr EffectBits kOfOthers = bit(Effect::UnknownCall) | bit(Effect::ModuleToUnknown);
  for (const auto& [function, witness, handing] : all.elsewhere) {
    const auto& [own, unseen_forward] = reach_of(*place_.code, function);
    const EffectBits bits = handing.effects_of(own);
    const bool is_forward = place_.project->name_of(function) == "forward";
    add_bits(all, is_forward ? bits & ~kOfOthers : bits, witness);
    if (unseen_forward && all.unseen_forward == kNoNode) all.unseen_forward = witness;
  }
}

// The same; where other files can't be asked, their functions are noted.
void EffectScanner::add_elsewhere(Effects& all, CodeElsewhere& left) {
  if (place_.code != nullptr) return add_elsewhere(all);
  for (const RunElsewhere& run : all.elsewhere) left.emplace_back(run.function, run.handing);
}

// Everything that `direct` and the functions reached from it do.
Effects EffectScanner::close(const DirectEffects& direct, ValueWatch values) {
  Effects all = direct.effects;
  for (const auto& [function, witness] : direct.elsewhere) {
    all.elsewhere.push_back({function, witness, handing_at(witness, values)});
  }
  const DirectEffects reached = add_reached(all, direct.calls, values);
  all.unseen_forward =
      direct.unseen_forward == kNoNode ? reached.unseen_forward : direct.unseen_forward;
  add_elsewhere(all);
  if (all.unseen_forward != kNoNode) add_bits(all, bits_of_forwards(), all.unseen_forward);
  add_perhaps(all, direct);
  add_perhaps(all, reached);
  return all;
}

}  // namespace mlfix
