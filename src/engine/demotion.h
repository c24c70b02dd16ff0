// Why the engine does not believe that a fix is safe. A rule judges the meaning
// of the code it changes; what it can't see, or tends to forget, is judged here
// once for all rules.
#pragma once

#include <optional>
#include <vector>

#include "engine/finding.h"
#include "semantic/semantic_model.h"

namespace mlfix {

// The reason why a fix with these edits is at best unsafe, or nothing: it would
// delete a comment, or names where it acts may be bound by a star import or by
// exec, globals() and the like.
std::optional<Reason> reason_to_demote(const SemanticModel& model, const std::vector<Edit>& edits);

}  // namespace mlfix
