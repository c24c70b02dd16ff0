// How a way is put into words: from the places that an analysis went through to the few that
// somebody wants to see.
#pragma once

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <span>
#include <string>

#include "semantic/binding/binding.h"
#include "syntax/syntax_tree.h"
#include "text/way.h"

namespace mlfix {

// A place that a value gets to.
struct Hop {
  enum class Kind : std::uint8_t { Expression, Definition, Attribute };
  Kind kind;
  std::uint32_t id;  // a node, a definition, or the attribute node that is stored to
};

// "`criterion(model(x), y)`": the code of a node in one short line.
std::string quoted_code(const SyntaxTree& tree, NodeId n);
// "`update()`"; "a lambda" for a function without a name.
std::string quoted_function(const SyntaxTree& tree, NodeId function);

// Adds what happens between the first of the hops, which the reader knows, and the last:
// assignments, stores, returns. A name that the statement of the step before gives is left out.
void tell_hops(const SyntaxTree& tree, const Bindings& bindings, std::span<const Hop> hops,
               WaySteps& steps);

void tell_step(const SyntaxTree& tree, NodeId at, std::string text, WaySteps& steps);

// Is one of the steps in another function than `n`, or in another file? A way that stays where its
// finding is says what a reader sees anyway.
bool leaves_function(const SyntaxTree& tree, std::span<const WayStep> steps, NodeId n);

inline void append(WaySteps& steps, WaySteps more) {
  std::ranges::move(more, std::back_inserter(steps));
}

}  // namespace mlfix
