// How the tables' names are named; see knowledge.h.
#pragma once

#include <cstdint>

namespace mlfix {

// An interned dotted name ("torch.no_grad"); 0 means no name.
using Symbol = std::uint32_t;
inline constexpr Symbol kNoSymbol = 0;

}  // namespace mlfix
