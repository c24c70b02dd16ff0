// Attributes that other files mention. Without a model of those files only the name counts: an
// index over all files says who may read it, differentiate what it finds there, or compute it.

#include <algorithm>
#include <mutex>

#include "semantic/knowledge/knowledge.h"
#include "semantic/project/project.h"
#include "semantic/project/project_files.h"
#include "semantic/project/project_mentions.h"
#include "semantic/project/questions.h"
#include "semantic/project_entity.h"
#include "text/source_text.h"

namespace mlfix {

// A copy of what holds a graph fails, which only those notice who handle the error.
bool reads_by_reflection(const Knowledge& knowledge, const Outline& outline) {
  const auto mentions_any = [&](Meaning meaning) {
    return std::ranges::any_of(knowledge.names(meaning), [&](std::string_view name) {
      return std::ranges::binary_search(outline.called_names, hash_name(name)) ||
             std::ranges::binary_search(outline.attributes, hash_name(name));
    });
  };
  return outline.reads_computed_of_objects || mentions_any(Meaning::ReadsByReflection) ||
         (outline.handles_errors && mentions_any(Meaning::CopiesWhole));
}

bool is_about_graphs(const Knowledge& knowledge, const Outline& outline) {
  return outline.differentiates ||
         std::ranges::any_of(knowledge.names(Meaning::GraphAttribute), [&](std::string_view name) {
           return std::ranges::binary_search(outline.attributes, hash_name(name));
         });
}

const Project::Askers& Project::asking_for_graphs() const {
  Askers& askers = mentions_->askers;
  std::call_once(mentions_->askers_found, [&] {
    for (FileIndex file = 0; file < modules_; ++file) {
      const Outline& one = outline(file);
      // getattr(models, name) reads a package, which may be of the project.
      const auto is_own = [&](const OutlineImport& module) {
        return bool(resolve(file, module.dotted()));
      };
      const bool reflects =
          reads_by_reflection(*knowledge_, one) || std::ranges::any_of(one.computed_of, is_own);
      if (reflects) askers.of_any.push_back(file);
      if (!reflects && !is_about_graphs(*knowledge_, one)) continue;
      for (const std::uint32_t hash : one.attributes) askers.by_attribute[hash].push_back(file);
    }
  });
  return askers;
}

bool Project::may_import(FileIndex file, FileIndex other) const {
  return imports_from(file, other) || brings_code(file);
}

bool Project::may_differentiate_attribute(FileIndex file, std::string_view name) const {
  const Asked asked(ProjectQuestion::Kind::MayDifferentiateAttribute, file, 0, name);
  const Askers& askers = asking_for_graphs();
  const auto asks = [&](FileIndex other) { return other != file && may_import(other, file); };
  const auto found = askers.by_attribute.find(hash_name(name));
  return (found != askers.by_attribute.end() && std::ranges::any_of(found->second, asks)) ||
         std::ranges::any_of(askers.of_any, asks) || notebooks_may_differentiate(file, name);
}

bool Project::may_differentiate_attribute_anywhere(FileIndex file, std::string_view name) const {
  const Asked asked(ProjectQuestion::Kind::MayDifferentiateAnywhere, file, 0, name);
  const Askers& askers = asking_for_graphs();
  const auto found = askers.by_attribute.find(hash_name(name));
  const bool mentions =
      found != askers.by_attribute.end() &&
      std::ranges::any_of(found->second, [&](FileIndex other) { return other != file; });
  return mentions || std::ranges::any_of(askers.of_any, [&](FileIndex other) {
           return other != file && may_import(other, file);
         });
}

const AttributeMentions& Project::attribute_mentions() const {
  Mentions& mentions = *mentions_;
  std::call_once(mentions.made, [&] {
    const auto text_of = [&](FileIndex other) -> std::optional<std::string> {
      auto text = this->text_of(other);
      return text ? std::optional(std::move(*text)) : std::nullopt;
    };
    mentions.index.emplace(modules_, text_of);
  });
  return *mentions.index;
}

bool Project::mentions_attribute_elsewhere(FileIndex file, std::string_view name) const {
  const Asked asked(ProjectQuestion::Kind::MentionsAttribute, file, 0, name);
  return attribute_mentions().elsewhere(file, name) || notebooks_mention(file, name);
}

bool Project::mentions_attribute_of_kin(FileIndex file, std::string_view name) const {
  const Asked asked(ProjectQuestion::Kind::MentionsOfKin, file, 0, name);
  const auto may_share = [&](FileIndex other, Offset at) {
    return may_share_object(file, other, at);
  };
  return attribute_mentions().in_code_elsewhere(file, name, may_share) ||
         notebooks_mention(file, name);
}

bool Project::may_read_attribute(FileIndex file, std::string_view name) const {
  const Asked asked(ProjectQuestion::Kind::MayReadAttribute, file, 0, name);
  const Companions program = programs_with(file, Imports::Direct);
  return !*program || std::ranges::any_of((*program)->files, [&](FileIndex other) {
    return other != file && std::ranges::binary_search(outline(other).attributes, hash_name(name));
  });
}

bool Project::may_be_property_around(FileIndex file, std::string_view name) const {
  const Asked asked(ProjectQuestion::Kind::MayBeProperty, file, 0, name);
  Mentions& mentions = *mentions_;
  std::call_once(mentions.properties_found, [&] {
    for (FileIndex f = 0; f < modules_; ++f) {
      for (const OutlineFunction& function : outline(f).functions) {
        if (!function.is_decorated || function.klass < 0) continue;
        const auto [known, is_new] = mentions.properties.emplace(hash_name(function.name), f);
        if (!is_new && known->second != f) known->second = kNoFile;
      }
    }
  });
  const auto found = mentions.properties.find(hash_name(name));
  return found != mentions.properties.end() && found->second != file;
}

}  // namespace mlfix
