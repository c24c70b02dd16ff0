// An average of all so far needs a sum and a count, and one of the last hundred a list of a
// hundred; a list of everything grows for either, and is gone through anew each time.

#include "torch/training/average_so_far.h"

#include <vector>

#include "semantic/binding/binding.h"
#include "semantic/flow/long_lived.h"
#include "semantic/semantic_model.h"
#include "torch/training/loader.h"

namespace mlfix {
namespace {

// The outermost loop around `n`, or kNoNode.
NodeId run_around(const SemanticModel& model, NodeId n) {
  const std::vector<NodeId> loops = model.loops_of(n);
  return loops.empty() ? kNoNode : loops.back();
}

// Does the loop end with its data, rather than with the run?
bool is_one_epoch(const SemanticModel& model, NodeId loop) {
  const SyntaxTree& tree = model.tree();
  return tree.is(loop, Kind::ForStatement) &&
         is_loader(model, innermost_view(model, tree.child(loop, Field::Right)));
}

bool is_empty_list_outside_loops(const SemanticModel& model, const ContainerAccess& set) {
  const SyntaxTree& tree = model.tree();
  return tree.is(set.detail, Kind::List) && tree.first_child(set.detail) == kNoNode &&
         run_around(model, set.place) == kNoNode;
}

bool is_length(const SyntaxTree& tree, NodeId call) {
  return tree.text(tree.child(call, Field::Function)) == "len";
}

}  // namespace

std::optional<AverageSoFar> average_so_far(const SemanticModel& model, NodeId append) {
  const Growing growing = growth_of(model, append);
  const NodeId run = run_around(model, append);
  if (run == kNoNode || !model.tree().is(growing.place, Kind::Identifier)) return std::nullopt;
  if (growing.container != growing.place || is_one_epoch(model, run)) return std::nullopt;
  const DefId list = model.bindings().reaching(growing.place);
  if (list == kNone) return std::nullopt;
  AverageSoFar found;
  for (const ContainerAccess& access : variable_uses(model, model.bindings().variable_of(list))) {
    if (access.use == ContainerUse::Set && found.made == kNoNode &&
        is_empty_list_outside_loops(model, access)) {
      found.made = access.detail;
    } else if (access.use == ContainerUse::Aggregate) {
      const bool in_run = run_around(model, access.place) == run;
      if (in_run && !is_length(model.tree(), access.detail)) found.asked = access.detail;
    } else if (access.use != ContainerUse::Growth && access.use != ContainerUse::Probe) {
      return std::nullopt;
    }
  }
  if (found.made == kNoNode || found.asked == kNoNode) return std::nullopt;
  return found;
}

}  // namespace mlfix
