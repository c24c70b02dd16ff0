// Decides which findings of a file a run is about.
#pragma once

#include "engine/file_pipeline.h"

namespace mlfix {

// Does `found`, at its place in the tree's text, touch a line that changed? True
// without changed lines to compare with. Linear in the fix times the logarithm
// of the lines.
bool touches_change(const SyntaxTree& tree, const FileFinding& found, const Interest& interest);

// Is `found`, which was identified, known already?
bool is_known(const FileFinding& found, const Interest& interest);

}  // namespace mlfix
