// Which function of this file a call runs, and which calls run a function.
//
// A callee is found by name only: through definitions, through `self` and the
// bases in this file, through the constructor of a class, and through a value
// that is visibly an instance of a class of this file (a local variable, or an
// attribute to which the class assigns nothing else, or a parameter for which
// all calls give one). Whatever is ambiguous, such as a method that a subclass in
// the file overrides, has no callee.

#include <algorithm>
#include <map>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "semantic/binding/binding.h"
#include "semantic/flow/long_lived.h"
#include "semantic/knowledge/knowledge.h"
#include "semantic/model_caches.h"
#include "semantic/names/access_path.h"
#include "semantic/names/attribute_access.h"
#include "semantic/names/call_sites.h"
#include "semantic/names/calls.h"
#include "semantic/names/elements.h"
#include "semantic/names/entity_of.h"
#include "semantic/names/name_resolver.h"
#include "semantic/project/project.h"
#include "semantic/project/project_code.h"
#include "semantic/project_entity.h"
#include "semantic/semantic_model.h"
#include "syntax/parameter.h"
#include "syntax/program_guard.h"

namespace mlfix {
namespace {

bool is_callee_of_call(const SyntaxTree& tree, NodeId expr) {
  return tree.field(expr) == Field::Function && tree.is(tree.parent(expr), Kind::Call);
}

bool is_super_call(const SyntaxTree& tree, NodeId expr) {
  return tree.is(expr, Kind::Call) && tree.text(tree.child(expr, Field::Function)) == "super";
}

bool is_dunder(std::string_view name) {
  return name.size() > 4 && name.substr(0, 2) == "__" && name.substr(name.size() - 2) == "__";
}

bool is_private(std::string_view name) {
  return !name.empty() && name[0] == '_' && !is_dunder(name);
}

// What a display gives to a name of the pattern that it is unpacked to: `Meter()` for a of
// `a, b = Meter(), Meter()`.
NodeId element_for(const SemanticModel& model, const Definition& unpacked) {
  const SyntaxTree& tree = model.tree();
  const NodeId pattern = tree.parent(unpacked.node);
  const NodeId value = model.strip_parentheses(unpacked.value);
  const bool is_display = tree.is(value, Kind::Tuple) || tree.is(value, Kind::ExpressionList) ||
                          tree.is(value, Kind::List);
  if (tree.field(pattern) != Field::Left || !is_display) return kNoNode;
  const Elements& given = placed_elements(model, value);
  const Elements& targets = placed_elements(model, pattern);
  const int place = position_among(model, pattern, unpacked.node);
  const bool is_placed = place >= 0 && !given.have_star() && !targets.have_star() &&
                         given.all.size() == targets.all.size();
  return is_placed ? given.all[static_cast<std::size_t>(place)] : NodeId{kNoNode};
}

}  // namespace

// ---- what a value is an instance of --------------------------------------------

ClassRef NameResolver::class_of_value(NodeId expr, int depth) {
  model_.work().spend();
  if (depth > kMaxNameDepth || expr == kNoNode) return {};
  switch (tree_.kind(expr)) {
    case Kind::Identifier: {
      const DefId d = bindings_.reaching(expr);
      if (d == kNone) return {};
      return agreed_of(d, ClassRef{}, [&](DefId one) { return class_of_defined(one, depth + 1); });
    }
    case Kind::Attribute:
      return class_of_attribute(expr, depth);
    case Kind::Subscript:
      return class_of_entry(expr, depth);
    case Kind::Call:
      return class_of_call(expr, depth);
    case Kind::ParenthesizedExpression:
      return class_of_value(tree_.first_child(expr), depth + 1);
    default:
      return {};
  }
}

ClassRef NameResolver::class_of_defined(DefId d, int depth) {
  model_.work().spend();
  if (depth > kMaxNameDepth) return {};
  const Definition& definition = bindings_.definition(d);
  switch (definition.kind) {
    case DefKind::Assign:
      return class_of_value(definition.value, depth + 1);
    case DefKind::Unpack:
      return class_of_value(element_for(model_, definition), depth + 1);
    case DefKind::Parameter: {
      const NodeId self = class_of_self(definition.node);
      if (self != kNoNode) return {.node = self};
      const NodeId type = annotation_of_parameter(tree_, definition.node);
      return type != kNoNode ? class_of_annotation(type) : class_of_given(d, depth);
    }
    case DefKind::Phi:
    case DefKind::LoopPhi: {
      ClassRef agreed;
      for (const DefId operand : definition.operands) {
        if (operand == d) continue;
        const ClassRef klass = class_of_defined(operand, depth + kPhiDepth);
        if (!klass.known() || (agreed.known() && !(agreed == klass))) return {};
        agreed = klass;
      }
      return agreed;
    }
    default:
      return {};
  }
}

ClassRef NameResolver::class_of_annotation(NodeId type) {
  const NodeId named = tree_.first_child(type);
  return {.node = class_named_by(named), .elsewhere = class_elsewhere(named)};
}

namespace {

constexpr std::size_t kMaxCallsOfGiven = 50;

// Of parameters, by how deep the question lies in another.
struct GivenClasses {
  std::map<std::pair<DefId, int>, ClassRef> known;
};

struct ScriptAlone {
  std::optional<bool> is_one;
};

bool may_be_called_elsewhere(const SemanticModel& model) {
  const ProjectPlace& place = model.place();
  return place.project == nullptr ? !is_script_alone(model)
                                  : place.project->may_be_imported(place.file);
}

// The name by which others call the function: of its class where it is a constructor.
NodeId name_of_called(const SemanticModel& model, NodeId function) {
  const SyntaxTree& tree = model.tree();
  const NodeId klass = model.method_class(function);
  if (klass == kNoNode) return tree.child(function, Field::Name);
  return tree.text(tree.child(function, Field::Name)) == "__init__" ? tree.child(klass, Field::Name)
                                                                    : NodeId{kNoNode};
}

// The calls in this file of a function, or of a class, that is only called, by its name; nothing
// where it is not. Other methods are looked up by the objects whose class is asked for here, so
// theirs are not told.
std::optional<std::vector<NodeId>> calls_here(const SemanticModel& model, NodeId function) {
  const SyntaxTree& tree = model.tree();
  const Bindings& bindings = model.bindings();
  if (!tree.is(function, Kind::FunctionDefinition)) return std::nullopt;
  const NodeId name = name_of_called(model, function);
  if (name == kNoNode || tree.is(tree.parent(function), Kind::DecoratedDefinition) ||
      tree.is(tree.parent(tree.parent(name)), Kind::DecoratedDefinition) ||
      bindings.scope(bindings.scope_of(function)).has_dynamic_names) {
    return std::nullopt;
  }
  const DefId def = bindings.definition_at(name);
  if (def == kNone) return std::nullopt;
  const Variable& variable = bindings.variable_of(def);
  if (variable.definitions.size() != 1 || variable.uses.size() > kMaxCallsOfGiven) {
    return std::nullopt;
  }
  std::vector<NodeId> calls;
  for (const UseId u : variable.uses) {
    const NodeId use = bindings.use(u).node;
    if (is_callee_of_call(tree, use)) {
      calls.push_back(tree.parent(use));
    } else if (!is_asked_about(model, use)) {
      return std::nullopt;
    }
  }
  return calls;
}

// An attribute of the module itself is the function, too.
bool may_be_named_otherwise(const SemanticModel& model, NodeId function) {
  const std::string_view name = model.tree().text(name_of_called(model, function));
  return !model.attribute_accesses(name).empty() || named_in_string(model, name);
}

}  // namespace

bool is_script_alone(const SemanticModel& model) {
  std::optional<bool>& known = model.notes<ScriptAlone>().is_one;
  if (!known) {
    known = model.place().project == nullptr && is_program(model.tree());
  }
  return *known;
}

namespace {

bool is_parameter_known_by_calls(const SemanticModel& model, NodeId name) {
  const DefId def = model.bindings().reaching(name);
  if (def == kNone) return false;
  const Definition& definition = model.bindings().definition(def);
  return definition.kind == DefKind::Parameter &&
         annotation_of_parameter(model.tree(), definition.node) == kNoNode &&
         model.calls().names().class_of_self(definition.node) == kNoNode &&
         model.calls().names().class_of_value(name).known();
}

}  // namespace

int position_in_calls(const SemanticModel& model, NodeId function, NodeId parameter) {
  const SyntaxTree& tree = model.tree();
  const bool is_bound =
      model.method_class(function) != kNoNode && !is_static_method(tree, function);
  return position_of_parameter(tree, function, parameter) - (is_bound ? 1 : 0);
}

bool is_known_by_calls(const SemanticModel& model, NodeId object) {
  const SyntaxTree& tree = model.tree();
  if (tree.is(object, Kind::Identifier)) return is_parameter_known_by_calls(model, object);
  if (!tree.is(object, Kind::Attribute) || !model.calls().names().class_of_value(object).known()) {
    return false;
  }
  const auto accesses = model.attribute_accesses(last_name(tree, object));
  return std::ranges::any_of(accesses, [&](const AttributeAccess& access) {
    const NodeId value = access.is_store ? value_bound_to(model, access.node) : NodeId{kNoNode};
    return tree.is(value, Kind::Identifier) && is_parameter_known_by_calls(model, value);
  });
}

// What all calls of its function agree on, where all are seen.
ClassRef NameResolver::class_of_given(DefId parameter, int depth) {
  auto& known = model_.notes<GivenClasses>().known;
  const auto [entry, is_new] = known.try_emplace(std::pair(parameter, depth));
  if (!is_new) return entry->second;
  const Definition& definition = bindings_.definition(parameter);
  const NodeId function = bindings_.scope(definition.scope).node;
  const auto calls = definition.value == kNoNode ? calls_here(model_, function) : std::nullopt;
  if (!calls) return {};
  const ClassRef here = class_given_by(*calls, parameter, depth);
  const bool are_unseen =
      (!calls->empty() && !here.known()) || may_be_named_otherwise(model_, function);
  if (are_unseen) return {};
  const bool are_all = !calls->empty() && !may_be_called_elsewhere(model_);
  return known[std::pair(parameter, depth)] =
             are_all ? here : class_given_elsewhere(parameter, function, here);
}

// What the calls agree on.
ClassRef NameResolver::class_given_by(const std::vector<NodeId>& calls, DefId parameter,
                                      int depth) {
  const NodeId name = bindings_.definition(parameter).node;
  const NodeId function = bindings_.scope(bindings_.definition(parameter).scope).node;
  const int position = position_in_calls(model_, function, name);
  ClassRef agreed;
  for (const NodeId call : calls) {
    const NodeId given = model_.argument(call, position, tree_.text(name));
    const bool is_itself =
        tree_.is(given, Kind::Identifier) && bindings_.reaching(given) == parameter;
    if (is_itself) continue;
    const ClassRef klass = class_of_value(given, depth + kPhiDepth);
    if (!klass.known() || (agreed.known() && !(agreed == klass))) return {};
    agreed = klass;
  }
  return agreed;
}

// What calls in other files give as well, by what those of this file do.
ClassRef NameResolver::class_given_elsewhere(DefId parameter, NodeId function, ClassRef here) {
  const ProjectPlace& place = model_.place();
  if (place.project == nullptr) return {};
  if (place.code == nullptr) return here.known() ? ClassRef{} : ClassRef{.given_to = parameter};
  const ProjectEntity called = entity_of(model_, function);
  const ProjectEntity own = here.known() ? entity_of_class(here) : ProjectEntity{};
  if (!called || (here.known() && !own)) return {};
  const NodeId name = bindings_.definition(parameter).node;
  return class_of_entity(
      place.code->class_given_to({called, std::string(tree_.text(name)),
                                  position_in_calls(model_, function, name), here.known()},
                                 own));
}

ProjectEntity NameResolver::entity_of_class(const ClassRef& klass) {
  const ProjectPlace& place = model_.place();
  if (klass.node == kNoNode || place.project == nullptr) return klass.elsewhere;
  const NodeId name = tree_.child(klass.node, Field::Name);
  const DefId def = bindings_.definition_at(name);
  if (def == kNone ||
      !tree_.is(bindings_.scope(bindings_.definition(def).scope).node, Kind::Module)) {
    return {};
  }
  const ProjectEntity entity = place.project->lookup(place.file, tree_.text(name));
  return entity.is_class() && entity.file == place.file ? entity : ProjectEntity{};
}

// A class of this file by what other files call it.
ClassRef NameResolver::class_of_entity(ProjectEntity klass) {
  if (!klass) return {};
  if (klass.file != model_.place().file) return {.elsewhere = klass};
  for (const ClassInfo& one : classes()) {
    if (entity_of_class({.node = one.node}) == klass) return {.node = one.node};
  }
  return {};
}

ClassRef NameResolver::class_of_call(NodeId call, int depth) {
  const NodeId function = tree_.child(call, Field::Function);
  const NodeId local = class_named_by(function);
  if (local != kNoNode) return {.node = local};
  if (const NodeId helper = tree_.is(function, Kind::Identifier) ? callee(call) : NodeId{kNoNode};
      helper != kNoNode) {
    const NodeId argument = argument_given_back(model_, call, helper);
    return argument == kNoNode ? class_of_result(helper, depth)
                               : class_of_value(argument, depth + 1);
  }
  const Symbol symbol = symbol_of(function);
  if (const CallableInfo* info = model_.knowledge().callable(symbol)) {
    if (info->returns_argument) return class_of_value(model_.argument(call, 0, ""), depth + 1);
    return info->is_class ? ClassRef{.symbol = symbol} : ClassRef{};
  }
  const ProjectEntity elsewhere = named_elsewhere(function);
  if (elsewhere.is_class()) return {.elsewhere = elsewhere};
  if (elsewhere.is_function()) return class_made_elsewhere(elsewhere);
  if (!tree_.is(function, Kind::Attribute)) return {};
  const std::string_view name = tree_.text(tree_.child(function, Field::Attribute));
  const MethodInfo* method =
      model_.knowledge().method(name, {FactSet(Fact::Module), FactSet(Fact::Module), {}});
  if (method == nullptr || !method->returns_receiver) return {};
  return class_of_value(tree_.child(function, Field::Object), depth + 1);
}

namespace {

// Of functions, by how deep the question lies in another.
struct ResultClasses {
  std::map<std::pair<NodeId, int>, ClassRef> known;
};

}  // namespace

// What all returns agree on.
ClassRef NameResolver::class_of_result(NodeId function, int depth) {
  auto& known = model_.notes<ResultClasses>().known;
  const auto [entry, is_new] = known.try_emplace(std::pair(function, depth));
  if (!is_new) return entry->second;
  if (!is_plain_function(model_, function) || model_.method_class(function) != kNoNode) return {};
  ClassRef agreed;
  for (const NodeId value : model_.returned_values(function)) {
    if (tree_.is(value, Kind::None)) continue;
    const ClassRef klass = class_of_value(value, depth + kPhiDepth);
    if (!klass.known() || (agreed.known() && !(agreed == klass))) return {};
    agreed = klass;
  }
  return known[std::pair(function, depth)] = agreed;
}

ClassRef NameResolver::class_made_elsewhere(ProjectEntity function) {
  const ProjectCode* code = model_.place().code;
  if (code == nullptr) return {.made_by = function};
  const ProjectEntity klass = code->class_made_by(function);
  return klass ? class_of_entity(klass) : ClassRef{};
}

namespace {

// Where the attribute of a class is set, by the class and the name of the attribute; and of what
// class the values are, by how deep the question lies in another.
struct AttributeStores {
  struct Known {
    std::vector<NodeId> stores;
    std::map<int, ClassRef> classes;
  };
  std::map<std::pair<NodeId, std::string_view>, Known> of;
};

}  // namespace

ClassRef NameResolver::class_of_attribute(NodeId attribute, int depth) {
  const ClassRef owner = class_of_value(tree_.child(attribute, Field::Object), depth + 1);
  const std::string_view name = tree_.text(tree_.child(attribute, Field::Attribute));
  const ProjectCode* code = model_.place().code;
  if (owner.elsewhere && code != nullptr) {
    return class_of_entity(code->class_kept_in(owner.elsewhere, name));
  }
  if (owner.node == kNoNode) return {};
  const auto [entry, is_new] =
      model_.notes<AttributeStores>().of.try_emplace(std::pair(owner.node, name));
  AttributeStores::Known& known = entry->second;
  if (is_new) {
    for (const AttributeAccess& access : accesses_of_family(owner.node, name)) {
      if (access.is_store) known.stores.push_back(access.node);
    }
  }
  if (const auto found = known.classes.find(depth); found != known.classes.end()) {
    return found->second;
  }
  return known.classes[depth] = class_of_stored(known.stores, depth);
}

// What all of them agree on.
ClassRef NameResolver::class_of_stored(const std::vector<NodeId>& stores, int depth) {
  ClassRef agreed;
  for (const NodeId store : stores) {
    model_.work().spend();
    const NodeId value = value_bound_to(model_, store);
    if (tree_.is(value, Kind::None)) continue;
    const ClassRef klass = class_of_value(value, depth + kPhiDepth);
    if (!klass.known() || (agreed.known() && !(agreed == klass))) return {};
    agreed = klass;
  }
  return agreed;
}

// ---- callees -------------------------------------------------------------------

NodeId NameResolver::function_of_definition(DefId d) {
  const Definition& definition = bindings_.definition(d);
  if (definition.kind != DefKind::Function) return kNoNode;
  const NodeId function = tree_.parent(definition.node);
  return tree_.is(function, Kind::FunctionDefinition) && !is_replaced_by_decorator(tree_, function)
             ? function
             : kNoNode;
}

NodeId NameResolver::call_of_instance(const ClassRef& klass) {
  if (klass.node == kNoNode) return kNoNode;
  const NodeId call = method_on_self(klass.node, "__call__");
  return call != kNoNode ? call : method_on_self(klass.node, "forward");
}

NodeId NameResolver::callee_by_name(NodeId identifier, int depth) {
  const DefId d = bindings_.reaching(identifier);
  if (d == kNone) return kNoNode;
  const Definition& definition = bindings_.definition(d);
  if (definition.kind == DefKind::Function) {
    return agreed_of(d, NodeId{kNoNode}, [&](DefId one) { return function_of_definition(one); });
  }
  const NodeId klass = class_named_by(identifier);
  if (klass != kNoNode) return find_method(klass, "__init__");
  if (definition.kind == DefKind::Assign && tree_.is(definition.value, Kind::Identifier)) {
    return resolve_callee(definition.value, depth + 1);
  }
  return call_of_instance(class_of_value(identifier));
}

NodeId NameResolver::method_on_self(NodeId klass, std::string_view name) {
  const NodeId method = find_method(klass, name);
  return method != kNoNode && overridden_below(klass, name) ? kNoNode : method;
}

NodeId NameResolver::callee_by_attribute(NodeId attribute, int depth) {
  const NodeId object = tree_.child(attribute, Field::Object);
  const std::string_view name = tree_.text(tree_.child(attribute, Field::Attribute));
  if (is_super_call(tree_, object)) {
    const NodeId klass = class_before_super(object);
    return klass == kNoNode ? NodeId{kNoNode} : method_after(klass, name).node;
  }
  if (const DefId own = named_in_own_module(attribute); own != kNone) {
    const NodeId klass = class_named_by(attribute);
    return klass != kNoNode ? find_method(klass, "__init__") : function_of_definition(own);
  }
  const NodeId named_class = class_named_by(object);
  if (named_class != kNoNode) return find_method(named_class, name);
  const ClassRef owner = class_of_value(object, depth + 1);
  if (owner.node == kNoNode) return kNoNode;
  const NodeId method = find_method(owner.node, name);
  if (method != kNoNode) {
    const bool is_other =
        overridden_below(owner.node, name) || is_replaced_by_decorator(tree_, method);
    return is_other ? kNoNode : method;
  }
  return call_of_instance(class_of_value(attribute, depth + 1));
}

NodeId NameResolver::resolve_callee(NodeId function, int depth) {
  if (depth > kMaxNameDepth || function == kNoNode) return kNoNode;
  switch (tree_.kind(function)) {
    case Kind::Identifier:
      return callee_by_name(function, depth);
    case Kind::Attribute:
      return callee_by_attribute(function, depth);
    case Kind::ParenthesizedExpression:
      return resolve_callee(tree_.first_child(function), depth + 1);
    case Kind::Call:
      return call_of_instance(class_of_value(function));
    default:
      return kNoNode;
  }
}

NodeId NameResolver::callee(NodeId call) {
  model_.work().spend();
  if (!tree_.is(call, Kind::Call)) return kNoNode;
  if (const NodeId known = cache_.callees.at(call); known != NamesCache::kUnset) return known;
  const NodeId found = resolve_callee(tree_.child(call, Field::Function), 0);
  cache_.callees.set(call, found);
  return found;
}

NodeId NameResolver::item_setter(NodeId subscript) {
  if (!tree_.is(subscript, Kind::Subscript) || classes().empty()) return kNoNode;
  const ClassRef owner = class_of_value(tree_.child(subscript, Field::Value));
  return owner.node == kNoNode ? kNoNode : method_on_self(owner.node, "__setitem__");
}

NodeId SemanticModel::item_setter(NodeId subscript) const {
  return NameResolver(*this, caches_->names).item_setter(subscript);
}

NodeId SemanticModel::callee(NodeId call) const {
  return NameResolver(*this, caches_->names).callee(call);
}

// ---- call sites ----------------------------------------------------------------

namespace {

// Fills the call sites of all functions of the file in one pass.
class CallSiteCollector {
 public:
  CallSiteCollector(const SemanticModel& model, NameResolver& names, NamesCache& cache)
      : model_(model), tree_(model.tree()), names_(names), cache_(cache) {}

