// The real file system, which asks a test before every call: the test can let
// the call fail, end the process there, or do what another program would do.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "text/file_system.h"

namespace mlfix::testing {

// One call as the hook sees it; the path is empty for calls on descriptors.
struct Call {
  std::string_view name;
  std::filesystem::path subject;
};

// Answers with the errno to fail with, or nothing to let the call happen.
using Hook = std::function<std::optional<int>(const Call&)>;

class HookedFiles final : public FileSystem {
 public:
  explicit HookedFiles(Hook hook) : hook_(std::move(hook)) {}

  IoResult<std::filesystem::path> real_path(const std::filesystem::path& name) override {
    return ask<std::filesystem::path>({"real_path", name},
                                      [&] { return FileSystem::real_path(name); });
  }
  IoResult<int> open(const std::filesystem::path& name, int flags, unsigned mode) override {
    return ask<int>({"open", name}, [&] { return FileSystem::open(name, flags, mode); });
  }
  // A close that reports a failure has closed all the same.
  IoResult<void> close(int descriptor) override {
    const auto closed = FileSystem::close(descriptor);
    return ask<void>({"close", {}}, [&] { return closed; });
  }
  IoResult<FileStatus> status(int descriptor) override {
    return ask<FileStatus>({"fstat", {}}, [&] { return FileSystem::status(descriptor); });
  }
  IoResult<FileStatus> status(const std::filesystem::path& name) override {
    return ask<FileStatus>({"lstat", name}, [&] { return FileSystem::status(name); });
  }
  IoResult<std::size_t> read(int descriptor, char* buffer, std::size_t size) override {
    return ask<std::size_t>({"read", {}},
                            [&] { return FileSystem::read(descriptor, buffer, size); });
  }
  // Writes a few bytes at a time, so that a failure can strike half way.
  IoResult<std::size_t> write(int descriptor, std::string_view bytes) override {
    return ask<std::size_t>({"write", {}},
                            [&] { return FileSystem::write(descriptor, bytes.substr(0, 16)); });
  }
  IoResult<void> rewind(int descriptor) override {
    return ask<void>({"rewind", {}}, [&] { return FileSystem::rewind(descriptor); });
  }
  IoResult<void> reserve(int descriptor, std::uint64_t size) override {
    return ask<void>({"reserve", {}}, [&] { return FileSystem::reserve(descriptor, size); });
  }
  IoResult<void> truncate(int descriptor, std::uint64_t size) override {
    return ask<void>({"truncate", {}}, [&] { return FileSystem::truncate(descriptor, size); });
  }
  IoResult<void> set_attribute(int descriptor, const char* name, std::string_view value) override {
    return ask<void>({"set_attribute", {}},
                     [&] { return FileSystem::set_attribute(descriptor, name, value); });
  }
  IoResult<void> remove_attribute(int descriptor, const char* name) override {
    return ask<void>({"remove_attribute", {}},
                     [&] { return FileSystem::remove_attribute(descriptor, name); });
  }
  IoResult<void> set_owner(int descriptor, std::uint32_t owner, std::uint32_t group) override {
    return ask<void>({"set_owner", {}},
                     [&] { return FileSystem::set_owner(descriptor, owner, group); });
  }
  IoResult<void> set_mode(int descriptor, std::uint32_t mode) override {
    return ask<void>({"set_mode", {}}, [&] { return FileSystem::set_mode(descriptor, mode); });
  }
  // Nobody pulls the plug here, and a real sync would make the test slow.
  IoResult<void> sync(int /*descriptor*/) override {
    return ask<void>({"sync", {}}, [] { return IoResult<void>(); });
  }
  IoResult<void> rename(const std::filesystem::path& from,
                        const std::filesystem::path& to) override {
    return ask<void>({"rename", to}, [&] { return FileSystem::rename(from, to); });
  }
  IoResult<void> exchange(const std::filesystem::path& a, const std::filesystem::path& b) override {
    return ask<void>({"exchange", b}, [&] { return FileSystem::exchange(a, b); });
  }
  IoResult<void> remove(const std::filesystem::path& name) override {
    return ask<void>({"remove", name}, [&] { return FileSystem::remove(name); });
  }
  IoResult<void> check_writable(const std::filesystem::path& name) override {
    return ask<void>({"check_writable", name}, [&] { return FileSystem::check_writable(name); });
  }
  IoResult<std::vector<std::string>> list(const std::filesystem::path& folder) override {
    return ask<std::vector<std::string>>({"list", folder},
                                         [&] { return FileSystem::list(folder); });
  }

 private:
  template <typename T, typename Real>
  IoResult<T> ask(const Call& call, Real real) {
    if (const auto error = hook_(call)) return tl::unexpected(*error);
    return real();
  }

  Hook hook_;
};

}  // namespace mlfix::testing
