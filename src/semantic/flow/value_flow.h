// The value-flow engine: where does a value get to?
//
// A worklist of places (expressions, definitions, attributes) that the value, or something
// made from it that still counts, gets to. The engine knows how Python moves values: through
// assignments and phis, into parts of containers and out of them, through attributes of the
// whole file, into functions by a summary of each parameter, back to the call sites that a
// function returns to, through closures, generators, operators that are methods, and the
// cells of a notebook. What counts as the same value, and what becomes of it where a library
// gets it, is said by its client, a FlowPolicy: one asks where the graph of a tensor is needed,
// another who may still look at a figure.
//
// It is a may-analysis: a sink that is not in the answer is not reached, as every way was
// followed to its end; a sink in it may be reached. Where the engine does not know the way
// on, it says so (Sink::Unseen, Sink::Lost).
//
// The ideas are those of summary-based taint analysis (Pysa's parameter sinks and
// "taint-in-taint-out", here Reach and comes_back) on SSA definitions, as in CodeQL's local
// flow.
//
// Complexity: a step for each place, at most kMaxFlowSteps in a question. Answers for definitions,
// attributes, parameters and links of chains are kept by policy and shared, so that asking about
// every value of a file stays linear in it. Not thread-safe; one object answers one question.
#pragma once

#include <compare>
#include <cstdint>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "semantic/binding/binding.h"
#include "semantic/control/consumer.h"
#include "semantic/flow/kept_answers.h"
#include "semantic/flow/reach.h"
#include "semantic/names/calls.h"
#include "semantic/names/part.h"
#include "semantic/project_entity.h"
#include "syntax/work_budget.h"
#include "text/way.h"

namespace mlfix {

class SemanticModel;

struct ParameterSummary;
class ValueFlow;

// Of one question; a summary that it asks for is a question of its own, which is asked once.
constexpr int kMaxFlowSteps = 50000;

// A question that many others lead to, so that its answer is kept.
struct FlowKey {
  enum class Kind : std::uint8_t {
    Value,       // what a definition binds
    Object,      // what is put into the object that a definition stands for
    Items,       // what is put into an item of that object
    Attribute,   // what an attribute of a class gets, or of any where the class is kNoNode
    Link,        // a sum that is a term of another, an attribute of which one is read
    OuterReads,  // what the reads of a variable see that functions bind
    CellReads,   // what those see that other cells of a notebook bind
    Parameter,   // what a function is given, by the parameter's identifier
    Result,      // what a function returns, by its definition
    Operator,    // the last argument of all methods of an operator, by the first of their names
    Setter,      // what the setters of all properties of a name are given
  };
  Kind kind;
  std::uint32_t id;       // a definition, the first one of a variable, or a node
  std::string_view name;  // of an attribute, or a method
  friend auto operator<=>(const FlowKey&, const FlowKey&) = default;
};

// What one policy has found out about one file. Policies keep it as a note of the model.
struct FlowMemory {
  KeptAnswers<FlowKey, Reach> answers;
};

// What a client of the engine says of the values that it asks about. Stateless; each question
// that is not answered by the engine's knowledge of Python comes here, with the engine, to
// which the answer is given: follow on, mark a sink, or nothing, where the way ends.
class FlowPolicy {
 public:
  virtual ~FlowPolicy() = default;

  virtual FlowMemory& memory(const SemanticModel& model) const = 0;
  // Are answers for definitions and attributes shared between questions? Not by clients that
  // ask for the places that were reached.
  virtual bool shares_answers() const { return true; }
  // What a function of another file does with its parameter, as the project keeps it. nullptr
  // where it keeps nothing for this policy: then the call is one of a library.
  virtual const Reach* elsewhere(const ProjectCode&, const ParameterSummary&) const {
    return nullptr;
  }

  // Which part of what an expression gives is the value that is asked about: all of it, but for
  // calls that give it beside others.
  virtual Part part_asked_about(const SemanticModel&, NodeId /*expr*/) const { return {}; }
  // Is an item of a container that holds the value in any part the value? Not for who asks about
  // the container.
  virtual bool follows_items() const { return true; }
  // Does the code that sees the value ever run? Not where the question is asked without some of it.
  virtual bool runs(NodeId /*expr*/) const { return true; }
  // Does the value get from its definition into the phi that merges it with others?
  virtual bool passes_merge(const SemanticModel&, DefId /*from*/, DefId /*phi*/) const {
    return true;
  }
  // Does the way go on where the function is called that returns the value?
  virtual bool follows_returns() const { return true; }

