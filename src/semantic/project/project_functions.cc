// What functions do, in whatever file. A summary of one function says what it does in its own file,
// and which functions of others it runs; chains through several files are followed here, breadth
// first, up to a bound beyond which the answer is unknown.

#include <algorithm>
#include <set>
#include <utility>
#include <vector>

#include "semantic/effects/effects.h"
#include "semantic/project/outside_call.h"
#include "semantic/project/project.h"
#include "semantic/project/project_mentions.h"
#include "semantic/project/project_summaries.h"
#include "semantic/project_entity.h"

namespace mlfix {
namespace {

constexpr std::size_t kMaxReach = 64;    // functions
constexpr std::size_t kMaxGivingOn = 4;  // files, one behind the other
constexpr EffectBits kUnknownCode = static_cast<EffectBits>(Effect::UnknownCall) |
                                    static_cast<EffectBits>(Effect::ModuleToUnknown) |
                                    static_cast<EffectBits>(Effect::MayNeedGraph);

}  // namespace

const FunctionSummary& Project::summary(ProjectEntity function) const {
  return summaries_->of(function);
}

// Who gives on what a function of another file returns does not know what that is.
const ReturnSummary& Project::returned_by(ProjectEntity function) const {
  const ReturnSummary* found = &summaries_->returned_by(function);
  for (std::size_t files = 1; found->given_on && files < kMaxGivingOn; ++files) {
    const FunctionSummary& next = summary(found->given_on);
    if (!next.known || next.is_async || next.is_generator || next.has_unknown_decorator) break;
    found = &summaries_->returned_by(found->given_on);
  }
  return *found;
}

const Reach& Project::graph_of(const ParameterSummary& parameter) const {
  return summaries_->graph_of(parameter);
}

const Reach& Project::kept_of(const ParameterSummary& parameter) const {
  return summaries_->kept_of(parameter);
}

bool Project::fills(const ParameterSummary& parameter) const {
  return summaries_->fills(parameter);
}

bool Project::spares_graphs(ProjectEntity function) const {
  return summaries_->spares_graphs(function);
}

std::optional<std::vector<OutsideCall>> Project::calls_elsewhere(ProjectEntity function) const {
  std::vector<OutsideCall> calls;
  const bool seen = summaries_->each_call_of(function, [&](const OutsideCall& call) {
    calls.push_back(call);
    return false;
  });
  return seen ? std::optional(std::move(calls)) : std::nullopt;
}

bool Project::any_call_elsewhere(ProjectEntity function, const CallVisitor& visit) const {
  bool found = false;
  summaries_->each_call_of(function, [&](const OutsideCall& call) { return found = visit(call); });
  return found;
}

EffectBits Project::effects_around(const OutsideCall& call) const {
  return summaries_->effects_around(call);
}

bool Project::holds_around(const OutsideCall& call, const CallerQuestion& ask) const {
  return summaries_->holds_at(call.file, call.node, ask);
}

bool Project::holds_in(ProjectEntity function, const FunctionQuestion& ask) const {
  return summaries_->holds_in(function, ask);
}

bool Project::holds_in_namesake(FileIndex file, std::string_view name, Words attributes,
                                const FunctionQuestion& ask) const {
  const auto found = namesakes(file, name, attributes);
  return std::ranges::any_of(found,
                             [&](ProjectEntity one) { return summaries_->holds_in(one, ask); });
}

WaySteps Project::way_inside(ProjectEntity function, FileIndex from, const WayFinder& find) const {
  return summaries_->way_in(function.file, function, from, find);
}

WaySteps Project::way_around(const OutsideCall& call, FileIndex from, const WayFinder& find) const {
  return summaries_->way_in(call.file, call.caller, from, find);
}

bool Project::sees_modules_of(ProjectEntity function) const {
  return sees_modules({function}, {});
}

bool Project::sees_modules_given_to(const ModuleParameter& parameter) const {
  return sees_modules({}, {parameter});
}

std::optional<std::vector<FileIndex>> Project::giving_files(FileIndex file) const {
  const auto notebooks = importing_notebooks(file);
  if (!notebooks) return std::nullopt;
  std::vector<FileIndex> files = importers(file);
  files.insert(files.end(), notebooks->begin(), notebooks->end());
  return files.size() > kMaxNeighbours ? std::nullopt : std::optional(std::move(files));
}

ProjectEntity Project::class_made_by(ProjectEntity function) const {
  return class_behind({.makers = {function}});
}

ProjectEntity Project::class_given_to(const ModuleParameter& parameter, ProjectEntity here) const {
  ObjectOrigins origins{.given = {parameter}};
  if (here) origins.classes.push_back(here);
  return class_behind(std::move(origins));
}

ProjectEntity Project::class_kept_in(ProjectEntity klass, std::string_view attribute) const {
  const ObjectOrigins& kept = summaries_->objects_kept(klass, attribute);
  return kept.seen ? class_behind(kept) : ProjectEntity{};
}

// Functions return what others make, and parameters get what callers have in theirs.
ProjectEntity Project::class_behind(ObjectOrigins origins) const {
  std::set<ProjectEntity> makers;
  std::set<ModuleParameter> parameters;
  ProjectEntity klass = origins.classes.empty() ? ProjectEntity{} : origins.classes.front();
  const auto is_other = [&](ProjectEntity one) { return one != klass; };
  if (std::ranges::any_of(origins.classes, is_other)) return {};
  const auto take = [&](const ObjectOrigins& more) {
    for (const ProjectEntity one : more.classes) {
      if (klass && one != klass) return false;
      klass = one;
    }
    origins.makers.insert(origins.makers.end(), more.makers.begin(), more.makers.end());
    origins.given.insert(origins.given.end(), more.given.begin(), more.given.end());
    return more.seen && makers.size() + parameters.size() <= kMaxReach;
  };
  while (!origins.makers.empty() || !origins.given.empty()) {
    if (!origins.makers.empty()) {
      const ProjectEntity maker = origins.makers.back();
      origins.makers.pop_back();
      if (makers.insert(maker).second && !take(summaries_->objects_made(maker))) return {};
      continue;
    }
    const ModuleParameter parameter = std::move(origins.given.back());
    origins.given.pop_back();
    if (!parameters.insert(parameter).second) continue;
    const auto others = giving_files(parameter.function.file);
    if (!others || others->empty()) return {};
    std::size_t calls = parameter.is_given_here ? 1 : 0;
    for (const FileIndex other : *others) {
      const ObjectOrigins& one = summaries_->objects_given(other, parameter);
      if (!take(one)) return {};
      calls += one.calls;
    }
    if (calls == 0) return {};
  }
  return klass;
}

// Forwards run others, and parameters get what callers have in theirs, until nothing new comes.
bool Project::sees_modules(std::vector<ProjectEntity> run,
                           std::vector<ModuleParameter> given) const {
  std::set<ProjectEntity> functions;
  std::set<ModuleParameter> parameters;
  const auto follow = [&](const auto& answer) {
    run.insert(run.end(), answer.modules.begin(), answer.modules.end());
    given.insert(given.end(), answer.given.begin(), answer.given.end());
  };
  while (!run.empty() || !given.empty()) {
    if (functions.size() + parameters.size() > kMaxReach) return false;
    if (!run.empty()) {
      const ProjectEntity function = run.back();
      run.pop_back();
      if (!functions.insert(function).second) continue;
      const ModulesSummary& one = summaries_->modules_of(function);
      if (!one.seen) return false;
      follow(one);
      continue;
    }
    const ModuleParameter parameter = std::move(given.back());
    given.pop_back();
    if (!parameters.insert(parameter).second) continue;
    const auto others = giving_files(parameter.function.file);
    if (!others) return false;
    std::size_t calls = parameter.is_given_here ? 1 : 0;
    for (const FileIndex other : *others) {
      const GivenModules& one = summaries_->given(other, parameter);
      if (!one.seen) return false;
      calls += one.calls;
      follow(one);
    }
    if (calls == 0) return false;
  }
  return true;
}

FunctionReach Project::reach(ProjectEntity function, EffectSet wanted) const {
  FunctionReach reach;
  std::vector<std::pair<ProjectEntity, Handing>> queue{{function, {}}};
  std::set<std::pair<ProjectEntity, Handing>> seen;
  while (!queue.empty()) {
    const auto [at, handing] = queue.back();
    queue.pop_back();
    if (!seen.emplace(at, handing).second) continue;
    const EffectsSummary& one = summaries_->effects_of(at, wanted);
    if (!one.known || seen.size() > kMaxReach) {
      reach.effects |= kUnknownCode;
      break;
    }
    reach.effects |= handing.effects_of(one.effects);
    reach.unseen_forward = reach.unseen_forward || one.unseen_forward;
    for (const auto& [next, inner] : one.runs) {
      if (next.file != at.file) {
        queue.emplace_back(next, handing.then(inner));
        continue;
      }
      // What it calls on its object is in the summary; what may stand in its place is not.
      const auto others = overrides(next);
      if (!others) reach.effects |= kUnknownCode;
      for (std::size_t i = 0; others && i < others->size(); ++i) {
        queue.emplace_back((*others)[i], handing.then(inner));
      }
    }
  }
  return reach;
}

}  // namespace mlfix
