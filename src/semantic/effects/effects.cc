// Effects of a region: what running it does to gradients, parameters and the
// world. Each function of the file is scanned once for what it does by itself
// and for the functions it calls (twice, where somebody asks for MayNeedGraph, too); the effects of
// a region are the union over everything it can reach, so recursion needs no care. Tables say what
// library calls do. What they don't know is an unknown call, and a model that is given to an
// unknown call is kept apart: it may differentiate through it.

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <ranges>
#include <set>
#include <span>
#include <unordered_map>

#include "semantic/components.h"
#include "semantic/effects/background.h"
#include "semantic/effects/kept_values.h"
#include "semantic/effects/module_origins.h"
#include "semantic/model_caches.h"
#include "semantic/names/access_path.h"
#include "semantic/names/calls.h"
#include "semantic/names/operators.h"
#include "semantic/project/project.h"
#include "semantic/semantic_model.h"

namespace mlfix {
namespace {

constexpr EffectBits bit(Effect e) {
  return static_cast<EffectBits>(e);
}

// What a call of a function hides from its caller: its own suspension points.
constexpr EffectBits kStaysInside = bit(Effect::Yields) | bit(Effect::Awaits);

// What the forward of a class that we can't connect to the call may bring.
constexpr EffectBits kDecidesGradients = bit(Effect::Backward) | bit(Effect::AutogradGrad) |
                                         bit(Effect::RequiresGrad) | bit(Effect::ReadsGradMode) |
                                         bit(Effect::EnablesGrad) | bit(Effect::OptimizerStep) |
                                         bit(Effect::MayNeedGraph);
// Where more functions than that are reached, nobody looks which modules they run.
constexpr std::size_t kMostReached = 200;
// A name that classes of other libraries and of the program have, too.
constexpr std::string_view kCommonFastPathName = "Transformer";

// Methods that a loop, a loader or a transformation pipeline runs.
// In code: the protocol of the language.
constexpr std::array<std::string_view, 4> kIterationMethods{"__iter__", "__next__", "__getitem__",
                                                            "__call__"};

constexpr std::array<std::string_view, 1> kBackwardWords{"backward"};

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

void add(Effects& effects, Effect effect, NodeId witness) {
  if (effects.has(effect)) return;
  effects.bits |= bit(effect);
  effects.witnesses.emplace_back(effect, witness);
}

void add_bits(Effects& effects, EffectBits bits, NodeId witness) {
  for (EffectBits rest = bits & ~effects.bits; rest != 0; rest &= rest - 1) {
    add(effects, static_cast<Effect>(rest & (~rest + 1)), witness);
  }
}

bool is_literal_false(const SyntaxTree& tree, NodeId expr) {
  return tree.is(expr, Kind::False);
}

EffectsCaches& known_effects(FlowCaches& caches, EffectSet wanted) {
  return wanted == EffectSet::All ? caches.all_effects : caches.plain_effects;
}

// Of all classes of the file.
struct MethodNames {
  explicit MethodNames(NameResolver& names) {
    for (const ClassInfo& info : names.classes()) {
      for (const auto& [name, method] : info.methods) all.insert(name);
    }
  }

  std::set<std::string_view> all;
};

// Scans statements and expressions for their own effects.
class EffectScanner {
 public:
  EffectScanner(const SemanticModel& model, FlowCaches& caches, NamesCache& names, EffectSet wanted)
      : model_(model),
        tree_(model.tree()),
        wanted_(wanted),
        caches_(caches),
        known_(known_effects(caches, wanted)),
        calls_(model, names) {}

  DirectEffects scan(NodeId first, NodeId last);
  Effects close(const DirectEffects& direct);
  const DirectEffects& direct_of(NodeId function);
  BackgroundEffects background();
  const std::map<std::string_view, EffectBits>& method_bits();
  NodeId method_elsewhere(const DirectEffects& direct);
  // `own` is the function, where the region is one.
  RunModules run_modules(const DirectEffects& region, NodeId own);
  bool may_hand_out(ProjectEntity function);
  bool is_of_module(NodeId function) const;
  bool reaches_method_elsewhere(NodeId function);
  bool names_fast_path();
  bool file_has_fast_path();

 private:
  void node(NodeId n);
  void attribute(NodeId n);
  void stored_attribute(NodeId n);
  void call(NodeId n);
  bool call_elsewhere(NodeId n, NodeId called);
  const std::pair<EffectBits, bool>& reach_of(ProjectEntity function);
  void callables_in_arguments(NodeId n);
  void method_of_module(NodeId called);
  void forward_call(NodeId n, NodeId called);
  void grad_switch(NodeId n, const CallableInfo& info);
  bool method_call(NodeId n, NodeId called);
  void module_method(NodeId n, std::string_view name);
  bool verb(NodeId n, std::string_view name, NodeId receiver);
  void step(NodeId n, NodeId receiver);
  void unknown_call(NodeId n, NodeId called);
  bool hands_out_value(NodeId n);
  bool reaches_module(NodeId n, NodeId called);
  bool carries_module(NodeId expr, int depth);
  bool made_from_module(NodeId called);
  bool value_is_made_from_module(NodeId value);
  bool self_holds_module(NodeId self);
  void loop(NodeId n);
  void goes_through(NodeId n, NodeId source);
  void operation(NodeId n);
  void with_item(NodeId n);
  void runs_method_of(NodeId object, NodeId n, std::span<const std::string_view> methods);
  void tensor_hook(NodeId n);
  bool applies_function(NodeId n, NodeId called);
  void overrides(NodeId n, NodeId function);
  void add_decorators(NodeId function, DirectEffects& direct);
  void property(NodeId n, std::string_view name);
  bool file_has_hooks();
  const std::set<std::string_view>& properties();
  EffectBits bits_of_iteration();
  EffectBits bits_of_loading(NodeId function);
  EffectBits bits_of_hooks();
  EffectBits bits_of_operators();
  EffectBits bits_of_figures();
  bool may_run_by_iterating(NodeId function);
  EffectBits bits_of_methods(std::string_view name);
  std::map<std::string_view, EffectBits> find_method_bits();
  void add_perhaps(Effects& all, const DirectEffects& reached);
  std::size_t reached_from(NodeId function);
  void enter_component(std::span<const NodeId> component);
  DirectEffects add_reached(Effects& all, const std::vector<std::pair<NodeId, NodeId>>& calls);
  void add_elsewhere(Effects& all);
  EffectBits bits_of_forwards();
  std::vector<NodeId> module_forwards();
  bool is_store_target(NodeId n) const;
  bool is_fast_path_mention(NodeId identifier) const;
  bool may_be_of_elsewhere(NodeId called, std::string_view name) const;

