// Writes a rewrite the way one reads it: "x = {{loss=>loss.detach()}}" is the
// text before with one edit in it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "text/text_range.h"

namespace mlfix::testing {

struct Rewrite {
  std::string before;
  std::string after;
  std::vector<Edit> edits;
};

Rewrite make_rewrite(std::string_view notation);

}  // namespace mlfix::testing
