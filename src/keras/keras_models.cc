// A model counts as kept when the value-flow engine finds that it gets out of the iteration: it is
// stored, returned, or read by a closure, or a name that it gets to is read outside of the loop.

#include "keras/keras_models.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "semantic/binding/binding.h"
#include "semantic/control/consumer.h"
#include "semantic/control/repetition.h"
#include "semantic/control/walk.h"
#include "semantic/flow/places.h"
#include "semantic/flow/value_flow.h"
#include "semantic/knowledge/facts.h"
#include "semantic/knowledge/knowledge.h"
#include "semantic/knowledge/meanings.h"
#include "semantic/names/access_path.h"
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

namespace {

// Keras' own, but no data, callbacks and the like.
bool is_keras_object(const SemanticModel& model, NodeId value) {
  const SyntaxTree& tree = model.tree();
  const NodeId callee = tree.is(value, Kind::Call) ? tree.child(value, Field::Function) : kNoNode;
  if (callee == kNoNode) return false;
  const std::string name = model.qualified_text(callee);
  const bool named =
      name.starts_with("keras.") && !model.knowledge().covers(Meaning::HoldsNoLayers, name);
  return named || model.facts(value).could_be(Fact::KerasModel);
}

bool is_only_asked(const SemanticModel& model, NodeId read) {
  const Consumer consumer = model.consumer_of(read);
  return consumer.role == Role::MethodReceiver && model.means(Meaning::TellsOfLayer, consumer.name);
}

// Is the name, read in the loop, that of a model, a layer or a tensor from before it?
bool names_keras_from_outside(const SemanticModel& model, NodeId name, NodeId loop) {
  const Bindings& bindings = model.bindings();
  const DefId d = bindings.reaching(name);
  if (d == kNone || model.tree().contains(loop, bindings.definition(d).node)) return false;
  const Definition& definition = bindings.definition(d);
  const bool made = definition.kind == DefKind::Assign || definition.kind == DefKind::LoopPhi ||
                    definition.kind == DefKind::Parameter;
  const bool keras =
      made && (model.facts_of(d).may_be(Fact::KerasModel) ||
               (definition.value != kNoNode && is_keras_object(model, definition.value)));
  return keras && !is_only_asked(model, name);
}

constexpr int kMaxLoopCallers = 4;

// The loop, and where it is run from: the call of its function, of the function around that, and so
// on, as far as there is one alone.
std::vector<NodeId> run_points(const SemanticModel& model, NodeId loop) {
  std::vector<NodeId> points{loop};
  while (points.size() <= kMaxLoopCallers) {
    const NodeId function = model.function_of(points.back());
    if (function == kNoNode) break;
    const CallSites& sites = model.call_sites(function);
    if (sites.calls.size() != 1 || sites.value_use != kNoNode) break;
    points.push_back(sites.calls.front());
  }
  return points;
}

// Does the node run when the loop is over, and never before it?
bool runs_behind(const SemanticModel& model, NodeId n, NodeId loop) {
  return std::ranges::any_of(run_points(model, loop), [&](NodeId point) {
    return model.function_of(n) == model.function_of(point) &&
           n >= model.tree().subtree_end(point) &&
           repetition_of(model, point) != Repetition::Repeated;
  });
}

// Does the call run in the loop, or when it is over? Through functions that are called so alone.
bool runs_in_or_behind(const SemanticModel& model, NodeId call, NodeId loop, int depth) {
  if (model.tree().contains(loop, call) || runs_behind(model, call, loop)) return true;
  const NodeId function = model.function_of(call);
  if (function == kNoNode || function == model.function_of(loop) || depth == kMaxLoopCallers) {
    return false;
  }
  const std::vector<NodeId>& calls = model.call_sites(function).calls;
  return !calls.empty() && std::ranges::all_of(calls, [&](NodeId site) {
    return runs_in_or_behind(model, site, loop, depth + 1);
  });
}

}  // namespace

NodeId keras_made_outside(const SemanticModel& model, NodeId loop) {
  const SyntaxTree& tree = model.tree();
  NodeId found = kNoNode;
  for_each_node(tree, loop, tree.subtree_end(loop), [&](NodeId n) {
    if (found != kNoNode) return;
    const bool attribute = tree.is(n, Kind::Attribute) && model.facts(n).must_be(Fact::KerasModel);
    const bool name = tree.is(n, Kind::Identifier) && names_keras_from_outside(model, n, loop);
    if (attribute || name) found = n;
  });
  return found;
}

NodeId keras_model_beside(const SemanticModel& model, NodeId loop) {
  const SyntaxTree& tree = model.tree();
  for (NodeId n = 0; n < tree.size(); ++n) {
    if (!tree.is(n, Kind::Call) || tree.contains(loop, n) || !is_keras_construction(model, n)) {
      continue;
    }
    if (!runs_in_or_behind(model, n, loop, 0)) return n;
  }
  return kNoNode;
}

