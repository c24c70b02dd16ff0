// Writing happens in two phases. Everything that is likely to fail (reading the
// file again, finding room, permissions) happens while preparing, when nothing
// of the user's has been touched. Installing then only renames, after one last
// look at each file. Files that must be rewritten in place go first, because
// their failure is the likelier one and then leaves the least to put back.
#include "text/file_writer.h"

#include <fcntl.h>

#include <algorithm>
#include <cstdint>
#include <set>
#include <utility>

#include "text/temporary_file.h"

namespace mlfix {
namespace {

using std::filesystem::path;

constexpr const char* kNotAlone = "left as it was, because another file could not be written";

Error left_alone(const Replacement& replacement, std::string message, std::string remedy) {
  return {ErrorKind::Unwritable, replacement.path.string(), 0, std::move(message),
          std::move(remedy)};
}

class Batch {
 public:
  Batch(FileSystem& files, const std::function<bool()>& interrupted)
      : files_(files), interrupted_(interrupted) {}

  WriteReport run(const std::vector<Replacement>& replacements) {
    updates_.reserve(replacements.size());
    for (const Replacement& replacement : replacements) {
      if (stop_requested()) break;
      note(prepare(replacement));
    }
    if (stop_requested()) {
      drop(replacements);
    } else {
      install();
    }
    for (FileUpdate& update : updates_) note(update.discard());
    return std::move(report_);
  }

 private:
  bool stop_requested() {
    report_.interrupted = report_.interrupted || (interrupted_ && interrupted_());
    return report_.interrupted;
  }

  void note(const Result<void>& result) {
    if (!result) report_.errors.push_back(result.error());
  }

  Result<void> prepare(const Replacement& replacement) {
    auto update = FileUpdate::verify(files_, replacement);
    if (!update) return tl::unexpected(std::move(update.error()));
    if (!seen_.insert(update->file_id()).second) {
      return tl::unexpected(left_alone(
          replacement, "is the same file as another of this run; left as it is", "name it once"));
    }
    if (folders_.insert(update->folder()).second) {
      static_cast<void>(remove_stale_temporaries(files_, update->folder()));
    }
    auto staged = update->stage();
    if (staged) updates_.push_back(std::move(*update));
    return staged;
  }

  void drop(const std::vector<Replacement>& replacements) {
    report_.errors.clear();
    for (const Replacement& replacement : replacements) {
      report_.errors.push_back(left_alone(replacement, "interrupted; left as it is", ""));
    }
  }

  void install() {
    std::stable_partition(updates_.begin(), updates_.end(),
                          [](const FileUpdate& update) { return update.in_place(); });
    for (FileUpdate& update : updates_) {
      if (!update.is_untouched()) {
        leave_out(update,
                  left_alone(update.replacement(), "changed since it was read; left as it is",
                             "run mlfix again"));
        continue;
      }
      const auto installed = update.install();
      if (installed) continue;
      leave_out(update, installed.error());
      if (update.overtaken()) continue;
      return put_all_back(update);
    }
    sync_folders();
    report_written();
  }

  void leave_out(const FileUpdate& update, Error error) {
    left_out_.insert(&update);
    report_.errors.push_back(std::move(error));
  }

  void put_all_back(const FileUpdate& failed) {
    const std::string remedy = "see " + failed.replacement().path.string();
    for (FileUpdate& update : updates_) {
      if (left_out_.contains(&update)) continue;
      const auto back = update.installed() ? update.put_back() : Result<void>();
      leave_out(update, back ? left_alone(update.replacement(), kNotAlone, remedy) : back.error());
    }
  }

  // Makes the renames last through a power failure. They have happened, so a
  // folder that can't be synced is no reason to report a file as not written.
  void sync_folders() {
    for (const path& folder : folders_) {
      const auto handle = FileHandle::open(files_, folder, O_RDONLY | O_DIRECTORY);
      if (handle) static_cast<void>(files_.sync(handle->descriptor()));
    }
  }

  void report_written() {
    std::vector<const Replacement*> written;
    for (const FileUpdate& update : updates_) {
      if (update.installed()) written.push_back(&update.replacement());
    }
    std::sort(written.begin(), written.end());
    for (const Replacement* replacement : written) report_.written.push_back(replacement->path);
  }

  FileSystem& files_;
  const std::function<bool()>& interrupted_;
  WriteReport report_;
  std::vector<FileUpdate> updates_;
  std::set<std::pair<std::uint64_t, std::uint64_t>> seen_;  // device and inode
  std::set<path> folders_;
  std::set<const FileUpdate*> left_out_;  // reported already
};

}  // namespace

FileWriter::FileWriter(std::function<bool()> interrupted, FileSystem& files)
    : interrupted_(std::move(interrupted)), files_(&files) {}

void FileWriter::add(Replacement replacement) {
  replacements_.push_back(std::move(replacement));
}

WriteReport FileWriter::commit() {
  const std::vector<Replacement> replacements = std::exchange(replacements_, {});
  return Batch(*files_, interrupted_).run(replacements);
}

}  // namespace mlfix
