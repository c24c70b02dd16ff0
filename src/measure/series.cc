// One table, so that the text, the page and the JSON name everything alike.

#include "measure/series.h"

#include <array>

namespace mlfix {

std::span<const QuantityInfo> quantities() {
  static constexpr std::array<QuantityInfo, 9> kQuantities = {{
      {Quantity::Pss, "pss", "memory (PSS)", true, true},
      {Quantity::Rss, "rss", "memory (RSS)", true, false},
      {Quantity::Gpu, "gpu", "GPU memory", true, true},
      {Quantity::Heap, "heap", "live heap", true, true},
      {Quantity::Graph, "graph_nodes", "graph nodes", false, true},
      {Quantity::Tensors, "tensors", "live tensors", false, false},
      {Quantity::TensorBytes, "tensor_bytes", "tensor data", true, false},
      {Quantity::CudaAllocated, "cuda_allocated", "CUDA allocated", true, true},
      {Quantity::CudaReserved, "cuda_reserved", "CUDA reserved", true, false},
  }};
  return kQuantities;
}

}  // namespace mlfix
