#include "torch/tensor/array_content.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

#include "semantic/binding/binding.h"
#include "semantic/knowledge/facts.h"
#include "semantic/knowledge/meanings.h"
#include "semantic/names/access_path.h"
#include "semantic/names/letters.h"
#include "semantic/semantic_model.h"
#include "torch/tensor/tensor_views.h"

namespace mlfix {
namespace {

constexpr int kMaxSteps = 8;  // from a value to what it is made of

// In code: methods that give all weights of a network at once, of PyTorch and of Keras. Those of
// Keras are copies.
constexpr std::array<std::string_view, 3> kGiveWeights = {"state_dict", "parameters",
                                                          "named_parameters"};
constexpr std::string_view kGiveCopiesOfWeights = "get_weights";

bool is_one_number(const Facts& facts) {
  return facts.could_be(Fact::ScalarTensor) || facts.must_be(Fact::Number) ||
         facts.must_be(Fact::String) || facts.must_be(Fact::None);
}

class Content {
 public:
  explicit Content(const SemanticModel& model) : model_(model), tree_(model.tree()) {}

  bool holds_new_tensors(NodeId value) {
    if (value == kNoNode || steps_ == kMaxSteps) return false;
    ++steps_;
    const bool found = is_new(model_.strip_parentheses(value));
    --steps_;
    return found;
  }

 private:
  bool is_new(NodeId value) {
    const Facts facts = model_.facts(value);
    if (is_one_number(facts)) return false;
    switch (tree_.kind(value)) {
      case Kind::Identifier:
        return is_bound_to_new(value, facts);
      case Kind::BinaryOperator:
        return facts.may_be(Fact::Tensor);
      case Kind::Call:
        return is_made_by_call(value, facts);
      case Kind::Pair:
        return holds_new_tensors(tree_.child(value, Field::Value));
      case Kind::List:
      case Kind::Tuple:
      case Kind::Dictionary:
        return std::ranges::any_of(children_of(value),
                                   [&](NodeId element) { return holds_new_tensors(element); });
      case Kind::ListComprehension:
      case Kind::DictionaryComprehension:
        return copies_weights(value);
      default:
        return false;
    }
  }

  std::vector<NodeId> children_of(NodeId node) const {
    std::vector<NodeId> children;
    for (const NodeId child : tree_.children(node)) children.push_back(child);
    return children;
  }

  bool is_bound_to_new(NodeId name, const Facts& facts) {
    const DefId d = model_.bindings().reaching(name);
    if (d == kNone) return false;
    const Definition& definition = model_.bindings().definition(d);
    switch (definition.kind) {
      case DefKind::Assign:
        return holds_new_tensors(definition.value);
      case DefKind::Unpack:
        return facts.may_be(Fact::Tensor) && tree_.is(definition.value, Kind::Call);
      case DefKind::AugAssign:
      case DefKind::Phi:
      case DefKind::LoopPhi:
        return facts.may_be(Fact::GradTensor);
      default:
        return false;
    }
  }

  bool gives_weights(NodeId n) const {
    return tree_.is(n, Kind::Call) &&
           std::ranges::find(kGiveWeights, model_.method_name(n)) != kGiveWeights.end();
  }

  // {k: v.clone() for k, v in model.state_dict().items()}
  bool copies_weights(NodeId comprehension) const {
    bool gives = false;
    bool copies = false;
    for (NodeId n = comprehension; n < tree_.subtree_end(comprehension); ++n) {
      gives = gives || gives_weights(n);
      copies = copies || model_.receiver_of_call(n, "clone") != kNoNode ||
               model_.receiver_of_call(n, "cpu") != kNoNode || is_deep_copy(n);
    }
    return gives && copies;
  }

  bool is_deep_copy(NodeId n) const {
    return tree_.is(n, Kind::Call) && called_name(tree_, n) == "deepcopy";
  }

  bool is_made_by_call(NodeId call, const Facts& facts) {
    const std::string_view method = model_.method_name(call);
    if (method == kGiveCopiesOfWeights) return true;
    const std::vector<NodeId> arguments = model_.arguments(call);
    if (is_deep_copy(call) &&
        std::ranges::any_of(arguments, [&](NodeId given) { return gives_weights(given); })) {
      return true;
    }
    // A copy of what it is given, or an object that holds it, by the letters of its name.
    if (is_deep_copy(call) || begins_like_class(called_name(tree_, call))) {
      return std::ranges::any_of(arguments, [&](NodeId given) { return holds_new_tensors(given); });
    }
    const NodeId receiver =
        method.empty() ? NodeId{kNoNode} : model_.receiver_of_call(call, method);
    if (receiver != kNoNode && method != "clone" &&
        (may_give_view(model_, method) || model_.means(Meaning::KeepsSize, method))) {
      return holds_new_tensors(receiver);
    }
    if (receiver != kNoNode && method == "clone" && is_one_number(model_.facts(receiver)))
      return false;
    return facts.may_be(Fact::Tensor) ||
           model_.facts(tree_.child(call, Field::Function)).could_be(Fact::Module);
  }

  const SemanticModel& model_;
  const SyntaxTree& tree_;
  int steps_ = 0;
};

}  // namespace

bool holds_new_tensors(const SemanticModel& model, NodeId value) {
  return Content(model).holds_new_tensors(value);
}

}  // namespace mlfix
