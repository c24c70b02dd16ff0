// The analysis reads the project, and only the copy is written: so there is no
// moment in which an interruption could leave the user's files changed. Signals
// wait from before the copy is made until after it is gone.

#include "commands/measure.h"

#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <optional>
#include <string>
#include <utility>

#include "cli/analysis.h"
#include "cli/delivery.h"
#include "cli/exit_status.h"
#include "cli/interrupt.h"
#include "cli/progress.h"
#include "cli/refusal.h"
#include "cli/report_files.h"
#include "cli/setup.h"
#include "config/resources.h"
#include "measure/amounts.h"
#include "measure/interpreter.h"
#include "measure/json.h"
#include "measure/leftovers.h"
#include "measure/page.h"
#include "measure/run.h"
#include "measure/scratch_project.h"
#include "measure/text.h"
#include "report/labels.h"
#include "report/text_report.h"
#include "text/foreign_text.h"

namespace mlfix {
namespace {

namespace fs = std::filesystem;

// A line on standard error that says what is being done.
void tell(Session& session, std::string_view line) {
  if (!session.options.quiet) session.err.tell(fmt::format("mlfix: {}\n", visible(line)));
}

std::optional<std::string> variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? std::nullopt : std::optional<std::string>(value);
}

bool terminal_has_unicode() {
  for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    const std::string value = variable(name).value_or("");
    if (value.empty()) continue;
    return value.find("UTF-8") != std::string::npos || value.find("utf8") != std::string::npos;
  }
  return false;
}

std::string script(std::string_view name) {
  return std::string(find_resource(fmt::format("src/measure/{}", name)).value_or(""));
}

// One measurement: its two runs share the helpers.
class Measurement {
 public:
  Measurement(Session& session, const ScratchProject& scratch, const InterruptGuard& interrupt)
      : session_(session),
        options_(session.options.measure),
        scratch_(scratch),
        interrupt_(interrupt),
        gpu_(interpreter_of(options_.command), script("gpu_memory.py"), options_.interval) {}

  // In the project as it is, or in the copy.
  Result<MeasuredRun> run(bool in_copy) {
    auto logs = TemporaryFolder::make("measure");
    if (!logs) return tl::unexpected(logs.error());
    RunRequest request;
    request.command = command(in_copy);
    request.command.environment[kMeasureMark] = logs->path().string();
    request.interval = options_.interval;
    request.limit = options_.limit;
    request.log = logs->path() / kMeasureLog;
    request.mark = logs->path() / kMeasureMark;
    if (options_.show_output) request.output = STDERR_FILENO;
    request.gpu = &gpu_;
    std::optional<TensorProbe> tensors;
    if (options_.tensors) {
      auto made = TensorProbe::make(script("sitecustomize.py"), options_.interval);
      if (!made) return tl::unexpected(made.error());
      tensors.emplace(std::move(*made));
      request.tensors = &*tensors;
      auto& path = request.command.environment["PYTHONPATH"];
      path = tensors->python_path(path ? path : variable("PYTHONPATH"));
    }
    ProgressLine line(session_.err, !session_.options.quiet && !options_.show_output);
    const auto show = [&](double seconds, double bytes) {
      line.show(fmt::format("{}: {}, {}", in_copy ? "after" : "before", duration_text(seconds),
                            amount_text(bytes, true)));
    };
    return run_measured(request, {[&] { return interrupt_.requested().has_value(); }, show});
  }

 private:
  // `.venv/bin/python` is the project's own where the copy has none.
  std::string program_in_copy(const fs::path& here, const fs::path& there) const {
    const std::string& program = options_.command.front();
    const bool is_relative = program.find('/') != std::string::npos && program.front() != '/';
    std::error_code error;
    if (!is_relative || fs::exists(there / program, error)) return scratch_.moved(program);
    return (here / program).string();
  }

