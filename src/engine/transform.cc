// See transform.h.

#include "engine/transform.h"

#include <utility>

#include "engine/diagnostic.h"

namespace mlfix {

Diagnostic Context::diagnose(Findings& out, NodeId at, std::string message) const {
  return {tree, out.report(at, std::move(message))};
}

Diagnostic Context::diagnose(Findings& out, TextRange at, std::string message) const {
  return {tree, out.report(at, std::move(message))};
}

}  // namespace mlfix
