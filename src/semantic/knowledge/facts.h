// What is known about a value. Three sets of facts for every expression:
// `must` holds on every path, `may` holds on some path or by good evidence,
// `weak` is only suggested by a name (`model`, `criterion`, `loss`). Safe fixes
// rest on `must`; `weak` is enough for a finding of lower confidence, never for
// a safe fix by itself. must is a subset of may.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace mlfix {

// One bit for each fact. The program has kFacts of its own, the lowest; tables may declare
// others (Knowledge::fact_named).
using FactBits = std::uint64_t;
inline constexpr std::size_t kFacts = 28;
inline constexpr std::size_t kMostFacts = 64;

enum class Fact : FactBits {
  Tensor = 1ull << 0,      // a torch.Tensor
  GradTensor = 1ull << 1,  // attached to an autograd graph (implies Tensor)
  NoGraph = 1ull << 2,  // certainly not attached: detached, integer, made under no_grad, a number
  Number = 1ull << 3,   // Python int, float, bool
  NdArray = 1ull << 4,  // numpy array or scalar
  String = 1ull << 5,
  None = 1ull << 6,
  Module = 1ull << 7,  // instance of torch.nn.Module
  Loss = 1ull << 8,    // a loss module or function (its call gives an attached scalar)
  Optimizer = 1ull << 9,
  Scheduler = 1ull << 10,
  GradScaler = 1ull << 11,
  DataLoader = 1ull << 12,
  Dataset = 1ull << 13,
  Parameter = 1ull << 14,  // torch.nn.Parameter, or a tensor made with requires_grad=True
  Container = 1ull << 15,  // list, tuple, dict, set, deque
  HookHandle = 1ull << 16,
  Figure = 1ull << 17,
  Axes = 1ull << 18,
  ProcessGroup = 1ull << 19,
  KerasModel = 1ull << 20,
  Callable = 1ull << 21,      // function or class object
  ScalarTensor = 1ull << 22,  // a 0-d tensor
  Frozen = 1ull << 23,        // a Module whose parameters do not require gradients
  Bounded = 1ull << 24,       // a container with a maximum length
  Engine = 1ull << 25,        // Accelerator, DeepSpeed engine, Fabric: owns backward/step
  TrackedMeter = 1ull << 26,  // a metric object whose update() is known to detach or take numbers
  IntTensor = 1ull << 27,     // tensor of integers or booleans (implies Tensor, NoGraph)
};

class FactSet {
 public:
  constexpr FactSet() = default;
  constexpr FactSet(Fact f)
      : bits_(static_cast<FactBits>(f)) {}  // NOLINT(google-explicit-constructor)
  constexpr explicit FactSet(FactBits bits) : bits_(bits) {}
  static constexpr FactSet all() { return FactSet(~FactBits{0}); }
  constexpr bool has(Fact f) const { return (bits_ & static_cast<FactBits>(f)) != 0; }
  constexpr bool has_any(FactSet s) const { return (bits_ & s.bits_) != 0; }
  constexpr bool empty() const { return bits_ == 0; }
  constexpr FactBits bits() const { return bits_; }
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
  FactBits bits_ = 0;
};
constexpr FactSet operator|(Fact a, Fact b) {
  return FactSet(a) | FactSet(b);
}

// Of a value that is any of these nothing is attached to a graph.
inline constexpr FactSet kWithoutGraph =
    Fact::NoGraph | Fact::Number | Fact::NdArray | Fact::String | Fact::None | Fact::IntTensor;

// What names suggest: a type of its own, so that nothing of it gets among what is known. What is
// known may be hinted as well; the other way round does not compile, and joined with what is known
// it stays a hint.
class HintedFacts {
 public:
  constexpr HintedFacts() = default;
  constexpr explicit HintedFacts(FactSet facts) : facts_(facts) {}
  constexpr bool has(Fact f) const { return facts_.has(f); }
  constexpr bool has_any(FactSet s) const { return facts_.has_any(s); }
  constexpr bool empty() const { return facts_.empty(); }
  friend constexpr HintedFacts operator|(HintedFacts a, HintedFacts b) {
    return HintedFacts(a.facts_ | b.facts_);
  }
  friend constexpr HintedFacts operator|(FactSet known, HintedFacts b) {
    return HintedFacts(known | b.facts_);
  }
  friend constexpr HintedFacts operator|(HintedFacts a, FactSet known) {
    return HintedFacts(a.facts_ | known);
  }
  friend constexpr HintedFacts operator&(HintedFacts a, FactSet b) {
    return HintedFacts(a.facts_ & b);
  }
  friend constexpr HintedFacts operator-(HintedFacts a, FactSet b) {
    return HintedFacts(a.facts_ - b);
  }
  constexpr HintedFacts& operator|=(HintedFacts b) {
    facts_ |= b.facts_;
    return *this;
  }
  constexpr HintedFacts& operator|=(FactSet known) {
    facts_ |= known;
    return *this;
  }
  friend constexpr bool operator==(HintedFacts, HintedFacts) = default;

 private:
  FactSet facts_;
};

struct Facts {
  FactSet must;
  FactSet may;
  HintedFacts weak;
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
