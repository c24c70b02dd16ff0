// The backward passes of the scope that the output gets to are all looked at: each has to be
// followed by steps of optimizers that are made for other weights. See left_out_network.h.

#include "torch/training/left_out_network.h"

#include <algorithm>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "semantic/binding/binding.h"
#include "semantic/control/walk.h"
#include "semantic/flow/graph_flow.h"
#include "semantic/flow/graph_sinks.h"
#include "semantic/flow/same_place.h"
#include "semantic/flow/value_flow.h"
#include "semantic/knowledge/facts.h"
#include "semantic/names/access_path.h"
#include "semantic/semantic_model.h"
#include "torch/graph/attachment.h"
#include "torch/graph/graph_slice.h"
#include "torch/module/forward_pass.h"
#include "torch/training/copied_network.h"
#include "torch/training/optimized_networks.h"
#include "torch/training/training_step.h"

namespace mlfix {
namespace {

// The names that a statement of its own gives to what the call gives, or to its parts; empty where
// it goes anywhere else.
std::vector<DefId> names_of_output(const SemanticModel& model, NodeId call) {
  const SyntaxTree& tree = model.tree();
  const NodeId assignment = tree.parent(call);
  if (!tree.is(assignment, Kind::Assignment) || tree.field(call) != Field::Right) return {};
  const NodeId left = tree.child(assignment, Field::Left);
  const bool unpacks = tree.is(left, Kind::PatternList) || tree.is(left, Kind::TuplePattern);
  std::vector<DefId> names;
  for (NodeId target = unpacks ? tree.first_child(left) : left; target != kNoNode;
       target = unpacks ? tree.next_sibling(target) : NodeId{kNoNode}) {
    if (!tree.is(target, Kind::Identifier)) return {};
    names.push_back(model.bindings().definition_at(target));
  }
  return names;
}

// The network that the call runs, itself or by a method of its own.
NodeId network_run_by(const SemanticModel& model, NodeId call) {
  const std::string_view method = model.method_name(call);
  const bool by_method = is_forward_method(model, method) || runs_part_of_module(model, call);
  if (by_method) return model.receiver_of_call(call, method);
  return is_forward(model, call) ? model.tree().child(call, Field::Function) : NodeId{kNoNode};
}

bool takes_no_graph(const SemanticModel& model, NodeId call) {
  return std::ranges::all_of(model.arguments(call), [&](NodeId argument) {
    return attachment_of(model, argument) == Attachment::None &&
           networks_run_in(model, argument).empty();
  });
}

// By scope, the backward passes that differentiate something made of what a definition binds.
struct PassesOfScopes {
  using ByDefinition = std::unordered_map<DefId, std::vector<NodeId>>;
  std::unordered_map<NodeId, ByDefinition> in;
};

const std::vector<NodeId>& passes_through(const SemanticModel& model, NodeId scope, DefId output) {
  const auto [known, is_new] = model.notes<PassesOfScopes>().in.try_emplace(scope);
  if (is_new) {
    PassesOfScopes::ByDefinition passes;
    for (const NodeId call : calls_in_scope(model, scope)) {
      const NodeId loss =
          is_tensor_backward(model, call) ? differentiated_by(model, call) : NodeId{kNoNode};
      if (loss == kNoNode) continue;
      for (const DefId def : graph_slice_of(model, loss).definitions) passes[def].push_back(call);
    }
    model.notes<PassesOfScopes>().in[scope] = std::move(passes);
  }
  static const std::vector<NodeId> none;
  const auto& passes = model.notes<PassesOfScopes>().in[scope];
  const auto found = passes.find(output);
  return found == passes.end() ? none : found->second;
}

std::vector<NodeId> passes_through_any(const SemanticModel& model, NodeId scope,
                                       const std::vector<DefId>& outputs) {
  std::vector<NodeId> passes;
  for (const DefId output : outputs) {
    for (const NodeId pass : passes_through(model, scope, output)) {
      if (std::ranges::find(passes, pass) == passes.end()) passes.push_back(pass);
    }
  }
  return passes;
}

// Do the steps behind it, in the same round of the loop or in the function that is one step, train
// others alone?
bool leaves_out(const SemanticModel& model, NodeId backward, NodeId network) {
  const NodeId loop = model.loop_of(backward);
  const NodeId region = loop == kNoNode ? model.function_of(backward) : loop;
  if (region == kNoNode) return false;
  const auto optimizers = optimizers_stepped_after(model, region, backward);
  return !optimizers.empty() && std::ranges::all_of(optimizers, [&](NodeId optimizer) {
    return optimizes_others(model, optimizer, network);
  });
}

// The call by which the network, or what holds it, is in evaluation mode: encoder.eval(), or
// encoder = load(path).eval().
NodeId evaluation_of(const SemanticModel& model, NodeId function, NodeId network) {
  const SyntaxTree& tree = model.tree();
  const NodeId root = root_of(model, network);
  for (const NodeId call : calls_in_scope(model, function)) {
    const NodeId module = model.receiver_of_call(call, "eval");
    if (module == kNoNode || call > network) continue;
    const NodeId statement = tree.parent(call);
    const bool bound = tree.is(statement, Kind::Assignment) && tree.field(call) == Field::Right &&
                       tree.text(tree.child(statement, Field::Left)) == tree.text(network);
    if (bound || tree.text(module) == tree.text(network) || tree.text(module) == tree.text(root)) {
      return call;
    }
  }
  return kNoNode;
}

// The steps that train the network, in calls that run one after the other.
struct OwnSteps {
  NodeId reset = kNoNode;  // the first call that drops its gradients
  bool any = false;
  bool stale = false;  // one takes gradients that nobody dropped, or may
};

// Is a call that stands before another run wherever that one is: is it in a block around it?
bool runs_wherever(const SemanticModel& model, NodeId first, NodeId then) {
  const NodeId block = model.block_of(model.statement_of(first));
  return block == kNoNode || model.tree().contains(block, then);
}

// Does the call drop the gradients of the network: by its own zero_grad() or that of its optimizer,
// or by a function of the file, reset_grad(), that does so whatever else it does?
bool drops_gradients(const SemanticModel& model, NodeId call, NodeId network) {
  const SyntaxTree& tree = model.tree();
  const auto clears = [&](NodeId one) {
    const NodeId cleared = model.receiver_of_call(one, "zero_grad");
    return cleared != kNoNode &&
           (tree.text(cleared) == tree.text(network) || optimizes(model, cleared, network));
  };
  if (clears(call)) return true;
  const NodeId function = model.callee(call);
  if (function == kNoNode || model.method_class(function) != kNoNode) return false;
  return std::ranges::any_of(calls_in_scope(model, function), [&](NodeId one) {
    return clears(one) &&
           model.block_of(model.statement_of(one)) == tree.child(function, Field::Body);
  });
}

OwnSteps own_steps(const SemanticModel& model, const std::vector<NodeId>& calls, NodeId network) {
  OwnSteps own;
  for (const NodeId call : calls) {
    if (own.reset == kNoNode && drops_gradients(model, call, network)) own.reset = call;
    const NodeId optimizer = stepped_optimizer(model, call);
    if (optimizer == kNoNode || optimizes_others(model, optimizer, network)) continue;
    own.any = own.any || optimizes(model, optimizer, network);
    own.stale = own.stale || own.reset == kNoNode || !runs_wherever(model, own.reset, call);
  }
  return own;
}

// In the order in which they run behind `start`, in a loop around it those before it at last.
std::vector<NodeId> calls_from(const SemanticModel& model, NodeId scope, NodeId start) {
  std::vector<NodeId> calls = calls_in_scope(model, scope);
  std::ranges::rotate(calls, std::ranges::upper_bound(calls, start));
  return calls;
}

// What drops the gradients of the network between the pass and each step that trains it, the first
// of such calls; kNoNode where there is no such step, or one without. The steps of an attribute of
// self may be in any method.
NodeId reset_before_own_step(const SemanticModel& model, NodeId function, NodeId network,
                             NodeId backward) {
  const SyntaxTree& tree = model.tree();
  const OwnSteps here = own_steps(model, calls_from(model, function, backward), network);
  if (here.stale) return kNoNode;
  NodeId reset = here.any ? here.reset : NodeId{kNoNode};
  const NodeId klass = tree.text(network).starts_with("self.")
                           ? tree.ancestor(network, Kind::ClassDefinition)
                           : NodeId{kNoNode};
  for (NodeId n = klass; klass != kNoNode && n < tree.subtree_end(klass); ++n) {
    if (!tree.is(n, Kind::FunctionDefinition) || n == function) continue;
    const OwnSteps own = own_steps(model, calls_in_scope(model, n), network);
    if (own.stale) return kNoNode;
    if (own.any && reset == kNoNode) reset = own.reset;
  }
  return reset;
}

// Does the function ask for gradients with respect to something, and tell nothing to have some? It
// takes what it is given to have them.
bool differentiates_what_is_given(const SemanticModel& model, NodeId function) {
  const std::string_view text = model.tree().text(function);
  const auto says = [&](std::string_view words) { return text.find(words) != text.npos; };
  return !says("requires_grad_(") && !says("requires_grad=True") && !says("requires_grad = True") &&
         std::ranges::any_of(calls_in_scope(model, function), [&](NodeId call) {
           return model.is_call_to(call, "torch.autograd.grad");
         });
}

// Is the loss, or may it be, differentiated with respect to the output: by autograd.grad() here, or
// by a function of the file?
bool may_differentiate_by_output(const SemanticModel& model, NodeId scope,
                                 const std::vector<DefId>& outputs) {
  const auto is_made_of = [&](NodeId expr) {
    const auto& made_of = graph_slice_of(model, expr).definitions;
    return std::ranges::any_of(outputs, [&](DefId output) { return made_of.contains(output); });
  };
  return std::ranges::any_of(calls_in_scope(model, scope), [&](NodeId call) {
    if (model.is_call_to(call, "torch.autograd.grad")) {
      const NodeId inputs = model.argument(call, 1, "inputs");
      return inputs == kNoNode || is_made_of(inputs);
    }
    const NodeId callee = model.callee(call);
    return callee != kNoNode && differentiates_what_is_given(model, callee) &&
           std::ranges::any_of(model.arguments(call), is_made_of);
  });
}

// Has a pass differentiated the value, or something made of it, so that its graph is gone by then?
// Not where it is one of the outputs, which somebody may have a use for.
bool is_used_up(const SemanticModel& model, NodeId value, const std::vector<DefId>& outputs,
                const std::vector<NodeId>& passes) {
  const DefId def =
      model.tree().is(value, Kind::Identifier) ? model.bindings().reaching(value) : DefId{kNone};
  const bool is_made = def != kNone && std::ranges::find(outputs, def) == outputs.end();
  return std::ranges::any_of(passes, [&](NodeId pass) {
    if (model.argument(pass, 1, "retain_graph") != kNoNode || pass >= value) return false;
    const NodeId loss = differentiated_by(model, pass);
    return is_same_place(model, loss, value) ||
           (is_made && graph_slice_of(model, loss).definitions.contains(def));
  });
}

// Is what a return gives back of the outputs nothing but what a pass has used up?
bool gives_back_used(const SemanticModel& model, NodeId returned, const std::vector<DefId>& outputs,
                     const std::vector<NodeId>& passes) {
  const SyntaxTree& tree = model.tree();
  const auto is_harmless = [&](NodeId value) {
    const auto& made_of = graph_slice_of(model, value).definitions;
    return is_used_up(model, value, outputs, passes) ||
           std::ranges::none_of(outputs, [&](DefId output) { return made_of.contains(output); });
  };
  returned = model.strip_parentheses(returned);
  if (!tree.is(returned, Kind::ExpressionList) && !tree.is(returned, Kind::Tuple)) {
    return is_harmless(returned);
  }
  for (const NodeId part : tree.children(returned)) {
    if (!is_harmless(part)) return false;
  }
  return true;
}

// Does its graph get to a backward pass, and to nobody who may come back to it? A loss that is put
// into a list is differentiated before; what callers do with one that is given back is for numbers.
bool is_used_in_step(const SemanticModel& model, NodeId call, const std::vector<DefId>& outputs,
                     const std::vector<NodeId>& passes) {
  const NodeId function = model.function_of(call);
  std::vector<NodeId> returns;
  if (function != kNoNode) {
    for (const NodeId value : model.returned_values(function)) {
      if (!gives_back_used(model, value, outputs, passes)) return false;
      returns.push_back(model.statement_of(value));
    }
  }
  const Reach fate = returns.empty()
                         ? model.fate(call)
                         : reach_of(model, GraphFlowWithout(model.tree(), returns), call);
  return fate.has(GraphSinks::kDifferentiated) &&
         !fate.has_any({Sink::OnAttribute, Sink::Captured, Sink::Yielded, Sink::Lost}) &&
         (function != kNoNode || !fate.has(Sink::Returned));
}

// Does the function get the network from its callers?
bool is_given(const SemanticModel& model, NodeId network) {
  const SyntaxTree& tree = model.tree();
  const DefId def =
      tree.is(network, Kind::Identifier) ? model.bindings().reaching(network) : DefId{kNone};
  return def != kNone && model.bindings().definition(def).kind == DefKind::Parameter;
}

}  // namespace

LeftOutNetwork left_out_network(const SemanticModel& model, NodeId call) {
  const std::vector<DefId> outputs = names_of_output(model, call);
  if (outputs.empty()) return {};
  const SyntaxTree& tree = model.tree();
  const NodeId function = model.function_of(call);
  const NodeId scope = function == kNoNode ? tree.root() : function;
  const std::vector<NodeId> passes = passes_through_any(model, scope, outputs);
  if (passes.empty()) return {};
  const NodeId network = network_run_by(model, call);
  if (network == kNoNode || root_of(model, network) == kNoNode ||
      model.facts(network).could_be(Fact::Loss) || !takes_no_graph(model, call) ||
      !is_used_in_step(model, call, outputs, passes)) {
    return {};
  }
  const auto is_left_out = [&](NodeId pass) { return leaves_out(model, pass, network); };
  if (!std::ranges::all_of(passes, is_left_out) ||
      may_differentiate_by_output(model, scope, outputs)) {
    return {};
  }
  const NodeId eval = evaluation_of(model, scope, network);
  if (eval != kNoNode && why_trained(model, network).empty()) {
    return {network, passes.front(), eval, LeftOutNetwork::Why::Untrained};
  }
  const NodeId reset = reset_before_own_step(model, scope, network, passes.back());
  if (reset == kNoNode) {
    if (eval == kNoNode || !is_given(model, network)) return {};
    return {network, passes.front(), eval, LeftOutNetwork::Why::TrainedElsewhere};
  }
  return {network, passes.front(), reset, LeftOutNetwork::Why::Dropped};
}

}  // namespace mlfix
