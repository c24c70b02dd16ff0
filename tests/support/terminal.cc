#include "terminal.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>
#include <utmp.h>

#include <array>

namespace mlfix::testing {
namespace {

constexpr int kPatience = 120'000;  // milliseconds without a word from the program

[[noreturn]] void become(const std::vector<std::string>& command, const ProcessOptions& options,
                         int terminal) {
  login_tty(terminal);
  for (const auto& [name, value] : options.environment) setenv(name.c_str(), value.c_str(), 1);
  if (!options.folder.empty() && chdir(options.folder.c_str()) != 0) _exit(126);
  for (const int number : {SIGINT, SIGQUIT, SIGPIPE, SIGHUP}) signal(number, SIG_DFL);
  std::vector<char*> words;
  for (const std::string& word : command) words.push_back(const_cast<char*>(word.c_str()));
  words.push_back(nullptr);
  execv(words.front(), words.data());
  _exit(127);
}

}  // namespace

AtTerminal::AtTerminal(std::vector<std::string> arguments, const ProcessOptions& options) {
  arguments.insert(arguments.begin(), MLFIX_BINARY);
  start(arguments, options);
}

AtTerminal::AtTerminal(const JobControl& command, const ProcessOptions& options) {
  start({"/bin/bash", "--norc", "-c", "set -m; " + command.script, MLFIX_BINARY}, options);
}

void AtTerminal::start(const std::vector<std::string>& command, const ProcessOptions& options) {
  struct winsize size {};
  size.ws_col = 120;
  size.ws_row = 60;
  if (openpty(&terminal_, &theirs_, nullptr, nullptr, &size) != 0) {
    ADD_FAILURE() << "this machine gives no pseudo-terminal";
    return;
  }
  fcntl(terminal_, F_SETFD, FD_CLOEXEC);
  pid_ = fork();
  if (pid_ == 0) become(command, options, theirs_);
}

AtTerminal::~AtTerminal() {
  if (pid_ > 0) {
    kill(pid_, SIGKILL);
    waitpid(pid_, nullptr, 0);
  }
  if (theirs_ >= 0) close(theirs_);
  if (terminal_ >= 0) close(terminal_);
}

// False at the end of the program, which we only notice between two looks, as our own descriptor
// keeps the terminal open.
bool AtTerminal::read_more() {
  constexpr int kLook = 50;
  for (int waited = 0; waited < kPatience; waited += kLook) {
    pollfd waiting{terminal_, POLLIN, 0};
    if (poll(&waiting, 1, kLook) > 0) {
      std::array<char, 4096> buffer;
      const ssize_t count = read(terminal_, buffer.data(), buffer.size());
      if (count > 0) shown_.append(buffer.data(), static_cast<std::size_t>(count));
      return count > 0;
    }
    siginfo_t info{};
    if (pid_ > 0 &&
        waitid(P_PID, static_cast<id_t>(pid_), &info, WEXITED | WNOHANG | WNOWAIT) == 0 &&
        info.si_pid == pid_) {
      return false;
    }
  }
  return false;
}

bool AtTerminal::sees(const std::string& text) {
  std::size_t at = 0;
  while ((at = shown_.find(text, seen_)) == std::string::npos) {
    if (!read_more()) return false;
  }
  seen_ = at + text.size();
  return true;
}

void AtTerminal::type(std::string_view keys) const {
  EXPECT_EQ(write(terminal_, keys.data(), keys.size()), static_cast<ssize_t>(keys.size()));
}

void AtTerminal::send(int signal) const {
  kill(pid_, signal);
}

bool AtTerminal::is_as_found() const {
  struct termios mode {};
  return tcgetattr(theirs_, &mode) == 0 && (mode.c_lflag & (ICANON | ECHO)) == (ICANON | ECHO);
}

int AtTerminal::finish() {
  while (read_more()) {
  }
  int status = 0;
  waitpid(pid_, &status, 0);
  pid_ = -1;
  return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

}  // namespace mlfix::testing
