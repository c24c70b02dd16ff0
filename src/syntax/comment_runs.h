// Long runs of comment lines, which the grammar's scanner reads again for each of them:
// sixteen thousand cost minutes. The parser gets the text without those in the middle of a
// run, which tell it nothing.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "text/text_range.h"

namespace mlfix {

struct AbridgedText {
  std::string text;                 // as long as the source, with blanks for the comments left out
  std::vector<TextRange> comments;  // those left out, sorted; without their line terminators
};

// Nothing when the source has no such run, or when where its strings end cannot be told for
// certain. The text has the same statements in the same blocks, and all tokens but the
// comments at the same places. O(n).
std::optional<AbridgedText> without_long_comment_runs(std::string_view source);

}  // namespace mlfix
