// What autograd functions save for their backward pass with save_for_backward().
#pragma once

#include <optional>

#include "rewrite/edits.h"
#include "transforms/common/autograd_function.h"

namespace mlfix {

// The edits that save `value`, which `store` puts on the context, with
// save_for_backward() and unpack it in backward(); nothing when the two methods are
// not plain enough to see the order of what is saved.
std::optional<Intents> save_for_backward(const SemanticModel& model, const Rewriter& edit,
                                         const AutogradFunction& f, NodeId store, NodeId value,
                                         const ContextUses& uses);

}  // namespace mlfix
