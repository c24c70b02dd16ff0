// Giving something back after its last use.
#pragma once

#include <optional>
#include <string_view>

#include "rewrite/edits.h"

namespace mlfix {

// May control leave the sibling statements first..last before their end, other
// than by an error: by return, raise, break or continue?
bool may_leave(const SemanticModel& model, NodeId first, NodeId last);

// Runs `code` (as Rewriter::insert_after takes it) behind the siblings
// first..last: in a `finally` when control may leave before.
std::optional<Intents> run_behind(const SemanticModel& model, const Rewriter& edit, NodeId first,
                                  NodeId last, std::string_view code);

}  // namespace mlfix
