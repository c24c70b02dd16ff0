// What the notebooks of a run are to its modules: programs that may import them. They are read as
// text, which costs a fraction of what their cells cost as code; so what counts is only a name,
// wherever it stands.

#include <algorithm>
#include <iterator>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <string_view>

#include "semantic/project/project.h"
#include "semantic/project/project_files.h"
#include "semantic/project/project_mentions.h"
#include "semantic/project/questions.h"
#include "semantic/project_entity.h"
#include "syntax/outline.h"
#include "text/paths.h"

namespace mlfix {
namespace {

constexpr std::string_view kImportedNames =
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_., ";

// The words of import statements, whatever else a line of a notebook holds.
std::set<std::string> imported_words(std::string_view text) {
  std::set<std::string> words;
  for (const std::string_view keyword : {"import ", "from "}) {
    for (std::size_t at = text.find(keyword); at != text.npos; at = text.find(keyword, at + 1)) {
      const std::string_view rest = text.substr(at + keyword.size());
      std::string_view names = rest.substr(0, rest.find_first_not_of(kImportedNames));
      while (!names.empty()) {
        const std::size_t word = std::min(names.find_first_of("., "), names.size());
        if (word > 0) words.emplace(names.substr(0, word));
        names.remove_prefix(std::min(word + 1, names.size()));
      }
    }
  }
  return words;
}

// The name that an import of the file ends with.
std::string_view imported_name_of(std::string_view path) {
  const std::string_view name = name_part(path);
  return name == "__init__.py" ? name_part(folder_part(path)) : name.substr(0, name.rfind('.'));
}

}  // namespace

const Project::NotebookWords& Project::notebook_words() const {
  NotebookWords& all = mentions_->notebooks;
  std::call_once(mentions_->notebooks_read, [&] {
    all.by_name.resize(modules_);
    std::multimap<std::string_view, FileIndex> modules;
    for (FileIndex f = 0; f < modules_; ++f) modules.emplace(imported_name_of(path_of(f)), f);
    for (const std::filesystem::path& notebook : notebooks_) {
      const auto text = read_(notebook);
      if (!text) continue;
      const FileIndex number = file_of(notebook);
      bool imports_any = false;
      for (const std::string& word : imported_words(*text)) {
        const auto [begin, end] = modules.equal_range(word);
        for (auto named = begin; named != end; ++named) {
          all.by_name[named->second].push_back(number);
        }
        imports_any = imports_any || begin != end;
      }
      if (!imports_any || number == kNoFile) continue;
      all.importing.push_back(number);
      all.cells.push_back(read_notebook_.cells(*text));
    }
  });
  return all;
}

void Project::add_mentions(std::string_view cells, NotebookWords& to) const {
  const Outline outline = outline_of(cells);
  for (const auto* names : {&outline.attributes, &outline.called_names}) {
    to.attributes.insert(to.attributes.end(), names->begin(), names->end());
  }
  to.ask_for_graphs = to.ask_for_graphs || is_about_graphs(*knowledge_, outline);
  to.read_computed =
      to.read_computed || outline.reads_computed || reads_by_reflection(*knowledge_, outline);
}

bool Project::is_imported_by_notebook(FileIndex file) const {
  if (is_notebook(file)) return false;
  const Asked asked(ProjectQuestion::Kind::ImportedByNotebook, file);
  return !notebook_words().by_name[file].empty();
}

// A name may be imported through other modules, which only reading the notebooks tells.
std::optional<std::vector<FileIndex>> Project::importing_notebooks(FileIndex file) const {
  const Asked asked(ProjectQuestion::Kind::ImportingNotebooks, file);
  std::vector<FileIndex> found;
  if (is_notebook(file)) return found;
  const NotebookWords& words = notebook_words();
  const auto imports_it = [&](FileIndex notebook) {
    return notebook != kNoFile && imports_from(notebook, file);
  };
  if (!std::ranges::all_of(words.by_name[file], imports_it)) return std::nullopt;
  std::ranges::copy_if(words.importing, std::back_inserter(found), imports_it);
  return found;
}

bool Project::serves_notebooks(FileIndex file) const {
  const Asked asked(ProjectQuestion::Kind::ServesNotebooks, file);
  return !notebooks_.empty() && !*programs_with(file, Imports::Direct);
}

bool Project::notebooks_mention(FileIndex file, std::string_view attribute) const {
  notebook_words();
  NotebookWords& words = mentions_->notebooks;
  std::call_once(words.outlined, [&] {
    for (const std::string& cells : words.cells) add_mentions(cells, words);
    std::ranges::sort(words.attributes);
    words.cells.clear();
  });
  return std::ranges::binary_search(words.attributes, hash_name(attribute)) &&
         serves_notebooks(file);
}

bool Project::notebooks_may_differentiate(FileIndex file, std::string_view attribute) const {
  const bool is_mentioned = notebooks_mention(file, attribute);
  const NotebookWords& words = notebook_words();
  return (words.ask_for_graphs && is_mentioned) || (words.read_computed && serves_notebooks(file));
}

}  // namespace mlfix
