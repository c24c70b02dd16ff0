// Classes over all files. A class is asked about with those above it, in Python's order: depth
// first, but what several bases lead to comes behind the last of them. What is above very many is
// unknown.

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <mutex>
#include <optional>
#include <ranges>
#include <span>
#include <utility>
#include <vector>

#include "semantic/knowledge/facts.h"
#include "semantic/names/object_protocol.h"
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

// Ways to them, beyond which each is gone to once.
constexpr std::size_t kMaxWaysUp = 1000;

// For one place. Where more classes would have to be compared, they may all be kin.
constexpr std::size_t kMaxKinshipQuestions = 4000;

bool is_among(const std::vector<ProjectEntity>& few, ProjectEntity one) {
  return std::ranges::find(few, one) != few.end();
}

}  // namespace

// The class and its ancestors, in order; each with its bases, those outside of the project by name.
// Below more than kMaxHierarchy classes, as many as show that.
std::vector<Project::Above> Project::all_above(ProjectEntity klass) const {
  std::vector<Above> all;
  std::vector<ProjectEntity> met;                           // few, see kMaxHierarchy
  std::vector<std::pair<ProjectEntity, std::size_t>> open;  // with the bases that were gone to
  const auto enter = [&](ProjectEntity at) {
    all.push_back({at, nullptr});
    if (!is_among(met, at)) met.push_back(at);
    open.emplace_back(at, 0);
  };
  const auto is_in_circle = [&](ProjectEntity at) {
    return std::ranges::any_of(open, [&](const auto& one) { return one.first == at; });
  };
  enter(klass);
  while (!open.empty() && met.size() <= kMaxHierarchy) {
    const std::vector<File::Base>& bases = names_->bases_of(open.back().first);
    if (open.back().second == bases.size()) {
      open.pop_back();
      continue;
    }
    const File::Base& base = bases[open.back().second++];
    if (!base.known.is_class()) {
      all.push_back({{}, &base.foreign});
    } else if (!is_among(met, base.known) ||
               (all.size() < kMaxWaysUp && !is_in_circle(base.known))) {
      enter(base.known);
    }
  }
  std::vector<ProjectEntity> placed;
  std::vector<Above> order;
  for (const Above& one : all | std::views::reverse) {
    if (one.foreign == nullptr) {
      if (is_among(placed, one.klass)) continue;
      placed.push_back(one.klass);
    }
    order.push_back(one);
  }
  std::ranges::reverse(order);
  return order;
}

bool Project::is_large(std::span<const Above> order) {
  const auto is_class = [](const Above& one) { return one.foreign == nullptr; };
  return static_cast<std::size_t>(std::ranges::count_if(order, is_class)) > kMaxHierarchy;
}

// Calls `visit` for the class and its ancestors in the project, in order, and
// `foreign` for the bases outside of it, until one returns true.
bool Project::any_in_hierarchy(ProjectEntity klass, const ClassVisitor& visit,
                               const NameVisitor& foreign) const {
  if (!klass.is_class()) return false;
  if (visit(klass)) return true;
  const std::vector<Above> order = all_above(klass);
  return std::ranges::any_of(order.begin() + 1, order.end(), [&](const Above& one) {
    return one.foreign != nullptr ? foreign(*one.foreign) : visit(one.klass);
  });
}

bool Project::any_foreign_base(ProjectEntity klass, const NameVisitor& visit) const {
  note_hierarchy(klass);
  std::size_t classes = 0;
  const auto is_too_far = [&](ProjectEntity) { return ++classes > kMaxHierarchy; };
  const bool found = any_in_hierarchy(klass, is_too_far, visit);
  return classes > kMaxHierarchy ? visit("") : found;
}

namespace {

bool binds_otherwise(const OutlineClass& klass, std::string_view name) {
  return std::ranges::find(klass.otherwise_bound, hash_name(name)) != klass.otherwise_bound.end();
}

}  // namespace

// The first that binds the name decides, if only that nothing certain is found.
std::optional<ProjectEntity> Project::first_method(std::span<const Above> order,
                                                   std::string_view name) const {
  for (const Above& one : order) {
    if (one.foreign != nullptr) continue;
    const Outline& outlined = outline(one.klass.file);
    const OutlineClass& klass = outlined.classes[one.klass.index];
    if (binds_otherwise(klass, name)) return ProjectEntity{};
    std::optional<ProjectEntity> found;
    for (const std::uint32_t method : klass.methods) {
      if (outlined.functions[method].name == name) {
        found = {ProjectEntity::Kind::Function, one.klass.file, method};
      }
    }
    if (found) return found;
  }
  return std::nullopt;
}

