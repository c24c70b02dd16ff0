// A read or a store of an attribute (SemanticModel::attribute_accesses).
#pragma once

#include "syntax/syntax_tree.h"

namespace mlfix {

struct AttributeAccess {
  NodeId node;    // the attribute node (`self.total`)
  NodeId object;  // `self`
  NodeId klass;   // class_definition when the object is `self` of a method, else kNoNode
  bool is_store;  // assignment target (augmented too)
  bool is_load;
};

}  // namespace mlfix
