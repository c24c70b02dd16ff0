// A base in another file that is not seen may be torch.nn.Module or anything else: what the class
// does itself has to show it. See module_class.h.

#include "torch/module/module_class.h"

#include <algorithm>
#include <unordered_map>

#include "semantic/binding/binding.h"
#include "semantic/knowledge/facts.h"
#include "semantic/names/attribute_access.h"
#include "semantic/semantic_model.h"

namespace mlfix {

NodeId module_class_of(const SemanticModel& model, NodeId n) {
  const NodeId function = model.function_of(n);
  const NodeId klass = function == kNoNode ? NodeId{kNoNode} : model.method_class(function);
  return klass != kNoNode && model.derives_from(klass, "torch.nn.Module") ? klass : kNoNode;
}

namespace {

bool has_forward(const SyntaxTree& tree, NodeId klass) {
  for (const NodeId statement : tree.children(tree.child(klass, Field::Body))) {
    const bool decorated = tree.is(statement, Kind::DecoratedDefinition);
    const NodeId method = decorated ? tree.child(statement, Field::Definition) : statement;
    if (tree.is(method, Kind::FunctionDefinition) &&
        tree.text(tree.child(method, Field::Name)) == "forward") {
      return true;
    }
  }
  return false;
}

// Does the class ask for the mode that a module is in, and is it not the file that sets it?
bool asks_for_mode(const SemanticModel& model, NodeId klass) {
  const auto accesses = model.attribute_accesses("training");
  return std::ranges::any_of(accesses, [&](const auto& one) { return one.klass == klass; }) &&
         std::ranges::none_of(accesses, [](const auto& one) { return one.is_store; });
}

// Does the class put modules on its objects?
bool makes_modules(const SemanticModel& model, NodeId klass) {
  const SyntaxTree& tree = model.tree();
  for (NodeId n = klass; n < tree.subtree_end(klass); ++n) {
    if (!tree.is(n, Kind::Assignment)) continue;
    const NodeId left = tree.child(n, Field::Left), right = tree.child(n, Field::Right);
    const bool on_self = tree.is(left, Kind::Attribute) && tree.is(right, Kind::Call) &&
                         tree.text(tree.child(left, Field::Object)) == "self";
    if (on_self && model.facts(right).must_be(Fact::Module)) return true;
  }
  return false;
}

// By class.
struct ProbableModules {
  std::unordered_map<NodeId, bool> known;
};

}  // namespace

NodeId probable_module_class_of(const SemanticModel& model, NodeId n) {
  if (const NodeId known = module_class_of(model, n); known != kNoNode) return known;
  const NodeId function = model.function_of(n);
  const NodeId klass = function == kNoNode ? NodeId{kNoNode} : model.method_class(function);
  if (klass == kNoNode || model.tree().child(klass, Field::Superclasses) == kNoNode) {
    return kNoNode;
  }
  const auto [known, is_new] = model.notes<ProbableModules>().known.try_emplace(klass, false);
  if (is_new && has_forward(model.tree(), klass)) {
    const bool is_module = asks_for_mode(model, klass) || makes_modules(model, klass);
    model.notes<ProbableModules>().known[klass] = is_module;
  }
  return model.notes<ProbableModules>().known[klass] ? klass : NodeId{kNoNode};
}

bool in_module_method(const SemanticModel& model, NodeId n, std::string_view method) {
  const SyntaxTree& tree = model.tree();
  const NodeId function = model.function_of(n);
  return function != kNoNode && tree.text(tree.child(function, Field::Name)) == method &&
         probable_module_class_of(model, n) != kNoNode;
}

}  // namespace mlfix
