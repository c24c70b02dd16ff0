// How safe a change is, as users are told it; see verdict.h for what it follows from.
#pragma once

#include <cstdint>

namespace mlfix {

enum class Applicability : std::uint8_t {
  Safe,        // same values, exceptions and effects but for memory and time
  Unsafe,      // right under assumptions that the message names
  Suggestion,  // shown, never applied
};

}  // namespace mlfix
