// The edits that save what an autograd function keeps on its context with save_for_backward().
#pragma once

#include <optional>
#include <span>

#include "rewrite/edits.h"
#include "torch/module/autograd_function.h"

namespace mlfix {

class SemanticModel;

// The edits that save `value`, which `store` puts on the context, with
// save_for_backward() and unpack it in backward(). A value that has no name gets one,
// which forward() then reads in place of the attribute. Nothing when the two methods
// are not plain enough to see the order of what is saved, or when forward() changes
// the value in place after the store.
std::optional<Intents> save_for_backward(const SemanticModel& model, const Rewriter& edit,
                                         const AutogradFunction& f, NodeId store, NodeId value,
                                         const ContextUses& uses);

// The edits that save what is taken in one statement, in its order, and unpack it there into the
// names that it has; what stays is taken after it. `stores` are the assignments `ctx.x = x` of
// forward() by the places in `taken`, kNoNode for what stays. Nothing under the conditions of
// save_for_backward(), when other tensors are saved, or when the values have no names.
std::optional<Intents> save_together(const SemanticModel& model, const Rewriter& edit,
                                     const AutogradFunction& f, const TakenTogether& taken,
                                     std::span<const NodeId> stores);

// The edits that save what one statement of forward() puts on the context, `ctx.x, ctx.y = x, y`.
// Nothing under the conditions of save_for_backward(), when other tensors are saved, or when a
// value has no name or is not known to be a tensor.
std::optional<Intents> save_stored_together(const SemanticModel& model, const Rewriter& edit,
                                            const AutogradFunction& f,
                                            const StoredTogether& stored);

}  // namespace mlfix
