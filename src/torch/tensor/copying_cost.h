// Are the copies that a growing value costs worth a word?
#pragma once

#include <string_view>

#include "torch/tensor/self_join.h"

namespace mlfix {

class SemanticModel;

// Why they are not: few parts, small parts, a value that nobody reads, a loop that keeps
// another growing value anyway. Or "". For what is worth saying, not for proofs.
std::string_view why_copies_hardly_matter(const SemanticModel& model, const SelfJoin& join);

// The same for an entry of a container.
std::string_view why_copies_of_entry_hardly_matter(const SemanticModel& model,
                                                   const GrowingEntry& entry);

}  // namespace mlfix
