// Every thread has a checker of its own; all of them share what the project knows.

#include "cli/analysis.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <memory>
#include <string>
#include <system_error>
#include <utility>

#include "cli/cache_keys.h"
#include "cli/cache_options.h"
#include "cli/file_checker.h"
#include "cli/part.h"
#include "cli/progress.h"
#include "cli/stdin_source.h"
#include "engine/discovery.h"
#include "engine/found_files.h"
#include "engine/scheduler.h"
#include "fleet/kept_reports.h"
#include "fleet/outcome.h"
#include "fleet/result_cache.h"
#include "notebook/notebook.h"
#include "process/program_identity.h"
#include "report/labels.h"
#include "semantic/project/project.h"
#include "text/paths.h"
#include "text/source_file.h"

namespace mlfix {
namespace {

namespace fs = std::filesystem;

std::vector<std::uint64_t> sizes_of(const std::vector<fs::path>& files) {
  std::vector<std::uint64_t> sizes;
  for (const fs::path& file : files) sizes.push_back(size_on_disk(file));
  return sizes;
}

std::string outcome_line(const fs::path& path, const FileOutcome& outcome) {
  const std::size_t findings = outcome.report ? outcome.report->result.findings.size() : 0;
  std::string_view state = "skipped, no rule is wanted here";
  if (!outcome.errors.empty()) {
    state = "not analysed";
  } else if (outcome.read) {
    state = outcome.analysed ? "analysed" : "skipped, has no word that a rule looks for";
  }
  return fmt::format("{}: {}, {}", path.string(), state, counted(findings, "finding"));
}

// What is known of a file when it is done, and what is said of it.
struct Done {
  FileOutcome outcome;
  std::string line;
};

void say_done(Session& session, const fs::path& path, const Done& done) {
  say(session, done.line);
  for (const SkippedCell& cell : done.outcome.skipped) {
    say(session,
        fmt::format("{}: cell {} is left alone: {}", path.string(), cell.number, cell.reason));
  }
}

// On a thread of its own, for the sake of its stack.
void analyse_text(Session& session, const Setup& setup, const std::string& text,
                  const InterruptGuard& interrupt, RunReport& report) {
  const fs::path& name = session.options.stdin_name;
  const CheckSurroundings shared{nullptr, nullptr, stop_on(interrupt), system_files()};
  const auto make_work = [&] {
    return [&, worker = std::make_shared<FileChecker>(session, setup, shared)](std::size_t) {
      FileOutcome outcome = worker->check_text(name, text);
      std::string line = outcome_line(name, outcome);
      return Done{std::move(outcome), std::move(line)};
    };
  };
  const auto deliver = [&](std::size_t, Done done) {
    say_done(session, name, done);
    add_outcome(report, std::move(done.outcome));
  };
  const std::vector<std::uint64_t> sizes{text.size()};
  map_in_order<Done>(sizes, make_work, deliver, {1, nullptr, {}});
}

// Where an outcome may come from besides an analysis, and where it is kept.
class Finished {
 public:
  Finished(RunJournal* journal, const InterruptGuard& interrupt)
      : journal_(journal), interrupt_(interrupt) {}

  std::optional<FileOutcome> take(std::size_t file) const {
    return journal_ == nullptr ? std::nullopt : journal_->take_finished(file);
  }

  // What an interrupted analysis says of its file is not kept.
  void keep(std::size_t file, const fs::path& path, FileOutcome& outcome) const {
    if (journal_ == nullptr || interrupt_.requested()) return;
    RecordedFile record{file, path, std::move(outcome)};
    journal_->add(record);
    outcome = std::move(record.outcome);
  }

