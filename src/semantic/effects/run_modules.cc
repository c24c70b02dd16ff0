// Which modules some code runs, and whether the class of each is seen; where a module comes from
// says module_origins.h. What a function runs, with all that it reaches, is a question whose answer
// is kept, those of functions that reach each other together (kept_answers.h). Beside it: may a
// method of a class of another file be run by its name alone?

#include <array>
#include <map>
#include <set>

#include "semantic/effects/effect_scanner.h"
#include "semantic/effects/effects.h"
#include "semantic/effects/module_origins.h"
#include "semantic/flow/kept_answers.h"
#include "semantic/model_caches.h"
#include "semantic/project/project_code.h"
#include "semantic/project_entity.h"
#include "semantic/semantic_model.h"

namespace mlfix {
namespace {

// In other files, of one function: each is asked about by itself.
constexpr std::size_t kMostElsewhere = 500;

}  // namespace

// What is run: a function, or all methods of a name. And whether a module runs it.
struct RunCode {
  std::string_view name;
  NodeId function;
  bool in_module;
  friend auto operator<=>(const RunCode&, const RunCode&) = default;
};

struct ReachedModules {
  NodeId unseen = kNoNode;  // see RunModules
  std::map<ProjectEntity, NodeId> elsewhere;
  std::map<ModuleParameter, NodeId> given;

  void join(const ReachedModules& other) {
    if (unseen == kNoNode) unseen = other.unseen;
    elsewhere.insert(other.elsewhere.begin(), other.elsewhere.end());
    given.insert(other.given.begin(), other.given.end());
    const bool are_too_many = elsewhere.size() + given.size() > kMostElsewhere;
    if (are_too_many && unseen == kNoNode) {
      unseen = elsewhere.empty() ? given.begin()->second : elsewhere.begin()->second;
    }
  }
};

namespace {

struct KnownModules {
  KeptAnswers<RunCode, ReachedModules> answers;
};

}  // namespace

NodeId EffectScanner::method_elsewhere(const DirectEffects& direct) {
  const ProjectPlace& place = model_.place();
  for (const auto& [name, call] : direct.by_name_elsewhere) {
    const auto [known, is_new] = caches_.methods_around.try_emplace(name, 0);
    if (is_new) known->second = place.code->methods_around(place.file, name);
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

// What becomes of a value in the region is followed elsewhere; in a module it is not, so whoever
// gets one there has to be known.
RunModules EffectScanner::run_modules(const DirectEffects& region, NodeId own) {
  std::size_t nobody = SIZE_MAX;
  const ReachedModules reached =
      modules_reached_by(region, own != kNoNode && is_of_module(own), nobody);
  return {reached.unseen,
          {reached.elsewhere.begin(), reached.elsewhere.end()},
          {reached.given.begin(), reached.given.end()}};
}

ReachedModules EffectScanner::modules_reached_by(const DirectEffects& direct, bool in_module,
                                                 std::size_t& waits_for) {
  ReachedModules found;
  if (in_module && direct.hands_out != kNoNode) found.unseen = direct.hands_out;
  for (const auto& [function, where] : direct.elsewhere) {
    // A summary's own method, see overrides().
    if (place_.code == nullptr && function.file == place_.file) continue;
    if (in_module && may_hand_out(function)) found.unseen = where;
    found.elsewhere.emplace(function, where);
  }
  const auto add = [&](const RunCode& code) {
    if (found.unseen == kNoNode) found.join(modules_run_by(code, waits_for));
  };
  for (const NodeId module : direct.unresolved_modules) {
    const ModuleOrigins origins = origins_of_module(model_, module);
    if (origins.unseen != kNoNode) found.unseen = module;
    for (const ProjectEntity other : origins.elsewhere) found.elsewhere.emplace(other, module);
    for (const ModuleParameter& one : origins.given) found.given.emplace(one, module);
    for (const NodeId forward : origins.forwards) add({{}, forward, true});
  }
  for (const auto& [name, where] : direct.by_name) {
    // What no class of the file defines runs nothing of it.
    if (!calls_.names().classes_defining(name).empty()) add({name, kNoNode, in_module});
  }
  for (const auto& [function, where] : direct.calls) {
    add({{}, function, in_module || is_of_module(function)});
  }
  return found;
}

ReachedModules EffectScanner::modules_run_by(const RunCode& code, std::size_t& waits_for) {
  auto& known = model_.notes<KnownModules>().answers;
  model_.work().spend();
  if (const ReachedModules* found = known.find(code, waits_for)) return *found;
  ReachedModules none;
  if (known.are_too_many_open()) {
    none.unseen = code.function;
    return none;
  }
  return known.answer(code, none, waits_for, [&](std::size_t& inner) {
    if (code.name.empty())
      return modules_reached_by(direct_of(code.function), code.in_module, inner);
    ReachedModules all;
    const std::array<std::string_view, 1> one{code.name};
    for (const NodeId method : calls_.names().methods_named(one)) {
      if (all.unseen != kNoNode) break;
      all.join(modules_run_by({{}, method, code.in_module || is_of_module(method)}, inner));
    }
    return all;
  });
}

// Does a helper of another file, which a module runs, call what no table knows? A forward() there
// is looked at by itself.
bool EffectScanner::may_hand_out(ProjectEntity function) {
  const ProjectPlace& place = model_.place();
  if (place.code == nullptr) return false;
  return place.project->name_of(function) != "forward" &&
         (reach_of(*place.code, function).first & bit(Effect::UnknownCall)) != 0;
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
  if (run.unseen != kNoNode || place_->code == nullptr) return run.unseen;
  for (const auto& [function, at] : run.elsewhere) {
    if (!place_->code->sees_modules_of(function)) return at;
  }
  for (const auto& [parameter, at] : run.given) {
    if (!place_->code->sees_modules_given_to(parameter)) return at;
  }
  return kNoNode;
}

NodeId SemanticModel::method_elsewhere(NodeId first, NodeId last) const {
  if (place_->code == nullptr || place_->file == kNoFile) return kNoNode;
  EffectScanner scanner(*this, caches_->flow, caches_->names, EffectSet::Plain);
  const DirectEffects region = scanner.scan(first, last);
  if (const NodeId own = scanner.method_elsewhere(region); own != kNoNode) return own;
  for (const auto& [function, call] : region.calls) {
    if (scanner.reaches_method_elsewhere(function)) return call;
  }
  return kNoNode;
}

}  // namespace mlfix
