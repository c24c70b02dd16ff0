// Runs git with posix_spawn: no shell, so no quoting, and an environment without
// GIT_* variables, so that a hook's or a rebase's idea of the current repository
// does not leak into ours.

#include "engine/git_files.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <string>
#include <string_view>
#include <system_error>

namespace mlfix {
namespace {

namespace fs = std::filesystem;

class Pipe {
 public:
  Pipe() {
    if (pipe2(ends_.data(), O_CLOEXEC) != 0) ends_ = {-1, -1};
  }
  ~Pipe() {
    close_write_end();
    if (ends_[0] >= 0) close(ends_[0]);
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;

  bool is_open() const { return ends_[0] >= 0; }
  int write_end() const { return ends_[1]; }
  void close_write_end() {
    if (ends_[1] >= 0) close(ends_[1]);
    ends_[1] = -1;
  }
  std::string read_all() const {
    std::string all;
    std::array<char, 1 << 16> buffer;
    for (;;) {
      const ssize_t n = read(ends_[0], buffer.data(), buffer.size());
      if (n < 0 && errno == EINTR) continue;
      if (n <= 0) return all;
      all.append(buffer.data(), static_cast<std::size_t>(n));
    }
  }

 private:
  std::array<int, 2> ends_ = {-1, -1};
};

class SpawnActions {
 public:
  SpawnActions() { posix_spawn_file_actions_init(&actions_); }
  ~SpawnActions() { posix_spawn_file_actions_destroy(&actions_); }
  SpawnActions(const SpawnActions&) = delete;
  SpawnActions& operator=(const SpawnActions&) = delete;

  void use_as_output(int fd) { posix_spawn_file_actions_adddup2(&actions_, fd, STDOUT_FILENO); }
  void silence(int fd, int mode) {
    posix_spawn_file_actions_addopen(&actions_, fd, "/dev/null", mode, 0);
  }
  const posix_spawn_file_actions_t* get() const { return &actions_; }

 private:
  posix_spawn_file_actions_t actions_{};
};

std::vector<std::string> environment_without_git() {
  std::vector<std::string> variables;
  for (char** at = environ; *at != nullptr; ++at) {
    const std::string_view variable = *at;
    if (!variable.starts_with("GIT_")) variables.emplace_back(variable);
  }
  variables.emplace_back("GIT_OPTIONAL_LOCKS=0");
  return variables;
}

std::vector<char*> pointers_to(std::vector<std::string>& strings) {
  std::vector<char*> pointers;
  pointers.reserve(strings.size() + 1);
  for (std::string& s : strings) pointers.push_back(s.data());
  pointers.push_back(nullptr);
  return pointers;
}

struct GitOutput {
  int status = -1;  // exit status; -1 when git could not be run
  std::string text;
};

GitOutput run_git(const fs::path& folder, const std::vector<std::string>& arguments) {
  Pipe pipe;
  if (!pipe.is_open()) return {};
  SpawnActions actions;
  actions.silence(STDIN_FILENO, O_RDONLY);
  actions.use_as_output(pipe.write_end());
  actions.silence(STDERR_FILENO, O_WRONLY);
  std::vector<std::string> words = {"git", "-C", folder.empty() ? "." : folder.string()};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<std::string> variables = environment_without_git();

  pid_t child = 0;
  if (posix_spawnp(&child, "git", actions.get(), nullptr, pointers_to(words).data(),
                   pointers_to(variables).data()) != 0) {
    return {};
  }
  pipe.close_write_end();
  GitOutput output;
  output.text = pipe.read_all();
  int status = 0;
  while (waitpid(child, &status, 0) < 0) {
    if (errno != EINTR) return output;
  }
  if (WIFEXITED(status)) output.status = WEXITSTATUS(status);
  return output;
}

}  // namespace

bool inside_git_work_tree(const fs::path& folder) {
  std::error_code error;
  fs::path at = fs::canonical(folder.empty() ? "." : folder, error);
  while (!error) {
    if (fs::exists(at / ".git", error)) return true;
    if (at == at.parent_path()) return false;
    at = at.parent_path();
  }
  return false;
}

std::optional<std::vector<fs::path>> git_files(const fs::path& folder) {
  const GitOutput listed = run_git(folder, {"ls-files", "-z", "-co", "--exclude-standard"});
  if (listed.status != 0) return std::nullopt;
  std::vector<fs::path> files;
  std::string_view rest = listed.text;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find('\0'), rest.size());
    files.emplace_back(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  if (files.empty() && run_git(folder, {"check-ignore", "-q", "."}).status == 0)
    return std::nullopt;
  return files;
}

}  // namespace mlfix
