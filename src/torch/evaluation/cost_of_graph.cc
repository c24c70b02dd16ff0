// A graph costs what the activations of one pass take. That is little for a single sample, and
// little matters that happens once beside thousands of training steps, each of which takes more.

#include "torch/evaluation/cost_of_graph.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "semantic/binding/binding.h"
#include "semantic/control/consumer.h"
#include "semantic/control/repetition.h"
#include "semantic/effects/effects.h"
#include "semantic/effects/grad_mode.h"
#include "semantic/flow/graph_sinks.h"
#include "semantic/flow/long_lived.h"
#include "semantic/knowledge/facts.h"
#include "semantic/knowledge/hints.h"
#include "semantic/knowledge/meanings.h"
#include "semantic/names/access_path.h"
#include "semantic/names/attribute_access.h"
#include "semantic/names/call_sites.h"
#include "semantic/names/calls.h"
#include "semantic/project/project.h"
#include "semantic/semantic_model.h"
#include "torch/evaluation/batch_size.h"
#include "torch/evaluation/other_network.h"
#include "torch/evaluation/single_sample.h"
#include "torch/evaluation/small_network.h"
#include "torch/evaluation/standing_graph.h"
#include "torch/evaluation/step_beside.h"
#include "torch/evaluation/unused_graph.h"
#include "torch/module/forward_pass.h"
#include "torch/tensor/literal_tensor.h"
#include "torch/training/batch_loop.h"