  // The value itself is written to: `x` of x[i] = …, x.attribute = … and x += …
  virtual void written(ValueFlow&, NodeId /*value*/) const {}
  // The value is looked at where nothing of it goes on: in a comparison, an f-string, a
  // condition or an index, in a statement of its own, or by `del`.
  virtual void looked_at(ValueFlow&, NodeId /*value*/, const Consumer&) const {}
  // The value is an element of a display, or a key of one.
  virtual void placed(ValueFlow&, NodeId /*value*/, NodeId /*display*/) const {}
  // Does the way end at an operator that has the value as an operand, x += value included?
  virtual bool ends_at_operator(ValueFlow&, NodeId /*value*/, NodeId /*operation*/, Part) const {
    return false;
  }
  // Does what the operator gives have nothing of the value? Asked when the methods that it may run
  // have got the value.
  virtual bool ends_in_result(ValueFlow&, NodeId /*value*/, NodeId /*operation*/, Part) const {
    return false;
  }
  // Does the way end where a name gets the value?
  virtual bool ends_at_name(ValueFlow&, DefId /*name*/) const { return false; }
  // Does the way end where an item, or a part, of the value is taken?
  virtual bool ends_at_item(ValueFlow&, NodeId /*value*/, NodeId /*subscript*/, Part) const {
    return false;
  }
  // An attribute of the value is read: follow_link() goes on with it.
  virtual void attribute_read(ValueFlow&, const Consumer&, Part) const = 0;
  // The same through getattr() with a constant name.
  virtual void attribute_read_by_name(ValueFlow&, NodeId call, std::string_view name) const = 0;
  // The value is stored to an attribute or an item: the target of an assignment, or of a sum.
  virtual void stored(ValueFlow&, NodeId /*target*/) const {}
  // Is a value that is stored to an attribute of that name still the value there?
  virtual bool is_kept_in_attribute(std::string_view) const { return true; }
  // A method of the value is called.
  virtual void method_called(ValueFlow&, NodeId value, const Consumer&, Part) const = 0;
  // An argument, before it is known whom the call runs. Does the way end here?
  virtual bool ends_at_call(ValueFlow&, const Consumer&) const { return false; }
  // An argument of code that is not in the files of the run.
  virtual void given_to_library(ValueFlow&, NodeId value, const Consumer&, Part) const = 0;
  // The value is returned by a function of the file.
  virtual void returned_by(ValueFlow&, NodeId /*function*/, NodeId /*statement*/) const {}

  // What a way says of its end, a sink that was met at that place: "added to `self.sum`".
  virtual std::string told(const SemanticModel& model, Sink sink, NodeId at) const;
};

class ValueFlow {
 public:
  ValueFlow(const SemanticModel& model, const FlowPolicy& policy);

  // ---- questions: start, then run ----
  void start_expression(NodeId expr) { follow(expr, policy_.part_asked_about(model_, expr)); }
  void start_definition(DefId def) { follow_definition(def, {}); }
  // May be called again after another start: what was reached before is not followed again.
  const Reach& run();
  // The definitions of this file that the value got to, each at least once, those in functions
  // that it was handed to left out. Whole where the policy does not share answers.
  const std::vector<DefId>& definitions() const { return definitions_; }
  // What a function of the file does with the value of its parameter.
  static Reach of_parameter(const SemanticModel& model, const FlowPolicy& policy,
                            NodeId identifier);

  // The shortest way from an expression, or a parameter, to one of the sinks, without its start:
  // the question that was asked before, once more, in steps that people can follow. Empty where it
  // is too long. For findings: nothing of it is kept. See flow_way.cc.
  static WaySteps way_from(const SemanticModel& model, const FlowPolicy& policy, NodeId expr,
                           std::span<const Sink> sinks);
  static WaySteps way_of_parameter(const SemanticModel& model, const FlowPolicy& policy,
                                   NodeId identifier, std::span<const Sink> sinks);

  // ---- what policies may ask and answer ----
  const SemanticModel& model() const { return model_; }
  Calls& calls() { return calls_; }
  // Did the value get to the definition so far?
  bool has_reached(DefId def) const;
  void mark(Sink sink, NodeId at) {
    reach_.mark(sink, at);
    if (trace_ != nullptr) trace_mark(sink, at);
  }
  // Goes on with the value of an expression, in that part of it.
  void follow(NodeId expr, Part part);
  // The same for a link of a chain, such as a sum of sums, all of which go the same way.
  void follow_link(NodeId link, Part part);
  // The value is put into the object that `container` evaluates to: all that can see this
  // object is followed.
  void into_container(NodeId container, Part part);
  // A function that is handed over to the library call together with the value gets to see it.
  void run_by_library(NodeId call);

 private:
  enum class Place : std::uint8_t { Expression, Definition, Attribute };

  struct Item {
    Place place;
    std::uint32_t id;  // node, definition, or the attribute node that was stored to
    Part part;
  };

  // The question that something was found out by: of this file, or of another one.
  struct Behind {
    const FlowKey* key = nullptr;
    const ParameterSummary* elsewhere = nullptr;
  };
  struct Trace;
  using OpenKeys = std::set<FlowKey>;

  ValueFlow(const SemanticModel& model, const FlowPolicy& policy, const FlowKey* answers);

