// Giving something back after its last use.
#pragma once

#include <optional>
#include <string_view>

#include "rewrite/edits.h"
#include "semantic/obligation/extent.h"

namespace mlfix {

class Context;
class SemanticModel;

// Runs `code` (as Rewriter::insert_after takes it) after the siblings
// first..last: in a `finally` when control may leave before.
std::optional<Intents> run_behind(const SemanticModel& model, const Rewriter& edit, NodeId first,
                                  NodeId last, std::string_view code);

// Runs `code` after the last use of what has to be given back but on errors, and before
// every earlier exit. Where a returned value needs it, that is computed first: result = value(x),
// code, return result. `extent` has a `last`.
std::optional<Intents> run_behind_and_at_exits(const Context& c, const Extent& extent,
                                               std::string_view code);

}  // namespace mlfix
