// The façade itself holds no logic: it builds the bindings once and keeps the
// memo tables of the modules that answer the queries.

#include "semantic/semantic_model.h"

#include <utility>

#include "semantic/binding/binding.h"
#include "semantic/control/displays.h"
#include "semantic/knowledge/facts.h"
#include "semantic/knowledge/knowledge.h"
#include "semantic/model_caches.h"
#include "semantic/project/project.h"
#include "semantic/project_entity.h"

namespace mlfix {

SemanticModel::SemanticModel(const SyntaxTree& tree, const Knowledge& knowledge, Cells cells)
    : SemanticModel(tree, knowledge, std::move(cells), {}) {}

SemanticModel::SemanticModel(const SyntaxTree& tree, const Knowledge& knowledge, Cells cells,
                             const ProjectPlace& place, WorkBudget* work)
    : tree_(&tree),
      knowledge_(&knowledge),
      cells_(std::move(cells)),
      place_(std::make_unique<ProjectPlace>(place)),
      own_work_(work == nullptr ? std::make_unique<WorkBudget>() : nullptr),
      work_(work == nullptr ? own_work_.get() : work),
      bindings_(place.project != nullptr ? place.project->bindings_of(place.file, tree, *work_)
                                         : std::make_shared<const Bindings>(tree, *work_)),
      caches_(std::make_unique<Caches>(tree)) {}

SemanticModel::~SemanticModel() = default;

bool SemanticModel::means(Meaning meaning, std::string_view name) const {
  return knowledge_->means(meaning, name);
}

bool SemanticModel::means(Meaning meaning, std::string_view method, NodeId receiver) const {
  return knowledge_->means(meaning, method) ||
         (knowledge_->depends_on_receiver(meaning, method) && receiver != kNoNode &&
          knowledge_->means(meaning, method, facts(receiver)));
}

const NameSet& SemanticModel::names(Meaning meaning) const {
  return knowledge_->names(meaning);
}

bool SemanticModel::suggests(Hint hint, std::string_view name) const {
  return knowledge_->hints().suggests(hint, name);
}

std::optional<std::size_t> SemanticModel::cell_of(NodeId n) const {
  return mlfix::cell_of(*tree_, cells_, n);
}

bool SemanticModel::is_displayed(NodeId statement) const {
  return mlfix::is_displayed(*tree_, cells_, statement);
}

bool SemanticModel::sees_other_cells(UseId use) const {
  return mlfix::sees_other_cells(*tree_, *bindings_, cells_, use);
}

}  // namespace mlfix
