// Three things may change. The text of a file: it is looked at first, and shown; then all others,
// for what a file says may decide what is found in any other (docs/design.md, "The model"), and
// what the project knows of them is kept. The list of files, or the configuration: everything is
// set up again, which costs what a run costs. Folders are watched before files are read, so that
// no change falls between.
//
// A change that comes while files are analysed ends the analysis; what was not finished stays due.

#include "cli/watch.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <ctime>
#include <deque>
#include <memory>
#include <optional>
#include <set>
#include <system_error>
#include <utility>
#include <vector>

#include "cli/analysis.h"
#include "cli/exit_status.h"
#include "cli/interrupt.h"
#include "cli/progress.h"
#include "cli/project_rules.h"
#include "cli/refusal.h"
#include "cli/report_files.h"
#include "cli/setup.h"
#include "cli/standing_analysis.h"
#include "config/config_file.h"
#include "engine/discovery.h"
#include "process/folder_watch.h"
#include "report/display.h"
#include "report/format.h"
#include "report/labels.h"
#include "report/text_report.h"
#include "text/characters.h"
#include "text/paths.h"

namespace mlfix {
namespace {

namespace fs = std::filesystem;

constexpr std::chrono::milliseconds kLook{100};  // between two looks at signals
constexpr std::chrono::milliseconds kQuiet{60};  // without a change, before changes are acted upon
constexpr int kMostQuietTimes = 20;              // of them, when changes do not end
constexpr std::size_t kMostFolders = 20'000;
constexpr std::string_view kClear = "\x1b[H\x1b[2J\x1b[3J";

bool is_named_like_configuration(const fs::path& file) {
  const fs::path name = file.filename();
  return name == kConfigFileName || name == "pyproject.toml" || name == ".gitignore";
}

// What a line is without our colours: ESC [ numbers m.
std::string without_colours(std::string_view line) {
  std::string text;
  while (!line.empty()) {
    text += take_until(line, '\x1b');
    if (!line.empty()) take_until(line, 'm');
  }
  return text;
}

// Rows of the terminal that a line takes.
std::size_t rows_of(std::string_view line, std::size_t columns) {
  const std::size_t width = display_width(without_colours(line));
  return std::max<std::size_t>(1, (width + columns - 1) / columns);
}

std::size_t rows_in(std::string_view text, std::size_t columns) {
  std::size_t rows = 0;
  while (!text.empty()) rows += rows_of(take_until(text, '\n'), columns);
  return rows;
}

// The first lines of a text, as many as there is room for, and how many more there are.
std::string cut_to(std::string_view text, std::size_t rows, std::size_t columns) {
  if (rows_in(text, columns) <= rows) return std::string(text);
  std::string shown;
  std::size_t used = 1;  // for what is said of the rest
  while (!text.empty()) {
    std::string_view rest = text;
    const std::string_view line = take_until(rest, '\n');
    used += rows_of(line, columns);
    if (used > rows) break;
    shown += std::string(line) + "\n";
    text = rest;
  }
  const auto left = static_cast<std::size_t>(std::ranges::count(text, '\n'));
  return shown + fmt::format("({} more)\n", counted(left, "line"));
}

std::string time_of_day() {
  const std::time_t now = std::time(nullptr);
  std::tm local{};
  localtime_r(&now, &local);
  return fmt::format("{:02}:{:02}:{:02}", local.tm_hour, local.tm_min, local.tm_sec);
}

using ShownFindings = std::multiset<std::string>;

// Everything that the files of the run are watched with, until it is to be set up again.
class WatchedRun {
 public:
  WatchedRun(Session& session, const InterruptGuard& interrupt)
      : shipped_(session),
        interrupt_(interrupt),
        folders_([this](const fs::path& file) { return is_wanted_file(file); },
                 [](const fs::path& folder) { return !is_skipped_folder(folder); }),
        stop_([this, &interrupt] { return interrupt.requested() || folders_.has_changes(); }) {
    watch_folders();
  }

