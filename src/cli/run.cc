// Whatever a command says, a report that could not be written is a failure: a
// full disk must not look like a clean run. A reader that went away is none.

#include "cli/run.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <exception>
#include <variant>

#include "cli/cache.h"
#include "cli/check.h"
#include "cli/exit_status.h"
#include "cli/interactive.h"
#include "cli/learn.h"
#include "cli/merge.h"
#include "cli/pages.h"
#include "cli/project_rules.h"
#include "cli/refusal.h"
#include "cli/session.h"
#include "cli/terminal.h"
#include "cli/test_rules.h"
#include "cli/watch.h"
#include "text/allocator.h"
#include "text/file_system.h"
#include "text/foreign_text.h"

namespace mlfix {
namespace {

int run_check(Session& session) {
  if (session.options.show_files || session.options.show_settings) return check(session);
  switch (session.options.mode) {
    case Mode::Once:
      return check(session);
    case Mode::Interactive:
      return decide_interactively(session);
    case Mode::Watch:
      return watch(session);
  }
  return kExitError;
}

int run_further(Session& session, std::span<const FurtherCommand> further) {
  const auto asked = std::ranges::find(further, session.options.command, &FurtherCommand::name);
  if (asked != further.end()) return asked->run(session);
  return refuse(session, misuse("this build has no such command",
                                "`cmake --build FOLDER --target mlfix` builds the whole program"));
}

int run_command(Session& session, std::span<const FurtherCommand> further) {
  switch (session.options.command) {
    case Subcommand::Check:
      return run_check(session);
    case Subcommand::Rules:
      return list_rules(session);
    case Subcommand::Explain:
      return explain(session);
    case Subcommand::Merge:
      return merge(session);
    case Subcommand::Init:
      return write_starter(session);
    case Subcommand::Schema:
      return print_schema(session);
    case Subcommand::TestRules:
      return test_rules(session);
    case Subcommand::Learn:
      return learn(session);
    case Subcommand::Cache:
      return show_cache(session);
    case Subcommand::Measure:
    case Subcommand::Bot:
    case Subcommand::Fleet:
    case Subcommand::Lsp:
    case Subcommand::Demo:
      return run_further(session, further);
  }
  return kExitError;
}

// An editor has folders of its own, and so has each repository of a fleet; a watched run reads the
// rules again, and `init` starts from nothing.
Result<Registry> registry_of_command(const Options& options, const Registry& shipped) {
  if (options.command == Subcommand::Check && options.mode == Mode::Watch) return shipped;
  switch (options.command) {
    case Subcommand::Cache:
    case Subcommand::Fleet:
    case Subcommand::Init:
    case Subcommand::Learn:
    case Subcommand::Lsp:
      return shipped;
    default:
      return rules_of_run(options, shipped);
  }
}

// `status`, unless standard output failed.
int checked(const Output& out, Output& err, int status) {
  const auto failure = out.failure();
  if (!failure) return status;
  err.write(fmt::format("mlfix: standard output can't be written: {}\n", describe_errno(*failure)));
  return kExitError;
}

// Prints the answer to a command line that asks for no run; its exit status.
int give(const DirectAnswer& answer) {
  Output out(STDOUT_FILENO);
  Output err(STDERR_FILENO);
  out.write(answer.out);
  err.write(answer.error);
  return checked(out, err, answer.status);
}

int run(const Options& options, const Registry& registry, std::span<const FurtherCommand> further) {
  Output out(STDOUT_FILENO);
  Output err(STDERR_FILENO);
  Session session{options, registry, out, err};
  try {
    const Result<Registry> rules = registry_of_command(options, registry);
    if (!rules) return refuse(session, rules.error());
    Session with_rules{options, *rules, out, err};
    return checked(out, err, run_command(with_rules, further));
  } catch (const std::exception& exception) {
    err.tell(
        fmt::format("mlfix: internal error: {} (please report it)\n", visible(exception.what())));
    return kExitError;
  }
}

}  // namespace

int run_program(int argc, const char* const* argv, const Registry& registry,
                std::span<const FurtherCommand> further) {
  // A pager that quits early closes our pipe, and a file may be larger than we may
  // write: writes then fail, and we stop.
  fail_instead_of_dying();
  give_back_large_blocks();

  // The command line, or the answer to one that asks for help or is wrong.
  const auto parsed = parse_options(argc, argv);
  if (const auto* answer = std::get_if<DirectAnswer>(&parsed)) return give(*answer);

  // Find files, analyse them, deliver the fixes, report.
  return run(std::get<Options>(parsed), registry, further);
}

}  // namespace mlfix
