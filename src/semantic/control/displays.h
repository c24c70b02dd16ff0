// What the cells of a notebook show, and what they see of each other.
#pragma once

#include <cstddef>
#include <optional>

#include "semantic/binding/ids.h"
#include "syntax/syntax_tree.h"
#include "text/cells.h"

namespace mlfix {

class Bindings;

// Index into cells.all(), or nothing (not in a notebook).
std::optional<std::size_t> cell_of(const SyntaxTree& tree, const Cells& cells, NodeId n);

// Is this expression statement the last one of its cell, whose value IPython shows and
// keeps in Out? False where a `;` follows.
bool is_displayed(const SyntaxTree& tree, const Cells& cells, NodeId statement);

// May the read of a name see what another cell has bound?
bool sees_other_cells(const SyntaxTree& tree, const Bindings& bindings, const Cells& cells,
                      UseId use);

}  // namespace mlfix