namespace {

// May the loop run the function? Errs to true.
bool may_run(const SemanticModel& model, NodeId loop, NodeId function, int depth) {
  if (function == kNoNode) return false;
  const CallSites& sites = model.call_sites(function);
  if (sites.value_use != kNoNode || depth == kMaxLoopCallers) return true;
  if (sites.calls.empty()) return model.method_class(function) != kNoNode;  // a callback
  return std::ranges::any_of(sites.calls, [&](NodeId call) {
    return model.tree().contains(loop, call) ||
           may_run(model, loop, model.function_of(call), depth + 1);
  });
}

// Is what the call does done again and again for the loop: in its function, by what the loop runs,
// or by a loop around it?
bool serves_loop(const SemanticModel& model, NodeId call, NodeId loop) {
  const NodeId function = model.function_of(call);
  const auto runs = [&](NodeId around) {
    return model.tree().contains(around, call) || may_run(model, around, function, 0);
  };
  return function == model.function_of(loop) || runs(loop) ||
         std::ranges::any_of(run_points(model, loop), [&](NodeId point) {
           return std::ranges::any_of(model.loops_of(point), runs);
         });
}

}  // namespace

bool clears_session(const SemanticModel& model, NodeId loop) {
  if (!model.mentions("clear_session") && !model.mentions("reset_default_graph")) return false;
  const SyntaxTree& tree = model.tree();
  bool seen = false;
  for (NodeId n = 0; n < tree.size(); ++n) {
    if (!tree.is(n, Kind::Call)) continue;
    const std::string_view name = called_name(tree, n);
    if (name != "clear_session" && name != "reset_default_graph") continue;
    if (serves_loop(model, n, loop)) return true;
    seen = true;
  }
  return !seen;  // it is handed on, or named in another way
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

namespace {

// Does the name stand for what the expression `made` gives?
bool names_value(const SemanticModel& model, NodeId name, NodeId made) {
  const DefId def =
      model.tree().is(name, Kind::Identifier) ? model.bindings().reaching(name) : DefId{kNone};
  return def != kNone && model.bindings().definition(def).kind == DefKind::Assign &&
         model.strip_parentheses(model.bindings().definition(def).value) == made;
}

// The name that `model, score = build(x)` gives to the model that the function makes at `made`.
DefId name_of_model_given(const SemanticModel& model, NodeId call, NodeId made) {
  const SyntaxTree& tree = model.tree();
  const NodeId assignment = tree.parent(call);
  const NodeId function = model.callee(call);
  if (function == kNoNode || !tree.is(assignment, Kind::Assignment)) return kNone;
  NodeId target = tree.child(assignment, Field::Left);
  const bool unpacks = tree.is(target, Kind::PatternList) || tree.is(target, Kind::TuplePattern);
  if (unpacks) target = tree.first_child(target);
  for (const NodeId value : model.returned_values(function)) {
    const bool several = tree.is(value, Kind::ExpressionList) || tree.is(value, Kind::Tuple);
    if (several != unpacks) continue;
    NodeId part = several ? tree.first_child(value) : value;
    for (NodeId name = target; part != kNoNode && name != kNoNode; name = tree.next_sibling(name)) {
      if (names_value(model, part, made)) return model.bindings().definition_at(name);
      part = several ? tree.next_sibling(part) : NodeId{kNoNode};
    }
  }
  return kNone;
}

}  // namespace

bool is_model_kept(const SemanticModel& model, NodeId call, NodeId loop) {
  const ModelFlow policy;
  ValueFlow flow(model, policy);
  if (constructs_keras_model(model, call)) {
    flow.start_expression(call);
  } else {
    const NodeId made = keras_model_inside(model, call);
    const DefId name = made == kNoNode ? DefId{kNone} : name_of_model_given(model, call, made);
    if (name == kNone) return false;
    flow.start_definition(name);
  }
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

namespace {

// In code: what a model has of its layers, to make another model of.
constexpr std::array<std::string_view, 4> kEndsOfModel = {"input", "inputs", "output", "outputs"};

}  // namespace

bool shows_outside_model(const SemanticModel& model, NodeId call, NodeId loop) {
  const SyntaxTree& tree = model.tree();
  return std::ranges::any_of(model.arguments(call), [&](NodeId argument) {
    if (!tree.is(argument, Kind::Attribute) ||
        std::ranges::find(kEndsOfModel, last_name(tree, argument)) == kEndsOfModel.end()) {
      return false;
    }
    const NodeId root = root_of_chain(model, argument);
    const DefId def = tree.is(root, Kind::Identifier) ? model.bindings().reaching(root) : kNone;
    return def != kNone && !tree.contains(loop, model.bindings().definition(def).node);
  });
}

}  // namespace mlfix
