#include "lsp/folders.h"

#include <algorithm>
#include <system_error>
#include <utility>

#include "text/paths.h"

namespace mlfix::lsp {

namespace fs = std::filesystem;

namespace {

// Without the "/" at its end, which would be an empty name.
fs::path plain(const fs::path& path) {
  const fs::path normal = path.lexically_normal();
  return normal.has_filename() ? normal : normal.parent_path();
}

}  // namespace

Folders::Folders(const Registry& registry, LoadSurroundings load, ReadText read, StopRequest stop)
    : registry_(registry), load_(std::move(load)), read_(std::move(read)), stop_(std::move(stop)) {}

void Folders::add_root(const fs::path& path) {
  opened(roots_, plain(path), true);
}

void Folders::remove_root(const fs::path& path) {
  roots_.erase(plain(path));
}

Folder& Folders::opened(Map& map, const fs::path& path, bool of_project) {
  const auto [at, is_new] = map.try_emplace(path);
  if (is_new) {
    at->second = std::make_unique<Folder>(path, of_project, registry_, load_, read_, stop_);
  }
  return *at->second;
}

Folder& Folders::ready(Folder& folder) {
  if (!folder.is_set_up()) reload(folder);
  return folder;
}

Folder& Folders::around(const fs::path& file) {
  Folder* innermost = nullptr;
  for (const auto& [path, folder] : roots_) {
    // In the order of the map a folder comes before those below it.
    if (is_below(file, path)) innermost = folder.get();
  }
  if (innermost != nullptr) return ready(*innermost);
  if (file.is_absolute()) return ready(opened(loose_, plain(file.parent_path()), false));
  // A text that was never saved.
  std::error_code error;
  const fs::path folder = roots_.empty() ? fs::current_path(error) : roots_.begin()->first;
  return ready(opened(loose_, plain(folder), false));
}

std::vector<Folder*> Folders::roots() {
  std::vector<Folder*> folders;
  for (const auto& [path, folder] : roots_) folders.push_back(&ready(*folder));
  return folders;
}

std::vector<Folder*> Folders::all() {
  std::vector<Folder*> folders;
  for (const Map* map : {&roots_, &loose_}) {
    for (const auto& [path, folder] : *map) {
      if (folder->is_set_up()) folders.push_back(folder.get());
    }
  }
  return folders;
}

void Folders::reload(Folder& folder) {
  if (auto problem = folder.reload()) problems_.push_back(std::move(*problem));
}

std::vector<Error> Folders::take_problems() {
  for (Folder* folder : all()) {
    if (auto problem = folder->take_problem()) problems_.push_back(std::move(*problem));
  }
  return std::exchange(problems_, {});
}

}  // namespace mlfix::lsp
