// An empty vector takes part in a join by its type alone: torch.cat skips it, but the result has
// a type that can hold floats. So it may go where the parts are floats themselves.

#include "torch/tensor/joining_later.h"

#include <algorithm>

#include "semantic/binding/binding.h"
#include "semantic/control/walk.h"
#include "semantic/knowledge/meanings.h"
#include "semantic/semantic_model.h"
#include "torch/tensor/float_tensor.h"
#include "torch/tensor/stable_tensor.h"

namespace mlfix {
template <>
class Prover<Claim::PartsUnchanged> {
 public:
  static Proof<Claim::PartsUnchanged> proven() { return {}; }
};

template <>
class Prover<Claim::JoinsAlone> {
 public:
  static Proof<Claim::JoinsAlone> proven() { return {}; }
};

template <>
class Prover<Claim::SameModeBehind> {
 public:
  static Proof<Claim::SameModeBehind> proven() { return {}; }
};

template <>
class Prover<Claim::NotSwallowed> {
 public:
  static Proof<Claim::NotSwallowed> proven() { return {}; }
};

namespace {

constexpr const char* kOwnParts = "no part is changed in place, or a small view of something large";

}  // namespace

bool joins_tensors(const SelfJoin& join) {
  return join.function.starts_with("torch.");
}

bool changes_its_mind(const SemanticModel& model, const SelfJoin& join) {
  const auto shape = shape_of_start(model, join);
  return join.function == "torch.hstack" && shape && shape->is_empty_vector;
}

Answer<Claim::PartsUnchanged> parts_unchanged(const SemanticModel& model, const SelfJoin& join) {
  const auto assumed = [](NodeId at, const char* text) {
    return Assumption{AssumptionKind::NotChangedInPlace, text, at};
  };
  if (!joins_tensors(join)) {
    return assumed(join.call, "all parts have one type and stay unchanged");
  }
  const NodeId loop = join.growing.loop;
  if (!definition_keeps_its_values(model, join.growing.start, loop)) {
    return assumed(join.call, kOwnParts);
  }
  for (const NodeId part : join.parts) {
    if (!keeps_its_values(model, part, loop)) return assumed(part, kOwnParts);
  }
  return Prover<Claim::PartsUnchanged>::proven();
}

namespace {

// Is the first value made for the name alone, so that nobody else can tell it from a copy?
bool is_start_its_own(const SemanticModel& model, const SelfJoin& join) {
  const SyntaxTree& tree = model.tree();
  const Definition& start = model.bindings().definition(join.growing.start);
  NodeId made = model.strip_parentheses(start.value);
  const auto receiver = [&] {  // of a conversion: torch.zeros(0, 2).to(device)
    const NodeId called = tree.is(made, Kind::Call) ? tree.child(made, Field::Function) : kNoNode;
    return tree.is(called, Kind::Attribute) ? tree.child(called, Field::Object) : NodeId{kNoNode};
  };
  while (tree.is(receiver(), Kind::Call)) made = receiver();
  return start.uses.empty() && (model.is_call_to(made, Meaning::MakesBySize) ||
                                model.is_call_to(made, Meaning::MakesByData));
}

}  // namespace

Answer<Claim::JoinsAlone> joins_start_alone(const SemanticModel& model, const SelfJoin& join) {
  const auto shape = shape_of_start(model, join);
  if (join.function == "torch.hstack" && !shape) {
    return Assumption{AssumptionKind::ExpectedValue,
                      "the first value has as many dimensions as the parts", join.call};
  }
  const bool joins_alone = shape && starts_alone(model, join, *shape);
  if (joins_alone && is_start_its_own(model, join)) return Prover<Claim::JoinsAlone>::proven();
  return Assumption{AssumptionKind::LoopRuns,
                    joins_alone ? "the first value may be copied even if no part comes"
                                : "the first value may be joined even if no part comes",
                    join.growing.loop};
}

Answer<Claim::SameModeBehind> same_mode_behind(const SemanticModel& model, const SelfJoin& join) {
  if (same_gradient_mode_behind(model, join.growing, join.parts)) {
    return Prover<Claim::SameModeBehind>::proven();
  }
  return Assumption{AssumptionKind::ModeNotObserved, "no part needs gradients", join.call};
}

Answer<Claim::NotSwallowed> not_swallowed(const SemanticModel& model, const SelfJoin& join) {
  if (!under_opaque_with(model, join.assignment)) return Prover<Claim::NotSwallowed>::proven();
  return Assumption{AssumptionKind::ErrorNotAwaited, "the with block swallows no exception",
                    join.assignment};
}

namespace {

// torch.tensor([]) and torch.empty(0), of the type that torch makes without being told.
bool is_plain_empty_vector(const SemanticModel& model, NodeId value) {
  const bool makes = model.is_call_to(value, Meaning::MakesBySize) ||
                     model.is_call_to(value, Meaning::MakesByData);
  const auto shape = makes ? literal_shape(model, value) : std::nullopt;
  return shape && shape->is_empty_vector && model.argument(value, -1, "dtype") == kNoNode &&
         !model.qualified_text(model.tree().child(value, Field::Function)).ends_with("LongTensor");
}

// Does every iteration get to the statement, unless one ends the loop by an exception or returns?
bool runs_in_each_iteration(const SemanticModel& model, NodeId statement, NodeId loop) {
  const SyntaxTree& tree = model.tree();
  for (NodeId n = tree.parent(statement); n != loop; n = tree.parent(n)) {
    if (n == kNoNode || tree.is(n, Kind::IfStatement) || tree.is(n, Kind::MatchStatement) ||
        tree.is(n, Kind::TryStatement) || tree.is(n, Kind::ElseClause)) {
      return false;
    }
  }
  bool skips = false;
  for_each_node(tree, loop, statement, [&](NodeId n) {
    skips = skips || tree.is(n, Kind::ContinueStatement) || tree.is(n, Kind::BreakStatement);
  });
  return !skips;
}

// Is the loop certain to begin when the statement has run, as far as the blocks say?
bool leads_to(const SemanticModel& model, NodeId statement, NodeId loop) {
  const SyntaxTree& tree = model.tree();
  const NodeId block = tree.parent(statement);
  for (NodeId n = loop; n != kNoNode; n = tree.parent(n)) {
    if (tree.parent(n) == block) return n > statement;
    const NodeId up = tree.parent(n);
    if (!tree.is(up, Kind::Block) && !tree.is(up, Kind::WithStatement)) return false;
  }
  return false;
}

// The statement `out = …` whose value enters the loop, and which nobody reads but the join; kNoNode
// when it does more.
NodeId plain_start(const SemanticModel& model, const SelfJoin& join) {
  const SyntaxTree& tree = model.tree();
  const DefId start = join.growing.start;
  if (start == kNone) return kNoNode;
  const Definition& d = model.bindings().definition(start);
  if (d.kind != DefKind::Assign || !d.uses.empty()) return kNoNode;
  const NodeId assignment = tree.parent(d.node);
  const bool plain = tree.is(assignment, Kind::Assignment) &&
                     tree.child(assignment, Field::Right) == d.value &&
                     tree.child(assignment, Field::Type) == kNoNode &&
                     tree.is(tree.parent(assignment), Kind::ExpressionStatement);
  return plain ? model.statement_of(assignment) : NodeId{kNoNode};
}

}  // namespace

FirstValue first_value_of(const SemanticModel& model, const SelfJoin& join) {
  const bool takes_any_number =
      join.function.starts_with("torch.") && !join.function.ends_with("stack");
  const NodeId loop = join.growing.loop;
  const NodeId statement = takes_any_number ? plain_start(model, join) : NodeId{kNoNode};
  if (statement == kNoNode || !leads_to(model, statement, loop) ||
      !runs_in_each_iteration(model, model.statement_of(join.assignment), loop)) {
    return {};
  }
  const NodeId value = model.bindings().definition(join.growing.start).value;
  return {statement, model.strip_parentheses(value)};
}

std::optional<LiteralShape> shape_of_start(const SemanticModel& model, const SelfJoin& join) {
  const NodeId value = model.bindings().definition(join.growing.start).value;
  return value == kNoNode ? std::nullopt : literal_shape(model, value);
}

bool starts_alone(const SemanticModel& model, const SelfJoin& join, const LiteralShape& start) {
  return join.function.ends_with("vstack") ? start.rank >= 2
                                           : joins_alone(model.tree(), start, join.dim);
}

NodeId dispensable_start(const SemanticModel& model, const SelfJoin& join) {
  const FirstValue first = first_value_of(model, join);
  const bool is_dispensable =
      first.statement != kNoNode && is_plain_empty_vector(model, first.value) &&
      std::ranges::all_of(join.parts, [&](NodeId part) { return is_float_tensor(model, part); });
  return is_dispensable ? first.statement : NodeId{kNoNode};
}

}  // namespace mlfix
