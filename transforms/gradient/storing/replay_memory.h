// Where reinforcement learning keeps what it has seen: replay memories, rollout
// buffers, stores of transitions.
#pragma once

#include <vector>

#include "syntax/syntax_tree.h"

namespace mlfix {

class SemanticModel;

// Is the container a replay memory, by its name (`self.memory`, `memory.states`,
// `replay_buffer`) or by the class it is made of?
bool is_replay_memory(const SemanticModel& model, NodeId container);

// What a call, or an assignment to an entry, puts into a replay memory:
// memory.push(state, q), memory.append((state, q)), agent.remember(state, q),
// memory[i] = Transition(state, q). The values inside displays and records made on
// the spot; empty when the node stores nothing there.
std::vector<NodeId> kept_in_replay_memory(const SemanticModel& model, NodeId n);

}  // namespace mlfix
