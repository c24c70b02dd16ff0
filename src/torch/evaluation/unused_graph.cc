// The question is that of gradient demand: does any use of what a forward pass makes ever ask
// for a gradient? It is put to the smallest stretch first, the statement of the call, as that
// is cheap and mostly ends the matter; a loop around it is asked about only when its inner
// part passed, and is taken only when nothing in it goes out of sight. Answers are kept, since many
// calls may stand in one loop.

#include "torch/evaluation/unused_graph.h"

#include <algorithm>
#include <map>
#include <optional>
#include <ranges>
#include <set>
#include <string>
#include <unordered_map>

#include "semantic/binding/binding.h"
#include "semantic/control/consumer.h"
#include "semantic/control/repetition.h"
#include "semantic/effects/grad_mode.h"
#include "semantic/flow/graph_sinks.h"
#include "semantic/flow/long_lived.h"
#include "semantic/flow/returned_graph.h"
#include "semantic/knowledge/facts.h"
#include "semantic/knowledge/hints.h"
#include "semantic/knowledge/meanings.h"
#include "semantic/names/access_path.h"
#include "semantic/names/attribute_access.h"
#include "semantic/names/calls.h"
#include "semantic/names/module_by_use.h"
#include "semantic/project/project_code.h"
#include "semantic/project_entity.h"
#include "semantic/semantic_model.h"
#include "torch/evaluation/gradient_need.h"
#include "torch/graph/graph_fate.h"
#include "torch/module/forward_pass.h"
#include "torch/module/output_use.h"
#include "torch/tensor/literal_tensor.h"
#include "torch/training/training_step.h"

