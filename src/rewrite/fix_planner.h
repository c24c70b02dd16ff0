// Decides which fixes of one pass can be applied together and lowers them to
// edits. Fixes are whole: all intents of one are applied or none.
//
// Order: one strict total order over (priority, begin, end, rule, content), so
// the plan does not depend on the order of the input. Accepted greedily; a fix
// is deferred when an edit of it overlaps or touches an edit or a guard of an
// accepted fix, or a guard of it an accepted edit. Two deletions never conflict,
// nor do two imports.
// Imports are united and deletions counted per block (an emptied block gets
// `pass`) after acceptance. O(n log n).
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "rewrite/fix.h"
#include "rewrite/import_editor.h"
#include "syntax/syntax_tree.h"

namespace mlfix {

struct PlannedFix {
  const Fix* fix;
  std::uint32_t rule;  // index in the registry: a tie-breaker
  int priority = 0;    // lower first
};

struct Plan {
  std::vector<std::size_t> accepted;   // indexes into the input, sorted
  std::vector<std::size_t> deferred;   // in conflict with an accepted one
  std::vector<std::size_t> malformed;  // change nothing, or their own edits overlap
  std::vector<Edit> edits;             // sorted, disjoint
};

// Of the fixes of one file, whose tree must outlive the planner. One thread at a time.
class FixPlanner {
 public:
  explicit FixPlanner(const SyntaxTree& tree) : tree_(&tree) {}

  Plan plan(const std::vector<PlannedFix>& fixes) const;
  // The edits of one fix alone; none when the fix is malformed.
  std::vector<Edit> lower(const Fix& fix) const;
  bool loses_comment(const Fix& fix) const;

 private:
  const ImportPlace& import_place() const;

  const SyntaxTree* tree_;
  mutable std::optional<ImportPlace> import_place_;  // every plan asks for it: one place for all
};

// The first comment that the edits of one fix delete and do not write again. A
// fix that loses a comment is not safe, whatever its transform says.
std::optional<TextRange> lost_comment(const SyntaxTree& tree, const std::vector<Edit>& edits);

}  // namespace mlfix
