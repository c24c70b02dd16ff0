// Where a new import goes, and how it is written. Used when accepted fixes are
// lowered to edits, after the imports of all fixes have been united.
#pragma once

#include <vector>

#include "rewrite/intent.h"
#include "syntax/syntax_tree.h"
#include "text/text_range.h"

namespace mlfix {

struct ImportPlace {
  enum class Anchor { Nothing, Header, Imports };  // what it comes after

  Offset at = 0;
  Anchor anchor = Anchor::Nothing;
};

// Start of a line at the top of the module: after the docstring, the
// `__future__` imports, and the first block of imports; before the first
// statement when there is none of these. Linear in the leading statements.
ImportPlace place_of_imports(const SyntaxTree& tree);

// One insertion at the place that makes all `imports` (each once, sorted), with the blank lines
// that the place asks for. `imports` is not empty.
Edit lower_imports(const SyntaxTree& tree, const ImportPlace& place,
                   std::vector<AddImport> imports);

}  // namespace mlfix
