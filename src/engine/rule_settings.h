// What the configuration says of one rule.
#pragma once

#include <memory>

#include "engine/severity.h"

namespace mlfix {

class RuleOptions;

// Made by config/.
struct RuleSettings {
  bool enabled = true;
  Severity severity = Severity::Medium;
  std::shared_ptr<const RuleOptions> options;  // nothing: every option is false, 0 or ""
};

}  // namespace mlfix
