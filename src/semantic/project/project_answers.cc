// The answers to the questions of a log (see questions.h), as bytes that are the same in each run
// in which the answer is: paths and folders stand for the numbers that files have in one run.

#include <algorithm>
#include <ranges>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "semantic/project/project.h"
#include "semantic/project/project_summaries.h"
#include "semantic/project_entity.h"

namespace mlfix {

bool Project::is_function(FileIndex file, std::uint32_t index) const {
  return index < outline(file).functions.size();
}

bool Project::is_class(FileIndex file, std::uint32_t index) const {
  return index < outline(file).classes.size();
}

void Project::add_entity(ProjectEntity entity, KeyedHash& to) const {
  to.add_number(static_cast<std::uint64_t>(entity.kind));
  if (!entity) return;
  const bool is_folder = entity.file == kNoFile;
  to.add_text(is_folder ? folder_at(entity.index) : std::string_view(path_of(entity.file)));
  to.add_number(is_folder ? 0 : entity.index + 1u);
}

void Project::add_files(std::span<const FileIndex> files, KeyedHash& to) const {
  to.add_number(files.size());
  for (const FileIndex file : files) to.add_text(path_of(file));
}

void Project::add_hierarchy(ProjectEntity klass, KeyedHash& to) const {
  any_in_hierarchy(
      klass,
      [&](ProjectEntity at) {
        add_entity(at, to);
        return false;
      },
      [&](const std::string& foreign) {
        to.add_text(foreign);
        return false;
      });
}

bool Project::add_answer(const ProjectQuestion& question, KeyedHash& to) const {
  using enum ProjectQuestion::Kind;
  const Listening nobody(nullptr);
  to.add_number(static_cast<std::uint64_t>(question.kind));
  if (question.kind == Importable) {
    to.add_number(is_importable(question.text) ? 1 : 0);
    return true;
  }
  if (question.file >= files_.size()) return false;
  switch (question.kind) {
    case FunctionName:
    case ClassOfMethod:
    case Overrides:
    case Callers:
      return is_function(question.file, question.index) && add_answer_on_function(question, to);
    case ClassName:
    case Hierarchy:
    case Method:
    case AfterSuper:
    case AsWritten:
      return is_class(question.file, question.index) && add_answer_on_class(question, to);
    case MayDifferentiateAttribute:
    case MayDifferentiateAnywhere:
    case MayReadAttribute:
    case MentionsAttribute:
    case MentionsOfKin:
    case MayBeProperty:
    case MayBeUsed:
    case NamedByImporters:
    case SeesUsers:
    case OnlyInfers:
      return add_answer_on_attribute(question, to);
    case Resolve:
    case Lookup:
    case LookupStar:
    case LibraryByStar:
    case FunctionAt:
    case FunctionNamed:
    case Namesakes:
      return add_answer_on_name(question, to);
    default:
      return add_answer_on_files(question, to);
  }
}

bool Project::add_answer_on_function(const ProjectQuestion& question, KeyedHash& to) const {
  const ProjectEntity function{ProjectEntity::Kind::Function, question.file, question.index};
  switch (question.kind) {
    case ProjectQuestion::Kind::FunctionName:
      to.add_text(name_of(function));
      return true;
    case ProjectQuestion::Kind::ClassOfMethod:
      add_entity(class_of_method(function), to);
      return true;
    case ProjectQuestion::Kind::Overrides: {
      const auto found = overrides(function);
      to.add_number(found ? found->size() : kNoFile);
      for (const ProjectEntity one : found.value_or(std::vector<ProjectEntity>())) {
        add_entity(one, to);
      }
      return true;
    }
    case ProjectQuestion::Kind::Callers: {
      const CallingFiles callers = summaries_->callers_of(function);
      to.add_number(callers.are_all ? 1 : 0);
      add_files(callers.files, to);
      return true;
    }
    default:
      return false;
  }
}

bool Project::add_answer_on_class(const ProjectQuestion& question, KeyedHash& to) const {
  const ProjectEntity klass{ProjectEntity::Kind::Class, question.file, question.index};
  switch (question.kind) {
    case ProjectQuestion::Kind::ClassName:
      to.add_text(name_of(klass));
      return true;
    case ProjectQuestion::Kind::Hierarchy:
      add_hierarchy(klass, to);
      return true;
    case ProjectQuestion::Kind::Method:
      add_entity(method(klass, question.text), to);
      return true;
    case ProjectQuestion::Kind::AsWritten:
      to.add_number(is_as_written(klass) ? 1 : 0);
      return true;
    case ProjectQuestion::Kind::AfterSuper:
      to.add_number(may_find_beside(klass, question.text) ? 1 : 0);
      return true;
    default:
      return false;
  }
}

bool Project::add_answer_on_attribute(const ProjectQuestion& question, KeyedHash& to) const {
  const auto answer = [&] {
    switch (question.kind) {
      case ProjectQuestion::Kind::MayDifferentiateAttribute:
        return may_differentiate_attribute(question.file, question.text);
      case ProjectQuestion::Kind::MayDifferentiateAnywhere:
        return may_differentiate_attribute_anywhere(question.file, question.text);
      case ProjectQuestion::Kind::MayReadAttribute:
        return may_read_attribute(question.file, question.text);
      case ProjectQuestion::Kind::MentionsAttribute:
        return mentions_attribute_elsewhere(question.file, question.text);
      case ProjectQuestion::Kind::MentionsOfKin:
        return mentions_attribute_of_kin(question.file, question.text);
      case ProjectQuestion::Kind::MayBeUsed:
        return may_be_used(question.file, question.text);
      case ProjectQuestion::Kind::NamedByImporters:
        return is_named_by_importers(question.file, question.text);
      case ProjectQuestion::Kind::SeesUsers:
        return sees_users(question.file);
      case ProjectQuestion::Kind::OnlyInfers:
        return only_infers(question.file);
      default:
        return may_be_property_around(question.file, question.text);
    }
  };
  to.add_number(answer() ? 1 : 0);
  return true;
}

bool Project::add_answer_on_name(const ProjectQuestion& question, KeyedHash& to) const {
  switch (question.kind) {
    case ProjectQuestion::Kind::Resolve:
      add_entity(resolve(question.file, question.text), to);
      return true;
    case ProjectQuestion::Kind::Lookup:
      add_entity(lookup(question.file, question.text), to);
      return true;
    case ProjectQuestion::Kind::LookupStar:
      add_entity(lookup_star(question.file, question.text), to);
      return true;
    case ProjectQuestion::Kind::LibraryByStar:
      to.add_text(library_by_star(question.file, question.text));
      return true;
    case ProjectQuestion::Kind::FunctionAt:
      add_entity(function_at(question.file, question.index), to);
      return true;
    case ProjectQuestion::Kind::FunctionNamed: {
      const std::string_view text = question.text;
      const std::size_t dot = text.find('.');
      if (dot == std::string_view::npos) return false;
      add_entity(function_named(question.file, text.substr(dot + 1), text.substr(0, dot)), to);
      return true;
    }
    case ProjectQuestion::Kind::Namesakes: {
      std::vector<std::string_view> words;
      for (const auto word : std::string_view(question.text) | std::views::split(' ')) {
        words.emplace_back(word.begin(), word.end());
      }
      const auto found = namesakes(question.file, words.front(), std::span(words).subspan(1));
      to.add_number(found.size());
      for (const ProjectEntity one : found) add_entity(one, to);
      return true;
    }
    default:
      return false;
  }
}

bool Project::add_answer_on_files(const ProjectQuestion& question, KeyedHash& to) const {
  const auto add_neighbours = [&](Imports which) {
    const auto files = neighbours_of(question.file, which);
    to.add_number(files ? 1 : 0);
    if (files) add_files(*files, to);
  };
  switch (question.kind) {
    case ProjectQuestion::Kind::ImportsFrom: {
      const FileIndex other = file_of(question.text);
      to.add_number(imports_from(question.file, other) ? 1 : 0);
      return question.text.empty() == (other == kNoFile);
    }
    case ProjectQuestion::Kind::Meddling: {
      const Meddler meddler = meddling_around(question.file);
      to.add_number(static_cast<std::uint64_t>(meddler.how));
      to.add_text(meddler.import);
      return true;
    }
    case ProjectQuestion::Kind::DrawingCompanions: {
      const auto files = drawing_companions(question.file);
      to.add_number(files ? 1 : 0);
      if (files) add_files(*files, to);
      return true;
    }
    case ProjectQuestion::Kind::DirectNeighbours:
      add_neighbours(Imports::Direct);
      return true;
    case ProjectQuestion::Kind::AllNeighbours:
      add_neighbours(Imports::All);
      return true;
    case ProjectQuestion::Kind::Importers:
      add_files(importers(question.file), to);
      return true;
    case ProjectQuestion::Kind::MayBeImported:
      to.add_number(may_be_imported(question.file) ? 1 : 0);
      return true;
    case ProjectQuestion::Kind::ImportingNotebooks: {
      const auto files = importing_notebooks(question.file);
      to.add_number(files ? 1 : 0);
      if (files) add_files(*files, to);
      return true;
    }
    case ProjectQuestion::Kind::ServesNotebooks:
      to.add_number(serves_notebooks(question.file) ? 1 : 0);
      return true;
    case ProjectQuestion::Kind::ImportedByNotebook:
      to.add_number(is_imported_by_notebook(question.file) ? 1 : 0);
      return true;
    default:
      return false;
  }
}

}  // namespace mlfix
