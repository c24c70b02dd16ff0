// The order is a promise: nothing is written before every file was analysed, and
// the report is made after writing, so that it says what happened and not what
// was meant to.

#include "cli/check.h"

#include <fmt/format.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cli/analysis.h"
#include "cli/baseline_step.h"
#include "cli/delivery.h"
#include "cli/exit_status.h"
#include "cli/interrupt.h"
#include "cli/part.h"
#include "cli/progress.h"
#include "cli/recovery.h"
#include "cli/refusal.h"
#include "cli/report_files.h"
#include "cli/setup.h"
#include "cli/show.h"
#include "report/format.h"
#include "report/labels.h"
#include "report/text_report.h"

namespace mlfix {
namespace {

// With a patch or a fixed text on standard output, the report moves to standard
// error.
bool report_on_stderr(const Options& options) {
  return options.action == Action::Diff || (options.action == Action::Write && options.from_stdin);
}

// The text of standard input with its fixes; nothing when it was refused.
std::string fixed_stdin(const Input& input, const RunReport& report) {
  if (report.checked == 0) return "";
  const bool changed = !report.files.empty() && report.files.front().result.changed;
  return changed ? report.files.front().fixed_text() : *input.text;
}

bool writes_files(const Input& input, const RunReport& report) {
  return report.action == Action::Write && !input.text;
}

void print_fixes(Session& session, const Input& input, RunReport& report) {
  if (report.action == Action::Diff) {
    make_patch(report, [&](std::string_view part) { session.out.show(part); });
  } else if (report.action == Action::Write && input.text) {
    session.out.write(fixed_stdin(input, report));
  }
}

void say_interrupted(Output& err) {
  err.write("mlfix: interrupted; no file was changed\n");
}

int stop(Session& session, int signal) {
  say_interrupted(session.err);
  return kExitSignal + signal;
}

// Nothing is written meanwhile, so that any moment is good for the end.
RunReport analyse_unless_interrupted(Session& session, const Setup& setup, const Input& input,
                                     const InterruptGuard& interrupt) {
  const LastResort end(interrupt, [&session](int) {
    if (!session.err.takes_more()) return;
    wipe_progress(session.err);
    say_interrupted(session.err);
  });
  return analyse(session, setup, input, interrupt);
}

void print_main_report(const Session& session, const RunReport& report, Output& target) {
  const Options& options = session.options;
  const bool for_people = is_for_terminals(options.format);
  if (!for_people || !options.quiet) {
    const std::string text =
        render(options.format, report, text_options(options, paint_for(target, options.color)));
    for_people ? target.tell(text) : target.write(text);
  }
  if (options.annotations) target.write(render(Format::Github, report, {}));
}

void print_report(Session& session, const RunReport& report) {
  const Options& options = session.options;
  Output& target = report_on_stderr(options) ? session.err : session.out;
  print_main_report(session, report, target);
  // A document on standard error stays alone there.
  const bool document = !is_for_terminals(options.format);
  if (document && &target == &session.err) return;
  const TextOptions for_stderr{paint_for(session.err, options.color)};
  session.err.tell(problems_text(report, for_stderr));
  if (options.quiet || document) return;
  Output& last = options.format == Format::Text ? target : session.err;
  last.tell(summary_text(report, text_options(options, paint_for(last, options.color))));
}

// Without a word, a folder that is not the one that was meant looks like a clean one.
void mention_nothing_to_read(Session& session, const Input& input) {
  const Options& options = session.options;
  const bool read = !input.files.empty() || input.text || !input.errors.empty();
  if (read || options.quiet || !is_for_terminals(options.format)) return;
  session.err.write("mlfix: there is no Python file and no notebook below the paths\n");
}

int status_of(const Options& options, const RunReport& report) {
  const Summary summary = summarize(report);
  if (summary.errors > 0) return kExitError;
  return summary.remaining > 0 && !options.exit_zero ? kExitFindings : kExitClean;
}

// The findings of a part that is written down are for whoever puts the parts together; and so
// are files that can't be read.
int conclude_part(Session& session, const RunReport& report, const InterruptGuard& interrupt) {
  const LastResort end = while_reporting(session, interrupt);
  if (!session.options.quiet) {
    session.err.tell(fmt::format("{} of shard {} are finished; `mlfix merge` joins the shards.\n",
                                 counted(report.checked, "file"),
                                 to_string(*session.options.part.shard)));
  }
  return write_report_files(session, report) ? kExitClean : kExitError;
}

}  // namespace

int conclude(Session& session, const Setup& setup, const Input& input, RunReport report,
             const InterruptGuard& interrupt) {
  if (const auto signal = interrupt.requested()) return stop(session, *signal);
  if (session.options.adoption.write_baseline)
    return rewrite_baseline(session, setup, report, interrupt);
  const std::vector<BaselineEntry> stale = stale_entries(session, setup, report);
  report.gone = stale.size();
  if (writes_files(input, report) && !write_files(report, interrupt)) {
    return stop(session, *interrupt.requested());
  }
  // All files are whole from here on, and perhaps nobody reads what is printed.
  const LastResort end = while_reporting(session, interrupt);
  print_fixes(session, input, report);
  print_report(session, report);
  mention_nothing_to_read(session, input);
  complain_of_stale(session, setup, stale);
  const bool written = write_report_files(session, report);
  return written ? status_of(session.options, report) : kExitError;
}

int check(Session& session) {
  auto setup = make_setup(session);
  if (!setup) return refuse(session, setup.error());
  if (session.options.show_settings) return show_settings(session, *setup);
  if (session.options.show_files) return show_files(session, *setup);
  if (const auto error = report_file_problem(session.options)) return refuse(session, *error);
  Input input = gather_input(session);
  const bool writes = session.options.action == Action::Write;
  if (writes && may_touch_ignored(session, input)) return kExitError;
  // Changed lines may have been those of a file that is another one now.
  if (recover(session, input) && setup->changes) setup = make_setup(session);
  if (!setup) return refuse(session, setup.error());
  Result<RunPart> part = RunPart();
  if (session.options.part.wanted()) {
    part = take_part(session, *setup, input);
    if (!part) return refuse(session, part.error());
    input.part = &*part;
  }
  const InterruptGuard interrupt;
  RunReport report = analyse_unless_interrupted(session, *setup, input, interrupt);
  if (part->journal != nullptr && !interrupt.requested()) {
    if (const auto kept = part->journal->finish(); !kept) return refuse(session, kept.error());
    if (session.options.part.shard) return conclude_part(session, report, interrupt);
  }
  return conclude(session, *setup, input, std::move(report), interrupt);
}

}  // namespace mlfix
