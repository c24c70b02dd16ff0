// Signals that are blocked, and looked for when it suits: nothing is cut in the middle.
#pragma once

#include <signal.h>

#include <initializer_list>
#include <optional>

namespace mlfix {

// Those of `signals` that somebody wants to end us: none that whoever started us had ignored.
sigset_t heeded(std::initializer_list<int> signals);

// A signal of `watched`, which is blocked, that waits for this process or thread.
std::optional<int> waiting_signal(const sigset_t& watched);

}  // namespace mlfix
