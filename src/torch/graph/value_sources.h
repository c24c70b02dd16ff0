// What a value is made of, one step back as it is written: the places of tuples, the terms of a
// sum, the elements of a display. Where a value comes from in the end, ValueOrigins finds out.
#pragma once

#include <vector>

#include "semantic/binding/ids.h"
#include "syntax/syntax_tree.h"

namespace mlfix {

class SemanticModel;

// What a tuple target takes at the place of a definition: y of `a, b = x, y`, or
// what a function of the file returns there. Empty when it is not seen.
std::vector<NodeId> unpacked_elements(const SemanticModel& model, DefId def);

// What the returns of a function have at that position of a tuple.
std::vector<NodeId> returned_elements(const SemanticModel& model, NodeId function, int position);

// The position in the tuple target that binds what a name stands for, -1 when there is none.
int position_in_target(const SemanticModel& model, NodeId name);

// The operands of an arithmetic expression, itself when it is none. Parentheses
// and signs are looked through, calls are operands.
std::vector<NodeId> arithmetic_operands(const SemanticModel& model, NodeId expr);

// The values inside displays and conditional expressions, each taken apart as arithmetic: of
// ("loss", {"a": 2 * loss if kept else 0}) the string, the 2, the loss and the 0.
std::vector<NodeId> elements_of(const SemanticModel& model, NodeId expr);

// The display (dict, list or tuple) that a name was bound to in the same iteration of the same
// function; `value` itself where it is no such name.
NodeId display_behind(const SemanticModel& model, NodeId value);

}  // namespace mlfix
