// posix_spawn and not fork: it is safe with threads, and a program that does not
// exist is an error here instead of an exit status of the child.

#include "process/spawn.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <string_view>

namespace mlfix {
namespace {

// Default handling and no mask: what is blocked or ignored here, for our own
// sake, would otherwise be inherited.
class SpawnAttributes {
 public:
  explicit SpawnAttributes(Group group) {
    posix_spawnattr_init(&attributes_);
    sigset_t signals;
    sigemptyset(&signals);
    posix_spawnattr_setsigmask(&attributes_, &signals);
    sigaddset(&signals, SIGPIPE);
    sigaddset(&signals, SIGXFSZ);
    posix_spawnattr_setsigdefault(&attributes_, &signals);
    posix_spawnattr_setpgroup(&attributes_, 0);
    const int own = group == Group::Own ? POSIX_SPAWN_SETPGROUP : 0;
    const int flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | own;
    posix_spawnattr_setflags(&attributes_, static_cast<short>(flags));
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
    if (descriptor >= 0) {
      posix_spawn_file_actions_adddup2(&actions_, descriptor, standard);
    } else {
      posix_spawn_file_actions_addopen(&actions_, standard, "/dev/null", O_RDWR, 0);
    }
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

}  // namespace

void Descriptor::reset(int value) {
  if (value_ >= 0) close(value_);
  value_ = value;
}

bool Pipe::open() {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) return false;
  reading.reset(ends[0]);
  writing.reset(ends[1]);
  return true;
}

IoResult<pid_t> spawn(const Command& command, const Streams& streams, Group group) {
  SpawnActions actions;
  actions.enter(command.folder);
  actions.use_as(streams.input, STDIN_FILENO);
  actions.use_as(streams.out, STDOUT_FILENO);
  actions.use_as(streams.err, STDERR_FILENO);
  if (streams.mark >= 0) actions.use_as(streams.mark, streams.mark);
  const SpawnAttributes attributes(group);
  std::vector<std::string> words = command.words;
  std::vector<std::string> variables = environment_of(command);
  pid_t child = 0;
  const int error = posix_spawnp(&child, words.front().c_str(), actions.get(), attributes.get(),
                                 pointers_to(words).data(), pointers_to(variables).data());
  if (error != 0) return tl::unexpected(error);
  return child;
}

}  // namespace mlfix
