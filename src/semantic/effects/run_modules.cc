// Which modules some code runs, and whether the class of each is seen. Each function that the
// region reaches is looked at once; where a module comes from says module_origins.h. The same walk
// tells whether a method of a class of another file may be run by its name alone.

#include <array>
#include <set>

#include "semantic/effects/effect_scanner.h"
#include "semantic/effects/module_origins.h"
#include "semantic/model_caches.h"
#include "semantic/project/project.h"

namespace mlfix {
namespace {

// Where more functions than that are reached, nobody looks which modules they run.
constexpr std::size_t kMostReached = 200;

}  // namespace

NodeId EffectScanner::method_elsewhere(const DirectEffects& direct) {
  const ProjectPlace& place = model_.place();
  for (const auto& [name, call] : direct.by_name_elsewhere) {
    const auto [known, is_new] = caches_.methods_around.try_emplace(name, 0);
    if (is_new) known->second = place.project->methods_around(place.file, name);
    if (known->second != 0) return call;
  }
  return kNoNode;
}

// What a search goes through without finding anything is searched for good.
bool EffectScanner::reaches_method_elsewhere(NodeId function) {
  auto& known = caches_.reaches_method_elsewhere;
  std::set<NodeId> seen;
  std::vector<NodeId> open{function};
  while (!open.empty()) {
    const NodeId at = open.back();
    open.pop_back();
    const auto answer = known.find(at);
    if (answer != known.end() && !answer->second) continue;
    if (!seen.insert(at).second) continue;
    model_.work().spend();
    const DirectEffects& direct = direct_of(at);
    if (answer != known.end() || method_elsewhere(direct) != kNoNode) {
      return known[function] = true;
    }
    for (const auto& [next, call] : direct.calls) open.push_back(next);
  }
  for (const NodeId one : seen) known.emplace(one, false);
  return false;
}

// Each function that the region reaches is looked at once, and so is each module that one of
// them calls by an expression of which the class is not clear. What becomes of a value in the
// region is followed elsewhere; in a module it is not, so whoever gets one there has to be known.
RunModules EffectScanner::run_modules(const DirectEffects& region, NodeId own) {
  RunModules found;
  std::set<std::pair<NodeId, bool>> seen;  // functions, and whether a module runs them
  std::vector<std::pair<NodeId, bool>> open;
  const auto look_at = [&](const DirectEffects& direct, bool in_module) {
    if (in_module && direct.hands_out != kNoNode) found.unseen = direct.hands_out;
    for (const auto& [function, where] : direct.elsewhere) {
      if (in_module && may_hand_out(function)) found.unseen = where;
    }
    for (const auto& [function, where] : direct.calls) open.emplace_back(function, in_module);
    found.elsewhere.insert(found.elsewhere.end(), direct.elsewhere.begin(), direct.elsewhere.end());
    for (const auto& [name, where] : direct.by_name) {
      const std::array<std::string_view, 1> one{name};
      for (const NodeId method : calls_.names().methods_named(one)) {
        open.emplace_back(method, in_module);
      }
    }
    for (const NodeId module : direct.unresolved_modules) {
      const ModuleOrigins origins = origins_of_module(model_, module);
      if (origins.unseen != kNoNode) found.unseen = module;
      for (const NodeId forward : origins.forwards) open.emplace_back(forward, true);
      for (const ProjectEntity other : origins.elsewhere) {
        found.elsewhere.emplace_back(other, module);
      }
      for (const ModuleParameter& one : origins.given) found.given.emplace_back(one, module);
    }
  };
  look_at(region, own != kNoNode && is_of_module(own));
  while (found.unseen == kNoNode && !open.empty()) {
    const auto [function, by_module] = open.back();
    open.pop_back();
    const bool in_module = by_module || is_of_module(function);
    if (!seen.emplace(function, in_module).second) continue;
    model_.work().spend();
    if (seen.size() > kMostReached) found.unseen = function;
    look_at(direct_of(function), in_module);
  }
  return found;
}

// Does a helper of another file, which a module runs, call what no table knows? A forward() there
// is looked at by itself.
bool EffectScanner::may_hand_out(ProjectEntity function) {
  if (model_.place().names_only) return false;
  return model_.place().project->name_of(function) != "forward" &&
         (reach_of(function).first & bit(Effect::UnknownCall)) != 0;
}

bool EffectScanner::is_of_module(NodeId function) const {
  const NodeId klass = model_.class_of(function);
  return klass != kNoNode && model_.derives_from(klass, "torch.nn.Module");
}

RunModules SemanticModel::run_modules(NodeId first, NodeId last) const {
  EffectScanner scanner(*this, caches_->flow, caches_->names, EffectSet::Plain);
  return scanner.run_modules(scanner.scan(first, last), kNoNode);
}

RunModules SemanticModel::run_modules(NodeId function) const {
  EffectScanner scanner(*this, caches_->flow, caches_->names, EffectSet::Plain);
  return scanner.run_modules(scanner.direct_of(function), function);
}

NodeId SemanticModel::unseen_module(NodeId first, NodeId last) const {
  const RunModules run = run_modules(first, last);
  if (run.unseen != kNoNode || place_.names_only) return run.unseen;
  for (const auto& [function, at] : run.elsewhere) {
    if (!place_.project->sees_modules_of(function)) return at;
  }
  for (const auto& [parameter, at] : run.given) {
    if (!place_.project->sees_modules_given_to(parameter)) return at;
  }
  return kNoNode;
}

NodeId SemanticModel::method_elsewhere(NodeId first, NodeId last) const {
  if (place_.project == nullptr || place_.file == kNoFile || place_.names_only) return kNoNode;
  EffectScanner scanner(*this, caches_->flow, caches_->names, EffectSet::Plain);
  const DirectEffects region = scanner.scan(first, last);
  if (const NodeId own = scanner.method_elsewhere(region); own != kNoNode) return own;
  for (const auto& [function, call] : region.calls) {
    if (scanner.reaches_method_elsewhere(function)) return call;
  }
  return kNoNode;
}

}  // namespace mlfix
