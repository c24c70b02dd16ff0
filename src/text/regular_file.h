// Reading a file that somebody else may have put there: a regular one, whole, and
// no more of it than its reader wants.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include "text/error.h"
#include "text/file_system.h"

namespace mlfix {

// What a reader takes, and what it says to a user who gave it something else.
struct FileWish {
  std::uint64_t most_bytes = 0;
  std::string_view no_file_remedy;    // for a folder, a pipe, a device
  std::string_view too_large_remedy;  // for more than `most_bytes`
};

struct FileBytes {
  std::string bytes;
  FileStatus status;  // the same before and after reading
};

// Never waits for a pipe, never reads a device, and stops after `most_bytes`.
// Links are followed. Thread-safe. Errors, with the path: Unreadable, Refused
// when it is too large.
Result<FileBytes> read_regular_file(FileSystem& files, const std::filesystem::path& path,
                                    const FileWish& wish);

}  // namespace mlfix