  void run() {
    for (NodeId n = 0; n < tree_.size(); ++n) {
      if (tree_.is(n, Kind::Call)) add_call(n);
      if (tree_.is(n, Kind::FunctionDefinition)) cache_.call_sites[n];
      if (tree_.is(n, Kind::Attribute)) add_attribute(n);
    }
    for (auto& [function, sites] : cache_.call_sites) finish(function, sites);
  }

 private:
  void add_call(NodeId call) {
    const NodeId function = names_.callee(call);
    if (function != kNoNode) cache_.call_sites[function].calls.push_back(call);
  }

  // A method that is read without being called, or called on an object of
  // which the class is not known, may be any method of that name.
  void add_attribute(NodeId attribute) {
    const bool resolved =
        is_callee_of_call(tree_, attribute) && names_.callee(tree_.parent(attribute)) != kNoNode;
    if (resolved) return;
    const std::string_view name = tree_.text(tree_.child(attribute, Field::Attribute));
    open_attributes_.try_emplace(name, attribute);
  }

  void finish(NodeId function, CallSites& sites) {
    std::sort(sites.calls.begin(), sites.calls.end());
    const NodeId name = tree_.child(function, Field::Name);
    sites.value_use = first_value_use(function, name);
    // A function that nobody here calls exists for a caller we don't see.
    sites.complete = sites.value_use == kNoNode && !sites.calls.empty() &&
                     is_hidden(function, tree_.text(name)) && !may_be_named_dynamically(function);
  }

