// Errors are values. An Error names the file, the line where there is one, what
// is wrong, and what the user can do about it.
#pragma once

#include <cstdint>
#include <string>
#include <tl/expected.hpp>

namespace mlfix {

enum class ErrorKind : std::uint8_t {
  Usage,          // the command line is wrong
  Configuration,  // a configuration file is wrong
  Unreadable,     // a file can't be read
  Refused,        // a file was read, but mlfix does not touch such input
  Unwritable,     // a file could not be written; it is as it was
  Internal,       // mlfix itself is wrong: please report
};

struct Error {
  ErrorKind kind = ErrorKind::Internal;
  std::string path;        // empty when no file is concerned
  std::uint32_t line = 0;  // from 1; 0 when no line is concerned
  std::string message;     // what is wrong, lower case, no final period
  std::string remedy;      // what to do about it; may be empty

  // "path:line: message (remedy)", leaving out what is not known.
  std::string to_string() const;
  friend bool operator==(const Error&, const Error&) = default;
};

template <typename T>
using Result = tl::expected<T, Error>;

}  // namespace mlfix
