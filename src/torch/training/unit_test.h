// Unit tests of the analysed project.
#pragma once

#include <string_view>

#include "syntax/syntax_tree.h"

namespace mlfix {

class SemanticModel;

// Is `scope` (a def or the module) part of a unit test? `module` is the name of
// the neural network it runs: `test_epoch(model, loader)` is no unit test.
bool is_unit_test(const SemanticModel& model, NodeId scope, std::string_view module);

// The same for the function, or the module, that holds `n`, whatever it runs.
bool in_unit_test(const SemanticModel& model, NodeId n);

}  // namespace mlfix
