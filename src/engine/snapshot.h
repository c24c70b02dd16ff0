// One version of a file's text with everything that is derived from it. A
// Snapshot never moves, because tree and model point into it.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "rewrite/edits.h"
#include "rewrite/fix_planner.h"
#include "semantic/project_entity.h"
#include "syntax/parsed_text.h"
#include "text/cells.h"

namespace mlfix {

class Knowledge;
class SemanticModel;
class WorkBudget;

class Snapshot {
 public:
  Snapshot(std::shared_ptr<const ParsedText> parsed, Cells cells_of_text,
           const Knowledge& knowledge, const ProjectPlace& place, WorkBudget& work);

  // The text after `edits`, which the guard has accepted.
  Snapshot(const Snapshot& before, const std::vector<Edit>& edits,
           std::shared_ptr<const ParsedText> after, const Knowledge& knowledge);

  ~Snapshot();
  Snapshot(const Snapshot&) = delete;
  Snapshot& operator=(const Snapshot&) = delete;

  const SemanticModel& model() const { return *model_; }
  const Rewriter& rewriter() const { return rewriter_; }
  const FixPlanner& planner() const { return planner_; }
  const Cells& cells() const;  // of a notebook, else empty

  const std::string& text;
  const SyntaxTree& tree;

 private:
  std::shared_ptr<const ParsedText> parsed_;
  std::unique_ptr<const SemanticModel> model_;
  Rewriter rewriter_;
  FixPlanner planner_;
};

}  // namespace mlfix
