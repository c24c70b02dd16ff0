// One version of a file's text with everything that is derived from it. A
// Snapshot never moves, because tree and model point into it.
#pragma once

#include <memory>
#include <string>
#include <utility>

#include "rewrite/edits.h"
#include "semantic/project_entity.h"
#include "semantic/semantic_model.h"
#include "syntax/parsed_text.h"

namespace mlfix {

class Knowledge;

class Snapshot {
 public:
  Snapshot(std::shared_ptr<const ParsedText> parsed, Cells cells, const Knowledge& knowledge,
           ProjectPlace place, WorkBudget& work)
      : text(parsed->text),
        tree(parsed->tree),
        parsed_(std::move(parsed)),
        model_(tree, knowledge, std::move(cells), place, &work),
        rewriter_(model_) {}

  // The text after `edits`, which the guard has accepted.
  Snapshot(const Snapshot& before, const std::vector<Edit>& edits,
           std::shared_ptr<const ParsedText> after, const Knowledge& knowledge)
      : Snapshot(std::move(after), before.model().cells().after(edits), knowledge,
                 before.model().place(), before.model().work()) {}

  Snapshot(const Snapshot&) = delete;
  Snapshot& operator=(const Snapshot&) = delete;

  const SemanticModel& model() const { return model_; }
  const Rewriter& rewriter() const { return rewriter_; }

  const std::string& text;
  const SyntaxTree& tree;

 private:
  std::shared_ptr<const ParsedText> parsed_;
  SemanticModel model_;
  Rewriter rewriter_;
};

}  // namespace mlfix
