// What a project has found out over all of its files. Private to the project.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "semantic/project/attribute_mentions.h"
#include "semantic/project/meddling.h"
#include "semantic/project/project.h"
#include "semantic/project_entity.h"
#include "syntax/outline.h"

namespace mlfix {

// Files of a program that have code of a kind, which are looked into for one question.
constexpr std::size_t kMaxNeighbours = 60;

// Does the file read attributes by names that its text does not hold, of what no import brings?
bool reads_by_reflection(const Knowledge& knowledge, const Outline& outline);
// Does the file differentiate, or look at whether something has a graph (`x.requires_grad`)?
bool is_about_graphs(const Knowledge& knowledge, const Outline& outline);

struct Project::NotebookWords {
  // By file, the notebooks that import something of its name; and those that import any file. Where
  // the project has nobody to read notebooks, kNoFile.
  std::vector<std::vector<FileIndex>> by_name;
  std::vector<FileIndex> importing;
  // What the cells of these say, until somebody asks which attributes they mention.
  std::vector<std::string> cells;
  std::once_flag outlined;
  // Hashes of attributes, sorted: those that are read, called, or looked up by a constant name.
  std::vector<std::uint32_t> attributes;
  bool ask_for_graphs = false;  // some: they differentiate, or look at whether there is a graph
  bool read_computed = false;   // some attribute, by a name that is computed
};

// Begun again when a file changes that is no notebook. By file: of those alone.
struct Project::Mentions {
  void forget_programs_of(FileIndex file) {
    programs.erase({file, Imports::Direct});
    programs.erase({file, Imports::All});
  }

  std::once_flag made;
  std::optional<AttributeMentions> index;
  std::once_flag merging_found;
  std::vector<ProjectEntity> merging;  // the classes with several bases
  std::once_flag merging_below_found;
  std::map<ProjectEntity, std::vector<ProjectEntity>> merging_below;  // by each class above them
  bool merges_many = false;  // is one of them below more classes than are looked at?
  std::once_flag importers_found;
  std::vector<std::vector<FileIndex>> importers;  // by file
  std::once_flag bearing_found;
  std::vector<bool> bearing;  // by file: see bears_on_gradients()
  std::once_flag properties_found;
  std::unordered_map<std::uint32_t, FileIndex> properties;  // by hash; kNoFile for several files
  std::once_flag meddling_found;
  std::optional<NamesOfCode> names_of_code;
  std::vector<Meddling> meddling;  // by file
  std::once_flag meddlers_sought;
  bool has_meddlers = false;  // or files that bring what is not seen
  std::once_flag files_listed;
  std::vector<FileIndex> files;  // all of the run
  std::once_flag notebooks_read;
  NotebookWords notebooks;
  std::once_flag bringing_found;
  std::vector<bool> bringing;  // by file: see brings_code()
  std::once_flag circles_found;
  std::vector<FileIndex> circles;  // by file: see circle_of()
  std::mutex programs_mutex;
  std::map<std::pair<FileIndex, Imports>, Companions> programs;  // by circle
  std::mutex words_mutex;
  std::map<FileIndex, std::shared_ptr<const std::vector<std::uint32_t>>> words;  // by file
  std::once_flag foreign_words_found;
  // See is_named_without_definition(); by hash, kNoFile for several files.
  std::unordered_map<std::uint32_t, FileIndex> foreign_words;
  std::once_flag askers_found;
  Askers askers;
};

}  // namespace mlfix