  const SemanticModel& model_;
  const SyntaxTree& tree_;
  const EffectSet wanted_;
  FlowCaches& caches_;
  EffectsCaches& known_;
  Calls calls_;
  DirectEffects found_;
};

DirectEffects EffectScanner::scan(NodeId first, NodeId last) {
  DirectEffects outer = std::move(found_);
  found_ = {};
  const NodeId end = tree_.subtree_end(last);
  model_.work().spend(end - first);
  for (NodeId n = first; n < end;) {
    const Kind kind = tree_.kind(n);
    if (kind == Kind::FunctionDefinition || kind == Kind::Lambda) {
      n = tree_.subtree_end(n);  // defining is not running
      continue;
    }
    node(n);
    ++n;
  }
  DirectEffects result = std::move(found_);
  found_ = std::move(outer);
  return result;
}

void EffectScanner::node(NodeId n) {
  if (wanted_ == EffectSet::All && keeps_value(model_, n)) {
    add(found_.effects, Effect::MayNeedGraph, n);
  }
  switch (tree_.kind(n)) {
    case Kind::Call:
      return call(n);
    case Kind::Attribute:
      return attribute(n);
    case Kind::Yield:
      return add(found_.effects, Effect::Yields, n);
    case Kind::Await:
      return add(found_.effects, Effect::Awaits, n);
    case Kind::BinaryOperator:
    case Kind::AugmentedAssignment:
    case Kind::Subscript:
      return operation(n);
    case Kind::WithItem:
      return with_item(n);
    case Kind::ForStatement:
    case Kind::ForInClause:
      loop(n);
      [[fallthrough]];
    case Kind::WithStatement:
      if (tree_.is_async(n)) add(found_.effects, Effect::Awaits, n);
      return;
    default:
      return;
  }
}

bool EffectScanner::is_store_target(NodeId n) const {
  NodeId up = tree_.parent(n);
  while (tree_.is(up, Kind::PatternList) || tree_.is(up, Kind::TuplePattern)) {
    n = up;
    up = tree_.parent(up);
  }
  return (tree_.is(up, Kind::Assignment) || tree_.is(up, Kind::AugmentedAssignment)) &&
         tree_.field(n) == Field::Left;
}

// Iterating runs code. A display, a range or a tensor gives its items by itself.
void EffectScanner::loop(NodeId n) {
  const NodeId source = tree_.child(n, Field::Right);
  if (source != kNoNode) goes_through(n, source);
}

void EffectScanner::goes_through(NodeId n, NodeId source) {
  if (found_.iterates != kNoNode) return;
  const NodeId value = model_.strip_parentheses(source);
  const Kind kind = tree_.kind(value);
  if (kind == Kind::List || kind == Kind::Tuple || kind == Kind::String) return;
  if (kind == Kind::Call && is_builtin_name(model_, called_expression(model_, value), "range")) {
    return;
  }
  const Facts facts = model_.facts(value);
  if (facts.must_be(Fact::Tensor) || facts.must_be(Fact::NdArray)) return;
  found_.iterates = n;
}

// An operator or a subscript runs a method of its operand, where that is of a class.
void EffectScanner::operation(NodeId n) {
  if (tree_.is(n, Kind::Subscript)) {
    const NodeId object = tree_.child(n, Field::Value);
    return runs_method_of(object, n, is_store_target(n) ? kItemSetter : kItemGetter);
  }
  const NodeId token = tree_.child(n, Field::Operator);
  if (token == kNoNode) return;
  const std::span<const std::string_view> methods = operator_methods(tree_.text(token));
  for (const Field side : {Field::Left, Field::Right}) {
    if (const NodeId object = tree_.child(n, side); object != kNoNode) {
      runs_method_of(object, n, methods);
    }
  }
}

void EffectScanner::with_item(NodeId n) {
  NodeId object = tree_.child(n, Field::Value);
  if (tree_.is(object, Kind::AsPattern)) object = tree_.first_child(object);
  if (object != kNoNode) runs_method_of(object, n, kWithItem);
}

void EffectScanner::runs_method_of(NodeId object, NodeId n,
                                   std::span<const std::string_view> methods) {
  const Facts facts = model_.facts(object);
  if (!facts.may.empty() || !facts.must.empty()) return;
  for (const std::string_view method : methods) found_.by_name.emplace(method, n);
}

void EffectScanner::property(NodeId n, std::string_view name) {
  if (properties().contains(name)) found_.by_name.emplace(name, n);
  const ProjectPlace& place = model_.place();
  if (place.project == nullptr || place.file == kNoFile || place.names_only) return;
  if (place.project->may_be_property_around(place.file, name)) {
    found_.by_name.emplace(name, n);
    found_.by_name_elsewhere.emplace(name, n);
  }
}

void EffectScanner::attribute(NodeId n) {
  const std::string_view name = last_name(tree_, n);
  if (is_store_target(n)) return stored_attribute(n);
  property(n, name);
  const NodeId parent = tree_.parent(n);
  if (tree_.is(parent, Kind::Call) && tree_.field(n) == Field::Function) return;
  if (!model_.means(Meaning::GraphAttribute, name)) return;
  if (!model_.qualified_text(n).empty()) return;  // torch.autograd.grad
  const NodeId object = tree_.child(n, Field::Object);
  if (name == "requires_grad" && model_.facts(object).must_be(Fact::Parameter)) return;
  add(found_.effects, Effect::ReadsGradMode, n);
}

void EffectScanner::stored_attribute(NodeId n) {
  const std::string_view name = last_name(tree_, n);
  property(n, name);
  NodeId assignment = tree_.parent(n);
  while (!tree_.is(assignment, Kind::Assignment) &&
         !tree_.is(assignment, Kind::AugmentedAssignment)) {
    assignment = tree_.parent(assignment);
  }
  const NodeId value = tree_.child(assignment, Field::Right);
  if (name == "grad") {
    const bool resets = tree_.is(value, Kind::None);
    add(found_.effects, resets ? Effect::ZeroGrad : Effect::MutatesParameters, n);
  } else if (name == "requires_grad") {
    const Effect effect =
        is_literal_false(tree_, value) ? Effect::MutatesParameters : Effect::RequiresGrad;
    add(found_.effects, effect, n);
  } else if (name == "data") {
    add(found_.effects, Effect::MutatesParameters, n);
  }
}

void EffectScanner::call(NodeId n) {
  const NodeId called = called_expression(model_, n);
  if (called == kNoNode) return;
  callables_in_arguments(n);
  if (is_builtin(model_, called) &&
      model_.means(Meaning::IteratesArgument, last_name(tree_, called))) {
    for (const NodeId argument : model_.arguments(n)) goes_through(n, argument);
  }
  const bool is_module = model_.facts(called).could_be(Fact::Module);
  if (is_module) forward_call(n, called);
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

// May it be a method of a class of another file, and none that all modules have?
bool EffectScanner::may_be_of_elsewhere(NodeId called, std::string_view name) const {
  const Facts facts = model_.facts(tree_.child(called, Field::Object));
  const bool unknown = facts.may.empty() && facts.must.empty();
  if (!unknown && !facts.could_be(Fact::Module)) return false;
  Facts module;
  module.may |= Fact::Module;
  return !name.starts_with("__") && model_.knowledge().method(name, module) == nullptr &&
         !model_.means(Meaning::ReadsModule, name);
}

NodeId EffectScanner::method_elsewhere(const DirectEffects& direct) {
  const ProjectPlace& place = model_.place();
  for (const auto& [name, call] : direct.by_name_elsewhere) {
    const auto [known, is_new] = caches_.methods_around.try_emplace(name, 0);
    if (is_new) known->second = place.project->methods_around(place.file, name);
    if (known->second != 0) return call;
  }
  return kNoNode;
}

// What a search goes through without finding anything is searched for good.
bool EffectScanner::reaches_method_elsewhere(NodeId function) {
  auto& known = caches_.reaches_method_elsewhere;
  std::set<NodeId> seen;
  std::vector<NodeId> open{function};
  while (!open.empty()) {
    const NodeId at = open.back();
    open.pop_back();
    const auto answer = known.find(at);
    if (answer != known.end() && !answer->second) continue;
    if (!seen.insert(at).second) continue;
    model_.work().spend();
    const DirectEffects& direct = direct_of(at);
    if (answer != known.end() || method_elsewhere(direct) != kNoNode) {
      return known[function] = true;
    }
    for (const auto& [next, call] : direct.calls) open.push_back(next);
  }
  for (const NodeId one : seen) known.emplace(one, false);
  return false;
}

// Each function that the region reaches is looked at once, and so is each module that one of
// them calls by an expression of which the class is not clear. What becomes of a value in the
// region is followed elsewhere; in a module it is not, so whoever gets one there has to be known.
RunModules EffectScanner::run_modules(const DirectEffects& region, NodeId own) {
  RunModules found;
  std::set<std::pair<NodeId, bool>> seen;  // functions, and whether a module runs them
  std::vector<std::pair<NodeId, bool>> open;
  const auto look_at = [&](const DirectEffects& direct, bool in_module) {
    if (in_module && direct.hands_out != kNoNode) found.unseen = direct.hands_out;
    for (const auto& [function, where] : direct.elsewhere) {
      if (in_module && may_hand_out(function)) found.unseen = where;
    }
    for (const auto& [function, where] : direct.calls) open.emplace_back(function, in_module);
    found.elsewhere.insert(found.elsewhere.end(), direct.elsewhere.begin(), direct.elsewhere.end());
    for (const auto& [name, where] : direct.by_name) {
      const std::array<std::string_view, 1> one{name};
      for (const NodeId method : calls_.names().methods_named(one)) {
        open.emplace_back(method, in_module);
      }
    }
    for (const NodeId module : direct.unresolved_modules) {
      const ModuleOrigins origins = origins_of_module(model_, module);
      if (origins.unseen != kNoNode) found.unseen = module;
      for (const NodeId forward : origins.forwards) open.emplace_back(forward, true);
      for (const ProjectEntity other : origins.elsewhere) {
        found.elsewhere.emplace_back(other, module);
      }
      for (const ModuleParameter& one : origins.given) found.given.emplace_back(one, module);
    }
  };
  look_at(region, own != kNoNode && is_of_module(own));
  while (found.unseen == kNoNode && !open.empty()) {
    const auto [function, by_module] = open.back();
    open.pop_back();
    const bool in_module = by_module || is_of_module(function);
    if (!seen.emplace(function, in_module).second) continue;
    model_.work().spend();
    if (seen.size() > kMostReached) found.unseen = function;
    look_at(direct_of(function), in_module);
  }
  return found;
}

// Does a helper of another file, which a module runs, call what no table knows? A forward() there
// is looked at by itself.
bool EffectScanner::may_hand_out(ProjectEntity function) {
  if (model_.place().names_only) return false;
  return model_.place().project->name_of(function) != "forward" &&
         (reach_of(function).first & bit(Effect::UnknownCall)) != 0;
}

bool EffectScanner::is_of_module(NodeId function) const {
  const NodeId klass = model_.class_of(function);
  return klass != kNoNode && model_.derives_from(klass, "torch.nn.Module");
}

void EffectScanner::overrides(NodeId n, NodeId function) {
  const auto methods = overrides_elsewhere(model_, n, function);
  if (!methods) return add(found_.effects, Effect::MayNeedGraph, n);
  for (const ProjectEntity method : *methods) found_.elsewhere.emplace_back(method, n);
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
  if (model_.place().names_only) return true;
  const bool hands_on =
      (reach_of(function).first & (bit(Effect::UnknownCall) | bit(Effect::ModuleToUnknown))) != 0;
  if (hands_on && !model_.facts(called).could_be(Fact::Module) && reaches_module(n, called)) {
    add(found_.effects, Effect::ModuleToUnknown, n);
  }
  return true;
}

const std::pair<EffectBits, bool>& EffectScanner::reach_of(ProjectEntity function) {
  const auto known = known_.reached_elsewhere.find(function);
  if (known != known_.reached_elsewhere.end()) return known->second;
  const FunctionReach reach = model_.place().project->reach(function, wanted_);
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
  const bool here = klass.node != kNoNode;
  const bool runs = here ? calls_.names().find_method(klass.node, "forward") != kNoNode
                         : last_name(tree_, called) == "forward";
  if (runs) found_.unresolved_modules.push_back(object);
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
  if (model_.suggests(Hint::Differentiating, name)) add(found_.effects, Effect::AutogradGrad, n);
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
  if (contains_word(name, kBackwardWords)) add(found_.effects, Effect::Backward, n);
  if (model_.suggests(Hint::Differentiating, name)) add(found_.effects, Effect::AutogradGrad, n);
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

// Does the unseen code get a module: as an argument, or when it was made?
bool EffectScanner::reaches_module(NodeId n, NodeId called) {
  for (const NodeId argument : model_.arguments(n)) {
    if (carries_module(argument, 0)) return true;
  }
  return made_from_module(called);
}

bool EffectScanner::carries_module(NodeId expr, int depth) {
  expr = model_.strip_parentheses(expr);
  const Facts facts = model_.facts(expr);
  if (facts.could_be(Fact::Module) || facts.could_be(Fact::Optimizer)) {
    return !facts.may_be(Fact::Loss);
  }
  switch (tree_.kind(expr)) {
    case Kind::Identifier:
      return (tree_.text(expr) == "self" && self_holds_module(expr)) || made_from_module(expr);
    case Kind::Attribute: {
      const std::string_view name = last_name(tree_, expr);
      const NodeId object = tree_.child(expr, Field::Object);
      if (!model_.facts(object).could_be(Fact::Module)) return false;
      return name == "forward" || name == "__call__" || calls_.function_value(expr) != kNoNode;
    }
    case Kind::List:
    case Kind::Tuple:
    case Kind::Dictionary:
    case Kind::Pair:
    case Kind::ListSplat:
    case Kind::DictionarySplat:
      if (depth > 3) return false;
      for (const NodeId child : tree_.children(expr)) {
        if (carries_module(child, depth + 1)) return true;
      }
      return false;
    default:
      return false;
  }
}

// attack = PGD(model); adv = attack(x, y)
bool EffectScanner::made_from_module(NodeId called) {
  while (tree_.is(called, Kind::Attribute) || tree_.is(called, Kind::Subscript)) {
    const Field object = tree_.is(called, Kind::Attribute) ? Field::Object : Field::Value;
    if (tree_.is(called, Kind::Attribute)) {
      for (const AttributeAccess& access : model_.attribute_accesses(last_name(tree_, called))) {
        if (!access.is_store) continue;
        const NodeId assignment = tree_.parent(access.node);
        if (!tree_.is(assignment, Kind::Assignment)) continue;
        if (value_is_made_from_module(tree_.child(assignment, Field::Right))) return true;
      }
    }
    called = tree_.child(called, object);
    if (called == kNoNode) return false;
    called = model_.strip_parentheses(called);
  }
  if (!tree_.is(called, Kind::Identifier)) return false;
  const DefId def = model_.bindings().reaching(called);
  if (def == kNone || model_.bindings().definition(def).kind != DefKind::Assign) return false;
  return value_is_made_from_module(model_.bindings().definition(def).value);
}

bool EffectScanner::value_is_made_from_module(NodeId value) {
  if (value == kNoNode) return false;
  value = model_.strip_parentheses(value);
  if (!tree_.is(value, Kind::Call) || is_pure_library(model_, value)) return false;
  const Symbol symbol = model_.qualified_name(called_expression(model_, value));
  if (const CallableInfo* info = model_.knowledge().callable(symbol)) {
    return (info->effects & kDecidesGradients) != 0;
  }
  if (model_.facts(value).may_be(Fact::Tensor)) return false;
  for (const NodeId argument : model_.arguments(value)) {
    if (model_.facts(argument).could_be(Fact::Module)) return true;
  }
  return false;
}

bool EffectScanner::self_holds_module(NodeId self) {
  const NodeId klass = model_.class_of(self);
  if (klass == kNoNode) return false;
  if (const auto known = caches_.holds_module.find(klass); known != caches_.holds_module.end()) {
    return known->second;
  }
  caches_.holds_module[klass] = false;
  bool holds = false;
  model_.work().spend(tree_.subtree_end(klass) - klass);
  for (NodeId n = klass; n < tree_.subtree_end(klass) && !holds; ++n) {
    if (!tree_.is(n, Kind::Attribute)) continue;
    const NodeId object = tree_.child(n, Field::Object);
    if (!tree_.is(object, Kind::Identifier) || tree_.text(object) != "self") continue;
    holds = model_.facts(n).could_be(Fact::Module);
  }
  return caches_.holds_module[klass] = holds;
}

// The forwards of all modules of the file, for calls of a module whose class
// isn't known.
std::vector<NodeId> EffectScanner::module_forwards() {
  std::vector<NodeId> all;
  for (const ClassInfo& info : calls_.names().classes()) {
    const NodeId forward = calls_.names().find_method(info.node, "forward");
    if (forward == kNoNode || !model_.derives_from(info.node, "torch.nn.Module")) continue;
    all.push_back(forward);
  }
  return all;
}

bool EffectScanner::is_fast_path_mention(NodeId identifier) const {
  const NodeId parent = tree_.parent(identifier);
  if (tree_.is(parent, Kind::Attribute) && tree_.field(identifier) == Field::Attribute) {
    const std::string name = model_.qualified_text(parent);
    return name.empty() || name.substr(0, 6) == "torch." ||
           tree_.text(identifier) != kCommonFastPathName;
  }
  const DefId def = model_.bindings().reaching(identifier);
  if (def == kNone) return model_.bindings().definition_at(identifier) == kNone;
  if (model_.bindings().definition(def).kind == DefKind::Class) return false;
  const std::string name = model_.qualified_text(identifier);
  return name.substr(0, 6) == "torch." || tree_.text(identifier) != kCommonFastPathName;
}

// Does the file name a layer that has a fast path?
bool EffectScanner::names_fast_path() {
  if (caches_.names_fast_path) return *caches_.names_fast_path;
  const bool word = std::ranges::any_of(model_.names(Meaning::FastPathClass),
                                        [&](std::string_view w) { return model_.mentions(w); });
  bool found = false;
  for (NodeId n = 0; word && !found && n < tree_.size(); ++n) {
    if (!tree_.is(n, Kind::Identifier) || !model_.means(Meaning::FastPathClass, tree_.text(n)))
      continue;
    found = is_fast_path_mention(n);
  }
  caches_.names_fast_path = found;
  return found;
}

// Layers that come from elsewhere are known by what they are given.
bool EffectScanner::file_has_fast_path() {
  return names_fast_path() ||
         std::ranges::any_of(model_.knowledge().hints().words(Hint::Attention),
                             [&](std::string_view w) { return model_.mentions(w); });
}

// Behind a decorator of the file stands a function that the decorator defines.
void EffectScanner::add_decorators(NodeId function, DirectEffects& direct) {
  if (!tree_.is(function, Kind::FunctionDefinition)) return;
  for (const NodeId mark : decorators(tree_, function)) {
    const NodeId named = tree_.is(mark, Kind::Call) ? tree_.child(mark, Field::Function) : mark;
    const NodeId decorator = calls_.function_value(named);
    if (decorator == kNoNode) continue;
    for (NodeId n = decorator + 1; n < tree_.subtree_end(decorator); ++n) {
      const bool inner = tree_.is(n, Kind::FunctionDefinition) || tree_.is(n, Kind::Lambda);
      if (inner) direct.calls.emplace_back(n, function);
    }
  }
}

const DirectEffects& EffectScanner::direct_of(NodeId function) {
  if (const auto known = known_.of_code.find(function); known != known_.of_code.end()) {
    return known->second;
  }
  const NodeId body = tree_.child(function, Field::Body);
  DirectEffects direct = body == kNoNode ? DirectEffects{} : scan(body, body);
  if (wanted_ == EffectSet::All && keeps_results(model_, function)) {
    add(direct.effects, Effect::MayNeedGraph, function);
  }
  add_decorators(function, direct);
  return known_.of_code.insert_or_assign(function, std::move(direct)).first->second;
}

// Notes what functions do that reach each other. All others that they call are known.
void EffectScanner::enter_component(std::span<const NodeId> component) {
  ReachedEffects all;
  std::set<std::string_view> names;
  std::set<ProjectEntity> entities;
  std::set<std::size_t> called;
  const auto add_entity = [&](ProjectEntity entity) {
    if (entities.insert(entity).second) all.elsewhere.push_back(entity);
  };
  for (const NodeId function : component) {
    const DirectEffects& own = direct_of(function);
    all.bits |= own.effects.bits & ~kStaysInside;
    all.unseen_forward = all.unseen_forward || own.unseen_forward != kNoNode;
    all.iterates = all.iterates || own.iterates != kNoNode;
    for (const auto& [name, where] : own.by_name) {
      // What no class of the file defines runs nothing of it.
      if (!calls_.names().classes_defining(name).empty()) names.insert(name);
    }
    for (const auto& [entity, where] : own.elsewhere) add_entity(entity);
    for (const auto& [next, where] : own.calls) {
      const auto known = known_.reached_by.find(next);
      if (known == known_.reached_by.end() || !called.insert(known->second).second) continue;
      const ReachedEffects& reached = known_.reached[known->second];
      model_.work().spend(1 + reached.by_name.size() + reached.elsewhere.size());
      all.bits |= reached.bits;
      all.unseen_forward = all.unseen_forward || reached.unseen_forward;
      all.iterates = all.iterates || reached.iterates;
      names.insert(reached.by_name.begin(), reached.by_name.end());
      std::ranges::for_each(reached.elsewhere, add_entity);
    }
  }
  all.by_name.assign(names.begin(), names.end());
  for (const NodeId function : component) known_.reached_by[function] = known_.reached.size();
  known_.reached.push_back(std::move(all));
}

std::size_t EffectScanner::reached_from(NodeId function) {
  const auto is_known = [&](NodeId other) { return known_.reached_by.contains(other); };
  const auto called_by = [&](NodeId caller, std::size_t i) {
    const auto& calls = direct_of(caller).calls;
    return i < calls.size() ? calls[i].first : NodeId{kNoNode};
  };
  if (!is_known(function)) {
    for_each_component(function, is_known, called_by,
                       [&](std::span<const NodeId> component) { enter_component(component); });
  }
  return known_.reached_by.at(function);
}

// Adds what the functions of `calls`, and those reached from them, do. Says which
// of the nodes that run them lead to code that is known by less than its definition.
DirectEffects EffectScanner::add_reached(Effects& all,
                                         const std::vector<std::pair<NodeId, NodeId>>& calls) {
  DirectEffects perhaps;
  std::set<std::size_t> seen;
  for (const auto& [function, witness] : calls | std::views::reverse) {
    model_.work().spend();
    const std::size_t place = reached_from(function);
    if (!seen.insert(place).second) continue;
    const ReachedEffects& reached = known_.reached[place];
    add_bits(all, reached.bits, witness);
    if (reached.unseen_forward && perhaps.unseen_forward == kNoNode) {
      perhaps.unseen_forward = witness;
    }
    if (reached.iterates && perhaps.iterates == kNoNode) perhaps.iterates = witness;
    for (const std::string_view name : reached.by_name) perhaps.by_name.emplace(name, witness);
    for (const ProjectEntity entity : reached.elsewhere) {
      all.elsewhere.emplace_back(entity, witness);
    }
  }
  return perhaps;
}

const std::set<std::string_view>& EffectScanner::properties() {
  if (caches_.properties) return *caches_.properties;
  caches_.properties.emplace();
  for (const ClassInfo& info : calls_.names().classes()) {
    for (const auto& [name, method] : info.methods) {
      if (!decorators(tree_, method).empty()) caches_.properties->insert(name);
    }
  }
  return *caches_.properties;
}

bool EffectScanner::file_has_hooks() {
  if (!caches_.has_hooks) {
    caches_.has_hooks =
        std::ranges::any_of(model_.names(Meaning::ChangesForwardPass),
                            [&](std::string_view word) { return model_.mentions(word); });
  }
  return *caches_.has_hooks;
}

// What a function does that iterating may run. Code that steps an optimizer, or resets
// gradients, is a piece of training that is handed to a launcher, not of a loader; and what
// runs no module has no graph to keep.
EffectBits EffectScanner::bits_of_loading(NodeId function) {
  Effects all;
  add_reached(all, {{function, function}});
  if (all.has(Effect::OptimizerStep) || all.has(Effect::ZeroGrad)) return 0;
  const EffectBits kept = all.has(Effect::ModuleForward) ? 0 : bit(Effect::MayNeedGraph);
  return all.bits & kDecidesGradients & ~kept;
}

// Does iterating over some object run the function: as one of its methods, as a generator,
// or because it was handed over, to a loader or anybody else?
bool EffectScanner::may_run_by_iterating(NodeId function) {
  if (tree_.is(function, Kind::Lambda)) return true;
  if (!tree_.is(function, Kind::FunctionDefinition)) return false;
  const std::string_view name = tree_.text(tree_.child(function, Field::Name));
  if (model_.method_class(function) != kNoNode && is_one_of(name, kIterationMethods)) return true;
  return model_.is_generator(function) || model_.call_sites(function).value_use != kNoNode;
}

// What a loop over an object of a class of this file, or over a generator of it, may run.
EffectBits EffectScanner::bits_of_iteration() {
  if (caches_.iteration_bits) return *caches_.iteration_bits;
  EffectBits bits = 0;
  for (NodeId n = 0; n < tree_.size(); ++n) {
    if (may_run_by_iterating(n)) bits |= bits_of_loading(n);
  }
  caches_.iteration_bits = bits;
  return bits;
}

// All methods of the file's classes that stand for operators. What they keep, they were
// given: the flow knows.
EffectBits EffectScanner::bits_of_operators() {
  EffectBits bits = 0;
  for (const ClassInfo& info : calls_.names().classes()) {
    for (const auto& [name, method] : info.methods) {
      if (is_operator_method(name)) bits |= bits_of_methods(name);
    }
  }
  return bits & ~bit(Effect::MayNeedGraph);
}

BackgroundEffects EffectScanner::background() {
  const EffectBits fast_path = names_fast_path() ? bit(Effect::FastPath) : 0;
  return {bits_of_iteration(), bits_of_forwards() | fast_path, bits_of_hooks(), bits_of_operators(),
          bits_of_figures()};
}

// What the hooks do that the file registers for forward passes.
EffectBits EffectScanner::bits_of_hooks() {
  constexpr std::string_view kRegister = "register_";
  Effects all;
  std::vector<std::pair<NodeId, NodeId>> queue;
  for (NodeId n = 0; n < tree_.size(); ++n) {
    if (!tree_.is(n, Kind::Call)) continue;
    const std::string_view name = last_name(tree_, called_expression(model_, n));
    if (!name.starts_with(kRegister) || !model_.means(Meaning::ChangesForwardPass, name)) continue;
    const NodeId function = calls_.function_value(model_.argument(n, 0, "hook"));
    if (function == kNoNode) {
      add(all, Effect::MayNeedGraph, n);
    } else {
      queue.emplace_back(function, n);
    }
  }
  add_perhaps(all, add_reached(all, std::move(queue)));
  return all.bits & kDecidesGradients;
}

EffectBits EffectScanner::bits_of_figures() {
  constexpr EffectBits kOfFigures = bit(Effect::DrawsFigure) | bit(Effect::ListsFigures);
  EffectBits bits = scan(tree_.root(), tree_.root()).effects.bits;
  for (NodeId n = 0; n < tree_.size(); ++n) {
    if (tree_.is(n, Kind::FunctionDefinition)) bits |= direct_of(n).effects.bits;
  }
  // figure.number counts the figures that are open.
  const bool counts = std::ranges::any_of(model_.attribute_accesses("number"),
                                          [](const AttributeAccess& one) { return one.is_load; });
  if (counts && model_.imports("matplotlib")) bits |= bit(Effect::ListsFigures);
  return bits & kOfFigures;
}

// What the methods of that name do, those included that they run by their names in turn.
EffectBits EffectScanner::bits_of_methods(std::string_view name) {
  // To know the bits of one method costs those of all.
  if (!model_.notes<MethodNames>(std::ref(calls_.names())).all.contains(name)) return 0;
  const auto found = method_bits().find(name);
  return found == method_bits().end() ? 0 : found->second;
}

const std::map<std::string_view, EffectBits>& EffectScanner::method_bits() {
  if (!caches_.method_bits) caches_.method_bits = find_method_bits();
  return *caches_.method_bits;
}

// Bits go from each function to those that may run it, until nothing changes: a few times over
// each call, as there are few bits.
std::map<std::string_view, EffectBits> EffectScanner::find_method_bits() {
  std::unordered_map<NodeId, std::string_view> names;  // of methods
  std::vector<NodeId> functions;
  for (const ClassInfo& info : calls_.names().classes()) {
    for (const auto& [name, method] : info.methods) {
      names.emplace(method, name);
      functions.push_back(method);
    }
  }
  std::unordered_map<NodeId, EffectBits> bits;
  std::unordered_map<NodeId, std::vector<NodeId>> callers;
  std::unordered_map<std::string_view, std::vector<NodeId>> callers_by_name;
  for (std::size_t i = 0; i < functions.size(); ++i) {
    const NodeId function = functions[i];
    model_.work().spend();
    if (!bits.try_emplace(function, 0).second) continue;
    const DirectEffects& direct = direct_of(function);
    bits[function] = direct.effects.bits & kDecidesGradients;
    if (direct.iterates != kNoNode) bits[function] |= bits_of_iteration();
    for (const auto& [called, where] : direct.calls) {
      callers[called].push_back(function);
      functions.push_back(called);
    }
    for (const auto& [name, where] : direct.by_name) callers_by_name[name].push_back(function);
  }
  std::map<std::string_view, EffectBits> of_name;
  std::vector<NodeId> changed = functions;
  const auto give = [&](EffectBits given, const std::vector<NodeId>& takers) {
    for (const NodeId taker : takers) {
      model_.work().spend();
      if ((given & ~bits[taker]) == 0) continue;
      bits[taker] |= given;
      changed.push_back(taker);
    }
  };
  while (!changed.empty()) {
    const NodeId function = changed.back();
    changed.pop_back();
    give(bits[function], callers[function]);
    const auto method = names.find(function);
    if (method == names.end()) continue;
    EffectBits& of_all = of_name[method->second];
    if ((bits[function] & ~of_all) == 0) continue;
    of_all |= bits[function];
    give(of_all, callers_by_name[method->second]);
  }
  return of_name;
}

// Code that runs only perhaps is no reason to leave the region alone, and one not to be
// sure of it.
void EffectScanner::add_perhaps(Effects& all, const DirectEffects& reached) {
  if (wanted_ == EffectSet::Plain || all.has(Effect::MayNeedGraph)) return;
  if (reached.iterates != kNoNode && bits_of_iteration() != 0) {
    add(all, Effect::MayNeedGraph, reached.iterates);
  }
  for (const auto& [name, witness] : reached.by_name) {
    if (bits_of_methods(name) != 0) add(all, Effect::MayNeedGraph, witness);
  }
  if (all.has(Effect::ModuleForward) && file_has_hooks()) {
    add(all, Effect::MayNeedGraph, all.witness(Effect::ModuleForward));
  }
}

// What the forward of some module of the file may do to gradients. The same for
// every caller, and worked out once.
EffectBits EffectScanner::bits_of_forwards() {
  if (!known_.of_forwards) {
    std::vector<std::pair<NodeId, NodeId>> queue;
    for (const NodeId forward : module_forwards()) queue.emplace_back(forward, forward);
    Effects all;
    add_perhaps(all, add_reached(all, std::move(queue)));
    if (!model_.place().names_only) add_elsewhere(all);
    known_.of_forwards = all.bits & kDecidesGradients;
  }
  return *known_.of_forwards;
}

// A module's forward may do with its own parts what it likes, as in a file that
// is not seen at all.
void EffectScanner::add_elsewhere(Effects& all) {
  constexpr EffectBits kOfOthers = bit(Effect::UnknownCall) | bit(Effect::ModuleToUnknown);
  for (const auto& [function, witness] : all.elsewhere) {
    const auto& [bits, unseen_forward] = reach_of(function);
    const bool is_forward = model_.place().project->name_of(function) == "forward";
    add_bits(all, is_forward ? bits & ~kOfOthers : bits, witness);
    if (unseen_forward && all.unseen_forward == kNoNode) all.unseen_forward = witness;
  }
}

// Everything that `direct` and the functions reached from it do.
Effects EffectScanner::close(const DirectEffects& direct) {
  Effects all = direct.effects;
  all.elsewhere = direct.elsewhere;
  const DirectEffects reached = add_reached(all, direct.calls);
  all.unseen_forward =
      direct.unseen_forward == kNoNode ? reached.unseen_forward : direct.unseen_forward;
  if (!model_.place().names_only) add_elsewhere(all);
  if (all.unseen_forward != kNoNode) add_bits(all, bits_of_forwards(), all.unseen_forward);
  add_perhaps(all, direct);
  add_perhaps(all, reached);
  return all;
}

}  // namespace

NodeId Effects::witness(Effect e) const {
  for (const auto& [effect, node] : witnesses) {
    if (effect == e) return node;
  }
  return kNoNode;
}

BackgroundEffects background_effects(const SemanticModel& model) {
  FlowCaches caches;
  NamesCache names(model.tree());
  return EffectScanner(model, caches, names, EffectSet::All).background();
}

BackgroundEffects background_elsewhere(const SemanticModel& model) {
  const ProjectPlace& place = model.place();
  if (place.project == nullptr || place.file == kNoFile || place.names_only) return {};
  return place.project->background_around(place.file);
}

std::map<std::string, EffectBits, std::less<>> method_effects(const SemanticModel& model) {
  FlowCaches caches;
  NamesCache names(model.tree());
  EffectScanner scanner(model, caches, names, EffectSet::All);
  std::map<std::string, EffectBits, std::less<>> found;
  for (const auto& [name, bits] : scanner.method_bits()) {
    if (bits != 0) found.emplace(name, bits);
  }
  return found;
}

EffectBits forwards_elsewhere(const SemanticModel& model) {
  const ProjectPlace& place = model.place();
  if (place.project == nullptr || place.file == kNoFile || place.names_only) return 0;
  return place.project->forwards_around(place.file);
}

namespace {

void leave_out_need(Effects& effects) {
  effects.bits &= ~bit(Effect::MayNeedGraph);
  std::erase_if(effects.witnesses,
                [](const auto& one) { return one.first == Effect::MayNeedGraph; });
}

}  // namespace

Effects SemanticModel::effects(NodeId first, NodeId last, EffectSet wanted) const {
  auto& known = known_effects(caches_->flow, wanted).of_region;
  const std::uint64_t region = (std::uint64_t{first} << 32) | last;
  if (const auto found = known.find(region); found != known.end()) return found->second;
  EffectScanner scanner(*this, caches_->flow, caches_->names, wanted);
  DirectEffects direct = scanner.scan(first, last);
  leave_out_need(direct.effects);
  Effects result = scanner.close(direct);
  if (wanted == EffectSet::Plain) leave_out_need(result);
  return known.insert_or_assign(region, std::move(result)).first->second;
}

NodeId SemanticModel::method_elsewhere(NodeId first, NodeId last) const {
  if (place_.project == nullptr || place_.file == kNoFile || place_.names_only) return kNoNode;
  EffectScanner scanner(*this, caches_->flow, caches_->names, EffectSet::Plain);
  const DirectEffects region = scanner.scan(first, last);
  if (const NodeId own = scanner.method_elsewhere(region); own != kNoNode) return own;
  for (const auto& [function, call] : region.calls) {
    if (scanner.reaches_method_elsewhere(function)) return call;
  }
  return kNoNode;
}

Effects SemanticModel::callee_effects(NodeId function, EffectSet wanted) const {
  auto& known = known_effects(caches_->flow, wanted).of_function;
  if (const auto found = known.find(function); found != known.end()) return found->second;
  EffectScanner scanner(*this, caches_->flow, caches_->names, wanted);
  Effects result = scanner.close(scanner.direct_of(function));
  if (wanted == EffectSet::Plain) leave_out_need(result);
  return known.insert_or_assign(function, std::move(result)).first->second;
}

RunModules SemanticModel::run_modules(NodeId first, NodeId last) const {
  EffectScanner scanner(*this, caches_->flow, caches_->names, EffectSet::Plain);
  return scanner.run_modules(scanner.scan(first, last), kNoNode);
}

RunModules SemanticModel::run_modules(NodeId function) const {
  EffectScanner scanner(*this, caches_->flow, caches_->names, EffectSet::Plain);
  return scanner.run_modules(scanner.direct_of(function), function);
}

NodeId SemanticModel::unseen_module(NodeId first, NodeId last) const {
  const RunModules run = run_modules(first, last);
  if (run.unseen != kNoNode || place_.names_only) return run.unseen;
  for (const auto& [function, at] : run.elsewhere) {
    if (!place_.project->sees_modules_of(function)) return at;
  }
  for (const auto& [parameter, at] : run.given) {
    if (!place_.project->sees_modules_given_to(parameter)) return at;
  }
  return kNoNode;
}

}  // namespace mlfix
