// How definitions, uses and scopes of a file are named; see binding.h.
#pragma once

#include <cstdint>

namespace mlfix {

using ScopeId = std::uint32_t;
using DefId = std::uint32_t;
using UseId = std::uint32_t;
inline constexpr std::uint32_t kNone = UINT32_MAX;

}  // namespace mlfix
