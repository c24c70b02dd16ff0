// Registries: containers of the module that decorators fill while the program starts.
#pragma once

#include <string_view>

#include "syntax/syntax_tree.h"

namespace mlfix {

class SemanticModel;

// Where the function, or one around it, is used as a decorator, called as one, or named
// as one; kNoNode: nowhere.
NodeId decorator_use(const SemanticModel& model, NodeId function);

// The return of a parameter that what is added is made from, or of a function
// or class that came in: the shape of a decorator.
NodeId hands_back_parameter(const SemanticModel& model, NodeId growth, NodeId function);

}  // namespace mlfix
