// A shell splits what VISUAL says, as it does for git and others: it may have options.

#include "cli/editor.h"

#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <filesystem>

#include "cli/exit_status.h"
#include "process/spawn.h"
#include "text/file_system.h"
#include "text/new_file.h"
#include "text/source_file.h"
#include "text/temporary_folder.h"

namespace mlfix {
namespace {

namespace fs = std::filesystem;

// Those that know `+12` for a line; others may take it for the name of a file.
constexpr std::array<std::string_view, 11> kKnowLines{"vi",    "vim",         "nvim",    "nano",
                                                      "emacs", "emacsclient", "kak",     "joe",
                                                      "micro", "vim.basic",   "vim.tiny"};

std::string editor_command() {
  for (const char* name : {"VISUAL", "EDITOR"}) {
    const char* value = std::getenv(name);
    if (value != nullptr && *value != '\0') return value;
  }
  return "vi";
}

bool knows_lines(const std::string& command) {
  const std::string program = fs::path(command.substr(0, command.find(' '))).filename().string();
  return std::ranges::find(kKnowLines, program) != kKnowLines.end();
}

// Has the process been asked to end? The signals wait for whoever asks (InterruptGuard).
bool is_to_end() {
  sigset_t waiting;
  return sigpending(&waiting) == 0 &&
         (sigismember(&waiting, SIGTERM) == 1 || sigismember(&waiting, SIGHUP) == 1);
}

// The status of the editor, which is asked to end where we are: one that hangs is left behind.
int wait_for(pid_t editor) {
  constexpr useconds_t kTick = 20'000;  // microseconds
  constexpr int kPatience = 20;         // ticks
  int status = 0;
  int ticks = 0;
  while (true) {
    const pid_t ended = waitpid(editor, &status, WNOHANG);
    if (ended == editor) return status;
    if (ended < 0 && errno != EINTR) return status;
    if (ticks == 0 && is_to_end()) {
      kill(editor, SIGTERM);
      ticks = 1;
    } else if (ticks > 0 && ++ticks > kPatience) {
      return SIGTERM;
    }
    usleep(kTick);
  }
}

Result<void> run_editor(const fs::path& file, std::uint32_t line) {
  const std::string editor = editor_command();
  Command command;
  command.words = {"sh", "-c", editor + " \"$@\"", editor};
  if (knows_lines(editor)) command.words.push_back(fmt::format("+{}", line));
  command.words.push_back(file.string());
  const auto started =
      spawn(command, {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO, -1}, Group::Ours);
  const auto failed = [&](std::string message) {
    return tl::unexpected(Error{ErrorKind::Usage,
                                {},
                                0,
                                std::move(message),
                                "nothing is changed; EDITOR says which editor is used"});
  };
  if (!started) {
    return failed(fmt::format("{} can't be started: {}", editor, describe_errno(started.error())));
  }
  const int status = wait_for(*started);
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return {};
  const int shown = WIFSIGNALED(status) ? kExitSignal + WTERMSIG(status) : WEXITSTATUS(status);
  return failed(fmt::format("{} ended with status {}", editor, shown));
}

}  // namespace

Result<std::string> edited(const std::string& name, std::string_view text, std::uint32_t line) {
  const auto folder = TemporaryFolder::make("edit");
  if (!folder) return tl::unexpected(folder.error());
  const fs::path file = folder->path() / name;
  if (const auto written = create_file(file, text); !written) {
    return tl::unexpected(written.error());
  }
  if (const auto done = run_editor(file, line); !done) return tl::unexpected(done.error());
  auto read = read_file(system_files(), file, kMaxFileSize);
  if (read) return std::move(*read);
  return tl::unexpected(Error{ErrorKind::Unreadable,
                              file.string(),
                              0,
                              fmt::format("can't be read: {}", describe_errno(read.error())),
                              {}});
}

}  // namespace mlfix
