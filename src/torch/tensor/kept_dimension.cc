// The reductions of torch that take `dim` and `keepdim`, as functions and as methods.

#include "torch/tensor/kept_dimension.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "semantic/knowledge/facts.h"
#include "semantic/names/access_path.h"
#include "semantic/semantic_model.h"

namespace mlfix {
namespace {

struct Reduction {
  std::string_view name;
  int dim;     // its position as a method
  bool pairs;  // gives values and indices
};

// In code: the position of the dimension goes with each name.
constexpr std::array<Reduction, 19> kReductions{{{"mean", 0, false},
                                                 {"sum", 0, false},
                                                 {"prod", 0, false},
                                                 {"var", 0, false},
                                                 {"std", 0, false},
                                                 {"amax", 0, false},
                                                 {"amin", 0, false},
                                                 {"logsumexp", 0, false},
                                                 {"argmax", 0, false},
                                                 {"argmin", 0, false},
                                                 {"all", 0, false},
                                                 {"any", 0, false},
                                                 {"nansum", 0, false},
                                                 {"nanmean", 0, false},
                                                 {"norm", 1, false},
                                                 {"max", 0, true},
                                                 {"min", 0, true},
                                                 {"median", 0, true},
                                                 {"mode", 0, true}}};

// Is `word` called as a method of a tensor, or as a function of torch?
bool is_torch_function(const SemanticModel& model, NodeId call, std::string_view word) {
  return model.is_call_to(call, "torch." + std::string(word)) ||
         model.is_call_to(call, "torch.linalg." + std::string(word));
}

}  // namespace

std::optional<KeptDimension> kept_dimension(const SemanticModel& model, NodeId call) {
  const SyntaxTree& tree = model.tree();
  const NodeId callee = tree.child(call, Field::Function);
  const std::string_view word = called_name(tree, call);
  const auto* found = std::find_if(kReductions.begin(), kReductions.end(),
                                   [&](const Reduction& r) { return word == r.name; });
  const NodeId keepdim = model.argument(call, -1, "keepdim");
  if (found == kReductions.end() || keepdim == kNoNode || tree.text(keepdim) != "True") {
    return std::nullopt;
  }
  const bool function = is_torch_function(model, call, found->name);
  if (!function) {
    const NodeId object =
        tree.is(callee, Kind::Attribute) ? tree.child(callee, Field::Object) : kNoNode;
    if (object == kNoNode || !model.qualified_text(callee).empty() ||
        model.facts(object).could_be(Fact::NdArray) || model.facts(object).could_be(Fact::Module)) {
      return std::nullopt;
    }
  }
  const NodeId dim = model.argument(call, found->dim + (function ? 1 : 0), "dim");
  return dim == kNoNode ? std::nullopt
                        : std::optional(KeptDimension{call, keepdim, dim, found->pairs});
}

}  // namespace mlfix
