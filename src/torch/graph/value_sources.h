// What a value is made of, one step back as it is written: the places of tuples, the terms of a
// sum, the elements of a display. Where a value comes from in the end, ValueOrigins finds out.
#pragma once

#include <string_view>
#include <vector>

#include "semantic/binding/ids.h"
#include "syntax/syntax_tree.h"

namespace mlfix {

class SemanticModel;

// What a tuple target takes at the place of a definition: y of `a, b = x, y`, or
// what a function of the file returns there. Empty when it is not seen.
std::vector<NodeId> unpacked_elements(const SemanticModel& model, DefId def);

// The element of a tuple that is written there, at that position; kNoNode when there is none.
NodeId element_at(const SemanticModel& model, NodeId display, int position);

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

// A value as a part of what a call gives: at a place of a tuple, in an entry of a dict, or one of
// the items that it holds.
struct GivenPart {
  NodeId call = kNoNode;  // kNoNode: it is no such part
  int place = -1;
  NodeId target = kNoNode;  // the name that is bound to what stands at the place
  std::string_view key{};
  bool is_item = false;
};

// Through names, `for key, value in given.items()`, constant keys, and functions and methods that
// give one of their items or a sum of them: parts[0], sum(parts), info["loss"].mean().
GivenPart given_part(const SemanticModel& model, NodeId expr);

// What is put into the dict or the list that an expression stands for, of its own function: under
// that key where it is not empty and the keys are written.
std::vector<NodeId> entries_of(const SemanticModel& model, NodeId container, std::string_view key);

// The functions of the file that the call runs, or may run as far as names tell: those that callers
// hand to the parameter that is called, the entries of a dict of functions, and methods of that
// name, where a few classes have one and no tensor, container or module does. For signs, never for
// proofs.
std::vector<NodeId> likely_callees(const SemanticModel& model, NodeId call);

// May what is called so on an object of any class be a method of the program alone?
bool is_method_of_program(const SemanticModel& model, std::string_view name);

}  // namespace mlfix
