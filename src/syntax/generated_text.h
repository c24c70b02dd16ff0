// Files that say of themselves that a tool has written them.
#pragma once

#include "syntax/syntax_tree.h"

namespace mlfix {

// Does a comment of the first lines say "@generated", or comments there that the file is generated
// and not to be edited? What is changed in it is lost with the next run of the tool. Linear in the
// comments of these lines.
bool says_generated(const SyntaxTree& tree);

}  // namespace mlfix
