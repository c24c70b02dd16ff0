// A model counts as kept when its name, or one that takes it over, is read after the
// loop, by a closure, or stored in one of the ways that outlive an iteration.

#include "keras/keras_models.h"

#include <algorithm>
#include <string_view>

#include "semantic/binding/binding.h"
#include "semantic/control/consumer.h"
#include "semantic/control/walk.h"
#include "semantic/flow/places.h"
#include "semantic/knowledge/facts.h"
#include "semantic/knowledge/meanings.h"
#include "semantic/names/call_sites.h"
#include "semantic/semantic_model.h"

namespace mlfix {
namespace {

constexpr int kMaxNamesBehind = 3;

// A call of a class of models, and not one of the methods that hand on their model.
bool is_keras_construction(const SemanticModel& model, NodeId call) {
  const std::string_view method = model.method_name(call);
  return constructs_keras_model(model, call) && method != "compile" && method != "fit";
}

// Where the function builds a model that it keeps to itself.
NodeId built_inside(const SemanticModel& model, NodeId function) {
  const SyntaxTree& tree = model.tree();
  NodeId built = kNoNode;
  const NodeId body = tree.child(function, Field::Body);
  for_each_node(tree, body, tree.subtree_end(body), [&](NodeId n) {
    const bool is_first = built == kNoNode && tree.is(n, Kind::Call);
    if (is_first && constructs_keras_model(model, n)) built = n;
  });
  return built;
}

// Is a value put where it outlives the iteration?
bool is_stored(const SemanticModel& model, NodeId value) {
  const Consumer consumer = model.consumer_of(value);
  const std::string_view method =
      consumer.role == Role::Argument ? model.method_name(consumer.node) : std::string_view();
  return consumer.role == Role::Returned || consumer.role == Role::Yielded ||
         consumer.role == Role::Element || model.means(Meaning::StoresInContainer, method);
}

// The whole of `value if a else b` and of `a or value`.
NodeId whole_of(const SemanticModel& model, NodeId value) {
  while (model.consumer_of(value).role == Role::Operand) value = model.consumer_of(value).node;
  return value;
}

// Does the model get out of its iteration under this name or another?
bool is_read_behind(const SemanticModel& model, DefId d, NodeId loop, int depth) {
  const SyntaxTree& tree = model.tree();
  const Bindings& bindings = model.bindings();
  const auto outside = [&](NodeId n) { return !tree.contains(loop, n); };
  const Definition& definition = bindings.definition(d);
  const auto leaves = [&](UseId u) {
    const NodeId use = whole_of(model, bindings.use(u).node);
    if (outside(use) || bindings.use(u).captured || is_stored(model, use)) {
      return true;
    }
    const Consumer consumer = model.consumer_of(use);
    const NodeId left =
        consumer.role == Role::Assigned ? tree.child(consumer.node, Field::Left) : kNoNode;
    const DefId other = tree.is(left, Kind::Identifier) ? bindings.definition_at(left) : kNone;
    return (left != kNoNode && !tree.is(left, Kind::Identifier)) ||
           (other != kNone && depth < kMaxNamesBehind &&
            is_read_behind(model, other, loop, depth + 1));
  };
  return std::any_of(definition.uses.begin(), definition.uses.end(), leaves) ||
         (depth < kMaxNamesBehind &&
          std::any_of(definition.phis.begin(), definition.phis.end(),
                      [&](DefId phi) { return is_read_behind(model, phi, loop, depth + 1); }));
}

}  // namespace

bool constructs_keras_model(const SemanticModel& model, NodeId call) {
  return model.facts(call).must_be(Fact::KerasModel);
}

bool makes_keras_model(const SemanticModel& model, NodeId call) {
  if (constructs_keras_model(model, call)) {
    return is_keras_construction(model, call);
  }
  return keras_model_inside(model, call) != kNoNode;
}

NodeId keras_model_inside(const SemanticModel& model, NodeId call) {
  const NodeId callee = model.callee(call);
  return callee == kNoNode ? NodeId{kNoNode} : built_inside(model, callee);
}

NodeId keras_made_outside(const SemanticModel& model, NodeId loop) {
  const SyntaxTree& tree = model.tree();
  const Bindings& bindings = model.bindings();
  NodeId found = kNoNode;
  const auto is_keras = [&](NodeId value) {
    const NodeId callee = tree.is(value, Kind::Call) ? tree.child(value, Field::Function) : kNoNode;
    return callee != kNoNode && (model.qualified_text(callee).starts_with("keras.") ||
                                 model.facts(value).could_be(Fact::KerasModel));
  };
  for_each_node(tree, loop, tree.subtree_end(loop), [&](NodeId n) {
    if (found != kNoNode) {
      return;
    }
    if (tree.is(n, Kind::Attribute) && model.facts(n).must_be(Fact::KerasModel)) {
      found = n;
    }
    const DefId d = tree.is(n, Kind::Identifier) ? bindings.reaching(n) : DefId{kNone};
    if (d == kNone || tree.contains(loop, bindings.definition(d).node)) {
      return;
    }
    const Definition& definition = bindings.definition(d);
    const bool made = definition.kind == DefKind::Assign || definition.kind == DefKind::LoopPhi ||
                      definition.kind == DefKind::Parameter;
    if (made && (model.facts_of(d).may_be(Fact::KerasModel) ||
                 (definition.value != kNoNode && is_keras(definition.value)))) {
      found = n;
    }
  });
  return found;
}

NodeId keras_model_beside(const SemanticModel& model, NodeId loop) {
  const SyntaxTree& tree = model.tree();
  const auto in_loop = [&](NodeId call) { return tree.contains(loop, call); };
  for (NodeId n = 0; n < tree.size(); ++n) {
    if (!tree.is(n, Kind::Call) || in_loop(n) || !is_keras_construction(model, n)) continue;
    const NodeId function = model.function_of(n);
    if (function == kNoNode || function == model.function_of(loop)) return n;
    const std::vector<NodeId>& calls = model.call_sites(function).calls;
    if (calls.empty() || !std::all_of(calls.begin(), calls.end(), in_loop)) return n;
  }
  return kNoNode;
}

bool continues_itself(const SemanticModel& model, NodeId call, NodeId loop) {
  const SyntaxTree& tree = model.tree();
  const Consumer consumer = model.consumer_of(call);
  if (consumer.role != Role::Assigned) return false;
  const NodeId left = tree.child(consumer.node, Field::Left);
  const DefId def =
      tree.is(left, Kind::Identifier) ? model.bindings().definition_at(left) : DefId{kNone};
  if (def == kNone) return false;
  const std::vector<NodeId> arguments = model.arguments(call);
  return std::any_of(arguments.begin(), arguments.end(), [&](NodeId argument) {
    return tree.is(argument, Kind::Identifier) && is_carried(model, argument, loop, def);
  });
}

bool is_model_kept(const SemanticModel& model, NodeId call, NodeId loop) {
  const SyntaxTree& tree = model.tree();
  if (!constructs_keras_model(model, call)) {
    return false;
  }
  const NodeId value = whole_of(model, call);
  const Consumer consumer = model.consumer_of(value);
  if (is_stored(model, value)) {
    return true;
  }
  if (consumer.role != Role::Assigned) {
    return false;
  }
  const NodeId left = tree.child(consumer.node, Field::Left);
  for (NodeId n = left; n != kNoNode && n < tree.subtree_end(left); ++n) {
    const DefId d = tree.is(n, Kind::Identifier) ? model.bindings().definition_at(n) : kNone;
    if (tree.is(n, Kind::Attribute) || (d != kNone && is_read_behind(model, d, loop, 0))) {
      return true;
    }
  }
  return false;
}

}  // namespace mlfix
