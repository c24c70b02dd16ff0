// Builds the SSA form of a file: what Bindings answers from.
#pragma once

#include "semantic/binding/binding.h"
#include "syntax/work_budget.h"

namespace mlfix {

// Linear in the nodes plus the names that differ where branches meet; costs as
// many steps of `work`.
BindingTables bind(const SyntaxTree& tree, WorkBudget& work);

}  // namespace mlfix
