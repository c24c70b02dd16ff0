#include "engine/snapshot.h"

#include <utility>

#include "semantic/semantic_model.h"

namespace mlfix {

Snapshot::Snapshot(std::shared_ptr<const ParsedText> parsed, Cells cells_of_text,
                   const Knowledge& knowledge, const ProjectPlace& place, WorkBudget& work)
    : text(parsed->text),
      tree(parsed->tree),
      parsed_(std::move(parsed)),
      model_(
          std::make_unique<SemanticModel>(tree, knowledge, std::move(cells_of_text), place, &work)),
      rewriter_(*model_),
      planner_(tree) {}

Snapshot::Snapshot(const Snapshot& before, const std::vector<Edit>& edits,
                   std::shared_ptr<const ParsedText> after, const Knowledge& knowledge)
    : Snapshot(std::move(after), before.cells().after(edits), knowledge, before.model().place(),
               before.model().work()) {}

Snapshot::~Snapshot() = default;

const Cells& Snapshot::cells() const {
  return model_->cells();
}

}  // namespace mlfix
