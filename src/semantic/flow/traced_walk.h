// The order in which a recorder of ways goes: breadth first, and in each round by the places, so
// that the first way is a shortest one, and the same in every run.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace mlfix {

// `trace` has what was `reached`, which `visit` makes longer, the number of the `current` one,
// and whether what is looked for was `met`. `place_of` orders what one round reached.
template <typename Trace, typename PlaceOf, typename Visit>
void walk_in_rounds(Trace& trace, const PlaceOf& place_of, const Visit& visit) {
  auto& reached = trace.reached;
  for (std::size_t begin = 0; begin < reached.size() && !trace.met;) {
    const std::size_t end = reached.size();
    std::sort(reached.begin() + static_cast<std::ptrdiff_t>(begin), reached.end(),
              [&](const auto& a, const auto& b) { return place_of(a) < place_of(b); });
    for (; begin < end && !trace.met; ++begin) {
      trace.current = static_cast<std::uint32_t>(begin);
      visit(reached[begin].item);
    }
  }
}

}  // namespace mlfix
