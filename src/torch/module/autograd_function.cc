// Goes by the names of the methods and of what they call their context: autograd
// itself finds them so.

#include "torch/module/autograd_function.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <set>
#include <unordered_map>
#include <utility>

#include "semantic/binding/binding.h"
#include "semantic/control/consumer.h"
#include "semantic/control/walk.h"
#include "semantic/flow/places.h"
#include "semantic/knowledge/facts.h"
#include "semantic/names/attribute_access.h"
#include "semantic/names/elements.h"
#include "semantic/semantic_model.h"
#include "torch/tensor/tensor_use.h"

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

namespace {

// The place of a parameter among those after the context, or -1.
int place_among_inputs(const SyntaxTree& tree, NodeId forward, NodeId parameter) {
  int place = -1;
  for (const NodeId holder : tree.children(tree.child(forward, Field::Parameters))) {
    if (tree.is(holder, Kind::ListSplatPattern) || tree.is(holder, Kind::DictionarySplatPattern)) {
      return -1;
    }
    if (tree.contains(holder, parameter)) return place;
    ++place;
  }
  return -1;
}

// Is it a value that may be a tensor, and is not None on every path?
bool is_gradient(const SemanticModel& model, NodeId value) {
  const SyntaxTree& tree = model.tree();
  const bool computed = tree.is(value, Kind::Identifier) || tree.is(value, Kind::Call) ||
                        tree.is(value, Kind::BinaryOperator) ||
                        tree.is(value, Kind::UnaryOperator) || tree.is(value, Kind::Subscript);
  return computed && !model.facts(value).must.has_any(Fact::None | FactSet(Fact::Number));
}

// Has forward() one parameter after its context?
bool has_one_input(const SyntaxTree& tree, NodeId forward) {
  const NodeId context = tree.first_child(tree.child(forward, Field::Parameters));
  const NodeId input = context == kNoNode ? NodeId{kNoNode} : tree.next_sibling(context);
  return input != kNoNode && !tree.is(input, Kind::ListSplatPattern) &&
         tree.next_sibling(input) == kNoNode;
}

// Does backward() compute a gradient for the parameter? Autograd asks for one of tensors alone,
// and for as many as there are inputs: what it returns alone is that of the only one.
bool has_gradient(const SemanticModel& model, const AutogradFunction& f, NodeId parameter) {
  if (f.backward == kNoNode) return false;
  const SyntaxTree& tree = model.tree();
  const int place = place_among_inputs(tree, f.forward, parameter);
  if (place < 0) return false;
  for (const NodeId value : model.returned_values(f.backward)) {
    const NodeId returned = model.strip_parentheses(value);
    if (!tree.is(returned, Kind::ExpressionList) && !tree.is(returned, Kind::Tuple)) {
      if (has_one_input(tree, f.forward) && is_gradient(model, returned)) return true;
      continue;
    }
    const Elements& elements = placed_elements(model, returned);
    const auto at = static_cast<std::size_t>(place);
    if (at >= elements.before_stars) continue;
    if (is_gradient(model, model.strip_parentheses(elements.all[at]))) return true;
  }
  return false;
}

// By parameter of a function of the file.
struct TensorParameters {
  std::unordered_map<NodeId, bool> known;
};

// Is it given to a function of the file that takes a tensor: by the parameter's annotation, or by
// what the function does with it?
bool is_given_as_tensor(const SemanticModel& model, NodeId read) {
  const Consumer consumer = model.consumer_of(read);
  if (consumer.role != Role::Argument || model.callee(consumer.node) == kNoNode) return false;
  const NodeId parameter = parameter_of_argument(model, consumer.node, read);
  if (parameter == kNoNode) return false;
  const auto [known, is_new] = model.notes<TensorParameters>().known.try_emplace(parameter, false);
  if (is_new) {
    const DefId def = model.bindings().definition_at(parameter);
    known->second = def != kNone &&
                    (model.facts_of(def).must_be(Fact::Tensor) || has_use_as_tensor(model, def));
  }
  return known->second;
}

// Is what the function gives the parameter by default a tensor?
bool is_tensor_by_default(const SemanticModel& model, NodeId parameter) {
  const DefId def = model.bindings().definition_at(parameter);
  const NodeId given = def == kNone ? NodeId{kNoNode} : model.bindings().definition(def).value;
  return given != kNoNode && model.facts(given).must_be(Fact::Tensor);
}

}  // namespace

bool is_used_as_tensor(const SemanticModel& model, DefId def) {
  return has_use_as_tensor(model, def) ||
         std::ranges::any_of(model.bindings().definition(def).uses, [&](UseId use) {
           return is_given_as_tensor(model, model.bindings().use(use).node);
         });
}

