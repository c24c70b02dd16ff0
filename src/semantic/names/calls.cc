// Calls and their arguments. SemanticModel::callee answers for plain calls; here
// are the neighbours that only flow analysis needs: functions passed as values,
// constructors, and the way from an argument to its parameter. The lists of
// Python's own names live here too: they belong to the language, not to a
// library that a knowledge table describes.

#include "semantic/names/calls.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <iterator>
#include <map>
#include <unordered_map>
#include <utility>

#include "semantic/binding/binding.h"
#include "semantic/knowledge/knowledge.h"
#include "semantic/model_caches.h"
#include "semantic/names/access_path.h"
#include "semantic/names/call_sites.h"
#include "semantic/semantic_model.h"

namespace mlfix {

Calls::Calls(const SemanticModel& model, NamesCache& names)
    : model_(model), tree_(model.tree()), names_(model, names) {}

namespace {

// In code: the builtins of the language.
constexpr std::array<std::string_view, 72> kBuiltins{"abs",
                                                     "all",
                                                     "any",
                                                     "ascii",
                                                     "bin",
                                                     "bool",
                                                     "bytearray",
                                                     "bytes",
                                                     "callable",
                                                     "chr",
                                                     "complex",
                                                     "dict",
                                                     "dir",
                                                     "divmod",
                                                     "enumerate",
                                                     "filter",
                                                     "float",
                                                     "format",
                                                     "frozenset",
                                                     "getattr",
                                                     "hasattr",
                                                     "hash",
                                                     "hex",
                                                     "id",
                                                     "input",
                                                     "int",
                                                     "isinstance",
                                                     "issubclass",
                                                     "iter",
                                                     "len",
                                                     "list",
                                                     "map",
                                                     "max",
                                                     "memoryview",
                                                     "min",
                                                     "next",
                                                     "object",
                                                     "oct",
                                                     "open",
                                                     "ord",
                                                     "pow",
                                                     "print",
                                                     "property",
                                                     "range",
                                                     "repr",
                                                     "reversed",
                                                     "round",
                                                     "set",
                                                     "slice",
                                                     "sorted",
                                                     "staticmethod",
                                                     "str",
                                                     "sum",
                                                     "super",
                                                     "tuple",
                                                     "type",
                                                     "zip",
                                                     "Exception",
                                                     "ValueError",
                                                     "TypeError",
                                                     "RuntimeError",
                                                     "KeyError",
                                                     "IndexError",
                                                     "NotImplementedError",
                                                     "StopIteration",
                                                     "AssertionError",
                                                     "OSError",
                                                     "IOError",
                                                     "FileNotFoundError",
                                                     "KeyboardInterrupt",
                                                     "vars",
                                                     "delattr"};

}  // namespace

bool is_plain_function(const SemanticModel& model, NodeId function) {
  const SyntaxTree& tree = model.tree();
  return tree.is(function, Kind::FunctionDefinition) && !model.is_generator(function) &&
         !tree.is_async(function) && decorators(tree, function).empty();
}

bool is_asked_about(const SemanticModel& model, NodeId name) {
  const SyntaxTree& tree = model.tree();
  const NodeId parent = tree.parent(name);
  if (tree.is(parent, Kind::Type)) return true;
  const NodeId call = tree.parent(parent);
  return tree.is(parent, Kind::ArgumentList) && tree.is(call, Kind::Call) &&
         is_builtin_name(model, called_expression(model, call), "isinstance");
}

bool is_replaced_by_decorator(const SyntaxTree& tree, NodeId function) {
  // In code: the language and functools.
  constexpr std::string_view kReplacing[] = {"property", "cached_property", "singledispatch",
                                             "singledispatchmethod"};
  return std::ranges::any_of(decorators(tree, function), [&](NodeId mark) {
    return is_one_of(last_name(tree, mark), kReplacing);
  });
}

bool is_static_method(const SyntaxTree& tree, NodeId function) {
  const auto marks = decorators(tree, function);
  return std::any_of(marks.begin(), marks.end(),
                     [&](NodeId mark) { return tree.text(mark) == "staticmethod"; });
}

NodeId called_expression(const SemanticModel& model, NodeId call) {
  const NodeId function = model.tree().child(call, Field::Function);
  return function == kNoNode ? kNoNode : model.strip_parentheses(function);
}

bool is_builtin(const SemanticModel& model, NodeId expr) {
  const SyntaxTree& tree = model.tree();
  if (!tree.is(expr, Kind::Identifier)) return false;
  return is_one_of(tree.text(expr), kBuiltins) && model.bindings().reaching(expr) == kNone;
}

bool is_builtin_name(const SemanticModel& model, NodeId expr, std::string_view name) {
  return model.tree().is(expr, Kind::Identifier) && model.tree().text(expr) == name &&
         model.bindings().reaching(expr) == kNone;
}

std::vector<NodeId> decorators(const SyntaxTree& tree, NodeId function) {
  std::vector<NodeId> result;
  const NodeId parent = tree.parent(function);
  if (!tree.is(parent, Kind::DecoratedDefinition)) return result;
  for (const NodeId child : tree.children(parent)) {
    if (!tree.is(child, Kind::Decorator)) continue;
    const NodeId expr = tree.first_child(child);
    if (expr != kNoNode) result.push_back(expr);
  }
  return result;
}

NodeId Calls::method_value(NodeId attribute) {
  const NodeId object = tree_.child(attribute, Field::Object);
  const std::string_view name = last_name(tree_, attribute);
  NodeId klass = names_.class_named_by(object);
  if (klass == kNoNode) klass = names_.class_of_value(object).node;
  return klass == kNoNode ? kNoNode : names_.find_method(klass, name);
}

NodeId Calls::function_value(NodeId expr) {
  expr = model_.strip_parentheses(expr);
  if (tree_.is(expr, Kind::Lambda)) return expr;
  const bool is_attribute = tree_.is(expr, Kind::Attribute);
  if (!is_attribute && !tree_.is(expr, Kind::Identifier)) return kNoNode;
  const DefId def =
      is_attribute ? names_.named_in_own_module(expr) : model_.bindings().reaching(expr);
  if (def == kNone) return is_attribute ? method_value(expr) : NodeId{kNoNode};
  const Definition& definition = model_.bindings().definition(def);
  if (definition.kind == DefKind::Function) return names_.function_of_definition(def);
  if (definition.kind != DefKind::Assign || definition.value == kNoNode) return kNoNode;
  const NodeId value = model_.strip_parentheses(definition.value);
  return tree_.is(value, Kind::Lambda) ? value : kNoNode;
}

std::vector<NodeId> Calls::methods_of_self(NodeId attribute) {
  std::vector<NodeId> result;
  const std::string_view name = last_name(tree_, attribute);
  if (names_.classes_defining(name).empty()) return result;
  const NodeId klass = names_.class_of_value(tree_.child(attribute, Field::Object)).node;
  if (klass == kNoNode) return result;
  const auto derived = names_.with_derived(klass);
  if (!derived) return result;
  for (const NodeId own : *derived) {
    const NodeId method = names_.find_method(own, name);
    if (method != kNoNode && std::find(result.begin(), result.end(), method) == result.end()) {
      result.push_back(method);
    }
  }
  return result;
}

std::vector<NodeId> Calls::run_by(NodeId call) {
  if (const NodeId function = model_.callee(call); function != kNoNode) return {function};
  const NodeId called = called_expression(model_, call);
  const bool is_method =
      tree_.is(called, Kind::Attribute) && names_.named_in_own_module(called) == kNone;
  if (is_method) return methods_of_self(called);
  const NodeId function = called == kNoNode ? kNoNode : function_value(called);
  return function == kNoNode ? std::vector<NodeId>{} : std::vector<NodeId>{function};
}

namespace {

// The identifier a parameter node binds.
NodeId parameter_identifier(const SyntaxTree& tree, NodeId parameter) {
  if (tree.is(parameter, Kind::Identifier)) return parameter;
  const NodeId name = tree.child(parameter, Field::Name);
  if (tree.is(name, Kind::Identifier)) return name;
  if (tree.is(parameter, Kind::TypedParameter)) {
    return parameter_identifier(tree, tree.first_child(parameter));
  }
  if (tree.is(parameter, Kind::ListSplatPattern) ||
      tree.is(parameter, Kind::DictionarySplatPattern)) {
    const NodeId inner = tree.first_child(parameter);
    return tree.is(inner, Kind::Identifier) ? inner : kNoNode;
  }
  return kNoNode;
}

}  // namespace

std::vector<NodeId> parameter_names(const SyntaxTree& tree, NodeId function) {
  std::vector<NodeId> result;
  const NodeId list = tree.child(function, Field::Parameters);
  if (list == kNoNode) return result;
  for (const NodeId parameter : tree.children(list)) {
    const NodeId name = parameter_identifier(tree, parameter);
    if (name != kNoNode) result.push_back(name);
  }
  return result;
}

// Is a method called through an instance, so that its first parameter is bound?
bool Calls::binds_receiver(NodeId call, NodeId function) {
  if (!tree_.is(function, Kind::FunctionDefinition)) return false;
  if (model_.method_class(function) == kNoNode || is_static_method(tree_, function)) return false;
  const NodeId called = called_expression(model_, call);
  if (!tree_.is(called, Kind::Attribute)) return true;  // an instance or a class is called
  return names_.class_named_by(tree_.child(called, Field::Object)) == kNoNode;
}

namespace {

enum class Splat : std::uint8_t { None, Positional, Keyword };

Splat splat_of(const SyntaxTree& tree, NodeId identifier) {
  NodeId up = tree.parent(identifier);
  if (tree.is(up, Kind::ListSplatPattern)) return Splat::Positional;
  return tree.is(up, Kind::DictionarySplatPattern) ? Splat::Keyword : Splat::None;
}

// The parameters of one function, by position and by name.
class ParameterList {
 public:
  ParameterList(const SyntaxTree& tree, NodeId function) {
    for (const NodeId parameter : parameter_names(tree, function)) enter(tree, parameter);
  }

