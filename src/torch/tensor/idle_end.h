// Ends of functions and loops that a statement reaches without needing memory.
#pragma once

#include <optional>
#include <span>

#include "semantic/verdict/proof.h"

namespace mlfix {

class SemanticModel;

// What comes after `statement` up to the end of the function: nothing that needs
// memory (the function's def), the end of a loop's body (the loop), else kNoNode.
NodeId end_reached_from(const SemanticModel& model, NodeId statement);

// That the program does the same without `del names`, of which it is known that they go with the
// function at once: they certainly exist, and are plain tensors.
std::optional<Proof<Claim::DeletionIdle>> idle_deletion(const SemanticModel& model,
                                                        std::span<const NodeId> names);

}  // namespace mlfix
