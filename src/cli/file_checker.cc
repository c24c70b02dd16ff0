#include "cli/file_checker.h"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "adoption/changed_lines.h"
#include "cli/delivery.h"
#include "engine/settled_verdict.h"
#include "fleet/kept_reports.h"
#include "notebook/notebook.h"
#include "syntax/syntax_guard.h"
#include "text/source_file.h"

namespace mlfix {
namespace {

namespace fs = std::filesystem;

// Errors are told apart from the report of the file, without its text.
bool has_something_to_say(const FileResult& result) {
  return result.changed || !result.findings.empty() || !result.abstentions.empty() ||
         !result.unknown_suppressions.empty();
}

PipelineOptions options_for(const Session& session, const Setup& setup,
                            const CheckSurroundings& around) {
  const AdoptionOptions& adoption = session.options.adoption;
  PipelineOptions options;
  // A report shows fixes and applies none.
  const bool applies = session.options.action != Action::Report && !adoption.add_ignore;
  options.apply_safe = applies && setup.safe;
  options.apply_unsafe = applies && setup.unsafe;
  options.apply_of_engine_only = adoption.remove_unused_ignores;
  options.show_abstained = session.options.show_abstained;
  options.project = around.project;
  options.stop = around.stop;
  options.root = setup.root;
  options.today = setup.today;
  return options;
}

FileOutcome refused(Error error) {
  FileOutcome outcome;
  outcome.errors.push_back(std::move(error));
  return outcome;
}

// The lines of the module whose bytes in the notebook are on a changed line.
std::vector<TextRange> changed_in_module(const Notebook& notebook, const SourceFile& module,
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

std::uint64_t memory_to_read(const fs::path& path) {
  const std::uint64_t size = size_on_disk(path);
  return is_notebook_path(path) ? memory_to_read_notebook(size) : memory_to_read_module(size);
}

FileOutcome outcome_of(const fs::path& path, const FileResult& result) {
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

}  // namespace

StopRequest stop_on(const InterruptGuard& interrupt) {
  return [&interrupt] { return interrupt.requested().has_value(); };
}

FileChecker::FileChecker(const Session& session, const Setup& setup,
                         const CheckSurroundings& around)
    : session_(session),
      setup_(setup),
      gate_(around.gate),
      files_(around.files),
      stop_(around.stop),
      cache_(around.cache),
      parser_(around.stop),
      pipelines_(session.registry, setup.settings, *setup.knowledge,
                 options_for(session, setup, around)) {}

FileOutcome FileChecker::check_path(const fs::path& path) {
  FilePipeline* pipeline = pipelines_.for_path(path);
  if (pipeline == nullptr) return {};
  Task task{*pipeline, std::nullopt};
  if (setup_.changes) {
    task.lines = setup_.changes->lines_of(path);
    if (!task.lines) return {};
  }
  std::optional<MemoryGate::Pass> pass;
  if (gate_ != nullptr) task.pass = &pass.emplace(*gate_, memory_to_read(path));
  FileOutcome outcome = setup_.changes && setup_.changes->is_partly_staged(path)
                            ? check_staged(path, task)
                            : check(read_source_file(path, files_), task);
  if (pass && outcome.report) pass->leave_behind(memory_to_keep(*outcome.report));
  return outcome;
}

FileOutcome FileChecker::check_text(const fs::path& name, std::string text) {
  FilePipeline* pipeline = pipelines_.for_path(name);
  if (pipeline == nullptr) {
    FileOutcome outcome;
    outcome.read = true;
    return outcome;
  }
  return check(make_source_file(name, std::move(text)), {*pipeline, std::nullopt});
}

// What will be committed of a file that goes on being edited. Its fixes fit the
// staged text only, so they are not written.
FileOutcome FileChecker::check_staged(const fs::path& path, const Task& task) {
  auto text = setup_.changes->staged_text(path);
  if (!text) return refused(std::move(text.error()));
  FileOutcome outcome = check(make_source_file(path, std::move(*text)), task);
  const bool changed = outcome.report && outcome.report->result.changed;
  if (!changed || session_.options.action != Action::Write) return outcome;
  mark_unapplied(*outcome.report);
  outcome.errors.push_back({ErrorKind::Refused, path.string(), 0,
                            "is staged in part, so its fixes are not written",
                            "stage all of it, or stash the rest: git stash --keep-index"});
  return outcome;
}

FileOutcome FileChecker::check(Result<SourceFile> file, const Task& task) {
  if (!file) return refused(std::move(file.error()));
  const fs::path path = file->path;
  try {
    return cache_ == nullptr || task.lines ? check_by_kind(std::move(*file), task)
                                           : check_once(std::move(*file), task);
  } catch (const GaveUp& reason) {  // before or after the pipeline, which answers itself
    auto refusal = refusal_of(reason, path);
    return refusal ? refused(std::move(*refusal)) : FileOutcome{};
  }
}

// Takes what an earlier run found, or keeps what this one finds. What an interrupted analysis
// says is not kept.
FileOutcome FileChecker::check_once(SourceFile file, const Task& task) {
  const ResultCache::FileKey key = cache_->keys.of(file);
  if (auto known = cache_->results.find(key, file, parser_)) return std::move(*known);
  QuestionLog asked;
  const Listening listening(&asked);
  FileOutcome outcome = check_by_kind(std::move(file), task);
  if (!stop_ || !stop_()) cache_->results.keep(key, asked, outcome);
  return outcome;
}

FileOutcome FileChecker::check_by_kind(SourceFile file, const Task& task) {
  return is_notebook_path(file.path) ? check_notebook(std::move(file), task)
                                     : check_module(std::move(file), task);
}

FileOutcome FileChecker::check_module(SourceFile file, const Task& task) {
  if (task.pass != nullptr) task.pass->need_only(memory_to_analyse(file.text));
  Interest interest{known(), std::nullopt, false};
  if (task.lines) interest.changed = ranges_of(file.lines, *task.lines);
  FileResult result = analyse(file, task.pipeline, interest);
  FileOutcome outcome = outcome_of(file.path, result);
  if (has_something_to_say(result)) {
    outcome.report = report_of_module(std::move(file), std::move(result));
  }
  return outcome;
}

// JSON is parsed only when some rule may find something in it: the words that
// rules look for have no characters that JSON escapes.
FileOutcome FileChecker::check_notebook(SourceFile file, const Task& task) {
  if (!task.pipeline.may_find_in_notebook(file.text)) return outcome_of(file.path, {});
  auto notebook = Notebook::read(file, parser_);
  if (!notebook) return refused(std::move(notebook.error()));
  const SourceFile module = notebook->module();
  if (task.pass != nullptr) {
    task.pass->need_only(memory_to_decode(file.text) + memory_to_analyse(module.text));
  }
  Interest interest{known(), std::nullopt, notebook->moves_imports()};
  if (task.lines) {
    interest.changed = changed_in_module(*notebook, module, file.lines, *task.lines);
  }
  FileResult result = analyse(module, task.pipeline, interest);
  FileOutcome outcome = outcome_of(file.path, result);
  outcome.skipped = notebook->skipped();
  if (!has_something_to_say(result)) return outcome;
  outcome.report = report_of_notebook(*notebook, std::move(file), std::move(result));
  return outcome;
}

const std::set<std::string, std::less<>>* FileChecker::known() const {
  return setup_.known.empty() ? nullptr : &setup_.known;
}

FileResult FileChecker::analyse(const SourceFile& module, FilePipeline& pipeline,
                                const Interest& interest) {
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
void FileChecker::silence(const SourceFile& module, FileResult& result) {
  Silence silence = silence_findings(module, result.findings, session_.registry, parser_,
                                     session_.options.adoption.silence);
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

std::optional<std::string> FileChecker::silenced(const FileReport& file, std::size_t finding,
                                                 const SilenceText& text) {
  const auto comments_in = [&](const SourceFile& module) {
    Silence silence =
        silence_findings(module, {file.result.findings[finding]}, session_.registry, parser_, text);
    if (!silence.silent[0]) silence.edits.clear();
    return std::move(silence.edits);
  };
  std::vector<Edit> edits;
  if (!file.wrapping) {
    edits = comments_in(file.file);
  } else {
    const auto whole = make_source_file(file.file.path, file.text());
    if (!whole) return std::nullopt;
    const auto notebook = Notebook::read(*whole, parser_);
    if (!notebook) return std::nullopt;
    edits = notebook->edits_of_file(comments_in(notebook->module()));
  }
  return edits.empty() ? std::nullopt : std::optional(apply_edits(file.text(), edits));
}

std::optional<Error> FileChecker::problem_with(const fs::path& path, std::string text) {
  const auto file = make_source_file(path, std::move(text));
  if (!file) return file.error();
  try {
    if (is_notebook_path(path)) {
      const auto notebook = Notebook::read(*file, parser_);
      return notebook ? std::nullopt : std::optional(notebook.error());
    }
    const auto failure = why_not_editable(parser_.parse(file->text));
    if (!failure) return std::nullopt;
    return Error{ErrorKind::Refused,
                 path.string(),
                 file->lines.line_at(failure->offset),
                 failure->message,
                 {}};
  } catch (const GaveUp& reason) {
    return refusal_of(reason, path);
  }
}

}  // namespace mlfix
