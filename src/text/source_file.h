// A file as it was read: bytes, line table, identity. Reading validates what
// every later stage relies on: UTF-8, no lone carriage return, no NUL byte, a
// coding cookie that is UTF-8 or ASCII, and a size within kMaxFileSize.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include "text/cells.h"
#include "text/error.h"
#include "text/line_table.h"

namespace mlfix {

class FileSystem;

inline constexpr std::uint64_t kMaxFileSize = 32u << 20;  // bytes

// What a file was when it was read; FileWriter refuses to replace anything else.
struct FileIdentity {
  std::uint64_t device = 0;
  std::uint64_t inode = 0;
  std::uint64_t size = 0;  // bytes
  std::int64_t mtime_ns = 0;
  std::uint64_t content_hash = 0;
  friend bool operator==(const FileIdentity&, const FileIdentity&) = default;
};

struct SourceFile {
  std::filesystem::path path;  // as it is shown to the user
  std::string text;
  LineTable lines;
  FileIdentity identity;  // all zero for a text that was not read from disk
  Cells cells;            // when the text is made of the cells of a notebook
};

// Reads and validates `path`; the second form through a given file system.
// Thread-safe. Errors: Unreadable, Refused.
Result<SourceFile> read_source_file(const std::filesystem::path& path);
Result<SourceFile> read_source_file(const std::filesystem::path& path, FileSystem& files);

// The same validation for text that is already in memory (standard input,
// tests). Errors: Refused.
Result<SourceFile> make_source_file(std::filesystem::path shown_path, std::string text);

// Bytes of the file, or 0 where there is none to ask.
std::uint64_t size_on_disk(const std::filesystem::path& path);

// 64-bit content hash (FNV-1a); not cryptographic.
std::uint64_t hash_text(std::string_view text);

}  // namespace mlfix
