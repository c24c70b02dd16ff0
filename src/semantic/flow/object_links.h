// Which object holds which: `parent.child = child`, `self.children.append(child)`,
// `self.buffer = Buffer(self)`. A link is a strong reference from an object to
// another that the code of one function, or of a constructor, makes.
#pragma once

#include <vector>

#include "syntax/syntax_tree.h"

namespace mlfix {

class SemanticModel;

// A statement that makes `holder` refer to `held` through the attribute `name`.
struct ObjectLink {
  NodeId at = kNoNode;  // the assignment, the call or the loop
  NodeId holder = kNoNode;
  NodeId held = kNoNode;
  std::string_view name;       // "" where the code does not say
  bool is_assignment = false;  // `holder.name = held`, nothing else
};

// `holder.name = held` where held is a name; else a link without place.
ObjectLink link_of_assignment(const SemanticModel& model, NodeId assignment);

// A link back, from what `link` holds to what holds it: made in the same
// function, or, where `link` stores a parameter of a constructor, where an
// object of the class is made with `self` and kept. Without place: none seen.
ObjectLink link_back(const SemanticModel& model, const ObjectLink& link);

// The class of the file that the object is made from, or whose method it is the
// `self` of; kNoNode when it can't be told.
NodeId class_of_object(const SemanticModel& model, NodeId object);

}  // namespace mlfix