namespace mlfix {
namespace {

// Does the call run a method of the object itself, with a graph? What has a forward() is a module,
// whatever class that is not seen it derives from.
bool runs_own_part(const SemanticModel& model, NodeId call) {
  const std::string_view method = model.method_name(call);
  const NodeId function = method.empty() ? NodeId{kNoNode} : model.callee(call);
  const NodeId klass = function == kNoNode ? NodeId{kNoNode} : model.class_of(call);
  return klass != kNoNode && model.tree().text(model.receiver_of_call(call, method)) == "self" &&
         model.calls().names().find_method(klass, "forward") != kNoNode &&
         lets_graph_out(model, function);
}

// Does the call run a function that is seen, here or in another file, and that gives back what
// modules made in it? One in which all graphs die is fixed itself.
bool runs_modules_inside(const SemanticModel& model, NodeId call) {
  const NodeId function = model.callee(call);
  if (function == kNoNode) return gives_graph_elsewhere(model, call);
  if (model.tree().is_async(function) || model.is_generator(function)) return false;
  return may_return_graph(model, function) && lets_graph_out(model, function);
}

// Is a part of the name, between underscores, one that says so: p_sample_loop, ddim_sample?
bool is_name_of_sampling(const SemanticModel& model, std::string_view name) {
  return std::ranges::any_of(name | std::views::split('_'), [&](auto part) {
    return model.suggests(Hint::Sampling, std::string_view(part.begin(), part.end()));
  });
}

bool is_name_of_inference(const SemanticModel& model, std::string_view name) {
  return model.suggests(Hint::Inference, name) || name.starts_with("inference_");
}

// Does the expression, or what its name was just bound to, read what the iteration before gave?
bool continues_iteration(const SemanticModel& model, NodeId expr, bool follows_name) {
  const SyntaxTree& tree = model.tree();
  const Bindings& bindings = model.bindings();
  for (NodeId n = expr; n < tree.subtree_end(expr); ++n) {
    const DefId def = tree.is(n, Kind::Identifier) ? bindings.reaching(n) : DefId{kNone};
    if (def == kNone) continue;
    const Definition& definition = bindings.definition(def);
    if (definition.kind == DefKind::LoopPhi) return true;
    const bool is_inner = follows_name && definition.kind == DefKind::Assign;
    if (is_inner && definition.value != kNoNode &&
        continues_iteration(model, definition.value, false)) {
      return true;
    }
  }
  return false;
}

// Is the name that of a list which a loop fills with the state that it carries on, the steps of a
// sample beside the last one?
bool lists_carried_states(const SemanticModel& model, NodeId name) {
  const Bindings& bindings = model.bindings();
  const bool is_bound = model.tree().is(name, Kind::Identifier) && bindings.reaching(name) != kNone;
  bool any = false;
  if (!is_bound) return false;
  for (const ContainerAccess& access :
       variable_uses(model, bindings.variable_of(bindings.reaching(name)))) {
    if (access.use != ContainerUse::Growth) continue;
    const NodeId root = root_of_chain(model, growth_of(model, access.detail).value);
    const DefId def =
        model.tree().is(root, Kind::Identifier) ? bindings.reaching(root) : DefId{kNone};
    if (def == kNone) return false;
    const auto merges = [&](DefId phi) {
      const Definition& merge = bindings.definition(phi);
      return merge.kind == DefKind::LoopPhi && !merge.uses.empty();
    };
    const Definition& d = bindings.definition(def);
    if (d.kind != DefKind::LoopPhi && std::ranges::none_of(d.phis, merges)) return false;
    any = true;
  }
  return any;
}

// Does the function call the same module, or method of its object, step by step, on what came of
// the step before, and give back one value, or nothing, or the steps beside it? The layers of a
// flow are others in each step, and who returns probabilities beside samples may want them
// differentiated.
bool samples_step_by_step(const SemanticModel& model, NodeId scope) {
  const SyntaxTree& tree = model.tree();
  const auto gives_one = [&](NodeId value) {
    value = model.strip_parentheses(value);
    if (!tree.is(value, Kind::ExpressionList) && !tree.is(value, Kind::Tuple)) return true;
    bool is_first = true;
    for (const NodeId item : tree.children(value)) {
      if (!is_first && !lists_carried_states(model, item)) return false;
      is_first = false;
    }
    return true;
  };
  const auto is_step = [&](NodeId call) {
    const NodeId root = root_of_path(model, tree.child(call, Field::Function));
    const NodeId loop = model.loop_of(call);
    if (loop == kNoNode || !tree.is(root, Kind::Identifier)) return false;
    const DefId def = model.bindings().reaching(root);
    const bool is_bound_by_loop =
        def == kNone || model.bindings().definition(def).kind == DefKind::For;
    return !is_bound_by_loop && (is_forward(model, call) || runs_own_part(model, call)) &&
           std::ranges::any_of(model.arguments(call), [&](NodeId argument) {
             return continues_iteration(model, argument, true);
           });
  };
  const auto returned = model.returned_values(scope);
  return std::ranges::all_of(returned, gives_one) &&
         std::ranges::any_of(calls_in_scope(model, scope), is_step);
}

// The names of inferences that the file runs where gradients are, or may be, off already, or
// that a forward() runs: what they do then is for the caller of the module to decide.
struct GuardedInferences {
  explicit GuardedInferences(const SemanticModel& model) {
    const SyntaxTree& tree = model.tree();
    for (NodeId n = 0; n < tree.size(); ++n) {
      if (!tree.is(n, Kind::Call)) continue;
      const NodeId called = tree.child(n, Field::Function);
      const std::string_view name =
          tree.is(called, Kind::Identifier) ? tree.text(called) : model.method_name(n);
      const bool is_one = is_name_of_inference(model, name) || is_name_of_sampling(model, name);
      if (is_one && is_guarded(model, n)) names.insert(name);
    }
  }

  static bool is_guarded(const SemanticModel& model, NodeId call) {
    const NodeId caller = model.function_of(call);
    const bool in_forward = caller != kNoNode &&
                            model.tree().text(model.tree().child(caller, Field::Name)) == "forward";
    return in_forward || model.grad_mode(call).mode != GradMode::Enabled;
  }

