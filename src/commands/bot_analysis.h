// The analysis that every command uses, as the bot's layer wants it.
#pragma once

#include <filesystem>

#include "bot/series.h"
#include "cli/interrupt.h"
#include "cli/session.h"
#include "cli/setup.h"

namespace mlfix {

// Analyses folders that stand for `top`, the top of the repository that `setup`
// was made in: paths in the configuration mean the same there. Everything given
// must outlive the analyser. Errors: Usage, when `interrupt` was requested.
Analyser folder_analyser(Session& session, const Setup& setup, const std::filesystem::path& top,
                         const InterruptGuard& interrupt);

}  // namespace mlfix
