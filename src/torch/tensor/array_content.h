// Values that bring tensors of their own, of more than a number.
#pragma once

#include "syntax/syntax_tree.h"

namespace mlfix {

class SemanticModel;

// Is the value a tensor of more than a number that is made where it is, or made of such: a display,
// a copy of all weights of a network, an object that is given some? What is only looked up (an
// item, an attribute, what a loop goes through) lives elsewhere, and a view of it, too. By facts,
// names of modules that are called, and how it is made; for what is worth saying, not for proofs.
bool holds_new_tensors(const SemanticModel& model, NodeId value);

}  // namespace mlfix