  std::set<std::string_view> names;
};

bool has_guarded_name(const SemanticModel& model, NodeId function) {
  return model.notes<GuardedInferences>(model).names.contains(
      model.tree().text(model.tree().child(function, Field::Name)));
}

// Is the function an inference by its name, whose callers decide about gradients nowhere in view?
bool is_inference(const SemanticModel& model, NodeId scope) {
  if (model.tree().is(scope, Kind::Module)) return false;
  const std::string_view name = model.tree().text(model.tree().child(scope, Field::Name));
  return is_name_of_inference(model, name) && !has_guarded_name(model, scope);
}

// The same of a function that draws samples.
bool is_sampling(const SemanticModel& model, NodeId scope) {
  if (model.tree().is(scope, Kind::Module)) return false;
  const std::string_view name = model.tree().text(model.tree().child(scope, Field::Name));
  return is_name_of_sampling(model, name) && samples_step_by_step(model, scope) &&
         !has_guarded_name(model, scope);
}

// By a method that others run, the one function that runs it with gradients on, beside at least one
// that runs it without; kNoNode where there is none, or more.
struct UnguardedCallers {
  std::unordered_map<NodeId, NodeId> of;
};

NodeId find_unguarded_caller(const SemanticModel& model, NodeId part) {
  NodeId unguarded = kNoNode;
  bool any_guarded = false;
  for (const NodeId call : model.call_sites(part).calls) {
    if (model.grad_mode(call).mode != GradMode::Enabled) {
      any_guarded = true;
      continue;
    }
    const NodeId caller = model.function_of(call);
    if (unguarded != kNoNode && unguarded != caller) return kNoNode;
    unguarded = caller;
  }
  return any_guarded ? unguarded : NodeId{kNoNode};
}

NodeId unguarded_caller(const SemanticModel& model, NodeId part) {
  const auto [known, is_new] = model.notes<UnguardedCallers>().of.try_emplace(part, kNoNode);
  if (!is_new) return known->second;
  const NodeId found = find_unguarded_caller(model, part);
  return model.notes<UnguardedCallers>().of[part] = found;
}

// Does the method run one of its object with a graph that every other method runs without, in a
// file that trains nothing, and for no framework? Then it is the one that was forgotten.
bool is_forgotten_among_guarded(const SemanticModel& model, NodeId scope) {
  const NodeId klass =
      model.tree().is(scope, Kind::Module) ? NodeId{kNoNode} : model.method_class(scope);
  if (klass == kNoNode || model.mentions("backward") || model.framework_of(klass) != nullptr ||
      model.derives_from(klass, "torch.nn.Module")) {
    return false;
  }
  return std::ranges::any_of(calls_in_scope(model, scope), [&](NodeId call) {
    const NodeId part = model.callee(call);
    return part != kNoNode && model.method_class(part) == klass &&
           unguarded_caller(model, part) == scope && lets_graph_out(model, part);
  });
}

// Does it give its callers the answers of a model?
bool gives_answers(const SemanticModel& model, NodeId scope) {
  return is_inference(model, scope) || is_forgotten_among_guarded(model, scope);
}

// Is it called like a forward pass, and no method of a plain object, which is no part of a network?
bool is_forward_by_name(const SemanticModel& model, NodeId scope) {
  const SyntaxTree& tree = model.tree();
  if (tree.is(scope, Kind::Module) ||
      tree.text(tree.child(scope, Field::Name)).find("forward") == std::string_view::npos) {
    return false;
  }
  const NodeId klass = model.method_class(scope);
  return klass == kNoNode || tree.child(klass, Field::Superclasses) != kNoNode;
}

// Is it a method of a module, or of a class with bases that are not seen? What runs a module
// decides about its gradients.
bool may_be_of_module(const SemanticModel& model, NodeId scope) {
  const SyntaxTree& tree = model.tree();
  const NodeId klass = tree.is(scope, Kind::Module) ? NodeId{kNoNode} : model.method_class(scope);
  const NodeId bases = klass == kNoNode ? NodeId{kNoNode} : tree.child(klass, Field::Superclasses);
  if (bases == kNoNode) return false;
  Calls calls = model.calls();
  NameResolver& names = calls.names();
  if (names.find_method(klass, "forward") != kNoNode ||
      model.derives_from(klass, "torch.nn.Module")) {
    return true;
  }
  for (const NodeId base : tree.children(bases)) {
    if (names.class_named_by(base) == kNoNode && tree.text(base) != "object") return true;
  }
  return false;
}

struct OnlyInfers {
  std::optional<bool> known;
};

// A file that is looked at alone is taken for the whole program.
bool finds_only_inference(const SemanticModel& model) {
  const ProjectPlace& place = model.place();
  if (place.code != nullptr) {
    return place.file != kNoFile && place.code->only_infers(place.file);
  }
  const auto is_mentioned = [&](std::string_view word) { return model.mentions(word); };
  const auto is_written = [&](std::string_view word) {
    return model.tree().source().find(word) != std::string_view::npos;
  };
  return !model.is_notebook() &&
         std::ranges::none_of(model.names(Meaning::TellsTraining), is_mentioned) &&
         std::ranges::any_of(model.names(Meaning::TellsProgram), is_written);
}

// What becomes of the graphs that statements make.
enum class Demand : std::uint8_t {
  Wanted,  // differentiated, kept, or given to code that may do either
  Unseen,  // looked at by libraries that can't be seen, and what these give is dropped
  None,
};

// May another file differentiate what the attribute holds?
bool may_be_differentiated(const SemanticModel& model, NodeId attribute) {
  const ProjectCode* code = model.place().code;
  return code != nullptr &&
         code->may_differentiate_attribute(model.place().file, last_name(model.tree(), attribute));
}

class UnusedGraphs {
 public:
  UnusedGraphs(const SemanticModel& model, NodeId scope, const std::vector<EvalRegion>& known)
      : model_(model),
        tree_(model.tree()),
        scope_(scope),
        covered_(tree_, known),
        forgotten_(is_forgotten_among_guarded(model, scope)),
        evaluates_(forgotten_ || sounds_like_evaluation(model, scope)),
        in_forward_(is_forward_by_name(model, scope)),
        answers_(gives_answers(model, scope)) {}

