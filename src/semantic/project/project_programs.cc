// Which files may be parts of one program: those that import a file, whatever lies between, and
// what all of these import. Files that import each other in a circle, a strongly connected
// component of the imports, are parts of the same programs, which are found once for all of them.
// What may be part of very many files is not looked at.

#include <algorithm>
#include <iterator>
#include <numeric>

#include "semantic/components.h"
#include "semantic/knowledge/knowledge.h"
#include "semantic/project/project.h"
#include "semantic/project/project_files.h"
#include "semantic/project/project_mentions.h"
#include "semantic/project/project_names.h"
#include "semantic/project/questions.h"
#include "semantic/project_entity.h"
#include "text/paths.h"

namespace mlfix {
namespace {

constexpr std::size_t kMaxCompanions = 300;

bool may_bring_code(const Knowledge& knowledge, const Outline& outline) {
  return outline.imports_computed ||
         std::ranges::any_of(knowledge.names(Meaning::BringsCode), [&](std::string_view name) {
           return std::ranges::binary_search(outline.called_names, hash_name(name));
         });
}

bool registers_hook(const Knowledge& knowledge, const Outline& outline) {
  return std::ranges::any_of(
      knowledge.names(Meaning::RegistersForwardHook), [&](std::string_view name) {
        return std::ranges::binary_search(outline.called_names, hash_name(name));
      });
}

// Hashes of the functions that tell whether gradients are on; sorted.
std::vector<std::uint32_t> functions_that_ask(const Knowledge& knowledge) {
  constexpr auto kAsks = static_cast<EffectBits>(Effect::ReadsGradMode);
  std::vector<std::uint32_t> found;
  knowledge.for_each_described([&](std::string_view dotted) {
    const Symbol symbol = knowledge.find(dotted);
    const CallableInfo* info = symbol == kNoSymbol ? nullptr : knowledge.callable(symbol);
    if (info == nullptr || (info->effects & kAsks) == 0) return;
    found.push_back(hash_name(dotted.substr(dotted.rfind('.') + 1)));
  });
  std::ranges::sort(found);
  return found;
}

// Does it have code that differentiates, modules that may keep a graph, or code that looks at what
// modules give?
bool has_code_for_gradients(const Knowledge& knowledge, const std::vector<std::uint32_t>& asking,
                            const Outline& outline) {
  const auto is_called = [&](std::uint32_t name) {
    return std::ranges::binary_search(outline.called_names, name);
  };
  return outline.differentiates || registers_hook(knowledge, outline) ||
         std::ranges::any_of(asking, is_called) ||
         std::ranges::any_of(outline.functions, [](const OutlineFunction& function) {
           return function.klass >= 0 && function.name == "forward";
         });
}

// May a loop, an operator, an attribute or a call of an object run a method of the file?
bool has_method_run_by_language(const Outline& outline) {
  return std::ranges::any_of(outline.functions, [](const OutlineFunction& function) {
    const bool is_special = function.name.starts_with("__") && function.name != "__init__";
    return function.klass >= 0 && (is_special || function.is_decorated);
  });
}

}  // namespace

const std::vector<FileIndex>& Project::importers(FileIndex file) const {
  const Asked asked(ProjectQuestion::Kind::Importers, file);
  std::vector<std::vector<FileIndex>>& all = mentions_->importers;
  std::call_once(mentions_->importers_found, [&] {
    all.resize(files_.size());
    for (FileIndex f = 0; f < modules_; ++f) {
      for (const FileIndex imported : imports_of(f)) {
        if (imported != kNoFile && imported != f) all[imported].push_back(f);
      }
      if (!brings_code(f)) continue;
      for (const FileIndex brought : files_below_folder_of(f)) {
        if (brought != f) all[brought].push_back(f);
      }
    }
  });
  return all[file];
}

bool Project::may_be_imported(FileIndex file) const {
  const Asked asked(ProjectQuestion::Kind::MayBeImported, file);
  return modules_ < 2 || is_notebook(file) || !importers(file).empty() ||
         is_imported_by_notebook(file);
}

bool Project::is_imported(FileIndex file) const {
  return !importers(file).empty() || is_imported_by_notebook(file);
}

const std::set<FileIndex>& Project::imports_of(FileIndex file) const {
  imports_from(file, kNoFile);  // so that they are resolved
  return files_[file]->importing->files;
}

bool Project::bears_on_gradients(FileIndex file) const {
  std::call_once(mentions_->bearing_found, [&] {
    const std::vector<std::uint32_t> asking = functions_that_ask(*knowledge_);
    mentions_->bearing.resize(modules_);
    for (FileIndex f = 0; f < modules_; ++f) {
      mentions_->bearing[f] = has_code_for_gradients(*knowledge_, asking, outline(f)) ||
                              has_method_run_by_language(outline(f)) || imports_differentiating(f);
    }
  });
  return mentions_->bearing[file];
}

// An attack that a data set of the file makes on each of its samples is mostly a function of
// another one.
bool Project::imports_differentiating(FileIndex file) const {
  return std::ranges::any_of(imports_of(file), [&](FileIndex imported) {
    return imported != kNoFile && imported < modules_ && outline(imported).differentiates;
  });
}

FileIndex Project::circle_of(FileIndex file) const {
  if (is_notebook(file)) return file;
  std::vector<FileIndex>& circles = mentions_->circles;
  std::call_once(mentions_->circles_found, [&] {
    circles.assign(modules_, kNoFile);
    const auto is_known = [&](FileIndex one) { return circles[one] != kNoFile; };
    const auto importer = [&](FileIndex imported, std::size_t i) {
      const std::vector<FileIndex>& all = importers(imported);
      return i < all.size() ? all[i] : kNoFile;
    };
    const auto enter = [&](std::span<const FileIndex> circle) {
      const FileIndex first = *std::ranges::min_element(circle);
      for (const FileIndex one : circle) circles[one] = first;
    };
    for (FileIndex one = 0; one < modules_; ++one) {
      if (!is_known(one)) for_each_component(one, is_known, importer, enter);
    }
  });
  return circles[file];
}

Project::Companions Project::programs_with(FileIndex file, Imports which) const {
  const FileIndex first = circle_of(file);
  {
    const std::lock_guard lock(mentions_->programs_mutex);
    const auto known = mentions_->programs.find({first, which});
    if (known != mentions_->programs.end()) return known->second;
  }
  auto found = std::make_shared<const std::optional<Program>>(find_programs_with(first, which));
  const std::lock_guard lock(mentions_->programs_mutex);
  return mentions_->programs.try_emplace({first, which}, std::move(found)).first->second;
}

bool Project::brings_code(FileIndex file) const {
  if (is_notebook(file)) return may_bring_code(*knowledge_, outline(file));
  std::call_once(mentions_->bringing_found, [&] {
    mentions_->bringing.resize(modules_);
    for (FileIndex f = 0; f < modules_; ++f) {
      mentions_->bringing[f] = may_bring_code(*knowledge_, outline(f));
    }
  });
  return mentions_->bringing[file];
}

std::vector<FileIndex> Project::files_below_folder_of(FileIndex file) const {
  const std::string_view folder = folder_prefix(files_[file]->path);
  std::vector<FileIndex> found;
  for (FileIndex f = 0; f < modules_; ++f) {
    if (files_[f]->path.starts_with(folder)) found.push_back(f);
  }
  return found;
}

std::optional<Project::Program> Project::find_programs_with(FileIndex file, Imports which) const {
  std::vector<FileIndex> found{file};
  std::vector<bool> seen(files_.size());
  seen[file] = true;
  const auto enter = [&](FileIndex other) {
    if (other == kNoFile || seen[other]) return;
    seen[other] = true;
    found.push_back(other);
  };
  for (std::size_t i = 0; i < found.size() && found.size() <= kMaxCompanions; ++i) {
    for (const FileIndex importer : importers(found[i])) enter(importer);
  }
  if (std::ranges::any_of(found, [&](FileIndex one) { return is_imported_by_notebook(one); })) {
    return std::nullopt;
  }
  const std::size_t direct = found.size();
  for (std::size_t i = 0; i < found.size() && found.size() <= kMaxCompanions; ++i) {
    if (which == Imports::Direct && i >= direct) break;
    for (const FileIndex imported : imports_of(found[i])) enter(imported);
    if (!brings_code(found[i])) continue;
    for (const FileIndex brought : files_below_folder_of(found[i])) enter(brought);
  }
  if (found.size() > kMaxCompanions) return std::nullopt;
  Program program{std::move(found), {}};
  std::ranges::copy_if(program.files, std::back_inserter(program.bearing), [&](FileIndex other) {
    return !is_notebook(other) && bears_on_gradients(other);
  });
  return program;
}

bool Project::may_hold(FileIndex file, ProjectEntity klass) const {
  if (is_notebook(file) || !sees_users(klass.file)) return true;
  const Companions program = programs_with(klass.file, Imports::All);
  if (!*program) return true;
  return std::ranges::find((*program)->files, file) != (*program)->files.end() ||
         std::ranges::binary_search(*words_of(file), hash_name(name_of(klass)));
}

std::optional<std::vector<FileIndex>> Project::neighbours_of(FileIndex file, Imports which) const {
  const bool direct = which == Imports::Direct;
  const Asked asked(
      direct ? ProjectQuestion::Kind::DirectNeighbours : ProjectQuestion::Kind::AllNeighbours,
      file);
  const Companions program = programs_with(file, which);
  // One more, as the file itself is none of them.
  if (!*program || (*program)->bearing.size() > kMaxNeighbours + 1) return std::nullopt;
  std::vector<FileIndex> found = (*program)->bearing;
  std::erase(found, file);
  return found.size() > kMaxNeighbours ? std::nullopt : std::optional(std::move(found));
}

std::span<const FileIndex> Project::all_files() const {
  Mentions& mentions = *mentions_;
  std::call_once(mentions.files_listed, [&] {
    mentions.files.resize(modules_);
    std::iota(mentions.files.begin(), mentions.files.end(), FileIndex{0});
  });
  return mentions.files;
}

}  // namespace mlfix
