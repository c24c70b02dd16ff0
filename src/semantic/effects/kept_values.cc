// A store is looked at from its target: the object that is changed was made in this very function,
// or it is somebody else's (lasting_objects.h).
//
// What is stored in somebody else's object matters only where it brings a graph of its own
// (argument_values.cc knows those that do not) and somebody may need it: each read of the
// attribute is followed by the flow, but for reads that see what the same call has just
// stored.

#include "semantic/effects/kept_values.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <unordered_map>
#include <vector>

#include "semantic/binding/binding.h"
#include "semantic/binding/reach_memo.h"
#include "semantic/control/consumer.h"
#include "semantic/control/flow_queries.h"
#include "semantic/control/walk.h"
#include "semantic/effects/argument_values.h"
#include "semantic/effects/lasting_objects.h"
#include "semantic/flow/graph_sinks.h"
#include "semantic/flow/reflection.h"
#include "semantic/flow/same_place.h"
#include "semantic/knowledge/knowledge.h"
#include "semantic/names/access_path.h"
#include "semantic/names/attribute_access.h"
#include "semantic/names/calls.h"
#include "semantic/names/name_resolver.h"
#include "semantic/names/part.h"
#include "semantic/project/project.h"
#include "semantic/project_entity.h"
#include "semantic/semantic_model.h"

