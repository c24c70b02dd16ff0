// The kernel tells of a program's parent the system call that it is in: to open or to
// read. The file is a name in its memory in the one case, and an open file in the other.

#include "process/waiting.h"

#include <fcntl.h>
#include <linux/limits.h>
#include <sys/syscall.h>

#include <array>
#include <cstdint>
#include <fstream>
#include <string>
#include <system_error>

namespace mlfix {
namespace {

namespace fs = std::filesystem;

struct SystemCall {
  long number = 0;
  std::array<std::uint64_t, 3> arguments{};
};

fs::path entry_of(pid_t program, const char* name) {
  return fs::path("/proc") / std::to_string(program) / name;
}

// "running", or the number and the arguments.
std::optional<SystemCall> current_call(pid_t program) {
  std::ifstream stream(entry_of(program, "syscall"));
  SystemCall call;
  stream >> call.number >> std::hex;
  for (std::uint64_t& argument : call.arguments) {
    stream.ignore(1, ' ');
    stream.ignore(2);  // 0x
    stream >> argument;
  }
  if (!stream) return std::nullopt;
  return call;
}

// The text that ends with a zero there.
std::string text_at(pid_t program, std::uint64_t address) {
  std::ifstream memory(entry_of(program, "mem"), std::ios::binary);
  memory.rdbuf()->pubsetbuf(nullptr, 0);  // no byte beyond the zero may be there to read
  memory.seekg(static_cast<std::streamoff>(address));
  std::string text;
  for (char c = 0; text.size() < PATH_MAX && memory.get(c);) {
    if (c == '\0') return text;
    text += c;
  }
  return {};
}

fs::path file_being_opened(pid_t program, std::uint64_t folder, std::uint64_t name) {
  const fs::path file = text_at(program, name);
  if (file.empty() || file.is_absolute()) return file;
  const auto descriptor = static_cast<int>(folder);
  const fs::path base = descriptor == AT_FDCWD
                            ? entry_of(program, "cwd")
                            : entry_of(program, "fd") / std::to_string(descriptor);
  std::error_code error;
  return fs::read_symlink(base, error) / file;
}

// Its streams are ours; what has no name, as a pipe to a program of its own, has one with a
// colon that stands for no path.
fs::path file_being_read(pid_t program, std::uint64_t descriptor) {
  constexpr std::uint64_t kStreams = 3;
  if (descriptor < kStreams) return {};
  std::error_code error;
  return fs::read_symlink(entry_of(program, "fd") / std::to_string(descriptor), error);
}

fs::path file_of(pid_t program, const SystemCall& call) {
  switch (call.number) {
    case SYS_openat:
      return file_being_opened(program, call.arguments[0], call.arguments[1]);
#ifdef SYS_open
    case SYS_open:
      return file_being_opened(program, static_cast<std::uint64_t>(AT_FDCWD), call.arguments[0]);
#endif
    case SYS_read:
    case SYS_pread64:
      return file_being_read(program, call.arguments[0]);
    default:
      return {};
  }
}

}  // namespace

std::optional<fs::path> endless_file_waited_for(pid_t program) {
  const auto call = current_call(program);
  if (!call) return std::nullopt;
  const fs::path file = file_of(program, *call);
  std::error_code error;
  if (!file.is_absolute() || !fs::is_other(fs::status(file, error))) return std::nullopt;
  return file;
}

}  // namespace mlfix
