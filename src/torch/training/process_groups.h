// Process groups of torch.distributed: where a file makes and ends them.
#pragma once

#include <string_view>

#include "semantic/verdict/proof.h"

namespace mlfix {

class SemanticModel;

inline constexpr std::string_view kNewGroup = "torch.distributed.new_group";

// A call in the loop that ends or begins the life of groups, or one elsewhere
// that ends the life of a single group, which may be called from the loop.
NodeId other_lifecycle(const SemanticModel& model, NodeId loop);

// Is the call that creates a group made of parameters and literals, bound to a name, and
// run whenever the function is?
bool is_plain_creation(const SemanticModel& model, NodeId call, NodeId function);

// A loop that runs the function with the same arguments in every iteration.
NodeId repeating_loop(const SemanticModel& model, NodeId function);

// A call that ends or begins the life of groups where the loop, or what it runs, may
// come by; those that end another group than `creation` makes do not count.
NodeId lifecycle_on_the_way(const SemanticModel& model, NodeId loop, NodeId creation);

// Does every process make its groups in the same order when the one of the loop is made before
// it?
Answer<Claim::RanksAgree> ranks_agree(const SemanticModel& model, NodeId loop);

// Does nobody in the file count groups in PyTorch's own tables?
Answer<Claim::GroupsUncounted> groups_uncounted(const SemanticModel& model);

}  // namespace mlfix
