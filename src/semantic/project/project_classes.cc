// Classes over all files. A class is asked about with those above it, depth first, which is
// Python's order but for diamonds; what is above very many is unknown.

#include <algorithm>
#include <mutex>
#include <set>
#include <utility>

#include "semantic/knowledge/facts.h"
#include "semantic/project/project.h"
#include "semantic/project/project_files.h"
#include "semantic/project/project_mentions.h"
#include "semantic/project/project_names.h"
#include "semantic/project/project_summaries.h"
#include "semantic/project/questions.h"
#include "semantic/project_entity.h"

namespace mlfix {
namespace {

void note_hierarchy(ProjectEntity klass) {
  if (klass.is_class())
    Listening::note({ProjectQuestion::Kind::Hierarchy, klass.file, klass.index});
}

// Classes of the project above one class, of which the bases are looked at. What is above more
// of them is unknown.
constexpr std::size_t kMaxHierarchy = 32;

// For one place. Where more classes would have to be compared, they may all be kin.
constexpr std::size_t kMaxKinshipQuestions = 4000;

}  // namespace

// Calls `visit` for the class and its ancestors in the project, depth first, and
// `foreign` for the bases outside of it, until one returns true.
bool Project::any_in_hierarchy(ProjectEntity klass, const ClassVisitor& visit,
                               const NameVisitor& foreign) const {
  std::set<ProjectEntity> seen;
  // Each with the number of its bases that were gone to.
  std::vector<std::pair<ProjectEntity, std::size_t>> open;
  const auto enter = [&](ProjectEntity at) {
    if (!at.is_class() || !seen.insert(at).second) return false;
    open.emplace_back(at, 0);
    return visit(at);
  };
  if (enter(klass)) return true;
  while (!open.empty()) {
    const ProjectEntity at = open.back().first;
    const std::vector<File::Base>& bases = names_->bases_of(at);
    if (open.back().second == bases.size()) {
      open.pop_back();
      continue;
    }
    const File::Base& base = bases[open.back().second++];
    if (base.known.is_class() ? enter(base.known) : foreign(base.foreign)) return true;
  }
  return false;
}

bool Project::any_foreign_base(ProjectEntity klass, const NameVisitor& visit) const {
  note_hierarchy(klass);
  std::size_t classes = 0;
  const auto is_too_far = [&](ProjectEntity) { return ++classes > kMaxHierarchy; };
  const bool found = any_in_hierarchy(klass, is_too_far, visit);
  return classes > kMaxHierarchy ? visit("") : found;
}

ProjectEntity Project::method(ProjectEntity klass, std::string_view name) const {
  ProjectEntity found;
  if (!klass.is_class()) return found;
  const Asked asked(ProjectQuestion::Kind::Method, klass.file, klass.index, name);
  std::size_t classes = 0;
  any_in_hierarchy(
      klass,
      [&](ProjectEntity at) {
        if (++classes > kMaxHierarchy) return true;
        const Outline& outlined = outline(at.file);
        for (const std::uint32_t method : outlined.classes[at.index].methods) {
          if (outlined.functions[method].name == name) {
            found = {ProjectEntity::Kind::Function, at.file, method};
          }
        }
        return static_cast<bool>(found);
      },
      [](const std::string&) { return false; });
  return found;
}

bool Project::derives(ProjectEntity klass, ProjectEntity ancestor) const {
  note_hierarchy(klass);
  return any_in_hierarchy(
      klass, [&](ProjectEntity at) { return at == ancestor; },
      [](const std::string&) { return false; });
}

std::optional<std::vector<ProjectEntity>> Project::overrides(ProjectEntity method) const {
  const Asked asked(ProjectQuestion::Kind::Overrides, method.file, method.index);
  return summaries_->overrides_of(method);
}

const std::vector<ProjectEntity>& Project::merging_classes() const {
  std::call_once(mentions_->merging_found, [&] {
    for (FileIndex file = 0; file < files_.size(); ++file) {
      const std::vector<OutlineClass>& classes = outline(file).classes;
      for (std::uint32_t index = 0; index < classes.size(); ++index) {
        if (classes[index].bases.size() < 2) continue;
        mentions_->merging.push_back({ProjectEntity::Kind::Class, file, index});
      }
    }
  });
  return mentions_->merging;
}

bool Project::may_share_object(FileIndex file, FileIndex other, Offset at) const {
  const std::vector<OutlineClass>& there = outline(other).classes;
  const auto around = std::ranges::find_if(there, [&](const OutlineClass& klass) {
    return klass.range.begin <= at && at < klass.range.end;
  });
  if (around == there.end()) return true;
  const ProjectEntity klass{ProjectEntity::Kind::Class, other,
                            static_cast<std::uint32_t>(around - there.begin())};
  if (any_foreign_base(klass, [](const std::string& base) { return base.empty(); })) return true;
  const auto own_classes = static_cast<std::uint32_t>(outline(file).classes.size());
  if (own_classes * (merging_classes().size() + 1) > kMaxKinshipQuestions) return true;
  for (std::uint32_t index = 0; index < own_classes; ++index) {
    const ProjectEntity own{ProjectEntity::Kind::Class, file, index};
    const bool related = derives(klass, own) || derives(own, klass) ||
                         std::ranges::any_of(merging_classes(), [&](ProjectEntity both) {
                           return derives(both, klass) && derives(both, own);
                         });
    if (related) return true;
  }
  return false;
}

bool Project::mentions_grad_switch(ProjectEntity klass) const {
  Listening::note({ProjectQuestion::Kind::Inside, klass.file});
  const auto source = text_of(klass.file);
  if (!source) return true;
  const TextRange range = outline(klass.file).classes[klass.index].range;
  const std::string_view text = std::string_view(*source).substr(range.begin, range.size());
  return text.find("_grad") != std::string_view::npos ||
         text.find("inference_mode") != std::string_view::npos;
}

Facts Project::attribute_facts(ProjectEntity klass, std::string_view name) const {
  note_hierarchy(klass);
  Facts facts;
  std::size_t classes = 0;
  any_in_hierarchy(
      klass,
      [&](ProjectEntity at) {
        facts = summaries_->attribute(at, name);
        return !facts.may.empty() || ++classes > kMaxHierarchy;
      },
      [](const std::string&) { return false; });
  return facts;
}

}  // namespace mlfix
