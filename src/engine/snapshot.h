// One version of a file's text with everything that is derived from it. A
// Snapshot never moves, because tree and model point into it.
#pragma once

#include <memory>
#include <string>
#include <utility>

#include "rewrite/edits.h"
#include "semantic/semantic_model.h"
#include "syntax/parsed_text.h"

namespace mlfix {

class Snapshot {
 public:
  Snapshot(std::shared_ptr<const ParsedText> parsed, Cells cells, const Knowledge& knowledge,
           ProjectPlace place, WorkBudget& work)
      : text(parsed->text),
        tree(parsed->tree),
        parsed_(std::move(parsed)),
        knowledge_(&knowledge),
        work_(&work) {
    look_from(std::move(cells), place);
  }

  // The text after `edits`, which the guard has accepted.
  Snapshot(const Snapshot& before, const std::vector<Edit>& edits,
           std::shared_ptr<const ParsedText> after, const Knowledge& knowledge)
      : Snapshot(std::move(after), before.model().cells().after(edits), knowledge,
                 before.model().place(), before.model().work()) {}

  Snapshot(const Snapshot&) = delete;
  Snapshot& operator=(const Snapshot&) = delete;

  const SemanticModel& model() const { return *model_; }
  const Rewriter& rewriter() const { return *rewriter_; }

  // From now on the model sees what functions of other files do, and not only
  // what names mean there. It is a new one.
  void widen() {
    ProjectPlace place = model_->place();
    place.names_only = false;
    look_from(model_->cells(), place);
  }

  const std::string& text;
  const SyntaxTree& tree;

 private:
  void look_from(Cells cells, ProjectPlace place) {
    rewriter_.reset();
    model_ = std::make_unique<SemanticModel>(tree, *knowledge_, std::move(cells), place, work_);
    rewriter_ = std::make_unique<Rewriter>(*model_);
  }

  std::shared_ptr<const ParsedText> parsed_;
  const Knowledge* knowledge_;
  WorkBudget* work_;
  std::unique_ptr<const SemanticModel> model_;
  std::unique_ptr<const Rewriter> rewriter_;
};

}  // namespace mlfix
