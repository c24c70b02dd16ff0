// The way from a loop to what its iterations run, for people to see.
#pragma once

#include <string>

#include "syntax/syntax_tree.h"
#include "text/way.h"

namespace mlfix {

class SemanticModel;

// The steps from a call in a loop, in this file or one that calls the function around `n`, to `n`,
// of which the last says `what`. Empty where `n` is in a loop itself, or no such call is seen
// within four calls. For findings: asks for the callers of each function once.
WaySteps way_from_loop(const SemanticModel& model, NodeId n, std::string what);

}  // namespace mlfix
