// What a call does. Functions that are seen, here or in another file, are noted for whoever joins
// what they do; calls of libraries do what the tables say; the words of autograd mean one thing on
// whatever object. All else is unknown: it may do anything, and may differentiate through a module
// that it gets (modules_given_away.cc).

#include <array>

#include "semantic/binding/binding.h"
#include "semantic/control/consumer.h"
#include "semantic/effects/effect_scanner.h"
#include "semantic/effects/module_origins.h"
#include "semantic/knowledge/knowledge.h"
#include "semantic/names/access_path.h"
#include "semantic/names/entity_of.h"
#include "semantic/names/module_by_use.h"
#include "semantic/names/part.h"
#include "semantic/project/project_code.h"
#include "semantic/project_entity.h"
#include "semantic/semantic_model.h"

namespace mlfix {
namespace {

constexpr std::array<std::string_view, 1> kBackwardWords{"backward"};
// What a function of its own keeps for the backward pass, if there is one.
constexpr std::string_view kKeepsForBackward = "save_for_backward";

// Methods that mean one thing whatever object they are called on: the words of
// autograd itself. `receiver` is false where the receiver must be checked.
struct VerbEffect {
  std::string_view method;
  Effect effect;
};
// In code: each word stands for an effect that the engine computes with; rows of `methods` add
// others.
constexpr std::array<VerbEffect, 16> kVerbs{{
    {"backward", Effect::Backward},
    {"manual_backward", Effect::Backward},
    {"zero_grad", Effect::ZeroGrad},
    {"clear_grad", Effect::ZeroGrad},
    {"retain_grad", Effect::RequiresGrad},
    {"load_state_dict", Effect::MutatesParameters},
    {"register_forward_hook", Effect::RegistersHook},
    {"register_forward_pre_hook", Effect::RegistersHook},
    {"register_full_backward_hook", Effect::RegistersHook},
    {"register_full_backward_pre_hook", Effect::RegistersHook},
    {"register_backward_hook", Effect::RegistersHook},
    {"all_reduce", Effect::Collective},
    {"all_gather", Effect::Collective},
    {"barrier", Effect::Collective},
    {"synchronize_between_processes", Effect::Collective},
    {"empty_cache", Effect::Frees},
}};

// attack(model, x) asks for gradients; self.attack_model(x) may run a network with such a name.
bool differentiates_by_name(const SemanticModel& model, NodeId called) {
  return model.suggests(Hint::Differentiating, last_name(model.tree(), called)) &&
         !is_used_as_module(model, called);
}

}  // namespace

void EffectScanner::call(NodeId n) {
  const NodeId called = called_expression(model_, n);
  if (called == kNoNode) return;
  callables_in_arguments(n);
  if (is_builtin(model_, called) &&
      model_.means(Meaning::IteratesArgument, last_name(tree_, called))) {
    for (const NodeId argument : model_.arguments(n)) goes_through(n, argument);
  }
  read_by_name(n, called);
  set_by_name(n, called);
  if (runs_what_is_not_seen(n, called)) note_unseen_code(n);
  const bool is_module = model_.facts(called).could_be(Fact::Module);
  if (is_module) forward_call(n, called);
  super_method(n, called);
  const std::vector<NodeId> functions = calls_.run_by(n);
  for (const NodeId function : functions) {
    found_.calls.emplace_back(function, n);
    overrides(n, function);
  }
  const bool is_found = !functions.empty() || call_elsewhere(n, called);
  if (is_found && !is_module) method_of_module(called);
  if (is_found || applies_function(n, called)) return;
  if (const Symbol symbol = model_.qualified_name(called); symbol != kNoSymbol) {
    if (const CallableInfo* info = model_.knowledge().callable(symbol)) {
      add_bits(found_.effects, info->effects, n);
      return grad_switch(n, *info);
    }
  }
  if (is_module || calls_.names().class_named_by(called) != kNoNode) return;
  if (tree_.is(called, Kind::Attribute)) {
    const std::string_view name = last_name(tree_, called);
    found_.by_name.emplace(name, n);
    if (may_be_of_elsewhere(called, name)) found_.by_name_elsewhere.emplace(name, n);
    if (method_call(n, called)) return;
  }
  unknown_call(n, called);
}

// May it be a method of a class of another file, and none that all modules have, where it may be
// one of those?
bool EffectScanner::may_be_of_elsewhere(NodeId called, std::string_view name) const {
  const Facts facts = model_.facts(tree_.child(called, Field::Object));
  const bool unknown = facts.may.empty() && facts.must.empty();
  const bool may_be_module = facts.could_be(Fact::Module);
  if (!unknown && !may_be_module) return false;
  if (!may_be_module) return !name.starts_with("__");
  Facts module;
  module.may |= Fact::Module;
  return !name.starts_with("__") && model_.knowledge().method(name, module) == nullptr &&
         !model_.means(Meaning::ReadsModule, name);
}

void EffectScanner::overrides(NodeId n, NodeId function) {
  if (place_.code == nullptr) {
    // A summary says which methods these are: what other files put in their place is for who asks.
    const ProjectEntity own = method_of_self(model_, n, function);
    if (own) found_.elsewhere.emplace_back(own, n);
    return;
  }
  const auto methods = overrides_elsewhere(model_, n, function);
  if (!methods) return note_unseen_code(n);
  for (const ProjectEntity method : *methods) found_.elsewhere.emplace_back(method, n);
}

// getattr(y, "requires_grad") is y.requires_grad, and getattr(loss, "backward")() is
// loss.backward(). A function of torch by a name that is computed may be one of those that tell the
// mode, and these take no arguments.
void EffectScanner::read_by_name(NodeId n, NodeId called) {
  if (last_name(tree_, called) == "__getattribute__") {
    const std::vector<NodeId> arguments = model_.arguments(n);
    const bool is_known = !arguments.empty() && tree_.is(arguments.back(), Kind::String);
    if (is_known &&
        model_.means(Meaning::GraphAttribute, string_content(tree_, arguments.back()))) {
      add(found_.effects, Effect::ReadsGradMode, n);
    }
  }
  if (!is_builtin_name(model_, called, "getattr")) return;
  const NodeId object = model_.argument(n, 0, ""), key = model_.argument(n, 1, "");
  const NodeId around = tree_.parent(n);
  const bool is_called = tree_.is(around, Kind::Call) && tree_.field(n) == Field::Function;
  if (key != kNoNode && tree_.is(key, Kind::String)) {
    const std::string_view name = string_content(tree_, key);
    property(n, name);
    if (is_called) {
      found_.by_name.emplace(name, around);
      verb(around, name, object);
    } else if (model_.means(Meaning::GraphAttribute, name)) {
      add(found_.effects, Effect::ReadsGradMode, n);
    }
  } else if (is_called && model_.arguments(around).empty() &&
             model_.qualified_text(object).starts_with("torch")) {
    add(found_.effects, Effect::ReadsGradMode, n);
  }
}

// setattr(self, "mode", value) runs what self.mode = value does.
void EffectScanner::set_by_name(NodeId n, NodeId called) {
  if (!is_builtin_name(model_, called, "setattr")) return;
  found_.by_name.emplace("__setattr__", n);
  const NodeId key = model_.argument(n, 1, "");
  if (key != kNoNode && tree_.is(key, Kind::String)) property(n, string_content(tree_, key));
}

// Is it a parameter, of which its calls don't tell what it is?
bool EffectScanner::is_given(NodeId called) const {
  const DefId def =
      tree_.is(called, Kind::Identifier) ? model_.bindings().reaching(called) : DefId{kNone};
  return def != kNone && model_.bindings().definition(def).kind == DefKind::Parameter &&
         !model_.facts(called).could_be(Fact::Module);
}

// Does the name stand for a value of another file of the run, which only running it would tell?
bool EffectScanner::is_value_elsewhere(NodeId called) {
  if (place_.project == nullptr || place_.file == kNoFile) return false;
  const std::string name = calls_.names().text_of(called);
  const std::size_t dot = name.rfind('.');
  if (dot == std::string::npos || place_.project->resolve(place_.file, name)) return false;
  const bool is_of_package = name.find_first_not_of('.') > dot;
  const ProjectEntity owner =
      place_.project->resolve(place_.file, name.substr(0, is_of_package ? dot + 1 : dot));
  const bool is_module = owner.kind == ProjectEntity::Kind::Module && owner.file != kNoFile;
  return is_module || owner.is_class();
}

// getattr(callback, "on_" + event)(batch), but not getattr(F, name)(x).
bool EffectScanner::is_method_of_computed_name(NodeId called) const {
  if (!tree_.is(called, Kind::Call) ||
      !is_builtin_name(model_, tree_.child(called, Field::Function), "getattr")) {
    return false;
  }
  return !tree_.is(model_.argument(called, 1, ""), Kind::String) &&
         model_.qualified_text(model_.argument(called, 0, "")).empty();
}

void EffectScanner::note_unseen_code(NodeId n) {
  add(found_.effects, Effect::MayNeedGraph, n);
  if (found_.unseen_code == kNoNode) found_.unseen_code = n;
}

// A text that is run, a context that is entered by hand and may stay: what they do to gradients
// nobody sees. Nor whether what is called without arguments, as what tells the mode is, tells it:
// an item, a parameter, a value of another file.
bool EffectScanner::runs_what_is_not_seen(NodeId n, NodeId called) {
  if (is_builtin_name(model_, called, "eval") || is_builtin_name(model_, called, "exec")) {
    return true;
  }
  if (last_name(tree_, called) == "__enter__") return true;
  if (is_method_of_computed_name(called)) return true;
  if (model_.arguments(n).empty()) {
    const bool is_looked_up = tree_.is(called, Kind::Subscript) || tree_.is(called, Kind::Call);
    if (is_looked_up || is_given(called) || is_value_elsewhere(called)) return true;
  }
  const CallableInfo* info = model_.knowledge().callable(model_.qualified_name(called));
  return info != nullptr && info->grad_switch == GradSwitch::ByArgument &&
         model_.consumer_of(n).role == Role::Discarded;
}

// super().encode(x) runs what stands behind the class in the order of the object's own: that may be
// beside it, where a class of another file derives from both.
void EffectScanner::super_method(NodeId n, NodeId called) {
  if (!tree_.is(called, Kind::Attribute) || place_.project == nullptr) return;
  const NodeId object = tree_.child(called, Field::Object);
  const bool is_super = tree_.is(object, Kind::Call) &&
                        is_builtin_name(model_, tree_.child(object, Field::Function), "super");
  if (!is_super || last_name(tree_, called) == "__init__") return;
  const ProjectEntity around = entity_of(model_, model_.function_of(n));
  const ProjectEntity klass = around ? place_.project->class_of_method(around) : around;
  if (klass && place_.project->may_find_beside(klass, last_name(tree_, called))) {
    note_unseen_code(n);
  }
}

// Function.apply(…) of a custom autograd function runs its forward().
bool EffectScanner::applies_function(NodeId n, NodeId called) {
  if (!tree_.is(called, Kind::Attribute) || last_name(tree_, called) != "apply") return false;
  const NodeId object = tree_.child(called, Field::Object);
  if (const NodeId klass = calls_.names().class_named_by(object); klass != kNoNode) {
    const NodeId forward = calls_.names().find_method(klass, "forward");
    if (forward != kNoNode) found_.calls.emplace_back(forward, n);
    return forward != kNoNode;
  }
  const ProjectEntity klass = calls_.names().class_elsewhere(object);
  if (!klass) return false;
  const ProjectEntity forward = model_.place().project->method(klass, "forward");
  if (forward) found_.elsewhere.emplace_back(forward, n);
  return static_cast<bool>(forward);
}

// A hook on a tensor that has no graph is an error; who asks first knows that.
void EffectScanner::tensor_hook(NodeId n) {
  add(found_.effects, Effect::RegistersHook, n);
  for (NodeId up = tree_.ancestor(n, Kind::IfStatement); up != kNoNode;
       up = tree_.ancestor(up, Kind::IfStatement)) {
    const std::string_view condition = tree_.text(tree_.child(up, Field::Condition));
    if (condition.find("requires_grad") != condition.npos) return;
  }
  add(found_.effects, Effect::RequiresGrad, n);
}

// A function of another file counts as what it does there. A module that is given
// to it may go on to code that nobody sees.
bool EffectScanner::call_elsewhere(NodeId n, NodeId called) {
  const ProjectEntity function = model_.callee_elsewhere(n);
  if (!function) return false;
  found_.elsewhere.emplace_back(function, n);
  const ProjectCode* code = model_.place().code;
  if (code == nullptr) return true;
  const bool hands_on = (reach_of(*code, function).first &
                         (bit(Effect::UnknownCall) | bit(Effect::ModuleToUnknown))) != 0;
  if (hands_on && !model_.facts(called).could_be(Fact::Module) && reaches_module(n, called)) {
    add(found_.effects, Effect::ModuleToUnknown, n);
  }
  return true;
}

const std::pair<EffectBits, bool>& EffectScanner::reach_of(const ProjectCode& code,
                                                           ProjectEntity function) {
  const auto known = known_.reached_elsewhere.find(function);
  if (known != known_.reached_elsewhere.end()) return known->second;
  const FunctionReach reach = code.reach(function, wanted_);
  return known_.reached_elsewhere[function] = {reach.effects, reach.unseen_forward};
}

// A function that is handed over is run by whoever gets it.
void EffectScanner::callables_in_arguments(NodeId n) {
  for (const NodeId argument : model_.arguments(n)) {
    const NodeId function = calls_.function_value(argument);
    if (function != kNoNode) found_.calls.emplace_back(function, n);
  }
}

// net.forward(x), self.encoder.embed(x): what was put into the object decides, too. Of a class
// without a forward() only the method itself is run.
void EffectScanner::method_of_module(NodeId called) {
  if (!tree_.is(called, Kind::Attribute)) return;
  const NodeId object = model_.strip_parentheses(tree_.child(called, Field::Object));
  const bool own = tree_.is(object, Kind::Identifier) && calls_.names().is_self(object);
  const bool holds = tree_.is(object, Kind::Identifier) || tree_.is(object, Kind::Attribute);
  if (!holds || own || !model_.facts(object).may_be(Fact::Module)) return;
  const ClassRef klass = calls_.names().class_of_value(object);
  const bool has_forward =
      klass.node != kNoNode
          ? calls_.names().find_method(klass.node, "forward") != kNoNode
          : place_.project != nullptr && place_.project->method(klass.elsewhere, "forward");
  if (has_forward) found_.unresolved_modules.push_back(object);
}

void EffectScanner::forward_call(NodeId n, NodeId called) {
  const Facts facts = model_.facts(called);
  if (!facts.may_be(Fact::Loss)) add(found_.effects, Effect::ModuleForward, n);
  if (file_has_fast_path()) add(found_.effects, Effect::FastPath, n);
  // Where the class is clear, something else may still be called: a decorator of its forward(), or
  // what was put into the object.
  const bool seen = model_.callee(n) != kNoNode || model_.callee_elsewhere(n);
  const bool own = tree_.is(called, Kind::Identifier) && calls_.names().is_self(called);
  if (!seen || !own) found_.unresolved_modules.push_back(called);
  if (!seen && found_.unseen_forward == kNoNode) found_.unseen_forward = n;
}

void EffectScanner::grad_switch(NodeId n, const CallableInfo& info) {
  if (info.grad_switch == GradSwitch::Enables) add(found_.effects, Effect::EnablesGrad, n);
  if (info.grad_switch != GradSwitch::ByArgument) return;
  const std::vector<NodeId> arguments = model_.arguments(n);
  const bool inference = last_name(tree_, called_expression(model_, n)) == "inference_mode";
  const bool off = arguments.empty() ? inference
                   : inference       ? tree_.is(arguments.front(), Kind::True)
                                     : is_literal_false(tree_, arguments.front());
  if (!off) add(found_.effects, Effect::EnablesGrad, n);
}

bool EffectScanner::method_call(NodeId n, NodeId called) {
  const NodeId receiver = tree_.child(called, Field::Object);
  const std::string_view name = last_name(tree_, called);
  const Facts facts = model_.facts(receiver);
  const bool by_verb = verb(n, name, receiver);
  Facts as_tensor = facts;
  if (facts.may.empty() && facts.weak.empty()) as_tensor.may |= Fact::Tensor;
  const bool mode_words = (name == "train" || name == "eval") && !by_verb;
  const MethodInfo* info = model_.knowledge().method(name, as_tensor);
  if (info != nullptr && !mode_words) {
    EffectBits bits = info->effects;
    // Arguments decide about these; verb() has looked at them.
    if (by_verb)
      bits &= ~(bit(Effect::RequiresGrad) | bit(Effect::TrainMode) | bit(Effect::EvalMode));
    add_bits(found_.effects, bits, n);
    // net.forward(x): a module whose class is not known.
    const bool runs = (bits & bit(Effect::ModuleForward)) != 0;
    if (runs && found_.unseen_forward == kNoNode) found_.unseen_forward = n;
    if (runs) found_.unresolved_modules.push_back(receiver);
    if (runs && file_has_fast_path()) add(found_.effects, Effect::FastPath, n);
    return true;
  }
  if (by_verb) return true;
  if (facts.could_be(Fact::Module) && model_.qualified_text(receiver).empty()) {
    module_method(n, name);
    return true;
  }
  if (name == "__init__") return true;  // super().__init__()
  return facts.must_be(Fact::Tensor) || facts.must_be(Fact::String) ||
         facts.must_be(Fact::NdArray) || facts.must_be(Fact::Number) ||
         model_.means(Meaning::ContainerMethod, name);
}

void EffectScanner::module_method(NodeId n, std::string_view name) {
  if (model_.means(Meaning::ReadsModule, name)) return;
  found_.unresolved_modules.push_back(tree_.child(called_expression(model_, n), Field::Object));
  add(found_.effects, Effect::ModuleForward, n);
  add(found_.effects, Effect::UnknownCall, n);
  if (differentiates_by_name(model_, called_expression(model_, n))) {
    add(found_.effects, Effect::AutogradGrad, n);
  }
  if (file_has_fast_path()) add(found_.effects, Effect::FastPath, n);
}

bool EffectScanner::verb(NodeId n, std::string_view name, NodeId receiver) {
  const std::vector<NodeId> arguments = model_.arguments(n);
  for (const VerbEffect& known : kVerbs) {
    if (known.method != name) continue;
    add(found_.effects, known.effect, n);
    return true;
  }
  if (name == "register_hook") {
    tensor_hook(n);
    return true;
  }
  const bool off = !arguments.empty() && is_literal_false(tree_, arguments.front());
  if (name == "step") {
    step(n, receiver);
    return model_.facts(receiver).could_be(Fact::Optimizer);
  }
  if (name == "requires_grad_") {
    add(found_.effects, off ? Effect::MutatesParameters : Effect::RequiresGrad, n);
    return true;
  }
  if (name == "eval" && arguments.empty()) {
    add(found_.effects, Effect::EvalMode, n);
    return true;
  }
  if (name == "train" && (arguments.empty() || arguments.size() == 1)) {
    const bool plain = arguments.empty() || tree_.is(arguments.front(), Kind::True);
    add(found_.effects, off ? Effect::EvalMode : Effect::TrainMode, n);
    return plain || off;
  }
  if (name == "zero_" && last_name(tree_, model_.strip_parentheses(receiver)) == "grad") {
    add(found_.effects, Effect::ZeroGrad, n);
    return true;
  }
  if (name == "zero_" && tree_.text(receiver).find(".grad.") != std::string_view::npos) {
    add(found_.effects, Effect::ZeroGrad, n);  // p.grad.data.zero_()
    return true;
  }
  return false;
}

// optimizer.step(), scaler.step(optimizer), step(closure); env.step(action) and
// scheduler.step() are something else.
void EffectScanner::step(NodeId n, NodeId receiver) {
  const Facts facts = model_.facts(receiver);
  const std::vector<NodeId> arguments = model_.arguments(n);
  bool steps = facts.could_be(Fact::Optimizer) || facts.could_be(Fact::GradScaler) ||
               facts.could_be(Fact::Engine);
  for (const NodeId argument : arguments) {
    steps = steps || model_.facts(argument).could_be(Fact::Optimizer) ||
            calls_.function_value(argument) != kNoNode;
  }
  const bool nothing_else = facts.may.empty() && facts.weak.empty() && arguments.empty();
  if (steps || nothing_else) add(found_.effects, Effect::OptimizerStep, n);
}

void EffectScanner::unknown_call(NodeId n, NodeId called) {
  if (is_builtin_name(model_, called, "print") || is_builtin_name(model_, called, "open") ||
      is_builtin_name(model_, called, "input")) {
    return add(found_.effects, Effect::InputOutput, n);
  }
  if (is_pure_library(model_, n)) return;
  const std::string_view name = last_name(tree_, called);
  if (contains_word(name, kBackwardWords) && name != kKeepsForBackward) {
    add(found_.effects, Effect::Backward, n);
  }
  if (differentiates_by_name(model_, called_expression(model_, n))) {
    add(found_.effects, Effect::AutogradGrad, n);
  }
  const bool stores = is_builtin_name(model_, called, "setattr");  // see kept_values
  if (!stores && hands_out_value(n)) found_.hands_out = n;
  const bool with_module = reaches_module(n, called);
  add(found_.effects, with_module ? Effect::ModuleToUnknown : Effect::UnknownCall, n);
}

// Does the unseen code get anything that may have a graph?
bool EffectScanner::hands_out_value(NodeId n) {
  constexpr FactSet kPlain = Fact::Number | Fact::String | Fact::None | Fact::NdArray |
                             Fact::NoGraph | FactSet(Fact::Callable);
  return std::ranges::any_of(model_.arguments(n), [&](NodeId argument) {
    const Kind kind = tree_.kind(model_.strip_parentheses(argument));
    const bool literal = kind == Kind::String || kind == Kind::Integer || kind == Kind::Float ||
                         kind == Kind::True || kind == Kind::False || kind == Kind::None;
    return !literal && !model_.facts(argument).must.has_any(kPlain);
  });
}

}  // namespace mlfix
