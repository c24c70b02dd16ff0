// Loaders of batches, and loops over them.
#pragma once

#include <string_view>

#include "syntax/syntax_tree.h"

namespace mlfix {

class SemanticModel;

// Is `n` a call of the builtin `name`, which nothing in the file redefines?
bool is_builtin_call(const SemanticModel& model, NodeId n, std::string_view name);

// Does `n` make an iterator (enumerate, zip, map, filter, a generator
// expression), which can be gone through once only?
bool makes_iterator(const SemanticModel& model, NodeId n);

// Is `value`, by what made it or by its name, something that gives batches anew
// each time it is gone through? A name such as train_iter may stand for an
// iterator, and is none.
bool is_loader(const SemanticModel& model, NodeId value);

// The outermost expression around `expr` that goes through it one by one:
// enumerate(…), tqdm(…), iter(…); `expr` itself when there is none.
NodeId outermost_view(const SemanticModel& model, NodeId expr);
// The other way: what enumerate(…), tqdm(…), zip(…) go through first.
NodeId innermost_view(const SemanticModel& model, NodeId expr);

}  // namespace mlfix
