// Names of a project: the way from an import to what it names. Private to the project.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "semantic/project/project_files.h"
#include "semantic/project_entity.h"

namespace mlfix {

// A module as an import finds it: a file, a folder, or both (a package with its
// __init__.py).
struct ProjectModule {
  FileIndex file = kNoFile;
  std::string_view folder;  // of a package, regular or not
  explicit operator bool() const { return file != kNoFile || !folder.empty(); }
};

class Project::Names {
 public:
  // What one question has looked up so far.
  struct Trail {
    std::map<std::pair<FileIndex, std::string>, ProjectEntity> known;
    int depth = 0;
  };

  explicit Names(const Project& project);
  bool is_importable(std::string_view name) const;
  std::string_view folder(std::uint32_t number) const;
  FileIndex file_at(const std::string& path) const;
  ProjectEntity resolve(FileIndex from, std::string_view dotted, Trail& trail) const;
  ProjectEntity lookup(FileIndex file, std::string_view name, Trail& trail) const;
  ProjectEntity look_in(FileIndex file, std::string_view name, Trail& trail) const;
  ProjectEntity lookup_star(FileIndex file, std::string_view name, Trail& trail) const;

  // What a library gives to the name where star imports bring it: all files on the way that
  // bind it must agree, and none may have a star that nobody sees through.
  struct StarTrail {
    std::set<FileIndex> seen;
    std::string agreed;
    bool disagrees = false;
  };

  std::string library_by_star(FileIndex file, std::string_view name) const;

  // A dotted name as it is written at the top level of a file.
  ProjectEntity in_scope(FileIndex file, std::string_view dotted) const;

  // The qualified name of a dotted name of a file's top level, through its imports.
  std::string text_in_scope(FileIndex file, std::string_view dotted) const;

  // Resolved once: whatever is asked of a class asks for the bases of all above it.
  const std::vector<File::Base>& bases_of(ProjectEntity klass) const;

 private:
  // Of many stars only those that have the name, or stars of their own.
  std::vector<std::uint32_t> stars_that_may_bring(FileIndex file, std::string_view name) const;
  const File::Stars& stars_of(FileIndex file) const;
  void follow_stars(FileIndex file, std::string_view name, StarTrail& trail) const;
  void note_binding(FileIndex file, std::string_view name, StarTrail& trail) const;

  // The file of a module that paths alone lead to: no package on the way binds the next name.
  FileIndex file_by_path(FileIndex from, std::string_view dotted) const;
  FileIndex file_below(ProjectModule module, std::string_view dotted) const;
  ProjectEntity meaning_of(FileIndex file, const OutlineBinding& binding, Trail& trail) const;
  ProjectModule module_at(std::string_view folder, std::string_view name) const;
  bool is_package(std::string_view folder) const;

  // "." is the file's own package, each further dot one above it. Leaves the names
  // after the dots in `dotted`.
  ProjectModule package_of(FileIndex from, std::string_view& dotted) const;
  // How near a folder to import from is to a file: the length of the folder that both have in
  // common, and whether that is the place itself, not one beside the way up.
  using Nearness = std::pair<std::size_t, bool>;
  // Nothing where the file can't import from there.
  std::optional<Nearness> nearness(FileIndex from, std::string_view root) const;
  // The modules that an import of the name may mean, the nearest first.
  std::vector<ProjectModule> top_modules(FileIndex from, std::string_view name) const;
  ProjectModule module_of(ProjectEntity entity) const;
  std::optional<std::uint32_t> folder_number(std::string_view path) const;
  ProjectEntity entity_of(const ProjectModule& module) const;
  ProjectEntity walk(ProjectModule module, std::string_view dotted, Trail& trail) const;
  bool imports_below(FileIndex file, std::string_view name) const;
  bool binds(FileIndex file, std::string_view name) const;

  // Class.method, when one more name is left.
  ProjectEntity of_class(ProjectEntity entity, std::string_view rest) const;

  const Project& project_;
  std::unordered_map<std::string, FileIndex> by_path_;
  std::vector<std::string_view> folders_;  // with a file in them, or below them; sorted
  // By the first name of an import: the folders in which it may be found.
  std::map<std::string_view, std::vector<std::string_view>> importable_;
};

}  // namespace mlfix
