// How the fate of a value is traced: a worklist of places that the value, or something
// computed from it that shares its graph, gets to. Each step asks how a place is consumed
// and adds what that leads to, or marks a way out.
//
// Internal to the semantic layer. Not thread-safe; one tracer answers one question.
#pragma once

#include <cstdint>
#include <set>
#include <span>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "semantic/binding/flow_caches.h"
#include "semantic/names/calls.h"
#include "semantic/semantic_model.h"

namespace mlfix {

// All steps of one query together, those of the summaries that it asks for included.
constexpr int kMaxFateSteps = 2000;

// Which part of a container holds the value: the one with that constant key or
// position, or any part.
struct Part {
  std::string_view key;  // source text of the string literal, "" for any
  int index = -1;        // position in a tuple, -1 for any
  int around = 0;        // containers around the one that has the part, in any place of each
  bool whole() const { return key.empty() && index < 0; }
  friend bool operator<(const Part& a, const Part& b) {
    return std::tie(a.key, a.index, a.around) < std::tie(b.key, b.index, b.around);
  }
};

// Where the value is when what has it in `part` becomes an item of a container.
Part as_item(Part part);
// Where the value is in an item of what has it in `part`.
Part of_item(Part part);
// The part of a container that a constant subscript or key names.
Part part_of_key(const SyntaxTree& tree, NodeId key);
// Can the value in `held` be in what a read of `wanted` gives?
bool may_be_same_part(const Part& held, const Part& wanted);
// What is between the quotes of a string literal, "" when there are none.
std::string_view string_content(const SyntaxTree& tree, NodeId literal);

class FateTracer {
 public:
  FateTracer(const SemanticModel& model, FlowCaches& caches, NamesCache& names, int& steps,
             NodeId summary_of)
      : model_(model),
        tree_(model.tree()),
        bindings_(model.bindings()),
        caches_(caches),
        names_cache_(names),
        calls_(model, names),
        steps_(steps),
        summary_of_(summary_of) {}

  void start_expression(NodeId expr) { push_expression(expr, {}); }
  void start_definition(DefId def) { push_definition(def, {}); }
  // What becomes of a value that the attribute of an object of the class gets, or that of any
  // object where the class is kNoNode.
  void start_attribute(NodeId owner, std::string_view name) { push_loads(owner, name, {}); }
  // What becomes of a value that is put into the object that the definition stands for.
  void start_object(DefId def) { into_container_of(def, {}); }
  ParameterFate run();
  bool cut_short() const { return cut_short_; }

 private:
  enum class Place : std::uint8_t { Expression, Definition, Attribute };

  struct Item {
    Place place;
    std::uint32_t id;  // node, definition, or the attribute node that was stored to
    Part part;
  };

  // fate.cc: the worklist, places, and ways out of the function
  void push_expression(NodeId expr, Part part);
  void push_definition(DefId def, Part part);
  void push_attribute(NodeId attribute, Part part);
  void mark_backward(NodeId at);
  void mark_unknown(NodeId at);   // we lost track of it
  void mark_unseen(NodeId call);  // an argument of code that is not in the file
  void mark_escape(bool Fate::*how, NodeId at);
  void mark_revealed(bool reveals, NodeId at);
  bool is_made_inside(DefId def) const;
  void outer_reads(DefId def, Part part);
  bool may_merge(Part part) const;
  template <typename Start>
  Fate trace_from(Start start) const;
  bool merge_fate_of(DefId def, Part part, bool as_object);
  bool merge_fate_of_link(NodeId sum, Part part);
  void definition(DefId def, Part part);
  void other_cells(DefId def, Part part);
  bool merge_fate_of_attribute(NodeId owner, std::string_view name, NodeId stored, Part part);
  void push_loads(NodeId owner, std::string_view name, Part part);
  void attribute(NodeId stored, Part part);
  void expression(NodeId expr, Part part);
  void compared(NodeId expr, NodeId comparison);
  bool is_store_target(NodeId n) const;
  void returned(NodeId expr, NodeId statement, Part part);
  void lambda_returned(NodeId lambda, Part part);
  void yielded(NodeId expr);

  // fate_calls.cc: attributes, methods and calls
  void receiver(const Consumer& consumer, Part part);
  void method(NodeId expr, const Consumer& consumer, Part part);
  void container_method(NodeId call, std::string_view name, Part part);
  void argument(NodeId expr, const Consumer& consumer, Part part);
  void local_call(NodeId expr, NodeId call, NodeId function);
  bool call_elsewhere(const Consumer& consumer);
  void overriding_calls(const Consumer& consumer, NodeId function);
  void library_call(NodeId expr, const Consumer& consumer, Part part);
  bool ends_at_library(NodeId call, NodeId called);
  void run_by_library(NodeId call, NodeId called);
  void read_by_name(NodeId call);
  void stored_by_name(NodeId call);
  Part part_with_graph(NodeId call, Indices indices, int first_dim) const;
  bool stored_by_method(NodeId call, NodeId called, Part part);
  ParameterFate summary(NodeId parameter);
  void merge(const Fate& other, NodeId call);

  // fate_operators.cc: methods that stand for operators
  ClassRef class_of_object(NodeId expr);
  void given_to_methods(NodeId object, NodeId at, std::span<const std::string_view> methods);
  void given_to_methods_elsewhere(ProjectEntity klass, NodeId at,
                                  std::span<const std::string_view> methods);
  void operand(NodeId expr, NodeId operation);

  // fate_containers.cc: assignments, and parts of containers
  void assigned(NodeId statement, Part part);
  void assign_target(NodeId target, Part part);
  bool set_by_method(NodeId subscript);
  void assign_pattern(NodeId pattern, Part part);
  void augmenting(NodeId statement, Part part);
  void element(NodeId expr, NodeId display, Part part);
  void subscripted(NodeId subscript, Part part);
  void into_container(NodeId container, Part part);
  void into_container_of(DefId def, Part part);
  void into_chain_of(NodeId target, Part part);
  void into_unpacked(NodeId value);
  void into_argument_of_callers(const Definition& parameter, Part part);
  void iterated(NodeId clause, Part part);
  void with_item(NodeId expr, Part part);

  const SemanticModel& model_;
  const SyntaxTree& tree_;
  const Bindings& bindings_;
  FlowCaches& caches_;
  NamesCache& names_cache_;
  Calls calls_;
  int& steps_;         // shared with the summaries that one query asks for
  NodeId summary_of_;  // the function whose parameter is being summarised
  bool cut_short_ = false;
  ParameterFate result_;
  std::vector<Item> queue_;
  std::set<std::tuple<Place, std::uint32_t, Part>> seen_;
  // A function that hands its parameter to itself leads back to where we were.
  std::set<std::pair<DefId, Part>> containers_seen_;
};

}  // namespace mlfix
