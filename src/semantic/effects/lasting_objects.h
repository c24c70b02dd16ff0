// Which objects outlive the call of the function that has them.
#pragma once

#include "semantic/binding/ids.h"
#include "syntax/syntax_tree.h"

namespace mlfix {

class SemanticModel;

// May the object that a path gives (`kept`, `self.layers[0]`) be there when the function around it
// is over? It is local only when it was made in this very function on every path; what is reached
// through a new container or object, only when nothing that was there before is put into it. The
// `self` of a constructor does not count, nor what a `with` around it takes back. Errs to true;
// follows names, displays and calls up to a bound.
bool outlives_call(const SemanticModel& model, NodeId object);

// May the expression give such an object, or a display that holds one?
bool gives_lasting_object(const SemanticModel& model, NodeId expr);

// Is it a display, or a splat: [self.kept, value], *values?
bool gives_several(const SyntaxTree& tree, NodeId expr);

// The attribute or item that holds the object of a name as well, before or after it is changed:
// `self.mask = mask; mask[0] = value`. Else kNoNode.
NodeId other_place(const SemanticModel& model, NodeId name);

// Is the object that the definition binds made in this very function, on every path: by a
// display, a constructor, a module, or what computes a new value? Errs to false. Linear in the
// definitions that flow into it.
bool is_made_here(const SemanticModel& model, DefId start);

}  // namespace mlfix
