// A worker reads a file, runs it through the pipeline of the rules that are
// wanted there, and keeps it only when there is something to say about it.

#include "cli/analysis.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <memory>
#include <string>
#include <system_error>
#include <utility>

#include "adoption/changed_lines.h"
#include "adoption/silence.h"
#include "cli/delivery.h"
#include "cli/part.h"
#include "cli/progress.h"
#include "cli/stdin_source.h"
#include "config/pipelines.h"
#include "engine/discovery.h"
#include "engine/found_files.h"
#include "engine/scheduler.h"
#include "engine/settled_verdict.h"
#include "fleet/outcome.h"
#include "notebook/notebook.h"
#include "report/labels.h"
#include "semantic/project/project.h"

namespace mlfix {
namespace {

namespace fs = std::filesystem;

bool has_something_to_say(const FileResult& result) {
  return result.changed || !result.findings.empty() || !result.abstentions.empty() ||
         !result.errors.empty() || !result.unknown_suppressions.empty();
}

// What the threads of a run have in common.
struct Shared {
  const Project* project;  // null for a file that is alone
  MemoryGate* gate;        // may be null
  StopRequest stop;
  FileSystem& files;  // for what is read by its path
};

PipelineOptions options_for(const Session& session, const Setup& setup, const Shared& shared) {
  const AdoptionOptions& adoption = session.options.adoption;
  PipelineOptions options;
  // A report shows fixes and applies none.
  const bool applies = session.options.action != Action::Report && !adoption.add_ignore;
  options.apply_safe = applies && setup.safe;
  options.apply_unsafe = applies && setup.unsafe;
  options.apply_of_engine_only = adoption.remove_unused_ignores;
  options.show_abstained = session.options.show_abstained;
  options.project = shared.project;
  options.stop = shared.stop;
  options.gate = shared.gate;
  options.root = setup.root;
  options.today = setup.today;
  return options;
}

// What one thread works with.
class Worker {
 public:
  Worker(const Session& session, const Setup& setup, const Shared& shared)
      : session_(session),
        setup_(setup),
        files_(shared.files),
        parser_(shared.stop),
        pipelines_(session.registry, setup.settings, setup.knowledge,
                   options_for(session, setup, shared)) {}

  FileOutcome check_path(const fs::path& path) {
    FilePipeline* pipeline = pipelines_.for_path(path);
    if (pipeline == nullptr) return {};
    if (!setup_.changes) return check(read_source_file(path, files_), *pipeline, std::nullopt);
    const auto lines = setup_.changes->lines_of(path);
    if (!lines) return {};
    if (!setup_.changes->is_partly_staged(path)) {
      return check(read_source_file(path, files_), *pipeline, lines);
    }
    return check_staged(path, *pipeline, *lines);
  }

  FileOutcome check_text(const fs::path& name, std::string text) {
    FilePipeline* pipeline = pipelines_.for_path(name);
    if (pipeline == nullptr) {
      FileOutcome outcome;
      outcome.read = true;
      return outcome;
    }
    return check(make_source_file(name, std::move(text)), *pipeline, std::nullopt);
  }

 private:
  using ChangedLines = std::optional<std::vector<LineSpan>>;

  static FileOutcome refused(Error error) {
    FileOutcome outcome;
    outcome.errors.push_back(std::move(error));
    return outcome;
  }

  // What will be committed of a file that goes on being edited. Its fixes fit the
  // staged text only, so they are not written.
  FileOutcome check_staged(const fs::path& path, FilePipeline& pipeline,
                           const std::vector<LineSpan>& lines) {
    auto text = setup_.changes->staged_text(path);
    if (!text) return refused(std::move(text.error()));
    FileOutcome outcome = check(make_source_file(path, std::move(*text)), pipeline, lines);
    const bool changed = outcome.report && outcome.report->result.changed;
    if (!changed || session_.options.action != Action::Write) return outcome;
    mark_unapplied(*outcome.report);
    outcome.errors.push_back({ErrorKind::Refused, path.string(), 0,
                              "is staged in part, so its fixes are not written",
                              "stage all of it, or stash the rest: git stash --keep-index"});
    return outcome;
  }

  FileOutcome check(Result<SourceFile> file, FilePipeline& pipeline, const ChangedLines& lines) {
    if (!file) return refused(std::move(file.error()));
    const fs::path path = file->path;
    try {
      return is_notebook_path(path) ? check_notebook(std::move(*file), pipeline, lines)
                                    : check_module(std::move(*file), pipeline, lines);
    } catch (const GaveUp& reason) {  // before or after the pipeline, which answers itself
      auto refusal = refusal_of(reason, path);
      return refusal ? refused(std::move(*refusal)) : FileOutcome{};
    }
  }