  NodeId by_keyword(std::string_view name) const {
    const auto found = by_name_.find(name);
    return found == by_name_.end() ? others_by_name_ : found->second;
  }
  NodeId by_position(std::size_t position) const {
    return position < positional_.size() ? positional_[position] : others_by_position_;
  }

 private:
  void enter(const SyntaxTree& tree, NodeId parameter) {
    const Splat splat = splat_of(tree, parameter);
    if (splat == Splat::None) by_name_.try_emplace(tree.text(parameter), parameter);
    if (splat == Splat::Keyword && others_by_name_ == kNoNode) others_by_name_ = parameter;
    if (positions_end_) return;
    positions_end_ = splat != Splat::None;
    if (splat == Splat::None) positional_.push_back(parameter);
    if (splat == Splat::Positional) others_by_position_ = parameter;
  }

  std::vector<NodeId> positional_;  // before the first with stars
  bool positions_end_ = false;
  std::unordered_map<std::string_view, NodeId> by_name_;
  NodeId others_by_position_ = kNoNode, others_by_name_ = kNoNode;
};

// Where the arguments of one call go, each with the parameter that takes it.
class ArgumentList {
 public:
  ArgumentList(const SyntaxTree& tree, NodeId list, const ParameterList& parameters,
               std::size_t position) {
    if (!tree.is(list, Kind::ArgumentList)) {  // f(x for x in xs)
      taken_.emplace_back(list, parameters.by_position(position));
      return;
    }
    for (const NodeId given : tree.children(list)) {
      const bool splat = tree.is(given, Kind::ListSplat) || tree.is(given, Kind::DictionarySplat);
      if (splat) break;  // positions are not known from here on
      const bool keyword = tree.is(given, Kind::KeywordArgument);
      taken_.emplace_back(given,
                          keyword ? parameters.by_keyword(tree.text(tree.child(given, Field::Name)))
                                  : parameters.by_position(position));
      if (!keyword) ++position;
    }
  }

