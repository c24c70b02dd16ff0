// One line for each decision, written in one call after those that are there: runs side by side
// lose none, and a line that a full disk cut short is no decision.

#include "cli/decision_log.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <system_error>
#include <utility>

#include "text/characters.h"
#include "text/digest.h"
#include "text/file_system.h"
#include "text/private_folder.h"

namespace mlfix {
namespace {

namespace fs = std::filesystem;

constexpr unsigned kOwnerMayWrite = 0600;
constexpr std::uint64_t kLargest = 4u << 20;  // bytes of the file
constexpr std::string_view kDecline = "no ";
constexpr std::string_view kReconsider = "ask ";

fs::path user_state() {
  const char* named = std::getenv("XDG_STATE_HOME");
  if (named != nullptr && *named == '/') return named;
  const char* home = std::getenv("HOME");
  return home != nullptr && *home == '/' ? fs::path(home) / ".local/state" : fs::path();
}

bool is_only_ours(const FileStatus& status) {
  return status.owner == geteuid() && (status.mode & (S_IWGRP | S_IWOTH)) == 0;
}

IoResult<FileHandle> open_log(const fs::path& file, int flags) {
  return FileHandle::open(system_files(), file, flags | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK,
                          kOwnerMayWrite);
}

}  // namespace

DecisionLog::DecisionLog(const fs::path& root) {
  find_file(root);
  if (!file_.empty()) read();
}

void DecisionLog::find_file(const fs::path& root) {
  const fs::path state = user_state();
  if (state.empty()) return give_up({}, "there is no home folder");
  const fs::path folder = state / "mlfix";
  if (const auto made = make_private_folder(folder); !made) {
    return give_up(folder, describe_errno(made.error()));
  }
  const auto status = system_files().status(folder);
  if (!status || !status->is_directory() || !is_only_ours(*status)) {
    return give_up(folder, "it is no folder that only you may write to");
  }
  file_ = folder / fmt::format("declined-{}", digest(root.string()));
}

void DecisionLog::give_up(const fs::path& path, std::string message) {
  file_.clear();
  problem_ = Error{ErrorKind::Unwritable,
                   path.string(),
                   0,
                   "what you decline is not kept for the next run: " + std::move(message),
                   {}};
}

void DecisionLog::read() {
  auto handle = open_log(file_, O_RDONLY);
  if (!handle && handle.error() == ENOENT) return;
  if (!handle) return give_up(file_, describe_errno(handle.error()));
  const auto status = system_files().status(handle->descriptor());
  if (!status || !status->is_regular() || !is_only_ours(*status) || status->links > 1) {
    return give_up(file_, "it is no file that only you may write to");
  }
  const auto text = handle->read_all(kLargest);
  if (!text || text->size() > kLargest) {
    return give_up(file_, "the file is too large; remove it");
  }
  for (std::string_view rest = *text; !rest.empty();) {
    std::string_view line = take_until(rest, '\n');
    if (line.starts_with(kDecline)) declined_.emplace(line.substr(kDecline.size()));
    if (line.starts_with(kReconsider))
      declined_.erase(std::string(line.substr(kReconsider.size())));
  }
}

void DecisionLog::append(std::string_view word, const std::string& key) {
  if (file_.empty()) return;
  auto handle = open_log(file_, O_WRONLY | O_APPEND | O_CREAT);
  auto written = handle ? handle->write_all(fmt::format("{}{}\n", word, key))
                        : IoResult<void>(tl::unexpected(handle.error()));
  if (!written) give_up(file_, describe_errno(written.error()));
}

void DecisionLog::decline(const std::string& key) {
  declined_.insert(key);
  append(kDecline, key);
}

void DecisionLog::reconsider(const std::string& key) {
  declined_.erase(key);
  append(kReconsider, key);
}

}  // namespace mlfix
