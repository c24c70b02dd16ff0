// Where it shows whether a tensor has a graph.
//
// str() and repr() of a tensor end in `grad_fn=…` while it has one, and a file
// it is saved to says that it requires gradients. A number made of it says
// nothing. Internal to the semantic layer.
#pragma once

#include <string_view>

#include "semantic/control/consumer.h"
#include "text/format_string.h"

namespace mlfix {

class SemanticModel;

// Is the value, in an f-string, written as more than a number?
bool interpolation_reveals(const SemanticModel& model, NodeId value);

// Is the binary operator `format % values`?
bool is_percent_format(const SemanticModel& model, NodeId binary_operator);
// Does it write the value, or the part of it that `argument` names, as more than
// a number?
bool percent_reveals(const SemanticModel& model, NodeId binary_operator, FormatArgument argument);

// Does a call that ends the graph of its argument show or store the argument as
// a tensor: print(x), str(x), log.info("%s", x), torch.save(x, …)?
bool call_reveals(const SemanticModel& model, NodeId value, const Consumer& argument);

// Does a `try` of the same function, or a `with` that swallows exceptions, go on where `n` fails?
// Linear in the blocks around it.
bool is_tried(const SemanticModel& model, NodeId n);

// Does running `n` itself make a text of a tensor in which its graph shows, or try something that
// fails with a graph, or without one, where a handler goes on? Of values that may be tensors by
// what is known; texts of exceptions are nobody's result. Linear in the arguments and the blocks
// around.
bool may_observe_graph(const SemanticModel& model, NodeId n);

}  // namespace mlfix
