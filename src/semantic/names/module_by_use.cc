#include "semantic/names/module_by_use.h"

#include <algorithm>
#include <string_view>
#include <unordered_set>

#include "semantic/names/access_path.h"
#include "semantic/semantic_model.h"

namespace mlfix {
namespace {

// In code: asked together, as what tells a module from a function by its spelling alone.
constexpr std::string_view kOfModules[] = {"eval", "train", "parameters", "state_dict",
                                           "load_state_dict"};

// The spellings of all that the file asks so. Found once, since every call may ask.
struct UsedAsModules {
  explicit UsedAsModules(const SemanticModel& model) {
    const SyntaxTree& tree = model.tree();
    for (NodeId n = 0; n < tree.size(); ++n) {
      if (!tree.is(n, Kind::Call)) continue;
      const std::string_view method = model.method_name(n);
      if (std::ranges::find(kOfModules, method) == std::end(kOfModules)) continue;
      const NodeId receiver = model.receiver_of_call(n, method);
      if (receiver != kNoNode) spelled.insert(tree.text(receiver));
    }
  }

  std::unordered_set<std::string_view> spelled;
};

}  // namespace

bool is_used_as_module(const SemanticModel& model, NodeId expr) {
  return model.notes<UsedAsModules>(model).spelled.contains(model.tree().text(expr));
}

bool is_name_of_used_module(const SemanticModel& model, NodeId expr) {
  return is_used_as_module(model, expr) ||
         model.notes<UsedAsModules>(model).spelled.contains(last_name(model.tree(), expr));
}

}  // namespace mlfix
