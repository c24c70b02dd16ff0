// Streams of the C++ library hide which write failed and why, and buffer past
// the point where an error could still be told; the descriptors do neither.

#include "cli/terminal.h"

#include <poll.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>

#include "text/foreign_text.h"

namespace mlfix {

Output::Output(int descriptor) : descriptor_(descriptor) {
  const char* runner = std::getenv("GITHUB_ACTIONS");
  in_log_ = runner != nullptr && std::string_view(runner) == "true";
}

void Output::tell(std::string_view lines) {
  in_log_ || !is_terminal() ? write(log_lines(lines)) : write(lines);
}

void Output::show(std::string_view patch) {
  in_log_ ? write(log_verbatim(patch)) : write(patch);
}

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

bool Output::takes_more() const {
  pollfd waiting{descriptor_, POLLOUT, 0};
  return poll(&waiting, 1, 0) > 0;
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

std::size_t Output::rows() const {
  constexpr std::size_t kDefault = 24;
  struct winsize size {};
  if (ioctl(descriptor_, TIOCGWINSZ, &size) != 0 || size.ws_row == 0) return kDefault;
  return size.ws_row;
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

void fail_instead_of_dying() {
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
}

}  // namespace mlfix
