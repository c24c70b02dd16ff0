// How one expression is consumed by what is around it (SemanticModel::consumer_of).
#pragma once

#include <cstdint>
#include <string_view>

#include "syntax/syntax_tree.h"

namespace mlfix {

enum class Role : std::uint8_t {
  Discarded,       // an expression statement
  Receiver,        // x in x.attr that is read; `node` is the attribute
  MethodReceiver,  // x in x.m(…); `node` is the call, `name` is m
  Callee,          // f in f(…); `node` is the call
  Argument,        // in f(…, x, …); `node` is the call, `position` or `name` (keyword)
  Operand,         // of an arithmetic, unary or boolean operator, a conditional
                   // expression's value, parentheses: `node` is that expression
  Compared,        // operand of a comparison (==, <, in, is): `node` is the comparison
  Subscripted,     // x in x[i]; `node` is the subscript
  Index,           // i in x[i]
  Element,         // of a list, tuple, set or dict display or comprehension; `node` is it
  Assigned,        // right side; `node` is the assignment (or walrus)
  Augmenting,      // right side of x += …; `node` is the augmented assignment
  Returned,
  Yielded,
  Awaited,
  Raised,
  Condition,  // of if, while, assert, not, conditional expression, comprehension filter
  Iterated,   // for … in x
  Formatted,  // in an f-string
  Deleted,
  WithItem,
  Decorator,
  DefaultValue,
  Annotation,
  BaseClass,
  Other,
};

struct Consumer {
  Role role = Role::Other;
  NodeId node = kNoNode;  // see Role
  std::string_view name;  // method or keyword name
  int position = -1;      // of a positional argument, from 0; -1 otherwise
};

}  // namespace mlfix
