// Ways to a safe fix without a proof. None compiles; FORGERY 0, the honest way, does. The tests
// verdict.* compile this file once for each.

#include "rewrite/fix.h"

namespace mlfix {

// What an analysis has in its source file.
template <>
class Prover<Claim::DeletionIdle> {
 public:
  static Proof<Claim::DeletionIdle> proven() { return {}; }
};

Fix forged() {
  const Proof<Claim::DeletionIdle> idle = Prover<Claim::DeletionIdle>::proven();
#if FORGERY == 0
  return Fix("Drop it", {}, Verdict::of(SafeChange::kDropDeletion, idle));
#elif FORGERY == 1   // a level that is written by hand
  Fix fix;
  fix.verdict_ = Verdict();
  return fix;
#elif FORGERY == 2   // a fix made of a level
  return Fix("Drop it", {}, Applicability::Safe);
#elif FORGERY == 3   // a verdict made of a level
  return Fix("Drop it", {}, Verdict(Applicability::Safe));
#elif FORGERY == 4   // a change that needs nothing
  return Fix("Drop it", {}, Verdict::of(Needs<>()));
#elif FORGERY == 5   // a change with needs of one's own
  return Fix("Drop it", {}, Verdict::of(Needs<Claim::DeletionIdle>(), idle));
#elif FORGERY == 6   // a proof out of nothing
  return Fix("Drop it", {}, Verdict::of(SafeChange::kSimplifyReduction, Proof<Claim::IsTensor>()));
#elif FORGERY == 7   // a proof by a prover that is not ours
  return Fix("Drop it", {},
             Verdict::of(SafeChange::kSimplifyReduction, Prover<Claim::IsTensor>::proven()));
#elif FORGERY == 8   // no words for "nothing speaks against it"
  return Fix("Drop it", {}, Verdict::of(SafeChange::kDropDeletion, ""));
#elif FORGERY == 9   // the proof of another claim
  return Fix("Drop it", {}, Verdict::of(SafeChange::kSimplifyReduction, idle));
#elif FORGERY == 10  // one answer too few
  return Fix("Drop it", {}, Verdict::of(SafeChange::kDropDeletion));
#endif
}

}  // namespace mlfix
