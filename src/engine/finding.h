// A finding: what a transform saw, why, and how to fix it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/severity.h"
#include "rewrite/fix.h"
#include "text/text_range.h"
#include "text/way.h"

namespace mlfix {

// One fact that a finding rests on, and where it is seen.
struct Reason {
  TextRange range;
  std::string text;
};

struct Finding {
  std::uint32_t rule = 0;  // index in the registry
  Severity severity = Severity::Medium;
  Confidence confidence = Confidence::High;
  Growth growth = Growth::None;
  TextRange range;  // bytes of the file
  std::string message;
  std::vector<Reason> why;
  Way way;  // through more than one place; empty where one place says it all
  std::optional<Fix> fix;
};

// Something a transform looked at and left alone, for --show-abstained.
struct Abstention {
  std::uint32_t rule = 0;
  TextRange range;
  std::string fact;                  // the deciding fact
  std::optional<TextRange> because;  // where it is seen, when not in `range`
  friend bool operator==(const Abstention&, const Abstention&) = default;
};

}  // namespace mlfix
