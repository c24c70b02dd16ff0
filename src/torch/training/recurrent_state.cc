// A state is carried when what a call of a module gives reaches the arguments of the
// same call in the next iteration. Names go by definitions and uses; attributes by
// name alone, when nothing but the constructor sets them elsewhere.

#include "torch/training/recurrent_state.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "semantic/binding/binding.h"
#include "semantic/binding/loop_carries.h"
#include "semantic/flow/value_origins.h"
#include "semantic/knowledge/facts.h"
#include "semantic/knowledge/hints.h"
#include "semantic/names/attribute_access.h"
#include "semantic/names/calls.h"
#include "semantic/semantic_model.h"
#include "torch/training/training_step.h"

namespace mlfix {
namespace {

// The names and attributes that an expression or a target is, or is a tuple of.
void collect(const SyntaxTree& tree, NodeId n, std::vector<NodeId>& places) {
  switch (tree.kind(n)) {
    case Kind::Identifier:
    case Kind::Attribute:
      places.push_back(n);
      return;
    case Kind::Tuple:
    case Kind::PatternList:
    case Kind::TuplePattern:
    case Kind::ParenthesizedExpression:
      for (const NodeId child : tree.children(n)) collect(tree, child, places);
      return;
    default:
      return;
  }
}

// The backward passes of the file that a loop runs, in source order; each also by the innermost
// loop around it.
struct BackwardInLoops {
  std::vector<NodeId> all;
  std::unordered_map<NodeId, std::vector<NodeId>> in;
  bool collected = false;
};

const BackwardInLoops& backward_in_loops(const SemanticModel& model) {
  auto& notes = model.notes<BackwardInLoops>();
  if (notes.collected) return notes;
  notes.collected = true;
  const SyntaxTree& tree = model.tree();
  for (NodeId n = 0; n < tree.size(); ++n) {
    const NodeId loop = tree.is(n, Kind::Call) ? model.loop_of(n) : NodeId{kNoNode};
    if (loop == kNoNode || !is_tensor_backward(model, n)) continue;
    notes.all.push_back(n);
    notes.in[loop].push_back(n);
  }
  return notes;
}

NodeId backward_in(const SemanticModel& model, NodeId loop, NodeId after) {
  const auto& in = backward_in_loops(model).in;
  const auto calls = in.find(loop);
  if (calls == in.end()) return kNoNode;
  const auto next = std::ranges::lower_bound(calls->second, after);
  return next == calls->second.end() ? NodeId{kNoNode} : *next;
}

std::vector<NodeId> targets_of(const SyntaxTree& tree, NodeId assignment) {
  std::vector<NodeId> places;
  collect(tree, tree.child(assignment, Field::Left), places);
  return places;
}

std::vector<NodeId> given_to(const SemanticModel& model, NodeId call) {
  std::vector<NodeId> places;
  for (const NodeId argument : model.arguments(call)) collect(model.tree(), argument, places);
  return places;
}

bool has_text(const SyntaxTree& tree, const std::vector<NodeId>& places, std::string_view text) {
  return std::ranges::any_of(places, [&](NodeId place) { return tree.text(place) == text; });
}

// The right side of the assignment that the value of `name` comes from.
NodeId maker_of(const SemanticModel& model, NodeId name) {
  const SyntaxTree& tree = model.tree();
  const DefId def = model.bindings().reaching(name);
  if (def == kNone) return kNoNode;
  const NodeId assignment = tree.ancestor(model.bindings().definition(def).node, Kind::Assignment);
  const NodeId made =
      assignment == kNoNode ? NodeId{kNoNode} : tree.child(assignment, Field::Right);
  return made == kNoNode ? NodeId{kNoNode} : model.strip_parentheses(made);
}

// Does the assignment give the state another value than a module's next one, or
// the first one (under `if state is None`)?
bool renews(const SemanticModel& model, NodeId assignment, std::string_view state) {
  const SyntaxTree& tree = model.tree();
  const NodeId value = tree.child(assignment, Field::Right);
  if (value == kNoNode || !has_text(tree, targets_of(tree, assignment), state)) return false;
  NodeId call = model.strip_parentheses(value);
  if (tree.is(call, Kind::Identifier)) call = maker_of(model, call);  // h = new_h
  if (tree.is(call, Kind::Call) && may_run_module(model, call) &&
      has_text(tree, given_to(model, call), state)) {
    return false;
  }
  const NodeId branch = tree.ancestor(assignment, Kind::IfStatement);
  const NodeId condition =
      branch == kNoNode ? NodeId{kNoNode} : tree.child(branch, Field::Condition);
  return condition == kNoNode || tree.text(condition) != fmt::format("{} is None", state);
}

struct KnownStarts {
  OriginMemory none;
  std::unordered_map<NodeId, OriginMemory> attached;  // by the loop
};

// `None`.
class NoneOrigin final : public OriginPolicy {
 public:
  OriginMemory* memory(const SemanticModel& model) const override {
    return &model.notes<KnownStarts>().none;
  }
  void source(ValueOrigins& origins, NodeId expr, Wanted wanted) const override {
    if (!wanted.held && origins.model().tree().is(expr, Kind::None)) {
      origins.mark(own_source(0), expr);
    }
  }
  void source_definition(ValueOrigins& origins, DefId def, Wanted wanted) const override {
    const Definition& d = origins.model().bindings().definition(def);
    const bool is_none = d.kind == DefKind::Parameter && !wanted.held &&
                         origins.model().tree().is(d.value, Kind::None);
    if (is_none) origins.mark(own_source(0), d.value);
  }
};

// A parameter, or what a module computes, outside of the loop.
class AttachedOrigin final : public OriginPolicy {
 public:
  explicit AttachedOrigin(NodeId loop) : loop_(loop) {}

