// Streams of the C++ library hide which write failed and why, and buffer past
// the point where an error could still be told; the descriptors do neither.

#include "cli/terminal.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>

namespace mlfix {

void Output::write(std::string_view text) {
  while (!text.empty() && !error_) {
    const ssize_t written = ::write(descriptor_, text.data(), text.size());
    if (written >= 0) {
      text.remove_prefix(static_cast<std::size_t>(written));
    } else if (errno != EINTR) {
      error_ = errno;
    }
  }
}

bool Output::is_terminal() const {
  return isatty(descriptor_) == 1;
}

std::size_t Output::columns() const {
  constexpr std::size_t kDefault = 80;
  struct winsize size {};
  if (ioctl(descriptor_, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return kDefault;
  return size.ws_col;
}

bool Output::closed() const {
  return error_ == EPIPE;
}

std::optional<int> Output::failure() const {
  return closed() ? std::nullopt : error_;
}

Paint paint_for(const Output& output, ColorChoice choice) {
  if (choice != ColorChoice::Auto) return Paint(choice == ColorChoice::Always);
  const char* no_color = std::getenv("NO_COLOR");
  const char* terminal = std::getenv("TERM");
  const bool refused = no_color != nullptr && *no_color != '\0';
  const bool dumb = terminal == nullptr || std::string_view(terminal) == "dumb";
  return Paint(output.is_terminal() && !refused && !dumb);
}

void ignore_broken_pipes() {
  std::signal(SIGPIPE, SIG_IGN);
}

}  // namespace mlfix
