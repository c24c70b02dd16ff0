// How much a finding matters, how sure it is, and what the leak costs.
#pragma once

#include <cstdint>

namespace mlfix {

enum class Severity : std::uint8_t { Info, Low, Medium, High };
enum class Confidence : std::uint8_t { Low, Medium, High };

// What the leak costs as the program runs on.
enum class Growth : std::uint8_t {
  None,       // time or style only
  Peak,       // a higher peak, no growth
  Linear,     // grows with every iteration
  Quadratic,  // time or memory grows with the square
};

}  // namespace mlfix
