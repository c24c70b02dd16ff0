// Steps are found by the statements around a backward pass, innermost loop
// first. See training_step.h.

#include "torch/training/training_step.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "semantic/binding/binding.h"
#include "semantic/control/branches.h"
#include "semantic/control/consumer.h"
#include "semantic/control/flow_queries.h"
#include "semantic/control/walk.h"
#include "semantic/knowledge/knowledge.h"
#include "semantic/names/access_path.h"
#include "semantic/names/attribute_access.h"
#include "semantic/names/call_sites.h"
#include "semantic/names/letters.h"
#include "semantic/names/name_resolver.h"
#include "semantic/project/outside_call.h"
#include "semantic/project/project_code.h"
#include "semantic/project_entity.h"
#include "semantic/semantic_model.h"
#include "torch/training/gradient_reset.h"

namespace mlfix {
namespace {

bool is_engine(const SemanticModel& model, NodeId expr) {
  if (expr == kNoNode || !model.facts(expr).could_be(Fact::Engine)) return false;
  return model.facts(expr).may_be(Fact::Engine) || model.qualified_text(expr).empty();
}

// Does whoever differentiates by the engine step the optimizer himself?
bool leaves_step(const SemanticModel& model, NodeId engine) {
  const SyntaxTree& tree = model.tree();
  if (engine == kNoNode || !model.facts(engine).could_be(Fact::Engine)) return false;
  const auto is_of_the_kind = [&](NodeId made) {
    return model.knowledge().covers(Meaning::LeavesStep,
                                    model.qualified_text(tree.child(made, Field::Function)));
  };
  if (tree.is(engine, Kind::Call)) return is_of_the_kind(engine);
  const std::vector<NodeId> made = constructors_of(model, engine);
  return made.empty() ? model.suggests(Hint::Differentiator, last_name(tree, engine))
                      : std::ranges::all_of(made, is_of_the_kind);
}

// The first call of or on an engine that steps, by function or module.
struct EngineCalls {
  std::unordered_map<NodeId, NodeId> first_in;
};

NodeId first_engine_call(const SemanticModel& model, NodeId region) {
  const SyntaxTree& tree = model.tree();
  for (NodeId at = region; at < tree.subtree_end(region); ++at) {
    if (!tree.is(at, Kind::Call)) continue;
    const NodeId called = tree.child(at, Field::Function);
    const NodeId object =
        tree.is(called, Kind::Attribute) ? tree.child(called, Field::Object) : NodeId{kNoNode};
    const auto steps = [&](NodeId engine) {
      return is_engine(model, engine) && !leaves_step(model, engine);
    };
    if (steps(at) || steps(object)) return at;
  }
  return kNoNode;
}

// Is the step reached whenever `from` is, in one branch or the other?
bool surely_reached(const SemanticModel& model, NodeId from, NodeId step) {
  const SyntaxTree& tree = model.tree();
  if (post_dominates(model, step, from, Exceptions::Ignored)) return true;
  const NodeId branching = tree.ancestor(step, Kind::IfStatement);
  if (branching == kNoNode || tree.contains(branching, from) ||
      !post_dominates(model, branching, from, Exceptions::Ignored)) {
    return false;
  }
  // `if torch.isfinite(norm): optimizer.step()` leaves out broken batches only.
  const std::string_view condition = tree.text(tree.child(branching, Field::Condition));
  const bool guards_numbers =
      condition.find("isfinite") != condition.npos || condition.find("isnan") != condition.npos;
  if (guards_numbers && condition.find('%') == condition.npos) return true;
  const Branches branches = branches_of(tree, branching);
  return branches.has_else && std::ranges::all_of(branches.blocks, [&](NodeId block) {
           bool steps = false;
           for_each_node(tree, block, tree.subtree_end(block),
                         [&](NodeId n) { steps = steps || is_step(model, n); });
           return steps;
         });
}

// The calls of a body that step an optimizer or run a backward pass, in source order.
struct StepCalls {
  struct Call {
    NodeId node;
    NodeId optimizer;  // that it steps, or kNoNode
    bool differentiates;
    std::size_t next_step;  // where the first of them stands that steps, from this one on
    bool steps() const { return optimizer != kNoNode; }
  };
  struct OfBody {
    std::vector<Call> calls;
    std::set<std::string_view> optimizers;  // that are stepped, by their text
  };
  std::unordered_map<NodeId, OfBody> in;
};

const StepCalls::OfBody& step_calls(const SemanticModel& model, NodeId body) {
  const auto [known, is_new] = model.notes<StepCalls>().in.try_emplace(body);
  if (!is_new) return known->second;
  const SyntaxTree& tree = model.tree();
  std::vector<StepCalls::Call> calls;
  std::set<std::string_view> optimizers;
  for_each_node(tree, body, tree.subtree_end(body), [&](NodeId n) {
    if (!tree.is(n, Kind::Call)) return;
    const StepCalls::Call call{n, stepped_optimizer(model, n), differentiates_in_step(model, n), 0};
    if (call.steps() || call.differentiates) calls.push_back(call);
    if (call.steps()) optimizers.insert(tree.text(call.optimizer));
  });
  for (std::size_t i = calls.size(), next = i; i-- > 0;) {
    calls[i].next_step = next = calls[i].steps() ? i : next;
  }
  return model.notes<StepCalls>().in[body] = {std::move(calls), std::move(optimizers)};
}

// The steps directly in `region` that use the gradients of what `at` runs, up to
// the next backward pass; empty when there is none for certain.
std::vector<NodeId> steps_after(const SemanticModel& model, NodeId region, NodeId at) {
  const SyntaxTree& tree = model.tree();
  const NodeId body = tree.child(region, Field::Body);
  std::vector<NodeId> steps;
  const auto& calls = step_calls(model, body).calls;
  const auto after =
      std::ranges::lower_bound(calls, tree.subtree_end(at), {}, &StepCalls::Call::node);
  std::size_t i = after == calls.end() ? calls.size() : after->next_step;
  for (; i < calls.size() && (steps.empty() || !calls[i].differentiates); ++i) {
    if (calls[i].steps()) steps.push_back(calls[i].node);
  }
  if (steps.empty() || !surely_reached(model, model.statement_of(at), steps.front())) return {};
  return steps;
}

// Is there a backward pass between the step before `at` and `at`?
bool is_first_since_step(const SemanticModel& model, NodeId region, NodeId at) {
  const auto& calls = step_calls(model, model.tree().child(region, Field::Body)).calls;
  const auto after = std::ranges::lower_bound(calls, at, {}, &StepCalls::Call::node);
  return after == calls.begin() || !std::prev(after)->differentiates;
}

TrainingStep none(std::string_view fact) {
  TrainingStep step;
  step.fact = fact;
  return step;
}

// Each once, as written.
std::vector<NodeId> optimizers_of(const SemanticModel& model, const std::vector<NodeId>& steps) {
  std::vector<NodeId> optimizers;
  std::set<std::string_view> texts;
  for (const NodeId call : steps) {
    const NodeId optimizer = stepped_optimizer(model, call);
    if (texts.insert(model.tree().text(optimizer)).second) optimizers.push_back(optimizer);
  }
  return optimizers;
}

TrainingStep make_step(const SemanticModel& model, NodeId region, NodeId at,
                       const std::vector<NodeId>& steps) {
  const SyntaxTree& tree = model.tree();
  if (!is_first_since_step(model, region, at)) {
    return none("its gradients join those of the backward pass before it");
  }
  TrainingStep result;
  result.region = region;
  result.backward = at;
  result.step = steps.front();
  result.optimizers = optimizers_of(model, steps);
  std::set<std::string_view> texts;
  for (const NodeId optimizer : result.optimizers) texts.insert(tree.text(optimizer));
  const StepCalls::OfBody& body = step_calls(model, tree.child(region, Field::Body));
  result.is_only_one =
      body.optimizers.size() <= texts.size() && std::ranges::includes(texts, body.optimizers);
  return result;
}

// Is it evaluated for every element of a comprehension?
bool in_comprehension(const SemanticModel& model, NodeId n) {
  const SyntaxTree& tree = model.tree();
  for (NodeId up = tree.parent(n); up != kNoNode; n = up, up = tree.parent(up)) {
    switch (tree.kind(up)) {
      case Kind::ListComprehension:
      case Kind::SetComprehension:
      case Kind::DictionaryComprehension:
      case Kind::GeneratorExpression:
        return !tree.is(n, Kind::ForInClause);
      case Kind::Lambda:
      case Kind::FunctionDefinition:
        return false;
      default:
        break;
    }
  }
  return false;
}

// Does a loop of this file run the function, directly or through callers?
bool runs_in_loop(const SemanticModel& model, NodeId function, int depth) {
  for (const NodeId call : model.call_sites(function).calls) {
    if (model.loop_of(call) != kNoNode || in_comprehension(model, call)) return true;
    const NodeId caller = model.function_of(call);
    if (caller != kNoNode && depth < 3 && runs_in_loop(model, caller, depth + 1)) return true;
  }
  return false;
}

constexpr int kMaxCallers = 3;  // how far they are looked at

// Does a loop of another file run the function, or one of this file that does, and does no file
// that calls it reset gradients?
bool runs_in_loop_elsewhere(const SemanticModel& model, NodeId function, int depth) {
  if (depth == 0 || model.place().code == nullptr) return false;
  if (const auto calls = model.calls_elsewhere(function); calls && !calls->empty()) {
    const auto repeats = [&](const OutsideCall& call) {
      return call.certain &&
             model.place().code->holds_around(call, [](const SemanticModel& there, NodeId n) {
               return there.loop_of(n) != kNoNode && gradient_resets(there).empty();
             });
    };
    return std::ranges::all_of(*calls, repeats);
  }
  return std::ranges::any_of(model.call_sites(function).calls, [&](NodeId call) {
    const NodeId caller = model.function_of(call);
    return caller != kNoNode && runs_in_loop_elsewhere(model, caller, depth - 1);
  });
}

// The step in a loop that calls the function with the backward pass.
TrainingStep step_of_callers(const SemanticModel& model, NodeId function) {
  for (const NodeId call : model.call_sites(function).calls) {
    for (const NodeId loop : model.loops_of(call)) {
      const auto steps = steps_after(model, loop, call);
      if (!steps.empty()) return make_step(model, loop, call, steps);
    }
  }
  return none("no loop that steps an optimizer is seen");
}

}  // namespace

bool is_tensor_backward(const SemanticModel& model, NodeId call) {
  const SyntaxTree& tree = model.tree();
  if (model.is_call_to(call, "torch.autograd.backward")) return true;
  const NodeId receiver = model.receiver_of_call(call, "backward");
  if (receiver == kNoNode || model.callee(call) != kNoNode) return false;
  const std::string_view text = tree.text(receiver);
  if (text == "self" || text == "ctx" || text.starts_with("super(")) return false;
  if (!model.qualified_text(receiver).empty() && model.qualified_text(receiver) != text) {
    return false;  // a function of a library
  }
  // model_engine.backward(loss); but model_output.backward() is that of a tensor.
  const Facts facts = model.facts(receiver);
  const FactSet owners = Fact::Engine | Fact::Module | FactSet(Fact::Optimizer);
  const bool given_loss = model.argument(call, 0, "gradient") != kNoNode && facts.may.empty();
  return !facts.may.has_any(owners | FactSet(Fact::NdArray)) &&
         !facts.weak.has_any(FactSet(Fact::Engine)) && !(given_loss && facts.weak.has_any(owners));
}

bool is_backward_of_engine(const SemanticModel& model, NodeId call) {
  const std::string_view method = model.method_name(call);
  if (method.empty() || model.callee(call) != kNoNode || model.arguments(call).empty()) {
    return false;
  }
  if (model.means(Meaning::DifferentiatesArgument, method)) return true;
  return method == "backward" && leaves_step(model, model.receiver_of_call(call, method));
}

bool differentiates_in_step(const SemanticModel& model, NodeId call) {
  return is_tensor_backward(model, call) || is_backward_of_engine(model, call);
}

NodeId differentiated_by(const SemanticModel& model, NodeId backward) {
  if (is_backward_of_engine(model, backward)) return model.arguments(backward).front();
  if (model.is_call_to(backward, "torch.autograd.backward")) {
    return model.argument(backward, 0, "tensors");
  }
  if (model.is_call_to(backward, "torch.autograd.grad")) {
    return model.argument(backward, 0, "outputs");
  }
  return model.receiver_of_call(backward, "backward");
}

NodeId stepped_optimizer(const SemanticModel& model, NodeId call) {
  const NodeId receiver = model.receiver_of_call(call, "step");
  if (receiver == kNoNode || is_engine(model, receiver)) return kNoNode;
  if (model.facts(receiver).could_be(Fact::Optimizer)) return receiver;
  for (const NodeId argument : model.arguments(call)) {
    if (model.facts(argument).could_be(Fact::Optimizer)) return argument;
  }
  return kNoNode;
}

bool is_step(const SemanticModel& model, NodeId n) {
  return model.tree().is(n, Kind::Call) && stepped_optimizer(model, n) != kNoNode;
}

NodeId step_with_closure(const SemanticModel& model, NodeId function) {
  const SyntaxTree& tree = model.tree();
  const auto step_given = [&](NodeId closure) {
    const Consumer consumer = model.consumer_of(closure);
    const bool given = consumer.role == Role::Argument && is_step(model, consumer.node) &&
                       tree.contains(consumer.node, closure);
    return given ? consumer.node : NodeId{kNoNode};
  };
  const CallSites& sites = model.call_sites(function);
  if (sites.value_use != kNoNode) return step_given(sites.value_use);
  for (const NodeId call : sites.calls) {
    const NodeId lambda = tree.parent(call);
    if (tree.is(lambda, Kind::Lambda) && step_given(lambda) != kNoNode) return step_given(lambda);
  }
  return kNoNode;
}

std::vector<NodeId> constructors_of(const SemanticModel& model, NodeId expr) {
  const SyntaxTree& tree = model.tree();
  std::vector<NodeId> made;
  const auto take = [&](NodeId value) {
    if (value == kNoNode) return;
    value = model.strip_parentheses(value);
    if (tree.is(value, Kind::Call)) made.push_back(value);
  };
  if (tree.is(expr, Kind::Attribute)) {
    const std::string_view name = tree.text(tree.child(expr, Field::Attribute));
    for (const AttributeAccess& access : model.attribute_accesses(name)) {
      if (access.is_store) take(value_bound_to(model, access.node));
    }
    return made;
  }
  if (!tree.is(expr, Kind::Identifier)) return made;
  std::vector<DefId> work{model.bindings().reaching(expr)};
  std::set<DefId> seen;
  while (!work.empty()) {
    const DefId def = work.back();
    work.pop_back();
    if (def == kNone || !seen.insert(def).second) continue;
    const Definition& d = model.bindings().definition(def);
    take(value_bound_by(model, d));
    work.insert(work.end(), d.operands.begin(), d.operands.end());
  }
  return made;
}

bool is_made_by_unseen_class(const SemanticModel& model, NodeId optimizer) {
  for (const NodeId made : constructors_of(model, optimizer)) {
    const std::string name = model.qualified_text(model.tree().child(made, Field::Function));
    const std::string last = name.substr(name.rfind('.') + 1);
    // One of another file of the run may have a step() of its own.
    const bool is_elsewhere =
        bool(model.class_elsewhere(model.tree().child(made, Field::Function)));
    if (begins_like_class(last) && (is_elsewhere || !model.facts(made).must_be(Fact::Optimizer))) {
      return true;
    }
  }
  return false;
}

bool is_handed_on_by_accelerator(const SemanticModel& model, NodeId optimizer) {
  const Bindings& bindings = model.bindings();
  const DefId def =
      model.tree().is(optimizer, Kind::Identifier) ? bindings.reaching(optimizer) : DefId{kNone};
  if (def == kNone || bindings.definition(def).kind != DefKind::Unpack) return false;
  const NodeId call = model.strip_parentheses(bindings.definition(def).value);
  const NodeId engine = model.receiver_of_call(call, "prepare");
  if (engine == kNoNode || !model.means(Meaning::HandsOnArguments, "prepare", engine)) return false;
  return std::ranges::any_of(model.arguments(call), [&](NodeId given) {
    if (model.tree().text(given) != model.tree().text(optimizer)) return false;
    const DefId brought = bindings.reaching(given);
    return brought != kNone && bindings.definition(brought).kind == DefKind::Parameter;
  });
}

bool exists_before(const SemanticModel& model, NodeId optimizer, NodeId region) {
  const NodeId root = root_of(model, optimizer);
  if (root == kNoNode) return false;
  const DefId def = model.bindings().reaching(root);
  if (def == kNone) return true;  // a name of another file or cell
  const Definition& d = model.bindings().definition(def);
  return d.kind == DefKind::Parameter || !model.tree().contains(region, d.node);
}

NodeId owner_of_training(const SemanticModel& model, NodeId n) {
  const SyntaxTree& tree = model.tree();
  for (NodeId klass = model.class_of(n); klass != kNoNode; klass = model.class_of(klass)) {
    const FrameworkInfo* framework = model.framework_of(klass);
    const bool owns = framework != nullptr && framework->owns_zero_grad;
    if (owns && !is_backward_of_engine(model, n)) return klass;
  }
  const NodeId function = model.function_of(n);
  const NodeId region = function == kNoNode ? tree.root() : function;
  const auto [known, is_new] = model.notes<EngineCalls>().first_in.try_emplace(region, kNoNode);
  if (is_new) known->second = first_engine_call(model, region);
  return known->second;
}

std::vector<NodeId> optimizers_stepped_after(const SemanticModel& model, NodeId region,
                                             NodeId backward) {
  return optimizers_of(model, steps_after(model, region, backward));
}

TrainingStep training_step_of(const SemanticModel& model, NodeId backward) {
  const SyntaxTree& tree = model.tree();
  const NodeId function = model.function_of(backward);
  for (const NodeId loop : model.loops_of(backward)) {
    const auto steps = steps_after(model, loop, backward);
    if (!steps.empty()) return make_step(model, loop, backward, steps);
  }
  if (function == kNoNode) return none("no step of an optimizer certainly follows in a loop");
  if (const NodeId step = step_with_closure(model, function); step != kNoNode) {
    TrainingStep result = make_step(model, function, backward, {step});
    result.is_closure = true;
    return result;
  }
  const auto steps = steps_after(model, function, backward);
  if (steps.empty()) return step_of_callers(model, function);
  if (!runs_in_loop(model, function, 0) && !runs_in_loop_elsewhere(model, function, kMaxCallers)) {
    return none("no loop of this file runs the step");
  }
  const NodeId root = root_of(model, stepped_optimizer(model, steps.front()));
  const DefId def = root == kNoNode ? kNone : model.bindings().reaching(root);
  const bool fresh = def != kNone &&
                     tree.contains(function, model.bindings().definition(def).node) &&
                     model.bindings().definition(def).kind == DefKind::Assign;
  if (fresh) return none("every run of the function makes its own optimizer");
  return make_step(model, function, backward, steps);
}

namespace {

// May the framework of the class of `method` run it, directly or through methods
// of the class, without gradients? Not when only its training methods call it, or
// code outside of such classes.
bool framework_may_guard(const SemanticModel& model, NodeId method, int depth) {
  const NodeId klass = model.method_class(method);
  const FrameworkInfo* framework = klass == kNoNode ? nullptr : model.framework_of(klass);
  if (framework == nullptr) return false;
  const std::string_view name = model.tree().text(model.tree().child(method, Field::Name));
  if (framework->training_methods.contains(name) || framework->evaluating_methods.contains(name)) {
    return false;
  }
  const auto& callers = model.call_sites(method).calls;
  if (depth == 0 || callers.empty() || name.starts_with("on_") || name == "forward" ||
      framework->guarded_methods.contains(name)) {
    return true;
  }
  return std::ranges::any_of(callers, [&](NodeId call) {
    const NodeId caller = model.function_of(call);
    return caller != kNoNode && framework_may_guard(model, caller, depth - 1);
  });
}

}  // namespace

NodeId framework_around(const SemanticModel& model, NodeId function) {
  const SyntaxTree& tree = model.tree();
  const NodeId klass = model.method_class(function);
  const FrameworkInfo* framework = klass == kNoNode ? nullptr : model.framework_of(klass);
  if (framework == nullptr) return kNoNode;
  const std::string_view name = tree.text(tree.child(function, Field::Name));
  // What it calls around its training steps runs with gradients on, and gives nobody a loss.
  const bool trains = framework->training_methods.contains(name) && !name.starts_with("on_");
  return trains || framework_may_guard(model, function, kMaxCallers) ? klass : NodeId{kNoNode};
}

}  // namespace mlfix