  NodeId first_value_use(NodeId function, NodeId name) {
    if (has_unknown_decorator(function)) return tree_.parent(function);
    if (model_.method_class(function) != kNoNode) {
      const auto open = open_attributes_.find(tree_.text(name));
      return open == open_attributes_.end() ? kNoNode : open->second;
    }
    const DefId d = model_.bindings().definition_at(name);
    if (d == kNone) return function;
    return first_value_use(model_.bindings().variable_of(d));
  }

  // Of all functions that a name is bound to.
  NodeId first_value_use(const Variable& variable) {
    const auto [known, is_new] = value_uses_.try_emplace(&variable, kNoNode);
    if (!is_new) return known->second;
    for (const UseId u : variable.uses) {
      const NodeId use = model_.bindings().use(u).node;
      if (!is_callee_of_call(tree_, use)) return known->second = use;
    }
    return kNoNode;
  }

  // A decorator gets the function as a value; those that only switch the
  // gradient mode or make a method static hand it on unchanged.
  bool has_unknown_decorator(NodeId function) const {
    const NodeId decorated = tree_.parent(function);
    if (!tree_.is(decorated, Kind::DecoratedDefinition)) return false;
    for (const NodeId child : tree_.children(decorated)) {
      if (tree_.is(child, Kind::Decorator) && !is_known_decorator(tree_.first_child(child))) {
        return true;
      }
    }
    return false;
  }