  std::vector<EvalRegion> find() {
    if (answers_ || (gives_back_value() && !makers().empty() && nobody_trains())) {
      if (auto whole = whole_body(); !whole.empty()) return whole;
      set_answers(false);
    }
    take_parts();
    if (!regions_.empty() || !is_sampling(model_, scope_)) return std::move(regions_);
    evaluates_ = true;
    set_answers(!model_.returned_values(scope_).empty());
    return whole_body();
  }

  std::vector<NodeId> find_detached_arguments() {
    std::vector<NodeId> found;
    for (const NodeId call : calls_in_scope(model_, scope_)) {
      const Consumer taker = model_.consumer_of(call);
      if (taker.role != Role::MethodReceiver || taker.name != "detach") continue;
      if (covered_.holds(call) || !builds_graph_here(call)) continue;
      const NodeId statement = model_.statement_of(call);
      const bool whole = is_no_reason(demand_of({statement, statement}), call);
      if (!whole && needs_gradients(model_, {call, call}).empty()) found.push_back(call);
    }
    return found;
  }

 private:
  // Is what the function gives back for its numbers alone, whoever calls it?
  bool gives_to_numbers() const {
    return !in_forward_ && gives_back_value() && !may_be_of_module(model_, scope_) &&
           is_unneeded_by_callers(model_, scope_);
  }

  void set_answers(bool gets_answers) {
    answers_ = gets_answers;
    makers_.reset();
    demands_.clear();
  }

  // The calls of the function that make a graph, outside of the regions that are known.
  const std::vector<NodeId>& makers() {
    if (makers_) return *makers_;
    makers_.emplace();
    for (const NodeId call : calls_in_scope(model_, scope_)) {
      if (!covered_.holds(call) && builds_graph_here(call)) makers_->push_back(call);
    }
    return *makers_;
  }

  // In the whole program; asked last, as it reads other files.
  bool nobody_trains() const { return only_infers(model_) && !may_be_of_module(model_, scope_); }

  bool gives_back_value() const {
    return !tree_.is(scope_, Kind::Module) && !model_.is_generator(scope_) &&
           !model_.returned_values(scope_).empty();
  }

  void take_parts() {
    for (const NodeId call : makers()) add(call);
    std::erase_if(regions_, [&](const EvalRegion& region) { return runs_once(region); });
  }

  // All of an inference is one region: what one part of it makes is the input of the next.
  std::vector<EvalRegion> whole_body() {
    auto statements = model_.statements(tree_.child(scope_, Field::Body));
    if (statements.size() > 1 && tree_.is(tree_.first_child(statements.front()), Kind::String)) {
      statements.erase(statements.begin());  // the docstring
    }
    const auto is_known = [&](NodeId call) { return covered_.holds(call); };
    if (std::ranges::any_of(calls_in_scope(model_, scope_), is_known)) return {};
    EvalRegion region{{}, makers(), statements.front(), statements.back(), false};
    if (region.forwards.empty()) return {};
    const Demand demand = demand_of({region.first, region.last});
    const auto is_for_nobody = [&](NodeId call) { return is_no_reason(demand, call); };
    const bool is_whole = nobody_trains() ? std::ranges::all_of(region.forwards, is_for_nobody)
                                          : demand == Demand::None;
    if (!is_whole) return {};
    const NodeId module = tree_.child(region.forwards[0], Field::Function);
    region.eval = {kNoNode, module, tree_.text(module)};
    return {region};
  }

