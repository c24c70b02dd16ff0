// Numbers, and ranks and sizes of tensors, that can be read off the text: torch.randn(20000, 2 **
// 4).
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "syntax/syntax_tree.h"

namespace mlfix {
class SemanticModel;

enum class TensorPlace : std::uint8_t { Unknown, Cpu, Gpu };

struct LiteralTensor {
  std::vector<std::int64_t> sizes;
  std::int64_t element_bytes = 4;
  TensorPlace place = TensorPlace::Unknown;  // Gpu also when a condition decides

  // Nothing when it does not fit in 64 bits.
  std::optional<std::int64_t> bytes() const;
};

// Follows names with one assignment, conversions (`.to(…)`, `.half()`) and
// transposition. Nothing when a dimension is not known.
std::optional<LiteralTensor> literal_tensor(const SemanticModel& model, NodeId expr);

struct LiteralShape {
  int rank = 0;
  // Shape (0,): torch.cat skips such a tensor whatever the dimension.
  bool is_empty_vector = false;
};

// For torch.zeros(0, n), torch.empty((2, 3)), torch.tensor([]), also followed by
// .to(…) and the like; nothing when the rank can't be read off.
std::optional<LiteralShape> literal_shape(const SemanticModel& model, NodeId expr);

// Does joining a tensor of that shape with nothing else along `dim` (kNoNode: 0)
// give the tensor again? Errs to false.
bool joins_alone(const SyntaxTree& tree, const LiteralShape& shape, NodeId dim);

// The value that a name certainly has here when one assignment gives it, through
// any number of names; `expr` itself (without parentheses) when it is none.
NodeId assigned_value(const SemanticModel& model, NodeId expr);

// 20000, 20_000, 2 ** 14, 1 << 14, 16 * 1024, n with `n = 20000`; nothing when it
// can't be read off, is negative or does not fit.
std::optional<std::int64_t> literal_number(const SemanticModel& model, NodeId expr);

}  // namespace mlfix
