// See transform.h.

#include "engine/transform.h"

#include <utility>

#include "engine/diagnostic.h"
#include "semantic/semantic_model.h"

namespace mlfix {

Context::Context(const SemanticModel& m, const Rewriter& e, const RuleOptions& o)
    : model(m), tree(m.tree()), edit(e), options(o) {}

Diagnostic Context::diagnose(Findings& out, NodeId at, std::string message) const {
  return {tree, out.report(at, std::move(message))};
}

Diagnostic Context::diagnose(Findings& out, TextRange at, std::string message) const {
  return {tree, out.report(at, std::move(message))};
}

}  // namespace mlfix
