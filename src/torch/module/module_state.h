// What a module keeps on itself while it runs: who reads it later, and in which phase. Whether
// what is kept carries the graph of the run, module_attachment.h says.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "semantic/semantic_model.h"

namespace mlfix {

// The class of the torch module whose method holds `n`, or kNoNode.
NodeId module_class_of(const SemanticModel& model, NodeId n);
// The same, also where a class only shows that it is a module: its bases are not seen, it has a
// forward(), and it asks for `self.training`, which nothing in the file sets, or makes modules.
NodeId probable_module_class_of(const SemanticModel& model, NodeId n);
// Is `n` in a method of that name of what is probably a torch module?
bool in_module_method(const SemanticModel& model, NodeId n, std::string_view method);

// When code of a module runs, by the tests of `self.training` and of parameters
// called `training` that surround it.
enum class Phase : std::uint8_t { Any, Training, Evaluation };
Phase phase_of(const SemanticModel& model, NodeId n);

// Does one of the two run in training only, and the other in evaluation?
bool run_in_different_phases(const SemanticModel& model, NodeId a, NodeId b);

// The attribute nodes that may read what is stored to the attribute node `store`:
// those of that name in the file, but for those through the `self` of a class that
// has nothing to do with it. The store itself where it reads as well, as `x.y += 1` does. Kept:
// all stores of a class share them.
const std::vector<NodeId>& reads_of_attribute(const SemanticModel& model, NodeId store);
// The nodes that store to the same attribute, through the `self` of the same class or through
// anything that is no `self`; the store itself is one.
std::vector<NodeId> stores_of_attribute(const SemanticModel& model, NodeId store);

// What somebody does with the graph that a read of an attribute gives.
enum class Need : std::uint8_t {
  None,      // nothing
  Possible,  // it goes to code that may differentiate it
  Certain,   // it is differentiated, or a part of what a module returns
};
Need graph_need_of(const SemanticModel& model, NodeId read);

// Does the name say that it is a statistic which is gathered over the steps:
// running_mean, moving_var, ema_count?
bool is_called_statistic(const SemanticModel& model, std::string_view name);
// Is the place (self.running_mean, self.running_mean[k]) such a statistic of what is
// probably a torch module, seen from one of its methods?
bool is_module_statistic(const SemanticModel& model, NodeId place);

}  // namespace mlfix
