// The verdict on a change: how far it may be applied, and under which assumptions.
//
// For each kind of change `SafeChange` lists what has to hold for it to be safe. A verdict is made
// of the answers to all of these claims, by type: one that is left out, or another claim's,
// does not compile. It is safe when every answer is a proof.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "semantic/verdict/applicability.h"
#include "semantic/verdict/proof.h"

namespace mlfix {

// The claims that have to be proven for a change of some kind to be safe.
template <Claim... C>
class Needs {
  friend struct SafeChange;
  constexpr Needs() {}
};

struct SafeChange {
  // A value is replaced by its detached self.
  static constexpr Needs<Claim::UnusedByCallers, Claim::UnusedByCallees, Claim::IsTensor> kDetach{};
  static constexpr Needs<Claim::StatisticUnused, Claim::IsTensor> kDetachStatistic{};
  // A region runs without gradients.
  static constexpr Needs<Claim::ModeUnobserved, Claim::FirstRunUntrained, Claim::RegionKeepsNoGraph,
                         Claim::RegionUnusedByCallers, Claim::CastsApart, Claim::RunsKnownModules,
                         Claim::CostUnmeasured>
      kSwitchGradientsOff{};
  // A call of a method of a tensor goes, whose result nobody takes.
  static constexpr Needs<Claim::NameIsBound, Claim::IsTensor> kDropResult{};
  // A method of a tensor gets another argument, and gives the same in the end.
  static constexpr Needs<Claim::IsTensor> kSimplifyReduction{};
  // Parts are collected, and joined after the loop.
  static constexpr Needs<Claim::PartsUnchanged, Claim::JoinsAlone, Claim::SameModeBehind,
                         Claim::NotSwallowed>
      kJoinLater{};
  // What every iteration makes is made once, before the loop.
  static constexpr Needs<Claim::RunsTheSame, Claim::LoopRuns, Claim::OneServesAll> kTraceOnce{};
  static constexpr Needs<Claim::LoopRuns, Claim::RanksAgree, Claim::GroupsUncounted,
                         Claim::OneServesAll>
      kGroupOnce{};
  // Something is released after its last use.
  static constexpr Needs<Claim::HookUnheard> kRemoveHook{};
  static constexpr Needs<Claim::FigureUndrawn, Claim::FigureUnnumbered, Claim::FigureNotKept>
      kCloseFigure{};
  // A `del` goes.
  static constexpr Needs<Claim::DeletionIdle> kDropDeletion{};
  // Changes that are no rule's.
  static constexpr Needs<Claim::CommentOnly> kEditComment{};
  static constexpr Needs<Claim::JudgedBefore> kAsRecorded{};
};

class Verdict {
 public:
  // A suggestion: nothing is claimed, so that nothing is applied.
  Verdict() = default;

  // Safe when all that the change needs is proven, else unsafe.
  template <Claim... C>
  static Verdict of(Needs<C...> /*change*/, std::type_identity_t<Answer<C>>... answers) {
    return Verdict({answers.assumption()...});
  }
  // Unsafe: right under what is assumed.
  static Verdict assuming(AssumptionKind kind, std::string text) {
    return assuming(Assumption{kind, std::move(text)});
  }
  static Verdict assuming(Assumption assumption) { return Verdict({&assumption}); }

  Applicability applicability() const { return applicability_; }
  bool is_safe() const { return applicability_ == Applicability::Safe; }
  // Of an unsafe verdict at least one, each once; of others none.
  std::span<const Assumption> assumptions() const { return assumptions_; }

  // What holds when both do: nothing is safer than the least safe of the two.
  Verdict& also(const Verdict& other);
  // No longer safe: right only under this, too.
  void lower_to(Assumption assumption);

 private:
  explicit Verdict(std::initializer_list<const Assumption*> doubts);
  void add(const Assumption& assumption);

  Applicability applicability_ = Applicability::Suggestion;
  std::vector<Assumption> assumptions_;
};

// "the fix assumes that it is a tensor, and that …"; "" when nothing is assumed.
std::string assumption_clause(const Verdict& verdict);

}  // namespace mlfix