  FolderWatch& folders() { return folders_; }
  const std::optional<Error>& limit() const { return limit_; }
  std::size_t file_count() const { return paths_.size(); }

  // Errors: those of rules_of_run and of make_setup.
  Result<void> set_up() {
    if (const auto folder = rule_folder_of(shipped_.options)) {
      rule_folder_ = whole_path(*folder);
      add(rule_folder_);
    }
    auto rules = rules_of_run(shipped_.options, shipped_.registry);
    if (!rules) return tl::unexpected(std::move(rules.error()));
    rules_.emplace(std::move(*rules));
    session_.emplace(Session{shipped_.options, *rules_, shipped_.out, shipped_.err});
    auto setup = make_setup(*session_);
    if (!setup) {
      if (!setup.error().path.empty()) add(containing_folder(setup.error().path));
      return tl::unexpected(std::move(setup.error()));
    }
    setup_.emplace(std::move(*setup));
    for (const fs::path& file : {setup_->config.value_or(""), setup_->baseline_path}) {
      if (file.empty()) continue;
      add(containing_folder(file));
      settings_.insert(whole_path(file));
    }
    Input input = find_input(*session_);
    if (!interrupt_.requested()) mention_gaps(*session_, input);  // git is killed with us
    errors_ = std::move(input.errors);
    paths_ = std::move(input.files);
    for (std::size_t i = 0; i < paths_.size(); ++i) index_[whole_path(paths_[i])] = i;
    outcomes_.resize(paths_.size());
    due_.resize(paths_.size());
    for (std::size_t i = 0; i < due_.size(); ++i) due_[i] = i;
    first_due_ = due_.size();
    analysis_.emplace(*session_, *setup_, paths_, stop_);
    return {};
  }

  // False when everything is to be set up again.
  bool take(const FolderChanges& changes) {
    if (changes.folders || setup_->changes) return false;
    std::vector<std::size_t> changed;
    for (const fs::path& file : changes.files) {
      if (is_configuration(file)) return false;
      const auto known = index_.find(file);
      std::error_code error;
      const bool is_there = fs::exists(file, error);
      if (known == index_.end() ? is_there : !is_there) return false;
      if (known == index_.end()) continue;  // it came and went
      analysis_->renew(paths_[known->second]);
      changed.push_back(known->second);
    }
    put_first(changed);
    return true;
  }

  bool has_due() const { return !due_.empty(); }

  // Looks at those that have changed, or at all others that are due. False when it was stopped.
  bool look(const StandingAnalysis::OnProgress& on_progress) {
    const std::size_t count = first_due_ > 0 ? first_due_ : due_.size();
    const std::vector<std::size_t> now(due_.begin(),
                                       due_.begin() + static_cast<std::ptrdiff_t>(count));
    std::vector<fs::path> files;
    for (const std::size_t i : now) files.push_back(paths_[i]);
    auto found = analysis_->check(files, on_progress);
    std::set<std::size_t> done;
    for (std::size_t k = 0; k < now.size(); ++k) {
      if (!found[k]) continue;
      outcomes_[now[k]] = std::move(*found[k]);
      done.insert(now[k]);
    }
    std::erase_if(due_, [&](std::size_t i) { return done.contains(i); });
    first_due_ -= std::min(first_due_, done.size());
    return done.size() == count;
  }

  RunReport report() const {
    RunReport report = empty_report(*session_, *setup_);
    report.errors = errors_;
    for (const std::optional<FileOutcome>& outcome : outcomes_) {
      if (outcome) add_outcome(report, *outcome);
    }
    return report;
  }

 private:
  bool is_wanted_file(const fs::path& file) const {
    return is_python_source(file) || is_configuration(file) || index_.contains(file);
  }

  bool is_configuration(const fs::path& file) const {
    return is_named_like_configuration(file) || settings_.contains(file) ||
           file.parent_path() == rule_folder_;
  }

