// Names whose uses show that what they hold has no graph.
#pragma once

#include "semantic/binding/ids.h"

namespace mlfix {

class SemanticModel;

// Does the code that follows the definition ask for its numbers in a way that fails on a graph, as
// `action.cpu().numpy()` does? Only what runs whenever the definition has run tells that, and where
// nobody handles the error. Linear in the direct uses of the definition.
bool is_plain_by_use(const SemanticModel& model, DefId def);

}  // namespace mlfix
