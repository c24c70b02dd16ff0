// Of which classes a module may be: where the object comes from that code calls.
#pragma once

#include "semantic/effects/flow_caches.h"

namespace mlfix {

class SemanticModel;

// Follows what is called back to where it was made. A class of modules that the run has counts as
// seen, and one that the tables say is a module, with what it is given to hold; so does a function
// of a library that only computes. Anything else is unseen, and what comes from very many places.
ModuleOrigins origins_of_module(const SemanticModel& model, NodeId module);

}  // namespace mlfix
