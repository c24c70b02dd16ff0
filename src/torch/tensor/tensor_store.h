// Statements that write a value over a part of a tensor: `feats[a:b] = out`.
#pragma once

#include <optional>

#include "semantic/flow/container_store.h"
#include "syntax/syntax_tree.h"

namespace mlfix {

class SemanticModel;

// tensor[key].copy_(value), tensor.index_copy_(0, keys, value): the call writes the value into a
// part of the container, whatever that is. By the name of the method alone; errs to none.
std::optional<ContainerStore> store_in_place(const SemanticModel& model, NodeId call);

// tensor[key] = value, and what store_in_place() knows, where the tensor, a name or an attribute of
// `self`, has a memory of its own for all that the file shows: it was made as a leaf and is no
// view. Whatever the key, its graph then holds that of all that was written before. Errs to none.
std::optional<ContainerStore> store_into_tensor(const SemanticModel& model, NodeId n);

}  // namespace mlfix