  OriginMemory* memory(const SemanticModel& model) const override {
    return &model.notes<KnownStarts>().attached[loop_];
  }
  bool takes(ValueOrigins& origins, NodeId expr, Wanted) const override {
    const SemanticModel& model = origins.model();
    const Facts facts = model.facts(expr);
    const bool attached = facts.may_be(Fact::Parameter) || facts.must_be(Fact::GradTensor) ||
                          (model.tree().is(expr, Kind::Call) &&
                           model.facts(called_expression(model, expr)).could_be(Fact::Module));
    if (attached) origins.mark(own_source(0), expr);
    return attached;
  }
  bool takes_definition(ValueOrigins& origins, DefId def, Wanted) const override {
    const Definition& d = origins.model().bindings().definition(def);
    const bool merge = d.kind == DefKind::Phi || d.kind == DefKind::LoopPhi;
    return !merge && origins.model().tree().contains(loop_, d.node);
  }
  void source(ValueOrigins&, NodeId, Wanted) const override {}
  void source_definition(ValueOrigins&, DefId, Wanted) const override {}

 private:
  NodeId loop_;
};

// The definition that hands the value of `target` over to the name of `argument`
// for the next iteration: its own, or that of `h = new_h`.
DefId handed_over(const SemanticModel& model, NodeId argument, NodeId target, NodeId loop) {
  const SyntaxTree& tree = model.tree();
  const DefId made = model.bindings().definition_at(target);
  if (tree.text(argument) == tree.text(target)) return made;
  if (made == kNone) return kNone;
  for (const UseId use : model.bindings().definition(made).uses) {
    const NodeId right = model.bindings().use(use).node;
    const NodeId assignment = tree.parent(right);
    if (!tree.contains(loop, right) || !tree.is(assignment, Kind::Assignment)) continue;
    const NodeId left = tree.child(assignment, Field::Left);
    const bool renames = tree.field(right) == Field::Right && tree.is(left, Kind::Identifier) &&
                         tree.text(left) == tree.text(argument);
    if (renames) return model.bindings().definition_at(left);
  }
  return kNone;
}

std::optional<CarriedState> carried_name(const SemanticModel& model, NodeId argument, NodeId target,
                                         NodeId call) {
  for (const NodeId loop : model.loops_of(call)) {
    const DefId def = handed_over(model, argument, target, loop);
    const NodeId backward = backward_in(model, loop, call);
    if (def == kNone || backward == kNoNode) continue;
    if (!model.notes<LoopCarries>(model.bindings()).carries(argument, loop, def)) continue;
    const DefId start = model.bindings().reaching(argument);
    return CarriedState{argument, loop, backward,
                        !origins_of_definition(model, NoneOrigin(), start).empty(),
                        !origins_of_definition(model, AttachedOrigin(loop), start).empty()};
  }
  return std::nullopt;
}

// self.h is carried from call to call when nothing else ever sets it, but for
// the constructor, and the file trains.
std::optional<CarriedState> carried_attribute(const SemanticModel& model, NodeId argument,
                                              NodeId target) {
  const SyntaxTree& tree = model.tree();
  const NodeId around = model.function_of(target);
  const bool constructs =
      around == kNoNode || tree.text(tree.child(around, Field::Name)) == "__init__";
  if (constructs || tree.text(argument) != tree.text(target)) return std::nullopt;
  CarriedState carried{argument, kNoNode, kNoNode, false, false};
  const auto name = tree.text(tree.child(target, Field::Attribute));
  for (const AttributeAccess& access : model.attribute_accesses(name)) {
    if (!access.is_store || access.node == target) continue;
    const NodeId method = model.function_of(access.node);
    const NodeId store = tree.parent(access.node);
    if (method == kNoNode || tree.text(tree.child(method, Field::Name)) != "__init__" ||
        !tree.is(store, Kind::Assignment)) {
      return std::nullopt;
    }
    if (tree.is(tree.child(store, Field::Right), Kind::None)) carried.starts_as_none = true;
  }
  const std::vector<NodeId>& backward = backward_in_loops(model).all;
  if (backward.empty()) return std::nullopt;
  carried.backward = backward.front();
  return carried;
}

// What may detach states in a region, in source order: detach_() of anything, and by the text
// of the state, the assignments to it and the calls for their own sake that are given it.
struct Detachers {
  struct OfRegion {
    std::vector<NodeId> in_place;
    std::unordered_map<std::string_view, std::vector<NodeId>> assignments, calls;
    std::unordered_map<std::string_view, NodeId> renewals;  // the first, as far as asked for
  };
  std::unordered_map<NodeId, OfRegion> of;
};

Detachers::OfRegion& detachers_in(const SemanticModel& model, NodeId region) {
  const auto [known, is_new] = model.notes<Detachers>().of.try_emplace(region);
  Detachers::OfRegion& found = known->second;
  if (!is_new) return found;
  const SyntaxTree& tree = model.tree();
  const auto enter = [&](NodeId n, const std::vector<NodeId>& places, auto& by_text) {
    for (const NodeId place : places) {
      std::vector<NodeId>& of_place = by_text[tree.text(place)];
      if (of_place.empty() || of_place.back() != n) of_place.push_back(n);
    }
  };
  for (NodeId n = region; n < tree.subtree_end(region); ++n) {
    if (tree.is(n, Kind::Assignment)) enter(n, targets_of(tree, n), found.assignments);
    if (!tree.is(n, Kind::Call)) continue;
    if (model.method_name(n) == "detach_") found.in_place.push_back(n);
    if (tree.is(tree.parent(n), Kind::ExpressionStatement)) {
      enter(n, given_to(model, n), found.calls);
    }
  }
  return found;
}

NodeId first_renewal(const SemanticModel& model, Detachers::OfRegion& region,
                     std::string_view text) {
  const auto [known, is_new] = region.renewals.try_emplace(text, kNoNode);
  const auto assignments = region.assignments.find(text);
  if (!is_new || assignments == region.assignments.end()) return known->second;
  const auto found = std::ranges::find_if(
      assignments->second, [&](NodeId assignment) { return renews(model, assignment, text); });
  if (found != assignments->second.end()) known->second = *found;
  return known->second;
}

}  // namespace

bool may_run_module(const SemanticModel& model, NodeId call) {
  const SyntaxTree& tree = model.tree();
  const NodeId called = tree.child(call, Field::Function);
  return model.facts(called).could_be(Fact::Module) ||
         model.suggests(Hint::Recurrent, tree.text(called));
}

NodeId detached_in(const SemanticModel& model, NodeId region, NodeId state, NodeId call) {
  const SyntaxTree& tree = model.tree();
  const std::string_view text = tree.text(state);
  Detachers::OfRegion& all = detachers_in(model, region);
  NodeId first = kNoNode;
  const auto take = [&](NodeId n) { first = first == kNoNode ? n : std::min(first, n); };
  const auto take_first_other = [&](const std::vector<NodeId>& calls) {
    const auto other = std::ranges::find_if(calls, [&](NodeId n) { return n != call; });
    if (other != calls.end()) take(*other);
  };
  // An attribute is never set elsewhere.
  const NodeId renewal =
      tree.is(state, Kind::Identifier) ? first_renewal(model, all, text) : NodeId{kNoNode};
  if (renewal != kNoNode) take(renewal);
  take_first_other(all.in_place);
  if (const auto calls = all.calls.find(text); calls != all.calls.end()) {
    take_first_other(calls->second);
  }
  return first;
}

std::vector<CarriedState> carried_states(const SemanticModel& model, NodeId assignment,
                                         NodeId call) {
  const SyntaxTree& tree = model.tree();
  const std::vector<NodeId> targets = targets_of(tree, assignment);
  std::vector<CarriedState> found;
  for (const NodeId argument : given_to(model, call)) {
    if (model.facts(argument).could_be(Fact::Module)) continue;  // self.net = wrap_model(self.net)
    for (const NodeId target : targets) {
      const auto carried = tree.is(target, Kind::Identifier)
                               ? carried_name(model, argument, target, call)
                               : carried_attribute(model, argument, target);
      if (carried) found.push_back(*carried);
    }
  }
  return found;
}

}  // namespace mlfix