  bool is_known_decorator(NodeId expr) const {
    if (tree_.is(expr, Kind::Call)) expr = tree_.child(expr, Field::Function);
    const Symbol symbol = model_.qualified_name(expr);
    const CallableInfo* info = model_.knowledge().callable(symbol);
    if (info != nullptr && info->grad_switch != GradSwitch::None) return true;
    return model_.is_named(expr, "builtins.staticmethod") ||
           model_.is_named(expr, "builtins.classmethod");
  }

  bool is_hidden(NodeId function, std::string_view name) const {
    const NodeId klass = model_.method_class(function);
    if (klass == kNoNode) {
      return is_private(name) || model_.function_of(function) != kNoNode || runs_on_import_;
    }
    if (is_dunder(name) || has_unseen_base(klass)) return false;
    const bool private_class = is_private(tree_.text(tree_.child(klass, Field::Name))) ||
                               model_.function_of(klass) != kNoNode;
    return is_private(name) || (private_class && name != "forward");
  }

  // A base class from elsewhere may call any method by its name; the classes
  // named here call none that a subclass adds.
  bool has_unseen_base(NodeId klass) const {
    const ClassInfo* info = names_.class_info(klass);
    return info == nullptr ||
           std::any_of(info->foreign_bases.begin(), info->foreign_bases.end(), [&](NodeId base) {
             return !model_.is_named(base, "torch.nn.Module") &&
                    !model_.is_named(base, "builtins.object");
           });
  }

