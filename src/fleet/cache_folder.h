// The folder in which the cache lies, and nobody but its owner has a say: it and each file are
// the user's own, nobody else may write to them, and none is a link. What does not fit is as good
// as not there. Nothing here fails a run: what can't be read or written is nothing.
#pragma once

#include <cstdint>
#include <ctime>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mlfix {

// What tells one version of a file from another.
struct CacheFileVersion {
  std::uint64_t inode = 0;
  std::int64_t mtime_ns = 0;
  std::uint64_t size = 0;
  friend bool operator==(const CacheFileVersion&, const CacheFileVersion&) = default;
};

struct CacheFile {
  std::string bytes;
  CacheFileVersion version;
};

struct CacheFileInfo {
  std::string name;
  CacheFileVersion version;
};

// The names that files of the cache have; whatever else is in the folder is left alone.
inline constexpr std::string_view kPackEnding = ".pack";  // after 32 hexadecimal digits
inline constexpr std::string_view kLockEnding = ".lock";  // the same
inline constexpr std::string_view kKeyFile = "mlfix.key";
bool is_cache_file_name(std::string_view name);

// All calls name files of the folder, without slashes. Not thread-safe.
class CacheFolder {
 public:
  // Makes the folder where it is not there and `make` is set.
  static std::optional<CacheFolder> open(const std::filesystem::path& path, bool make);
  CacheFolder(CacheFolder&& other) noexcept;
  CacheFolder& operator=(CacheFolder&& other) = delete;
  ~CacheFolder();

  std::optional<CacheFile> read(const std::string& name, std::uint64_t most_bytes) const;
  std::optional<CacheFileVersion> version(const std::string& name) const;
  // All of it, or the file stays as it is. A kill leaves a temporary file that tidy() removes.
  bool replace(const std::string& name, std::string_view bytes) const;
  // The same, unless there is such a file.
  bool create(const std::string& name, std::string_view bytes) const;
  void touch(const std::string& name) const;
  bool remove(const std::string& name) const;

  std::vector<CacheFileInfo> list() const;
  // Removes the packs that were not used longest, until the rest is not more than that; and
  // what killed runs left an hour ago.
  void tidy(std::uint64_t most_bytes) const;

  // Held until it is destroyed. Nothing while another process has it, after a second of waiting.
  class Lock {
   public:
    explicit Lock(int descriptor) : descriptor_(descriptor) {}
    Lock(Lock&& other) noexcept;
    Lock& operator=(Lock&& other) = delete;
    ~Lock();

   private:
    int descriptor_;
  };
  std::optional<Lock> lock(const std::string& name) const;

 private:
  explicit CacheFolder(int descriptor) : descriptor_(descriptor) {}
  std::string write_temporary(std::string_view bytes) const;

  int descriptor_;
};

}  // namespace mlfix
