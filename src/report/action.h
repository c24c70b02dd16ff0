// What the user asked to be done with the fixes.
#pragma once

#include <cstdint>

namespace mlfix {

enum class Action : std::uint8_t { Report, Diff, Write };

}  // namespace mlfix
