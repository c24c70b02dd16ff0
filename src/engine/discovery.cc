// Finds files in three steps: list candidates (git or a walk), leave out what is
// nobody's source, then sort and drop second names of one file. A folder that was
// visited is not entered again.

#include "engine/discovery.h"

#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "engine/git_files.h"
#include "text/paths.h"

namespace mlfix {
namespace {

namespace fs = std::filesystem;

using Inode = std::pair<dev_t, ino_t>;

std::optional<struct stat> status_of(const fs::path& path) {
  struct stat status {};
  if (stat(path.empty() ? "." : path.c_str(), &status) != 0) return std::nullopt;
  return status;
}

bool is_skipped_folder_name(const fs::path& name) {
  static constexpr std::array<std::string_view, 9> kSkipped = {
      ".git", ".hg",  ".svn",  "node_modules",      "__pycache__",
      ".tox", ".nox", ".eggs", ".ipynb_checkpoints"};
  return std::ranges::find(kSkipped, name.native()) != kSkipped.end();
}

class Finder {
 public:
  Finder(const std::vector<fs::path>& paths, std::chrono::seconds for_ignore_rules,
         std::size_t most_entries)
      : for_ignore_rules_(for_ignore_rules), entries_left_(most_entries) {
    for (const fs::path& path : paths) {
      std::error_code error;
      const fs::path real = fs::canonical(path.empty() ? "." : path, error);
      if (!error && fs::is_directory(real, error)) roots_.push_back(real);
    }
  }

  void add(const fs::path& given) {
    const std::optional<struct stat> status = status_of(given);
    if (!status) {
      errors_.push_back({ErrorKind::Usage, given.string(), 0, "no such file or folder",
                         "check the path, and that you may enter its folder"});
    } else if (S_ISDIR(status->st_mode)) {
      const fs::path folder = given.lexically_normal();
      add_folder(folder == "." ? fs::path() : folder);
    } else {
      candidates_.push_back(given.lexically_normal());
    }
  }

  Discovery finish() {
    std::ranges::sort(candidates_);
    Discovery result;
    std::set<Inode> seen;
    for (fs::path& path : candidates_) {
      const std::optional<struct stat> status = status_of(path);
      if (!status) continue;
      const bool is_first = seen.insert({status->st_dev, status->st_ino}).second;
      (is_first ? result.files : result.second_names).push_back(std::move(path));
    }
    result.errors = std::move(errors_);
    result.left_out = std::move(left_out_);
    result.unlisted = std::move(unlisted_);
    result.is_whole = is_whole_;
    return result;
  }

 private:
  void add_folder(const fs::path& folder) {
    const auto listed = list_by_git(folder);
    if (listed && *listed) {
      for (const fs::path& file : (*listed)->files) add_listed(folder, file);
      for (const fs::path& link : (*listed)->links) stays_inside(folder / link);
      return;
    }
    if (!listed) unlisted_.push_back(listed.error());
    walk(folder);
  }

  // Where git has once taken too long, its author may have made a thousand repositories
  // like that: it is not asked again.
  Result<GitFiles> list_by_git(const fs::path& folder) {
    if (slow_ && checkout_around(folder)) {
      return tl::unexpected(Error{slow_->kind, folder.string(), 0,
                                  "git is not asked, as it took too long in " + slow_->path,
                                  slow_->remedy});
    }
    auto listed = git_files(folder, for_ignore_rules_);
    if (!listed && exceeded_bounds(listed.error())) slow_ = listed.error();
    return listed;
  }

  // A path that git listed: a file, or the folder of a nested repository.
  void add_listed(const fs::path& folder, const fs::path& relative) {
    const fs::path path = (folder / relative).lexically_normal();
    if (is_below_skipped_folder(folder, relative)) return;
    std::error_code error;
    const fs::file_status own = fs::symlink_status(path, error);
    if (error || !fs::exists(own)) return;  // tracked, but deleted
    if (fs::is_directory(own)) {
      if (enter(path) && !is_skipped(path)) add_folder(path);
    } else {
      add_if_source(path);
    }
  }

  bool is_below_skipped_folder(const fs::path& folder, const fs::path& relative) {
    fs::path at = folder;
    for (const fs::path& part : relative.parent_path()) {
      at /= part;
      if (is_skipped(at)) return true;
    }
    return false;
  }

