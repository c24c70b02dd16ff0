// Keeps a backward pass that is made for an input away from the weights.
//
//     image.requires_grad_(True)              image.requires_grad_(True)
//     loss = criterion(model(image), y)  ->   loss = criterion(model(image), y)
//     loss.backward()                         loss.backward(inputs=[image])
//     step = image.grad.sign()                step = image.grad.sign()
//
// The same where an optimizer was made for the input alone: Adam([image]).
//
// Fires when    a module is run or handled before the backward pass, and all gradients
//               that the function reads, or that an optimizer of its loop steps, are those of
//               tensors that were told to require them. Also when the graph of a loss goes
//               through a network that is made here, put into evaluation mode for good and
//               given to no optimizer: freezing it keeps its weights from gradients. And when
//               all that is read after the pass is what a hook of the file kept of the gradients,
//               or that of a name, in a function that drops those of the weights and never steps.
// Stays silent  when other gradients are read, an optimizer of the weights steps, the function
//               goes over the weights, what the module gives is detached before the loss is made
//               of it, the graph is differentiated again, a with statement
//               scales the loss, the module is of a class of the file that keeps nothing, weights
//               are frozen in the file, or by a function that runs before the pass, or a method
//               that may, hooks see gradients or a checkpoint is reentrant anywhere in
//               the file, in unit tests, and where a framework or an engine trains. With `minor`
//               off also where a hook takes the gradient, or it is read by a name that may be no
//               leaf; in a file that a tool writes, or that no Python of today runs; in a
//               function that nothing in the run calls or mentions.
// No fix        where the file uses `Variable` or `volatile`, or a file that it imports does the
//               first: backward() takes inputs from PyTorch 1.8 on.
// Safe when     never: whoever else holds the model may read the gradients of its weights.

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <unordered_map>
#include <vector>

#include "engine/diagnostic.h"
#include "engine/transform.h"
#include "semantic/binding/binding.h"
#include "semantic/knowledge/facts.h"
#include "semantic/knowledge/meanings.h"
#include "semantic/knowledge/name_set.h"
#include "semantic/names/access_path.h"
#include "semantic/names/attribute_access.h"
#include "semantic/semantic_model.h"
#include "torch/evaluation/frozen_module.h"
#include "torch/graph/gradient_reads.h"
#include "torch/graph/graph_birth.h"
#include "torch/graph/graph_slice.h"
#include "torch/hooks/hooked_gradient.h"
#include "torch/module/forward_pass.h"
#include "torch/training/fixed_network.h"
#include "torch/training/old_torch.h"
#include "torch/training/training_step.h"
#include "torch/training/wanted_leaves.h"
#include "transforms/fixes/gates.h"
#include "transforms/fixes/minor.h"

