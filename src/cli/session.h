// What every part of a run needs: the options, the rules, and the streams.
#pragma once

#include "cli/interrupt.h"
#include "cli/options.h"
#include "cli/terminal.h"
#include "engine/registry.h"

namespace mlfix {

struct Session {
  const Options& options;
  const Registry& registry;
  Output& out;
  Output& err;
};

// Prints `error` on standard error as "mlfix: ...".
void complain(Session& session, const Error& error);

// Prints `what`, which hinders nothing, on standard error as "mlfix: note: ...".
void mention(Session& session, const Error& what);

// Prints a line on standard error when --verbose was given.
void say(Session& session, std::string_view line);

// For a scope that only prints, or writes reports, while `interrupt` holds the signals
// that end us: perhaps nobody reads.
LastResort while_reporting(Session& session, const InterruptGuard& interrupt);

}  // namespace mlfix