  // Does the call run a module with gradients on, for what it gives? What a loss makes hangs
  // on the output that it is given, and needs no region of its own. A name that sounds like a
  // module is believed where what comes out is used as a tensor.
  bool builds_graph_here(NodeId call) const {
    // What calls give is hardly ever a module, and a chain of calls may be long.
    const NodeId root = root_of_path(model_, tree_.child(call, Field::Function));
    if (!tree_.is(root, Kind::Identifier)) return false;
    const bool whole = is_forward(model_, call);
    const bool by_own_part = answers_ && !forgotten_;
    const bool inside =
        !whole && (by_own_part ? runs_own_part(model_, call) : runs_modules_inside(model_, call));
    if (whole ? is_loss(call) : !inside && !runs_part_of_module(model_, call)) return false;
    const OutputUse use = use_of_output(model_, call);
    // Who detaches one part of what is given knows of the graph, and that another has none.
    const bool has_parts = inside || is_unpacked(call);
    const bool has_no_graph = use.forbids_graph && !(has_parts && use.is_detached);
    const bool is_data = use.as_tensor || use.as_array;
    const bool makes_module = use.as_module || (!is_data && is_given_settings_only(call));
    if (use.shape_only || has_no_graph || makes_module) return false;
    // What forward() computes is for its output, by ways that may not be seen.
    if (in_forward_ && (!use.is_detached || (!whole && !inside))) return false;
    const bool is_module =
        inside || is_data ||
        (whole && (is_proven_module(call) || use.ends_detached ||
                   is_name_of_used_module(model_, tree_.child(call, Field::Function))));
    return is_module && has_parameters(call) && gives_or_drops_graph(call) &&
           has_gradients_on(call) && !model_.spares_graphs(call);
  }

  bool is_unpacked(NodeId call) const {
    const NodeId assignment = tree_.parent(call);
    const NodeId target = tree_.is(assignment, Kind::Assignment)
                              ? tree_.child(assignment, Field::Left)
                              : NodeId{kNoNode};
    return tree_.is(target, Kind::PatternList) || tree_.is(target, Kind::TuplePattern);
  }

  // What a forward() in view detaches itself was made with a graph all the same.
  bool gives_or_drops_graph(NodeId call) const {
    if (!model_.facts(call).must_be(Fact::NoGraph)) return true;
    const NodeId function = model_.callee(call);
    return function != kNoNode && builds_graph(model_, function) &&
           std::ranges::all_of(model_.returned_values(function), [&](NodeId value) {
             value = model_.strip_parentheses(value);
             return tree_.is(value, Kind::Attribute) ? last_name(tree_, value) == "data"
                                                     : model_.method_name(value) == "detach";
           });
  }

  // Nobody asked for it: who writes enable_grad() has a use for the graph.
  bool has_gradients_on(NodeId call) const {
    const GradState state = model_.grad_mode(call);
    const bool decorated =
        state.because != kNoNode && tree_.is(tree_.parent(state.because), Kind::Decorator);
    return state.mode == GradMode::Enabled && !tree_.is(state.because, Kind::WithStatement) &&
           !decorated;
  }

  Facts facts_of_module(NodeId call) const {
    const std::string_view method = model_.method_name(call);
    return model_.facts(is_forward_method(model_, method) ? model_.receiver_of_call(call, method)
                                                          : tree_.child(call, Field::Function));
  }
  bool is_loss(NodeId call) const { return facts_of_module(call).could_be(Fact::Loss); }
  bool is_proven_module(NodeId call) const { return facts_of_module(call).may_be(Fact::Module); }

  // Code of the file that runs no module with gradients on makes no graph of its own, nor does a
  // layer of a library that is given no size: nn.Softmax(dim=-1), nn.ReLU().
  bool has_parameters(NodeId call) const {
    const NodeId function = model_.callee(call);
    if (function != kNoNode) return builds_graph(model_, function);
    return !is_made_without_sizes(tree_.child(call, Field::Function));
  }

  bool makes_layer_without_sizes(NodeId made) const {
    if (!tree_.is(made, Kind::Call)) return false;
    const std::string name = model_.qualified_text(tree_.child(made, Field::Function));
    if (!name.starts_with("torch.nn.") || name.ends_with("Sequential")) return false;
    const std::vector<NodeId> arguments = model_.arguments(made);
    return std::ranges::none_of(arguments, [&](NodeId argument) {
      const NodeId keyword = tree_.parent(argument);
      return !tree_.is(keyword, Kind::KeywordArgument) ||
             tree_.text(tree_.child(keyword, Field::Name)) != "dim";
    });
  }

