#include "cli/interactive.h"

#include <unistd.h>

#include <filesystem>
#include <optional>
#include <utility>

#include "cli/analysis.h"
#include "cli/decision_log.h"
#include "cli/delivery.h"
#include "cli/dialogue.h"
#include "cli/exit_status.h"
#include "cli/interrupt.h"
#include "cli/keyboard.h"
#include "cli/progress.h"
#include "cli/recovery.h"
#include "cli/refusal.h"
#include "cli/setup.h"
#include "cli/standing_analysis.h"
#include "cli/worklist.h"

namespace mlfix {
namespace {

int status_after(const Session& session, const Worklist& list, const InterruptGuard& interrupt) {
  if (const auto signal = interrupt.requested()) return kExitSignal + *signal;
  if (list.had_problems()) return kExitError;
  const bool is_clean = list.remaining_findings() == 0 || session.options.exit_zero;
  return is_clean ? kExitClean : kExitFindings;
}

// Before the first question, when nothing could be lost.
bool look_at_files(Session& session, Worklist& list, const InterruptGuard& interrupt) {
  const LastResort end(interrupt, [&session](int) {
    if (session.err.takes_more()) session.err.write("mlfix: interrupted; no file was changed\n");
  });
  ProgressLine progress(session.err, true);
  return list.begin([&](std::size_t done, std::size_t total, const std::filesystem::path& file) {
    progress.update(done, total, 0, file.generic_string());
  });
}

}  // namespace

int decide_interactively(Session& session) {
  if (isatty(STDIN_FILENO) != 1 || !session.out.is_terminal()) {
    return refuse(session, misuse("--interactive asks, and needs a terminal for input and output",
                                  "--diff shows the fixes, and --write applies the safe ones"));
  }
  auto setup = make_setup(session);
  if (!setup) return refuse(session, setup.error());
  Input input = gather_input(session);
  if (may_touch_ignored(session, input)) return kExitError;
  if (recover(session, input) && setup->changes) setup = make_setup(session);
  if (!setup) return refuse(session, setup.error());
  DecisionLog log(setup->root);
  if (log.problem()) mention(session, *log.problem());
  if (session.options.ask_again) log.set_aside();
  const InterruptGuard interrupt;
  StandingAnalysis analysis(session, *setup, input.files, stop_on(interrupt));
  Worklist list(session, *setup, analysis, log, input.files);
  if (!look_at_files(session, list, interrupt)) {
    session.err.write("mlfix: interrupted; no file was changed\n");
    return kExitSignal + interrupt.requested().value_or(0);
  }
  for (const Error& error : input.errors) complain(session, error);
  const Paint paint = paint_for(session.out, session.options.color);
  {
    Keyboard keyboard(STDIN_FILENO);
    Dialogue(session, list, keyboard, interrupt).run();
  }
  session.out.write(summary_of(list, paint));
  return input.errors.empty() ? status_after(session, list, interrupt) : kExitError;
}

}  // namespace mlfix
