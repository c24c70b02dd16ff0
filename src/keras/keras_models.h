// Models of Keras that a loop makes, and those that it uses.
#pragma once

#include "syntax/syntax_tree.h"

namespace mlfix {

class SemanticModel;

// A call of a class of models.
bool constructs_keras_model(const SemanticModel& model, NodeId call);

// A call of one, or of a function of the file that builds one inside.
bool makes_keras_model(const SemanticModel& model, NodeId call);

// Where the function of the file that the call runs builds one; kNoNode where it doesn't.
NodeId keras_model_inside(const SemanticModel& model, NodeId call);

// Is a model, a layer or a tensor of Keras that was made before the loop used in it, other than to
// ask it for a number?
NodeId keras_made_outside(const SemanticModel& model, NodeId loop);

// Is the model that `call` makes given the ends of one from outside the loop: keras.Model(
// model.input, model.get_layer("embedding").output)? It makes no layers, and is cleared with those
// of the other.
bool shows_outside_model(const SemanticModel& model, NodeId call, NodeId loop);

// A call outside of the loop that makes a model, which an object that the loop
// uses may hold; or kNoNode. Functions that only the loop runs don't count, nor does what is made
// when the loop is over for good.
NodeId keras_model_beside(const SemanticModel& model, NodeId loop);

// Does the file clear the session where that may serve the loop: in its function, by what it runs,
// or in a loop around it? Not before it, or behind it, in another function.
bool clears_session(const SemanticModel& model, NodeId loop);

// Does the call get what it gave in the iteration before, as each block of one
// network does?
bool continues_itself(const SemanticModel& model, NodeId call, NodeId loop);

// Does the model that `call` constructs outlive its iteration of `loop`?
bool is_model_kept(const SemanticModel& model, NodeId call, NodeId loop);

}  // namespace mlfix
