// How deep a JSON text is nested, known before anything is built of it: what works
// on the built value recurses.
#pragma once

#include <cstddef>
#include <string_view>

namespace mlfix {

// Deeper JSON than this is refused wherever others may have written it.
inline constexpr std::size_t kDeepestJson = 100;

// The most brackets and braces that are open at once, those in strings left out.
// Any text; O(n).
std::size_t json_nesting(std::string_view text);

}  // namespace mlfix
