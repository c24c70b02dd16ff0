// May a tensor be kept for later instead of being copied at once?
//
// A list of parts that are joined after a loop holds references: a part that is
// changed in place before the loop ends changes the result, and a part that is
// a small view keeps all of what it looks at in memory. Neither can happen to a
// tensor that was newly made, whole, and that nobody but readers sees.
#pragma once

#include "semantic/binding/ids.h"
#include "syntax/syntax_tree.h"

namespace mlfix {

class SemanticModel;

// Is the value of `expr` certainly a tensor with storage of its own, whose
// values nobody changes before `loop` (which holds `expr`, or is what it is
// evaluated for) has ended? Errs to false.
bool keeps_its_values(const SemanticModel& model, NodeId expr, NodeId loop);
// The same for the value of a definition.
bool definition_keeps_its_values(const SemanticModel& model, DefId d, NodeId loop);

}  // namespace mlfix
