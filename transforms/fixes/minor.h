// Findings that are true and hardly matter: a single forward pass at the end of a script.
#pragma once

#include <string_view>

#include "engine/transform.h"

namespace mlfix {

// Is the finding at `n` to be left out, because it hardly matters (`fact` says why; empty: it
// does matter) and nobody asked for such? Notes the abstention, and where `fact` is seen.
inline bool is_too_minor(const Context& c, NodeId n, std::string_view fact,
                         NodeId because = kNoNode) {
  return !fact.empty() && !c.options.flag("minor") && !c.abstain(n, fact, because);
}

}  // namespace mlfix
