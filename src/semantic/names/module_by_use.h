// Values that a file treats as modules.
#pragma once

#include "syntax/syntax_tree.h"

namespace mlfix {

class SemanticModel;

// Does the file ask the very same expression for its mode or its parameters, as only a module
// has? Then a call of it runs a network, whatever its name says: self.attack_model(x) beside
// self.attack_model.eval(). Goes by the spelling, so that it never proves anything; linear in the
// nodes of the file, once.
bool is_used_as_module(const SemanticModel& model, NodeId expr);

// Or does it ask a variable of that name, which may be how the attribute came to be: self.model(x)
// beside model.eval()?
bool is_name_of_used_module(const SemanticModel& model, NodeId expr);

}  // namespace mlfix
