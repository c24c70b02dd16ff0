// About how many iterations a loop has, where its file gives it away.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "syntax/syntax_tree.h"

namespace mlfix {

class SemanticModel;

// How many iterations the loop has at most, as far as its file shows: of ranges, displays, arrays
// and lists made of them, pieces that a tensor is cut into, names that are only ever bound to
// such, and parameters that all calls in the file give such. Takes a default value for what
// nobody in the file gives otherwise. For what is worth saying, not for proofs: other files may
// call the function, too. Nothing where it is not known.
std::optional<std::int64_t> likely_iterations(const SemanticModel& model, NodeId loop);

// By the last name of what is called: does it give as many items as its arguments count, and does
// it make an array of the items that it is given?
bool counts_items(std::string_view called);
bool holds_given_items(std::string_view called);

}  // namespace mlfix
