// A hook tells what it saw by what it leaves behind: an attribute, of whatever object, or a list
// that the code around it made. What it computes of the gradient counts as the gradient.

#include "torch/hooks/hooked_gradient.h"

#include <algorithm>
#include <set>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "semantic/binding/binding.h"
#include "semantic/control/walk.h"
#include "semantic/knowledge/meanings.h"
#include "semantic/names/access_path.h"
#include "semantic/names/calls.h"
#include "semantic/semantic_model.h"
#include "torch/hooks/hooks.h"

namespace mlfix {
namespace {

bool sees_gradients(const SemanticModel& model, NodeId call) {
  const std::string_view method = model.method_name(call);
  return method == "register_hook" || model.means(Meaning::RegistersBackwardHook, method);
}

// Also a method of the object: x.register_hook(self.keep).
NodeId code_of(const SemanticModel& model, NodeId hook) {
  const NodeId code = code_of_hook(model, hook).node;
  return code == kNoNode && model.tree().is(hook, Kind::Attribute)
             ? model.calls().function_value(hook)
             : code;
}

// Where the hooks of the file put gradients.
class HookedGradients {
 public:
  explicit HookedGradients(const SemanticModel& model) : model_(model), tree_(model.tree()) {
    for (NodeId n = 0; n < tree_.size(); ++n) {
      if (!tree_.is(n, Kind::Call) || !sees_gradients(model, n)) continue;
      const std::vector<NodeId> arguments = model.arguments(n);
      const NodeId code = arguments.empty() ? NodeId{kNoNode} : code_of(model, arguments.front());
      if (code != kNoNode) add(code);
    }
  }

  bool is_empty() const { return attributes_.empty() && variables_.empty(); }

  bool reads(NodeId n) const {
    if (tree_.is(n, Kind::Attribute)) {
      return tree_.field(n) != Field::Left && attributes_.contains(last_name(tree_, n));
    }
    return tree_.is(n, Kind::Identifier) && !variables_.empty() &&
           variables_.contains(variable_at(model_, n));
  }

 private:
  void add(NodeId code) {
    std::set<std::string_view> given;
    for (const NodeId name : parameter_names(tree_, code)) {
      if (tree_.text(name) != "self") given.insert(tree_.text(name));
    }
    const auto is_given = [&](NodeId value) {
      for (NodeId n = value; n < tree_.subtree_end(value); ++n) {
        if (tree_.is(n, Kind::Identifier) && given.contains(tree_.text(n))) return true;
      }
      return false;
    };
    const NodeId body = tree_.child(code, Field::Body);
    for_each_node(tree_, body, tree_.subtree_end(body), [&](NodeId n) {
      if (tree_.is(n, Kind::Assignment)) {
        const NodeId value = tree_.child(n, Field::Right);
        if (value != kNoNode && is_given(value)) keep_in(tree_.child(n, Field::Left));
      }
      if (!tree_.is(n, Kind::Call) || !model_.means(Meaning::AddsItem, model_.method_name(n))) {
        return;
      }
      if (std::ranges::any_of(model_.arguments(n), is_given)) {
        keep_in(model_.receiver_of_call(n, model_.method_name(n)));
      }
    });
  }

  void keep_in(NodeId place) {
    if (tree_.is(place, Kind::Attribute)) attributes_.insert(last_name(tree_, place));
    const Variable* variable =
        tree_.is(place, Kind::Identifier) ? variable_at(model_, place) : nullptr;
    if (variable != nullptr) variables_.insert(variable);
  }

  const SemanticModel& model_;
  const SyntaxTree& tree_;
  std::set<std::string_view> attributes_;
  std::set<const Variable*> variables_;
};

// In source order. A function may run many backward passes.
struct ReadsByFunction {
  std::unordered_map<NodeId, std::vector<NodeId>> of;
};

}  // namespace

NodeId read_of_hooked_gradient(const SemanticModel& model, NodeId backward) {
  const NodeId function = model.function_of(backward);
  if (function == kNoNode) return kNoNode;
  const HookedGradients& kept = model.notes<HookedGradients>(model);
  if (kept.is_empty()) return kNoNode;
  const auto [known, is_new] = model.notes<ReadsByFunction>().of.try_emplace(function);
  std::vector<NodeId>& reads = known->second;
  const SyntaxTree& tree = model.tree();
  for (NodeId n = function; is_new && n < tree.subtree_end(function); ++n) {
    if (kept.reads(n)) reads.push_back(n);
  }
  const auto after = std::ranges::lower_bound(reads, tree.subtree_end(backward));
  return after == reads.end() ? NodeId{kNoNode} : *after;
}

}  // namespace mlfix
