// Standard input comes from an unnamed file and not from
// a pipe: nothing has to be written while the program runs, so it can't block us
// nor break a pipe. Both outputs are read as they come, since a program that
// waits for one of them to be read would never end.

#include "process/process.h"

#include <fmt/format.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <utility>

#include "process/signals.h"
#include "process/spawn.h"
#include "process/waiting.h"

namespace mlfix {
namespace {

namespace fs = std::filesystem;

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

// While one exists, the signals that end us wait, and it is known whether one came.
class HeldSignals {
 public:
  HeldSignals() : watched_(heeded({SIGINT, SIGTERM, SIGHUP})) {
    while (const auto before = waiting_signal(watched_)) sigdelset(&watched_, *before);
    pthread_sigmask(SIG_BLOCK, &watched_, &old_mask_);
  }
  ~HeldSignals() { pthread_sigmask(SIG_SETMASK, &old_mask_, nullptr); }
  HeldSignals(const HeldSignals&) = delete;
  HeldSignals& operator=(const HeldSignals&) = delete;

  bool one_came() const { return waiting_signal(watched_).has_value(); }

 private:
  sigset_t watched_;
  sigset_t old_mask_{};
};

// Why a program was ended before its own end.
enum class Cut : std::uint8_t { None, Signal, Time, Processor, Output, EndlessFile };

// Follows one program to its end, which it brings about where it must.
class Watch {
 public:
  Watch(pid_t child, const Bounds& bounds, const HeldSignals& signals)
      : child_(child), bounds_(bounds), signals_(signals) {
    // Beyond the second of two limits of time the kernel kills, and writes no core.
    if (bounds.processor) limit(RLIMIT_CPU, static_cast<rlim_t>(bounds.processor->count()));
    if (bounds.memory) limit(RLIMIT_DATA, *bounds.memory);
    if (bounds.file) limit(RLIMIT_FSIZE, *bounds.file);
  }

  void read(Descriptor& out, Descriptor& err, ProcessOutput& output) {
    while (cut_ == Cut::None && (out.is_open() || err.is_open())) {
      std::array<pollfd, 2> waiting = {{{out.get(), POLLIN, 0}, {err.get(), POLLIN, 0}}};
      const int ready = poll(waiting.data(), waiting.size(), kBetweenLooks);
      if (ready > 0) {
        if (waiting[0].revents != 0 && !read_some(out, output.out)) out.reset();
        if (waiting[1].revents != 0 && !read_some(err, output.err)) err.reset();
      }
      look_around();
      if (std::max(output.out.size(), output.err.size()) > bounds_.output) cut_ = Cut::Output;
    }
  }

  // The status as a shell shows it.
  int wait() {
    int status = 0;
    while (cut_ == Cut::None && !has_ended(status)) {
      poll(nullptr, 0, kBetweenWaits);
      look_around();
    }
    if (cut_ != Cut::None) status = end();
    // The kernel's own count, by which it kills, may be ahead of what it tells.
    const bool over_time = bounds_.processor && used_ >= *bounds_.processor * 9 / 10;
    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL && over_time) cut_ = Cut::Processor;
    return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
  }

  Cut cut() const { return cut_; }
  // What it was cut at, if that was a file.
  fs::path endless_file() const { return endless_file_.value_or(fs::path()); }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr int kBetweenLooks = 100;  // milliseconds, while nothing is printed
  static constexpr int kBetweenWaits = 1;    // when it closed its streams, and is about to end
  static constexpr std::chrono::seconds kPatience{1};
  static constexpr std::chrono::milliseconds kBetweenLooksAtFile{100};

  void limit(__rlimit_resource what, rlim_t most) const {
    const struct rlimit both { most, most };
    prlimit(child_, what, &both, nullptr);
  }

  void look_around() {
    if (cut_ != Cut::None) return;
    if (signals_.one_came()) cut_ = Cut::Signal;
    const auto now = Clock::now();
    if (bounds_.time && now - begin_ > *bounds_.time) cut_ = Cut::Time;
    if (!bounds_.at_endless_file || now - last_look_ < kBetweenLooksAtFile) return;
    last_look_ = now;
    auto file = endless_file_waited_for(child_);
    if (file != endless_file_) waits_since_ = now;
    endless_file_ = std::move(file);
    if (endless_file_ && now - waits_since_ > *bounds_.at_endless_file) cut_ = Cut::EndlessFile;
  }

  bool has_ended(int& status) {
    struct rusage usage {};
    const pid_t ended = wait4(child_, &status, WNOHANG, &usage);
    if (ended < 0 && errno != EINTR) status = W_EXITCODE(127, 0);
    if (ended == 0 || (ended < 0 && errno == EINTR)) return false;
    const auto time = [](const timeval& part) {
      return std::chrono::seconds(part.tv_sec) + std::chrono::microseconds(part.tv_usec);
    };
    used_ = time(usage.ru_utime) + time(usage.ru_stime);
    return true;
  }

  // Lets it clean up first.
  int end() {
    int status = 0;
    kill(child_, SIGTERM);
    for (const auto begin = Clock::now(); !has_ended(status); poll(nullptr, 0, kBetweenWaits)) {
      if (Clock::now() - begin > kPatience) kill(child_, SIGKILL);
    }
    return status;
  }

  pid_t child_;
  const Bounds& bounds_;
  const HeldSignals& signals_;
  Clock::time_point begin_ = Clock::now();
  Clock::time_point last_look_ = begin_;  // at the file it waits for
  Clock::time_point waits_since_ = begin_;
  std::optional<fs::path> endless_file_;
  std::chrono::microseconds used_{0};
  Cut cut_ = Cut::None;
};

std::string reason_for(const Watch& watch, const Bounds& bounds) {
  constexpr std::size_t kMebi = 1 << 20;
  switch (watch.cut()) {
    case Cut::Time:
      return fmt::format("it did not end within {} s", bounds.time->count());
    case Cut::Output:
      return fmt::format("it printed more than {} MiB", bounds.output / kMebi);
    case Cut::EndlessFile:
      return fmt::format("it waits for {}, which is a pipe or a device",
                         watch.endless_file().string());
    default:
      return fmt::format("it took more than {} s of processor time", bounds.processor->count());
  }
}

constexpr std::string_view kWasEnded = " was ended: ";

tl::unexpected<Error> ended(const Command& command, const Watch& watch) {
  const std::string remedy = watch.cut() == Cut::EndlessFile ? "remove it" : "";
  return tl::unexpected(Error{
      ErrorKind::Unreadable,
      {},
      0,
      fmt::format("{}{}{}", command.words.front(), kWasEnded, reason_for(watch, command.bounds)),
      remedy});
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
  const HeldSignals signals;
  const Streams streams{input.get(), out.writing.get(), err.writing.get()};
  const auto child = spawn(command, streams, Group::Ours);
  if (!child) return not_started(command, child.error());
  out.writing.reset();
  err.writing.reset();
  ProcessOutput output;
  Watch watch(*child, command.bounds, signals);
  watch.read(out.reading, err.reading, output);
  output.status = watch.wait();
  const bool beyond = watch.cut() != Cut::None && watch.cut() != Cut::Signal;
  if (beyond) return ended(command, watch);
  return output;
}

bool exceeded_bounds(const Error& error) {
  return error.message.find(kWasEnded) != std::string::npos;
}

}  // namespace mlfix