  // Those that have changed come first; all others may be others for it.
  void put_first(const std::vector<std::size_t>& changed) {
    std::set<std::size_t> first(changed.begin(), changed.end());
    first.insert(due_.begin(), due_.begin() + static_cast<std::ptrdiff_t>(first_due_));
    if (first.empty()) return;
    due_.assign(first.begin(), first.end());
    first_due_ = due_.size();
    for (std::size_t i = 0; i < paths_.size(); ++i) {
      if (!first.contains(i)) due_.push_back(i);
    }
  }

  // Level by level, so that the folders that are left out are the deepest.
  void watch_folders() {
    std::deque<fs::path> waiting;
    for (const fs::path& path : shipped_.options.paths) {
      std::error_code error;
      const fs::path whole = whole_path(path);
      fs::is_directory(whole, error) ? waiting.push_back(whole) : add(whole.parent_path());
    }
    while (!waiting.empty() && !limit_) {
      const fs::path folder = std::move(waiting.front());
      waiting.pop_front();
      add(folder);
      std::error_code error;
      for (fs::directory_iterator at(folder, error), end; !error && at != end;
           at.increment(error)) {
        std::error_code ignored;
        const bool is_folder = at->is_directory(ignored) && !at->is_symlink(ignored);
        if (is_folder && !is_skipped_folder(at->path())) waiting.push_back(at->path());
      }
    }
  }

  // One that can't be watched because it went away meanwhile is no loss.
  void add(const fs::path& folder) {
    if (limit_) return;
    if (folders_.size() >= kMostFolders) {
      limit_ = Error{ErrorKind::Refused,
                     {},
                     0,
                     fmt::format("only {} folders are watched, and there are more", kMostFolders),
                     "name the folders that you work in"};
      return;
    }
    const auto added = folders_.add(folder);
    if (added || added.error() == ENOENT || added.error() == ENOTDIR) return;
    const bool is_limit = added.error() == ENOSPC || added.error() == EMFILE;
    limit_ = Error{ErrorKind::Refused, folder.string(), 0,
                   is_limit ? fmt::format("can't be watched: the system watches no more than {} "
                                          "folders for you",
                                          folders_.size())
                            : fmt::format("can't be watched: {}", describe_errno(added.error())),
                   is_limit ? "name the folders that you work in, or raise "
                              "fs.inotify.max_user_watches or max_user_instances"
                            : ""};
  }

  Session& shipped_;  // with the rules of the program alone
  const InterruptGuard& interrupt_;
  std::optional<Registry> rules_;          // with those of the project
  std::optional<Session> session_;         // the same
  fs::path rule_folder_;                   // whole; empty: there is none
  std::map<fs::path, std::size_t> index_;  // by whole path
  std::set<fs::path> settings_;            // files that the run was set up from
  FolderWatch folders_;
  const StopRequest stop_;
  std::optional<Error> limit_;  // why not everything is watched
  std::optional<Setup> setup_;
  std::vector<Error> errors_;  // of the search for files
  std::vector<fs::path> paths_;
  std::vector<std::optional<FileOutcome>> outcomes_;
  std::vector<std::size_t> due_;  // to be looked at
  std::size_t first_due_ = 0;     // how many of them, from the front, come before the others
  std::optional<StandingAnalysis> analysis_;
};

// Shows what a terminal has room for, or prints what is new.
class Display {
 public:
  explicit Display(Session& session)
      : session_(session),
        options_(text_options(session.options, paint_for(session.out, session.options.color))) {}

  void show(const WatchedRun& run) {
    RunReport report = run.report();
    if (run.limit()) report.errors.push_back(*run.limit());
    session_.out.is_terminal() ? redraw(report, run.file_count()) : print_new(report);
    before_ = fingerprints_of(report);
    is_first_ = false;
  }

  void show_problem(const Error& problem) {
    if (session_.out.is_terminal()) session_.out.write(std::string(kClear));
    complain(session_, problem);
    shown_.clear();
  }

