// A network is told from others by the text of `network.parameters()`, or by what is left of its
// name without the words that all have: optimizer_D and netD belong together.

#include "torch/training/optimized_networks.h"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "semantic/names/access_path.h"
#include "semantic/names/letters.h"
#include "semantic/semantic_model.h"
#include "torch/graph/gradient_reads.h"
#include "torch/training/training_step.h"

namespace mlfix {
namespace {

// The modules whose parameters an optimizer was made for: x of `x.parameters()`, wherever that
// stands in what it is given. None where they are not written down.
std::vector<std::string_view> networks_of(const SemanticModel& model, NodeId optimizer) {
  const auto made = constructors_of(model, optimizer);
  std::vector<std::string_view> networks;
  if (made.size() != 1) return networks;
  const SyntaxTree& tree = model.tree();
  const NodeId given = model.argument(made.front(), 0, "params");
  for (NodeId n = given; given != kNoNode && n < tree.subtree_end(given); ++n) {
    const NodeId module = model.receiver_of_call(n, "parameters");
    if (module != kNoNode) networks.push_back(tree.text(module));
  }
  return networks;
}

// "d" of optimizer_D, optim_netD and D: what tells one network, and its optimizer, from
// the others.
std::string distinguishing_part(std::string_view name) {
  std::string text;
  for (const char c : name) {
    if (c != '_') text += in_lower_case(c);
  }
  // In code: parts are cut off in this order.
  for (const std::string_view word : {"optimizer", "optim", "opt", "net", "model"}) {
    if (const auto at = text.find(word); at != std::string::npos) text.erase(at, word.size());
  }
  return text;
}

// Of the names that the file calls what tells each from others.
struct CalledParts {
  std::optional<std::unordered_set<std::string>> parts;
};

// Is something called in the file that has its name in common with the optimizer?
bool has_module_by_name(const SemanticModel& model, const std::string& part) {
  const SyntaxTree& tree = model.tree();
  std::optional<std::unordered_set<std::string>>& parts = model.notes<CalledParts>().parts;
  if (!parts) {
    parts.emplace();
    for (NodeId n = 0; n < tree.size(); ++n) {
      if (tree.is(n, Kind::Call)) parts->insert(distinguishing_part(called_name(tree, n)));
    }
  }
  return parts->count(part) != 0;
}

// Optimizers that came from elsewhere: do their names say that each has a network of its
// own, which the file calls by that name?
bool are_named_apart(const SemanticModel& model, NodeId a, NodeId b) {
  const SyntaxTree& tree = model.tree();
  if (!constructors_of(model, a).empty() || !constructors_of(model, b).empty()) return false;
  if (!tree.is(a, Kind::Identifier) || !tree.is(b, Kind::Identifier)) return false;
  const std::string first = distinguishing_part(tree.text(a));
  const std::string second = distinguishing_part(tree.text(b));
  return !first.empty() && !second.empty() && !first.starts_with(second) &&
         !second.starts_with(first) && has_module_by_name(model, first) &&
         has_module_by_name(model, second);
}

}  // namespace

bool optimizes(const SemanticModel& model, NodeId optimizer, NodeId network) {
  const auto networks = networks_of(model, optimizer);
  return std::ranges::any_of(networks, [&](std::string_view other) {
    return !are_apart(other, model.tree().text(network));
  });
}

bool optimizes_others(const SemanticModel& model, NodeId optimizer, NodeId network) {
  return !networks_of(model, optimizer).empty() && !optimizes(model, optimizer, network);
}

bool optimize_apart(const SemanticModel& model, NodeId a, NodeId b) {
  if (are_named_apart(model, a, b)) return true;
  const auto mine = networks_of(model, a), others = networks_of(model, b);
  return !mine.empty() && !others.empty() &&
         std::ranges::none_of(mine, [&](std::string_view first) {
           return std::ranges::any_of(
               others, [&](std::string_view second) { return !are_apart(first, second); });
         });
}

}  // namespace mlfix
