// Of which classes a module may be: where the object comes from that code calls.
#pragma once

#include "semantic/effects/flow_caches.h"

namespace mlfix {

class SemanticModel;

// Follows what is called back to where it was made. A class of modules that the run has counts as
// seen, and one that the tables say is a module, with what it is given to hold; so does a function
// of a library that only computes. Anything else is unseen, and what comes from very many places.
ModuleOrigins origins_of_module(const SemanticModel& model, NodeId module);

// Does the function put something that may be called into the object that the parameter gets, by
// any name: a part of a module, a method? Errs to true. `parameter` is its identifier.
bool fills_parameter(const SemanticModel& model, NodeId parameter);

}  // namespace mlfix
