// That nobody trains the network has three witnesses: it is put into evaluation mode, its name is
// used for nothing but running it, and each optimizer of the file is given other weights. See
// fixed_network.h.

#include "torch/training/fixed_network.h"

#include <algorithm>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "semantic/binding/binding.h"
#include "semantic/control/consumer.h"
#include "semantic/effects/effects.h"
#include "semantic/knowledge/knowledge.h"
#include "semantic/project_entity.h"
#include "semantic/semantic_model.h"
#include "torch/graph/attachment.h"
#include "torch/graph/gradient_reads.h"
#include "torch/graph/graph_slice.h"
#include "torch/module/forward_pass.h"
#include "torch/training/copied_network.h"
#include "torch/training/training_step.h"

namespace mlfix {
namespace {

// Calls on the module itself that neither train it nor change its weights.
bool only_places_module(const SemanticModel& model, std::string_view method) {
  const MethodInfo* known =
      model.knowledge().method(method, {FactSet(Fact::Module), FactSet(Fact::Module), {}});
  return method == "eval" || method == "load_state_dict" ||
         (known != nullptr && known->returns_receiver && method != "train" &&
          method != "requires_grad_" && method != "apply");
}

// The statement network.eval(), if the name is used for nothing else than to run it and to put
// it in its place; kNoNode else.
NodeId eval_of_fixed(const SemanticModel& model, const Variable& variable) {
  NodeId eval = kNoNode;
  for (const UseId id : variable.uses) {
    const NodeId use = model.bindings().use(id).node;
    const Consumer consumer = model.consumer_of(use);
    if (consumer.role == Role::Callee) continue;
    if (consumer.role != Role::MethodReceiver || !only_places_module(model, consumer.name)) {
      return kNoNode;
    }
    if (consumer.name != "eval") continue;
    const bool alone = model.consumer_of(consumer.node).role == Role::Discarded;
    if (eval != kNoNode || !alone) return kNoNode;
    eval = consumer.node;
  }
  return eval;
}

// Is it made by code in view, or by a library that is known, which switches no gradients off?
bool is_made_unfrozen(const SemanticModel& model, const Variable& variable) {
  const SyntaxTree& tree = model.tree();
  bool made = false;
  for (const DefId id : variable.definitions) {
    const Definition& definition = model.bindings().definition(id);
    if (definition.kind == DefKind::Phi || definition.kind == DefKind::LoopPhi ||
        definition.kind == DefKind::Unbound) {
      continue;
    }
    if (definition.kind != DefKind::Assign) return false;
    NodeId value = model.strip_parentheses(definition.value);
    for (std::string_view method = model.method_name(value);
         !method.empty() && only_places_module(model, method); method = model.method_name(value)) {
      value = model.strip_parentheses(model.receiver_of_call(value, method));
    }
    if (tree.is(value, Kind::Identifier) && tree.text(value) == variable.name) continue;
    if (!tree.is(value, Kind::Call)) return false;
    const Facts facts = model.facts(value);
    const bool seen = model.callee(value) != kNoNode || model.callee_elsewhere(value) ||
                      model.qualified_name(tree.child(value, Field::Function)) != kNoSymbol;
    const Effects effects = model.effects(value);
    if (!seen || !facts.may_be(Fact::Module) || facts.may_be(Fact::Frozen) ||
        effects.has(Effect::RequiresGrad)) {
      return false;
    }
    made = true;
  }
  return made;
}

// Does the value run a network that is not called `name`?
bool runs_other_network(const SemanticModel& model, NodeId value, std::string_view name) {
  return std::ranges::any_of(networks_run_in(model, value), [&](NodeId call) {
    return model.tree().text(model.tree().child(call, Field::Function)) != name;
  });
}

// The statement network.eval() of each network of the file that nobody trains, else kNoNode.
struct FixedNetworks {
  std::unordered_map<const Variable*, NodeId> eval;
};

NodeId eval_of_untrained(const SemanticModel& model, NodeId network, const Variable& variable) {
  const auto [known, is_new] =
      model.notes<FixedNetworks>().eval.try_emplace(&variable, NodeId{kNoNode});
  if (!is_new) return known->second;
  const NodeId eval = eval_of_fixed(model, variable);
  const bool untrained =
      eval != kNoNode && is_made_unfrozen(model, variable) && why_trained(model, network).empty();
  return model.notes<FixedNetworks>().eval[&variable] = untrained ? eval : NodeId{kNoNode};
}

// The fixed network that the call runs on what is in a graph.
std::optional<FixedNetwork> fixed_network_run_by(const SemanticModel& model, NodeId call) {
  const SyntaxTree& tree = model.tree();
  const NodeId network = tree.child(call, Field::Function);
  const DefId def =
      tree.is(network, Kind::Identifier) ? model.bindings().reaching(network) : DefId{kNone};
  if (def == kNone || model.facts(network).could_be(Fact::Loss) || model.has_gradients_off(call)) {
    return std::nullopt;
  }
  const bool goes_through = std::ranges::any_of(model.arguments(call), [&](NodeId argument) {
    return attachment_of(model, argument) != Attachment::None;
  });
  const NodeId eval = goes_through
                          ? eval_of_untrained(model, network, model.bindings().variable_of(def))
                          : NodeId{kNoNode};
  return eval == kNoNode ? std::nullopt : std::optional(FixedNetwork{network, call, eval});
}

}  // namespace

std::optional<FixedNetwork> fixed_network_in(const SemanticModel& model, NodeId backward) {
  const SyntaxTree& tree = model.tree();
  const NodeId loss = differentiated_by(model, backward);
  if (loss == kNoNode || model.loop_of(backward) == kNoNode || !model.mentions("eval") ||
      reads_any_gradient(model)) {
    return std::nullopt;
  }
  std::vector<NodeId> values{loss};
  const GraphSlice& slice = graph_slice_of(model, loss);
  values.insert(values.end(), slice.values.begin(), slice.values.end());
  for (const NodeId value : values) {
    for (NodeId n = value; n < tree.subtree_end(value); ++n) {
      const auto found = tree.is(n, Kind::Call) ? fixed_network_run_by(model, n) : std::nullopt;
      if (!found) continue;
      const std::string_view name = tree.text(found->network);
      const bool trains = std::ranges::any_of(
          values, [&](NodeId other) { return runs_other_network(model, other, name); });
      if (trains) return found;
    }
  }
  return std::nullopt;
}

}  // namespace mlfix
