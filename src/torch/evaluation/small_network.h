// Networks whose graphs hardly take memory.
#pragma once

#include "torch/training/evaluation.h"

namespace mlfix {

class SemanticModel;

// Are the networks that the region runs a few narrow linear layers and embeddings each, as far as
// their classes are seen, in this file or another, or in the files that give them? For what is
// worth saying, not for proofs.
bool runs_small_networks(const SemanticModel& model, const EvalRegion& region);

// Are they linear layers and what is between such, however wide? A graph of such a network takes a
// megabyte or two. The same kind of answer.
bool runs_dense_networks(const SemanticModel& model, const EvalRegion& region);

// Are they layers of the library that are made of small numbers, and given tensors that are made of
// such, in no loop but over one of these? All sizes are read off the text of the file.
bool runs_tiny_layers(const SemanticModel& model, const EvalRegion& region);

// Is nothing that the region runs given a tensor: is it called without arguments, or with the name
// of what it holds? Then its graph is made of weights, and no larger than these.
bool runs_on_weights_alone(const SemanticModel& model, const EvalRegion& region);

// Does the file load data sets that are small as a whole (a citation graph of a few thousand
// nodes, 150 irises), and no other? Linear in the file at the first question, then O(1).
bool loads_small_data_alone(const SemanticModel& model);

}  // namespace mlfix
