// The façade itself holds no logic: it builds the bindings once and keeps the
// memo tables of the modules that answer the queries.

#include "semantic/semantic_model.h"

#include <utility>

#include "semantic/model_caches.h"

namespace mlfix {

SemanticModel::SemanticModel(const SyntaxTree& tree, const Knowledge& knowledge, Cells cells,
                             ProjectPlace place, WorkBudget* work)
    : tree_(&tree),
      knowledge_(&knowledge),
      cells_(std::move(cells)),
      place_(place),
      own_work_(work == nullptr ? std::make_unique<WorkBudget>() : nullptr),
      work_(work == nullptr ? own_work_.get() : work),
      bindings_(tree, *work_),
      caches_(std::make_unique<Caches>(tree)) {}

SemanticModel::~SemanticModel() = default;

}  // namespace mlfix