  Command command(bool in_copy) const {
    const fs::path here = fs::canonical(".");
    Command command;
    command.words = options_.command;
    command.folder = here;
    // The caches of bytecode in the project are the user's, and stale in the copy.
    command.environment["PYTHONDONTWRITEBYTECODE"] = "1";
    if (in_copy) {
      command.folder = scratch_.in_copy(here);
      for (std::string& word : command.words) word = scratch_.moved(word);
      command.words.front() = program_in_copy(here, command.folder);
      if (const auto path = variable("PYTHONPATH")) {
        command.environment["PYTHONPATH"] = scratch_.moved(*path);
      }
    }
    command.environment["PWD"] = command.folder.string();
    return command;
  }

  Session& session_;
  const MeasureOptions& options_;
  const ScratchProject& scratch_;
  const InterruptGuard& interrupt_;
  GpuProbe gpu_;
};

// Puts the fixed files into the copy.
Result<void> fix_copy(const ScratchProject& scratch, const RunReport& report) {
  for (const FileReport& file : report.files) {
    if (!file.result.changed) continue;
    auto written = scratch.write(file.file.path, file.fixed_text());
    if (!written) return written;
  }
  return {};
}

int nothing_to_measure(Session& session, const RunReport& report, const InterruptGuard& interrupt) {
  const LastResort end = while_reporting(session, interrupt);
  const Summary summary = summarize(report);
  std::string message = "there is nothing to fix, so there is nothing to measure";
  if (summary.fixable_unsafe > 0) {
    message = fmt::format("there is no safe fix to measure; {} fixed with --unsafe",
                          summary.fixable_unsafe == 1
                              ? "1 finding can be"
                              : fmt::format("{} findings can be", summary.fixable_unsafe));
  }
  session.err.write(fmt::format("mlfix: {}\n", message));
  return summary.errors > 0 ? kExitError : kExitClean;
}

void tell_what_is_missing(Session& session, const std::vector<std::string>& names) {
  constexpr std::size_t kMost = 8;
  if (names.empty()) return;
  const auto last = names.begin() + static_cast<std::ptrdiff_t>(std::min(names.size(), kMost));
  tell(session,
       fmt::format("not in the copy, because git ignores them or they are environments: {}{} "
                   "(--link NAME shares one with it)",
                   fmt::join(names.begin(), last, ", "), names.size() > kMost ? ", ..." : ""));
}

// A project that is installed in place is imported from there, also by programs
// in the copy: the second run would measure the code without its fixes.
void warn_of_installation(Session& session, const ScratchProject& scratch) {
  const std::string known = variable("PYTHONPATH").value_or("");
  const auto folders = import_folders(interpreter_of(session.options.measure.command),
                                      script("import_folders.py"), scratch.original());
  for (const std::string& folder : folders) {
    const bool copied = scratch.moved(folder) != folder;
    if (!copied || known.find(folder) != std::string::npos) continue;
    session.err.tell(
        fmt::format("mlfix: warning: Python imports from {0}, where the project is installed in "
                    "place, and would do so in the copy too\n  put PYTHONPATH={0} before the "
                    "command of mlfix: in the copy it names the copy\n",
                    visible(folder)));
  }
}

// `missing` is not in the copy, which may be gone.
int deliver(Session& session, const Comparison& comparison,
            const std::vector<std::string>& missing) {
  const Options& options = session.options;
  const Paint paint = paint_for(session.out, options.color);
  if (options.format == Format::Json) {
    session.out.write(measure_json(comparison));
  } else {
    session.out.tell(
        measure_text(comparison, {paint, session.out.columns(), terminal_has_unicode()}));
  }
  const Paint for_err = paint_for(session.err, options.color);
  const bool failed = comparison.before.failed() || comparison.after.failed();
  if (comparison.before.failed()) {
    session.err.tell(failure_text(comparison.before, "before", for_err));
  }
  if (comparison.after.failed()) {
    session.err.tell(failure_text(comparison.after, "after", for_err));
    if (!comparison.before.failed()) tell_what_is_missing(session, missing);
  }
  if (options.measure.html) {
    const auto written = write_output(*options.measure.html, measure_page(comparison));
    if (!written) return refuse(session, written.error());
    tell(session, fmt::format("wrote {}", options.measure.html->string()));
  }
  return failed ? kExitError : kExitClean;
}

