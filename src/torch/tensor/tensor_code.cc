#include "torch/tensor/tensor_code.h"

#include "semantic/knowledge/meanings.h"
#include "semantic/semantic_model.h"

namespace mlfix {

bool handles_tensors(const SemanticModel& model) {
  return model.imports("torch") || (model.mentions("detach") && !model.mentions("torch") &&
                                    !model.imports_any(Meaning::HasOtherTensors));
}

}  // namespace mlfix
