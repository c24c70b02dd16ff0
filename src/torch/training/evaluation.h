// Where a file evaluates a model: the switch into evaluation mode, the forward
// passes it governs, and the region of statements they make up.
//
// `.eval()` and a loop are not enough evidence (most functions that call
// `.eval()` only load, freeze or convert): a region exists only where the very
// module that was switched is called while it is surely in evaluation mode.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "syntax/syntax_tree.h"

namespace mlfix {

class SemanticModel;

// What says that a module is evaluated: a call that puts it into evaluation mode
// (m.eval(), m.train(False)), or that nobody asks for the graph of its outputs.
struct EvalSwitch {
  NodeId call = kNoNode;         // kNoNode: no gradient is asked for
  NodeId module = kNoNode;       // the expression of the module: `self.model`
  std::string_view module_text;  // as it is written
  // Where the switch and the forward pass stand in branches of the same condition: the if
  // statement around the forward pass, and the one around the switch.
  NodeId branching = kNoNode;
  NodeId switching = kNoNode;
};

// Statements to run without gradients: `first` to `last` are siblings.
struct EvalRegion {
  EvalSwitch eval;
  std::vector<NodeId> forwards;  // calls that run the module, in source order
  NodeId first = kNoNode;
  NodeId last = kNoNode;
  bool is_loop = false;  // first == last is a loop, or holds a comprehension of forwards
};

// Which nodes lie in one of several regions. Building sorts them; a question is a search.
class RegionCover {
 public:
  RegionCover(const SyntaxTree& tree, const std::vector<EvalRegion>& regions);
  bool holds(NodeId n) const;

 private:
  // From the first node of a region to the end of all that begin no later.
  struct Span {
    NodeId first, end;
  };
  std::vector<Span> spans_;
};

// The evaluation regions directly in the body of `scope` (a module or a def;
// nested defs are scopes of their own), in source order.
std::vector<EvalRegion> find_eval_regions(const SemanticModel& model, NodeId scope);

// Does every module that is called directly in `function`, or by a function of this file that
// it calls, belong to one of `regions`? Otherwise part of it may well be trained.
bool runs_only_evaluated_modules(const SemanticModel& model, NodeId function,
                                 const std::vector<EvalRegion>& regions);

// Is the module made in the function itself? Then a lone forward pass is a smoke test, run
// once.
bool is_made_in(const SemanticModel& model, NodeId function, NodeId module);

// Does the name of the function say that it evaluates? Never for the module.
bool sounds_like_evaluation(const SemanticModel& model, NodeId scope);

// Is the function decorated for compilation (torch.jit, torch.compile)? Another
// decorator must not be put on it.
bool is_compiled(const SemanticModel& model, NodeId function);

// What a forward() of this file keeps of its first run (`if self.table is None: self.table = …`).
// Made without gradients, it stays without them for the training that follows.
enum class ForwardCache : std::uint8_t {
  None,
  OfUnknown,  // nothing shows that it has a graph: a mask, positions
  OfGraph,
};
ForwardCache forward_cache(const SemanticModel& model);

// Is a method called before the region that says that it freezes the module:
// model.freeze_trunk()?
bool is_frozen_by_method(const SemanticModel& model, NodeId scope, const EvalRegion& region);

}  // namespace mlfix
