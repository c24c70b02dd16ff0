// What code does that nobody calls by its name. Every function that iterating may run, every
// forward of a module, every hook and every operator of the file counts, as nothing says which
// object is met. What the methods of one name do, those included that they run by name in turn, is
// a fixed point: bits go from each function to those that may run it until nothing changes.

#include "semantic/effects/background.h"

#include <algorithm>
#include <array>
#include <functional>
#include <optional>
#include <unordered_map>

#include "semantic/effects/effect_scanner.h"
#include "semantic/effects/effects.h"
#include "semantic/knowledge/meanings.h"
#include "semantic/knowledge/name_set.h"
#include "semantic/model_caches.h"
#include "semantic/names/access_path.h"
#include "semantic/names/attribute_access.h"
#include "semantic/names/call_sites.h"
#include "semantic/names/operators.h"
#include "semantic/project/project_code.h"
#include "semantic/project_entity.h"
#include "semantic/semantic_model.h"

namespace mlfix {
namespace {

bool steps(EffectBits effects) {
  return (effects & (bit(Effect::OptimizerStep) | bit(Effect::ZeroGrad))) != 0;
}

}  // namespace

EffectBits effects_on_gradients(EffectBits effects) {
  return effects & kDecidesGradients;
}

// A hook is given what has a graph.
EffectBits effects_of_hook(EffectBits effects) {
  constexpr EffectBits kKeeps = bit(Effect::KeepsGiven) | bit(Effect::KeepsForGood);
  if ((effects & kKeeps) != 0) effects |= bit(Effect::MayNeedGraph);
  return effects & kDecidesGradients;
}

EffectBits effects_of_loading(EffectBits effects) {
  if (steps(effects)) return 0;
  constexpr EffectBits kHandsOn = bit(Effect::KeepsGiven) | bit(Effect::KeepsForGood);
  const EffectBits kept = (effects & bit(Effect::ModuleForward)) != 0 ? 0 : kHandsOn;
  return effects & kDecidesGradients & ~kept;
}

namespace {

// Methods that a loop, a loader or a transformation pipeline runs.
// In code: the protocol of the language.
constexpr std::array<std::string_view, 4> kIterationMethods{"__iter__", "__next__", "__getitem__",
                                                            "__call__"};

// Of all classes of the file.
struct MethodNames {
  explicit MethodNames(NameResolver& names) {
    for (const ClassInfo& info : names.classes()) {
      for (const auto& [name, method] : info.methods) all.insert(name);
    }
  }