  FileOutcome check_module(SourceFile file, FilePipeline& pipeline, const ChangedLines& lines) {
    Interest interest{known(), std::nullopt};
    if (lines) interest.changed = ranges_of(file.lines, *lines);
    FileResult result = analyse(file, pipeline, interest);
    FileOutcome outcome = outcome_of(file.path, result);
    if (has_something_to_say(result)) {
      outcome.report = FileReport{std::move(file), std::move(result)};
    }
    return outcome;
  }

  // JSON is parsed only when some rule may find something in it: the words that
  // rules look for have no characters that JSON escapes.
  FileOutcome check_notebook(SourceFile file, FilePipeline& pipeline, const ChangedLines& lines) {
    if (!pipeline.may_find_in_notebook(file.text)) return outcome_of(file.path, {});
    auto notebook = Notebook::read(file, parser_);
    if (!notebook) return refused(std::move(notebook.error()));
    const SourceFile module = notebook->module();
    Interest interest{known(), std::nullopt};
    if (lines) interest.changed = changed_in_module(*notebook, module, file.lines, *lines);
    FileResult result = analyse(module, pipeline, interest);
    FileOutcome outcome = outcome_of(file.path, result);
    outcome.skipped = notebook->skipped();
    if (!has_something_to_say(result)) return outcome;
    outcome.report = report_of_notebook(*notebook, std::move(file), std::move(result));
    return outcome;
  }

  // The lines of the module whose bytes in the notebook are on a changed line.
  static std::vector<TextRange> changed_in_module(const Notebook& notebook,
                                                  const SourceFile& module,
                                                  const LineTable& file_lines,
                                                  const std::vector<LineSpan>& changed) {
    const std::vector<TextRange> of_file = ranges_of(file_lines, changed);
    std::vector<TextRange> ranges;
    for (std::uint32_t line = 1; line <= module.lines.line_count(); ++line) {
      const TextRange range{module.lines.line_begin(line), module.lines.line_full_end(line)};
      if (!module.cells.at(range.begin)) continue;
      const TextRange place = notebook.range_of_file(range);
      const auto touches = [&](TextRange r) { return r.overlaps({place.begin, place.end + 1}); };
      if (std::ranges::any_of(of_file, touches)) ranges.push_back(range);
    }
    return ranges;
  }

  const std::set<std::string, std::less<>>* known() const {
    return setup_.known.empty() ? nullptr : &setup_.known;
  }

  FileResult analyse(const SourceFile& module, FilePipeline& pipeline, const Interest& interest) {
    FileResult result = pipeline.run(module, interest);
    const AdoptionOptions& adoption = session_.options.adoption;
    if (adoption.add_ignore) silence(module, result);
    if (adoption.remove_unused_ignores) {
      std::erase_if(result.findings, [&](const FileFinding& found) {
        return !session_.registry.rules()[found.finding.rule].by_engine;
      });
    }
    return result;
  }

  // Puts comments in the place of fixes.
  void silence(const SourceFile& module, FileResult& result) {
    Silence silence = silence_findings(module, result.findings, session_.registry, setup_.knowledge,
                                       parser_, session_.options.adoption.silence);
    for (std::size_t i = 0; i < result.findings.size(); ++i) {
      FileFinding& found = result.findings[i];
      found.applied = silence.silent[i];
      found.remains = !found.applied;
      found.finding.fix.reset();
      found.edits.clear();
      if (found.applied) {
        found.finding.fix = Fix("Silence it with a comment", {}, verdict_on_comment());
      }
    }
    if (silence.edits.empty()) return;
    result.changed = true;
    result.fixed_text = apply_edits(module.text, silence.edits);
    result.fixed_edits = std::move(silence.edits);
  }

  static FileOutcome outcome_of(const fs::path& path, const FileResult& result) {
    FileOutcome outcome;
    outcome.read = true;
    outcome.known = result.known;
    outcome.elsewhere = result.elsewhere;
    outcome.analysed = result.analysed;
    for (Error error : result.errors) {
      if (error.path.empty()) error.path = path.string();
      outcome.errors.push_back(std::move(error));
    }
    return outcome;
  }

