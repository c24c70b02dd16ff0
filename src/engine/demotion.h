// Why the engine does not believe that a fix is safe. A rule judges the meaning
// of the code it changes; what it can't see, or tends to forget, is judged here
// once for all rules.
#pragma once

#include <optional>
#include <vector>

#include "engine/finding.h"

namespace mlfix {

class SemanticModel;

struct Demotion {
  Reason reason;  // "the fix is not safe because …"
  Assumption assumption;
};

// Why the fix of a finding at `place`, lowered to `edits`, is at best
// unsafe, or nothing: it would delete a comment, a star import may bind the
// names it rests on, exec, globals() and the like act in the finding's scope, or
// code of the program interferes with other code (see meddling.h).
std::optional<Demotion> reason_to_demote(const SemanticModel& model, TextRange place,
                                         const std::vector<Edit>& edits);

}  // namespace mlfix
