// Verdicts that no analysis of this run makes: of edits to comments, and of what another run
// has judged. For the engine and for what is above it, never for rules (tests/layers_test.cc).
#pragma once

#include <vector>

#include "semantic/verdict/verdict.h"

namespace mlfix {

// Of an edit that adds, changes or takes away a comment and nothing else.
Verdict verdict_on_comment();

// As a record has it: safe where nothing is assumed.
Verdict recorded_verdict(Applicability level, std::vector<Assumption> assumptions);

}  // namespace mlfix
