// Reading the proportional set size makes the kernel walk every page of a
// process, with its memory map locked: for a large one that is no small
// disturbance. So it is read less often where it takes long; the resident set
// costs next to nothing and is read every time.

#include "measure/run.h"

#include <fcntl.h>
#include <sys/wait.h>

#include <algorithm>
#include <set>
#include <string_view>

#include "measure/process_table.h"
#include "measure/process_tree.h"
#include "text/characters.h"
#include "text/file_system.h"

namespace mlfix {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds kLongestSleep{
    50};                    // an interruption is noticed within that time
constexpr int kShare = 20;  // walking pages takes a twentieth of the time at most

double seconds_between(Clock::time_point begin, Clock::time_point end) {
  return std::chrono::duration<double>(end - begin).count();
}

class Sampler {
 public:
  Sampler(GpuProbe* gpu, Clock::time_point start) : gpu_(gpu), start_(start), next_pss_(start) {}

  // Adds a point to each curve; the resident bytes.
  double take(ProcessTree& tree) {
    const Clock::time_point now = Clock::now();
    std::vector<pid_t> processes;
    for (const ProcessEntry& entry : tree.alive()) {
      if (!entry.exiting) processes.push_back(entry.process);
    }
    std::uint64_t rss = 0;
    for (const pid_t process : processes) rss += resident_bytes(process).value_or(0);
    if (rss == 0) return 0;  // it is ending
    add(Quantity::Rss, now, rss);
    if (now >= next_pss_) take_pss(processes, now);
    if (gpu_ != nullptr) {
      if (const auto bytes = gpu_->bytes_of(processes)) add(Quantity::Gpu, now, *bytes);
    }
    return static_cast<double>(rss);
  }

  // Without curves of devices that were never used.
  SeriesMap finish() && {
    std::erase_if(series_, [](const auto& entry) {
      return entry.first == Quantity::Gpu &&
             std::ranges::all_of(entry.second, [](const Point& p) { return p.value == 0; });
    });
    return std::move(series_);
  }

 private:
  void take_pss(const std::vector<pid_t>& processes, Clock::time_point now) {
    std::uint64_t pss = 0;
    for (const pid_t process : processes) {
      const auto use = memory_use(process);
      pss += use ? use->pss : resident_bytes(process).value_or(0);
    }
    if (pss > 0) add(Quantity::Pss, now, pss);
    next_pss_ = now + kShare * (Clock::now() - now);
  }

  void add(Quantity quantity, Clock::time_point now, std::uint64_t value) {
    series_[quantity].push_back({seconds_between(start_, now), static_cast<double>(value)});
  }

  GpuProbe* gpu_;
  Clock::time_point start_;
  Clock::time_point next_pss_;
  SeriesMap series_;
};

// Samples until the command ends or must end; which it was, and the status.
void watch_tree(ProcessTree& tree, const RunRequest& request, const Watch& watch, Sampler& sampler,
                Clock::time_point start, MeasuredRun& run) {
  Clock::time_point next = start;
  for (;;) {
    if (const auto status = tree.ended()) {
      run.status = WIFSIGNALED(*status) ? 128 + WTERMSIG(*status) : WEXITSTATUS(*status);
      return;
    }
    const Clock::time_point now = Clock::now();
    if (watch.interrupted()) {
      run.ending = Ending::Interrupted;
      return;
    }
    if (request.limit && now - start >= *request.limit) {
      run.ending = Ending::TimeLimit;
      return;
    }
    if (now >= next) {
      watch.progress(seconds_between(start, now), sampler.take(tree));
      next = std::max(next + request.interval, Clock::now());
    }
    const auto until_next = std::chrono::ceil<std::chrono::milliseconds>(next - Clock::now());
    tree.sleep(std::clamp(until_next, std::chrono::milliseconds(1), kLongestSleep));
  }
}

std::vector<std::string> last_lines(FileHandle& log) {
  constexpr std::uint64_t kTail = 1 << 16;
  constexpr std::size_t kMostLines = 20;
  const auto status = system_files().status(log.descriptor());
  const std::uint64_t size = status ? status->size : 0;
  const auto from = static_cast<off_t>(size > kTail ? size - kTail : 0);
  if (lseek(log.descriptor(), from, SEEK_SET) < 0) return {};
  const std::string text = log.read_all(kTail).value_or("");
  std::vector<std::string> lines;
  for (std::string_view rest = text; !rest.empty();) lines.emplace_back(take_until(rest, '\n'));
  if (lines.size() > kMostLines) lines.erase(lines.begin(), lines.end() - kMostLines);
  return lines;
}

Result<FileHandle> make_file(const std::filesystem::path& path) {
  constexpr unsigned kOwnerOnly = 0600;
  auto file =
      FileHandle::open(system_files(), path, O_RDWR | O_CREAT | O_EXCL | O_APPEND, kOwnerOnly);
  if (file) return std::move(*file);
  return tl::unexpected(Error{ErrorKind::Unwritable, path.string(), 0, describe_errno(file.error()),
                              "set TMPDIR to another folder"});
}

Result<MeasuredRun> run_into(int output, int mark, const RunRequest& request, const Watch& watch) {
  const ChildWatch children;
  std::set<pid_t> apart;
  if (request.gpu != nullptr && request.gpu->process() > 0) apart.insert(request.gpu->process());
  const Clock::time_point start = Clock::now();
  auto tree =
      ProcessTree::start(children, request.command, {-1, output, output, mark}, std::move(apart));
  if (!tree) return tl::unexpected(tree.error());
  MeasuredRun run;
  Sampler sampler(request.gpu, start);
  watch_tree(*tree, request, watch, sampler, start, run);
  run.seconds = seconds_between(start, Clock::now());
  using Farewell = ProcessTree::Farewell;
  tree->end(run.ending == Ending::Itself ? Farewell::Terminate : Farewell::Interrupt,
            watch.interrupted);
  run.series = std::move(sampler).finish();
  if (request.tensors != nullptr) {
    run.series.merge(
        request.tensors->collect(std::chrono::duration<double>(start.time_since_epoch()).count()));
  }
  return run;
}

}  // namespace

Result<MeasuredRun> run_measured(const RunRequest& request, const Watch& watch) {
  auto mark = make_file(request.mark);
  if (!mark) return tl::unexpected(mark.error());
  if (request.output) return run_into(*request.output, mark->descriptor(), request, watch);
  auto log = make_file(request.log);
  if (!log) return tl::unexpected(log.error());
  auto run = run_into(log->descriptor(), mark->descriptor(), request, watch);
  if (run) run->last_lines = last_lines(*log);
  return run;
}

}  // namespace mlfix
