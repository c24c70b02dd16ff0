// A record begins with a line "<inode> <size of the old text> <of the new one>".
// A rewrite proceeds from the first byte to the last, so its every stage is a
// beginning of one text followed by the rest of the other; what is neither that
// nor one of the texts was not left by us.
#include "text/rewrite_record.h"

#include <fcntl.h>
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <optional>
#include <vector>

#include "text/source_file.h"

namespace mlfix {
namespace {

using std::filesystem::path;

constexpr const char* kMark = "user.mlfix.rewrite";

struct Record {
  std::uint64_t inode = 0;
  std::string_view old_text;
  std::string_view new_text;
};

// Takes a number and the byte after it off `bytes`.
std::optional<std::uint64_t> take_number(std::string_view& bytes) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(bytes.data(), bytes.data() + bytes.size(), number);
  const auto length = static_cast<std::size_t>(end - bytes.data());
  if (error != std::errc() || length == bytes.size()) return std::nullopt;
  bytes.remove_prefix(length + 1);
  return number;
}

// Nothing for one that was not written to its end: the rewrite had not begun.
std::optional<Record> parse(std::string_view bytes) {
  const auto inode = take_number(bytes);
  const auto old_size = inode ? take_number(bytes) : std::nullopt;
  const auto new_size = old_size ? take_number(bytes) : std::nullopt;
  if (!new_size || *old_size > bytes.size() || *new_size != bytes.size() - *old_size) {
    return std::nullopt;
  }
  return Record{*inode, bytes.substr(0, *old_size), bytes.substr(*old_size)};
}

// Is `now` a beginning of `to` with the rest of `from` after it?
bool is_on_the_way(std::string_view now, std::string_view from, std::string_view to) {
  const std::size_t limit = std::min(now.size(), to.size());
  const auto same =
      std::mismatch(now.begin(), now.begin() + static_cast<std::ptrdiff_t>(limit), to.begin());
  const auto length = static_cast<std::size_t>(same.first - now.begin());
  return now.substr(length) == from.substr(std::min(length, from.size()));
}

bool was_cut_short(std::string_view now, const Record& record) {
  if (now == record.old_text || now == record.new_text) return false;
  return is_on_the_way(now, record.old_text, record.new_text) ||
         is_on_the_way(now, record.new_text, record.old_text);
}

}  // namespace

std::optional<path> FilesOfFolder::with_inode(std::uint64_t inode) {
  if (!known_) {
    known_.emplace();
    const auto names = files_.list(folder_);
    for (const std::string& name : names ? *names : std::vector<std::string>()) {
      const auto status = files_.status(folder_ / name);
      if (status && status->is_regular()) known_->emplace(status->inode, folder_ / name);
    }
  }
  const auto at = known_->find(inode);
  return at == known_->end() ? std::nullopt : std::optional(at->second);
}

IoResult<void> overwrite(FileSystem& files, FileHandle& handle, std::string_view text) {
  const int descriptor = handle.descriptor();
  return files.rewind(descriptor)
      .and_then([&] { return handle.write_all(text); })
      .and_then([&] { return files.truncate(descriptor, text.size()); })
      .and_then([&] { return files.sync(descriptor); });
}

std::string rewrite_record(const FileStatus& file, std::string_view old_text,
                           std::string_view new_text) {
  return fmt::format("{} {} {}\n{}{}", file.inode, old_text.size(), new_text.size(), old_text,
                     new_text);
}

void mark_rewritten(FileSystem& files, int descriptor, const path& record) {
  static_cast<void>(files.set_attribute(descriptor, kMark, record.native()));
}

void unmark_rewritten(FileSystem& files, int descriptor) {
  static_cast<void>(files.remove_attribute(descriptor, kMark));
}

std::optional<path> marked_record(FileSystem& files, const path& file) {
  const auto handle = FileHandle::open(files, file, O_RDONLY | O_NONBLOCK | O_NOCTTY);
  if (!handle) return std::nullopt;
  const auto value = files.attribute(handle->descriptor(), kMark);
  if (!value || value->empty() || value->find('\0') != std::string::npos) return std::nullopt;
  return path(*value);
}

IoResult<std::optional<CutRewrite>> find_cut_rewrite(FileSystem& files, FilesOfFolder& folder,
                                                     const path& record) {
  constexpr std::uint64_t kLimit = 2 * kMaxFileSize + 100;
  const auto bytes = read_file(files, record, kLimit);
  if (!bytes) return tl::unexpected(bytes.error());
  const auto parsed = parse(*bytes);
  const auto name = parsed ? folder.with_inode(parsed->inode) : std::nullopt;
  if (!name) return std::nullopt;
  const auto now = read_file(files, *name, kLimit);
  if (!now) return tl::unexpected(now.error());
  if (!was_cut_short(*now, *parsed)) return std::nullopt;
  return CutRewrite{*name, std::string(parsed->old_text)};
}

IoResult<void> undo(FileSystem& files, const CutRewrite& rewrite) {
  auto handle = FileHandle::open(files, rewrite.file, O_WRONLY | O_NOCTTY | O_NOFOLLOW);
  if (!handle) return tl::unexpected(handle.error());
  const auto written = overwrite(files, *handle, rewrite.old_text);
  if (written) unmark_rewritten(files, handle->descriptor());
  return written;
}

}  // namespace mlfix
