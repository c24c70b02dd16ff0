// How long the code that makes a figure needs it, and who else may: the life of one figure, from
// the call that opens it, or draws first in pyplot's current one, to its last use in the same
// iteration, or the same call of the function.
//
// Every answer errs to a longer life: more uses, more who may need the figure. The questions are
// cheap once the object is made, which follows the figure through its scope.
#pragma once

#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "pyplot/figure_flow.h"
#include "pyplot/figure_givers.h"
#include "pyplot/figure_meetings.h"
#include "pyplot/figures.h"
#include "semantic/binding/binding.h"
#include "semantic/obligation/extent.h"
#include "semantic/obligation/holders.h"

namespace mlfix {

class SemanticModel;

enum class FigureOrigin : std::uint8_t {
  Opened,   // by the call, or by the function that it runs and that gives it back
  Current,  // the call draws in the one that is current, opened where none is
};

// Where the figure is no longer needed.
struct FigureEnd {
  Extent extent;  // without `last`: it has no end that an edit could use
  // What plt.close() takes there to close it: its name, or "" for the current figure. Nothing
  // when neither is sure to mean this one.
  std::optional<std::string> argument;
  bool is_first = true;       // of the figures that branches make, one of which exists
  NodeId drawn_by = kNoNode;  // a call of unknown code that may have drawn in it under no name
};

class FigureLifetime {
 public:
  // Model and figures must outlive it.
  FigureLifetime(const SemanticModel& model, Figures& figures, NodeId call, FigureOrigin origin);

  // The loop that makes one more each time, or draws one more picture; kNoNode outside of one.
  NodeId loop() const { return loop_; }
  bool is_global() const { return holders_.is_global(); }
  const Reach& reach() const { return holders_.reach(); }
  // Is it written to a file, or turned into pixels?
  bool is_saved() const { return saved_; }
  // May a name of it stand for something that is no figure opened in this scope?
  bool may_come_from_elsewhere() const;
  // May some plt.close() or plt.clf() mean it?
  bool may_be_closed() const;
  // Does code that runs later use it, or pyplot's current figure, or see all that are open?
  bool is_needed_later();
  // May a caller have opened the figure that is current, or do away with it?
  bool may_be_a_callers();

  FigureEnd end() const;

  // Does no other code draw in the figure, or show it?
  Answer<Claim::FigureUndrawn> undrawn(const FigureEnd& end);
  // Does nobody tell it by its number, which pyplot gives again once it is closed?
  Answer<Claim::FigureUnnumbered> unnumbered() const;
  // Does the code that it is given to let go of it?
  Answer<Claim::FigureNotKept> not_kept() const;

 private:
  void collect_uses();
  NodeId last_use() const;
  // By variable, as many names are asked about many reads.
  using Aliases = std::unordered_map<const Variable*, std::vector<DefId>>;
  Aliases aliases() const;
  bool may_be_closed_elsewhere() const;
  bool is_read_next_time(NodeId read, const Aliases& aliases) const;
  bool every_branch_opens_one(NodeId if_statement) const;
  NodeId unit_of_uses() const;
  std::string name_within(const Extent& extent) const;

  const SemanticModel& model_;
  const SyntaxTree& tree_;
  Figures& figures_;
  const NodeId call_;
  const FigureOrigin origin_;
  const NodeId scope_;        // the function or module
  const FigureScene& scene_;  // of the scope
  const NodeId loop_;         // or kNoNode
  const NodeId iteration_;    // the body of the innermost of them
  const FigureFlow policy_;
  Holders holders_;
  FigureMeetings meetings_;
  const FigureGiven given_;   // where the call runs a function that opens it
  std::vector<NodeId> uses_;  // in source order
  bool saved_;
};

}  // namespace mlfix
