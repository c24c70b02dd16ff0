// Is a tensor visibly changed in place while somebody holds it, or does everybody only read it?
#pragma once

#include "syntax/syntax_tree.h"

namespace mlfix {
class SemanticModel;

// Where the tensor that `expr` names, or shows a part of, is visibly changed in
// place in `loop` after `statement` has taken it, or kNoNode. A later iteration
// counts, unless it binds the name again first.
NodeId changed_in_place_later(const SemanticModel& model, NodeId expr, NodeId statement,
                              NodeId loop);

// Is what `place` names (x or ctx.x, by its text), or shows a part of, visibly changed in place in
// the function that holds `statement`, after it?
bool is_changed_in_place_behind(const SemanticModel& model, NodeId place, NodeId statement);

// Does nobody who gets the tensor that is read at `read`, or a view of it, change it, keep it,
// or take it where it can't be followed, as long as the function runs? Errs to false.
bool only_reads(const SemanticModel& model, NodeId read);

}  // namespace mlfix