namespace mlfix::input_gradient_backward {
namespace {

// model.zero_grad(), estimator.model.eval(): what is handled so has weights.
bool handles_module(const SemanticModel& model, NodeId call) {
  const std::string_view method = model.method_name(call);
  if (!model.means(Meaning::SetsMode, method)) return false;
  const NodeId receiver = model.receiver_of_call(call, method);
  return receiver != kNoNode && !model.facts(receiver).could_be(Fact::Optimizer) &&
         model.tree().text(receiver).ends_with("model");
}

// Is it made for the call, in the same expression: model(x)[0].sum().backward()?
bool is_part_of(const SyntaxTree& tree, NodeId n, NodeId call) {
  return n != call && tree.contains(call, n);
}

// The last call before the backward pass, or in it, in `scope`, that runs a module with gradients
// on, or else handles one; kNoNode when there is none. What a loss has is no weight.
NodeId module_used_in(const SemanticModel& model, NodeId scope, NodeId backward) {
  NodeId run = kNoNode, handled = kNoNode;
  for (const NodeId call : calls_in_scope(model, scope)) {
    const bool comes_first = call < backward || is_part_of(model.tree(), call, backward);
    if (!comes_first || model.has_gradients_off(call)) continue;
    const NodeId callee = model.callee(call);
    if (is_network_pass(model, call) || (callee != kNoNode && builds_graph(model, callee)))
      run = call;
    if (handles_module(model, call)) handled = call;
  }
  return run == kNoNode ? handled : run;
}

// The same for the function of the backward pass and, for a closure, the one around it.
NodeId module_used_before(const SemanticModel& model, NodeId backward) {
  for (NodeId at = backward;;) {
    const NodeId function = model.function_of(at);
    const NodeId scope = function == kNoNode ? model.tree().root() : function;
    const NodeId used = module_used_in(model, scope, backward);
    if (used != kNoNode || function == kNoNode || model.function_of(function) == kNoNode)
      return used;
    at = function;
  }
}

// A hook that may see the gradients of weights: on a module, on what a loop goes through, or in
// the function of the backward pass. A hook on a tensor of another function dies with it.
bool has_gradient_hooks(const SemanticModel& model, NodeId backward) {
  if (std::ranges::any_of(model.names(Meaning::RegistersGradientHook),
                          [&](std::string_view name) { return model.mentions(name); })) {
    return true;
  }
  const auto hooks = model.attribute_accesses("register_hook");
  return std::ranges::any_of(hooks, [&](const AttributeAccess& access) {
    const DefId def = model.tree().is(access.object, Kind::Identifier)
                          ? model.bindings().reaching(access.object)
                          : DefId{kNone};
    const bool own = model.function_of(access.node) == model.function_of(backward);
    return own || def == kNone || model.bindings().definition(def).kind == DefKind::For;
  });
}

// May a forward pass of this file be checkpointed with a backward pass of its own, which takes no
// `inputs`? That is the default.
bool has_reentrant_checkpoint(const SemanticModel& model) {
  const auto names = model.names(Meaning::RunsForwardAgain);
  if (std::ranges::none_of(names, [&](std::string_view name) { return model.mentions(name); })) {
    return false;
  }
  const SyntaxTree& tree = model.tree();
  for (NodeId n = 0; n < tree.size(); ++n) {
    if (!tree.is(n, Kind::Call)) continue;
    const NodeId called = tree.child(n, Field::Function);
    if (!model.means(Meaning::RunsForwardAgain, last_name(tree, called))) continue;
    if (!tree.is(model.argument(n, -1, "use_reentrant"), Kind::False)) return true;
  }
  return false;
}

// Is the loss given by a with statement, as that of amp.scale_loss(loss, optimizer), which goes
// over the gradients of the weights when it ends?
bool is_scaled_by_library(const SemanticModel& model, NodeId backward) {
  const NodeId loss = differentiated_by(model, backward);
  const DefId def =
      model.tree().is(loss, Kind::Identifier) ? model.bindings().reaching(loss) : DefId{kNone};
  return def != kNone && model.bindings().definition(def).kind == DefKind::With;
}

// What speaks against leaving the weights out of the pass through the network, besides who reads
// gradients; or "".
std::string_view why_not(const Context& c, NodeId call, NodeId network) {
  const bool function = c.model.is_call_to(call, "torch.autograd.backward");
  const NodeId create = c.model.argument(call, function ? 3 : 2, "create_graph");
  if (create != kNoNode && !c.tree.is(create, Kind::False)) {
    return "the graph is created to be differentiated again";
  }
  if (owner_of_training(c.model, call) != kNoNode) {
    return "a framework or an engine runs the training step";
  }
  if (is_scaled_by_library(c.model, call)) {
    return "the loss is scaled by what goes over the gradients of the weights";
  }
  const NodeId freezing =
      network == kNoNode ? freezing_in_file(c.model) : freezing_in_file(c.model, network);
  if (freezing != kNoNode) return "the file freezes weights";
  if (has_reentrant_checkpoint(c.model)) return "a checkpoint runs a backward pass of its own";
  if (freezing_on_the_way(c.model, call) != kNoNode) {
    return "what runs before it freezes weights, or may";
  }
  return "";
}

// Is the module certainly without weights: a class of the file that keeps nothing at all?
bool has_no_weights(const SemanticModel& model, NodeId forward) {
  const SyntaxTree& tree = model.tree();
  const NodeId run = model.callee(forward);
  const NodeId klass = run == kNoNode ? NodeId{kNoNode} : model.method_class(run);
  if (klass == kNoNode || !model.derives_from(klass, "torch.nn.Module")) return false;
  const NodeId bases = tree.child(klass, Field::Superclasses);
  if (bases == kNoNode || tree.first_child(bases) == kNoNode ||
      tree.next_sibling(tree.first_child(bases)) != kNoNode ||
      !model.is_named(tree.first_child(bases), "torch.nn.Module")) {
    return false;
  }
  for (NodeId n = klass; n < tree.subtree_end(klass); ++n) {
    const bool stores = tree.is(n, Kind::Attribute) && is_assigned(tree, n);
    const bool registers =
        tree.is(n, Kind::Call) &&
        (model.method_name(n).starts_with("register") || model.method_name(n) == "add_module");
    if (stores || registers) return false;
  }
  return true;
}

void report(const Context& c, NodeId call, NodeId forward, const WantedLeaves& wanted,
            Findings& out) {
  std::string names;
  for (const WantedLeaf& leaf : wanted.leaves) {
    names += fmt::format("{}{}", names.empty() ? "" : ", ", leaf.name);
  }
  Verdict verdict = Verdict::assuming(
      AssumptionKind::NotReadElsewhere,
      "no other code reads those, or steps an optimizer, before they are reset, or "
      "takes it otherwise that they stay None");
  verdict.lower_to({AssumptionKind::ExpectedValue, "PyTorch is 1.8 or newer"});
  verdict.lower_to({AssumptionKind::CalleeKeepsNoGraph,
                    "no module on the way is checkpointed with use_reentrant"});
  const bool is_old = is_written_for_old_torch(c.model);
  Diagnostic finding =
      c.diagnose(out, call,
                 fmt::format("the gradient of {} alone is used, and the pass computes and keeps "
                             "one for every weight of the model, too",
                             names))
          .grows(Growth::Peak)
          .because(forward, "the weights of this module take part")
          .because(wanted.leaves.front().asked, "this is what the backward pass is made for")
          .by_way(way_to_gradient(c.model, forward, call));
  if (is_old) {
    finding.unfixed(
        "this code is of a time when backward() took no inputs; switch the gradients "
        "of the weights off before, with requires_grad_(False)");
    return;
  }
  finding.fix("Differentiate with respect to the input alone",
              c.edit.add_keyword(call, "inputs", fmt::format("[{}]", names)), verdict);
}

// The networks that were reported: one finding serves all backward passes through one.
struct ReportedNetworks {
  std::set<DefId> known;
};

// A network that only judges what another one makes, and that nobody trains.
void check_fixed_network(const Context& c, NodeId call, Findings& out) {
  const auto fixed = fixed_network_in(c.model, call);
  if (!fixed || !why_not(c, call, kNoNode).empty() || has_gradient_hooks(c.model, call)) return;
  const Bindings& bindings = c.model.bindings();
  const Variable& variable = bindings.variable_of(bindings.reaching(fixed->network));
  auto& reported = c.model.notes<ReportedNetworks>().known;
  if (!reported.insert(variable.definitions.front()).second) return;
  const std::string_view name = c.tree.text(fixed->network);
  c.diagnose(out, call,
             fmt::format("no optimizer trains `{}`, and each pass through it adds to a gradient "
                         "for every weight of it, too",
                         name))
      .grows(Growth::Peak)
      .because(fixed->forward, "the graph of the loss goes through it")
      .because(fixed->eval, "it is used as it is from here on")
      .fix("Switch the gradients of its weights off",
           c.edit.append_to_expression(fixed->eval, ".requires_grad_(False)"),
           Verdict::assuming(AssumptionKind::NotReadElsewhere,
                             fmt::format("no code elsewhere trains `{}`", name)));
}

// Does the function of the backward pass drop the gradients of weights before it, and never step
// with them?
bool drops_gradients(const SemanticModel& model, NodeId backward) {
  const auto calls = calls_in_scope(model, model.function_of(backward));
  return std::ranges::any_of(calls,
                             [&](NodeId call) {
                               return call < backward && model.method_name(call) == "zero_grad" &&
                                      !model.facts(model.receiver_of_call(call, "zero_grad"))
                                           .could_be(Fact::Optimizer);
                             }) &&
         std::ranges::none_of(calls,
                              [&](NodeId call) { return model.method_name(call) == "step"; });
}

// Is it the name of a tensor that is no weight, as far as is seen: neither an attribute of
// something, nor one of many that are told to require gradients?
bool is_named_input(const SemanticModel& model, NodeId object) {
  const SyntaxTree& tree = model.tree();
  const DefId def =
      tree.is(object, Kind::Identifier) ? model.bindings().reaching(object) : DefId{kNone};
  if (def == kNone) return false;
  const Definition& bound = model.bindings().definition(def);
  if (bound.kind == DefKind::For) return !model.facts(object).could_be(Fact::Parameter);
  return bound.value != kNoNode && !tree.is(bound.value, Kind::Attribute);
}

// The reads of `.grad`, by function.
struct GradientsOfFunctions {
  struct Reads {
    std::vector<NodeId> all;  // in source order
    bool of_inputs = true;    // of names alone that are no weights
  };

