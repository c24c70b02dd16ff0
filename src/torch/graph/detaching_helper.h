// Functions that authors write to cut values off from their graphs: repackage_hidden(h).
#pragma once

#include <string_view>

#include "syntax/syntax_tree.h"

namespace mlfix {

class SemanticModel;

// The function of the module that detaches whatever it is given, parts of parts as well, and that
// its name means at `call`; kNoNode when there is none. Costs a walk over the file, once.
NodeId detaching_helper(const SemanticModel& model, NodeId call);

// The last call `name = f(name)` of the file, by which it hands what has that name through a
// function; kNoNode when there is none. Costs a walk over the file, once.
NodeId handed_through(const SemanticModel& model, std::string_view name);

// How the function of such a call is written, where it is one of another file that says by its name
// that it detaches, and means the same at `call`; else "". No proof: names may lie.
std::string_view detaching_helper_of_others(const SemanticModel& model, NodeId handed, NodeId call);

}  // namespace mlfix
