// Callers are followed a few steps up, through methods of one object.

#include "torch/hooks/hook_repetition.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>
#include <span>
#include <string_view>
#include <vector>

#include "semantic/binding/binding.h"
#include "semantic/control/consumer.h"
#include "semantic/effects/effects.h"
#include "semantic/flow/places.h"
#include "semantic/flow/way_telling.h"
#include "semantic/knowledge/facts.h"
#include "semantic/knowledge/hints.h"
#include "semantic/knowledge/meanings.h"
#include "semantic/names/access_path.h"
#include "semantic/names/attribute_access.h"
#include "semantic/names/call_sites.h"
#include "semantic/project/outside_call.h"
#include "semantic/project/project_code.h"
#include "semantic/project_entity.h"
#include "semantic/semantic_model.h"
#include "torch/hooks/audience_flow.h"
#include "torch/hooks/hook_effects.h"

namespace mlfix {
namespace {

constexpr int kMaxOuterCalls = 4;

// Does the call hand on a module, or a part of one, that the function around it is given?
bool hands_on_module(const SemanticModel& model, NodeId call) {
  return std::ranges::any_of(model.arguments(call), [&](NodeId argument) {
    const NodeId root = root_of_path(model, argument);
    const DefId def =
        model.tree().is(root, Kind::Identifier) ? model.bindings().reaching(root) : DefId{kNone};
    return def != kNone && model.bindings().definition(def).kind == DefKind::Parameter &&
           model.tree().text(root) != "self" && may_be_part_of_module(model, argument);
  });
}

// Does the call hand on a module that the object around it keeps: note(self.net)?
bool hands_on_own_module(const SemanticModel& model, NodeId call) {
  const SyntaxTree& tree = model.tree();
  return std::ranges::any_of(model.arguments(call), [&](NodeId argument) {
    return tree.is(argument, Kind::Attribute) && tree.text(argument).starts_with("self.") &&
           model.facts(argument).may_be(Fact::Module);
  });
}

// Whose module a call concerns: what the function around it is given, or a part of its object.
enum class ModuleOf : std::uint8_t { Argument, Object };

bool is_own_method(const SemanticModel& model, NodeId function, NodeId call) {
  return function != kNoNode && model.method_class(function) != kNoNode &&
         model.tree().text(model.tree().child(call, Field::Function)).starts_with("self.");
}

// The same module for each call of the function around the call of `function`; nothing where it
// may be another one, or the call is repeated itself.
std::optional<ModuleOf> module_of_outer_call(const SemanticModel& model, NodeId function,
                                             NodeId call) {
  if (model.loop_of(call) != kNoNode) return std::nullopt;
  if (hands_on_own_module(model, call)) return ModuleOf::Object;
  if (is_own_method(model, function, call) || hands_on_module(model, call)) {
    return ModuleOf::Argument;
  }
  return std::nullopt;
}

// The functions whose callers were looked at: each once, however many ways lead to it.
using Met = std::set<NodeId>;

// The calls that lead from the one in a loop to the function, that one first; empty where there is
// none.
std::vector<NodeId> repeating_calls_of(const SemanticModel& model, NodeId function, ModuleOf module,
                                       int depth, Met& met) {
  if (function == kNoNode || depth > kMaxOuterCalls || !met.insert(function).second) return {};
  for (const NodeId call : model.call_sites(function).calls) {
    const bool is_repeated = module == ModuleOf::Object && model.loop_of(call) != kNoNode &&
                             is_own_method(model, function, call);
    if (is_repeated || is_repeated_on_module(model, call)) return {call};
    const auto around = module_of_outer_call(model, function, call);
    if (!around) continue;
    const NodeId caller = model.function_of(call);
    std::vector<NodeId> outer = repeating_calls_of(model, caller, *around, depth + 1, met);
    if (outer.empty()) continue;
    outer.push_back(call);
    return outer;
  }
  return {};
}

// The calls of one file that lead to that one, if a loop runs them on one module; empty if not.
std::vector<NodeId> repeating_calls_to(const SemanticModel& model, NodeId call) {
  if (is_repeated_on_module(model, call)) return {call};
  const auto module = module_of_outer_call(model, model.callee(call), call);
  if (!module) return {};
  Met met;
  std::vector<NodeId> calls = repeating_calls_of(model, model.function_of(call), *module, 1, met);
  if (!calls.empty()) calls.push_back(call);
  return calls;
}

std::optional<OutsideCall> repeating_call_elsewhere_of(const SemanticModel& model, NodeId function,
                                                       int depth, Met& met) {
  if (function == kNoNode || depth > kMaxOuterCalls || !met.insert(function).second) {
    return std::nullopt;
  }
  if (const auto calls = model.calls_elsewhere(function)) {
    const auto found = std::ranges::find_if(*calls, [&](const OutsideCall& call) {
      return call.certain &&
             (call.is_repeated ||
              model.place().code->holds_around(call, [](const SemanticModel& there, NodeId node) {
                return !repeating_calls_to(there, node).empty();
              }));
    });
    if (found != calls->end()) return *found;
  }
  for (const NodeId call : model.call_sites(function).calls) {
    if (!module_of_outer_call(model, function, call)) continue;
    const auto outer = repeating_call_elsewhere_of(model, model.function_of(call), depth + 1, met);
    if (outer) return outer;
  }
  return std::nullopt;
}

std::optional<OutsideCall> repeating_call_elsewhere(const SemanticModel& model,
                                                    const HookRegistration& hook) {
  if (model.place().code == nullptr) return std::nullopt;
  Met met;
  return repeating_call_elsewhere_of(model, model.function_of(hook.call), 0, met);
}

using Places = std::set<std::string_view>;

constexpr int kMaxHooksInTurn = 3;  // of tensors, by a hook
constexpr int kMaxNames = 20;       // of what a module is a part of

bool is_place_of_self(const SyntaxTree& tree, NodeId n) {
  return tree.is(n, Kind::Attribute) && tree.text(n).starts_with("self.");
}

bool is_stored_to(const SyntaxTree& tree, NodeId n) {
  return tree.field(n) == Field::Left && tree.is(tree.parent(n), Kind::Assignment);
}

// self.maps of self.maps[name] = x and of self.maps.append(x), besides what is_stored_to() says.
bool is_filled(const SemanticModel& model, NodeId n) {
  const SyntaxTree& tree = model.tree();
  const Consumer consumer = model.consumer_of(n);
  if (consumer.role == Role::MethodReceiver) {
    return model.means(Meaning::FillsContainer, consumer.name);
  }
  while (tree.is(tree.parent(n), Kind::Subscript) && tree.first_child(tree.parent(n)) == n) {
    n = tree.parent(n);
  }
  return is_stored_to(tree, n);
}

// What the functions within the method store on the object.
Places places_set_within(const SemanticModel& model, NodeId method) {
  const SyntaxTree& tree = model.tree();
  Places set;
  for (NodeId n = method; n < tree.subtree_end(method); ++n) {
    const bool is_set = is_place_of_self(tree, n) && is_stored_to(tree, n);
    if (is_set && model.function_of(n) != method) set.insert(tree.text(n));
  }
  return set;
}

// What a hook leaves on the object, and the hooks of tensors that it registers; `code` gets all of
// their code.
void add_places_told(const SemanticModel& model, NodeId hook, Places& told,
                     std::vector<NodeId>& code) {
  const SyntaxTree& tree = model.tree();
  const NodeId function = code_of_hook(model, hook).node;
  if (function == kNoNode || code.size() == kMaxHooksInTurn) return;
  code.push_back(function);
  for (NodeId n = function; n < tree.subtree_end(function); ++n) {
    if (is_place_of_self(tree, n) && (is_stored_to(tree, n) || is_filled(model, n))) {
      told.insert(tree.text(n));
    }
    if (tree.is(n, Kind::Call) && registers_hook(model, n)) {
      add_places_told(model, model.argument(n, 0, "hook"), told, code);
    }
  }
}

// Does a call in the function itself, from `from` on, run a module?
bool runs_module(const SemanticModel& model, NodeId function, NodeId from) {
  const SyntaxTree& tree = model.tree();
  for (NodeId n = from; n < tree.subtree_end(function); ++n) {
    const bool runs = tree.is(n, Kind::Call) && model.function_of(n) == function &&
                      model.facts(tree.child(n, Field::Function)).could_be(Fact::Module);
    if (runs) return true;
  }
  return false;
}

// A whole training, which an object is made for: one hook stays behind, and no more.
bool is_training(const SemanticModel& model, NodeId method) {
  const SyntaxTree& tree = model.tree();
  return model.suggests(Hint::Training, tree.text(tree.child(method, Field::Name))) &&
         model.effects(tree.child(method, Field::Body)).has(Effect::OptimizerStep);
}

// Does the method, after `installed`, run a module, and read one of the places?
bool runs_and_reads(const SemanticModel& model, NodeId method, NodeId installed,
                    const Places& places) {
  const SyntaxTree& tree = model.tree();
  bool reads = false;
  for (NodeId n = installed + 1; n < tree.subtree_end(method) && !reads; ++n) {
    reads = is_place_of_self(tree, n) && !is_stored_to(tree, n) && places.contains(tree.text(n)) &&
            model.function_of(n) == method;
  }
  return reads && runs_module(model, method, installed + 1) && !is_training(model, method);
}

bool is_constructor_or_none(const SemanticModel& model, NodeId function) {
  return function == kNoNode || model.method_class(function) == kNoNode ||
         model.tree().text(model.tree().child(function, Field::Name)) == "__init__";
}

bool is_part_of(std::string_view path, std::string_view whole) {
  return path.starts_with(whole) &&
         (path.size() == whole.size() || path[whole.size()] == '.' || path[whole.size()] == '[');
}

// Does the function assign what the path leads to, or leads through?
bool is_assigned_in(const SemanticModel& model, NodeId function, NodeId path) {
  const SyntaxTree& tree = model.tree();
  for (NodeId n = function; n < tree.subtree_end(function); ++n) {
    const bool set = tree.is(n, Kind::Attribute) && is_stored_to(tree, n) &&
                     is_part_of(tree.text(path), tree.text(n));
    if (set) return true;
  }
  return false;
}

// Does a method give the value, other than one that gives parts of a module?
bool may_make(const SemanticModel& model, NodeId value) {
  // In code: methods that give parts of their module, where all others may make one.
  constexpr std::array kParts = {"get_submodule", "modules", "named_modules", "children",
                                 "named_children"};
  for (NodeId n = value; n != kNoNode && n < model.tree().subtree_end(value); ++n) {
    const std::string_view method =
        model.tree().is(n, Kind::Call) ? model.method_name(n) : std::string_view();
    if (!method.empty() && std::ranges::find(kParts, method) == kParts.end()) return true;
  }
  return false;
}

// Is the module a part of the object, or of what the method is given, and not made by it? By way of
// names: `block` of `for block in self.blocks`.
bool outlives_method(const SemanticModel& model, NodeId method, NodeId module) {
  const Bindings& bindings = model.bindings();
  for (int i = 0; module != kNoNode && i < kMaxNames; ++i) {
    if (is_assigned_in(model, method, module)) return false;
    const NodeId root = root_of(model, module);
    const DefId def = root == kNoNode ? DefId{kNone} : bindings.reaching(root);
    if (def == kNone) return false;
    const Definition& d = bindings.definition(def);
    if (d.kind == DefKind::Parameter) return bindings.scope(d.scope).node == method;
    if (d.kind == DefKind::Assign && may_make(model, d.value)) return false;
    module = d.value;
  }
  return false;
}

// Does the condition ask the object, or the module, what was done before?
bool asks_for_state(const SyntaxTree& tree, NodeId test) {
  const std::string_view text = tree.text(tree.child(test, Field::Condition));
  return text.find("self") != text.npos || text.find("_hooks") != text.npos;
}

bool leaves(const SyntaxTree& tree, NodeId test) {
  const NodeId block = tree.child(test, Field::Consequence);
  for (NodeId n = block; n < tree.subtree_end(block); ++n) {
    if (tree.is(n, Kind::ReturnStatement)) return true;
  }
  return false;
}

// Does a test of what was done before decide whether to register, while the module is run in any
// case? `if not self.hooked:`, or the same in front of a `return`.
bool may_register_once(const SemanticModel& model, NodeId method, NodeId call) {
  const SyntaxTree& tree = model.tree();
  const NodeId body = tree.child(method, Field::Body);
  for (NodeId unit = model.statement_of(call);;) {
    const NodeId block = model.block_of(unit);
    for (const NodeId before : model.statements(block)) {
      if (before >= unit) break;
      if (tree.is(before, Kind::IfStatement) && asks_for_state(tree, before) &&
          leaves(tree, before)) {
        return true;
      }
    }
    if (block == body) return false;
    unit = model.statement_of(tree.parent(block));
    if (unit == kNoNode || !tree.contains(method, unit)) return false;
    if (tree.is(unit, Kind::IfStatement) && asks_for_state(tree, unit) &&
        (runs_module(model, method, tree.subtree_end(unit)) || !runs_module(model, method, unit))) {
      return true;
    }
  }
}

// Does another method run a module, and read what the hook leaves, without a hook of its own and
// without setting it? Then it is installed for that one.
bool is_awaited_elsewhere(const SemanticModel& model, NodeId function, const Places& places,
                          const std::vector<NodeId>& code) {
  const NodeId klass = model.method_class(function);
  std::set<NodeId> others{function};  // that set or install it themselves
  others.insert(code.begin(), code.end());
  for (const NodeId site : model.call_sites(function).calls) others.insert(model.function_of(site));
  return std::ranges::any_of(places, [&](std::string_view place) {
    const auto accesses = model.attribute_accesses_in(klass, place.substr(place.rfind('.') + 1));
    const auto sets = [&](NodeId method) {
      return std::ranges::any_of(accesses, [&](const AttributeAccess& access) {
        return access.is_store && model.function_of(access.node) == method;
      });
    };
    return std::ranges::any_of(accesses, [&](const AttributeAccess& access) {
      const NodeId method = model.function_of(access.node);
      return access.is_load && !is_constructor_or_none(model, method) && !others.contains(method) &&
             !sets(method) && hooks_registered_in(model, method) == 0 &&
             runs_module(model, method, method);
    });
  });
}

// A call of the object's own method, each time that the method around it runs.
bool is_called_each_time(const SemanticModel& model, NodeId site) {
  const SyntaxTree& tree = model.tree();
  const NodeId caller = model.function_of(site);
  return !is_constructor_or_none(model, caller) &&
         tree.text(tree.child(site, Field::Function)).starts_with("self.") &&
         model.block_of(model.statement_of(site)) == tree.child(caller, Field::Body) &&
         !may_register_once(model, caller, site);
}

// Does the caller bind what the function gives, the container that the hook fills, to a name that
// it keeps to itself, run a module, and read it?
bool looks_at_what_is_told(const SemanticModel& model, NodeId site) {
  const SyntaxTree& tree = model.tree();
  const Bindings& bindings = model.bindings();
  const NodeId caller = model.function_of(site);
  const Consumer consumer = model.consumer_of(site);
  if (consumer.role != Role::Assigned || !runs_module(model, caller, site)) return false;
  const NodeId target = tree.child(consumer.node, Field::Left);
  if (!tree.is(target, Kind::Identifier)) return false;
  const std::span<const UseId> uses = bindings.definition(bindings.definition_at(target)).uses;
  return !uses.empty() && std::ranges::all_of(uses, [&](UseId use) {
    const NodeId read = bindings.use(use).node;
    return model.function_of(read) == caller &&
           audience_of_read(model, read, Filled::Itself, kNoNode) == Audience::Scope;
  });
}

// Does the function install a hook for the method that calls it, and gets what the hook fills?
bool tells_its_caller(const SemanticModel& model, const HookRegistration& hook, NodeId function) {
  const HookEffects effects = hook_effects(model, hook, function);
  return effects.fact.empty() && effects.audience == Audience::Callers &&
         std::ranges::any_of(model.call_sites(function).calls, [&](NodeId site) {
           return is_called_each_time(model, site) && looks_at_what_is_told(model, site);
         });
}

// A method that registers on what outlives its calls, and no test is there to do so once.
bool registers_whenever_called(const SemanticModel& model, const HookRegistration& hook,
                               NodeId function) {
  return !is_constructor_or_none(model, function) &&
         outlives_method(model, function, hook.receiver) &&
         !may_register_once(model, function, hook.call);
}

// Does a method register the hook each time, by itself or first of all by a method that only does
// that?
bool registers_for_each_call(const SemanticModel& model, const HookRegistration& hook) {
  const NodeId function = model.function_of(hook.call);
  if (!registers_whenever_called(model, hook, function)) return false;
  Places places = places_set_within(model, function);
  std::vector<NodeId> code;
  add_places_told(model, hook.hook, places, code);
  if (places.empty()) return tells_its_caller(model, hook, function);
  if (is_awaited_elsewhere(model, function, places, code)) return false;
  if (runs_and_reads(model, function, hook.call, places)) return true;
  return std::ranges::any_of(model.call_sites(function).calls, [&](NodeId site) {
    return is_called_each_time(model, site) &&
           runs_and_reads(model, model.function_of(site), site, places);
  });
}

// A method that runs in every epoch or step, by its name, and registers each time.
bool registers_in_each_phase(const SemanticModel& model, const HookRegistration& hook) {
  const SyntaxTree& tree = model.tree();
  const NodeId function = model.function_of(hook.call);
  return registers_whenever_called(model, hook, function) &&
         model.suggests(Hint::RepeatedCallback, tree.text(tree.child(function, Field::Name))) &&
         !model.mentions("_hooks");
}

std::vector<NodeId> repeating_calls(const SemanticModel& model, const HookRegistration& hook) {
  Met met;
  return repeating_calls_of(model, model.function_of(hook.call), ModuleOf::Argument, 0, met);
}

// Calls that lead one to the other, the first of which is repeated.
WaySteps told_calls(const SemanticModel& model, const std::vector<NodeId>& calls) {
  WaySteps steps;
  for (const NodeId call : calls) {
    const std::string_view when = !steps.empty() ? ""
                                  : model.loop_of(call) == kNoNode
                                      ? " for each request, on one module"
                                      : " in a loop, on one module";
    tell_step(model.tree(), call,
              fmt::format("{} is called{}", quoted_code(model.tree(), call), when), steps);
  }
  return steps;
}

}  // namespace

NodeId repeating_call(const SemanticModel& model, const HookRegistration& hook) {
  const std::vector<NodeId> calls = repeating_calls(model, hook);
  return calls.empty() ? NodeId{kNoNode} : calls.front();
}

std::optional<HookRepeated> repetition_of_hook(const SemanticModel& model,
                                               const HookRegistration& hook) {
  if (repeating_call(model, hook) != kNoNode) return HookRepeated::InLoop;
  if (registers_for_each_call(model, hook)) return HookRepeated::ByEachCall;
  if (repeating_call_elsewhere(model, hook)) return HookRepeated::ByOtherFile;
  if (registers_in_each_phase(model, hook)) return HookRepeated::InEachPhase;
  return std::nullopt;
}

WaySteps way_of_repetition(const SemanticModel& model, const HookRegistration& hook) {
  WaySteps steps = told_calls(model, repeating_calls(model, hook));
  if (steps.empty()) {
    if (const auto outside = repeating_call_elsewhere(model, hook)) {
      steps = model.place().code->way_around(
          *outside, model.place().file, [&](const SemanticModel& other, NodeId) {
            return told_calls(other, repeating_calls_to(other, outside->node));
          });
    }
  }
  if (!steps.empty()) tell_step(model.tree(), hook.call, "registers one more hook", steps);
  return steps;
}

}  // namespace mlfix
