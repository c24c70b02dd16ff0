// What becomes of a resource, and where it could be given back.
#pragma once

#include <string_view>
#include <vector>

#include "semantic/flow/reach.h"
#include "semantic/semantic_model.h"

namespace mlfix {

struct ResourceUse {
  Reach reach;
  bool entered = false;  // by a `with` statement
  bool merged = false;   // a name of it may stand for something else, too
  // It is there, under `name`, from `first` on, and nobody needs it behind `last`, a statement
  // of the same block. `last` is kNoNode where an edit could not tell; `first` where `last` is
  // the statement that gets it.
  std::string_view name;
  NodeId first = kNoNode;
  NodeId last = kNoNode;
  std::vector<NodeId> returns;  // up to `last`, whose values need it
};

// Of what `call` gives. Linear in the places that the resource gets to.
ResourceUse use_of_resource(const SemanticModel& model, const ResourceInfo& resource, NodeId call);

}  // namespace mlfix
