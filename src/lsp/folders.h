// The folders that the client has open, and those of files that lie in none.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "lsp/folder.h"

namespace mlfix::lsp {

class Folders {
 public:
  // What a folder is made with; see Folder.
  Folders(const Registry& registry, LoadSurroundings load, ReadText read, StopRequest stop);

  void add_root(const std::filesystem::path& path);
  void remove_root(const std::filesystem::path& path);

  // The innermost root around the file, else its own folder, where it stands alone. New
  // folders read their configuration; what is wrong with it is kept in `problems`.
  Folder& around(const std::filesystem::path& file);
  // Those around some file that was asked about: an editor opens more folders than its user
  // looks at, and to set one up takes processes of git.
  std::vector<Folder*> all();
  // All that the editor has open, each set up.
  std::vector<Folder*> roots();

  // Reads the configuration of a folder again.
  void reload(Folder& folder);
  // Configurations that are wrong, each said once; taken by the caller.
  std::vector<Error> take_problems();

 private:
  using Map = std::map<std::filesystem::path, std::unique_ptr<Folder>>;
  Folder& ready(Folder& folder);
  Folder& opened(Map& map, const std::filesystem::path& path, bool of_project);

  const Registry& registry_;
  const LoadSurroundings load_;
  const ReadText read_;
  const StopRequest stop_;
  Map roots_;
  Map loose_;
  std::vector<Error> problems_;
};

}  // namespace mlfix::lsp
