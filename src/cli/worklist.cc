#include "cli/worklist.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "cli/analysis.h"
#include "report/text_report.h"
#include "semantic/verdict/assumption.h"
#include "text/digest.h"
#include "text/file_writer.h"
#include "text/foreign_text.h"

namespace mlfix {

namespace fs = std::filesystem;

namespace {

std::set<AssumptionKind> assumed_by(const Fix& fix) {
  std::set<AssumptionKind> kinds;
  for (const Assumption& assumption : fix.verdict().assumptions()) kinds.insert(assumption.kind);
  return kinds;
}

Error failed(const fs::path& path, std::string message) {
  return {ErrorKind::Refused, path.string(), 0, std::move(message), {}};
}

}  // namespace

Worklist::Worklist(Session& session, Setup& setup, StandingAnalysis& analysis, DecisionLog& log,
                   std::vector<fs::path> files)
    : session_(session),
      setup_(setup),
      analysis_(analysis),
      log_(log),
      report_(empty_report(session, setup)) {
  for (fs::path& path : files) files_.push_back({std::move(path), std::nullopt});
}

bool Worklist::begin(const StandingAnalysis::OnProgress& on_progress) {
  std::vector<fs::path> paths;
  for (const AskedFile& file : files_) paths.push_back(file.path);
  auto outcomes = analysis_.check(paths, on_progress);
  for (std::size_t i = 0; i < files_.size(); ++i) {
    if (!outcomes[i]) return false;
    report_.checked += outcomes[i]->read ? 1 : 0;
    take(files_[i], std::move(*outcomes[i]));
    files_[i].is_done = !files_[i].report;
  }
  return true;
}

void Worklist::take(AskedFile& file, FileOutcome outcome) {
  file.report = std::move(outcome.report);
  file.revision = revision_;
  had_problems_ = had_problems_ || !outcome.errors.empty();
  std::ranges::move(outcome.errors, std::back_inserter(report_.errors));
}

// False after a stop.
bool Worklist::look_at(AskedFile& file) {
  if (is_up_to_date(file)) return true;
  auto outcome = std::move(analysis_.check({file.path}).front());
  if (!outcome) return false;
  take(file, std::move(*outcome));
  return true;
}

const FileReport& Worklist::file_of(const Question& question) const {
  return *files_[question.file].report;
}

const FileFinding& Worklist::finding_of(const Question& question) const {
  return file_of(question).result.findings[question.finding];
}

bool Worklist::is_offered(const AskedFile& file, std::size_t finding) const {
  const FileFinding& found = file.report->result.findings[finding];
  if (found.suppressed || found.later || !found.finding.fix) return false;
  return found.finding.fix->applicability() != Applicability::Suggestion &&
         !file.report->edits(finding).empty();
}

// Everything that the user sees of the fix, and the lines that it rests on, but no numbers of
// lines, which change with every fix above.
std::string Worklist::key_of(const AskedFile& file, std::size_t finding) const {
  const FileFinding& found = file.report->result.findings[finding];
  const Identity& identity = found.identity;
  std::string all = session_.registry.rules()[found.finding.rule].name;
  const auto add = [&all](std::string_view part) {
    all += '\0';
    all += part;
  };
  for (const std::string_view part :
       {std::string_view(identity.path), std::string_view(identity.scope),
        std::string_view(identity.statement)}) {
    add(part);
  }
  add(std::to_string(identity.ordinal));
  add(found.finding.fix->title);
  add(found.finding.message);
  const SourceFile& source = file.report->file;
  const auto add_lines = [&](TextRange range) {
    const Offset begin = source.lines.line_begin(source.lines.line_at(range.begin));
    const Offset end = source.lines.line_end(source.lines.line_at(range.end));
    add(std::string_view(source.text).substr(begin, end - begin));
  };
  add_lines(found.finding.range);
  for (const Reason& why : found.finding.why) {
    add(why.text);
    add_lines(why.range);
  }
  for (const Edit& edit : file.report->edits(finding)) {
    add(std::string_view(file.report->text()).substr(edit.begin, edit.end - edit.begin));
    add(edit.text);
  }
  return digest(all);
}

bool Worklist::is_open(const AskedFile& file, std::size_t finding) const {
  return is_offered(file, finding) && !log_.has_declined(key_of(file, finding));
}

std::optional<std::size_t> Worklist::first_open(const AskedFile& file) const {
  if (!file.report) return std::nullopt;
  for (std::size_t i = 0; i < file.report->result.findings.size(); ++i) {
    if (is_open(file, i)) return i;
  }
  return std::nullopt;
}

std::optional<Question> Worklist::next() {
  for (std::size_t i = 0; i < files_.size(); ++i) {
    AskedFile& file = files_[i];
    if (file.is_done || file.is_skipped) continue;
    if (!look_at(file)) return std::nullopt;
    if (const auto open = first_open(file)) return Question{i, *open};
    file.is_done = true;
    if (!file.report) continue;
    for (std::size_t k = 0; k < file.report->result.findings.size(); ++k) {
      if (!is_offered(file, k)) continue;
      std::string key = key_of(file, k);
      if (!declined_here_.contains(key)) declined_before_.insert(std::move(key));
    }
  }
  return std::nullopt;
}

std::size_t Worklist::open_questions() const {
  std::size_t count = 0;
  for (const AskedFile& file : files_) {
    if (file.is_done || file.is_skipped || !file.report) continue;
    for (std::size_t i = 0; i < file.report->result.findings.size(); ++i) {
      count += is_open(file, i) ? 1 : 0;
    }
  }
  return count;
}

std::size_t Worklist::remaining_findings() const {
  std::size_t count = 0;
  for (const AskedFile& file : files_) {
    if (!file.report) continue;
    const auto& findings = file.report->result.findings;
    count += static_cast<std::size_t>(
        std::ranges::count_if(findings, [](const FileFinding& f) { return !f.suppressed; }));
  }
  return count;
}

Step Worklist::step_of(Deed deed, const Question& question) const {
  Step step;
  step.deed = deed;
  step.file = question.file;
  step.decision = decision_;
  const Fix& fix = *finding_of(question).finding.fix;
  step.is_safe = fix.applicability() == Applicability::Safe;
  step.line = deed == Deed::Skipped ? visible_path(files_[question.file].path.generic_string())
                                    : fix_line(report_, file_of(question), question.finding);
  return step;
}

Outcome Worklist::done(Step step) {
  steps_.push_back(step);
  return {{std::move(step)}, std::nullopt};
}

void Worklist::has_changed(AskedFile& file) {
  analysis_.renew(file.path);
  ++revision_;
  if (!setup_.changes) return;
  // Lines have other numbers now.
  if (auto again = make_setup(session_)) setup_.changes = std::move(again->changes);
}

// Replaces a file that still has the bytes `before`.
std::optional<Error> Worklist::put(AskedFile& file, std::string before, std::string after) {
  const auto now = read_source_file(file.path);
  if (!now) return now.error();
  // A link in the place of the file, to one with the same bytes, is another file.
  const bool same_file = !file.report || file.report->file.identity == now->identity;
  if (now->text != before || !same_file) {
    has_changed(file);
    return failed(file.path, "was changed by somebody else; it is looked at anew");
  }
  FileWriter writer;
  writer.add({file.path, now->identity, [after = std::move(after)] { return after; }});
  WriteReport written = writer.commit();
  has_changed(file);
  if (written.errors.empty()) return std::nullopt;
  file.is_skipped = true;  // it would be asked about for ever
  return std::move(written.errors.front());
}

Outcome Worklist::write(Step step) {
  if (auto problem = put(files_[step.file], step.before, step.after)) return {{}, problem};
  return done(std::move(step));
}

Outcome Worklist::fix(const Question& question) {
  ++decision_;
  Step step = step_of(Deed::Fixed, question);
  step.before = file_of(question).text();
  step.after = fixed_text(question);
  return write(std::move(step));
}

Outcome Worklist::fix_all_like(const Question& question, const StopRequest& stop) {
  const std::uint32_t rule = finding_of(question).finding.rule;
  const std::set<AssumptionKind> granted = assumed_by(*finding_of(question).finding.fix);
  const auto is_like = [&](const FileFinding& found) {
    return found.finding.rule == rule &&
           std::ranges::includes(granted, assumed_by(*found.finding.fix));
  };
  Outcome all = fix(question);
  for (std::size_t i = 0; i < files_.size() && !all.problem; ++i) {
    AskedFile& file = files_[i];
    if (file.is_done || file.is_skipped) continue;
    // Fixes that undo each other come back to a text that was there.
    std::set<std::string> seen;
    while (!all.problem && !stop() && look_at(file) && file.report &&
           seen.insert(digest(file.report->text())).second) {
      const auto& findings = file.report->result.findings;
      std::size_t at = 0;
      while (at < findings.size() && !(is_offered(file, at) && is_like(findings[at]) &&
                                       !log_.has_declined(key_of(file, at)))) {
        ++at;
      }
      if (at == findings.size()) break;
      Step step = step_of(Deed::Fixed, {i, at});
      step.before = file.report->text();
      step.after = fixed_text({i, at});
      Outcome one = write(std::move(step));
      std::ranges::move(one.steps, std::back_inserter(all.steps));
      all.problem = std::move(one.problem);
    }
  }
  return all;
}

Outcome Worklist::decline(const Question& question) {
  ++decision_;
  Step step = step_of(Deed::Declined, question);
  step.key = key_of(files_[question.file], question.finding);
  log_.decline(step.key);
  declined_here_.insert(step.key);
  return done(std::move(step));
}

Outcome Worklist::skip_file(const Question& question) {
  ++decision_;
  files_[question.file].is_skipped = true;
  return done(step_of(Deed::Skipped, question));
}

Outcome Worklist::silence(const Question& question, const std::string& reason) {
  ++decision_;
  const FileReport& file = file_of(question);
  auto text = analysis_.silenced(file, question.finding, {"", reason});
  if (!text) return {{}, failed(file.file.path, "has no place for a comment that silences this")};
  Step step = step_of(Deed::Silenced, question);
  step.before = file.text();
  step.after = std::move(*text);
  return write(std::move(step));
}

std::string Worklist::fixed_text(const Question& question) const {
  const FileReport& file = file_of(question);
  return apply_edits(file.text(), file.edits(question.finding));
}

std::uint32_t Worklist::line_of_fix(const Question& question) const {
  const FileReport& file = file_of(question);
  const Offset begin = file.edits(question.finding).front().begin;
  const auto end = file.text().begin() + static_cast<std::ptrdiff_t>(begin);
  return static_cast<std::uint32_t>(std::count(file.text().begin(), end, '\n')) + 1;
}

Outcome Worklist::replace(const Question& question, std::string text) {
  AskedFile& file = files_[question.file];
  if (auto problem = analysis_.problem_with(file.path, text)) return {{}, std::move(problem)};
  ++decision_;
  Step step = step_of(Deed::Edited, question);
  step.before = file_of(question).text();
  step.after = std::move(text);
  return write(std::move(step));
}

std::optional<Error> Worklist::take_back(const Step& step) {
  AskedFile& file = files_[step.file];
  if (step.deed == Deed::Declined) {
    log_.reconsider(step.key);
    declined_here_.erase(step.key);
  } else if (step.deed != Deed::Skipped) {
    if (auto problem = put(file, step.after, step.before)) return problem;
  }
  file.is_done = false;
  file.is_skipped = false;
  return std::nullopt;
}

std::optional<Outcome> Worklist::undo() {
  if (steps_.empty()) return std::nullopt;
  Outcome undone;
  const unsigned decision = steps_.back().decision;
  while (!steps_.empty() && steps_.back().decision == decision) {
    undone.problem = take_back(steps_.back());
    if (undone.problem) break;
    undone.steps.push_back(std::move(steps_.back()));
    steps_.pop_back();
  }
  return undone;
}

}  // namespace mlfix
