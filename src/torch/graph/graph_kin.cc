// Backwards from the value to a name that a backward pass reads, too. A metric of an output has
// nothing of its graph: so a call hands the graph of an argument on only where tables or the
// summary of its function say so. See graph_kin.h.

#include "torch/graph/graph_kin.h"

#include <algorithm>
#include <string_view>

#include "semantic/binding/binding.h"
#include "semantic/control/consumer.h"
#include "semantic/flow/graph_flow.h"
#include "semantic/flow/module_output.h"
#include "semantic/flow/parameter_elsewhere.h"
#include "semantic/flow/returned_graph.h"
#include "semantic/flow/value_flow.h"
#include "semantic/flow/value_origins.h"
#include "semantic/knowledge/facts.h"
#include "semantic/knowledge/knowledge.h"
#include "semantic/knowledge/meanings.h"
#include "semantic/names/access_path.h"
#include "semantic/names/calls.h"
#include "semantic/project/project_code.h"
#include "semantic/semantic_model.h"
#include "torch/graph/backward_pass.h"

namespace mlfix {
namespace {

constexpr std::size_t kMostKinSteps = 400;

// A text, an index or an array, at least by what the names around it suggest. That something may
// be a number or have no graph says nothing, as sums are made of such things, too.
bool is_graphless(const Facts& facts) {
  constexpr FactSet kKinds = Fact::NdArray | Fact::String | FactSet(Fact::IntTensor);
  if (facts.must.has_any(kWithoutGraph)) return true;
  return !facts.could_be(Fact::GradTensor) &&
         (facts.may.has_any(kKinds) || facts.weak.has_any(kKinds));
}

class DifferentiatedOrigin final : public OriginPolicy {
 public:
  std::size_t most_steps() const override { return kMostKinSteps; }
  bool looks_into_containers() const override { return true; }
  bool takes(ValueOrigins& origins, NodeId expr, Wanted wanted) const override {
    const SemanticModel& model = origins.model();
    if (is_graphless(model.facts(expr)) || leaves_graph(model, expr)) return true;
    if (model.tree().is(expr, Kind::Attribute)) {
      const bool tells = model.means(Meaning::PlainAttribute, last_name(model.tree(), expr));
      if (!tells) origins.follow(model.tree().child(expr, Field::Object));
      return true;
    }
    return model.tree().is(expr, Kind::Call) && takes_call(origins, expr, wanted);
  }
  bool takes_definition(ValueOrigins& origins, DefId def, Wanted) const override {
    const SemanticModel& model = origins.model();
    const Definition& d = model.bindings().definition(def);
    const bool is_bound = d.kind == DefKind::Assign || d.kind == DefKind::Unpack;
    if (!is_bound || d.value == kNoNode || !is_made_for_backward(model, def)) return false;
    const Facts facts = model.facts_of(def);
    const bool may_have_graph = facts.may_be(Fact::GradTensor) ||
                                comes_from_module(model, model.strip_parentheses(d.value));
    if (!may_have_graph || is_graphless(facts) || model.has_gradients_off(d.value)) return false;
    origins.mark(own_source(0), d.node);
    origins.stop();
    return true;
  }
  void source(ValueOrigins&, NodeId, Wanted) const override {}
  void source_definition(ValueOrigins&, DefId, Wanted) const override {}

 private:
  // False where the engine knows what the call gives: list(x), sums.get(key).
  static bool takes_call(ValueOrigins& origins, NodeId call, Wanted wanted) {
    const SemanticModel& model = origins.model();
    const NodeId called = called_expression(model, call);
    if (is_builtin(model, called)) return false;
    if (const Symbol symbol = model.qualified_name(called); symbol != kNoSymbol) {
      const CallableInfo* info = model.knowledge().callable(symbol);
      const bool hands_on =
          info != nullptr && info->result_keeps_graph && !gives_indices(info->indices, wanted);
      if (hands_on) origins.follow_all(model.arguments(call));
      return true;
    }
    if (takes_method(origins, call, wanted)) return true;
    if (!gives_graph_there(model, call, wanted)) return true;
    for (const NodeId argument : model.arguments(call)) {
      if (comes_back(model, call, argument)) origins.follow(argument);
    }
    return true;
  }

