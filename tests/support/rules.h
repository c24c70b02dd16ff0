// A registry of rules that exist only for tests of the configuration and the
// reports: they have names and pages, and find nothing.
#pragma once

#include "engine/registry.h"

namespace mlfix::testing {

// gradient: no-grad-eval, detach-stored-tensor; loop: cat-in-loop;
// resource: pointless-del, which is off by default.
Registry sample_registry();

}  // namespace mlfix::testing
