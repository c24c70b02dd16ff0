// Proofs: what an analysis has found to hold on every path.
//
// A fix is safe because of what was proven, so that "nothing spoke against it" must not look
// like a proof. A `Proof<C>` can't be made but by `Prover<C>`, and a claim has one prover, in the
// source file of the analysis that decides it, never in that of a rule (tests/layout_test.cc).
// A rule asks the analysis and hands on the answer: a proof, or the assumption in its place.
#pragma once

#include <cstdint>
#include <utility>
#include <variant>

#include "semantic/verdict/assumption.h"

namespace mlfix {

enum class Claim : std::uint8_t {
  // Of a value that is detached.
  IsTensor,
  NameIsBound,      // to read the name raises nothing and runs no code
  UnusedByCallers,  // nobody who gets the value, or reads it later, differentiates it
  UnusedByCallees,  // nor does the code that it is given to
  StatisticUnused,  // nobody differentiates through the statistic of a module
  // Of a region that runs without gradients.
  ModeUnobserved,      // nothing in it, and no output, depends on the gradient mode
  FirstRunUntrained,   // what forward() keeps from its first run is not trained through
  RegionKeepsNoGraph,  // the code that it runs keeps no graph, and asks for no gradient and no mode
  RegionUnusedByCallers,  // nobody differentiates what leaves it
  CastsApart,             // no autocast region around it trains the weights that it casts
  RunsKnownModules,       // what it calls as modules are modules, of classes that are known
  CostUnmeasured,         // nobody measures the time or memory that it takes
  // Of parts that are joined after a loop.
  PartsUnchanged,  // they are tensors of their own that nobody changes in place
  JoinsAlone,      // joining the first value alone gives it again
  SameModeBehind,  // gradients are recorded after the loop exactly where they were in it
  NotSwallowed,    // no with block between the two places swallows an exception
  // Of work that is done once instead of in each iteration.
  RunsTheSame,      // the model computes the same each time, and running it changes nothing
  LoopRuns,         // the loops that are left run at least once, on every process
  RanksAgree,       // every process makes its groups in the same order
  GroupsUncounted,  // nobody reads PyTorch's own tables of groups
  OneServesAll,     // nobody in the loop keeps the object, or tells it from a new one
  // Of what is released earlier, or not at all.
  HookUnheard,       // nobody could tell that the hook has gone
  FigureUndrawn,     // no other code draws in the figure, or shows it
  FigureUnnumbered,  // nobody identifies figures by their numbers
  FigureNotKept,     // the code that gets the figure neither keeps nor closes it
  DeletionIdle,      // the names hold plain tensors and go with the function at once
  // Of changes that are no rule's.
  CommentOnly,   // nothing but a comment changes
  JudgedBefore,  // another run has judged it; its record says how
};

template <Claim C>
class Prover;  // defined once, in the source file of the analysis that decides the claim

// That C holds of what the prover was asked about.
template <Claim C>
class Proof {
  friend class Prover<C>;
  Proof() {}
};

// Whether C holds: a proof, or what has to be assumed instead.
template <Claim C>
class Answer {
 public:
  Answer(Proof<C> proof) : is_(std::move(proof)) {}
  Answer(Assumption assumption) : is_(std::move(assumption)) {}

  bool is_proven() const { return std::holds_alternative<Proof<C>>(is_); }
  // What is assumed; nullptr when nothing is.
  const Assumption* assumption() const { return std::get_if<Assumption>(&is_); }

 private:
  std::variant<Proof<C>, Assumption> is_;
};

}  // namespace mlfix
