// Where a new import goes, and how it is written. Used when accepted fixes are
// lowered to edits, after the imports of all fixes have been united.
#pragma once

#include <vector>

#include "rewrite/intent.h"
#include "text/text_range.h"

namespace mlfix {

class SemanticModel;

// Start of a line at the top of the module: after the docstring, the
// `__future__` imports, and the first block of imports; before the first
// statement when there is none of these. Linear in the leading statements when it is first
// asked for.
Offset import_position(const SemanticModel& model);

// One insertion at import_position() that makes all `imports` (each once,
// sorted), with the blank lines the place asks for. `imports` is not empty.
Edit lower_imports(const SemanticModel& model, std::vector<AddImport> imports);

}  // namespace mlfix
