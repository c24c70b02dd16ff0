// Ties the helpers to one file.
#include "rewrite/edits.h"
#include "semantic/semantic_model.h"

namespace mlfix {

Rewriter::Rewriter(const SemanticModel& model)
    : model_(&model), tree_(&model.tree()), bindings_(&model.bindings()), style_(*tree_) {}

}  // namespace mlfix
