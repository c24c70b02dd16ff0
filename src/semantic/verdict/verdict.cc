#include "semantic/verdict/verdict.h"

#include <algorithm>

namespace mlfix {

Verdict::Verdict(std::initializer_list<const Assumption*> doubts)
    : applicability_(Applicability::Safe) {
  for (const Assumption* doubt : doubts) {
    if (doubt != nullptr) lower_to(*doubt);
  }
}

void Verdict::add(const Assumption& assumption) {
  if (std::ranges::find(assumptions_, assumption.text, &Assumption::text) == assumptions_.end()) {
    assumptions_.push_back(assumption);
  }
}

Verdict& Verdict::also(const Verdict& other) {
  applicability_ = std::max(applicability_, other.applicability_);
  for (const Assumption& assumption : other.assumptions_) add(assumption);
  if (applicability_ == Applicability::Suggestion) assumptions_.clear();
  return *this;
}

void Verdict::lower_to(Assumption assumption) {
  if (applicability_ == Applicability::Suggestion) return;
  applicability_ = Applicability::Unsafe;
  add(assumption);
}

std::string assumption_clause(const Verdict& verdict) {
  std::string clause;
  for (const Assumption& assumption : verdict.assumptions()) {
    clause += (clause.empty() ? "the fix assumes that " : ", and that ") + assumption.text;
  }
  return clause;
}

}  // namespace mlfix