  explicit GradientsOfFunctions(const SemanticModel& model) {
    for (const AttributeAccess& access : model.attribute_accesses("grad")) {
      if (!access.is_load) continue;
      Reads& reads = of[model.function_of(access.node)];
      reads.all.push_back(access.node);
      reads.of_inputs = reads.of_inputs && is_named_input(model, access.object);
    }
    for (auto& [function, reads] : of) std::ranges::sort(reads.all);
  }
  std::unordered_map<NodeId, Reads> of;
};

// Behind the backward pass, in its function: the first read of the gradient of what a name stands
// for, and not for a weight; kNoNode when there is none, or others are read, too.
NodeId read_of_named_gradient(const SemanticModel& model, NodeId backward) {
  const auto& functions = model.notes<GradientsOfFunctions>(model).of;
  const auto found = functions.find(model.function_of(backward));
  if (found == functions.end() || !found->second.of_inputs) return kNoNode;
  const auto& reads = found->second.all;
  const auto after = std::ranges::upper_bound(reads, backward);
  return after == reads.end() ? NodeId{kNoNode} : *after;
}

// The gradient of an activation or an input, which a hook takes on its way, or of which it is not
// seen whether it is a leaf.
void check_unnamed(const Context& c, NodeId call, Findings& out) {
  const NodeId hooked = read_of_hooked_gradient(c.model, call);
  const NodeId read = hooked != kNoNode ? hooked : read_of_named_gradient(c.model, call);
  if (read == kNoNode || !drops_gradients(c.model, call) || !why_not(c, call, kNoNode).empty())
    return;
  if (is_too_minor(c, call, "the gradients of the weights are dropped before they add up")) return;
  Diagnostic finding =
      c.diagnose(out, call,
                 fmt::format("{} is all that is used, and the pass computes and keeps a gradient "
                             "for every weight, too",
                             hooked != kNoNode ? "what a hook keeps of the gradients"
                                               : "the gradient of an input"))
          .grows(Growth::Peak)
          .because(read, "this is what the backward pass is made for");
  finding.unfixed(hooked != kNoNode
                      ? "what the hook sees has to stay: switch the gradients of the weights off "
                        "with requires_grad_(False), and have the input require its own"
                      : "where it was told to require gradients is not seen: give backward() "
                        "inputs=[…] if it is a leaf");
}

void check(const Context& c, NodeId call, Findings& out) {
  if (!is_tensor_backward(c.model, call)) return;
  check_fixed_network(c, call, out);
  const bool function = c.model.is_call_to(call, "torch.autograd.backward");
  if (c.model.argument(call, function ? 5 : 3, "inputs") != kNoNode) return;
  const WantedLeaves wanted = leaves_wanted_from(c.model, call);
  if (wanted.leaves.empty()) return check_unnamed(c, call, out);
  if (wanted.other != kNoNode) {
    c.abstain(call, wanted.fact, wanted.other);
    return;
  }
  const NodeId forward = module_used_before(c.model, call);
  const NodeId network =
      forward == kNoNode ? NodeId{kNoNode} : c.tree.child(forward, Field::Function);
  if (const auto fact = why_not(c, call, network); !fact.empty()) {
    c.abstain(call, fact);
    return;
  }
  if (has_gradient_hooks(c.model, call)) {
    c.abstain(call, "a hook of this file sees gradients");
    return;
  }
  if (forward == kNoNode) {
    c.abstain(call, "no module is seen that runs with gradients before it");
    return;
  }
  if (has_no_weights(c.model, forward)) {
    c.abstain(call, "the module that runs has no weights", forward);
    return;
  }
  if (is_detached_on_the_way(c.model, forward, differentiated_by(c.model, call))) {
    c.abstain(call, "what is differentiated is detached from the modules that run before it");
    return;
  }
  if (is_too_minor(c, call, "")) return;
  report(c, call, forward, wanted, out);
}

}  // namespace

MLFIX_DEFINE_TRANSFORM(input_gradient_backward, check,
                       {.kinds = {Kind::Call},
                        .triggers = {"torch", "backward", "grad"},
                        .imports = "torch",
                        .gates = {kOutsideUnitTests}});

}  // namespace mlfix::input_gradient_backward