  std::set<std::string_view> all;
};

}  // namespace

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

// What a function does that iterating may run.
EffectBits EffectScanner::bits_of_loading(NodeId function) {
  Effects all;
  add_reached(all, {{function, function}});
  if (!steps(all.bits)) add_elsewhere(all, left_.iteration);
  return effects_of_loading(all.bits);
}

// Does iterating over some object run the function: as one of its methods, as a generator,
// or because it was handed over, to a loader or anybody else? What a metaclass has is run by calls
// of its classes.
bool EffectScanner::may_run_by_iterating(NodeId function) {
  if (tree_.is(function, Kind::Lambda)) return true;
  if (!tree_.is(function, Kind::FunctionDefinition)) return false;
  const std::string_view name = tree_.text(tree_.child(function, Field::Name));
  const NodeId klass = model_.method_class(function);
  if (klass != kNoNode && is_one_of(name, kIterationMethods)) {
    return !model_.derives_from(klass, "builtins.type");
  }
  return model_.is_generator(function) || model_.call_sites(function).value_use != kNoNode;
}

// What a loop over an object of a class of this file, or over a generator of it, may run.
EffectBits EffectScanner::bits_of_iteration() {
  if (caches_.iteration_bits) return *caches_.iteration_bits;
  EffectBits bits = 0;
  NodeId lazy_end = 0;  // of the generator expressions so far
  for (NodeId n = 0; n < tree_.size(); ++n) {
    if (may_run_by_iterating(n)) bits |= bits_of_loading(n);
    if (tree_.is(n, Kind::GeneratorExpression)) lazy_end = std::max(lazy_end, tree_.subtree_end(n));
    if (n >= lazy_end || !tree_.is(n, Kind::Call)) continue;
    for (const NodeId function : calls_.run_by(n)) bits |= bits_of_loading(function);
  }
  caches_.iteration_bits = bits;
  return bits;
}

namespace {

// In code: protocols of the language and its library, which run these where no call of them is
// written; but for those that calls, loops and `with` are seen to run.
constexpr std::array<std::string_view, 8> kRunInSight{"__init__", "__new__",    "__call__",
                                                      "__iter__", "__next__",   "__enter__",
                                                      "__exit__", "__getitem__"};
// In code: the same, of what logging, enum and torch.nn ask of classes.
constexpr std::array<std::string_view, 5> kRunByLibraries{"emit", "filter", "extra_repr",
                                                          "get_extra_state", "_missing_"};

bool is_run_implicitly(std::string_view name) {
  if (is_operator_method(name)) return true;
  const bool is_special = name.size() > 4 && name.starts_with("__") && name.ends_with("__");
  return is_special ? std::ranges::find(kRunInSight, name) == kRunInSight.end()
                    : std::ranges::find(kRunByLibraries, name) != kRunByLibraries.end();
}

// In code: what the methods of torch.nn.Module that all modules have run of each part.
constexpr std::array<std::string_view, 5> kRunOnParts{"_apply", "_load_from_state_dict",
                                                      "_save_to_state_dict", "train", "eval"};

// Is it a method that all modules have, other than their forward pass: train(), to(), state_dict()?
bool is_of_all_modules(const SemanticModel& model, std::string_view name) {
  if (name == "forward" || name.starts_with("__")) return false;
  if (std::ranges::find(kRunOnParts, name) != kRunOnParts.end()) return true;
  Facts module;
  module.may |= Fact::Module;
  return model.knowledge().method(name, module) != nullptr ||
         model.means(Meaning::ReadsModule, name);
}

// Does torch.nn run it of each part, though it has to be given more than torch.nn gives: a train()
// of its own, with batches?
bool has_to_be_given_more(const SyntaxTree& tree, std::string_view name, NodeId method) {
  if (name != "train" && name != "eval") return false;
  const std::vector<NodeId> parameters = parameter_names(tree, method);
  const auto needed = std::ranges::count_if(parameters, [&](NodeId parameter) {
    const Kind kind = tree.kind(tree.parent(parameter));
    return kind == Kind::Parameters || kind == Kind::TypedParameter;
  });
  return needed > 2;  // the object and the mode
}

}  // namespace

// What the modules of the file do where others only put them into a mode, move, list or show them.
// Such a call may be one of what holds them, or of anything that is not seen to be another object.
// They have weights of their own, and may keep what they make of these.
EffectBits EffectScanner::bits_of_module_methods() {
  Effects all;
  std::vector<std::pair<NodeId, NodeId>> queue;
  for (const ClassInfo& info : calls_.names().classes()) {
    if (!model_.derives_from(info.node, "torch.nn.Module")) continue;
    for (const auto& [name, method] : info.methods) {
      const bool is_run = is_run_implicitly(name) || is_of_all_modules(model_, name);
      if (is_run && !has_to_be_given_more(tree_, name, method)) queue.emplace_back(method, method);
    }
  }
  if (queue.empty()) return 0;
  add_perhaps(all, add_reached(all, std::move(queue)));
  add_elsewhere(all, left_.implicit);
  return all.bits & kDecidesGradients;
}

// All methods of the file's classes that run without a call: for an operator, a conversion, an
// attribute, a copy. What they keep, they were given: the flow knows.
EffectBits EffectScanner::bits_of_implicit_methods() {
  EffectBits bits = 0;
  for (const ClassInfo& info : calls_.names().classes()) {
    for (const auto& [name, method] : info.methods) {
      if (is_run_implicitly(name)) bits |= bits_of_methods(name);
    }
  }
  return (bits & ~bit(Effect::MayNeedGraph)) | bits_of_module_methods();
}

// What objects of the file keep of what they hold, a weight maybe, where nothing in the text of
// others says that code is run: `self.memo[n]`, `self.memo.norm`. What they were given the flow
// knows.
EffectBits EffectScanner::bits_kept_by_implicit_methods() {
  EffectBits bits = 0;
  for (const ClassInfo& info : calls_.names().classes()) {
    for (const auto& [name, method] : info.methods) {
      const bool is_hidden = is_run_implicitly(name) || name == kItemGetter.front() ||
                             !decorators(tree_, method).empty();
      if (is_hidden) bits |= bits_of_methods(name);
    }
  }
  return bits & bit(Effect::MayNeedGraph);
}

namespace {

// The name, or the path that it begins.
NodeId path_from(const SyntaxTree& tree, NodeId name) {
  while (tree.is(tree.parent(name), Kind::Attribute) && tree.field(name) == Field::Object) {
    name = tree.parent(name);
    if (last_name(tree, name) == "pyplot" && !tree.is(tree.parent(name), Kind::Attribute)) break;
  }
  return name;
}

struct PyplotAsValue {
  std::optional<bool> is_there;
};

bool is_drawing_value(const SemanticModel& model, NodeId name) {
  const SyntaxTree& tree = model.tree();
  const DefId def = model.bindings().reaching(name);
  if (def == kNone) return false;
  const DefKind kind = model.bindings().definition(def).kind;
  // In code: what an import under a condition binds is known by the name that everybody gives it.
  if (kind == DefKind::Phi) return tree.text(name) == "plt" || tree.text(name) == "pyplot";
  if (kind != DefKind::Import) return false;
  const NodeId whole = path_from(tree, name);
  if (tree.is(tree.parent(whole), Kind::Call) && tree.field(whole) == Field::Function) return false;
  if (model.is_named(whole, "matplotlib.pyplot")) return true;
  const Symbol symbol = model.qualified_name(whole);
  const CallableInfo* info = symbol == kNoSymbol ? nullptr : model.knowledge().callable(symbol);
  return info != nullptr && (info->effects & static_cast<EffectBits>(Effect::DrawsFigure)) != 0;
}

}  // namespace

bool hands_on_pyplot(const SemanticModel& model) {
  std::optional<bool>& known = model.notes<PyplotAsValue>().is_there;
  if (known) return *known;
  const SyntaxTree& tree = model.tree();
  known = false;
  for (NodeId n = 0; n < tree.size() && !*known; ++n) {
    known = tree.is(n, Kind::Identifier) && is_drawing_value(model, n);
  }
  return *known;
}

BackgroundCode EffectScanner::background() {
  const EffectBits fast_path = names_fast_path() ? bit(Effect::FastPath) : 0;
  left_.effects = {bits_of_iteration(), bits_of_forwards() | fast_path, bits_of_hooks(),
                   bits_of_implicit_methods() | bits_kept_by_implicit_methods(), bits_of_figures()};
  return std::move(left_);
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
  add_elsewhere(all, left_.hooks);
  return effects_of_hook(all.bits);
}

EffectBits EffectScanner::bits_of_figures() {
  constexpr EffectBits kOfFigures = bit(Effect::DrawsFigure) | bit(Effect::ListsFigures);
  EffectBits bits = scan(tree_.root(), tree_.root()).effects.bits;
  for (NodeId n = 0; n < tree_.size(); ++n) {
    if (tree_.is(n, Kind::FunctionDefinition)) bits |= direct_of(n).effects.bits;
  }
  if (!model_.imports("matplotlib")) return bits & kOfFigures;
  if (counts_figures()) bits |= bit(Effect::ListsFigures);
  if (hands_on_pyplot(model_)) bits |= bit(Effect::DrawsFigure);
  return bits & kOfFigures;
}

// figure.number, and its window, count the figures that are open; and there is their list itself.
bool EffectScanner::counts_figures() {
  const auto is_read = [&](std::string_view name) {
    return std::ranges::any_of(model_.attribute_accesses(name),
                               [](const AttributeAccess& one) { return one.is_load; });
  };
  return is_read("number") || is_read("num") || is_read("get_window_title") ||
         model_.mentions("Gcf");
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
    for (const auto& [entity, where] : direct.elsewhere) {
      if (place_.code == nullptr) break;
      bits[function] |= effects_on_gradients(reach_of(*place_.code, entity).first);
    }
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

// What the forward of some module of the file may do to gradients. The same for
// every caller, and worked out once.
EffectBits EffectScanner::bits_of_forwards() {
  if (!known_.of_forwards) {
    std::vector<std::pair<NodeId, NodeId>> queue;
    for (const NodeId forward : module_forwards()) queue.emplace_back(forward, forward);
    Effects all;
    add_perhaps(all, add_reached(all, std::move(queue)));
    add_elsewhere(all, left_.forwards);
    known_.of_forwards = all.bits & kDecidesGradients;
  }
  return *known_.of_forwards;
}

namespace {

struct ImplicitMethods {
  std::optional<EffectBits> effects;
};

}  // namespace

EffectBits effects_of_implicit_methods(const SemanticModel& model) {
  auto& known = model.notes<ImplicitMethods>().effects;
  if (!known) {
    FlowCaches caches;
    NamesCache names(model.tree());
    known = EffectScanner(model, caches, names, EffectSet::All).bits_of_implicit_methods();
  }
  return *known;
}

BackgroundCode background_code(const SemanticModel& model) {
  FlowCaches caches;
  NamesCache names(model.tree());
  return EffectScanner(model, caches, names, EffectSet::All).background();
}

namespace {

// What the other files do, for all findings of this one.
struct Elsewhere {
  std::optional<BackgroundEffects> background;
  std::optional<EffectBits> forwards, hooks;
};

template <typename Answer, typename Ask>
Answer ask_once(const SemanticModel& model, std::optional<Answer>& known, Ask ask) {
  const ProjectPlace& place = model.place();
  if (place.code == nullptr || place.file == kNoFile) return {};
  if (!known) known = ask(*place.code, place.file);
  return *known;
}

}  // namespace

BackgroundEffects background_elsewhere(const SemanticModel& model) {
  return ask_once(
      model, model.notes<Elsewhere>().background,
      [](const ProjectCode& code, FileIndex file) { return code.background_around(file); });
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
  return ask_once(
      model, model.notes<Elsewhere>().forwards,
      [](const ProjectCode& code, FileIndex file) { return code.forwards_around(file); });
}

EffectBits hooks_elsewhere(const SemanticModel& model) {
  return ask_once(model, model.notes<Elsewhere>().hooks,
                  [](const ProjectCode& code, FileIndex file) { return code.hooks_around(file); });
}

}  // namespace mlfix
