// Process groups of torch.distributed: where a file makes and ends them.
#pragma once

#include <cstddef>
#include <string_view>

#include "semantic/semantic_model.h"

namespace mlfix {

inline constexpr std::string_view kNewGroup = "torch.distributed.new_group";

// How many calls of the file create a group?
std::size_t groups_created(const SemanticModel& model);

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

}  // namespace mlfix
