// How deep CPython lets blocks be nested in each other.
#pragma once

#include <vector>

#include "syntax/syntax_tree.h"
#include "text/text_range.h"

namespace mlfix {

// Where the blocks begin that are nested deeper than CPython allows: a hundredth level
// of indentation, or, within one function, more than 21 loops, `with` items and parts
// of `try` statements around each other (3.11 allows 20, later versions may allow one
// more). In order. Linear.
std::vector<Offset> blocks_nested_too_deep(const SyntaxTree& tree);

}  // namespace mlfix
