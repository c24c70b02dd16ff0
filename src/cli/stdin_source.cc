// One byte over the limit is enough to know that the rest need not be read.

#include "cli/stdin_source.h"

#include <unistd.h>

#include <array>
#include <cerrno>

#include "text/file_system.h"
#include "text/source_file.h"

namespace mlfix {

Result<std::string> read_standard_input() {
  std::string text;
  std::array<char, 1 << 16> buffer;
  while (text.size() <= kMaxFileSize) {
    const auto count = system_files().read(STDIN_FILENO, buffer.data(), buffer.size());
    if (!count) {
      return tl::unexpected(Error{ErrorKind::Unreadable,
                                  {},
                                  0,
                                  "standard input can't be read: " + describe_errno(count.error()),
                                  {}});
    }
    if (*count == 0) break;
    text.append(buffer.data(), *count);
  }
  return text;
}

}  // namespace mlfix
