// A variable that a loop only ever makes longer: `out = join((out, part))`.
//
// The work can be put off to the end of the loop when nobody can see how far it
// got: no other read or definition in the loop, no closure, no handler.
#pragma once

#include <span>
#include <string_view>

#include "semantic/binding/ids.h"
#include "syntax/syntax_tree.h"

namespace mlfix {

class SemanticModel;

struct Accumulator {
  NodeId target = kNoNode;  // the name that is bound …
  NodeId read = kNoNode;    // … and its one read, in the same statement
  NodeId loop = kNoNode;    // outermost loop in which there is no other access
  DefId start = kNone;      // the definition that enters the loop
  // `if x is None: x = part` with the statement in its else: its accesses are no others.
  NodeId branching = kNoNode;
  // The innermost loop, where its first iteration sets it: `if i == 0: x = part`; or kNoNode.
  NodeId begun_by = kNoNode;
};

struct Exposure {
  NodeId at = kNoNode;
  std::string_view fact;
};

// Fills `loop` and `start` of a value that a statement in a loop binds. Otherwise says where the
// growing value shows.
Exposure find_exposure(const SemanticModel& model, Accumulator& accumulator);

// Does joining `parts` after the loop record a graph only where the join in the
// loop recorded one? Errs to false.
bool same_gradient_mode_behind(const SemanticModel& model, const Accumulator& accumulator,
                               std::span<const NodeId> parts);

// Does a with block, in or around the loop, that may swallow exceptions or make
// its body run elsewhere (another stream) hold the statement? Errs to true.
bool under_opaque_with(const SemanticModel& model, NodeId statement);

}  // namespace mlfix
