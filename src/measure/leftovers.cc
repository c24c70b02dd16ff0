// Whoever killed mlfix took the parent of the command away, and with it the
// knowledge of what descends from it; the environment is inherited for ever, and so are
// open files. Who empties the one and closes the others, as a daemon does, is lost. git is
// not asked to forget the copy: the file in the copy says where git keeps what it
// knows of it, and what stands there says whether that is true.

#include "measure/leftovers.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "measure/process_table.h"
#include "text/file_system.h"
#include "text/temporary_folder.h"

namespace mlfix {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kMostOfFile = 1u << 20;  // of an environment, or of a file of git's
constexpr int kRounds = 10;                      // a process may start others while it is ended

std::string contents_of(const fs::path& path) {
  constexpr int kFlags = O_RDONLY | O_NONBLOCK | O_NOCTTY | O_NOFOLLOW;
  auto file = FileHandle::open(system_files(), path, kFlags);
  if (!file) return "";
  std::string text = file->read_all(kMostOfFile).value_or("");
  while (text.ends_with('\n')) text.pop_back();
  return text;
}

// Is one of the variables the mark of one of `folders`?
bool is_marked(std::string_view environment, const std::set<std::string>& folders) {
  const std::string begin = fmt::format("{}=", kMeasureMark);
  while (!environment.empty()) {
    const std::string_view variable = environment.substr(0, environment.find('\0'));
    if (variable.starts_with(begin)) {
      return folders.contains(std::string(variable.substr(begin.size())));
    }
    environment.remove_prefix(std::min(variable.size() + 1, environment.size()));
  }
  return false;
}

// Does it write to one of the files that a measured command has open? Who only reads
// them may be the user.
bool writes_marked_file(pid_t process, const std::set<std::string>& folders) {
  const fs::path descriptors = fmt::format("/proc/{}/fd", process);
  const auto names = system_files().list(descriptors);
  for (const std::string& name : names.value_or(std::vector<std::string>())) {
    std::error_code error;
    const fs::path file = fs::read_symlink(descriptors / name, error);
    if (file.filename() != kMeasureMark && file.filename() != kMeasureLog) continue;
    if (!folders.contains(file.parent_path().string())) continue;
    const fs::perms how = fs::symlink_status(descriptors / name, error).permissions();
    if ((how & fs::perms::owner_write) != fs::perms::none) return true;
  }
  return false;
}

// Whether there was any.
bool kill_marked(const std::set<std::string>& folders) {
  bool found = false;
  for (const ProcessEntry& entry : list_processes()) {
    if (entry.zombie) continue;
    if (!is_marked(contents_of(fmt::format("/proc/{}/environ", entry.process)), folders) &&
        !writes_marked_file(entry.process, folders)) {
      continue;
    }
    found = ::kill(entry.process, SIGKILL) == 0 || found;
  }
  return found;
}

// The work trees among the folders in `folder`.
void forget_work_trees(const fs::path& folder) {
  std::error_code error;
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
    constexpr std::string_view kWord = "gitdir: ";
    const std::string link = contents_of(at->path() / ".git");
    if (!link.starts_with(kWord)) continue;
    const fs::path registration = link.substr(kWord.size());
    const bool is_its_own = registration.parent_path().filename() == "worktrees" &&
                            contents_of(registration / "gitdir") == (at->path() / ".git").string();
    std::error_code ignored;
    if (is_its_own) fs::remove_all(registration, ignored);
  }
}

}  // namespace

void clear_leftovers() {
  const std::vector<TemporaryFolder> folders = TemporaryFolder::abandoned("measure");
  if (folders.empty()) return;
  std::set<std::string> names;
  for (const TemporaryFolder& folder : folders) names.insert(folder.path().string());
  for (int i = 0; i < kRounds && kill_marked(names); ++i) {
  }
  for (const TemporaryFolder& folder : folders) forget_work_trees(folder.path());
}

}  // namespace mlfix
