// Backwards from the value to a name that a backward pass reads, too. A metric of an output has
// nothing of its graph: so a call hands the graph of an argument on only where tables or the
// summary of its function say so. See graph_kin.h.

#include "torch/graph/graph_kin.h"

#include <algorithm>
#include <string_view>
#include <vector>

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
#include "semantic/names/elements.h"
#include "semantic/project/project_code.h"
#include "semantic/project_entity.h"
#include "semantic/semantic_model.h"
#include "torch/graph/attachment.h"
#include "torch/graph/backward_pass.h"
#include "torch/graph/graph_slice.h"
#include "torch/graph/value_sources.h"

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

// ---- a loss made of the values that a call returns beside it, or with it
// --------------------------

// Is the value made of each tensor that the dict holds, as a sum of losses is?
bool is_made_of_parts(const SemanticModel& model, NodeId whole, NodeId container) {
  const SyntaxTree& tree = model.tree();
  const NodeId dict = display_behind(model, model.strip_parentheses(container));
  if (!tree.is(dict, Kind::Dictionary)) return false;
  const auto& made_of = graph_slice_of(model, whole).definitions;
  bool any = false;
  for (const NodeId part : elements_of(model, dict)) {
    if (part == whole || has_no_graph(model, part)) continue;
    const DefId def =
        tree.is(part, Kind::Identifier) ? model.bindings().reaching(part) : DefId{kNone};
    if (def == kNone || !made_of.contains(def)) return false;
    any = true;
  }
  return any;
}

// The same of all that the function gives back at two places of a tuple:
// return ce + reg, {"ce": ce, "reg": reg}
bool gives_whole_beside(const SemanticModel& model, NodeId function, int parts, int whole) {
  const std::vector<NodeId> holders = returned_elements(model, function, parts);
  const std::vector<NodeId> wholes = returned_elements(model, function, whole);
  if (holders.empty() || holders.size() != wholes.size()) return false;
  for (std::size_t i = 0; i < holders.size(); ++i) {
    if (!is_made_of_parts(model, wholes[i], holders[i])) return false;
  }
  return true;
}

// And of the entry with that key, as written, beside the others of its dict:
// return {"loss": ce + reg, "ce": ce, "reg": reg}
bool gives_whole_inside(const SemanticModel& model, NodeId function, std::string_view key) {
  const SyntaxTree& tree = model.tree();
  const std::vector<NodeId>& returned = model.returned_values(function);
  return !returned.empty() && std::ranges::all_of(returned, [&](NodeId value) {
    const NodeId dict = display_behind(model, model.strip_parentheses(value));
    for (const NodeId entry : tree.children(dict)) {
      const bool is_it =
          tree.is(entry, Kind::Pair) && tree.text(tree.child(entry, Field::Key)) == key;
      if (is_it) return is_made_of_parts(model, tree.child(entry, Field::Value), dict);
    }
    return false;
  });
}

// Is it so of the function that the call runs, in this file or another?
bool holds_of_callee(const SemanticModel& model, NodeId call,
                     const ProjectCode::FunctionQuestion& ask) {
  if (const NodeId function = model.callee(call); function != kNoNode) return ask(model, function);
  const ProjectEntity elsewhere = model.callee_elsewhere(call);
  return elsewhere && model.place().code != nullptr && model.place().code->holds_in(elsewhere, ask);
}

// Does the target of a tuple bind a name that a backward pass reads?
bool is_bound_for_backward(const SemanticModel& model, NodeId target) {
  const DefId def = model.tree().is(target, Kind::Identifier)
                        ? model.bindings().definition_at(target)
                        : DefId{kNone};
  return def != kNone && is_made_for_backward(model, def);
}

// The name unpacked beside that of the definition, from what the same call gives, that a backward
// pass reads and that is made of all that the definition holds: loss, parts = model(x).
NodeId differentiated_beside(const SemanticModel& model, const Definition& d, NodeId call) {
  const std::vector<NodeId>& targets = placed_elements(model, model.tree().parent(d.node)).all;
  const auto parts = static_cast<int>(std::ranges::find(targets, d.node) - targets.begin());
  for (int whole = 0; whole < static_cast<int>(targets.size()); ++whole) {
    const NodeId target = targets[static_cast<std::size_t>(whole)];
    if (whole == parts || !is_bound_for_backward(model, target)) continue;
    const auto ask = [&](const SemanticModel& there, NodeId function) {
      return gives_whole_beside(there, function, parts, whole);
    };
    if (holds_of_callee(model, call, ask)) return target;
  }
  return kNoNode;
}

// The name that an entry of what the definition holds is bound to, which a backward pass reads and
// which is made of all others: loss = parts["loss"].
NodeId differentiated_entry(const SemanticModel& model, const Definition& d, NodeId call) {
  const SyntaxTree& tree = model.tree();
  for (const UseId use : d.uses) {
    const NodeId entry = tree.parent(model.bindings().use(use).node);
    if (!tree.is(entry, Kind::Subscript) || !tree.is(tree.parent(entry), Kind::Assignment))
      continue;
    const NodeId target = tree.child(tree.parent(entry), Field::Left);
    const NodeId key = tree.child(entry, Field::Subscript);
    if (!tree.is(key, Kind::String) || !is_bound_for_backward(model, target)) continue;
    const auto ask = [&](const SemanticModel& there, NodeId function) {
      return gives_whole_inside(there, function, tree.text(key));
    };
    if (holds_of_callee(model, call, ask)) return target;
  }
  return kNoNode;
}

// The name of what a backward pass of the scope differentiates, where a function of the run makes
// it of all tensors that the definition holds, and gives both. That pass uses up all their graphs.
NodeId differentiated_whole(const SemanticModel& model, const Definition& d) {
  const NodeId call = model.strip_parentheses(d.value);
  if (!model.tree().is(call, Kind::Call)) return kNoNode;
  if (d.kind == DefKind::Unpack) return differentiated_beside(model, d, call);
  return differentiated_entry(model, d, call);
}

// ---- the search ---------------------------------------------------------------------------------

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
  bool takes_definition(ValueOrigins& origins, DefId def, Wanted wanted) const override {
    const SemanticModel& model = origins.model();
    const Definition& d = model.bindings().definition(def);
    const bool is_bound = d.kind == DefKind::Assign || d.kind == DefKind::Unpack;
    if (!is_bound || d.value == kNoNode) return false;
    if (const NodeId whole = wanted.held ? differentiated_whole(model, d) : NodeId{kNoNode};
        whole != kNoNode && !model.has_gradients_off(d.value)) {
      origins.mark(own_source(0), whole);
      origins.stop();
      return true;
    }
    if (!is_made_for_backward(model, def)) return false;
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
