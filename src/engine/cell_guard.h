// Tries the fixes of a notebook out on its cells: a statement must stay in one cell, and
// what a cell shows must stay what it is.
//
// All are tried at once, and again only those that touch a cell in which something
// changed, by halves: as a rule that is one parse for the whole notebook.
#pragma once

#include <vector>

#include "engine/file_pipeline.h"
#include "engine/latest_text.h"
#include "rewrite/fix_planner.h"
#include "text/cells.h"

namespace mlfix {

class CellGuard {
 public:
  // Of a notebook's `tree` and `cells`. All outlive this.
  CellGuard(const SyntaxTree& tree, const Cells& cells, const FixPlanner& planner,
            LatestText& texts);

  struct Verdict {
    std::vector<FileFinding*> parted;   // a statement would not stay in one cell
    std::vector<FileFinding*> showing;  // the fix changes what a cell displays
  };
  // Of findings whose fixes have edits that the cells allow. What does not parse is left to
  // the guard of the syntax. O(parse · (1 + guilty · log n)).
  Verdict judge(const std::vector<FileFinding*>& fixable);

 private:
  using Findings = std::vector<FileFinding*>;
  // What a cell shows after the fixes, and whether its statements end in it.
  struct Shown {
    bool parses = true;
    std::vector<bool> parted, changed;  // by cell
  };
  struct Group {
    Findings together;
    Findings later;  // in conflict with those
  };

  Group group_of(const Findings& fixes) const;
  Shown try_out(const Findings& fixes);
  std::vector<std::size_t> cells_of(const FileFinding& found) const;
  std::vector<Findings> judge_group(const Findings& group, Verdict& verdict);

  const SyntaxTree& tree_;
  const Cells& cells_;
  const FixPlanner& planner_;
  LatestText& texts_;
  std::vector<std::string> shown_;  // by cell
};

}  // namespace mlfix
