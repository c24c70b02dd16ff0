// A folder of its own for a test that needs real files; removed at the end.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace mlfix::testing {

class TemporaryFolder {
 public:
  TemporaryFolder();
  explicit TemporaryFolder(const std::filesystem::path& parent);
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  ~TemporaryFolder();

  const std::filesystem::path& path() const { return path_; }
  // Writes `name` (folders in it are made) and gives its path.
  std::filesystem::path write(const std::filesystem::path& name, std::string_view bytes) const;

 private:
  std::filesystem::path path_;
};

// The bytes of a file; fails the test when it can't be read.
std::string read_bytes(const std::filesystem::path& path);

}  // namespace mlfix::testing
