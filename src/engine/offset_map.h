// Where the bytes of an edited text come from: maps its offsets back to the
// text before all edits, so that what a later pass finds can be shown at a place
// the user knows. O(log edits) per query.
#pragma once

#include <string_view>
#include <vector>

#include "text/text_range.h"

namespace mlfix {

class OffsetMap {
 public:
  // The text of `size` bytes, not yet edited.
  explicit OffsetMap(Offset size);

  // The current text was changed by `edits` (sorted, disjoint). Linear in the
  // edits so far.
  void apply(const std::vector<Edit>& edits);

  // The original place of a kept byte; for an inserted one, the place where the
  // text before it ends.
  Offset original(Offset current) const;
  TextRange original(TextRange current) const;
  // What the original had where the current text has the byte at `current`:
  // empty and equal to `original` for a kept byte, else the text between the
  // kept bytes around.
  TextRange replaced(Offset current) const;
  // All edits so far as edits of the original, sorted and disjoint. `text` is
  // the current text.
  std::vector<Edit> edits(std::string_view text) const;

 private:
  struct Kept {
    Offset current;
    Offset original;
    Offset size;
  };
  std::vector<Kept>::const_iterator last_begun(Offset current) const;

  std::vector<Kept> kept_;  // sorted in both texts
  Offset original_size_;
};

}  // namespace mlfix
