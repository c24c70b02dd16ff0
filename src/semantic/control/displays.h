// What the cells of a notebook show: the questions about cells that need a tree only.
#pragma once

#include <cstddef>
#include <optional>

#include "syntax/syntax_tree.h"
#include "text/cells.h"

namespace mlfix {

// Index into cells.all(), or nothing (not in a notebook).
std::optional<std::size_t> cell_of(const SyntaxTree& tree, const Cells& cells, NodeId n);

// Is this expression statement the last one of its cell, whose value IPython shows and
// keeps in Out? False where a `;` follows.
bool is_displayed(const SyntaxTree& tree, const Cells& cells, NodeId statement);

}  // namespace mlfix
