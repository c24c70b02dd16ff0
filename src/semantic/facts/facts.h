// What is known about a value. Three sets of facts for every expression:
// `must` holds on every path, `may` holds on some path or by good evidence,
// `weak` is only suggested by a name (`model`, `criterion`, `loss`). Safe fixes
// rest on `must`; `weak` is enough for a finding of lower confidence, never for
// a safe fix by itself. must is a subset of may.
#pragma once

#include <cstdint>
#include <string_view>

namespace mlfix {

enum class Fact : std::uint32_t {
  Tensor = 1u << 0,      // a torch.Tensor
  GradTensor = 1u << 1,  // attached to an autograd graph (implies Tensor)
  NoGraph = 1u << 2,     // certainly not attached: detached, integer, made under no_grad, a number
  Number = 1u << 3,      // Python int, float, bool
  NdArray = 1u << 4,     // numpy array or scalar
  String = 1u << 5,
  None = 1u << 6,
  Module = 1u << 7,  // instance of torch.nn.Module
  Loss = 1u << 8,    // a loss module or function (its call gives an attached scalar)
  Optimizer = 1u << 9,
  Scheduler = 1u << 10,
  GradScaler = 1u << 11,
  DataLoader = 1u << 12,
  Dataset = 1u << 13,
  Parameter = 1u << 14,  // torch.nn.Parameter, or a tensor made with requires_grad=True
  Container = 1u << 15,  // list, tuple, dict, set, deque
  HookHandle = 1u << 16,
  Figure = 1u << 17,
  Axes = 1u << 18,
  ProcessGroup = 1u << 19,
  KerasModel = 1u << 20,
  Callable = 1u << 21,      // function or class object
  ScalarTensor = 1u << 22,  // a 0-d tensor
  Frozen = 1u << 23,        // a Module whose parameters do not require gradients
  Bounded = 1u << 24,       // a container with a maximum length
  Engine = 1u << 25,        // Accelerator, DeepSpeed engine, Fabric: owns backward/step
  TrackedMeter = 1u << 26,  // a metric object whose update() is known to detach or take numbers
  IntTensor = 1u << 27,     // tensor of integers or booleans (implies Tensor, NoGraph)
};

class FactSet {
 public:
  constexpr FactSet() = default;
  constexpr FactSet(Fact f)
      : bits_(static_cast<std::uint32_t>(f)) {}  // NOLINT(google-explicit-constructor)
  constexpr explicit FactSet(std::uint32_t bits) : bits_(bits) {}
  static constexpr FactSet all() { return FactSet(UINT32_MAX); }
  constexpr bool has(Fact f) const { return (bits_ & static_cast<std::uint32_t>(f)) != 0; }
  constexpr bool has_any(FactSet s) const { return (bits_ & s.bits_) != 0; }
  constexpr bool empty() const { return bits_ == 0; }
  constexpr std::uint32_t bits() const { return bits_; }
  friend constexpr FactSet operator|(FactSet a, FactSet b) { return FactSet(a.bits_ | b.bits_); }
  friend constexpr FactSet operator&(FactSet a, FactSet b) { return FactSet(a.bits_ & b.bits_); }
  friend constexpr FactSet operator-(FactSet a, FactSet b) { return FactSet(a.bits_ & ~b.bits_); }
  constexpr FactSet& operator|=(FactSet b) {
    bits_ |= b.bits_;
    return *this;
  }
  constexpr FactSet& operator&=(FactSet b) {
    bits_ &= b.bits_;
    return *this;
  }
  friend constexpr bool operator==(FactSet, FactSet) = default;

 private:
  std::uint32_t bits_ = 0;
};
constexpr FactSet operator|(Fact a, Fact b) {
  return FactSet(a) | FactSet(b);
}

struct Facts {
  FactSet must;
  FactSet may;
  FactSet weak;
  bool must_be(Fact f) const { return must.has(f); }
  bool may_be(Fact f) const { return may.has(f); }  // evidence, not just a name
  bool could_be(Fact f) const { return may.has(f) || weak.has(f); }
  friend bool operator==(const Facts&, const Facts&) = default;
};

// The name as knowledge tables write it ("GradTensor"), and back.
std::string_view fact_name(Fact f);
// The empty set when the name is unknown.
FactSet fact_from_name(std::string_view name);
// The set with all that its members imply (a GradTensor is a Tensor, a Number
// has no graph).
FactSet with_implied(FactSet facts);

}  // namespace mlfix
