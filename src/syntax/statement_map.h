// Compares a text before and after edits outside of the edits: statements,
// comments and strings that no edit touches must still be there. Internal to
// the syntax layer.
#pragma once

#include <optional>
#include <vector>

#include "syntax/syntax_guard.h"
#include "syntax/syntax_tree.h"
#include "text/text_range.h"

namespace mlfix {

// Translates offsets between the texts before and after `edits`, which must be
// sorted and outlive the map. O(log edits) per query.
class EditMap {
 public:
  explicit EditMap(const std::vector<Edit>& edits);

  // Where the byte at `before` went, or nothing if an edit replaced it.
  std::optional<Offset> to_after(Offset before) const;
  // Where the byte at `after` came from, or nothing if an edit made it.
  std::optional<Offset> to_before(Offset after) const;
  // Does an edit end at the byte that came from `before`?
  const Edit* edit_ending_at(Offset before) const;
  // Does an edit change a byte of the range, or insert strictly inside it?
  bool touches(TextRange before) const;

 private:
  struct Entry {
    const Edit* edit;
    Offset after_begin, after_end;  // of its text, in the text after
  };
  std::vector<Entry> entries_;
};

// The first difference outside the edits, or nothing. Linear in both trees.
std::optional<GuardFailure> find_displacement(const SyntaxTree& before, const SyntaxTree& after,
                                              const std::vector<Edit>& edits, const EditMap& map);

}  // namespace mlfix
