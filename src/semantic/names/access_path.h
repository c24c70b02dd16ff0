// Access paths: a root, and the attributes and items that lead from it: `self.heads[0].weight`.
// Parentheses around a part of one don't count.
#pragma once

#include <string_view>

#include "syntax/syntax_tree.h"

namespace mlfix {

class SemanticModel;

// `self.sums` of `self.sums["loss"][0]` and of `self.sums.setdefault("loss", [])`; the expression
// itself without items. Linear in the path.
NodeId without_items(const SemanticModel& model, NodeId expr);

// What the path starts from: a name, a call, a literal.
NodeId root_of_path(const SemanticModel& model, NodeId expr);

// The same through calls, as well: `x` of x.view(-1)[0].T.
NodeId root_of_chain(const SemanticModel& model, NodeId expr);

// One step from an expression to what it is a part of, or handed on from, as by dict() and
// list(); kNoNode where there is none.
NodeId step_to_root(const SemanticModel& model, NodeId expr);

// The identifier that a path starts from: `model` in model.layer[2].weight,
// self.model.parts(), dict(model.named_modules())[k]; kNoNode when there is none.
NodeId root_of(const SemanticModel& model, NodeId expr);

// The name of an attribute, or a name; else "".
std::string_view last_name(const SyntaxTree& tree, NodeId expr);

// `f` of f(x) and of a.b.f(x); "" for other callees.
std::string_view called_name(const SyntaxTree& tree, NodeId call);

}  // namespace mlfix
