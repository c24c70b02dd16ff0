// Are the copies that a growing value costs worth a word, and what brings tensors of its own?
#pragma once

#include <string_view>
#include <vector>

#include "syntax/syntax_tree.h"
#include "torch/tensor/self_join.h"

namespace mlfix {
class SemanticModel;

// Why they are not: few parts, small parts, a value that nobody reads, a loop that keeps
// another growing value anyway. Or "". For what is worth saying, not for proofs.
std::string_view why_copies_hardly_matter(const SemanticModel& model, const SelfJoin& join);

// The same for an entry of a container.
std::string_view why_copies_of_entry_hardly_matter(const SemanticModel& model,
                                                   const GrowingEntry& entry);

// Does the value grow by a few numbers each time?
bool grows_by_few_numbers(const SemanticModel& model, const SelfJoin& join);

// The values that grow by joining in the same block, this one aside, in their order. Linear in the
// block.
std::vector<SelfJoin> joins_beside(const SemanticModel& model, const SelfJoin& join);

// Is the value a tensor of more than a number that is made where it is, or made of such: a display,
// a copy of all weights of a network, an object that is given some? What is only looked up (an
// item, an attribute, what a loop goes through) lives elsewhere, and a view of it, too. By facts,
// names of modules that are called, and how it is made; for what is worth saying, not for proofs.
bool holds_new_tensors(const SemanticModel& model, NodeId value);

}  // namespace mlfix