  // value_flow.cc: the worklist, places, and ways out of the function
  void follow_definition(DefId def, Part part);
  void follow_attribute(NodeId attribute, Part part);
  bool push(Item item);  // false for what is followed already
  void visit(Item item);
  bool is_made_inside(DefId def) const;
  bool is_named_elsewhere(DefId def) const;
  void far_reads(FlowKey::Kind kind, DefId def, Part part);
  void follow_far_reads(const FlowKey& key, Part part);
  bool may_share(Part part) const;
  bool may_share_kept(Part part) const;
  void definition(DefId def, Part part);
  void follow_uses(DefId def, Part part);
  void follow_loads(NodeId owner, std::string_view name, Part part);
  void attribute(NodeId stored, Part part);
  void expression(NodeId expr, Part part);
  bool is_store_target(NodeId n) const;
  void returned(NodeId expr, NodeId statement, Part part);
  void lambda_returned(NodeId lambda, Part part);
  void yielded(NodeId expr);

  // flow_calls.cc: calls of functions of this file and of others
  void argument(NodeId expr, const Consumer& consumer, Part part);
  void local_call(NodeId expr, NodeId call, NodeId function);
  bool call_elsewhere(const Consumer& consumer);
  void overriding_calls(const Consumer& consumer, NodeId function);
  void read_by_name(NodeId call);
  void stored_by_name(NodeId call, int place_of_name);
  Reach take_summary(NodeId parameter, NodeId at);
  void follow_calls(NodeId function, Part part);

  // flow_way.cc: the way to a sink
  static WaySteps trace_back(const SemanticModel& model, const FlowPolicy& policy,
                             const FlowKey& key, std::span<const Sink> sinks, OpenKeys& open);
  void trace_mark(Sink sink, NodeId at);
  void trace_push(Item item);
  void trace_take(const Reach& reach, NodeId at, Behind behind);
  int traced_place_in(NodeId call) const;
  void run_traced();
  WaySteps told_way(std::span<const Sink> sinks, OpenKeys& open);
  WaySteps told_behind(std::span<const Sink> sinks, OpenKeys& open);

  // flow_answers.cc: answers that are kept
  void take(const Reach& reach, NodeId at, Behind behind) {
    reach_.add(reach, at);
    if (trace_ != nullptr) trace_take(reach, at, behind);
  }
  Reach take_answer(const FlowKey& key, NodeId at);
  bool merge_answer(const FlowKey& key, NodeId at);
  Reach answer(const FlowKey& key);
  void start(const FlowKey& key);

  // flow_operators.cc: methods that stand for operators
  ClassRef class_of_object(NodeId expr);
  void given_to_methods(NodeId object, NodeId at, std::span<const std::string_view> methods);
  void give_to_all(std::span<const std::string_view> methods);
  void give_to_setters(std::string_view name);
  void given_to_methods_elsewhere(ProjectEntity klass, NodeId at,
                                  std::span<const std::string_view> methods);
  void operand(NodeId expr, NodeId operation);

  // flow_containers.cc: assignments, and parts of containers
  void assigned(NodeId statement, Part part);
  void assign_target(NodeId target, Part part);
  bool set_by_method(NodeId subscript);
  void set_by_property(NodeId attribute);
  void assign_pattern(NodeId pattern, Part part);
  void augmenting(NodeId value, NodeId statement, Part part);
  void element(NodeId expr, NodeId display, Part part);
  void subscripted(NodeId value, NodeId subscript, Part part);
  void into_container_of(DefId def, Part part);
  void into_chain_of(NodeId target, Part part);
  void into_viewed(NodeId call);
  void into_unpacked(NodeId value);
  bool into_given_back(NodeId call);
  void into_whole(NodeId container);
  bool into_kept(NodeId value);
  void into_items(NodeId container);
  void into_item(NodeId item);
  void into_items_of(DefId def);
  void into_each_item_of(DefId def);
  void into_argument_of_callers(const Definition& parameter, Part part);
  void iterated(NodeId clause, Part part);
  void with_item(NodeId expr, Part part);

  const SemanticModel& model_;
  const SyntaxTree& tree_;
  const Bindings& bindings_;
  WorkBudget& work_;
  const FlowPolicy& policy_;
  FlowMemory& memory_;
  Calls calls_;
  const FlowKey* answers_;   // the question that is answered, nullptr for one that is not kept
  const NodeId summary_of_;  // the function whose parameter is being summarised, or kNoNode
  int steps_ = 0;
  Trace* trace_ = nullptr;              // of a question that is asked for the way
  std::size_t lowest_open_ = SIZE_MAX;  // the place of a summary that this one waits for
  Reach reach_;
  std::vector<Item> queue_;
  std::vector<DefId> definitions_;
  std::set<std::tuple<Place, std::uint32_t, Part>> seen_;
  // A function that hands its parameter to itself leads back to where we were.
  std::set<std::pair<DefId, Part>> containers_seen_;
  std::set<DefId> items_seen_;  // definitions of containers of which the items are followed
};

// Follows the value of the expression to all its sinks.
Reach reach_of(const SemanticModel& model, const FlowPolicy& policy, NodeId expr);

}  // namespace mlfix
