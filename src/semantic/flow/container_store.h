// Statements that put something into a container: `xs.append(v)`, `xs += [v]`.
#pragma once

#include <optional>
#include <vector>

#include "syntax/syntax_tree.h"

namespace mlfix {

class SemanticModel;
struct Definition;

// A place that keeps things, and the expression that goes there.
struct ContainerStore {
  NodeId container = kNoNode;
  NodeId value = kNoNode;
};

// container.append(value) and the like; only what is not a method of this file.
std::optional<ContainerStore> store_by_method(const SemanticModel& model, NodeId call);

// What a loop over zip(…) of displays, or over a display of pairs, gives the target that it binds,
// round by round: losses and scores to `xs` of `for xs, x in zip([losses, scores], [loss, score])`.
// Empty where that is not written out. Linear in the displays.
std::vector<NodeId> given_in_turn(const SemanticModel& model, const Definition& d);

// The stores that it stands for, where a loop over written-out pairs gives it both: of
// `for xs, x in zip([losses, scores], [loss, score]): xs.append(x)` the two. Itself where it is in
// no such loop. Linear in the displays.
std::vector<ContainerStore> stores_in_turn(const SemanticModel& model, const ContainerStore& store);

// container[key] = value, container += [value], container = container + [value].
std::optional<ContainerStore> store_by_assignment(const SemanticModel& model, NodeId statement);

}  // namespace mlfix
