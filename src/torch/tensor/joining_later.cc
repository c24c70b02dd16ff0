#include "torch/tensor/joining_later.h"

#include "torch/tensor/first_value.h"
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

Answer<Claim::JoinsAlone> joins_start_alone(const SemanticModel& model, const SelfJoin& join) {
  const auto shape = shape_of_start(model, join);
  if (join.function == "torch.hstack" && !shape) {
    return Assumption{AssumptionKind::ExpectedValue,
                      "the first value has as many dimensions as the parts", join.call};
  }
  if (shape && starts_alone(model, join, *shape)) return Prover<Claim::JoinsAlone>::proven();
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

}  // namespace mlfix
