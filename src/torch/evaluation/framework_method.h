// Methods that a training framework runs, and switches gradients off around.
#pragma once

#include "syntax/syntax_tree.h"

namespace mlfix {

class SemanticModel;

// The class of `function` when it is a step that the framework of that class trains with, or a
// method that it may run without gradients: directly, or through methods of the class. kNoNode when
// no framework owns the class, or only code outside of such classes calls the method.
NodeId framework_around(const SemanticModel& model, NodeId function);

}  // namespace mlfix
