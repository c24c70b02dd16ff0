// The usual way is a temporary file that changes places with the old one: at every
// moment the name stands for the whole old or the whole new content, and what was
// replaced can be looked at before it is removed. Where a rename
// would lose something (another hard link, a foreign owner) or is not allowed,
// the bytes are overwritten, with room reserved beforehand so that a full disk
// shows before the first byte changes, and with a record beside the file, where
// its folder allows one, from which a later run undoes what a kill cut short.
#include "text/file_update.h"

#include <fcntl.h>
#include <fmt/format.h>

#include <cerrno>
#include <memory>

#include "text/rewrite_record.h"
#include "text/temporary_file.h"

namespace mlfix {
namespace {

using std::filesystem::path;

tl::unexpected<Error> unwritable(const path& path, std::string message, std::string remedy) {
  return tl::unexpected(
      Error{ErrorKind::Unwritable, path.string(), 0, std::move(message), std::move(remedy)});
}

tl::unexpected<Error> cannot_write(const path& path, int error) {
  const bool full = error == ENOSPC || error == EDQUOT;
  return unwritable(path, fmt::format("can't be written: {}", describe_errno(error)),
                    full ? "free some space; the file is as it was" : "the file is as it was");
}

// Refusals that a rewrite in place may get around. A file that is a mount point
// of its own, as containers make them, can be written but is too busy to be
// renamed over.
bool allows_rewrite(int error) {
  return error == EACCES || error == EPERM || error == EROFS || error == EBUSY;
}

// A file system or a kernel that knows plain renames only.
bool lacks_exchange(int error) {
  return error == EINVAL || error == ENOSYS || error == EOPNOTSUPP;
}

}  // namespace

Result<FileUpdate> FileUpdate::verify(FileSystem& files, const Replacement& replacement) {
  FileUpdate update(files, replacement);
  const auto read = update.read_again();
  if (!read) return cannot_write(replacement.path, read.error());
  const FileIdentity& expected = replacement.expected;
  const bool unchanged = update.file_id() == std::pair(expected.device, expected.inode) &&
                         update.is_old(update.old_text_);
  if (!unchanged) {
    return unwritable(replacement.path, "changed since it was read; left as it is",
                      "run mlfix again");
  }
  if (!update.may_write()) {
    return unwritable(replacement.path, "is read-only; left as it is", "make it writable");
  }
  return update;
}

bool FileUpdate::is_old(std::string_view text) const {
  const FileIdentity& expected = replacement_->expected;
  return text.size() == expected.size && hash_text(text) == expected.content_hash;
}

bool FileUpdate::is_new(std::string_view text) const {
  return text == replacement_->text();
}

IoResult<void> FileUpdate::read_again() {
  auto real = files_->real_path(replacement_->path);
  if (!real) return tl::unexpected(real.error());
  real_ = std::move(*real);
  auto handle = FileHandle::open(*files_, real_, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_NOFOLLOW);
  if (!handle) return tl::unexpected(handle.error());
  const auto status = files_->status(handle->descriptor());
  if (!status) return tl::unexpected(status.error());
  status_ = *status;
  auto text = handle->read_all(kMaxFileSize);
  if (!text) return tl::unexpected(text.error());
  old_text_ = std::move(*text);
  return {};
}

// A mode without any write bit is respected even for root, who could write.
bool FileUpdate::may_write() const {
  constexpr std::uint32_t kAnyWrite = 0222;
  return (status_.mode & kAnyWrite) != 0 && files_->check_writable(real_).has_value();
}

Result<void> FileUpdate::stage() {
  in_place_ = status_.links > 1 || !files_->check_writable(folder());
  if (in_place_) return stage_rewrite();
  auto temporary = write_temporary(*files_, folder(), status_, replacement_->text());
  if (temporary) {
    temporary_ = std::move(*temporary);
    old_text_ = {};
    return {};
  }
  if (!allows_rewrite(temporary.error())) {
    return cannot_write(replacement_->path, temporary.error());
  }
  return stage_rewrite();
}

Result<void> FileUpdate::stage_rewrite() {
  in_place_ = true;
  const auto kept = keep_record();
  if (kept) return {};
  return cannot_write(replacement_->path, kept.error());
}

// Of a file that was to change places with another, nothing is kept in memory.
IoResult<void> FileUpdate::recall_old() {
  auto text = read_file(*files_, real_, kMaxFileSize);
  if (!text) return tl::unexpected(text.error());
  overtaken_ = !is_old(*text);
  if (overtaken_) return tl::unexpected(ESTALE);
  old_text_ = std::move(*text);
  return {};
}

// A folder that takes no new file takes no record either; the rewrite must do
// without.
IoResult<void> FileUpdate::keep_record() {
  const std::string text = rewrite_record(status_, old_text_, replacement_->text());
  auto record = write_temporary(*files_, folder(), status_, text, TemporaryKind::RewriteRecord);
  if (record) {
    record_ = std::move(*record);
    return {};
  }
  return allows_rewrite(record.error()) ? IoResult<void>() : tl::unexpected(record.error());
}

bool FileUpdate::is_untouched() const {
  const auto now = files_->status(real_);
  return now && *now == status_;
}

Result<void> FileUpdate::install() {
  const auto done = rename_or_rewrite();
  installed_ = done.has_value();
  if (done) return {};
  return not_installed(done.error());
}

tl::unexpected<Error> FileUpdate::not_installed(int error) const {
  if (damaged_) return half_written(error);
  if (stranded_) {
    return unwritable(replacement_->path,
                      "was changed while it was written; the changed text is in " +
                          stranded_->filename().string(),
                      "put it back by hand");
  }
  if (overtaken_) {
    return unwritable(replacement_->path, "changed since it was read; left as it is",
                      "run mlfix again");
  }
  return cannot_write(replacement_->path, error);
}

IoResult<void> FileUpdate::rename_or_rewrite() {
  if (!in_place_) {
    auto swapped = swap_in(&FileUpdate::is_new, &FileUpdate::is_old);
    if (swapped || overtaken_ || stranded_ || !allows_rewrite(swapped.error())) return swapped;
    in_place_ = true;
    const auto kept = recall_old().and_then([this] { return keep_record(); });
    if (!kept) return kept;
  }
  return rewrite(old_text_, replacement_->text());
}

Result<void> FileUpdate::put_back() {
  const auto done = in_place_ ? rewrite(replacement_->text(), old_text_) : replace_with_old();
  installed_ = !done.has_value();
  if (done) return {};
  if (damaged_ || stranded_ || overtaken_) return not_installed(done.error());
  return unwritable(replacement_->path,
                    fmt::format("has its new content: putting the old one back failed: {}",
                                describe_errno(done.error())),
                    "nothing is lost, but the batch is incomplete");
}

tl::unexpected<Error> FileUpdate::half_written(int error) const {
  return unwritable(replacement_->path,
                    fmt::format("was left half written: {}", describe_errno(error)),
                    "restore it from version control");
}

// An overwrite that fails is undone at once, from memory.
IoResult<void> FileUpdate::rewrite(std::string_view from, std::string_view to) {
  auto handle = FileHandle::open(*files_, real_, O_WRONLY | O_NOCTTY | O_NOFOLLOW);
  if (!handle) return tl::unexpected(handle.error());
  if (to.size() > from.size()) {
    const auto reserved = files_->reserve(handle->descriptor(), to.size());
    if (!reserved) return reserved;
  }
  if (record_) mark_rewritten(*files_, handle->descriptor(), *record_);
  const auto written = overwrite(*files_, *handle, to);
  if (!written) damaged_ = !overwrite(*files_, *handle, from).has_value();
  if (record_ && !damaged_) unmark_rewritten(*files_, handle->descriptor());
  return written;
}

// After an exchange the temporary file is the old file itself.
IoResult<void> FileUpdate::replace_with_old() {
  if (!temporary_) {
    auto temporary = write_temporary(*files_, folder(), status_, old_text_);
    if (!temporary) return tl::unexpected(temporary.error());
    temporary_ = std::move(*temporary);
  }
  return swap_in(&FileUpdate::is_old, &FileUpdate::is_new);
}

// The temporary file, which holds what is ours, changes places with the file, which
// must hold what is expected.
IoResult<void> FileUpdate::swap_in(Judgement is_ours, Judgement is_expected) {
  // What came out is looked at, and put back, in the folder where the exchange was.
  const std::shared_ptr<void> held = files_->hold(folder());
  const auto swapped = files_->exchange(*temporary_, real_);
  if (!swapped && lacks_exchange(swapped.error())) return rename_temporary();
  overtaken_ = !swapped && swapped.error() == ENOENT;
  if (!swapped) return swapped;
  const auto replaced = read_file(*files_, *temporary_, kMaxFileSize);
  if (replaced && (this->*is_expected)(*replaced)) return {};
  overtaken_ = replaced.has_value();
  const auto undone = files_->exchange(*temporary_, real_);
  const auto now = undone.and_then([&] { return read_file(*files_, *temporary_, kMaxFileSize); });
  // What is not our text is not ours to remove.
  if (!now || !(this->*is_ours)(*now)) strand();
  return tl::unexpected(replaced ? ESTALE : replaced.error());
}

// Under a name that no later run takes for litter.
void FileUpdate::strand() {
  stranded_ = std::exchange(temporary_, std::nullopt);
  const path kept = folder() / (".mlfix-kept" + stranded_->filename().string());
  if (files_->rename(*stranded_, kept)) stranded_ = kept;
}

IoResult<void> FileUpdate::rename_temporary() {
  if (!installed_) {
    if (auto recalled = recall_old(); !recalled) return recalled;
  }
  auto renamed = files_->rename(*temporary_, real_);
  if (renamed) temporary_.reset();
  return renamed;
}

Result<void> FileUpdate::discard() {
  const Result<void> without_temporary = remove_own(temporary_);
  const Result<void> without_record = remove_own(record_);
  return without_temporary ? without_record : without_temporary;
}

Result<void> FileUpdate::remove_own(std::optional<path>& file) {
  if (!file) return {};
  const path name = *std::exchange(file, std::nullopt);
  const auto removed = files_->remove(name);
  if (removed || removed.error() == ENOENT) return {};
  return unwritable(
      name, fmt::format("temporary file can't be removed: {}", describe_errno(removed.error())),
      "remove it by hand");
}

}  // namespace mlfix