ProjectEntity Project::method(ProjectEntity klass, std::string_view name) const {
  if (!klass.is_class()) return {};
  const Asked asked(ProjectQuestion::Kind::Method, klass.file, klass.index, name);
  const std::array<Above, 1> itself{{{klass, nullptr}}};
  if (const auto own = first_method(itself, name)) return *own;
  const std::vector<Above> order = all_above(klass);
  return is_large(order) ? ProjectEntity{} : first_method(order, name).value_or(ProjectEntity());
}

bool Project::is_as_written(ProjectEntity klass) const {
  const Asked asked(ProjectQuestion::Kind::AsWritten, klass.file, klass.index);
  const std::vector<Above> order = all_above(klass);
  return !is_large(order) && std::ranges::none_of(order, [&](const Above& one) {
    if (one.foreign != nullptr) return false;
    const OutlineClass& text = outline(one.klass.file).classes[one.klass.index];
    const std::array<Above, 1> itself{{one}};
    const auto binds = [&](std::string_view name) {
      return first_method(itself, name).has_value();
    };
    return text.is_made_by_code || std::ranges::any_of(kMakingObjects, binds) ||
           binds_otherwise(text, kForwardMethod) ||
           std::ranges::any_of(kSettingCalls,
                               [&](std::string_view name) { return binds_otherwise(text, name); });
  });
}

bool Project::derives(ProjectEntity klass, ProjectEntity ancestor) const {
  note_hierarchy(klass);
  if (klass == ancestor) return klass.is_class();
  const std::vector<Above> order = all_above(klass);
  return is_large(order) || std::ranges::find(order, ancestor, &Above::klass) != order.end();
}

std::optional<std::vector<ProjectEntity>> Project::overrides(ProjectEntity method) const {
  const Asked asked(ProjectQuestion::Kind::Overrides, method.file, method.index);
  return summaries_->overrides_of(method);
}

std::vector<ProjectEntity> Project::namesakes(FileIndex file, std::string_view name,
                                              Words attributes) const {
  std::string text(name);
  for (const std::string_view attribute : attributes) text.append(" ").append(attribute);
  const Asked asked(ProjectQuestion::Kind::Namesakes, file, 0, text);
  return summaries_->namesakes(file, name, attributes);
}

const std::vector<ProjectEntity>& Project::merging_classes() const {
  std::call_once(mentions_->merging_found, [&] {
    for (FileIndex file = 0; file < modules_; ++file) {
      const std::vector<OutlineClass>& classes = outline(file).classes;
      for (std::uint32_t index = 0; index < classes.size(); ++index) {
        if (classes[index].bases.size() < 2) continue;
        mentions_->merging.push_back({ProjectEntity::Kind::Class, file, index});
      }
    }
  });
  return mentions_->merging;
}

const std::vector<ProjectEntity>& Project::merging_below(ProjectEntity klass) const {
  std::call_once(mentions_->merging_below_found, [&] {
    for (const ProjectEntity both : merging_classes()) {
      const std::vector<Above> order = all_above(both);
      mentions_->merges_many = mentions_->merges_many || is_large(order);
      for (const Above& one : order) {
        if (one.foreign == nullptr) mentions_->merging_below[one.klass].push_back(both);
      }
    }
  });
  static const std::vector<ProjectEntity> kNobody;
  const auto found = mentions_->merging_below.find(klass);
  return found == mentions_->merging_below.end() ? kNobody : found->second;
}

bool Project::may_find_beside(ProjectEntity klass, std::string_view name) const {
  const Asked asked(ProjectQuestion::Kind::AfterSuper, klass.file, klass.index, name);
  const auto found_after = [&](ProjectEntity object) {
    const std::vector<Above> order = all_above(object);
    const auto own = std::ranges::find(order, klass, &Above::klass);
    return own == order.end() ? std::nullopt : first_method({std::next(own), order.end()}, name);
  };
  const std::vector<ProjectEntity>& below = merging_below(klass);
  if (mentions_->merges_many || below.size() > kMaxHierarchy) return true;
  if (below.empty()) return false;
  const auto alone = found_after(klass);
  return std::ranges::any_of(below,
                             [&](ProjectEntity object) { return found_after(object) != alone; });
}

std::optional<std::vector<ProjectEntity>> Project::methods_beside(ProjectEntity method) const {
  const std::vector<ProjectEntity>& below = merging_below(class_of_method(method));
  if (below.size() > kMaxHierarchy) return std::nullopt;
  std::vector<ProjectEntity> found;
  for (const ProjectEntity both : below) {
    const std::vector<std::string>& bases = outline(both.file).classes[both.index].bases;
    if (std::ranges::find(bases, std::string()) != bases.end()) return std::nullopt;
    const ProjectEntity run = this->method(both, name_of(method));
    // What stands in one file with both of them the model of that file sees.
    const bool is_seen_there = both.file == method.file && run.file == method.file;
    if (run && run != method && !is_seen_there) found.push_back(run);
  }
  return found;
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
