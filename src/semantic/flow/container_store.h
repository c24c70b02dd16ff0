// Statements that put something into a container: `xs.append(v)`, `xs += [v]`.
#pragma once

#include <optional>

#include "syntax/syntax_tree.h"

namespace mlfix {

class SemanticModel;

// A place that keeps things, and the expression that goes there.
struct ContainerStore {
  NodeId container = kNoNode;
  NodeId value = kNoNode;
};

// container.append(value) and the like; only what is not a method of this file.
std::optional<ContainerStore> store_by_method(const SemanticModel& model, NodeId call);

// container[key] = value, container += [value], container = container + [value].
std::optional<ContainerStore> store_by_assignment(const SemanticModel& model, NodeId statement);

}  // namespace mlfix
