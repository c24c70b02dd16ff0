#include "engine/settled_verdict.h"

#include <utility>

namespace mlfix {

template <>
class Prover<Claim::CommentOnly> {
 public:
  static Proof<Claim::CommentOnly> proven() { return {}; }
};

template <>
class Prover<Claim::JudgedBefore> {
 public:
  static Proof<Claim::JudgedBefore> proven() { return {}; }
};

Verdict verdict_on_comment() {
  return Verdict::of(SafeChange::kEditComment, Prover<Claim::CommentOnly>::proven());
}

Verdict recorded_verdict(Applicability level, std::vector<Assumption> assumptions) {
  if (level == Applicability::Suggestion) return {};
  Verdict verdict = Verdict::of(SafeChange::kAsRecorded, Prover<Claim::JudgedBefore>::proven());
  for (Assumption& assumption : assumptions) verdict.lower_to(std::move(assumption));
  return verdict;
}

}  // namespace mlfix