  // Is the name, or the attribute of self, that is called such a layer, wherever the class sets it?
  bool is_made_without_sizes(NodeId called) const {
    if (tree_.is(called, Kind::Identifier)) {
      return makes_layer_without_sizes(assigned_value(model_, called));
    }
    if (!tree_.is(called, Kind::Attribute) ||
        tree_.text(tree_.child(called, Field::Object)) != "self") {
      return false;
    }
    const NodeId klass = model_.class_of(called);
    bool any = false;
    for (const AttributeAccess& access : model_.attribute_accesses(last_name(tree_, called))) {
      if (!access.is_store || access.klass != klass) continue;
      const NodeId assignment = tree_.parent(access.node);
      const NodeId made = tree_.is(assignment, Kind::Assignment)
                              ? tree_.child(assignment, Field::Right)
                              : NodeId{kNoNode};
      if (made == kNoNode || !makes_layer_without_sizes(made)) return false;
      any = true;
    }
    return any;
  }

  // Layer(channels=8, stride=2): what a name stands for that is given no input may be a class.
  bool is_given_settings_only(NodeId call) const {
    const std::vector<NodeId> arguments = model_.arguments(call);
    return !is_proven_module(call) && !arguments.empty() &&
           std::ranges::all_of(arguments, [&](NodeId argument) {
             return tree_.is(tree_.parent(argument), Kind::KeywordArgument);
           });
  }

  // Is that use no reason for a graph? Where code that can't be seen gets what the call makes, more
  // than a name must say that the call makes a graph, or somebody must detach it in view.
  bool is_no_reason(Demand demand, NodeId call) const {
    if (demand != Demand::Unseen) return demand == Demand::None;
    const OutputUse output = use_of_output(model_, call);
    return is_proven_module(call) || runs_modules_inside(model_, call) ||
           is_used_as_module(model_, tree_.child(call, Field::Function)) ||
           (output.ends_detached && !output.given_to_module);
  }

  void add(NodeId call) {
    NodeId region = model_.statement_of(call);
    if (!is_no_reason(demand_of({region, region}), call)) return;
    bool is_loop = tree_.is(region, Kind::ForStatement) || tree_.is(region, Kind::WhileStatement);
    for (NodeId loop : model_.loops_of(call)) {
      if (demand_of({loop, loop}) != Demand::None) break;
      region = loop;
      is_loop = true;
    }
    if (!regions_.empty() && joins(regions_.back(), region, is_loop)) {
      regions_.back().last = std::max(regions_.back().last, region);
      regions_.back().forwards.push_back(call);
      return;
    }
    const NodeId module = tree_.child(call, Field::Function);
    regions_.push_back({{kNoNode, module, tree_.text(module)}, {call}, region, region, is_loop});
  }

  bool joins(const EvalRegion& before, NodeId region, bool is_loop) {
    if (region == before.last) return true;
    return !is_loop && !before.is_loop &&
           model_.block_of(region) == model_.block_of(before.first) &&
           demand_of({tree_.next_sibling(before.last), region}) != Demand::Wanted;
  }

  Demand demand_of(Span span) {
    const auto [at, is_new] = demands_.try_emplace({span.first, span.last}, Demand::Wanted);
    if (is_new) at->second = find_demand(span);
    return at->second;
  }

  Demand find_demand(Span span) const {
    if (!needs_gradients(model_, span).empty()) return Demand::Wanted;
    const Reach fate = fate_of_graphs(model_, span, span);
    // What an inference keeps is its state, and what it returns an answer: assumptions of the fix.
    const bool leaves = fate.has_any({Sink::Captured, Sink::Yielded}) ||
                        (fate.has(Sink::Returned) && !gives_to_numbers());
    const bool kept =
        leaves || (fate.has(GraphSinks::kKeptWhole) && !carries_own_state(model_, span));
    if (fate.has(GraphSinks::kDifferentiated)) return Demand::Wanted;
    if (kept && !answers_ && !nobody_trains()) return Demand::Wanted;
    if (evaluates_) return Demand::None;
    if (is_handed_over(model_, span) && !nobody_trains()) return Demand::Wanted;
    return fate.has(Sink::Lost) || fate.has_any(GraphSinks::kUnseen) ? Demand::Unseen
                                                                     : Demand::None;
  }

