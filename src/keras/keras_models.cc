// A model counts as kept when the value-flow engine finds that it gets out of the iteration: it is
// stored, returned, or read by a closure, or a name that it gets to is read outside of the loop.

#include "keras/keras_models.h"

#include <algorithm>
#include <string_view>

#include "semantic/binding/binding.h"
#include "semantic/control/consumer.h"
#include "semantic/control/walk.h"
#include "semantic/flow/places.h"
#include "semantic/flow/value_flow.h"
#include "semantic/knowledge/facts.h"
#include "semantic/knowledge/meanings.h"
#include "semantic/names/call_sites.h"
#include "semantic/semantic_model.h"

namespace mlfix {
namespace {

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

struct ModelMemory : FlowMemory {};

// Where a model gets to under its names, into the functions and the containers that are given it:
// not what its methods and attributes give.
class ModelFlow final : public FlowPolicy {
 public:
  FlowMemory& memory(const SemanticModel& model) const override {
    return model.notes<ModelMemory>();
  }
  bool shares_answers() const override { return false; }
  bool follows_returns() const override { return false; }
  void attribute_read(ValueFlow&, const Consumer&, Part) const override {}
  void attribute_read_by_name(ValueFlow&, NodeId, std::string_view) const override {}
  void method_called(ValueFlow&, NodeId, const Consumer&, Part) const override {}
  void given_to_library(ValueFlow& flow, NodeId, const Consumer& consumer, Part) const override {
    const std::string_view method = flow.model().method_name(consumer.node);
    if (flow.model().means(Meaning::StoresInContainer, method)) {
      flow.mark(Sink::InContainer, consumer.node);
    }
  }
};

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
  if (!constructs_keras_model(model, call)) return false;
  const ModelFlow policy;
  ValueFlow flow(model, policy);
  flow.start_expression(call);
  if (flow.run().has_any(
          {Sink::Returned, Sink::OnAttribute, Sink::InContainer, Sink::Captured, Sink::Yielded})) {
    return true;
  }
  const Bindings& bindings = model.bindings();
  return std::ranges::any_of(flow.definitions(), [&](DefId def) {
    return std::ranges::any_of(bindings.definition(def).uses, [&](UseId use) {
      return !model.tree().contains(loop, bindings.use(use).node);
    });
  });
}

}  // namespace mlfix
