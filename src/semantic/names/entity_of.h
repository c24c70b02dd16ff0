// What the project calls a function of the file that a model is of.
#pragma once

#include "semantic/project_entity.h"
#include "syntax/syntax_tree.h"

namespace mlfix {

class SemanticModel;

// None for a lambda and for a function in another one. By name: after a fix it is no longer where
// the outline saw it.
ProjectEntity entity_of(const SemanticModel& model, NodeId function);

// The method of the file that a call of it through `self` runs; nothing where it is called
// otherwise.
ProjectEntity method_of_self(const SemanticModel& model, NodeId call, NodeId function);

}  // namespace mlfix
