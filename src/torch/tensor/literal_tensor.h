// Tensors whose size can be read off the text: torch.randn(20000, 20000).
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

}  // namespace mlfix
