// How sure it is that a value carries a graph.
//
// Facts decide where there are any. Beyond them the names of models and losses,
// and what a function of the file returns at one place of a tuple, are taken as
// signs: enough for a finding whose fix is unsafe.
#pragma once

#include <cstdint>

#include "semantic/knowledge/facts.h"
#include "syntax/syntax_tree.h"

namespace mlfix {

class SemanticModel;

enum class Attachment : std::uint8_t {
  None,    // no sign of a graph, or proof that there is none
  Likely,  // by what it is computed from, by a module or loss with a telling name
  Proven,  // certainly a tensor, and attached by what the file shows
};
Attachment attachment_of(const SemanticModel& model, NodeId expr);

// Is the expression certainly without a graph: a number, detached, an index …?
bool has_no_graph(const SemanticModel& model, NodeId expr);
// The same by what is known of it alone.
bool has_no_graph(const Facts& facts);

// Is the value certainly a parameter of a network, such as one of those that a loop over its
// parameters() or named_parameters() runs through, or is it computed of one, a sum or a product?
// Then what is computed of it has a graph.
bool is_of_parameter(const SemanticModel& model, NodeId expr);

// The dict or list display with a value in it that may carry a graph, which a function
// of the file returns where the name was unpacked; kNoNode when there is none.
NodeId returned_holder(const SemanticModel& model, NodeId name);

// Is it what a function gives that is known, at least by its name, and holds a value with a graph:
// a dict of losses? For signs.
bool is_given_holding_graph(const SemanticModel& model, NodeId expr);

// Does the name say that it is a loss, and not something about one?
bool is_called_loss(const SemanticModel& model, NodeId name);

}  // namespace mlfix
