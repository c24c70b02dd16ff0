// How a program uses what it loads from a checkpoint.
#pragma once

#include <span>

#include "syntax/syntax_tree.h"

namespace mlfix {

class SemanticModel;

// Does the call give what a file with the state of a model holds?
bool loads_checkpoint(const SemanticModel& model, NodeId call);
// Does such a call say that it loads to a device, and not to the CPU?
bool loads_to_device(const SemanticModel& model, NodeId call);

// What is handed on of the checkpoint that is read: `checkpoint["model"]`, `checkpoint`.
NodeId part_at(const SemanticModel& model, NodeId read);

// Does a model, or an optimizer, take what one of the reads hands on: there, or in a function of
// the run that is given the checkpoint and keeps no name of it? Looks into other files: for
// findings.
bool is_loaded(const SemanticModel& model, std::span<const NodeId> reads);

// Does nobody get the checkpoint who may keep it: is it looked at, are entries of it taken, or does
// a model take them, as above?
bool is_only_loaded(const SemanticModel& model, std::span<const NodeId> reads);

}  // namespace mlfix
