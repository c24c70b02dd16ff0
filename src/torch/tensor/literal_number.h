// Whole numbers that the text of a program gives away.
#pragma once

#include <cstdint>
#include <optional>

#include "syntax/syntax_tree.h"

namespace mlfix {

class SemanticModel;

// The value that a name certainly has here when one assignment gives it, through
// any number of names; `expr` itself (without parentheses) when it is none.
NodeId assigned_value(const SemanticModel& model, NodeId expr);

// 20000, 20_000, 2 ** 14, 1 << 14, 16 * 1024, n with `n = 20000`; nothing when it
// can't be read off, is negative or does not fit.
std::optional<std::int64_t> literal_number(const SemanticModel& model, NodeId expr);

}  // namespace mlfix
