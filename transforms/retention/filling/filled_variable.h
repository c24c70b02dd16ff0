// A variable of a function or a script that a loop fills, and nobody reads, or all of whose entries
// are averaged each time: the part of unbounded-history that is not about attributes.
#pragma once

#include "engine/transform.h"
#include "syntax/syntax_tree.h"

namespace mlfix {

// Reports what the statement at `n` adds, which is `value`, where it stays for as long as the loop
// runs and is not wanted.
void check_filled_variable(const Context& c, NodeId n, NodeId value, Findings& out);

}  // namespace mlfix
