// posix_spawn instead of fork: it is safe with threads, and a program that is
// not there is an error here, not an exit status of the child.

#include "engine/program.h"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <string_view>
#include <thread>

namespace mlfix {
namespace {

namespace fs = std::filesystem;

class SpawnActions {
 public:
  SpawnActions() { posix_spawn_file_actions_init(&actions_); }
  ~SpawnActions() { posix_spawn_file_actions_destroy(&actions_); }
  SpawnActions(const SpawnActions&) = delete;
  SpawnActions& operator=(const SpawnActions&) = delete;

  // `fd` becomes a copy of `source`, or nothing at all.
  void connect(int fd, int source, int mode) {
    if (source >= 0) {
      posix_spawn_file_actions_adddup2(&actions_, source, fd);
    } else {
      posix_spawn_file_actions_addopen(&actions_, fd, "/dev/null", mode, 0);
    }
  }
  void enter(const fs::path& folder) {
    posix_spawn_file_actions_addchdir_np(&actions_, folder.c_str());
  }
  const posix_spawn_file_actions_t* get() const { return &actions_; }

 private:
  posix_spawn_file_actions_t actions_{};
};

class SpawnAttributes {
 public:
  SpawnAttributes() { posix_spawnattr_init(&attributes_); }
  ~SpawnAttributes() { posix_spawnattr_destroy(&attributes_); }
  SpawnAttributes(const SpawnAttributes&) = delete;
  SpawnAttributes& operator=(const SpawnAttributes&) = delete;

  void make_own_group() {
    sigset_t none;
    sigset_t changed_by_us;
    sigemptyset(&none);
    sigemptyset(&changed_by_us);
    sigaddset(&changed_by_us, SIGPIPE);
    posix_spawnattr_setpgroup(&attributes_, 0);
    posix_spawnattr_setsigmask(&attributes_, &none);
    posix_spawnattr_setsigdefault(&attributes_, &changed_by_us);
    constexpr int kFlags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF;
    posix_spawnattr_setflags(&attributes_, kFlags);
  }
  const posix_spawnattr_t* get() const { return &attributes_; }

 private:
  posix_spawnattr_t attributes_{};
};

std::vector<char*> pointers_to(std::vector<std::string>& strings) {
  std::vector<char*> pointers;
  pointers.reserve(strings.size() + 1);
  for (std::string& s : strings) pointers.push_back(s.data());
  pointers.push_back(nullptr);
  return pointers;
}

std::string read_to_end(int descriptor) {
  std::string all;
  std::array<char, 1 << 16> buffer;
  for (;;) {
    const ssize_t n = read(descriptor, buffer.data(), buffer.size());
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return all;
    all.append(buffer.data(), static_cast<std::size_t>(n));
  }
}

}  // namespace

Pipe::Pipe() {
  if (pipe2(ends_.data(), O_CLOEXEC) != 0) ends_ = {-1, -1};
}

Pipe::~Pipe() {
  close_write_end();
  if (ends_[0] >= 0) close(ends_[0]);
}

void Pipe::close_write_end() {
  if (ends_[1] >= 0) close(ends_[1]);
  ends_[1] = -1;
}

std::string Pipe::read_all() const {
  return read_to_end(ends_[0]);
}

Environment current_environment() {
  Environment variables;
  for (char** at = environ; *at != nullptr; ++at) variables.emplace_back(*at);
  return variables;
}

Environment environment_for_git() {
  Environment variables = current_environment();
  std::erase_if(variables, [](const std::string& v) { return v.starts_with("GIT_"); });
  variables.emplace_back("GIT_OPTIONAL_LOCKS=0");
  return variables;
}

IoResult<pid_t> launch(const Launch& launch) {
  SpawnActions actions;
  actions.connect(STDIN_FILENO, -1, O_RDONLY);
  actions.connect(STDOUT_FILENO, launch.out, O_WRONLY);
  actions.connect(STDERR_FILENO, launch.err, O_WRONLY);
  if (!launch.folder.empty()) actions.enter(launch.folder);
  SpawnAttributes attributes;
  if (launch.own_group) attributes.make_own_group();
  std::vector<std::string> words = launch.words;
  Environment environment = launch.environment;
  pid_t child = 0;
  const int error = posix_spawnp(&child, words.front().c_str(), actions.get(), attributes.get(),
                                 pointers_to(words).data(), pointers_to(environment).data());
  if (error != 0) return tl::unexpected(error);
  return child;
}

ProgramOutput run_git(const fs::path& folder, const std::vector<std::string>& arguments) {
  ProgramOutput output;
  Pipe out;
  Pipe err;
  if (!out.is_open() || !err.is_open()) return output;
  Launch request;
  request.words = {"git", "-C", folder.empty() ? "." : folder.string()};
  request.words.insert(request.words.end(), arguments.begin(), arguments.end());
  request.environment = environment_for_git();
  request.out = out.write_end();
  request.err = err.write_end();
  const auto child = launch(request);
  if (!child) return output;
  out.close_write_end();
  err.close_write_end();
  // Both at once: a full pipe that nobody reads would stop git for ever.
  std::thread errors([&] { output.err = err.read_all(); });
  output.out = out.read_all();
  errors.join();
  int status = 0;
  while (waitpid(*child, &status, 0) < 0) {
    if (errno != EINTR) return output;
  }
  if (WIFEXITED(status)) output.status = WEXITSTATUS(status);
  return output;
}

}  // namespace mlfix
