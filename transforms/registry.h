// The rules that mlfix ships: the list in transforms.def joined with the
// transforms and their pages, and the rules of the engine itself after them.
#pragma once

#include "engine/registry.h"

namespace mlfix {

// Built again on each call, in milliseconds; callers keep it for the run.
Registry shipped_registry();

}  // namespace mlfix
