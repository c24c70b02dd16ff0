// Code that runs where its file is the program, and not where it is imported.
#pragma once

#include "syntax/syntax_tree.h"

namespace mlfix {

// Does the node stand under `if __name__ == "__main__":`? Linear in the blocks around it.
bool is_of_program_alone(const SyntaxTree& tree, NodeId n);

// Has the file such a condition among its own statements, so that it says what it does when it is
// run? Linear in these.
bool is_program(const SyntaxTree& tree);

}  // namespace mlfix
