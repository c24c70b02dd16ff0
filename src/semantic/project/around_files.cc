// What the other files of the programs that a file is part of may do: to the code of others, to
// pyplot's figures, to gradients by what nobody calls by its name.

#include <algorithm>
#include <array>
#include <iterator>
#include <mutex>
#include <string_view>

#include "semantic/effects/effects.h"
#include "semantic/project/project.h"
#include "semantic/project/project_files.h"
#include "semantic/project/project_mentions.h"
#include "semantic/project/project_summaries.h"
#include "semantic/project/questions.h"
#include "semantic/project_entity.h"

namespace mlfix {
namespace {

bool is_figure_library(std::string_view module) {
  // In code: the packages whose import the tables of pyplot's functions rest on.
  return module.starts_with("matplotlib") || module.starts_with("pylab") ||
         module.starts_with("seaborn");
}

// Does the file itself import pyplot, or what draws with it, so that its model knows the calls?
bool imports_figures(const Outline& outline) {
  return std::ranges::any_of(
      outline.imports, [](const OutlineImport& one) { return is_figure_library(one.module); });
}

// What `ask` tells of each of the files, together; `unknown` where they are too many.
template <typename Effects, typename Ask>
Effects united(const std::optional<std::vector<FileIndex>>& files, Effects unknown, Ask ask) {
  if (!files) return unknown;
  Effects all{};
  for (const FileIndex file : *files) all |= ask(file);
  return all;
}

constexpr EffectBits kPerhaps = static_cast<EffectBits>(Effect::MayNeedGraph);

}  // namespace

Meddling Project::meddling_in(FileIndex file) const {
  Mentions& mentions = *mentions_;
  std::call_once(mentions.meddling_found, [&] {
    mentions.meddling.reserve(modules_);
    NamesOfCode& names = mentions.names_of_code.emplace(*knowledge_);
    for (FileIndex f = 0; f < modules_; ++f) names.add_functions(outline(f));
    names.sort();
    for (FileIndex f = 0; f < modules_; ++f) {
      mentions.meddling.push_back(meddling_of(*knowledge_, names, outline(f), this, f));
    }
  });
  if (!is_notebook(file)) return mentions.meddling[file];
  NamesOfCode names = *mentions.names_of_code;
  names.add_functions(outline(file));
  names.sort();
  return meddling_of(*knowledge_, names, outline(file), this, file);
}

Meddler Project::meddling_around(FileIndex file) const {
  const Asked asked(ProjectQuestion::Kind::Meddling, file);
  Mentions& mentions = *mentions_;
  const auto meddles = [&](FileIndex one) { return meddling_in(one) != Meddling::None; };
  const auto brings_unseen = [&](FileIndex one) { return unseen_import_of(one).has_value(); };
  // Of the file itself first, as that is what a reader of the message has before them.
  if (const Meddling own = meddling_in(file); own != Meddling::None) return {own, {}};
  if (brings_unseen(file)) return {Meddling::BringsUnseen, *unseen_import_of(file)};
  std::call_once(mentions.meddlers_sought, [&] {
    mentions.has_meddlers = std::ranges::any_of(
        all_files(), [&](FileIndex one) { return meddles(one) || brings_unseen(one); });
  });
  if (!mentions.has_meddlers) return {};
  const Companions others = programs_with(file, Imports::All);
  const std::span<const FileIndex> program =
      *others ? std::span<const FileIndex>((*others)->files) : all_files();
  if (const auto found = std::ranges::find_if(program, meddles); found != program.end()) {
    return {meddling_in(*found), {}};
  }
  if (const auto found = std::ranges::find_if(program, brings_unseen); found != program.end()) {
    return {Meddling::BringsUnseen, *unseen_import_of(*found)};
  }
  return {};
}

const std::optional<std::string>& Project::unseen_import_of(FileIndex file) const {
  File::UnseenImport& unseen = *files_[file]->unseen_import;
  std::call_once(unseen.looked_for,
                 [&] { unseen.found = unseen_import(*knowledge_, outline(file), this, file); });
  return unseen.found;
}

std::optional<std::vector<FileIndex>> Project::drawing_companions(FileIndex file) const {
  const Asked asked(ProjectQuestion::Kind::DrawingCompanions, file);
  const Companions program = programs_with(file, Imports::All);
  if (!*program) return std::nullopt;
  std::vector<FileIndex> found;
  std::ranges::copy_if((*program)->files, std::back_inserter(found),
                       [&](FileIndex other) { return other != file && speaks_of_figures(other); });
  return found;
}

bool Project::speaks_of_figures(FileIndex file) const {
  // In code: the names of pyplot, by which a file has it that another one imports.
  constexpr std::array<std::string_view, 4> kNames = {"plt", "pyplot", "pylab", "seaborn"};
  if (imports_figures(outline(file))) return true;
  const auto words = words_of(file);
  return std::ranges::any_of(kNames, [&](std::string_view name) {
    return std::ranges::binary_search(*words, hash_name(name));
  });
}

bool Project::companions_draw(FileIndex file) const {
  const auto others = drawing_companions(file);
  // Of a file that has pyplot by way of another, or imports it in a function, not all is known.
  return !others || std::ranges::any_of(*others, [&](FileIndex other) {
    return !imports_figures(outline(other)) || summaries_->background(other).effects.figures != 0;
  });
}

BackgroundEffects Project::background_around(FileIndex file) const {
  const BackgroundEffects unknown{.iteration = kPerhaps, .hooks = kPerhaps, .implicit = kPerhaps};
  return united(neighbours_of(file, Imports::All), unknown,
                [&](FileIndex other) { return summaries_->whole_background(other); });
}

EffectBits Project::forwards_around(FileIndex file) const {
  return united(neighbours_of(file, Imports::All), kPerhaps,
                [&](FileIndex other) { return summaries_->whole_background(other).forwards; });
}

EffectBits Project::hooks_around(FileIndex file) const {
  return united(neighbours_of(file, Imports::All), kPerhaps,
                [&](FileIndex other) { return summaries_->whole_background(other).hooks; });
}

EffectBits Project::methods_around(FileIndex file, std::string_view name) const {
  return united(neighbours_of(file, Imports::Direct), kPerhaps,
                [&](FileIndex other) { return summaries_->method(other, name); });
}

}  // namespace mlfix
