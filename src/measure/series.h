// What is measured, and how it develops. Plain values.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string_view>
#include <vector>

namespace mlfix {

enum class Quantity : std::uint8_t {
  Pss,            // memory of all processes, shared pages counted once
  Rss,            // memory of all processes, shared pages counted in each
  Gpu,            // of all processes, on all devices
  Heap,           // bytes that malloc has handed out and not got back
  Graph,          // nodes of computation graphs that live tensors hold
  Tensors,        // tensors that Python code holds
  TensorBytes,    // their storages, each counted once
  CudaAllocated,  // as torch.cuda tells
  CudaReserved,
};

struct QuantityInfo {
  Quantity quantity;
  std::string_view id;     // in JSON: "pss"
  std::string_view label;  // for people: "memory (PSS)"
  bool bytes;              // else a count
  bool charted;            // worth a curve, not only a line in the table
};

// In the order of a report.
std::span<const QuantityInfo> quantities();

struct Point {
  double seconds = 0;  // since the command started
  double value = 0;
  friend bool operator==(const Point&, const Point&) = default;
};

using Series = std::vector<Point>;  // by time
using SeriesMap = std::map<Quantity, Series>;

}  // namespace mlfix
