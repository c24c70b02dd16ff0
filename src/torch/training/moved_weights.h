// Loops that move the weights of one network after those of another, as they are written:
//
//     for k, q in zip(key.parameters(), query.parameters()):
//         k.data = m * k.data + (1 - m) * q.data
#pragma once

#include <string_view>
#include <vector>

#include "syntax/syntax_tree.h"

namespace mlfix {

// The names that a loop gives to what it takes from each of several values at once: `k` and `q`.
// Empty where it takes one value.
std::vector<NodeId> names_taken_by(const SyntaxTree& tree, NodeId loop);

// Does the body write to the numbers of what the name stands for: k.data = …, k.mul_(m),
// k.data.copy_(q)? Linear in the body.
bool writes_numbers_of(const SyntaxTree& tree, NodeId body, std::string_view name);

}  // namespace mlfix