  static bool gives_indices(Indices indices, Wanted wanted) {
    return indices != Indices::None && wanted.held && wanted.part.index == 1;
  }

  static bool takes_method(ValueOrigins& origins, NodeId call, Wanted wanted) {
    const SemanticModel& model = origins.model();
    const std::string_view name = model.method_name(call);
    if (name.empty() || model.means(Meaning::EndsGraph, name)) return !name.empty();
    const MethodInfo* info = model.knowledge().method(name, {FactSet(), Fact::Tensor, {}});
    const bool of_graph = info != nullptr && info->result_keeps_graph && !info->ends_graph &&
                          !gives_indices(info->indices, wanted);
    if (!of_graph && !model.means(Meaning::HandsOnGraph, name)) return info != nullptr;
    origins.follow(model.receiver_of_call(call, name));
    if (of_graph) origins.follow_all(model.arguments(call));
    return true;
  }

  // Of a tuple only the place that is known to have the graph counts.
  static bool gives_graph_there(const SemanticModel& model, NodeId call, Wanted wanted) {
    if (!wanted.held || wanted.part.index < 0) return true;
    return part_with_graph_of_call(model, call).index == wanted.part.index;
  }

  // Does a function of the run that the call runs return what it is given, or something made of it?
  static bool comes_back(const SemanticModel& model, NodeId call, NodeId argument) {
    Calls calls = model.calls();
    for (const NodeId function : calls.run_by(call)) {
      const NodeId parameter = calls.parameter_for(call, function, argument);
      if (parameter == kNoNode || model.bindings().definition_at(parameter) == kNone) continue;
      if (ValueFlow::of_parameter(model, GraphFlow(), parameter).comes_back) return true;
    }
    const ParameterSummary* elsewhere =
        parameter_elsewhere(model, model.consumer_of(argument)).summary;
    return elsewhere != nullptr && model.place().code->graph_of(*elsewhere).comes_back;
  }
};

// Is what the name stands for read by its parts: output["loss"], output.logits, parts.values()?
// Then it holds tensors, and is none.
bool is_read_by_parts(const SemanticModel& model, NodeId name) {
  const SyntaxTree& tree = model.tree();
  const DefId def =
      tree.is(name, Kind::Identifier) ? model.bindings().reaching(name) : DefId{kNone};
  if (def == kNone) return false;
  const Facts tensor{FactSet(), Fact::Tensor, {}};
  return std::ranges::any_of(model.bindings().definition(def).uses, [&](UseId use) {
    const Consumer reader = model.consumer_of(model.bindings().use(use).node);
    if (reader.role == Role::Subscripted) {
      return tree.is(tree.child(reader.node, Field::Subscript), Kind::String);
    }
    if (reader.role == Role::MethodReceiver) {
      return model.means(Meaning::ReadsEntries, reader.name) &&
             model.knowledge().method(reader.name, tensor) == nullptr;
    }
    return reader.role == Role::Receiver && !model.means(Meaning::PlainAttribute, reader.name) &&
           !model.means(Meaning::GraphAttribute, reader.name) &&
           model.knowledge().attribute(reader.name, tensor) == nullptr;
  });
}

// The name that a backward pass reads, too, or kNoNode.
NodeId differentiated_kin(const SemanticModel& model, NodeId expr) {
  if (!differentiates_around(model, expr) || model.facts(expr).may_be(Fact::Container) ||
      is_read_by_parts(model, expr)) {
    return kNoNode;
  }
  return origins_of(model, DifferentiatedOrigin(), expr).at({own_source(0)});
}

}  // namespace

bool shares_differentiated_graph(const SemanticModel& model, NodeId expr) {
  return differentiated_kin(model, expr) != kNoNode;
}

NodeId pass_over_kin(const SemanticModel& model, NodeId expr) {
  const NodeId name = differentiated_kin(model, expr);
  return name == kNoNode ? name : pass_made_for(model, model.bindings().definition_at(name));
}

}  // namespace mlfix
