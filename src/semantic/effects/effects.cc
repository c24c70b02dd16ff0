// Effects of a region: what running it does to gradients, parameters and the world.
//
// Each function of the file is scanned once for what it does by itself and for the functions it
// calls (twice, where somebody asks for MayNeedGraph, too): effect_scanner.cc, and
// called_effects.cc for calls. The effects of a region are the union over everything it can reach,
// so recursion needs no care: reached_effects.cc. Tables say what library calls do. What they don't
// know is an unknown call, and a model that is given to an unknown call is kept apart: it may
// differentiate through it.

#include "semantic/effects/effects.h"

#include <algorithm>

#include "semantic/effects/effect_scanner.h"
#include "semantic/model_caches.h"
#include "semantic/semantic_model.h"

namespace mlfix {

NodeId Effects::witness(Effect e) const {
  for (const auto& [effect, node] : witnesses) {
    if (effect == e) return node;
  }
  return kNoNode;
}

namespace {

void leave_out_need(Effects& effects) {
  constexpr EffectBits kKept =
      bit(Effect::MayNeedGraph) | bit(Effect::KeepsGiven) | bit(Effect::KeepsForGood);
  effects.bits &= ~kKept;
  std::erase_if(effects.witnesses, [](const auto& one) { return (bit(one.first) & kKept) != 0; });
}

}  // namespace

Effects SemanticModel::effects(NodeId first, NodeId last, EffectSet wanted) const {
  auto& known = known_effects(caches_->flow, wanted).of_region;
  const std::uint64_t region = (std::uint64_t{first} << 32) | last;
  if (const auto found = known.find(region); found != known.end()) return found->second;
  EffectScanner scanner(*this, caches_->flow, caches_->names, wanted);
  DirectEffects direct = scanner.scan(first, last);
  leave_out_need(direct.effects);
  if (direct.unseen_code != kNoNode) add(direct.effects, Effect::MayNeedGraph, direct.unseen_code);
  Effects result = scanner.close(direct, ValueWatch::ByFlow);
  if (wanted == EffectSet::Plain) leave_out_need(result);
  return known.insert_or_assign(region, std::move(result)).first->second;
}

Effects SemanticModel::effects(NodeId first, NodeId last) const {
  return effects(first, last, EffectSet::Plain);
}

Effects SemanticModel::effects(NodeId n) const {
  return effects(n, n, EffectSet::Plain);
}

Effects SemanticModel::effects(NodeId n, EffectSet wanted) const {
  return effects(n, n, wanted);
}

Effects SemanticModel::callee_effects(NodeId function) const {
  return callee_effects(function, EffectSet::Plain);
}

Effects SemanticModel::callee_effects(NodeId function, EffectSet wanted) const {
  auto& known = known_effects(caches_->flow, wanted).of_function;
  if (const auto found = known.find(function); found != known.end()) return found->second;
  EffectScanner scanner(*this, caches_->flow, caches_->names, wanted);
  Effects result = scanner.close(scanner.direct_of(function), ValueWatch::Here);
  if (wanted == EffectSet::Plain) leave_out_need(result);
  return known.insert_or_assign(function, std::move(result)).first->second;
}

}  // namespace mlfix
