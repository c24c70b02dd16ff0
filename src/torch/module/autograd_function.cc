// Goes by the names of the methods and of what they call their context: autograd
// itself finds them so.

#include "torch/module/autograd_function.h"

#include <algorithm>
#include <map>
#include <span>
#include <unordered_map>
#include <utility>

#include "semantic/control/walk.h"

namespace mlfix {
namespace {

NodeId method_of(const SyntaxTree& tree, NodeId klass, std::string_view name) {
  for (NodeId member : tree.children(tree.child(klass, Field::Body))) {
    if (tree.is(member, Kind::DecoratedDefinition)) member = tree.child(member, Field::Definition);
    if (tree.is(member, Kind::FunctionDefinition) &&
        tree.text(tree.child(member, Field::Name)) == name) {
      return member;
    }
  }
  return kNoNode;
}

}  // namespace

std::string_view first_parameter(const SyntaxTree& tree, NodeId function) {
  const NodeId first = tree.first_child(tree.child(function, Field::Parameters));
  if (first == kNoNode) return {};
  return tree.text(tree.is(first, Kind::Identifier) ? first : tree.first_child(first));
}

AutogradFunction autograd_function_around(const SemanticModel& model, NodeId n) {
  const SyntaxTree& tree = model.tree();
  AutogradFunction f;
  f.forward = model.function_of(n);
  f.klass = f.forward == kNoNode ? NodeId{kNoNode} : model.method_class(f.forward);
  if (f.klass == kNoNode || !model.derives_from(f.klass, "torch.autograd.Function")) return {};
  if (tree.text(tree.child(f.forward, Field::Name)) != "forward") return {};
  f.backward = method_of(tree, f.klass, "backward");
  f.context = first_parameter(tree, f.forward);
  return f;
}

namespace {

// By the function and the definition: many stores may keep one value.
struct ReturnedDefinitions {
  std::map<std::pair<NodeId, DefId>, bool> known;
};

bool is_returned_from(const SemanticModel& model, NodeId function, DefId def) {
  const auto [known, is_new] =
      model.notes<ReturnedDefinitions>().known.try_emplace({function, def}, false);
  if (!is_new) return known->second;
  const SyntaxTree& tree = model.tree();
  for (const UseId use : model.bindings().definition(def).uses) {
    const NodeId n = model.bindings().use(use).node;
    NodeId up = tree.parent(n);
    while (tree.is(up, Kind::ExpressionList) || tree.is(up, Kind::Tuple)) {
      up = tree.parent(up);
    }
    if (tree.is(up, Kind::ReturnStatement) && model.function_of(n) == function) {
      return known->second = true;
    }
  }
  return false;
}

}  // namespace

bool is_output_of(const SemanticModel& model, const AutogradFunction& f, NodeId name) {
  const DefId def = model.bindings().reaching(name);
  if (def == kNone || !is_returned_from(model, f.forward, def)) return false;
  const Definition& d = model.bindings().definition(def);
  if (d.kind != DefKind::Unpack) return d.kind != DefKind::Parameter;
  // One of several things that a call gave: a handle, a list, an event.
  return model.facts(name).may_be(Fact::Tensor);
}

bool is_tensor_input(const SemanticModel& model, NodeId name) {
  const SyntaxTree& tree = model.tree();
  const DefId def = model.bindings().reaching(name);
  if (def == kNone || model.bindings().definition(def).kind != DefKind::Parameter) return false;
  if (model.facts(name).must_be(Fact::Tensor)) return true;
  const Facts tensor{Fact::Tensor, Fact::Tensor, FactSet()};
  for (const UseId use : model.bindings().definition(def).uses) {
    const Consumer consumer = model.consumer_of(model.bindings().use(use).node);
    const bool shared = model.means(Meaning::SharedMethod, consumer.name);
    if (consumer.role == Role::MethodReceiver && !shared) {
      const MethodInfo* info = model.knowledge().method(consumer.name, tensor);
      if (info != nullptr && info->receiver.has(Fact::Tensor)) return true;
    }
    if (consumer.role == Role::Argument && consumer.position == 0) {
      const NodeId called = tree.child(consumer.node, Field::Function);
      const bool made = model.facts(consumer.node).must_be(Fact::Tensor);
      if (made && model.qualified_text(called).starts_with("torch.")) return true;
    }
  }
  return false;
}

ContextUses context_uses(const SemanticModel& model, const AutogradFunction& f, NodeId attribute) {
  const SyntaxTree& tree = model.tree();
  ContextUses uses;
  const std::string_view name = tree.text(tree.child(attribute, Field::Attribute));
  const std::string_view context =
      f.backward == kNoNode ? std::string_view() : first_parameter(tree, f.backward);
  for (const AttributeAccess& access : model.attribute_accesses_in(f.klass, name)) {
    if (access.node == attribute) continue;
    const NodeId up = tree.parent(access.node);
    const bool deleted = tree.is(up, Kind::DeleteStatement);
    const bool cleared = access.is_store && tree.is(up, Kind::Assignment) &&
                         tree.is(tree.child(up, Field::Right), Kind::None);
    uses.released = uses.released || deleted || cleared;
    const bool only_read = access.is_load && !access.is_store;
    const NodeId method = model.function_of(access.node);
    const bool read = only_read && method == f.backward && tree.text(access.object) == context;
    const bool own = only_read && method == f.forward && tree.text(access.object) == f.context &&
                     access.node >= tree.subtree_end(model.statement_of(attribute));
    uses.plain = uses.plain && (read || own);
    if (read) uses.reads.push_back(access.node);
    if (own) uses.own.push_back(access.node);
  }
  return uses;
}

namespace {

struct ContextStores {
  std::unordered_map<NodeId, std::vector<TextRange>> in;  // by forward()
};

std::vector<TextRange> find_context_stores(const SemanticModel& model, const AutogradFunction& f) {
  const SyntaxTree& tree = model.tree();
  std::vector<TextRange> stores;
  const NodeId body = tree.child(f.forward, Field::Body);
  for_each_node(tree, body, tree.subtree_end(body), [&](NodeId n) {
    if (!tree.is(n, Kind::Assignment)) return;
    const NodeId left = tree.child(n, Field::Left);
    const bool on_context =
        tree.is(left, Kind::Attribute) && tree.text(tree.child(left, Field::Object)) == f.context;
    if (on_context) stores.push_back(tree.range(n));
  });
  if (stores.size() < 2) return {};
  return {TextRange{stores.front().begin, stores.back().end}};
}

}  // namespace

const std::vector<TextRange>& context_stores(const SemanticModel& model,
                                             const AutogradFunction& f) {
  const auto [known, is_new] = model.notes<ContextStores>().in.try_emplace(f.forward);
  if (is_new) known->second = find_context_stores(model, f);
  return known->second;
}

bool returns_attribute(const SemanticModel& model, const AutogradFunction& f, NodeId attribute) {
  const SyntaxTree& tree = model.tree();
  const auto is_it = [&](NodeId n) { return tree.text(n) == tree.text(attribute); };
  for (const NodeId value : model.returned_values(f.forward)) {
    if (is_it(value)) return true;
    if (!tree.is(value, Kind::ExpressionList) && !tree.is(value, Kind::Tuple)) continue;
    for (const NodeId element : tree.children(value)) {
      if (is_it(element)) return true;
    }
  }
  return false;
}

}  // namespace mlfix
