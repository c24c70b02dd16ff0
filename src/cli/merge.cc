// The report of the whole is made of the records, and then goes the way of any other
// (check.h): that is why each format, patch and baseline comes out to the byte.

#include "cli/merge.h"

#include <fmt/format.h>

#include <utility>

#include "cli/check.h"
#include "cli/part.h"
#include "cli/refusal.h"
#include "cli/report_files.h"
#include "cli/setup.h"
#include "config/config_reach.h"
#include "fleet/kept_reports.h"
#include "fleet/run_folder.h"

namespace mlfix {
namespace {

// What was analysed can't be told otherwise afterwards.
std::optional<Error> contradiction(const Options& options, const RunIdentity& run) {
  if (run.version != MLFIX_VERSION) {
    return misuse(fmt::format("the records are those of mlfix {}", run.version),
                  "merge them with the version that wrote them");
  }
  const bool diff = run.action == Action::Diff;
  if (diff != (options.action == Action::Diff)) {
    return diff ? misuse("the records are those of a run with --diff", "add --diff")
                : misuse("the records are those of a run without --diff",
                         "leave it out, or run the shards with it");
  }
  if (run.show_abstained != options.show_abstained) {
    return run.show_abstained ? misuse("the records are those of a run with --show-abstained",
                                       "add --show-abstained")
                              : misuse("the records are those of a run without --show-abstained",
                                       "leave it out, or run the shards with it");
  }
  return std::nullopt;
}

// The baseline is needed again for what is gone from it, and to write it.
std::optional<Error> baseline_problem(const Options& options, const Setup& setup,
                                      const RunIdentity& run) {
  if (baseline_digest(setup) == run.baseline) return std::nullopt;
  if (options.adoption.write_baseline) {
    return misuse("the records leave out the findings of a baseline",
                  "run the shards with --no-baseline");
  }
  return misuse("the shards ran with another baseline", "give the same --baseline here");
}

// The configuration that names the baseline was looked for where the records say.
std::optional<Error> baseline_elsewhere(const Options& options, const Setup& setup) {
  std::error_code error;
  const auto here = reach_of(std::filesystem::current_path(error));
  const AdoptionOptions& adoption = options.adoption;
  if (!adoption.write_baseline || adoption.baseline || is_within_reach(here, setup.baseline_path)) {
    return std::nullopt;
  }
  return Error{ErrorKind::Refused, setup.baseline_path.string(), 0,
               "is the baseline of the records, and not in " + here.string(),
               "name it with --baseline, or merge where it is"};
}

RunReport report_of(const Session& session, WholeRun& whole, Input& input) {
  RunReport report;
  report.registry = &session.registry;
  report.action = whole.run.action;
  report.errors = whole.run.errors;
  report.folder = whole.run.folder;
  report.project = whole.run.project;
  KeptReports kept(nullptr);
  for (std::size_t i = 0; i < whole.files.size(); ++i) kept.keep(i, whole.files[i].outcome);
  for (std::size_t i = 0; i < whole.files.size(); ++i) {
    RecordedFile& file = whole.files[i];
    kept.give_back(i, file.outcome);
    input.files.push_back(std::move(file.path));
    add_outcome(report, std::move(file.outcome));
  }
  return report;
}

}  // namespace

int merge(Session& session) {
  if (const auto error = report_file_problem(session.options)) return refuse(session, *error);
  auto whole = read_run(session.options.paths, session.registry);
  if (!whole) return refuse(session, whole.error());
  const RunIdentity& run = whole->run;
  if (const auto error = contradiction(session.options, run)) return refuse(session, *error);
  Options options = session.options;
  options.paths = run.paths;
  Session at_run{options, session.registry, session.out, session.err};
  auto setup = make_setup(at_run);
  if (!setup) return refuse(session, setup.error());
  if (const auto error = baseline_problem(options, *setup, run)) return refuse(session, *error);
  if (const auto error = baseline_elsewhere(session.options, *setup)) {
    return refuse(session, *error);
  }
  if (run.changed_lines) setup->baseline.reset();  // nothing is said of it then
  options.adoption.add_ignore = run.add_ignore;
  options.adoption.staged = run.staged;
  const InterruptGuard interrupt;
  Input input;
  RunReport report = report_of(session, *whole, input);
  return conclude(at_run, *setup, input, std::move(report), interrupt);
}

}  // namespace mlfix