namespace mlfix {
namespace {

// Does a method of a network give its own output away without the graph, at once: an embedding
// for who wants one?
bool gives_detached_output(const SemanticModel& model, NodeId scope, const EvalRegion& region) {
  const SyntaxTree& tree = model.tree();
  const NodeId klass = tree.is(scope, Kind::Module) ? NodeId{kNoNode} : model.method_class(scope);
  if (klass == kNoNode || region.is_loop || model.loop_of(region.first) != kNoNode ||
      !model.derives_from(klass, "torch.nn.Module")) {
    return false;
  }
  const std::vector<NodeId> values = model.returned_values(scope);
  return !values.empty() && std::ranges::all_of(values, [&](NodeId value) {
    const std::string_view text = tree.text(value);
    return text.ends_with(".detach()") || text.ends_with(".data");
  });
}

// Does an argument of the call bring a graph that was made before the region: the output of
// another network, or of another method of the same?
bool takes_graph_from_outside(const SemanticModel& model, NodeId call, NodeId region_begin) {
  const SyntaxTree& tree = model.tree();
  const auto object_of = [&](NodeId of) {
    const NodeId called = tree.child(of, Field::Function);
    return tree.is(called, Kind::Attribute) ? tree.text(tree.child(called, Field::Object))
                                            : std::string_view();
  };
  return std::ranges::any_of(model.arguments(call), [&](NodeId argument) {
    while (tree.is(argument, Kind::Subscript)) argument = tree.child(argument, Field::Value);
    const DefId def =
        tree.is(argument, Kind::Identifier) ? model.bindings().reaching(argument) : DefId{kNone};
    if (def == kNone) return false;
    const Definition& definition = model.bindings().definition(def);
    const NodeId made = definition.value;
    const bool assigned = definition.kind == DefKind::Assign || definition.kind == DefKind::Unpack;
    if (!assigned || !tree.is(made, Kind::Call) || made >= region_begin) return false;
    const std::string_view object = object_of(made);
    const bool same = !object.empty() && object != "self" && object == object_of(call);
    const bool runs = same || is_forward(model, made) || model.facts(made).may_be(Fact::GradTensor);
    return runs && model.grad_mode(made).mode == GradMode::Enabled;
  });
}

// Is the graph of what the region runs on there anyway? Then the smaller part would be spared.
bool runs_on_graph_that_stays(const SemanticModel& model, const EvalRegion& region) {
  return !region.is_loop && std::ranges::all_of(region.forwards, [&](NodeId call) {
    return takes_graph_from_outside(model, call, region.first);
  });
}

// The first loop of the block, before the node, in which something trains; or kNoNode.
NodeId training_loop_before(const SemanticModel& model, NodeId block, NodeId end) {
  const SyntaxTree& tree = model.tree();
  for (const NodeId statement : model.statements(block)) {
    model.work().spend();
    if (statement >= end) break;
    const bool is_loop =
        tree.is(statement, Kind::ForStatement) || tree.is(statement, Kind::WhileStatement);
    if (is_loop && model.effects(statement).has(Effect::Backward)) return statement;
  }
  return kNoNode;
}

// Do the two calls run the same with the same values?
bool are_same_call(const SemanticModel& model, NodeId one, NodeId other) {
  const SyntaxTree& tree = model.tree();
  if (tree.text(one) != tree.text(other)) return false;
  const std::vector<NodeId> a = model.arguments(one), b = model.arguments(other);
  for (std::size_t i = 0; i < a.size(); ++i) {
    const bool named = tree.is(a[i], Kind::Identifier) && tree.is(b[i], Kind::Identifier);
    if (!named || model.bindings().reaching(a[i]) != model.bindings().reaching(b[i])) return false;
  }
  return true;
}

// Has the iteration made the same pass for its backward pass, which is after it? Then that one
// took as much.
bool repeats_training_pass(const SemanticModel& model, NodeId scope, const EvalRegion& region) {
  const NodeId loop = model.loop_of(region.first);
  if (region.is_loop || region.eval.call != kNoNode || loop == kNoNode) return false;
  NodeId backward = kNoNode;
  for (const NodeId statement : model.statements(model.block_of(region.first))) {
    if (statement >= region.first) break;
    if (model.effects(statement).has(Effect::Backward)) backward = statement;
  }
  if (backward == kNoNode) return false;
  return std::ranges::all_of(region.forwards, [&](NodeId call) {
    return std::ranges::any_of(calls_in_scope(model, scope), [&](NodeId before) {
      return before < backward && model.loop_of(before) == loop &&
             are_same_call(model, before, call);
    });
  });
}

// loss.backward(), of what a call behind `first` has made of values without a graph?
bool frees_later_graph(const SemanticModel& model, NodeId statement, NodeId first) {
  const NodeId loss = model.receiver_of_call(model.tree().first_child(statement), "backward");
  const bool is_name = loss != kNoNode && model.tree().is(loss, Kind::Identifier);
  const DefId def = is_name ? model.bindings().reaching(loss) : DefId{kNone};
  if (def == kNone) return false;
  const Definition& made = model.bindings().definition(def);
  return made.node > first && made.value != kNoNode && model.tree().is(made.value, Kind::Call) &&
         std::ranges::none_of(model.arguments(made.value), [&](NodeId argument) {
           return model.facts(argument).may_be(Fact::GradTensor);
         });
}

// Does a backward pass between the two, in no loop of its own, free a graph that was there before?
bool frees_graph_between(const SemanticModel& model, NodeId first, NodeId end) {
  const auto statements = model.statements(model.block_of(first));
  return std::ranges::any_of(statements, [&](NodeId statement) {
    return statement > first && statement < end &&
           !model.tree().is(statement, Kind::ForStatement) &&
           model.effects(statement).has(Effect::Backward) &&
           !frees_later_graph(model, statement, first);
  });
}

// Does a loop behind the call train by the same one, beside as many graphs at least?
bool is_call_of_training(const SemanticModel& model, NodeId scope, NodeId call) {
  const NodeId statement = model.statement_of(call);
  return std::ranges::any_of(calls_in_scope(model, scope), [&](NodeId other) {
    const NodeId loop = model.loop_of(other);
    return loop != kNoNode && loop > call && are_same_call(model, call, other) &&
           !frees_graph_between(model, statement, loop) &&
           model.grad_mode(other).mode == GradMode::Enabled &&
           model.fate(other).has(GraphSinks::kDifferentiated);
  });
}

// Is a number all that is taken of the pass, `loss(batch).item()`, before a loop that trains by the
// same? Its graph is gone with the statement, and was as large as each of theirs.
bool measures_before_training(const SemanticModel& model, NodeId scope, const EvalRegion& region) {
  if (region.is_loop || region.eval.call != kNoNode) return false;
  return std::ranges::all_of(region.forwards, [&](NodeId call) {
    const Consumer taker = model.consumer_of(call);
    return taker.role == Role::MethodReceiver && taker.name == "item" &&
           is_call_of_training(model, scope, call);
  });
}

// Does the statement run every so many steps only: under `if step % n == 0`?
bool runs_every_so_often(const SemanticModel& model, NodeId n) {
  const SyntaxTree& tree = model.tree();
  const NodeId function = model.function_of(n);
  for (NodeId at = n; at != function && at != kNoNode; at = tree.parent(at)) {
    if (tree.is(at, Kind::IfStatement) &&
        tree.text(tree.child(at, Field::Condition)).find('%') != std::string_view::npos) {
      return true;
    }
  }
  return false;
}

// Does the function take a batch of its own from a loader?
bool takes_batch_from_loader(const SemanticModel& model, NodeId scope) {
  return std::ranges::any_of(calls_in_scope(model, scope), [&](NodeId call) {
    return is_builtin_name(model, model.tree().child(call, Field::Function), "next");
  });
}

// Is what a picture is made of no more than about two batches of the training?
bool takes_few_samples(const SemanticModel& model, NodeId scope) {
  const std::int64_t batch = preset_batch(model);
  if (batch == 1) return false;
  if (!takes_batch_from_loader(model, scope)) return true;
  const std::int64_t written = largest_written_batch(model);
  return written > 0 && batch > 0 && written <= 2 * batch;
}

// Is it a picture of what the training has got to: a function that is called every so many steps,
// and saves one of what a network makes of a few values? A batch of validation data may
// be large.
bool draws_progress(const SemanticModel& model, NodeId scope) {
  if (model.tree().is(scope, Kind::Module)) return false;
  const std::vector<NodeId>& calls = model.call_sites(scope).calls;
  const bool seldom = !calls.empty() && std::ranges::all_of(calls, [&](NodeId call) {
    return runs_every_so_often(model, call);
  });
  return seldom && model.mentions("save_image") && takes_few_samples(model, scope);
}

// The loop around the region whose steps train, or one before it in its block; kNoNode where each
// step runs the region, too.
NodeId steps_beside(const SemanticModel& model, const EvalRegion& region) {
  const NodeId loop = model.loop_of(region.first);
  if (region.is_loop || region.eval.call != kNoNode || loop == kNoNode) return kNoNode;
  if (runs_every_so_often(model, region.first)) {
    return model.effects(loop).has(Effect::Backward) ? loop : NodeId{kNoNode};
  }
  return training_loop_before(model, model.tree().child(loop, Field::Body), region.first);
}

// Does each name that the region binds get another value in the steps? Else it holds the graph
// beside theirs.
bool are_names_bound_in(const SemanticModel& model, const EvalRegion& region, NodeId steps) {
  const SyntaxTree& tree = model.tree();
  const Bindings& bindings = model.bindings();
  const NodeId end = tree.subtree_end(region.last);
  for (NodeId n = region.first; n < end; ++n) {
    const DefId def = tree.is(n, Kind::Identifier) ? bindings.definition_at(n) : DefId{kNone};
    if (def == kNone) continue;
    const auto is_of_step = [&](DefId other) {
      const NodeId at = bindings.definition(other).node;
      return (at < region.first || at >= end) && tree.contains(steps, at);
    };
    if (std::ranges::none_of(bindings.variable_of(def).definitions, is_of_step)) return false;
  }
  return true;
}

// Do steps of a training run the same networks, and far more often, on batches as large? What
// switches a network to evaluation may run it on all of the data.
bool is_seldom_beside_steps(const SemanticModel& model, NodeId scope, const EvalRegion& region) {
  const SyntaxTree& tree = model.tree();
  const NodeId steps = steps_beside(model, region);
  if (steps == kNoNode || !takes_few_samples(model, scope) ||
      !are_names_bound_in(model, region, steps)) {
    return false;
  }
  const auto called = [&](NodeId call) { return tree.text(tree.child(call, Field::Function)); };
  return std::ranges::all_of(region.forwards, [&](NodeId call) {
    return std::ranges::any_of(calls_in_scope(model, scope), [&](NodeId other) {
      const bool own = other >= region.first && other < tree.subtree_end(region.last);
      return !own && tree.contains(steps, other) && called(other) == called(call) &&
             model.grad_mode(other).mode == GradMode::Enabled;
    });
  });
}

// Is the place reached in each iteration of the loop: under no condition in it?
bool is_unconditional_in(const SyntaxTree& tree, NodeId n, NodeId loop) {
  for (NodeId at = n; at != loop; at = tree.parent(at)) {
    if (tree.is(at, Kind::IfStatement)) return false;
  }
  return true;
}

// Does a loop in each iteration save pictures that pyplot draws? That takes more than one pass.
bool draws_beside(const SemanticModel& model, const EvalRegion& region) {
  const SyntaxTree& tree = model.tree();
  const NodeId loop = region.is_loop ? region.first : model.loop_of(region.first);
  if (loop == kNoNode) return false;
  const auto saved = model.attribute_accesses_in(loop, "savefig");
  return std::ranges::any_of(saved, [&](const AttributeAccess& access) {
    const NodeId inner = model.loop_of(access.node);
    const Effects effects = model.effects(tree.parent(access.node));
    return inner != kNoNode && inner != loop && tree.contains(loop, inner) &&
           effects.has(Effect::DrawsFigure) && is_unconditional_in(tree, access.node, inner);
  });
}

// Is the module made by code of the file, of sizes that are written down, in the function that runs
// it, and neither loaded nor trained there?
bool is_untrained(const SemanticModel& model, NodeId scope, const EvalRegion& region) {
  const SyntaxTree& tree = model.tree();
  if ((region.is_loop && !has_few_iterations(model, region.first)) ||
      tree.is(scope, Kind::Module) ||
      model.effects(tree.child(scope, Field::Body)).has(Effect::Backward)) {
    return false;
  }
  const auto loads = [&](NodeId call) {
    return model.means(Meaning::LoadsWeights, called_name(tree, call));
  };
  if (std::ranges::any_of(calls_in_scope(model, scope), loads)) return false;
  return std::ranges::all_of(region.forwards, [&](NodeId call) {
    const NodeId root = root_of_path(model, tree.child(call, Field::Function));
    const NodeId made = tree.is(root, Kind::Identifier) ? assigned_value(model, root) : kNoNode;
    if (!tree.is(made, Kind::Call) || !tree.contains(scope, made)) return false;
    const std::vector<NodeId> sizes = model.arguments(made);
    return model.callee(made) != kNoNode && !sizes.empty() &&
           std::ranges::all_of(
               sizes, [&](NodeId size) { return literal_number(model, size).has_value(); });
  });
}

// Is what the calls give looked at by assertions only, or given back: a helper of tests?
bool is_only_asserted(const SemanticModel& model, const EvalRegion& region) {
  const SyntaxTree& tree = model.tree();
  return std::ranges::all_of(region.forwards, [&](NodeId call) {
    const Consumer taker = model.consumer_of(call);
    const bool compared = taker.role == Role::Argument &&
                          model.suggests(Hint::Assertion, called_name(tree, taker.node)) &&
                          model.consumer_of(taker.node).role == Role::Discarded;
    if (compared) return true;
    const NodeId statement = tree.parent(call);
    const NodeId target =
        tree.is(statement, Kind::Assignment) ? tree.child(statement, Field::Left) : NodeId{kNoNode};
    if (target == kNoNode || !tree.is(target, Kind::Identifier)) return false;
    const DefId def = model.bindings().definition_at(target);
    if (def == kNone) return false;
    bool asserted = false;
    for (const UseId use : model.bindings().definition(def).uses) {
      const Kind reader = tree.kind(model.statement_of(model.bindings().use(use).node));
      if (reader == Kind::ReturnStatement) continue;
      if (reader != Kind::AssertStatement) return false;
      asserted = true;
    }
    return asserted;
  });
}

// Does a script show what an agent has learned: a simulation, and nothing in the file that trains?
bool shows_trained_agent(const SemanticModel& model, NodeId scope, const EvalRegion& region) {
  const NodeId loop = model.loop_of(region.forwards[0]);
  return model.tree().is(scope, Kind::Module) && loop != kNoNode && !model.mentions("backward") &&
         !model.mentions("optim") && simulation_step(model, loop) != kNoNode;
}

// Does the program train the network in this file, or where it calls the function, on batches that
// are as large as far as is written down? A training step then takes as much as the region.
bool trains_on_batches_as_large(const SemanticModel& model, NodeId scope,
                                const EvalRegion& region) {
  const auto is_large = [&](NodeId call) { return takes_several_batches(model, call); };
  if (writes_unequal_batches(model) || std::ranges::any_of(region.forwards, is_large)) return false;
  const auto is_other = [&](NodeId call) { return runs_untrained_network(model, call); };
  if (std::ranges::any_of(region.forwards, is_other)) return false;
  if (model.mentions("backward")) return true;
  const auto callers =
      model.tree().is(scope, Kind::Module) ? std::nullopt : model.calls_elsewhere(scope);
  return callers && std::ranges::any_of(*callers, [&](const OutsideCall& call) {
           return is_in_training(model, call);
         });
}

// Does the pass choose actions for a simulation? The batch of such a pass is one step.
bool acts_in_simulation(const SemanticModel& model, NodeId scope, const EvalRegion& region) {
  const NodeId loop = region.is_loop ? region.first : model.loop_of(region.first);
  return loop != kNoNode && simulation_step(model, loop) != kNoNode &&
         !is_graph_kept(model, scope, region);
}

// Does a loop add tensors to a list, where the graphs of all iterations may add up?
bool collects_tensors(const SemanticModel& model, const EvalRegion& region) {
  const SyntaxTree& tree = model.tree();
  for (NodeId n = region.first; region.is_loop && n < tree.subtree_end(region.last); ++n) {
    const Growing growing = tree.is(n, Kind::Call) || tree.is(n, Kind::AugmentedAssignment)
                                ? growth_of(model, n)
                                : Growing{};
    if (growing.value == kNoNode) continue;
    const Facts added = model.facts(growing.value);
    if (added.may_be(Fact::Tensor) && !added.must_be(Fact::NoGraph)) return true;
  }
  return false;
}

// Does each call of the region run a module, and no function around one?
bool runs_modules_alone(const SemanticModel& model, const EvalRegion& region) {
  return std::ranges::all_of(region.forwards, [&](NodeId call) {
    if (const NodeId function = model.callee(call); function != kNoNode) {
      return model.method_class(function) != kNoNode;
    }
    const ProjectEntity elsewhere = model.callee_elsewhere(call);
    return !elsewhere || model.place().project->name_of(elsewhere) == "forward";
  });
}

// Does it run again and again, as an evaluation in each epoch does, and not once for a training?
bool is_repeated(const SemanticModel& model, const EvalRegion& region) {
  const Repetition how = repetition_of(model, region.first);
  if (how == Repetition::Repeated) return !is_beside_training(model, region.first);
  return how == Repetition::Unknown && runs_again_elsewhere(model, model.function_of(region.first));
}

// Does it go over data, and is that no single look at them? Small graphs, one for each batch, add
// up in time; the steps of a simulation take longer than they do.
bool goes_over_data(const SemanticModel& model, const EvalRegion& region) {
  return region.is_loop && !has_few_iterations(model, region.first) &&
         repetition_of(model, region.first) != Repetition::Once &&
         simulation_step(model, region.first) == kNoNode;
}

constexpr int kMaxCallersOfTyped = 2;  // one behind the other

// Is the function called in a loop that waits for what people type?
bool waits_for_people(const SemanticModel& model, NodeId function, int depth) {
  const SyntaxTree& tree = model.tree();
  if (depth == 0 || tree.is(function, Kind::Module)) return false;
  const auto asks = [&](NodeId loop) {
    for (NodeId n = loop; n < tree.subtree_end(loop); ++n) {
      if (tree.is(n, Kind::Call) &&
          is_builtin_name(model, tree.child(n, Field::Function), "input")) {
        return true;
      }
    }
    return false;
  };
  return std::ranges::any_of(model.call_sites(function).calls, [&](NodeId call) {
    const NodeId caller = model.function_of(call);
    return std::ranges::any_of(model.loops_of(call), asks) ||
           (caller != kNoNode && waits_for_people(model, caller, depth - 1));
  });
}

// Is it one pass of a function that trains, beside its steps, of which it gives the output back?
bool gives_output_beside_steps(const SemanticModel& model, NodeId scope, const EvalRegion& region) {
  return !region.is_loop && !model.tree().is(scope, Kind::Module) &&
         model.callee_effects(scope).has(Effect::Backward) &&
         fate_of_graphs(model, {region.first, region.last}, {region.first, region.last})
             .has(Sink::Returned);
}

// Does an evaluation run what is not seen to be a small network?
bool evaluates_larger_network(const SemanticModel& model, NodeId scope, const EvalRegion& region) {
  return (region.eval.call != kNoNode || sounds_like_evaluation(model, scope)) &&
         !runs_small_networks(model, region);
}

}  // namespace

bool piles_up_in_object(const SemanticModel& model, const EvalRegion& region) {
  return std::ranges::any_of(region.forwards, [&](NodeId call) {
    const Reach fate = model.fate(call);
    const NodeId kept = fate.at({Sink::OnAttribute});
    const bool is_in_region = region.first <= kept && kept < model.tree().subtree_end(region.last);
    return fate.has(Sink::InContainer) && kept != kNoNode && (is_in_region || only_infers(model));
  });
}

std::string_view why_graphs_are_small(const SemanticModel& model, NodeId scope,
                                      const EvalRegion& region) {
  if (shows_trained_agent(model, scope, region)) return "the script only shows a trained agent";
  if (is_only_asserted(model, region)) return "assertions alone look at it";
  if (piles_up_in_object(model, region)) return "";
  if (takes_single_samples(model, scope, region) &&
      !evaluates_larger_network(model, scope, region)) {
    return "one sample at a time is run";
  }
  if (!collects_tensors(model, region) && !goes_over_data(model, region) &&
      runs_small_networks(model, region)) {
    return "the network is a few narrow layers";
  }
  if (model.mentions("input") && only_infers(model) &&
      waits_for_people(model, scope, kMaxCallersOfTyped)) {
    return "a person types what each call is given";
  }
  if (gives_output_beside_steps(model, scope, region)) {
    return "the steps beside it make a graph as large each";
  }
  if (runs_tiny_layers(model, region)) return "all sizes that it works on are written, and tiny";
  if (loads_small_data_alone(model) && !writes_unequal_batches(model) &&
      !is_repeated(model, region)) {
    return "all data of the file are a small data set";
  }
  if (draws_beside(model, region)) return "pictures are drawn of each sample, which takes more";
  if (is_untrained(model, scope, region)) return "a model without weights is tried out";
  if (runs_on_weights_alone(model, region)) return "what it runs is given nothing to keep";
  if (gives_detached_output(model, scope, region)) {
    return "the output is given away without its graph at once";
  }
  if (runs_on_graph_that_stays(model, region)) return "the graph of what it runs on stays";
  const bool is_of_step = is_gone_before_step(model, scope, region);
  if (is_of_step && (!runs_modules_alone(model, region) || runs_dense_networks(model, region))) {
    return "its graph is gone before that of the training step, which takes more";
  }
  if (runs_again_with_graph(model, scope, region)) {
    return "its graph is gone before the function runs the same module again, with a graph";
  }
  if (repeats_training_pass(model, scope, region)) {
    return "the training step before it has made the same pass for its gradients";
  }
  if (measures_before_training(model, scope, region)) {
    return "a loop behind it trains by the same pass, and its graph is gone at once";
  }
  if (is_seldom_beside_steps(model, scope, region)) {
    return "steps of the training run the same network far more often, with a graph as large";
  }
  if (draws_progress(model, scope) && runs_dense_networks(model, region)) {
    return "it is a picture every so many steps";
  }
  if (takes_small_batches(model, scope))
    return "its batches are a fraction of those of the training";
  if (!trains_on_batches_as_large(model, scope, region)) return "";
  if (acts_in_simulation(model, scope, region) && runs_dense_networks(model, region)) {
    return "it takes one step of a simulation, many of which the training takes at once";
  }
  // A loop over all of the data, or a part of each step or epoch, is run often enough to be worth
  // its time.
  const bool is_seldom = !region.is_loop && !is_of_step && !is_repeated(model, region);
  if (is_seldom && !stands_beside_other_graph(model, scope, region)) {
    return "its graph is gone before the next one is made, and a training step takes as much";
  }
  return "";
}

namespace {

// Is the name bound again, after `from` in its block, before anybody reads it?
bool is_overwritten_unread(const SemanticModel& model, NodeId from, std::string_view name) {
  const SyntaxTree& tree = model.tree();
  const NodeId block = model.block_of(from);
  for (const NodeId statement : model.statements(block)) {
    if (statement < tree.subtree_end(from)) continue;
    const NodeId assignment = tree.is(statement, Kind::ExpressionStatement)
                                  ? tree.first_child(statement)
                                  : NodeId{kNoNode};
    const NodeId target = tree.is(assignment, Kind::Assignment)
                              ? tree.child(assignment, Field::Left)
                              : NodeId{kNoNode};
    for (NodeId n = statement; n < tree.subtree_end(statement); ++n) {
      model.work().spend();
      if (n != target && tree.is(n, Kind::Identifier) && tree.text(n) == name) return false;
    }
    if (target != kNoNode && tree.text(target) == name) return true;
  }
  return false;
}

// The statement in the same block as `sibling` that holds `n`, or kNoNode.
NodeId statement_beside(const SemanticModel& model, NodeId sibling, NodeId n) {
  const SyntaxTree& tree = model.tree();
  for (const NodeId statement : model.statements(model.block_of(sibling))) {
    if (tree.contains(statement, n)) return statement;
  }
  return kNoNode;
}

// Does a loss take what the region makes, and is that loss overwritten before anybody reads it?
bool makes_overwritten_loss(const SemanticModel& model, const EvalRegion& region) {
  const SyntaxTree& tree = model.tree();
  for (NodeId n = region.first; n < tree.subtree_end(region.last); ++n) {
    model.work().spend();
    const DefId def =
        tree.is(n, Kind::Identifier) ? model.bindings().definition_at(n) : DefId{kNone};
    if (def == kNone) continue;
    for (const UseId use : model.bindings().definition(def).uses) {
      const NodeId reader = model.statement_of(model.bindings().use(use).node);
      const NodeId assignment =
          tree.is(reader, Kind::ExpressionStatement) ? tree.first_child(reader) : NodeId{kNoNode};
      if (!tree.is(assignment, Kind::Assignment)) continue;
      const std::string_view target = tree.text(tree.child(assignment, Field::Left));
      const NodeId statement = statement_beside(model, region.first, reader);
      if (target.ends_with("loss") && statement != kNoNode &&
          is_overwritten_unread(model, statement, target)) {
        return true;
      }
    }
  }
  return false;
}

}  // namespace

bool computes_loss_of_training(const SemanticModel& model, NodeId scope, const EvalRegion& region) {
  const SyntaxTree& tree = model.tree();
  if (gives_loss_to_training(model, scope)) return true;
  const NodeId loop = model.loop_of(region.forwards[0]);
  if (loop == kNoNode || tree.contains(region.first, loop)) return false;
  const std::vector<NodeId> beside = model.statements(model.block_of(region.first));
  // Beside a loop of steps it is no part of a step.
  const bool trains = std::ranges::any_of(beside, [&](NodeId statement) {
    return !tree.is(statement, Kind::ForStatement) && !tree.is(statement, Kind::WhileStatement) &&
           model.effects(statement).has(Effect::Backward);
  });
  if (!trains) return false;
  if (makes_overwritten_loss(model, region)) return true;
  for (NodeId n = region.first; n < tree.subtree_end(region.last); ++n) {
    model.work().spend();
    if (!tree.is(n, Kind::Assignment)) continue;
    const NodeId target = tree.child(n, Field::Left);
    if (tree.is(target, Kind::Identifier) && tree.text(target).ends_with("loss")) return true;
  }
  return false;
}

}  // namespace mlfix
