// posix_spawn and pipes. Standard input comes from an unnamed file and not from
// a pipe: nothing has to be written while the program runs, so it can't block us
// nor break a pipe. Both outputs are read as they come, since a program that
// waits for one of them to be read would never end.

#include "process/process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <memory>
#include <string_view>

namespace mlfix {
namespace {

// An open descriptor, closed at the end of the scope.
class Descriptor {
 public:
  Descriptor() = default;
  explicit Descriptor(int value) : value_(value) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() { reset(); }

  int get() const { return value_; }
  bool is_open() const { return value_ >= 0; }
  void reset(int value = -1) {
    if (value_ >= 0) close(value_);
    value_ = value;
  }

 private:
  int value_ = -1;
};

struct Pipe {
  Descriptor reading;
  Descriptor writing;

  bool open() {
    std::array<int, 2> ends{};
    if (pipe2(ends.data(), O_CLOEXEC) != 0) return false;
    reading.reset(ends[0]);
    writing.reset(ends[1]);
    return true;
  }
};

using File = std::unique_ptr<std::FILE, int (*)(std::FILE*)>;

// An unnamed file that holds `text`, to be read from its start; null on failure.
File file_with(std::string_view text) {
  File file(std::tmpfile(), &std::fclose);
  if (!file) return file;
  const bool written = std::fwrite(text.data(), 1, text.size(), file.get()) == text.size() &&
                       std::fflush(file.get()) == 0 && std::fseek(file.get(), 0, SEEK_SET) == 0;
  if (!written) file.reset();
  return file;
}

// Default handling and no mask: what is blocked or ignored here, for our own
// sake, would otherwise be inherited.
class SpawnAttributes {
 public:
  SpawnAttributes() {
    posix_spawnattr_init(&attributes_);
    sigset_t signals;
    sigemptyset(&signals);
    posix_spawnattr_setsigmask(&attributes_, &signals);
    sigaddset(&signals, SIGPIPE);
    posix_spawnattr_setsigdefault(&attributes_, &signals);
    posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  }
  SpawnAttributes(const SpawnAttributes&) = delete;
  SpawnAttributes& operator=(const SpawnAttributes&) = delete;
  ~SpawnAttributes() { posix_spawnattr_destroy(&attributes_); }

  const posix_spawnattr_t* get() const { return &attributes_; }

 private:
  posix_spawnattr_t attributes_{};
};

class SpawnActions {
 public:
  SpawnActions() { posix_spawn_file_actions_init(&actions_); }
  SpawnActions(const SpawnActions&) = delete;
  SpawnActions& operator=(const SpawnActions&) = delete;
  ~SpawnActions() { posix_spawn_file_actions_destroy(&actions_); }

  void use_as(int descriptor, int standard) {
    posix_spawn_file_actions_adddup2(&actions_, descriptor, standard);
  }
  void enter(const std::filesystem::path& folder) {
    if (!folder.empty()) posix_spawn_file_actions_addchdir_np(&actions_, folder.c_str());
  }
  const posix_spawn_file_actions_t* get() const { return &actions_; }

 private:
  posix_spawn_file_actions_t actions_{};
};

std::vector<std::string> environment_of(const Command& command) {
  std::vector<std::string> variables;
  for (char** at = environ; *at != nullptr; ++at) {
    const std::string_view variable = *at;
    const std::string name(variable.substr(0, variable.find('=')));
    if (!command.environment.contains(name)) variables.emplace_back(variable);
  }
  for (const auto& [name, value] : command.environment) {
    if (value) variables.push_back(fmt::format("{}={}", name, *value));
  }
  return variables;
}

std::vector<char*> pointers_to(std::vector<std::string>& strings) {
  std::vector<char*> pointers;
  pointers.reserve(strings.size() + 1);
  for (std::string& s : strings) pointers.push_back(s.data());
  pointers.push_back(nullptr);
  return pointers;
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
  const File input = file_with(command.input);
  Pipe out;
  Pipe err;
  if (!input || !out.open() || !err.open()) return not_started(command, errno);
  SpawnActions actions;
  actions.enter(command.folder);
  actions.use_as(fileno(input.get()), STDIN_FILENO);
  actions.use_as(out.writing.get(), STDOUT_FILENO);
  actions.use_as(err.writing.get(), STDERR_FILENO);
  const SpawnAttributes attributes;
  std::vector<std::string> words = command.words;
  std::vector<std::string> variables = environment_of(command);
  pid_t child = 0;
  const int error = posix_spawnp(&child, words.front().c_str(), actions.get(), attributes.get(),
                                 pointers_to(words).data(), pointers_to(variables).data());
  if (error != 0) return not_started(command, error);
  out.writing.reset();
  err.writing.reset();
  ProcessOutput output;
  read_both(out.reading, err.reading, output);
  output.status = wait_for(child);
  return output;
}

}  // namespace mlfix
