// Whether anybody may use what a file defines. Only the name counts, wherever it stands: a call, a
// reference, a string. So what is named nowhere is used by nobody, as long as the run has the files
// that could.

#include <fmt/format.h>

#include <algorithm>
#include <mutex>
#include <string>

#include "semantic/knowledge/knowledge.h"
#include "semantic/project/mentioned_words.h"
#include "semantic/project/project.h"
#include "semantic/project/project_files.h"
#include "semantic/project/project_mentions.h"
#include "semantic/project/questions.h"
#include "semantic/project_entity.h"
#include "text/characters.h"
#include "text/paths.h"

namespace mlfix {
namespace {

constexpr std::string_view kPackage = "__init__";
constexpr std::string_view kInstaller = "setup";

bool has_word(const std::vector<std::uint32_t>& words, std::string_view name) {
  return std::ranges::binary_search(words, hash_name(name));
}

// Is the file called by what is not a name in Python, 01_train.py? Then no other can import it by
// name.
bool is_script_by_name(std::string_view path) {
  const std::string_view file = name_part(path);
  const std::string_view stem = file.substr(0, file.rfind('.'));
  return stem.empty() || !is_name_start(stem[0]) || !std::ranges::all_of(stem, is_name_byte);
}

}  // namespace

std::vector<std::uint32_t> Project::words_read_from(FileIndex file) const {
  const auto text = text_of(file);
  const bool is_package = path_of(file).ends_with("__init__.py");
  return mentioned_words(text ? std::string_view(*text) : std::string_view(),
                         is_package ? TakenNames::AreMentioned : TakenNames::AreNot);
}

std::shared_ptr<const std::vector<std::uint32_t>> Project::words_of(FileIndex file) const {
  {
    const std::lock_guard lock(mentions_->words_mutex);
    const auto known = mentions_->words.find(file);
    if (known != mentions_->words.end()) return known->second;
  }
  auto found = std::make_shared<const std::vector<std::uint32_t>>(words_read_from(file));
  const std::lock_guard lock(mentions_->words_mutex);
  return mentions_->words.try_emplace(file, std::move(found)).first->second;
}

// A file that has a function of that name means its own, most likely: scripts are made by copying
// others.
bool Project::is_named_without_definition(std::string_view name) const {
  Mentions& mentions = *mentions_;
  std::call_once(mentions.foreign_words_found, [&] {
    for (FileIndex file = 0; file < modules_; ++file) {
      std::vector<std::uint32_t> own = outline(file).defined_names;
      for (const OutlineClass& one : outline(file).classes) own.push_back(hash_name(one.name));
      std::ranges::sort(own);
      for (const std::uint32_t word : words_read_from(file)) {
        if (std::ranges::binary_search(own, word)) continue;
        const auto [known, is_new] = mentions.foreign_words.emplace(word, file);
        if (!is_new) known->second = kNoFile;
      }
    }
  });
  return mentions.foreign_words.contains(hash_name(name));
}

// A package is there for others to import once it can be installed. What makes it so, a
// pyproject.toml, is no source that a project has; what it can see is the other case: a package
// beside whose top folder stand scripts that import it is a part of their program, like a file
// without a package. A setup.py in that place is no such script.
bool Project::is_offered_to_others(FileIndex file) const {
  const auto has = [&](std::string_view folder, std::string_view module) {
    return file_of(fmt::format("{}{}.py", folder, module)) != kNoFile;
  };
  std::string_view folder = folder_prefix(files_[file]->path);
  if (!has(folder, kPackage)) return has(folder, kInstaller);
  while (!folder.empty() && has(folder, kPackage)) folder = folder_prefix(folder_part(folder));
  if (has(folder, kInstaller)) return true;
  for (FileIndex script = 0; script < modules_; ++script) {
    const std::string& path = files_[script]->path;
    if (folder_prefix(path) != folder || path.ends_with("/conftest.py")) continue;
    const auto is_below = [&](FileIndex imported) {
      return imported != kNoFile && folder_prefix(files_[imported]->path).size() > folder.size() &&
             files_[imported]->path.starts_with(folder);
    };
    if (std::ranges::any_of(imports_of(script), is_below)) return false;
  }
  return true;
}

bool Project::sees_users(FileIndex file) const {
  const Asked asked(ProjectQuestion::Kind::SeesUsers, file);
  if (modules_ < 2 || is_notebook(file)) return false;
  // Who could use a file that nobody imports, and that is no script, is not in the run.
  if (importers(file).empty() && !has_word(*words_of(file), "__main__")) return false;
  if (is_offered_to_others(file)) return false;
  const Companions program = programs_with(file, Imports::Direct);
  return *program && std::ranges::none_of((*program)->files, [&](FileIndex one) {
    // What it brings lies in its folder, or below.
    const bool brings_it =
        files_[file]->path.starts_with(folder_prefix(files_[one]->path)) && brings_code(one);
    return brings_it || (one != file && outline(one).reads_computed);
  });
}

// The files that import the file, whatever lies between, and what these import; nothing where they
// are too many for a question that each file asks.
std::vector<FileIndex> Project::small_program_with(FileIndex file) const {
  constexpr std::size_t kMostFiles = 40;
  std::vector<FileIndex> found{file};
  const auto enter = [&](FileIndex other) {
    if (other == kNoFile || std::ranges::find(found, other) != found.end()) return true;
    found.push_back(other);
    return found.size() <= kMostFiles;
  };
  for (std::size_t i = 0; i < found.size(); ++i) {
    if (brings_code(found[i]) || is_imported_by_notebook(found[i]) ||
        !std::ranges::all_of(importers(found[i]), enter)) {
      return {};
    }
  }
  const std::size_t importing = found.size();
  for (std::size_t i = 0; i < importing; ++i) {
    if (!std::ranges::all_of(imports_of(found[i]), enter)) return {};
  }
  return found;
}

bool Project::only_infers(FileIndex file) const {
  const Asked asked(ProjectQuestion::Kind::OnlyInfers, file);
  if (is_notebook(file)) return false;
  const auto mentions_any = [&](FileIndex one, Meaning words) {
    const auto known = words_of(one);
    return std::ranges::any_of(knowledge_->names(words),
                               [&](std::string_view word) { return has_word(*known, word); });
  };
  bool is_run = false;
  for (const FileIndex one : small_program_with(file)) {
    if (is_notebook(one) || outline(one).differentiates ||
        mentions_any(one, Meaning::TellsTraining)) {
      return false;
    }
    is_run = is_run || mentions_any(one, Meaning::TellsProgram);
  }
  return is_run && !is_offered_to_others(file);
}

bool Project::is_named_by_importers(FileIndex file, std::string_view name) const {
  const Asked asked(ProjectQuestion::Kind::NamedByImporters, file, 0, name);
  return std::ranges::any_of(importers(file),
                             [&](FileIndex one) { return has_word(*words_of(one), name); });
}

bool Project::may_be_used(FileIndex file, std::string_view name) const {
  const Asked asked(ProjectQuestion::Kind::MayBeUsed, file, 0, name);
  const std::size_t dot = name.find('.');
  const bool is_method = dot != std::string_view::npos;
  const std::string_view klass = is_method ? name.substr(0, dot) : std::string_view();
  const std::string_view word = is_method ? name.substr(dot + 1) : name;
  if (!sees_users(file) || (!is_method && has_word(*words_of(file), word)) ||
      outline(file).reads_computed) {
    return true;
  }
  const Companions program = programs_with(file, Imports::Direct);
  const std::vector<FileIndex>& files = (*program)->files;
  const bool is_mentioned = std::ranges::any_of(files, [&](FileIndex one) {
    return !(is_method && one == file) && has_word(*words_of(one), word);
  });
  if (is_mentioned) return true;
  if (!is_method) return !is_script_by_name(path_of(file)) && is_named_without_definition(name);
  if (!is_named_without_definition(klass)) return false;
  const FileIndex namer = mentions_->foreign_words.at(hash_name(klass));
  return std::ranges::find(files, namer) == files.end();
}

}  // namespace mlfix
