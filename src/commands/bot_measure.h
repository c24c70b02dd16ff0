// What the fixes of a pull request do to the memory of a program.
#pragma once

#include <string>

#include "bot/git.h"
#include "bot/plan.h"
#include "bot/series.h"
#include "cli/session.h"
#include "config/bot_settings.h"

namespace mlfix {

// Runs the configured command under `mlfix measure` in the checkout, and gives
// what that prints as Markdown. Empty, with the reason on standard error, when
// the checkout is not the base of `plan`, or a run failed.
std::string measured(Session& session, const Git& git, const BotSettings& settings,
                     const BotPlan& plan, const FixSeries& series);

}  // namespace mlfix
