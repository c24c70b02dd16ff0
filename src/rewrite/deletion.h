// Lowers deletions of whole statements. All deletions of a pass are lowered
// together, because what one of them leaves behind depends on the others: a
// block that loses its last statement gets `pass`.
#pragma once

#include <vector>

#include "syntax/syntax_tree.h"
#include "text/text_range.h"

namespace mlfix {

// The bytes that lowering may touch when `statement`, alone or with others, is
// deleted.
TextRange deletion_range(const SyntaxTree& tree, NodeId statement);

// Disjoint edits, sorted, that delete `statements` (in any order, duplicates
// allowed). Comment lines above a statement stay; a comment after it goes with
// its line. Linear in the siblings.
std::vector<Edit> lower_deletions(const SyntaxTree& tree, std::vector<NodeId> statements);

// Lets a deletion of the last lines take the terminator before them, so
// that a text without a final newline stays one. `edits` are sorted and
// disjoint, before and after; nothing is done when another edit is in the way.
void keep_missing_final_newline(std::string_view text, std::vector<Edit>& edits);

}  // namespace mlfix
