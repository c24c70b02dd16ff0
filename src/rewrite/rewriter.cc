// Ties the helpers to one file.
#include "rewrite/edits.h"
#include "semantic/semantic_model.h"

namespace mlfix {

Rewriter::Rewriter(const SemanticModel& model) : model_(&model), style_(model.tree()) {}

}  // namespace mlfix
