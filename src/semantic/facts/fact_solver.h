// How facts are worked out: demand-driven propagation over cells.
//
// A cell is a place whose facts many expressions share: a definition, what a
// function returns, an attribute of a class. Evaluating an expression reads
// cells; a cell that was never read before is put on a worklist with the value
// "unresolved", and whoever read it is evaluated again when it changes. Phis
// ignore operands that are unresolved, so a loop starts optimistically from what
// enters it and only loses facts. Values change in one direction only (must
// shrinks, may grows), so the propagation ends; and as nothing recurses from cell
// to cell, a chain of ten thousand assignments needs no deep stack. When the
// worklist is empty all cells read so far are final.
//
// Internal to the semantic layer. Not thread-safe.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "semantic/binding/binding.h"
#include "semantic/knowledge/knowledge.h"
#include "semantic/names/calls.h"
#include "semantic/names/name_resolver.h"
#include "semantic/names/part.h"
#include "semantic/project_entity.h"
#include "syntax/node_table.h"
#include "syntax/syntax_tree.h"
#include "syntax/work_budget.h"

namespace mlfix {

class SemanticModel;

struct Value {
  bool resolved = false;
  Facts facts;
  Facts element;  // of what it yields when it is iterated or indexed
  friend bool operator==(const Value&, const Value&) = default;
};

struct FactCell {
  enum class Kind : std::uint8_t { Definition, Return, Attribute, Variable, Entry, ReturnedEntry };
  struct Place {
    Kind kind = Kind::Definition;
    std::uint32_t id = 0;   // DefId, function, or class; of a variable, one of its definitions
    int position = -1;      // of a returned tuple's element, or of an entry; -1 for the whole value
    std::string_view name;  // of an attribute, or the key of an entry
  };
  Place place;
  bool active = false;  // was read, and will be evaluated
  bool queued = false;
  bool final = false;
  Value value;
  std::vector<std::uint32_t> readers;
};

struct FactsCache {
  explicit FactsCache(const SyntaxTree& tree) : expressions(tree.size()) {}

  NodeTable<std::optional<Facts>> expressions;  // by expression
  // What composed expressions give, once all cells that they read are final: whoever asks for
  // an expression around them finds them done.
  std::unordered_map<NodeId, Value> settled;
  std::vector<FactCell> cells;
  std::vector<std::uint32_t> definition_cells;  // by DefId
  std::unordered_map<std::uint64_t, std::uint32_t> return_cells;
  // Of entries by the definition of the container, or the function that returns it.
  std::map<std::tuple<FactCell::Kind, std::uint32_t, Part>, std::uint32_t> entry_cells;
  // Of variables that several functions assign; kNone for those that the flow tells apart.
  std::unordered_map<const Variable*, std::uint32_t> variable_cells;
  // By name and class. The names are kept here, since other files ask, too, with names that
  // stand in their own texts.
  std::map<std::string, std::unordered_map<NodeId, std::uint32_t>, std::less<>> attribute_cells;
  std::unordered_map<ScopeId, std::unordered_map<std::string_view, const Variable*>>
      class_variables;  // by the scope of the class
  // The types of `model: nn.Module` in the bodies of classes, without a value, by class and name.
  std::unordered_map<NodeId, std::unordered_map<std::string_view, NodeId>> declared_types;
  // What the calls of a function give to each of its parameters, by function and parameter.
  std::unordered_map<NodeId, std::unordered_map<NodeId, std::vector<NodeId>>> given;
  // By pattern and element, those after a star left out.
  bool class_words_ready = false;
  std::unordered_map<std::string, std::vector<NodeId>> class_words;  // by the letters of the name
  // Paths such as agent.critic of which the file asks for the parameters.
  bool module_paths_ready = false;
  std::unordered_set<std::string_view> module_paths;
  // What loops go through whose items are asked for their parameters, or evaluated, as written.
  bool module_lists_ready = false;
  std::unordered_set<std::string_view> module_lists;
  bool registrations_ready = false;
  std::unordered_map<std::string_view, HintedFacts> named;  // what names suggest
  // Values given to self.register_buffer(name, value), by name with its quotes cut off.
  std::unordered_map<std::string_view, std::vector<NodeId>> registrations;
};

class FactSolver {
 public:
  FactSolver(const SemanticModel& model, NamesCache& names, FactsCache& cache);

  Facts facts(NodeId expr);
  Facts facts_of(DefId d);
  Facts element_facts(NodeId expr);
  Value returned(NodeId function);
  Facts returned_part(NodeId function, int position);
  // Of the entries of the dict that it returns, by key; empty where it may return anything else.
  std::map<std::string, Facts, std::less<>> returned_entries(NodeId function);
  Facts attribute_facts(NodeId klass, std::string_view name);

 private:
  using CellId = std::uint32_t;
  using Path = std::vector<int>;  // from a target to one of its names; -1 for a starred part

  // fact_solver.cc: cells
  Value query(NodeId expr);
  void settle();
  std::optional<CellId> next_unsettled();
  void finish(CellId c);
  void evaluate(CellId c);
  Value read(CellId c);
  CellId new_cell(FactCell::Place place);
  CellId definition_cell(DefId d);
  CellId return_cell(NodeId function, int position);
  CellId variable_cell(DefId d);
  CellId entry_cell(FactCell::Kind kind, std::uint32_t id, const Part& part);
  CellId attribute_cell(NodeId klass, std::string_view name);

