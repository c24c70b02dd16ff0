// Networks that follow another one, and that no optimizer trains: targets, teachers, averages.
#pragma once

#include <string_view>

#include "syntax/syntax_tree.h"

namespace mlfix {

class SemanticModel;

// The module that the call runs when its name says that it is a copy of another one
// (self.critic_target, teacher, model_ema), or a loop of the file moves its weights after those of
// another one; kNoNode else.
NodeId copy_run_by(const SemanticModel& model, NodeId call);

// Why an optimizer may train the module, or "": no optimizer is made in the file and nothing shows
// that it runs in evaluation mode, one is given the module, the object that holds it, or
// parameters that can't be told. Linear in the file.
std::string_view why_trained(const SemanticModel& model, NodeId network);

// Why the network may share weights with another one, or "": it is made of parts, or given one.
// Linear in the file.
std::string_view why_shared(const SemanticModel& model, NodeId network);

// Is the network a part of a module, run beside another part of it that an optimizer is made for,
// while none is made for the network or for the module, as they are written: in the file, and in
// those that make such a module? Linear in these files.
bool trains_other_parts(const SemanticModel& model, NodeId network);

// Does a framework run the training steps of the class around the network, with an optimizer for
// other weights: those of one attribute, as all of its classes have it, or, as they are written, of
// other parts of the module?
bool framework_trains_others(const SemanticModel& model, NodeId network);

// The return by which a training step gives its framework what the assignment around the call
// binds, or something made of it; kNoNode where there is none.
NodeId return_made_around(const SemanticModel& model, NodeId call);

// Does the statement bind names to what copies alone make of values without a graph, or give that
// back, so that it may run without gradients?
bool is_made_by_copies(const SemanticModel& model, NodeId statement);

// Does what the call of a copy gives have no graph but that of the copy?
bool is_given_no_graph(const SemanticModel& model, NodeId call);

// Does a module that is no copy take part in what the backward pass differentiates?
bool trains_besides_copies(const SemanticModel& model, NodeId backward);

// Is the network surely in evaluation mode where it is run? Whoever trains it would not do that.
bool is_evaluated(const SemanticModel& model, NodeId network);

}  // namespace mlfix
