// Standard output and error go to files, so that no pipe can fill up and stall a
// test; the one test that wants a full pipe asks for it.

#include "process.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdlib>

#include "temporary_folder.h"

namespace mlfix::testing {
namespace {

namespace fs = std::filesystem;

// Only calls that are allowed between fork and exec, but for the environment.
[[noreturn]] void become(const std::vector<std::string>& command, const ProcessOptions& options,
                         int input, int output, int error) {
  std::vector<char*> arguments;
  for (const std::string& argument : command) {
    arguments.push_back(const_cast<char*>(argument.c_str()));
  }
  arguments.push_back(nullptr);
  for (const auto& [name, value] : options.environment) setenv(name.c_str(), value.c_str(), 1);
  if (!options.folder.empty() && chdir(options.folder.c_str()) != 0) _exit(126);
  dup2(input, STDIN_FILENO);
  dup2(output, STDOUT_FILENO);
  dup2(error, STDERR_FILENO);
  // A shell has what it starts in the background ignore them, tests too.
  for (const int number : {SIGINT, SIGQUIT}) signal(number, SIG_DFL);
  if (options.pending_signal != 0) {
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, options.pending_signal);
    sigprocmask(SIG_BLOCK, &set, nullptr);
    raise(options.pending_signal);
  }
  execvp(arguments.front(), arguments.data());
  _exit(127);
}

int open_or_fail(const fs::path& path, int flags) {
  const int descriptor = open(path.c_str(), flags | O_CLOEXEC, 0600);
  EXPECT_GE(descriptor, 0) << path;
  return descriptor;
}

// The writing end of a pipe whose reading end is closed.
int closed_pipe() {
  std::array<int, 2> ends{};
  EXPECT_EQ(pipe2(ends.data(), O_CLOEXEC), 0);
  close(ends[0]);
  return ends[1];
}

int wait_for_end(pid_t pid) {
  int status = 0;
  waitpid(pid, &status, 0);
  return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

std::vector<std::string> mlfix_command(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), MLFIX_BINARY);
  return arguments;
}

}  // namespace

ProcessResult run_command(const std::vector<std::string>& command, const ProcessOptions& options) {
  const TemporaryFolder streams;
  const int input = open_or_fail(streams.write("in", options.input), O_RDONLY);
  const fs::path out = options.out.empty() ? streams.path() / "out" : options.out;
  const int output =
      options.closed_pipe ? closed_pipe() : open_or_fail(out, O_WRONLY | O_CREAT | O_TRUNC);
  const int error = open_or_fail(streams.path() / "err", O_WRONLY | O_CREAT);
  const pid_t pid = fork();
  if (pid == 0) become(command, options, input, output, error);
  for (const int descriptor : {input, output, error}) close(descriptor);
  ProcessResult result;
  result.status = wait_for_end(pid);
  if (!options.closed_pipe && options.out.empty()) result.out = read_bytes(out);
  result.err = read_bytes(streams.path() / "err");
  return result;
}

ProcessResult run_mlfix(std::vector<std::string> arguments, const ProcessOptions& options) {
  return run_command(mlfix_command(std::move(arguments)), options);
}

RunningMlfix::RunningMlfix(std::vector<std::string> arguments, const ProcessOptions& options)
    : out_(options.folder / "stdout.txt") {
  std::array<int, 2> ends{};
  EXPECT_EQ(pipe2(ends.data(), O_CLOEXEC), 0);
  const int input = open_or_fail("/dev/null", O_RDONLY);
  const int output = open_or_fail(out_, O_WRONLY | O_CREAT | O_TRUNC);
  const std::vector<std::string> command = mlfix_command(std::move(arguments));
  pid_ = fork();
  if (pid_ == 0) become(command, options, input, output, ends[1]);
  for (const int descriptor : {input, output, ends[1]}) close(descriptor);
  err_ = ends[0];
}

RunningMlfix::~RunningMlfix() {
  if (err_ >= 0) close(err_);
  if (pid_ > 0) wait_for_end(pid_);
}

bool RunningMlfix::read_more() {
  std::array<char, 256> buffer;
  const ssize_t count = read(err_, buffer.data(), buffer.size());
  if (count > 0) seen_.append(buffer.data(), static_cast<std::size_t>(count));
  return count > 0;
}

void RunningMlfix::send(int signal) const {
  kill(pid_, signal);
}

bool RunningMlfix::wait_for(const std::string& text) {
  while (seen_.find(text) == std::string::npos) {
    if (!read_more()) return false;
  }
  return true;
}

ProcessResult RunningMlfix::finish() {
  while (read_more()) {
  }
  ProcessResult result;
  result.status = wait_for_end(pid_);
  pid_ = -1;
  result.out = read_bytes(out_);
  result.err = seen_;
  return result;
}

}  // namespace mlfix::testing
