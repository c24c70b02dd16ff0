// Objects of which each one that is kept is felt: models, and tensors of a large literal size.
#pragma once

#include <cstdint>

#include "syntax/syntax_tree.h"

namespace mlfix {

class SemanticModel;

// Is the value a model, but no loss, an object that is given one when it is made, or a tensor that
// takes at least `min_bytes`? A name such as `model` counts where a call gives it. For what is
// worth saying, not for proofs.
bool is_heavy(const SemanticModel& model, NodeId value, std::int64_t min_bytes);

// The first call of the file that copies data or constructs a layer of a library; where there is
// none, the end of the file. Kept: costs a walk over the file, once.
NodeId first_heavy_object(const SemanticModel& model);

}  // namespace mlfix