 private:
  void redraw(const RunReport& report, std::size_t files) {
    const std::string problems = problems_text(report, options_);
    const std::string end = summary_text(report, options_);
    const std::size_t columns = session_.out.columns();
    const std::size_t used = rows_in(problems, columns) + rows_in(end, columns) + 2;
    const std::size_t rows = session_.out.rows();
    const std::size_t room = rows > used ? rows - used : 1;
    std::string text = render(session_.options.format, report, options_);
    if (rows_in(text, columns) > room) {
      text = cut_to(concise_report(report, options_), room, columns);
    }
    text += problems + end;
    if (text == shown_) return;
    shown_ = text;
    session_.out.write(std::string(kClear) + text +
                       options_.paint.dim(fmt::format("{}, watching {}; Ctrl-C ends it.",
                                                      time_of_day(), counted(files, "file"))) +
                       "\n");
  }

  static ShownFindings fingerprints_of(const RunReport& report) {
    ShownFindings all;
    for (const FileReport& file : report.files) {
      for (const FileFinding& found : file.result.findings) {
        if (!found.suppressed) all.insert(found.identity.fingerprint);
      }
    }
    return all;
  }

  void print_new(const RunReport& report) {
    RunReport fresh = report;
    ShownFindings known = before_;
    std::size_t count = 0;
    for (FileReport& file : fresh.files) {
      for (FileFinding& found : file.result.findings) {
        if (found.suppressed) continue;
        const auto old = known.find(found.identity.fingerprint);
        if (old == known.end()) {
          ++count;
          continue;
        }
        known.erase(old);
        found.suppressed = true;
      }
    }
    const std::string problems = problems_text(report, options_);
    const bool same_problems = std::exchange(problems_, problems) == problems;
    if (!is_first_ && count == 0 && known.empty() && same_problems) return;
    session_.out.tell(render(session_.options.format, fresh, options_));
    if (!same_problems) session_.err.tell(problems);
    if (is_first_) return session_.out.tell(summary_text(report, options_));
    session_.out.tell(fmt::format("{} new, {} gone; {} left.\n", count, known.size(),
                                  counted(summarize(report).remaining, "finding")));
  }

  Session& session_;
  const TextOptions options_;
  std::string shown_;
  std::string problems_;
  ShownFindings before_;
  bool is_first_ = true;
};

// Until something has changed, and nothing more does.
FolderChanges wait_for_changes(FolderWatch& folders, const InterruptGuard& interrupt) {
  while (!interrupt.requested() && !folders.has_changes()) folders.wait(kLook);
  FolderChanges all;
  for (int i = 0; i < kMostQuietTimes && !interrupt.requested(); ++i) {
    FolderChanges more = folders.take();
    if (!more.any()) break;
    all.folders = all.folders || more.folders;
    all.files.merge(more.files);
    folders.wait(kQuiet);
  }
  return all;
}

}  // namespace

int watch(Session& session) {
  const InterruptGuard interrupt;
  Display display(session);
  while (!interrupt.requested() && !session.out.closed() && !session.out.failure()) {
    WatchedRun run(session, interrupt);
    const auto ready = run.set_up();
    // What git was killed with is no problem of the user's.
    if (!ready && interrupt.requested()) break;
    if (!ready) {
      display.show_problem(ready.error());
      wait_for_changes(run.folders(), interrupt);
      continue;
    }
    bool is_current = true;
    while (is_current && !interrupt.requested() && !session.out.closed()) {
      while (run.has_due() && !interrupt.requested() && !run.folders().has_changes()) {
        ProgressLine progress(session.err, true);
        const bool is_whole =
            run.look([&](std::size_t done, std::size_t total, const fs::path& file) {
              progress.update(done, total, 0, file.generic_string());
            });
        if (is_whole) display.show(run);
      }
      const FolderChanges changes = wait_for_changes(run.folders(), interrupt);
      if (!interrupt.requested()) is_current = run.take(changes);
    }
  }
  if (session.out.closed() || session.out.failure()) return kExitClean;
  return kExitSignal + interrupt.requested().value_or(0);
}

}  // namespace mlfix
