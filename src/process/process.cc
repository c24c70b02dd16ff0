// Standard input comes from an unnamed file and not from
// a pipe: nothing has to be written while the program runs, so it can't block us
// nor break a pipe. Both outputs are read as they come, since a program that
// waits for one of them to be read would never end.

#include "process/process.h"

#include <fmt/format.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <string_view>

#include "process/spawn.h"

namespace mlfix {
namespace {

// An unnamed file in memory that holds `text`, to be read from its start; closed
// on failure. No folder has to be writable for it.
void fill(Descriptor& file, std::string_view text) {
  file.reset(memfd_create("input", MFD_CLOEXEC));
  while (file.is_open() && !text.empty()) {
    const ssize_t count = write(file.get(), text.data(), text.size());
    if (count > 0) text.remove_prefix(static_cast<std::size_t>(count));
    if (count == 0 || (count < 0 && errno != EINTR)) file.reset();
  }
  if (file.is_open() && lseek(file.get(), 0, SEEK_SET) != 0) file.reset();
}

// Reads what there is; false at the end.
bool read_some(const Descriptor& from, std::string& into) {
  std::array<char, 1 << 16> buffer;
  const ssize_t count = read(from.get(), buffer.data(), buffer.size());
  if (count > 0) into.append(buffer.data(), static_cast<std::size_t>(count));
  return count > 0 || (count < 0 && errno == EINTR);
}

void read_both(Descriptor& out, Descriptor& err, ProcessOutput& output) {
  while (out.is_open() || err.is_open()) {
    std::array<pollfd, 2> waiting = {{{out.get(), POLLIN, 0}, {err.get(), POLLIN, 0}}};
    if (poll(waiting.data(), waiting.size(), -1) < 0 && errno != EINTR) return;
    if (waiting[0].revents != 0 && !read_some(out, output.out)) out.reset();
    if (waiting[1].revents != 0 && !read_some(err, output.err)) err.reset();
  }
}

int wait_for(pid_t child) {
  int status = 0;
  while (waitpid(child, &status, 0) < 0) {
    if (errno != EINTR) return 127;
  }
  return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

tl::unexpected<Error> not_started(const Command& command, int error) {
  const std::string remedy =
      error == ENOENT ? fmt::format("install {0}, or put its folder on PATH", command.words.front())
                      : std::string();
  return tl::unexpected(
      Error{ErrorKind::Unreadable,
            {},
            0,
            fmt::format("{} can't be run: {}", command.words.front(), std::strerror(error)),
            remedy});
}

}  // namespace

Result<ProcessOutput> run_process(const Command& command) {
  Descriptor input;  // closed: /dev/null
  Pipe out;
  Pipe err;
  if (!command.input.empty()) {
    fill(input, command.input);
    if (!input.is_open()) return not_started(command, errno);
  }
  if (!out.open() || !err.open()) return not_started(command, errno);
  const Streams streams{input.get(), out.writing.get(), err.writing.get()};
  const auto child = spawn(command, streams, Group::Ours);
  if (!child) return not_started(command, child.error());
  out.writing.reset();
  err.writing.reset();
  ProcessOutput output;
  read_both(out.reading, err.reading, output);
  output.status = wait_for(*child);
  return output;
}

}  // namespace mlfix
