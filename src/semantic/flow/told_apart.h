// Where it may show that a tensor is not the one that it was, but what detach() makes of it.
//
// detach() gives another object that shares the numbers: its identity, its attributes, its hash
// and its place in the graph are its own. So a use is harmless where it is known to look at the
// numbers (and the shape, type or device) alone, or to hand the object on to where it is
// followed. Every other use may tell the two apart, those of code that is not seen among them.
// Pure queries, which err to "it may be told". Internal to the semantic layer.
#pragma once

#include "semantic/control/consumer.h"
#include "semantic/names/calls.h"
#include "semantic/names/part.h"

namespace mlfix {

class SemanticModel;

// The value is compared, an index, formatted, a condition …
bool tells_apart_where_looked_at(const SemanticModel& model, NodeId value,
                                 const Consumer& consumer);
// An attribute of the value is read.
bool tells_apart_attribute(const SemanticModel& model, const Consumer& consumer);
// A method of the value is called, or of a container that holds it.
bool tells_apart_method(const SemanticModel& model, NodeId value, const Consumer& consumer);
// It is an argument of a call that runs no function of the run; `part` is where in the argument.
bool tells_apart_library(const SemanticModel& model, Calls& calls, const Consumer& consumer,
                         Part part);
// Is the call setattr(), or another that reaches attributes by names that are values?
bool reaches_attributes(const SemanticModel& model, NodeId call);
// It is assigned to the target, an attribute or an item.
bool tells_apart_where_stored(const SemanticModel& model, Calls& calls, NodeId target);
// Is it an element of a set, or a key, of the display?
bool is_hashed_in(const SemanticModel& model, NodeId value, NodeId display);

// Does the method change the numbers of its receiver, and nothing else of it?
bool overwrites_receiver(const SemanticModel& model, std::string_view method);
// The value is a target, or the object of one: may its numbers be changed?
bool may_overwrite(const SemanticModel& model, NodeId value);

}  // namespace mlfix
