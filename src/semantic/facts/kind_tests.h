// What conditions say of the kind of a value: isinstance(x, dict), torch.is_tensor(x).
#pragma once

#include <cstdint>

#include "semantic/binding/ids.h"
#include "syntax/syntax_tree.h"

namespace mlfix {

class SemanticModel;

enum class TestedKind : std::uint8_t {
  None,    // nothing is tested, or something else
  Tensor,  // that it is a tensor, or has what every tensor has
  Dict,    // that it is a dict
};

// The kind that the value of a name certainly has where it is read, since the read is in the
// body of `if isinstance(name, …)`. Linear in the blocks around.
TestedKind kind_told_at(const SemanticModel& model, NodeId name);

// Does no tensor get from the definition into the phi that merges it with another: as in
// `if is_tensor(x): x = x.item()`, where only what is not a tensor passes by?
bool merge_keeps_tensors_out(const SemanticModel& model, DefId from, DefId phi);

}  // namespace mlfix
