#include "transforms/loop/joining/joining_later.h"

#include <algorithm>
#include <optional>

#include "torch/tensor/literal_shape.h"
#include "transforms/loop/joining/stable_tensor.h"

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

std::optional<LiteralShape> start_shape(const SemanticModel& model, const SelfJoin& join) {
  const NodeId value = model.bindings().definition(join.growing.start).value;
  return value == kNoNode ? std::nullopt : literal_shape(model, value);
}

bool is_of_torch(const SelfJoin& join) {
  return join.function.starts_with("torch.");
}

Answer<Claim::PartsUnchanged> parts_unchanged(const SemanticModel& model, const SelfJoin& join) {
  const auto assumed = [](NodeId at, const char* text) {
    return Assumption{AssumptionKind::NotChangedInPlace, text, at};
  };
  if (!is_of_torch(join)) {
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

// Does a join after a loop in which nothing was added give the start again?
Answer<Claim::JoinsAlone> joins_start_alone(const SemanticModel& model, const SelfJoin& join) {
  const auto shape = start_shape(model, join);
  if (join.function == "torch.hstack" && !shape) {
    return Assumption{AssumptionKind::ExpectedValue,
                      "the first value has as many dimensions as the parts", join.call};
  }
  const bool alone =
      shape && (join.function.ends_with("vstack") ? shape->rank >= 2
                                                  : joins_alone(model.tree(), *shape, join.dim));
  if (alone) return Prover<Claim::JoinsAlone>::proven();
  return Assumption{AssumptionKind::LoopRuns, "the first value may be joined even if no part comes",
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

}  // namespace

bool changes_its_mind(const SemanticModel& model, const SelfJoin& join) {
  const auto shape = start_shape(model, join);
  return join.function == "torch.hstack" && shape && shape->is_empty_vector;
}

Verdict verdict_on_joining_later(const SemanticModel& model, const SelfJoin& join) {
  // Of arrays nothing more is known than that they are joined.
  if (!is_of_torch(join)) return Verdict::assuming(*parts_unchanged(model, join).assumption());
  return Verdict::of(SafeChange::kJoinLater, parts_unchanged(model, join),
                     joins_start_alone(model, join), same_mode_behind(model, join),
                     not_swallowed(model, join));
}

Verdict verdict_on_joining_parts_alone(const SemanticModel& model, const SelfJoin& join) {
  const Answer<Claim::JoinsAlone> runs =
      Assumption{AssumptionKind::LoopRuns, "the loop runs at least once", join.growing.loop};
  Verdict verdict = Verdict::of(SafeChange::kJoinLater, parts_unchanged(model, join), runs,
                                same_mode_behind(model, join), not_swallowed(model, join));
  verdict.lower_to({AssumptionKind::ExpectedValue,
                    "the parts are tensors of the type that the first value has",
                    join.parts.front()});
  return verdict;
}

Verdict verdict_on_preallocation(const SelfJoin& join) {
  return Verdict::assuming({AssumptionKind::ExpectedValue,
                            "each part has the shape and the type of a row of the first value",
                            join.parts.front()});
}

Verdict verdict_on_joining_from_first(const SelfJoin& join) {
  const bool stacks = join.function.ends_with("stack");
  return Verdict::assuming(
      {AssumptionKind::NotChangedInPlace,
       stacks ? "each part has two dimensions, and none is changed in place" : kOwnParts,
       join.parts.front()});
}

}  // namespace mlfix
