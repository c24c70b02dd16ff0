// Which part of what a function gives back may have a graph.
#pragma once

#include "semantic/binding/ids.h"
#include "semantic/names/part.h"
#include "syntax/syntax_tree.h"

namespace mlfix {

class SemanticModel;
struct ProjectEntity;

// The place of the tuple that every return of the function writes, where facts show that what
// stands in each other place has no graph: a value of such a kind, or a list that the function
// makes empty, fills with such values and hands to nobody else. Any part where that is not shown,
// and for forward(), as hooks may replace what it gives. Linear in the returns and in the uses of
// the lists.
Part returned_part_with_graph(const SemanticModel& model, NodeId function);

// Does the function return what may have a graph, as facts and the names of modules suggest: a
// tensor of one, by itself or in a container, such tensors joined, or any tensor at the only place
// of the tuple that may have one?
bool may_return_graph(const SemanticModel& model, NodeId function);

// The part with a graph of what a call gives, whose function may be in another file of the run.
Part part_with_graph_of_call(const SemanticModel& model, NodeId call);

// The function of another file whose result, whole and with its graph, each return of the function
// gives on: `return self.net.act(x)`; nothing where there is none, or where they differ.
ProjectEntity result_given_on(const SemanticModel& model, NodeId function);

// Is the name unpacked from a place of what a call gives that has no graph?
bool is_unpacked_without_graph(const SemanticModel& model, DefId def);

// Does the code that follows the definition ask for its numbers in a way that fails on a graph, as
// `action.cpu().numpy()` does? Only what runs whenever the definition has run tells that, and where
// nobody handles the error. Linear in the direct uses of the definition.
bool is_plain_by_use(const SemanticModel& model, DefId def);

}  // namespace mlfix
