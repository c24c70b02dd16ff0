// The system calls that reading and writing files take, behind one interface,
// so that a test can let each of them fail in turn. Nothing here decides
// anything: a call does what its POSIX namesake does, retried when a signal
// interrupts it, and gives the errno of a failure. Thread-safe.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

namespace mlfix {

template <typename T>
using IoResult = tl::expected<T, int>;  // the error is an errno

struct FileStatus {
  std::uint64_t device = 0;
  std::uint64_t inode = 0;
  std::uint64_t size = 0;     // bytes
  std::int64_t mtime_ns = 0;  // since the epoch
  std::uint64_t links = 0;    // hard links
  std::uint32_t mode = 0;     // type and permissions, as in st_mode
  std::uint32_t owner = 0;
  std::uint32_t group = 0;

  bool is_regular() const;
  bool is_directory() const;
  friend bool operator==(const FileStatus&, const FileStatus&) = default;
};

class FileSystem {
 public:
  FileSystem() = default;
  FileSystem(const FileSystem&) = delete;
  FileSystem& operator=(const FileSystem&) = delete;
  virtual ~FileSystem() = default;

  virtual IoResult<std::filesystem::path> real_path(const std::filesystem::path& path);
  virtual IoResult<int> open(const std::filesystem::path& path, int flags, unsigned mode);
  virtual IoResult<void> close(int descriptor);
  virtual IoResult<FileStatus> status(int descriptor);
  // Does not follow a symbolic link.
  virtual IoResult<FileStatus> status(const std::filesystem::path& path);
  virtual IoResult<std::size_t> read(int descriptor, char* buffer, std::size_t size);
  virtual IoResult<std::size_t> write(int descriptor, std::string_view bytes);
  virtual IoResult<void> rewind(int descriptor);
  // Reserves room for `size` bytes without changing the file's length.
  virtual IoResult<void> reserve(int descriptor, std::uint64_t size);
  virtual IoResult<void> truncate(int descriptor, std::uint64_t size);
  virtual IoResult<void> set_owner(int descriptor, std::uint32_t owner, std::uint32_t group);
  virtual IoResult<void> set_mode(int descriptor, std::uint32_t mode);
  virtual IoResult<void> sync(int descriptor);
  // Extended attributes, which every name of the file has. Not all file systems keep them.
  virtual IoResult<void> set_attribute(int descriptor, const char* name, std::string_view value);
  virtual IoResult<void> remove_attribute(int descriptor, const char* name);
  // An error for one of more than 4,096 bytes.
  virtual IoResult<std::string> attribute(int descriptor, const char* name);
  virtual IoResult<void> rename(const std::filesystem::path& from, const std::filesystem::path& to);
  // Two files change places in one step. EINVAL or ENOSYS where the file system or
  // the kernel can't do it.
  virtual IoResult<void> exchange(const std::filesystem::path& a, const std::filesystem::path& b);
  virtual IoResult<void> remove(const std::filesystem::path& path);
  // Success when the process may write to `path` (a file or a folder).
  virtual IoResult<void> check_writable(const std::filesystem::path& path);
  // Names of the entries of a folder, in no order.
  virtual IoResult<std::vector<std::string>> list(const std::filesystem::path& folder);

  // For as long as the result lives, calls that name something in `folder` work in the one that
  // has this path now, whatever has it by then. Null where there is no such way: they follow the
  // path.
  virtual std::shared_ptr<void> hold(const std::filesystem::path& /*folder*/) { return nullptr; }
};

// The operating system's.
FileSystem& system_files();

// An open descriptor that is closed at the end of the scope at the latest.
class FileHandle {
 public:
  static IoResult<FileHandle> open(FileSystem& files, const std::filesystem::path& path, int flags,
                                   unsigned mode = 0);
  FileHandle(FileHandle&& other) noexcept;
  FileHandle& operator=(FileHandle&& other) = delete;
  ~FileHandle();

  int descriptor() const { return descriptor_; }
  // Closes now, for callers that must know whether it went well.
  IoResult<void> close();
  // Everything from the current position; stops reading once it has more than
  // `limit` bytes, so a longer result means a file over the limit.
  IoResult<std::string> read_all(std::uint64_t limit);
  IoResult<void> write_all(std::string_view bytes);

 private:
  FileHandle(FileSystem& files, int descriptor) : files_(&files), descriptor_(descriptor) {}

  FileSystem* files_;  // not owned, outlives the handle
  int descriptor_;     // -1 when closed
};

// The bytes of the file at `path` itself: a symbolic link is not followed. Longer
// than `limit` when there are more than that.
IoResult<std::string> read_file(FileSystem& files, const std::filesystem::path& path,
                                std::uint64_t limit);

// "no space left on device" and the like: lower case, no period.
std::string describe_errno(int error);

}  // namespace mlfix
