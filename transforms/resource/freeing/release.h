// Giving something back after its last use.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "rewrite/edits.h"

namespace mlfix {

// The return, break and continue statements by which control leaves first..last.
std::vector<NodeId> exits_of(const SemanticModel& model, NodeId first, NodeId last);

// Runs `code` (as Rewriter::insert_after takes it) behind the siblings
// first..last: in a `finally` when control may leave before.
std::optional<Intents> run_behind(const SemanticModel& model, const Rewriter& edit, NodeId first,
                                  NodeId last, std::string_view code);

// Runs `code` behind first..last and in front of every exit, for what has to be
// given back but on errors. The values of the returns `after_value` are computed first,
// since they need it: result = value(x), code, return result.
std::optional<Intents> run_behind_and_at_exits(const SemanticModel& model, const Rewriter& edit,
                                               NodeId first, NodeId last, std::string_view code,
                                               const std::vector<NodeId>& after_value);

}  // namespace mlfix
