// Whether a value is certainly a tensor, as an answer that a verdict can be made of.
#pragma once

#include <span>
#include <string>

#include "semantic/verdict/verdict.h"

namespace mlfix {

class SemanticModel;

// By its facts. `assumed` is what to assume otherwise.
Answer<Claim::IsTensor> is_tensor(const SemanticModel& model, NodeId expr, std::string assumed);

// Does a loop over the entries of a dict, of which some may be numbers, bind the name? Who detaches
// such a value has to ask whether it is a tensor.
bool is_one_of_mixed(const SemanticModel& model, NodeId value);

// By what it is computed from, so that it carries a graph (torch/graph/attachment.h), in a
// file where nothing else has gradients. One of mixed values counts as one, as it is asked.
Answer<Claim::IsTensor> attached_tensor(const SemanticModel& model, NodeId expr);

// The same for values in the forward() of a module, or by the facts of `place`, which takes
// them all.
Answer<Claim::IsTensor> attached_tensors_in_module(const SemanticModel& model,
                                                   std::span<const NodeId> values, NodeId place);

// What `call`, a reduction, reduces: the argument of a function of torch, or the object whose
// method it is.
Answer<Claim::IsTensor> reduced_tensor(const SemanticModel& model, NodeId call);

// May it be a tuple of tensors, as x.topk(2) and x.chunk(2) are, which has no method of one? By
// what names suggest, too.
bool may_be_tuple(const SemanticModel& model, NodeId expr);

}  // namespace mlfix
