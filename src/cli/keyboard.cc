// Ctrl-C stays a signal, so that it also ends what goes on between two keys. Ctrl-Z does not: the
// terminal must be given back before the program stops.

#include "cli/keyboard.h"

#include <poll.h>
#include <signal.h>
#include <unistd.h>

#include <cerrno>

namespace mlfix {
namespace {

constexpr int kPollTime = 100;  // milliseconds
constexpr int kOfOneKey = 25;   // milliseconds between the bytes that a key sends
constexpr char kEscape = '\x1b';
constexpr char kSuspend = '\x1a';

bool has_input(int terminal, int milliseconds) {
  pollfd waiting{terminal, POLLIN, 0};
  return poll(&waiting, 1, milliseconds) > 0;
}

}  // namespace

Keyboard::Keyboard(int terminal) : terminal_(terminal) {
  tcgetattr(terminal_, &found_);
  take_keys();
}

Keyboard::~Keyboard() {
  restore();
}

void Keyboard::take_keys() {
  struct termios mode = found_;
  mode.c_lflag &= ~static_cast<tcflag_t>(ICANON | ECHO);
  mode.c_cc[VMIN] = 1;
  mode.c_cc[VTIME] = 0;
  mode.c_cc[VSUSP] = _POSIX_VDISABLE;
  mode.c_cc[VQUIT] = _POSIX_VDISABLE;
  tcsetattr(terminal_, TCSADRAIN, &mode);
}

void Keyboard::restore() {
  tcsetattr(terminal_, TCSADRAIN, &found_);
}

std::optional<char> Keyboard::byte(const StopRequest& stop) {
  while (!has_input(terminal_, kPollTime)) {
    if (stop()) return std::nullopt;
  }
  char read_byte = 0;
  ssize_t count = 0;
  do {
    count = read(terminal_, &read_byte, 1);
  } while (count < 0 && errno == EINTR);
  return count == 1 ? std::optional(read_byte) : std::nullopt;
}

// The rest of what one key sends: ESC [ … letter, ESC O letter, or ESC and a letter.
void Keyboard::skip_sequence() {
  const StopRequest at_once = [] { return true; };
  if (!has_input(terminal_, kOfOneKey)) return;
  const auto second = byte(at_once);
  if (second != '[' && second != 'O') return;
  while (has_input(terminal_, kOfOneKey)) {
    const auto next = byte(at_once);
    if (!next || (*next >= '@' && *next <= '~')) return;
  }
}

std::optional<char> Keyboard::key(const StopRequest& stop) {
  const auto pressed = stop() ? std::nullopt : byte(stop);
  if (pressed == kEscape) {
    skip_sequence();
    return kOther;
  }
  if (pressed == kSuspend) {
    const Lent lent(*this);
    kill(0, SIGTSTP);
    return kRedraw;
  }
  const bool of_a_letter = pressed && static_cast<unsigned char>(*pressed) >= 0x80;
  return of_a_letter ? kOther : pressed;
}

std::optional<std::string> Keyboard::line(const StopRequest& stop) {
  const Lent lent(*this);
  std::string text;
  while (const auto next = byte(stop)) {
    if (*next == '\n') return text;
    text += *next;
  }
  return std::nullopt;
}

}  // namespace mlfix
