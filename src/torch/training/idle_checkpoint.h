// Checkpoints that stay in memory while the model that took their weights trains.
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "syntax/syntax_tree.h"

namespace mlfix {
class SemanticModel;

struct IdleCheckpoint {
  NodeId last = kNoNode;                // the statement after which nobody needs it
  NodeId training = kNoNode;            // the loop, or the call, that goes on beside it
  std::vector<std::string_view> names;  // of it and its parts, all bound behind `last`
  bool on_device = false;               // it says that it is loaded to a device, not the CPU
};

// Of what `call` loads from a file into a name of its function or script, when a loop behind it, or
// a call of the project's code, trains and no name of it is read from there on. Nothing where
// another function or file may read the name, or the name is deleted or bound to something else.
std::optional<IdleCheckpoint> idle_checkpoint(const SemanticModel& model, NodeId call);

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

struct HeldCheckpoint {
  NodeId attribute = kNoNode;  // where it is put on `self`
  std::vector<NodeId> reads;   // all that the run mentions it by besides, in source order
  NodeId training = kNoNode;   // the method of its class that trains, or kNoNode
  bool on_device = false;      // it says that it is loaded to a device, not the CPU
};

// Of what `call` loads from a file onto an attribute of `self`, when all that the run says of the
// attribute is in this very function, behind it, and gives entries of it to a model or looks at
// them. Nothing where it may be read by other means, or somebody may keep the whole.
std::optional<HeldCheckpoint> held_checkpoint(const SemanticModel& model, NodeId call);

}  // namespace mlfix