bool is_tensor_input(const SemanticModel& model, const AutogradFunction& f, NodeId name) {
  const DefId def = model.bindings().reaching(name);
  if (def == kNone || model.bindings().definition(def).kind != DefKind::Parameter) return false;
  const NodeId parameter = model.bindings().definition(def).node;
  return model.facts(name).must_be(Fact::Tensor) || is_tensor_by_default(model, parameter) ||
         is_used_as_tensor(model, def) || has_gradient(model, f, parameter);
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

StoredTogether stored_together(const SemanticModel& model, const AutogradFunction& f,
                               NodeId assignment) {
  const SyntaxTree& tree = model.tree();
  const NodeId left = tree.child(assignment, Field::Left);
  const NodeId right = model.strip_parentheses(tree.child(assignment, Field::Right));
  const bool targets = tree.is(left, Kind::PatternList) || tree.is(left, Kind::TuplePattern);
  const bool values = tree.is(right, Kind::ExpressionList) || tree.is(right, Kind::Tuple);
  if (!targets || !values) return {};
  StoredTogether stored{assignment, {}, {}};
  for (const NodeId target : tree.children(left)) stored.attributes.push_back(target);
  for (const NodeId value : tree.children(right)) stored.values.push_back(value);
  const bool on_context = std::ranges::all_of(stored.attributes, [&](NodeId target) {
    return tree.is(target, Kind::Attribute) &&
           tree.text(tree.child(target, Field::Object)) == f.context;
  });
  const bool splat = std::ranges::any_of(
      stored.values, [&](NodeId value) { return tree.is(value, Kind::ListSplat); });
  const bool paired = stored.attributes.size() == stored.values.size() && !splat;
  return on_context && paired ? stored : StoredTogether();
}

namespace {

constexpr std::size_t kMaxTogether = 32;  // values in one statement

struct TakenStatements {
  std::unordered_map<NodeId, TakenTogether> of;  // by the list of values
};

// The names of the function before `statement`.
std::set<std::string_view> names_in_front(const SyntaxTree& tree, NodeId function,
                                          NodeId statement) {
  std::set<std::string_view> names;
  for (NodeId n = tree.child(function, Field::Parameters); n < statement; ++n) {
    if (tree.is(n, Kind::Identifier)) names.insert(tree.text(n));
  }
  return names;
}

TakenTogether find_taken_together(const SemanticModel& model, const AutogradFunction& f,
                                  NodeId list) {
  const SyntaxTree& tree = model.tree();
  const NodeId assignment = tree.parent(list);
  if (!tree.is(list, Kind::ExpressionList) || !tree.is(assignment, Kind::Assignment)) return {};
  const NodeId left = tree.child(assignment, Field::Left);
  const NodeId statement = model.statement_of(assignment);
  const bool pattern = tree.is(left, Kind::PatternList) || tree.is(left, Kind::TuplePattern);
  const bool at_top = tree.parent(statement) == tree.child(f.backward, Field::Body);
  if (!pattern || !at_top || tree.child(assignment, Field::Right) != list) return {};
  TakenTogether taken{assignment, {}, {}};
  for (const NodeId value : tree.children(list)) taken.values.push_back(value);
  for (const NodeId name : tree.children(left)) taken.names.push_back(name);
  if (taken.names.size() != taken.values.size() || taken.names.size() > kMaxTogether) return {};
  const std::set<std::string_view> before = names_in_front(tree, f.backward, statement);
  const bool fresh = std::ranges::all_of(taken.names, [&](NodeId name) {
    return tree.is(name, Kind::Identifier) && !before.contains(tree.text(name));
  });
  const std::string_view context = first_parameter(tree, f.backward);
  const bool of_context = std::ranges::all_of(taken.values, [&](NodeId value) {
    return tree.is(value, Kind::Attribute) &&
           tree.text(tree.child(value, Field::Object)) == context;
  });
  return fresh && of_context ? taken : TakenTogether();
}

// The name that the value at `read` is bound to at once, or kNoNode.
NodeId name_bound_to(const SyntaxTree& tree, NodeId read) {
  const NodeId up = tree.parent(read);
  if (tree.is(up, Kind::Assignment)) {
    const NodeId left = tree.child(up, Field::Left);
    return tree.child(up, Field::Right) == read && tree.is(left, Kind::Identifier)
               ? left
               : NodeId{kNoNode};
  }
  const NodeId assignment = tree.parent(up);
  if (!tree.is(up, Kind::ExpressionList) || !tree.is(assignment, Kind::Assignment)) return kNoNode;
  NodeId target = tree.first_child(tree.child(assignment, Field::Left));
  for (NodeId value = tree.first_child(up); value != read && target != kNoNode;
       value = tree.next_sibling(value)) {
    target = tree.next_sibling(target);
  }
  return tree.is(target, Kind::Identifier) ? target : NodeId{kNoNode};
}

}  // namespace

bool is_read_as_tensor(const SemanticModel& model, const ContextUses& uses) {
  return std::ranges::any_of(uses.reads, [&](NodeId read) {
    if (is_tensor_by_use(model, read)) return true;
    const NodeId name = name_bound_to(model.tree(), read);
    const DefId def = name == kNoNode ? DefId{kNone} : model.bindings().definition_at(name);
    return def != kNone && is_used_as_tensor(model, def);
  });
}

const TakenTogether& taken_together(const SemanticModel& model, const AutogradFunction& f,
                                    NodeId read) {
  const NodeId list = model.tree().parent(read);
  const auto [known, is_new] = model.notes<TakenStatements>().of.try_emplace(list);
  if (is_new) known->second = find_taken_together(model, f, list);
  return known->second;
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
