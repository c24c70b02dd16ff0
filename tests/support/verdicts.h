// Verdicts of tests about what is done with a fix, whatever it rests on.
#pragma once

#include "engine/settled_verdict.h"

namespace mlfix::testing {

inline Verdict verdict_at(Applicability level) {
  if (level != Applicability::Unsafe) return recorded_verdict(level, {});
  return recorded_verdict(level, {{AssumptionKind::ExpectedValue, "it is what it seems"}});
}

}  // namespace mlfix::testing
