// When a terminal gets colours.
#pragma once

#include <cstdint>

namespace mlfix {

enum class ColorChoice : std::uint8_t { Auto, Always, Never };

}  // namespace mlfix
