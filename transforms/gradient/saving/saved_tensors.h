// What autograd functions save for their backward pass with save_for_backward().
#pragma once

#include <optional>

#include "rewrite/edits.h"
#include "torch/module/autograd_function.h"

namespace mlfix {

// The edits that save `value`, which `store` puts on the context, with
// save_for_backward() and unpack it in backward(). A value that has no name gets one,
// which forward() then reads in place of the attribute. Nothing when the two methods
// are not plain enough to see the order of what is saved, or when forward() changes
// the value in place after the store.
std::optional<Intents> save_for_backward(const SemanticModel& model, const Rewriter& edit,
                                         const AutogradFunction& f, NodeId store, NodeId value,
                                         const ContextUses& uses);

}  // namespace mlfix