  // A module that loops at its top level is a script: nobody imports a function
  // from a file that trains a model when it is imported.
  bool loops_at_top_level() const {
    for (const NodeId statement : tree_.children(tree_.root())) {
      if (tree_.is(statement, Kind::ForStatement) || tree_.is(statement, Kind::WhileStatement)) {
        return true;
      }
    }
    return false;
  }

  bool may_be_named_dynamically(NodeId function) const {
    const Bindings& bindings = model_.bindings();
    return bindings.scope(bindings.scope_of(function)).has_dynamic_names;
  }

  const SemanticModel& model_;
  const SyntaxTree& tree_;
  NameResolver& names_;
  NamesCache& cache_;
  const bool runs_on_import_ = loops_at_top_level();  // asked for every function
  std::unordered_map<std::string_view, NodeId> open_attributes_;
  std::unordered_map<const Variable*, NodeId> value_uses_;
};

}  // namespace

const CallSites& SemanticModel::call_sites(NodeId function) const {
  work_->spend();
  NamesCache& cache = caches_->names;
  if (!cache.call_sites_ready) {
    NameResolver names(*this, cache);
    CallSiteCollector(*this, names, cache).run();
    cache.call_sites_ready = true;
  }
  return cache.call_sites[function];
}

std::vector<NodeId> values_given_to(const SemanticModel& model, NodeId parameter) {
  const NodeId function = model.function_of(parameter);
  if (function == kNoNode) return {};
  const Bindings& bindings = model.bindings();
  const DefId def = bindings.definition_at(parameter);
  const NodeId fallback = def == kNone ? NodeId{kNoNode} : bindings.definition(def).value;
  Calls calls = model.calls();
  std::vector<NodeId> given;
  for (const NodeId call : model.call_sites(function).calls) {
    NodeId value = fallback;
    for (const NodeId argument : model.arguments(call)) {
      if (calls.parameter_for(call, function, argument) == parameter) value = argument;
    }
    given.push_back(value);
  }
  return given;
}

}  // namespace mlfix