  const Session& session_;
  const Setup& setup_;
  FileSystem& files_;
  Parser parser_;  // for the cells of notebooks
  Pipelines pipelines_;
};

std::vector<std::uint64_t> sizes_of(const std::vector<fs::path>& files) {
  std::vector<std::uint64_t> sizes;
  for (const fs::path& file : files) {
    std::error_code error;
    const std::uintmax_t size = fs::file_size(file, error);
    sizes.push_back(error ? 0 : size);
  }
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

void collect(Session& session, RunReport& report, const fs::path& path, FileOutcome outcome) {
  say(session, outcome_line(path, outcome));
  for (const SkippedCell& cell : outcome.skipped) {
    say(session,
        fmt::format("{}: cell {} is left alone: {}", path.string(), cell.number, cell.reason));
  }
  add_outcome(report, std::move(outcome));
}

StopRequest stop_on(const InterruptGuard& interrupt) {
  return [&interrupt] { return interrupt.requested().has_value(); };
}

// On a thread of its own, for the sake of its stack.
void analyse_text(Session& session, const Setup& setup, const std::string& text,
                  const InterruptGuard& interrupt, RunReport& report) {
  const fs::path& name = session.options.stdin_name;
  const Shared shared{nullptr, nullptr, stop_on(interrupt), system_files()};
  const auto make_work = [&] {
    return [&, worker = std::make_shared<Worker>(session, setup, shared)](std::size_t) {
      return worker->check_text(name, text);
    };
  };
  const auto deliver = [&](std::size_t, FileOutcome outcome) {
    collect(session, report, name, std::move(outcome));
  };
  const std::vector<std::uint64_t> sizes{text.size()};
  map_in_order<FileOutcome>(sizes, make_work, deliver, {1, nullptr, {}});
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

// All files know of each other, those of other parts of the run included.
void analyse_files(Session& session, const Setup& setup, const Input& input,
                   const InterruptGuard& interrupt, RunReport& report) {
  const std::vector<fs::path> files = files_of(input);
  const Part* part = input.part;
  say(session, counted(files.size(), "file"));
  std::atomic<bool> stop = interrupt.requested().has_value();
  std::atomic<std::size_t> current = 0;  // the file that was begun last
  std::atomic<std::size_t> findings = 0;
  ProgressLine progress(session.err, !session.options.quiet && !session.options.verbose);
  const auto on_progress = [&](std::size_t done, std::size_t total) {
    if (interrupt.requested()) stop = true;
    progress.update(done, total, findings, files[current].generic_string());
  };
  const Project project(input.files, setup.knowledge, stop_on(interrupt));
  MemoryGate gate;
  FoundFiles found(session.options.paths);
  const Shared shared{input.files.size() > 1 ? &project : nullptr, &gate, stop_on(interrupt),
                      found};
  const Finished finished(part == nullptr ? nullptr : part->journal.get(), interrupt);
  const auto make_work = [&] {
    return [&, worker = std::make_shared<Worker>(session, setup, shared)](std::size_t index) {
      current = index;
      const std::size_t file = part == nullptr ? index : part->files[index];
      auto outcome = finished.take(file);
      if (!outcome) {
        outcome = worker->check_path(files[index]);
        finished.keep(file, files[index], *outcome);
      }
      if (outcome->report) findings += outcome->report->result.findings.size();
      return std::move(*outcome);
    };
  };
  const auto deliver = [&](std::size_t index, FileOutcome outcome) {
    collect(session, report, files[index], std::move(outcome));
  };
  map_in_order<FileOutcome>(sizes_of(files), make_work, deliver,
                            {session.options.jobs, &stop, on_progress});
}

}  // namespace

Input gather_input(Session& session) {
  if (!session.options.from_stdin) {
    Discovery found = discover(session.options.paths);
    for (const Error& link : found.left_out) {
      if (!session.options.quiet) mention(session, link);
    }
    for (const Error& checkout : found.unlisted) mention(session, checkout);
    return {std::move(found.files), std::nullopt, std::move(found.errors),
            std::move(found.unlisted), std::move(found.second_names)};
  }
  auto text = read_standard_input();
  if (!text) return {{}, std::nullopt, {std::move(text.error())}};
  return {{}, std::move(*text), {}};
}

RunReport analyse(Session& session, const Setup& setup, const Input& input,
                  const InterruptGuard& interrupt) {
  RunReport report;
  report.registry = &session.registry;
  report.action = session.options.action;
  report.errors = input.errors;
  std::error_code error;
  report.folder = fs::current_path(error);
  report.project = setup.root;
  if (input.text) {
    analyse_text(session, setup, *input.text, interrupt, report);
  } else {
    analyse_files(session, setup, input, interrupt, report);
  }
  return report;
}

}  // namespace mlfix