  NodeId parameter_for(const SyntaxTree& tree, NodeId argument) const {
    const auto after =
        std::ranges::upper_bound(taken_, argument, {}, [](const auto& one) { return one.first; });
    if (after == taken_.begin()) return kNoNode;
    const auto& [given, parameter] = *std::prev(after);
    return tree.contains(given, argument) ? parameter : NodeId{kNoNode};
  }

 private:
  std::vector<std::pair<NodeId, NodeId>> taken_;
};

struct ArgumentLists {
  std::unordered_map<NodeId, ParameterList> of_functions;
  std::map<std::pair<NodeId, NodeId>, ArgumentList> of;  // by call and function
};

}  // namespace

NodeId Calls::parameter_for(NodeId call, NodeId function, NodeId argument) {
  const NodeId list = tree_.child(call, Field::Arguments);
  if (list == kNoNode) return kNoNode;
  auto& known = model_.notes<ArgumentLists>();
  auto found = known.of.find({call, function});
  if (found == known.of.end()) {
    const std::size_t first = binds_receiver(call, function) ? 1 : 0;
    const ParameterList& parameters =
        known.of_functions.try_emplace(function, tree_, function).first->second;
    found =
        known.of.emplace(std::pair(call, function), ArgumentList(tree_, list, parameters, first))
            .first;
  }
  return found->second.parameter_for(tree_, argument);
}

namespace {

struct ParametersGivenBack {
  std::unordered_map<NodeId, NodeId> by_function;
};

bool ends_in_return(const SyntaxTree& tree, NodeId function) {
  NodeId last = kNoNode;
  for (const NodeId statement : tree.children(tree.child(function, Field::Body))) last = statement;
  return tree.is(last, Kind::ReturnStatement);
}

NodeId find_parameter_given_back(const SemanticModel& model, NodeId function) {
  const SyntaxTree& tree = model.tree();
  if (!is_plain_function(model, function) || !ends_in_return(tree, function)) return kNoNode;
  const std::vector<NodeId> returned = model.returned_values(function);
  if (returned.empty() || returned.size() != model.returns_of(function).size()) return kNoNode;
  DefId all = kNone;
  for (const NodeId value : returned) {
    const NodeId name = model.strip_parentheses(value);
    const DefId def =
        tree.is(name, Kind::Identifier) ? model.bindings().reaching(name) : DefId{kNone};
    if (def == kNone || (all != kNone && def != all)) return kNoNode;
    all = def;
  }
  const Definition& given = model.bindings().definition(all);
  const bool is_own = given.kind == DefKind::Parameter &&
                      model.bindings().scope(given.scope).node == function &&
                      model.calls().names().class_of_self(given.node) == kNoNode;
  return is_own ? given.node : NodeId{kNoNode};
}

}  // namespace

NodeId parameter_given_back(const SemanticModel& model, NodeId function) {
  auto& known = model.notes<ParametersGivenBack>().by_function;
  if (const auto found = known.find(function); found != known.end()) return found->second;
  const NodeId parameter = find_parameter_given_back(model, function);
  return model.notes<ParametersGivenBack>().by_function[function] = parameter;
}

NodeId argument_given_back(const SemanticModel& model, NodeId call, NodeId function) {
  const NodeId parameter = parameter_given_back(model, function);
  if (parameter == kNoNode) return kNoNode;
  Calls calls = model.calls();
  for (const NodeId argument : model.arguments(call)) {
    if (calls.parameter_for(call, function, argument) == parameter) return argument;
  }
  return kNoNode;
}

Calls SemanticModel::calls() const {
  return {*this, caches_->names};
}

bool is_pure_library(const SemanticModel& model, NodeId call) {
  const NodeId called = called_expression(model, call);
  if (called == kNoNode) return false;
  if (is_builtin(model, called)) return true;
  const std::string name = model.qualified_text(called);
  if (name.empty()) return false;
  return !model.knowledge().covers(Meaning::Differentiates, name) &&
         model.knowledge().covers(Meaning::PurePackage, name);
}

}  // namespace mlfix
