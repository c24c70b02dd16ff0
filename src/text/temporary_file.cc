// "Machine" in a temporary file's name stands for one boot of one kernel and
// one process namespace: only there does a process id say anything. Containers
// that share a folder therefore leave each other's files alone for an hour.
#include "text/temporary_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <chrono>
#include <fstream>
#include <optional>
#include <string>

#include "text/rewrite_record.h"
#include "text/source_file.h"

namespace mlfix {
namespace {

using std::filesystem::path;

constexpr std::string_view kPrefix = ".mlfix-";
constexpr std::string_view suffix_of(TemporaryKind kind) {
  return kind == TemporaryKind::NewContent ? ".tmp" : ".rewrite";
}

struct Maker {
  std::uint32_t machine = 0;
  std::int32_t process = 0;
  TemporaryKind kind = TemporaryKind::NewContent;
};

std::uint32_t this_machine() {
  constexpr std::uint64_t kLimit = 256;
  std::string identity;
  auto boot = FileHandle::open(system_files(), "/proc/sys/kernel/random/boot_id", O_RDONLY);
  if (boot) identity = boot->read_all(kLimit).value_or("");
  std::error_code ignored;
  identity += std::filesystem::read_symlink("/proc/self/ns/pid", ignored).string();
  return static_cast<std::uint32_t>(hash_text(identity));
}

// Takes a number and the dash after it (if `last` is false) off `text`.
template <typename Number>
std::optional<Number> take_number(std::string_view& text, int base, bool last = false) {
  Number number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number, base);
  if (error != std::errc()) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  if (last) return text.empty() ? std::optional(number) : std::nullopt;
  if (text.empty() || text.front() != '-') return std::nullopt;
  text.remove_prefix(1);
  return number;
}

std::optional<Maker> maker_of(std::string_view name) {
  if (!name.starts_with(kPrefix)) return std::nullopt;
  name.remove_prefix(kPrefix.size());
  const auto kind = name.ends_with(suffix_of(TemporaryKind::RewriteRecord))
                        ? TemporaryKind::RewriteRecord
                        : TemporaryKind::NewContent;
  if (!name.ends_with(suffix_of(kind))) return std::nullopt;
  name.remove_suffix(suffix_of(kind).size());
  const auto machine = take_number<std::uint32_t>(name, 16);
  const auto process = machine ? take_number<std::int32_t>(name, 10) : std::nullopt;
  const auto number = process ? take_number<unsigned>(name, 10, true) : std::nullopt;
  if (!number || *process <= 0) return std::nullopt;
  return Maker{*machine, *process, kind};
}

// One that has ended and that nobody has asked for its status (in a container without an init
// program nobody does) can still be signalled.
bool is_zombie(std::int32_t process) {
  std::ifstream file(fmt::format("/proc/{}/stat", process));
  std::string line;
  std::getline(file, line);
  const std::size_t name_end = line.rfind(')');  // the name may have any character
  return name_end != std::string::npos && line.substr(name_end, 3) == ") Z";
}

bool process_exists(std::int32_t process) {
  return (::kill(process, 0) == 0 || errno != ESRCH) && !is_zombie(process);
}

bool is_old(const FileStatus& status) {
  using namespace std::chrono;
  constexpr nanoseconds kOld = hours(1);
  const auto now = duration_cast<nanoseconds>(system_clock::now().time_since_epoch());
  return now - nanoseconds(status.mtime_ns) > kOld;
}

IoResult<path> create(FileSystem& files, const path& folder, TemporaryKind kind,
                      std::optional<FileHandle>& handle) {
  constexpr unsigned kAttempts = 1000;
  constexpr int kFlags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW;
  constexpr unsigned kOwnerOnly = 0600;
  const std::uint32_t machine = this_machine();
  for (unsigned number = 0; number < kAttempts; ++number) {
    path candidate = folder / fmt::format("{}{:08x}-{}-{}{}", kPrefix, machine, ::getpid(), number,
                                          suffix_of(kind));
    auto opened = FileHandle::open(files, candidate, kFlags, kOwnerOnly);
    if (opened) {
      handle.emplace(std::move(*opened));
      return candidate;
    }
    if (opened.error() != EEXIST) return tl::unexpected(opened.error());
  }
  return tl::unexpected(EEXIST);
}

// The owner goes first: changing it clears the set-id bits of the mode.
IoResult<void> fill(FileSystem& files, FileHandle& handle, const FileStatus& like,
                    std::string_view text) {
  constexpr std::uint32_t kPermissions = 07777;
  const int descriptor = handle.descriptor();
  return handle.write_all(text)
      .and_then([&] { return files.set_owner(descriptor, like.owner, like.group); })
      .and_then([&] { return files.set_mode(descriptor, like.mode & kPermissions); })
      .and_then([&] { return files.sync(descriptor); })
      .and_then([&] { return handle.close(); });
}

struct Stale {
  path name;
  TemporaryKind kind = TemporaryKind::NewContent;
};

// What dead runs left in `folder`.
std::vector<Stale> stale_in(FileSystem& files, const path& folder) {
  const auto names = files.list(folder);
  if (!names) return {};
  std::vector<Stale> found;
  std::optional<std::uint32_t> machine;  // of no interest in most folders
  for (const std::string& name : *names) {
    const auto maker = maker_of(name);
    if (!maker) continue;
    const auto status = files.status(folder / name);
    if (!status || !status->is_regular()) continue;
    if (!machine) machine = this_machine();
    const bool dead =
        maker->machine == *machine ? !process_exists(maker->process) : is_old(*status);
    if (dead) found.push_back({folder / name, maker->kind});
  }
  return found;
}

}  // namespace

IoResult<path> write_temporary(FileSystem& files, const path& folder, const FileStatus& like,
                               std::string_view text, TemporaryKind kind) {
  std::optional<FileHandle> handle;
  auto temporary = create(files, folder, kind, handle);
  if (!temporary) return temporary;
  const auto filled = fill(files, *handle, like, text);
  if (filled) return temporary;
  static_cast<void>(files.remove(*temporary));
  return tl::unexpected(filled.error());
}

std::vector<path> remove_stale_temporaries(FileSystem& files, const path& folder) {
  std::vector<path> restored;
  FilesOfFolder in_folder(files, folder);
  for (const auto& [name, kind] : stale_in(files, folder)) {
    if (kind == TemporaryKind::RewriteRecord) {
      const auto cut = find_cut_rewrite(files, in_folder, name);
      if (!cut) continue;
      if (*cut && !undo(files, **cut)) continue;
      if (*cut) restored.push_back((*cut)->file);
    }
    static_cast<void>(files.remove(name));
  }
  return restored;
}

std::vector<path> half_written_files(FileSystem& files, const path& folder) {
  std::vector<path> found;
  FilesOfFolder in_folder(files, folder);
  for (const auto& [name, kind] : stale_in(files, folder)) {
    if (kind != TemporaryKind::RewriteRecord) continue;
    const auto cut = find_cut_rewrite(files, in_folder, name);
    if (cut && *cut) found.push_back((*cut)->file);
  }
  return found;
}

}  // namespace mlfix
