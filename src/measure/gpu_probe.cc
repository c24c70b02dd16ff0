// The program is linked statically, and a static program can't load libraries:
// glibc would want the very version that it was built with. The helper is a few
// lines of Python, which whoever measures Python programs has; a driver that
// crashes takes only the helper with it.

#include "measure/gpu_probe.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <charconv>

namespace mlfix {
namespace {

template <typename Number>
bool read_number(std::string_view text, Number& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size();
}

}  // namespace

std::optional<std::map<pid_t, std::uint64_t>> parse_gpu_line(std::string_view line) {
  std::map<pid_t, std::uint64_t> used;
  while (!line.empty()) {
    const std::string_view entry = line.substr(0, line.find(' '));
    line.remove_prefix(std::min(entry.size() + 1, line.size()));
    const std::size_t colon = entry.find(':');
    pid_t process = 0;
    std::uint64_t bytes = 0;
    if (colon == std::string_view::npos || !read_number(entry.substr(0, colon), process) ||
        !read_number(entry.substr(colon + 1), bytes)) {
      return std::nullopt;
    }
    used[process] += bytes;
  }
  return used;
}

GpuProbe::GpuProbe(const std::string& python, const std::string& script,
                   std::chrono::milliseconds interval) {
  if (!lines_.open()) return;
  Command command;
  const double seconds = std::chrono::duration<double>(interval).count();
  command.words = {python, "-I", "-c", script, fmt::format("{}", seconds)};
  const auto child = spawn(command, {-1, lines_.writing.get(), -1}, Group::Own);
  lines_.writing.reset();
  if (!child) return;
  helper_ = *child;
  fcntl(lines_.reading.get(), F_SETFL, O_NONBLOCK);
}

GpuProbe::~GpuProbe() {
  if (helper_ < 0) return;
  ::kill(helper_, SIGKILL);
  while (waitpid(helper_, nullptr, 0) < 0 && errno == EINTR) {
  }
}

std::optional<std::uint64_t> GpuProbe::bytes_of(std::span<const pid_t> processes) {
  if (helper_ < 0) return std::nullopt;
  take_news();
  if (!last_) return std::nullopt;
  std::uint64_t bytes = 0;
  for (const pid_t process : processes) {
    const auto found = last_->find(process);
    if (found != last_->end()) bytes += found->second;
  }
  return bytes;
}

void GpuProbe::take_news() {
  std::array<char, 1 << 12> buffer;
  for (;;) {
    const ssize_t count = read(lines_.reading.get(), buffer.data(), buffer.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) break;
    unread_.append(buffer.data(), static_cast<std::size_t>(count));
  }
  for (std::size_t end = unread_.find('\n'); end != std::string::npos; end = unread_.find('\n')) {
    if (auto used = parse_gpu_line(std::string_view(unread_).substr(0, end))) {
      last_ = std::move(used);
    }
    unread_.erase(0, end + 1);
  }
}

}  // namespace mlfix
