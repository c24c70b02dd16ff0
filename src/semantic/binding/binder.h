// Builds the SSA form of a file: what Bindings answers from.
#pragma once

#include "semantic/binding/binding.h"

namespace mlfix {

// Linear in the nodes plus the names that differ where branches meet.
BindingTables bind(const SyntaxTree& tree);

}  // namespace mlfix
