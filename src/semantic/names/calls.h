// Who is run by a call and what its arguments become: the questions that grad
// mode, effects, fate and loops share. Internal to the semantic layer.
//
// All are pure queries on the model and err to kNoNode.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "semantic/names/name_resolver.h"
#include "semantic/project_entity.h"

namespace mlfix {

class SemanticModel;

class Calls {
 public:
  Calls(const SemanticModel& model, NamesCache& names);

  NameResolver& names() { return names_; }

  // The def or lambda that `expr` is when it is used as a value: a local
  // function's name, a lambda, a bound method of this file.
  NodeId function_value(NodeId expr);
  // The functions of this file that a call may run: as SemanticModel::callee,
  // and also lambdas bound to a name, and a method of `self` with all its
  // overrides. Empty when the call runs code that is not in the file.
  std::vector<NodeId> run_by(NodeId call);
  // Those that `self.method` may be: that of the class, and all overrides of the file. Empty when
  // there may be others.
  std::vector<NodeId> methods_of_self(NodeId attribute);
  // The identifier of the parameter that receives `argument` (a node of the
  // call's argument list, the value of a keyword argument included).
  NodeId parameter_for(NodeId call, NodeId function, NodeId argument);

 private:
  NodeId method_value(NodeId attribute);
  bool binds_receiver(NodeId call, NodeId function);

  const SemanticModel& model_;
  const SyntaxTree& tree_;
  NameResolver names_;
};

// The identifiers of a function's or lambda's parameters, self included.
std::vector<NodeId> parameter_names(const SyntaxTree& tree, NodeId function);

// The node's function expression without parentheses.
NodeId called_expression(const SemanticModel& model, NodeId call);
// The methods of other files that a call of `function` through `self` may run instead, where
// summaries may be asked for; nothing when they can't be told.
std::optional<std::vector<ProjectEntity>> overrides_elsewhere(const SemanticModel& model,
                                                              NodeId call, NodeId function);
// Does a call of the function run its body and give what that returns: is it neither decorated, nor
// async, nor a generator, nor a lambda?
bool is_plain_function(const SemanticModel& model, NodeId function);
// Is the name only asked about: isinstance(x, Net), x: Net?
bool is_asked_about(const SemanticModel& model, NodeId name);
// A name that no scope of the file binds: a builtin.
bool is_builtin_name(const SemanticModel& model, NodeId expr, std::string_view name);
bool is_builtin(const SemanticModel& model, NodeId expr);
// The decorator expressions of a function, without the call's arguments.
std::vector<NodeId> decorators(const SyntaxTree& tree, NodeId function);
bool is_static_method(const SyntaxTree& tree, NodeId function);
// Does a decorator put something else in the place of the function, so that a call by its name runs
// other code: a property, which gives what is called, or one implementation among others?
bool is_replaced_by_decorator(const SyntaxTree& tree, NodeId function);

// Is `word` one of the entries? The lists are short: a linear search is fast.
template <typename List>
bool is_one_of(std::string_view word, const List& list) {
  for (const std::string_view entry : list) {
    if (entry == word) return true;
  }
  return false;
}
// Does `text` contain one of the words, whatever the case?
template <typename List>
bool contains_word(std::string_view text, const List& words) {
  std::string lower(text);
  for (char& c : lower) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  for (const std::string_view word : words) {
    if (lower.find(word) != std::string::npos) return true;
  }
  return false;
}

// Does a call run library code that neither keeps its arguments nor calls back
// into a model, though no table mentions it?
bool is_pure_library(const SemanticModel& model, NodeId call);

}  // namespace mlfix