namespace mlfix {
namespace {

constexpr FactSet kPlain = Fact::NoGraph | Fact::Number | Fact::NdArray | Fact::String |
                           Fact::None | Fact::IntTensor | Fact::Module;

constexpr FactSet kHoldsNothing =
    Fact::Number | Fact::String | Fact::None | FactSet(Fact::IntTensor);

// Plain values, and modules: the graph of a parameter begins at the parameter.
bool has_no_graph_to_keep(const SemanticModel& model, NodeId value) {
  value = model.strip_parentheses(value);
  switch (model.tree().kind(value)) {
    case Kind::Integer:
    case Kind::Float:
    case Kind::String:
    case Kind::True:
    case Kind::False:
    case Kind::None:
    case Kind::ComparisonOperator:
    case Kind::NotOperator:
      return true;
    case Kind::List:
    case Kind::Tuple:
    case Kind::Set:
    case Kind::ExpressionList:
      for (const NodeId item : model.tree().children(value)) {
        if (!has_no_graph_to_keep(model, item)) return false;
      }
      return true;
    case Kind::Dictionary:
      return model.tree().first_child(value) == kNoNode;
    default:
      break;
  }
  return model.facts(value).must.has_any(kPlain);
}

// A name that the function declares global or nonlocal.
bool is_outer_name(const SemanticModel& model, NodeId target) {
  const DefId def = model.bindings().definition_at(target);
  return def != kNone && model.bindings().definition(def).scope !=
                             model.bindings().scope_of(model.statement_of(target));
}

bool target_outlives(const SemanticModel& model, NodeId target, bool in_place) {
  const SyntaxTree& tree = model.tree();
  switch (tree.kind(target)) {
    case Kind::Attribute:
    case Kind::Subscript:
      return outlives_call(model, in_place ? target : tree.first_child(target));
    case Kind::PatternList:
    case Kind::TuplePattern:
    case Kind::ListPattern:
    case Kind::ListSplatPattern:
      for (const NodeId part : tree.children(target)) {
        if (target_outlives(model, part, in_place)) return true;
      }
      return false;
    case Kind::Identifier:
      return is_outer_name(model, target) ||
             (in_place && !model.facts(target).must_be(Fact::Number) &&
              outlives_call(model, target));
    default:
      return false;
  }
}

// The attribute that a store into `place` changes the value of, or the content of.
NodeId stored_attribute(const SemanticModel& model, NodeId place) {
  const SyntaxTree& tree = model.tree();
  place = without_items(model, place);
  return tree.is(place, Kind::Attribute) ? place : NodeId{kNoNode};
}

bool needs_graph(const SemanticModel& model, NodeId read) {
  const Reach fate = model.fate(read);
  return fate.has(GraphSinks::kDifferentiated) || fate.has(Sink::Returned) ||
         fate.has(Sink::Captured) || fate.has(Sink::Yielded) || fate.has_any(GraphSinks::kUnseen) ||
         fate.has(Sink::Lost) || fate.has(GraphSinks::kForwardOutput);
}

bool is_differentiated_elsewhere(const SemanticModel& model, std::string_view attribute) {
  const ProjectPlace& place = model.place();
  return place.project != nullptr &&
         (place.project->may_differentiate_attribute_anywhere(place.file, attribute) ||
          (place.file != kNoFile && place.project->may_read_attribute(place.file, attribute)));
}

// The loads of an attribute that need the graph of what is in it, as far as somebody wanted to
// know: one of them mostly answers for all stores.
struct NeedyLoads {
  std::vector<NodeId> found;
  std::size_t looked_at = 0;  // accesses of the attribute
};

struct LoadsByName {
  std::unordered_map<std::string_view, NeedyLoads> of;
};

// Does the load read an attribute of what that plain name stands for?
bool is_of_object(const SemanticModel& model, NodeId load, NodeId object) {
  const SyntaxTree& tree = model.tree();
  const NodeId owner = tree.child(load, Field::Object);
  if (!tree.is(owner, Kind::Identifier) || !tree.is(object, Kind::Identifier)) return false;
  const DefId def = model.bindings().reaching(object);
  return def != kNone && def == model.bindings().reaching(owner);
}

// May code of a library read the attribute: the weight of a layer, or what a class of its own has?
bool is_read_by_library(const SemanticModel& model, NodeId object, std::string_view attribute) {
  const NodeId klass = model.class_of(object);
  const bool is_self = model.tree().text(object) == "self" && klass != kNoNode;
  const bool is_weight = attribute.starts_with("weight") || attribute.starts_with("bias");
  if (!is_self) {
    const Facts facts = model.facts(object);
    return facts.may_be(Fact::Module) || (is_weight && facts.could_be(Fact::Module));
  }
  const NodeId bases = model.tree().child(klass, Field::Superclasses);
  if (bases == kNoNode) return false;
  for (const NodeId base : model.tree().children(bases)) {
    const std::string name = model.qualified_text(base);
    if (name.starts_with("torch.nn.") && name != "torch.nn.Module") return true;
  }
  return false;
}

// May somebody who reads the attribute of `object` later need the graph of what `store` puts there?
// `own` is no later read, and where the store replaces what was there, nothing of the same object
// that is certain to follow is: it sees what the same call has stored.
bool is_attribute_needed(const SemanticModel& model, std::string_view name, NodeId own,
                         NodeId store, NodeId object, bool replaces) {
  if (is_read_out_of_sight(model, name) || is_differentiated_elsewhere(model, name) ||
      is_read_by_library(model, object, name) || model.mentions("__set__")) {
    return true;
  }
  const auto counts = [&](NodeId load) {
    model.work().spend();
    return load != own &&
           !(replaces && is_of_object(model, load, object) && dominates(model, store, load));
  };
  NeedyLoads& known = model.notes<LoadsByName>().of[name];
  if (std::ranges::any_of(known.found, counts)) return true;
  const auto accesses = model.attribute_accesses(name);
  while (known.looked_at < accesses.size()) {
    const AttributeAccess& access = accesses[known.looked_at++];
    model.work().spend();
    if (!access.is_load || !needs_graph(model, access.node)) continue;
    known.found.push_back(access.node);
    if (counts(access.node)) return true;
  }
  return false;
}

bool is_needed_later(const SemanticModel& model, NodeId place, NodeId store) {
  NodeId attribute = stored_attribute(model, place);
  if (attribute == kNoNode) {
    const NodeId other = other_place(model, root_of_path(model, place));
    if (other != kNoNode) attribute = stored_attribute(model, other);
  }
  if (attribute == kNoNode) return true;
  const bool replaces = attribute == place && !model.tree().is(store, Kind::AugmentedAssignment);
  return is_attribute_needed(model, last_name(model.tree(), attribute), attribute, store,
                             model.tree().child(attribute, Field::Object), replaces);
}

// Of the function around it, not of one farther out.
bool is_parameter(const SemanticModel& model, NodeId root) {
  const DefId def =
      model.tree().is(root, Kind::Identifier) ? model.bindings().reaching(root) : DefId{kNone};
  if (def == kNone || model.bindings().definition(def).kind != DefKind::Parameter) return false;
  const UseId use = model.bindings().use_at(root);
  return use == kNone || !model.bindings().use(use).captured;
}

bool is_object_that_is_made(const SyntaxTree& tree, NodeId value) {
  return tree.is(value, Kind::List) || tree.is(value, Kind::Dictionary) ||
         tree.is(value, Kind::Set) || tree.is(value, Kind::Call);
}

// Is it a parameter whose default is an object, which lives as long as the function:
// def put(value, kept=[])?
bool lives_as_default(const SemanticModel& model, NodeId root) {
  const NodeId value = model.bindings().definition(model.bindings().reaching(root)).value;
  return value != kNoNode && is_object_that_is_made(model.tree(), value);
}

// What it comes to that something made of these values is kept in the object of `place`.
EffectBits effect_of_keeping(const SemanticModel& model, std::span<const NodeId> values,
                             NodeId place) {
  const bool is_given =
      std::ranges::all_of(values, [&](NodeId value) { return is_made_of_arguments(model, value); });
  const NodeId root = root_of_path(model, place);
  const bool in_argument = is_parameter(model, root) && !lives_as_default(model, root);
  const Effect effect = !is_given     ? Effect::MayNeedGraph
                        : in_argument ? Effect::KeepsGiven
                                      : Effect::KeepsForGood;
  return static_cast<EffectBits>(effect);
}

// setattr(self, name, value), of somebody else's object. Readers are not looked for.
EffectBits sets_attribute(const SemanticModel& model, NodeId call) {
  const NodeId object = model.argument(call, 0, ""), value = model.argument(call, 2, "");
  const NodeId list = model.tree().child(call, Field::Arguments);
  if (model.tree().child_of_kind(list, Kind::ListSplat) != kNoNode) {
    return static_cast<EffectBits>(Effect::MayNeedGraph);
  }
  const bool keeps =
      value != kNoNode && !has_no_graph_to_keep(model, value) && outlives_call(model, object);
  return keeps ? effect_of_keeping(model, {&value, 1}, object) : 0;
}

// self.register_buffer("name", value), of a name that may be computed.
EffectBits registers_value(const SemanticModel& model, NodeId call, NodeId object) {
  const NodeId name = model.argument(call, 0, "name"), value = model.argument(call, 1, "tensor");
  const bool keeps =
      value != kNoNode && !has_no_graph_to_keep(model, value) && outlives_call(model, object);
  if (!keeps) return 0;
  const bool is_needed =
      !model.tree().is(name, Kind::String) ||
      is_attribute_needed(model, string_content(model.tree(), name), kNoNode, call, object, true);
  return is_needed ? effect_of_keeping(model, {&value, 1}, object) : 0;
}

// self.kernels.setdefault(size, kernel): who takes what it gives has what was kept before.
bool gives_what_is_kept(const SemanticModel& model, NodeId call) {
  return model.method_name(call) == "setdefault" && model.consumer_of(call).role != Role::Discarded;
}

// container.append(value), total.add_(value), and the same by a function: operator.iadd(total,
// value).
EffectBits puts_into(const SemanticModel& model, NodeId call, NodeId object,
                     std::span<const NodeId> given) {
  const bool plain = std::ranges::all_of(
      given, [&](NodeId argument) { return has_no_graph_to_keep(model, argument); });
  const bool keeps = !plain && outlives_call(model, object) &&
                     (gives_what_is_kept(model, call) || is_needed_later(model, object, call));
  return keeps ? effect_of_keeping(model, given, object) : 0;
}

// A method, where one is named: `kept.append`, or getattr(kept, "append"), by another name too.
struct NamedMethod {
  NodeId object = kNoNode;  // or kNoNode
  std::string_view name;
};

NamedMethod method_named_by(const SemanticModel& model, NodeId expr) {
  const SyntaxTree& tree = model.tree();
  expr = model.strip_parentheses(expr);
  const DefId def =
      tree.is(expr, Kind::Identifier) ? model.bindings().reaching(expr) : DefId{kNone};
  if (def != kNone && model.bindings().definition(def).kind == DefKind::Assign) {
    expr = model.strip_parentheses(model.bindings().definition(def).value);
  }
  if (tree.is(expr, Kind::Attribute)) {
    return {tree.child(expr, Field::Object), last_name(tree, expr)};
  }
  const bool by_text = tree.is(expr, Kind::Call) &&
                       is_builtin_name(model, called_expression(model, expr), "getattr") &&
                       tree.is(model.argument(expr, 1, ""), Kind::String);
  if (!by_text) return {};
  return {model.argument(expr, 0, ""), string_content(tree, model.argument(expr, 1, ""))};
}

// Does the method put its arguments into its object?
bool stores_arguments(const SemanticModel& model, NamedMethod method) {
  const std::string_view name = method.name;
  const bool in_place = name.size() > 1 && name.back() == '_' && name.front() != '_';
  return model.means(Meaning::StoresArgument, name, method.object) || name == "update" || in_place;
}

// Whoever gets such a method may call it with the other arguments: map(kept.append, values),
// map(setattr, objects, names, values).
EffectBits gives_storing_function(const SemanticModel& model, NodeId call,
                                  std::span<const NodeId> arguments) {
  EffectBits effects = 0;
  for (const NodeId function : arguments) {
    std::vector<NodeId> others(arguments.begin(), arguments.end());
    std::erase(others, function);
    if (is_builtin_name(model, function, "setattr")) {
      const bool plain = std::ranges::all_of(
          others, [&](NodeId other) { return has_no_graph_to_keep(model, other); });
      if (!plain) effects |= static_cast<EffectBits>(Effect::MayNeedGraph);
      continue;
    }
    const NodeId given = model.strip_parentheses(function);
    if (!model.tree().is(given, Kind::Attribute)) continue;
    const NamedMethod method{model.tree().child(given, Field::Object),
                             last_name(model.tree(), given)};
    if (stores_arguments(model, method)) effects |= puts_into(model, call, method.object, others);
  }
  return effects;
}

// Does a __new__ of the file get one of the values, which may keep it?
bool is_made_by_new(const SemanticModel& model, NodeId called, std::span<const NodeId> values) {
  const NodeId klass =
      model.mentions("__new__") ? model.calls().names().class_named_by(called) : NodeId{kNoNode};
  return klass != kNoNode && model.calls().names().find_method(klass, "__new__") != kNoNode &&
         !std::ranges::all_of(values,
                              [&](NodeId value) { return has_no_graph_to_keep(model, value); });
}

EffectBits stores_argument(const SemanticModel& model, NodeId call) {
  const NodeId called = called_expression(model, call);
  if (is_builtin_name(model, called, "setattr")) return sets_attribute(model, call);
  const std::vector<NodeId> arguments = model.arguments(call);
  if (is_made_by_new(model, called, arguments))
    return static_cast<EffectBits>(Effect::MayNeedGraph);
  const EffectBits given_on = gives_storing_function(model, call, arguments);
  if (const NodeId written = written_argument(model, call); written != kNoNode) {
    return given_on | puts_into(model, call, written, std::span(arguments).subspan(1));
  }
  const NamedMethod method = method_named_by(model, called);
  if (method.object == kNoNode) return given_on;
  if (model.means(Meaning::RegistersMember, method.name)) {
    return given_on | registers_value(model, call, method.object);
  }
  if (!stores_arguments(model, method)) return given_on;
  return given_on | puts_into(model, call, method.object, arguments);
}

// `y.sum` of a tensor: the method has its object with it.
bool is_bound_method(const SemanticModel& model, NodeId value) {
  value = model.strip_parentheses(value);
  if (!model.tree().is(value, Kind::Attribute)) return false;
  constexpr FactSet kTensors = Fact::Tensor | FactSet(Fact::GradTensor);
  const std::string_view name = last_name(model.tree(), value);
  return model.facts(model.tree().child(value, Field::Object)).may.has_any(kTensors) &&
         (name.starts_with("__") ||
          model.knowledge().method(name, {FactSet(), Fact::Tensor, {}}) != nullptr);
}

// A function that is made where it is stored, or gets values there, has them with it: whoever calls
// it later is no reader of the attribute.
bool brings_values_along(const SemanticModel& model, NodeId value) {
  if (is_bound_method(model, value)) return true;
  const NodeId function = model.calls().function_value(value);
  if (function != kNoNode) return model.function_of(function) == model.function_of(value);
  return model.tree().is(model.strip_parentheses(value), Kind::Call) &&
         model.facts(value).must_be(Fact::Callable) && !model.facts(value).could_be(Fact::Module);
}

// Some part of what the assignment changes outlives the call, and may be needed.
bool is_target_needed(const SemanticModel& model, NodeId target, NodeId assignment) {
  const SyntaxTree& tree = model.tree();
  if (tree.is(target, Kind::Attribute) || tree.is(target, Kind::Subscript)) {
    return is_needed_later(model, target, assignment);
  }
  if (tree.is(target, Kind::Identifier)) return true;
  for (const NodeId part : tree.children(target)) {
    if (is_target_needed(model, part, assignment)) return true;
  }
  return false;
}

// What a statement binds, and to what: an assignment, a loop, `with value as target`.
struct BoundTarget {
  NodeId target = kNoNode;
  NodeId value = kNoNode;
};

BoundTarget bound_by(const SemanticModel& model, NodeId n) {
  const SyntaxTree& tree = model.tree();
  switch (tree.kind(n)) {
    case Kind::Assignment:
    case Kind::AugmentedAssignment:
      return {tree.child(n, Field::Left), value_of_chain(model, tree.child(n, Field::Right))};
    case Kind::ForStatement:
      return {tree.child(n, Field::Left), tree.child(n, Field::Right)};
    case Kind::NamedExpression:
      return {tree.child(n, Field::Name), tree.child(n, Field::Value)};
    case Kind::WithItem: {
      const NodeId value = tree.child(n, Field::Value);
      const NodeId alias =
          tree.is(value, Kind::AsPattern) ? tree.child(value, Field::Alias) : NodeId{kNoNode};
      if (alias == kNoNode) return {};
      return {tree.first_child(alias), tree.first_child(value)};
    }
    default:
      return {};
  }
}

// Does the statement bind a name of the function's outside by a form that says nothing of the
// value: `def kept(): …`, `class Kept: …`, `case kept:`?
bool binds_outer_name(const SemanticModel& model, NodeId n) {
  const SyntaxTree& tree = model.tree();
  if (tree.is(n, Kind::FunctionDefinition) || tree.is(n, Kind::ClassDefinition)) {
    return is_outer_name(model, tree.child(n, Field::Name));
  }
  if (!tree.is(n, Kind::CaseClause)) return false;
  const NodeId block = tree.child(n, Field::Consequence);
  for (NodeId part = n; part < block; ++part) {
    if (tree.is(part, Kind::Identifier) && is_outer_name(model, part)) return true;
  }
  return false;
}

}  // namespace

EffectBits keeping_of(const SemanticModel& model, NodeId n) {
  const SyntaxTree& tree = model.tree();
  if (tree.is(n, Kind::Call)) return stores_argument(model, n);
  if (binds_outer_name(model, n)) return static_cast<EffectBits>(Effect::MayNeedGraph);
  const auto [target, value] = bound_by(model, n);
  if (target == kNoNode || value == kNoNode) return 0;
  if (has_no_graph_to_keep(model, value) && !is_bound_method(model, value)) return 0;
  const bool keeps = target_outlives(model, target, tree.is(n, Kind::AugmentedAssignment)) &&
                     (brings_values_along(model, value) || is_target_needed(model, target, n));
  return keeps ? effect_of_keeping(model, {&value, 1}, target) : 0;
}

namespace {

// The object whose method the call runs: the one that it is called on, or that is called itself;
// or kNoNode.
NodeId object_of_method(const SemanticModel& model, NodeId call) {
  const SyntaxTree& tree = model.tree();
  const NodeId called = called_expression(model, call);
  const NodeId function = model.callee(call);
  if (!tree.is(called, Kind::Attribute)) {
    const bool is_call_of_object =
        function != kNoNode && tree.text(tree.child(function, Field::Name)) == "__call__";
    return is_call_of_object ? called : NodeId{kNoNode};
  }
  const NodeId object = tree.child(called, Field::Object);
  if (function != kNoNode) {
    return model.method_class(function) != kNoNode ? object : NodeId{kNoNode};
  }
  const ProjectEntity elsewhere = model.callee_elsewhere(call);
  const bool is_function = elsewhere && !model.place().project->class_of_method(elsewhere);
  return is_function ? NodeId{kNoNode} : object;
}

// What it comes to that one of the values is kept in an object that the call gives away: the one
// that its method is called on, or an argument.
EffectBits effect_in_argument(const SemanticModel& model, NodeId call,
                              std::span<const NodeId> values) {
  EffectBits effects = 0;
  const auto add = [&](NodeId object) {
    std::vector<NodeId> kept(values.begin(), values.end());
    if (!gives_several(model.tree(), object)) std::erase(kept, object);
    if (!kept.empty() && gives_lasting_object(model, object)) {
      effects |= effect_of_keeping(model, kept, object);
    }
  };
  if (const NodeId object = object_of_method(model, call); object != kNoNode) add(object);
  for (const NodeId argument : model.arguments(call)) {
    const bool may_hold = !model.facts(argument).must.has_any(kHoldsNothing);
    if (may_hold && is_needed_later(model, argument, call)) add(argument);
  }
  return effects;
}

}  // namespace

Handing handing_of(const SemanticModel& model, NodeId call) {
  // Such a hook is given gradients.
  if (model.means(Meaning::RegistersBackwardHook, model.method_name(call))) return {0, 0};
  std::vector<NodeId> values = model.arguments(call);
  std::erase_if(values, [&](NodeId value) { return has_no_graph_to_keep(model, value); });
  if (values.empty()) return {0, 0};
  const bool is_given =
      std::ranges::all_of(values, [&](NodeId value) { return is_made_of_arguments(model, value); });
  const Effect for_good = is_given ? Effect::KeepsForGood : Effect::MayNeedGraph;
  return {effect_in_argument(model, call, values), static_cast<EffectBits>(for_good)};
}

bool keeps_results(const SemanticModel& model, NodeId function) {
  for (const NodeId decorator : decorators(model.tree(), function)) {
    NodeId named = decorator;
    if (model.tree().is(named, Kind::Call)) named = model.tree().child(named, Field::Function);
    if (model.means(Meaning::CachesResults, last_name(model.tree(), named))) return true;
  }
  return false;
}

// ---- generators ----------------------------------------------------------------------
//
// A generator is run in pieces, each by whoever asks for its next value, and so in their gradient
// modes. A norm that is made before the first yield has no graph if an evaluation asked first, and
// the training that asks for the rest divides by a constant.

namespace {

std::vector<NodeId> yields_of(const SyntaxTree& tree, NodeId function) {
  const NodeId body = tree.child(function, Field::Body);
  std::vector<NodeId> found;
  for_each_node(tree, body, tree.subtree_end(body), [&](NodeId n) {
    if (tree.is(n, Kind::Yield)) found.push_back(n);
  });
  return found;
}

// Does the generator wait at `yield` between the two: there in the text, or in a loop that has the
// use, and not what it uses?
bool is_between(const SemanticModel& model, NodeId made, NodeId yield, NodeId use) {
  const SyntaxTree& tree = model.tree();
  return (made < yield && yield < use) ||
         std::ranges::any_of(model.loops_of(yield), [&](NodeId loop) {
           return tree.contains(loop, use) && !tree.contains(loop, made);
         });
}

}  // namespace

bool keeps_graph_over_yield(const SemanticModel& model, NodeId function) {
  if (!model.tree().is(function, Kind::FunctionDefinition) || !model.is_generator(function)) {
    return false;
  }
  const Bindings& bindings = model.bindings();
  const std::vector<NodeId> yields = yields_of(model.tree(), function);
  const auto lives_across = [&](const Variable& variable, NodeId made) {
    return std::ranges::any_of(variable.uses, [&](UseId use) {
      model.work().spend(yields.size());
      const NodeId read = bindings.use(use).node;
      return std::ranges::any_of(
          yields, [&](NodeId yield) { return is_between(model, made, yield, read); });
    });
  };
  for (const Variable& variable : bindings.variables(bindings.scope_made_by(function))) {
    for (const DefId d : variable.definitions) {
      const Definition& definition = bindings.definition(d);
      const bool is_made = definition.kind != DefKind::Parameter && definition.value != kNoNode;
      if (is_made && may_begin_graph(model, definition.value) &&
          lives_across(variable, definition.node)) {
        return true;
      }
    }
  }
  return false;
}

}  // namespace mlfix