 private:
  RunJournal* journal_;  // may be null
  const InterruptGuard& interrupt_;
};

std::vector<fs::path> files_of(const Input& input) {
  if (input.part == nullptr) return input.files;
  std::vector<fs::path> files;
  for (const std::size_t file : input.part->files) files.push_back(input.files[file]);
  return files;
}

struct OpenCache {
  std::unique_ptr<ResultCache> results;
  CacheKeys keys;
  CacheAccess access{*results, keys};
};

// The folders whose content the run judges.
std::vector<fs::path> judged_folders(const Session& session, const Setup& setup) {
  std::vector<fs::path> folders{setup.root};
  for (const fs::path& path : session.options.paths) folders.push_back(containing_folder(path));
  return folders;
}

// Null where nothing is to be kept. A run over changed lines reads few files.
std::unique_ptr<OpenCache> open_cache(Session& session, const Setup& setup, bool has_project) {
  const bool is_check = session.options.command == Subcommand::Check;
  if (!is_check || setup.changes) return nullptr;
  const auto folder = cache_folder(session.options.cache);
  auto defaults = all_defaults(session.registry);
  if (!folder || !defaults) return nullptr;
  if (lies_in_any(*folder, judged_folders(session, setup))) {
    if (!session.options.cache.folder.empty()) {
      mention(session, {ErrorKind::Refused, session.options.cache.folder, 0,
                        "no cache, as it lies in the project, whose authors could have filled it",
                        "name a folder outside of it"});
    }
    return nullptr;
  }
  auto results = ResultCache::open(*folder, setup.root, program_identity(), session.registry);
  if (results == nullptr) return nullptr;
  const HashKey key = results->hash_key();
  return std::unique_ptr<OpenCache>(
      new OpenCache{std::move(results), {session, setup, std::move(*defaults), has_project, key}});
}

// All files know of each other, those of other parts of the run included.
void analyse_files(Session& session, const Setup& setup, const Input& input,
                   const InterruptGuard& interrupt, RunReport& report) {
  const std::vector<fs::path> files = files_of(input);
  const RunPart* part = input.part;
  say(session, counted(files.size(), "file"));
  std::atomic<bool> stop = interrupt.requested().has_value();
  std::atomic<std::size_t> current = 0;  // the file that was begun last
  std::atomic<std::size_t> findings = 0;
  ProgressLine progress(session.err, !session.options.quiet && !session.options.verbose);
  const auto on_progress = [&](std::size_t done, std::size_t total) {
    if (interrupt.requested()) stop = true;
    progress.update(done, total, findings, files[current].generic_string());
  };
  Project project(input.files, *setup.knowledge, stop_on(interrupt), {}, notebook_reader());
  const bool has_project = input.files.size() > 1;
  const std::unique_ptr<OpenCache> cache = open_cache(session, setup, has_project);
  if (cache) cache->results->begin(has_project ? &project : nullptr, input.files);
  MemoryGate gate;
  KeptReports kept(&gate);
  FoundFiles found(session.options.paths);
  const CheckSurroundings shared{has_project ? &project : nullptr, &gate, stop_on(interrupt), found,
                                 cache ? &cache->access : nullptr};
  const Finished finished(part == nullptr ? nullptr : part->journal.get(), interrupt);
  const auto make_work = [&] {
    return [&, worker = std::make_shared<FileChecker>(session, setup, shared)](std::size_t index) {
      current = index;
      const std::size_t file = part == nullptr ? index : part->files[index];
      auto outcome = finished.take(file);
      if (!outcome) {
        outcome = worker->check_path(files[index]);
        finished.keep(file, files[index], *outcome);
      }
      if (outcome->report) findings += outcome->report->result.findings.size();
      std::string line = outcome_line(files[index], *outcome);
      kept.keep(index, *outcome);
      return Done{std::move(*outcome), std::move(line)};
    };
  };
  std::vector<FileOutcome> outcomes(files.size());
  const auto deliver = [&](std::size_t index, Done done) {
    say_done(session, files[index], done);
    outcomes[index] = std::move(done.outcome);
  };
  map_in_order<Done>(sizes_of(files), make_work, deliver,
                     {session.options.jobs, &stop, on_progress});
  if (cache && !interrupt.requested()) {
    say(session, fmt::format("{} taken from the cache", counted(cache->results->found(), "file")));
    cache->results->save();
  }
  for (std::size_t i = 0; i < outcomes.size(); ++i) {
    kept.give_back(i, outcomes[i]);
    add_outcome(report, std::move(outcomes[i]));
  }
}

}  // namespace

Input find_input(const Session& session) {
  if (!session.options.from_stdin) {
    Discovery found = discover(session.options.paths);
    Input input{std::move(found.files), std::nullopt, std::move(found.errors),
                std::move(found.unlisted), std::move(found.second_names)};
    if (!session.options.quiet) input.left_out = std::move(found.left_out);
    return input;
  }
  auto text = read_standard_input();
  if (!text) return {{}, std::nullopt, {std::move(text.error())}};
  return {{}, std::move(*text), {}};
}

void mention_gaps(Session& session, const Input& input) {
  for (const Error& link : input.left_out) mention(session, link);
  for (const Error& checkout : input.unlisted) mention(session, checkout);
}

Input gather_input(Session& session) {
  Input input = find_input(session);
  mention_gaps(session, input);
  return input;
}

RunReport empty_report(const Session& session, const Setup& setup) {
  RunReport report;
  report.registry = &session.registry;
  report.action = session.options.action;
  std::error_code error;
  report.folder = fs::current_path(error);
  report.project = setup.root;
  return report;
}

RunReport analyse(Session& session, const Setup& setup, const Input& input,
                  const InterruptGuard& interrupt) {
  RunReport report = empty_report(session, setup);
  report.errors = input.errors;
  if (input.text) {
    analyse_text(session, setup, *input.text, interrupt, report);
  } else {
    analyse_files(session, setup, input, interrupt, report);
  }
  return report;
}

}  // namespace mlfix