  // definition_facts.cc: what cells hold
  Value compute(const FactCell::Place& place);
  Value of_definition(DefId d);
  Value of_defined(const Definition& definition);
  Value of_variable(const Variable& variable);
  bool is_assigned_elsewhere(const Variable& variable);
  Value of_parameter(const Definition& definition);
  bool is_named_after_module(const Definition& parameter);
  const std::unordered_map<NodeId, std::vector<NodeId>>& given_to(NodeId function);
  Value of_arguments(NodeId function, NodeId parameter, bool& complete);
  Value of_returns(NodeId function, int position);
  Value of_attribute(NodeId klass, std::string_view name);
  Value of_store(NodeId target);
  void join_class_variable(NodeId klass, std::string_view name, Value& into);
  NodeId declared_type(NodeId klass, std::string_view name);
  void join_registrations(NodeId klass, std::string_view name, Value& into);
  Value of_annotation(NodeId type);
  Value of_type(NodeId type);
  Value of_composed_type(NodeId type);
  Value of_quoted_type(NodeId string);
  Value target_value(NodeId target);
  Value project(NodeId expr, const Path& path, std::size_t at);
  NodeId handed_on_by(NodeId call, int position);
  Value project_call(NodeId call, const Path& path, std::size_t at);
  std::optional<Value> part_elsewhere(NodeId call, int position);
  Value iterate(NodeId expr, const Path& path, std::size_t at, int depth = 0);
  Value iterate_call(NodeId call, const Path& path, std::size_t at, int depth);
  Value iterate_method(NodeId call, const Path& path, std::size_t at, int depth);
  Value of_indices(NodeId call);
  Value iterate_value(NodeId expr, const Path& path, std::size_t at);
  void add_evidence(NodeId use, Value& value);
  bool is_differentiated(NodeId use, bool& certain);
  bool is_term_of_differentiated(NodeId use);
  bool depends_on_its_kind(NodeId use);
  bool is_told_to_require_gradients(NodeId attribute);

  // entry_facts.cc: what is under constant keys and places
  bool has_entry(NodeId whole, const Part& part);
  NodeId bound_value(NodeId name);
  bool returns_displays(NodeId function);
  std::optional<Facts> entry_elsewhere(NodeId call, const Part& part);
  Value entry_value(NodeId whole, const Part& part);
  Value of_entry(DefId d, const Part& part);
  Value of_returned_entry(NodeId function, const Part& part);
  std::set<std::string_view> returned_keys(NodeId function);
  Value indexed(const Value& owner);

  // expression_facts.cc: what expressions give
  Value eval(NodeId expr);
  Value eval_kind(NodeId expr);
  HintedFacts suggested_by(std::string_view name);
  HintedFacts suggested_by_use(NodeId path);
  bool lists_parameters(NodeId call) const;
  bool switches_to_evaluation(NodeId call) const;
  bool is_part_of_library_module(NodeId attribute, const ClassRef& owner, const Facts& facts) const;
  bool is_asked_as_module(const Definition& definition) const;
  bool is_item_of_modules(const Definition& definition);
  bool is_run_as_module(const Definition& definition);
  Value of_identifier(NodeId expr);
  Value of_attribute_read(NodeId expr);
  Value of_display(NodeId expr);
  NodeId item_of_tuple(NodeId subscript);
  Value of_subscript(NodeId expr);
  Value of_comparison(NodeId expr);
  Value of_binary(const Value& a, const Value& b, NodeId at);

  // call_facts.cc: what calls give
  Value of_call(NodeId call);
  Value of_builtin(NodeId call, std::string_view name, bool& known);
  Value of_known_callable(NodeId call, const CallableInfo& info);
  std::optional<Value> module_given_back(NodeId argument);
  Value of_local_function(NodeId call, NodeId function);
  Value of_instance(NodeId klass);
  Value of_instance_elsewhere(ProjectEntity klass);
  Value of_function_elsewhere(const ProjectCode& code, NodeId call, ProjectEntity function);
  Value of_attribute_elsewhere(NodeId klass, std::string_view name);
  Value of_attribute_of_class_elsewhere(ProjectEntity klass, std::string_view name);
  Value of_method(NodeId call, NodeId function, bool& known);
  Value of_module_call(NodeId call, const Value& callee);
  void join_argument(NodeId argument, Value& merged);
  Value joined_arguments(NodeId call);
  bool requires_gradients(NodeId call);
  Value with_gradients(Value value);
  void keep_graph(const Value& from, Value& result);
  bool gives_tensor_of(NodeId call);
  bool is_conditional(NodeId use);
  void settle_kind(NodeId call, Indices indices, std::size_t operands, Value& result);
  void make_leaf(NodeId call, Value& result);
  void detach_when_disabled(NodeId at, Value& result);
  bool lexically_disabled(NodeId n);

  const SemanticModel& model_;
  const SyntaxTree& tree_;
  WorkBudget& work_;
  const Bindings& bindings_;
  const Knowledge& knowledge_;
  NameResolver names_;
  Calls calls_;
  FactsCache& cache_;
  // The worklist. New cells go first, and readers of changed ones in rounds: a
  // merge of many is computed again when all of them have moved, not after each.
  std::vector<CellId> fresh_, round_, next_round_;
  std::vector<CellId> active_;
  CellId reader_ = kNone;
  int depth_ = 0;
  // Composed expressions within the one that is being evaluated. The value of a call asks
  // for that of its receiver more than once: a chain of n calls would cost 2^n.
  std::unordered_map<NodeId, Value> values_;
};

// ---- the arithmetic of values --------------------------------------------------

inline Value unknown_value() {
  return {true, {}, {}};
}
Value certain(FactSet facts);
Value possible(FactSet facts);
// Either of two values: must shrinks, may and weak grow.
void join(Value& into, const Value& other);
// The same value, of which nothing is certain any more.
Value weakened(Value value);
// What iterating over `v` or indexing it gives, when nothing more is known.
Value element_of(const Value& v);
// What is certain is possible, and what is certainly attached is not possibly without a graph.
void normalise(Facts& facts);

}  // namespace mlfix