  bool is_skipped(const fs::path& folder) {
    const auto [at, is_new] = skipped_.try_emplace(folder, false);
    if (is_new) at->second = is_skipped_folder(folder);
    return at->second;
  }

  // First visit of that folder under any name?
  bool enter(const fs::path& folder) {
    const std::optional<struct stat> status = status_of(folder);
    return status && entered_.insert({status->st_dev, status->st_ino}).second;
  }

  void add_if_source(const fs::path& path) {
    if (!is_python_source(path)) return;
    const std::optional<struct stat> status = status_of(path);
    if (status && S_ISREG(status->st_mode) && stays_inside(path)) candidates_.push_back(path);
  }

  // False for a link that leads out of the folders that were named, or to where
  // nothing is looked for; it is mentioned.
  bool stays_inside(const fs::path& path) {
    std::error_code error;
    if (!fs::is_symlink(path, error)) return true;
    const fs::path real = fs::canonical(path, error);
    const bool inside = !error && std::ranges::any_of(roots_, [&](const fs::path& root) {
      return is_below(real, root) && !is_below_skipped_folder(root, real.lexically_relative(root));
    });
    if (!inside) {
      left_out_.push_back({ErrorKind::Refused, path.string(), 0,
                           "is a link that leads elsewhere; left out",
                           "name it on the command line to have it read"});
    }
    return inside;
  }

  void walk(const fs::path& root) {
    enter(root);
    std::deque<fs::path> folders = {root};
    while (!folders.empty() && is_whole_) {
      const fs::path folder = std::move(folders.front());
      folders.pop_front();
      list(folder, folders);
    }
  }

  // Adds the sources of one folder and queues its folders. A repository among them is
  // listed by git, which knows what of it is nobody's source.
  void list(const fs::path& folder, std::deque<fs::path>& folders) {
    std::error_code error;
    fs::directory_iterator entries(folder.empty() ? "." : folder, error);
    std::vector<fs::path> names;
    for (; !error && entries != fs::directory_iterator(); entries.increment(error)) {
      is_whole_ = entries_left_ != 0;
      if (!is_whole_) return;
      --entries_left_;
      names.push_back(entries->path().filename());
    }
    if (error) {
      errors_.push_back({ErrorKind::Unreadable, folder.string(), 0,
                         "the folder can't be read: " + error.message(),
                         "check its permissions, or leave it out"});
    }
    std::ranges::sort(names);
    for (const fs::path& name : names) {
      const fs::path path = folder / name;
      const std::optional<struct stat> status = status_of(path);
      if (!status) continue;  // a dangling link
      if (!S_ISDIR(status->st_mode)) {
        add_if_source(path);
      } else if (!is_skipped(path) && stays_inside(path) && !fs::is_symlink(path, error)) {
        if (!enter(path)) continue;
        if (is_checkout(path)) {
          add_folder(path);
        } else {
          folders.push_back(path);
        }
      }
    }
  }

  std::chrono::seconds for_ignore_rules_;
  std::size_t entries_left_;
  bool is_whole_ = true;
  std::optional<Error> slow_;    // what git took too long for
  std::vector<fs::path> roots_;  // the folders that were named, without links
  std::vector<fs::path> candidates_;
  std::vector<Error> errors_;
  std::vector<Error> left_out_;
  std::vector<Error> unlisted_;
  std::set<Inode> entered_;
  std::map<fs::path, bool> skipped_;
};

}  // namespace

bool is_python_source(const fs::path& path) {
  return path.extension() == ".py" || path.extension() == ".ipynb";
}

bool is_skipped_folder(const fs::path& folder) {
  const fs::path name = folder.has_filename() ? folder.filename() : folder.parent_path().filename();
  // Virtual environments say so by a pyvenv.cfg or conda-meta inside.
  return is_skipped_folder_name(name) || status_of(folder / "pyvenv.cfg") ||
         status_of(folder / "conda-meta");
}

Discovery discover(const std::vector<fs::path>& paths, std::chrono::seconds for_ignore_rules,
                   std::size_t most_entries) {
  Finder finder(paths, for_ignore_rules, most_entries);
  for (const fs::path& path : paths) finder.add(path);
  return finder.finish();
}

}  // namespace mlfix
