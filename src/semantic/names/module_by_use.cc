#include "semantic/names/module_by_use.h"

#include <algorithm>
#include <string>

namespace mlfix {

bool is_used_as_module(const SemanticModel& model, NodeId expr) {
  constexpr std::string_view kOfModules[] = {".eval()", ".train()", ".parameters()",
                                             ".state_dict()", ".load_state_dict("};
  const std::string_view source = model.tree().source();
  const std::string spelled(model.tree().text(expr));
  return std::ranges::any_of(kOfModules, [&](std::string_view method) {
    return source.find(spelled + std::string(method)) != source.npos;
  });
}

}  // namespace mlfix