// Fills in the two runs. The second is not made when the first was interrupted.
Result<void> run_both(Session& session, Measurement& measurement, const InterruptGuard& interrupt,
                      Comparison& comparison) {
  const auto announce = [&](std::string_view line) {
    const LastResort end = while_reporting(session, interrupt);
    tell(session, line);
  };
  announce(fmt::format("before: {}", fmt::join(comparison.command, " ")));
  auto before = measurement.run(false);
  if (!before) return tl::unexpected(before.error());
  comparison.before = std::move(*before);
  if (comparison.before.ending == Ending::Interrupted) return {};
  announce(fmt::format("after: the same with {} in a copy",
                       counted(comparison.fixes.size(), "fix", "fixes")));
  auto after = measurement.run(true);
  if (!after) return tl::unexpected(after.error());
  comparison.after = std::move(*after);
  return {};
}

// What two runs have shown, and what was not in the copy of the second.
struct Measured {
  Comparison comparison;
  std::vector<std::string> missing;
};

// Runs twice; the copy is gone at the end.
Result<Measured> run_twice(Session& session, RunReport& report, const InterruptGuard& interrupt) {
  const Options& options = session.options;
  const auto interrupted = [&] { return interrupt.requested().has_value(); };
  clear_leftovers();
  auto scratch = ScratchProject::make(".", options.measure.links, interrupted);
  if (!scratch) return tl::unexpected(scratch.error());
  Measured result{{}, scratch->left_out()};
  if (interrupted()) return result;
  if (const auto fixed = fix_copy(*scratch, report); !fixed) return tl::unexpected(fixed.error());
  {
    const LastResort end = while_reporting(session, interrupt);
    tell_what_is_missing(session, result.missing);
    warn_of_installation(session, *scratch);
  }
  Comparison& comparison = result.comparison;
  comparison.command = options.measure.command;
  comparison.interval = options.measure.interval;
  comparison.tensors = options.measure.tensors;
  comparison.fixes = applied_fixes(report);
  make_patch(report, [&](std::string_view part) { comparison.diff += part; });
  Measurement measurement(session, *scratch, interrupt);
  const auto measured = run_both(session, measurement, interrupt, comparison);
  if (!measured) return tl::unexpected(measured.error());
  return result;
}

// What of it was interrupted is not reported.
int measure_fixes(Session& session, RunReport& report, const InterruptGuard& interrupt) {
  const auto measured = run_twice(session, report, interrupt);
  if (interrupt.requested()) return kExitSignal;
  const LastResort end = while_reporting(session, interrupt);
  return measured ? deliver(session, measured->comparison, measured->missing)
                  : refuse(session, measured.error());
}

}  // namespace

int measure(Session& session) {
  const auto setup = make_setup(session);
  if (!setup) return refuse(session, setup.error());
  const Input input = gather_input(session);
  const InterruptGuard interrupt;
  RunReport report = analyse(session, *setup, input, interrupt);
  {
    const LastResort end = while_reporting(session, interrupt);
    session.err.tell(problems_text(report, {paint_for(session.err, session.options.color), false}));
  }
  int status = kExitSignal;
  if (!interrupt.requested()) {
    const bool fixable = summarize(report).applied > 0;
    status = fixable ? measure_fixes(session, report, interrupt)
                     : nothing_to_measure(session, report, interrupt);
  }
  if (const auto signal = interrupt.requested()) {
    session.err.write("mlfix: interrupted; the project is as it was, and the copy is removed\n");
    return kExitSignal + *signal;
  }
  return status;
}

}  // namespace mlfix
