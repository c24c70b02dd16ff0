#include "torch/tensor/tensor_proof.h"

#include <algorithm>
#include <optional>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "semantic/binding/binding.h"
#include "semantic/knowledge/facts.h"
#include "semantic/knowledge/meanings.h"
#include "semantic/semantic_model.h"
#include "syntax/parameter.h"
#include "torch/graph/attachment.h"
#include "torch/module/module_attachment.h"

namespace mlfix {

template <>
class Prover<Claim::IsTensor> {
 public:
  static Proof<Claim::IsTensor> proven() { return {}; }
};

namespace {

// Are there numbers with a backward() of their own, so that not every value that
// has one is a tensor?
bool has_other_autograd(const SemanticModel& model) {
  const SyntaxTree& tree = model.tree();
  if (model.imports("micrograd") || model.imports("chainer")) return true;
  std::vector<NodeId> with_backward, with_addition;
  for (NodeId n = 0; n < tree.size(); ++n) {
    const NodeId klass =
        tree.is(n, Kind::FunctionDefinition) ? model.method_class(n) : NodeId{kNoNode};
    if (klass == kNoNode) continue;
    const std::string_view name = tree.text(tree.child(n, Field::Name));
    if (name == "backward") with_backward.push_back(klass);
    if (name == "__add__") with_addition.push_back(klass);
  }
  return std::any_of(with_backward.begin(), with_backward.end(), [&](NodeId klass) {
    return std::find(with_addition.begin(), with_addition.end(), klass) != with_addition.end();
  });
}

struct OtherAutograd {
  std::optional<bool> is_there;
};

Assumption expected(NodeId at, std::string text) {
  return {AssumptionKind::ExpectedValue, std::move(text), at};
}

bool is_annotated_parameter(const SyntaxTree& tree, const Definition& definition) {
  return definition.kind == DefKind::Parameter &&
         annotation_of_parameter(tree, definition.node) != kNoNode;
}

// May the value be a parameter with an annotation, perhaps by another name? An annotation is
// what the author means, and None may come all the same.
bool rests_on_annotation(const SemanticModel& model, NodeId expr) {
  const SyntaxTree& tree = model.tree();
  const Bindings& bindings = model.bindings();
  std::set<DefId> seen;
  std::vector<DefId> open;
  const auto enter = [&](NodeId value) {
    value = value == kNoNode ? value : model.strip_parentheses(value);
    if (tree.is(value, Kind::Identifier)) open.push_back(bindings.reaching(value));
  };
  enter(expr);
  while (!open.empty()) {
    const DefId at = open.back();
    open.pop_back();
    if (at == kNone || !seen.insert(at).second) continue;
    model.work().spend();
    const Definition& definition = bindings.definition(at);
    if (is_annotated_parameter(tree, definition)) return true;
    if (definition.kind == DefKind::Assign) enter(definition.value);
    if (definition.kind != DefKind::Phi && definition.kind != DefKind::LoopPhi) continue;
    open.insert(open.end(), definition.operands.begin(), definition.operands.end());
  }
  return false;
}

}  // namespace

Answer<Claim::IsTensor> is_tensor(const SemanticModel& model, NodeId expr, std::string assumed) {
  const bool proven = model.facts(expr).must_be(Fact::Tensor) && !rests_on_annotation(model, expr);
  if (proven) return Prover<Claim::IsTensor>::proven();
  return expected(expr, std::move(assumed));
}

bool is_one_of_mixed(const SemanticModel& model, NodeId value) {
  const SyntaxTree& tree = model.tree();
  const DefId def =
      tree.is(value, Kind::Identifier) ? model.bindings().reaching(value) : DefId{kNone};
  if (def == kNone || model.bindings().definition(def).kind != DefKind::For) return false;
  const NodeId entries = model.bindings().definition(def).value;
  const std::string_view method = entries == kNoNode ? "" : model.method_name(entries);
  return !method.empty() && model.means(Meaning::ReadsEntries, method);
}

Answer<Claim::IsTensor> attached_tensor(const SemanticModel& model, NodeId expr) {
  if (is_one_of_mixed(model, expr)) return Prover<Claim::IsTensor>::proven();
  std::optional<bool>& other = model.notes<OtherAutograd>().is_there;
  if (!other) other = has_other_autograd(model);
  const bool proven = attachment_of(model, expr) == Attachment::Proven && !*other &&
                      !rests_on_annotation(model, expr);
  if (proven) return Prover<Claim::IsTensor>::proven();
  return expected(expr, "it is a tensor");
}

Answer<Claim::IsTensor> attached_tensors_in_module(const SemanticModel& model,
                                                   std::span<const NodeId> values, NodeId place) {
  const bool proven = std::ranges::all_of(values, [&](NodeId value) {
    return attachment_in_module(model, value) == Attachment::Proven;
  });
  if (proven && !values.empty()) return Prover<Claim::IsTensor>::proven();
  return is_tensor(model, place, "it is a tensor");
}

Answer<Claim::IsTensor> reduced_tensor(const SemanticModel& model, NodeId call) {
  const SyntaxTree& tree = model.tree();
  const NodeId callee = tree.child(call, Field::Function);
  if (model.qualified_text(callee).starts_with("torch.")) return Prover<Claim::IsTensor>::proven();
  const NodeId object =
      tree.is(callee, Kind::Attribute) ? tree.child(callee, Field::Object) : callee;
  // What is no tensor fails here with the fix as without it.
  if (model.facts(object).must_be(Fact::Tensor)) return Prover<Claim::IsTensor>::proven();
  return expected(object, "what it reduces is a tensor");
}

bool may_be_tuple(const SemanticModel& model, NodeId expr) {
  const Facts facts = model.facts(expr);
  return facts.could_be(Fact::Container) && facts.could_be(Fact::Tensor) &&
         !facts.must_be(Fact::Tensor);
}

}  // namespace mlfix