  bool runs_once(const EvalRegion& region) const {
    if (region.is_loop && !has_few_iterations(model_, region.first)) return false;
    if (tree_.is(scope_, Kind::Module)) {
      return model_.loop_of(region.first) == kNoNode && !answers_as_script(model_);
    }
    return tree_.text(tree_.child(scope_, Field::Name)) == "__init__" ||
           std::ranges::all_of(region.forwards, [&](NodeId call) { return is_tried_out(call); });
  }

  // Is there a trained model: is what it answers the aim, and no trial?
  bool loads_or_trains() const {
    return std::ranges::any_of(calls_in_scope(model_, scope_), [&](NodeId call) {
      return model_.means(Meaning::LoadsWeights, called_name(tree_, call)) ||
             differentiates_in_step(model_, call);
    });
  }

  // Is the module made by this function, and run once for each time that it is made?
  bool is_tried_out(NodeId call) const {
    const NodeId root = root_of_path(model_, tree_.child(call, Field::Function));
    if (!is_made_in(model_, scope_, root) || loads_or_trains()) return false;
    const Definition& made = model_.bindings().definition(model_.bindings().reaching(root));
    const auto repeats = [&](NodeId loop) {
      return !tree_.contains(loop, made.node) && !has_few_iterations(model_, loop);
    };
    return made.kind != DefKind::For && std::ranges::none_of(model_.loops_of(call), repeats);
  }

  const SemanticModel& model_;
  const SyntaxTree& tree_;
  NodeId scope_;
  RegionCover covered_;
  bool forgotten_;  // among methods that switch gradients off
  bool evaluates_;  // code that is not visible and gets an output is taken to measure or show it
  bool in_forward_;
  bool answers_;  // callers get the output, and are taken not to differentiate it
  std::optional<std::vector<NodeId>> makers_;
  std::vector<EvalRegion> regions_;
  std::map<std::pair<NodeId, NodeId>, Demand> demands_;
};

}  // namespace

bool carries_own_state(const SemanticModel& model, Span span) {
  const SyntaxTree& tree = model.tree();
  const NodeId klass = model.class_of(span.first);
  if (span.first != span.last || klass == kNoNode || model.mentions("backward") ||
      model.derives_from(klass, "torch.nn.Module")) {
    return false;
  }
  const NodeId assignment = tree.is(span.first, Kind::ExpressionStatement)
                                ? tree.first_child(span.first)
                                : NodeId{kNoNode};
  if (!tree.is(assignment, Kind::Assignment)) return false;
  const NodeId left = tree.child(assignment, Field::Left);
  const NodeId right = tree.child(assignment, Field::Right);
  bool carries = false;
  for (NodeId n = left; n < tree.subtree_end(left); ++n) {
    if (!tree.is(n, Kind::Attribute)) continue;
    if (tree.text(tree.child(n, Field::Object)) != "self" || may_be_differentiated(model, n)) {
      return false;
    }
    for (NodeId read = right; right != kNoNode && read < tree.subtree_end(right); ++read) {
      carries = carries || (tree.is(read, Kind::Attribute) && tree.text(read) == tree.text(n));
    }
  }
  return carries;
}

bool answers_as_script(const SemanticModel& model) {
  const auto is_mentioned = [&](std::string_view name) { return model.mentions(name); };
  const bool loads = model.mentions("load") ||
                     std::ranges::any_of(model.names(Meaning::LoadsWeights), is_mentioned);
  return loads && !model.mentions("backward") && !model.is_notebook();
}

bool only_infers(const SemanticModel& model) {
  std::optional<bool>& known = model.notes<OnlyInfers>().known;
  if (!known) known = finds_only_inference(model);
  return *known;
}

bool answers_callers(const SemanticModel& model, NodeId scope) {
  return gives_answers(model, scope) || is_sampling(model, scope);
}

std::vector<EvalRegion> find_unused_graphs(const SemanticModel& model, NodeId scope,
                                           const std::vector<EvalRegion>& known) {
  return UnusedGraphs(model, scope, known).find();
}

std::vector<NodeId> find_detached_arguments(const SemanticModel& model, NodeId scope,
                                            const std::vector<EvalRegion>& known) {
  return UnusedGraphs(model, scope, known).find_detached_arguments();
}

}  // namespace mlfix
