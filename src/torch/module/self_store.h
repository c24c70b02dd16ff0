// What the methods of a module put on the module.
#pragma once

#include "syntax/syntax_tree.h"

namespace mlfix {

class SemanticModel;

// An attribute of the module, and what goes into it.
struct SelfStore {
  NodeId attribute = kNoNode;
  NodeId value = kNoNode;
  bool grows = false;
};

// `self.h` of self.h and self.h[k]; kNoNode for other places.
NodeId attribute_of_self(const SemanticModel& model, NodeId place);

// The assignment or call as one: self.h = v, self.h[k] = v, self.h += v, self.hs += [v],
// self.hs.append(v), self.h[k].copy_(v). Without attribute: none.
SelfStore self_store_of(const SemanticModel& model, NodeId n);

// Does forward() of the module run the statement, itself or through a method?
bool runs_in_forward(const SemanticModel& model, NodeId n);

// Is the attribute set to nothing, emptied or deleted outside of __init__?
bool is_released_elsewhere(const SemanticModel& model, const SelfStore& store);

}  // namespace mlfix
