// Strongly connected components: functions that reach each other by calls, files that do by
// imports. What one of a component reaches all do, so it is worked out once for them together.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

namespace mlfix {

// Calls `enter` for each component that can be reached from `start`, those that it leads to before
// it, with its vertices. What `is_known(vertex)` takes is passed by, and `next_of(vertex, i)` gives
// the i-th vertex that an edge leads to, or UINT32_MAX past the last. Tarjan's algorithm without
// recursion: linear in the vertices and edges. `enter` must make its vertices known. The callbacks
// may start another walk.
template <typename IsKnown, typename NextOf, typename Enter>
void for_each_component(std::uint32_t start, IsKnown is_known, NextOf next_of, Enter enter) {
  struct Visit {
    std::uint32_t vertex;
    std::size_t order;     // in which it was found
    std::size_t lowest;    // order of what is open and can be reached from it
    std::size_t edge = 0;  // to look at
  };
  std::vector<Visit> path;
  std::vector<std::uint32_t> open;  // whose component is not complete
  std::unordered_map<std::uint32_t, std::size_t> orders;
  const auto begin = [&](std::uint32_t vertex) {
    path.push_back({vertex, orders.size(), orders.size()});
    orders.emplace(vertex, orders.size());
    open.push_back(vertex);
  };
  begin(start);
  while (!path.empty()) {
    Visit& at = path.back();
    const std::uint32_t next = next_of(at.vertex, at.edge++);
    if (next != UINT32_MAX) {
      if (is_known(next)) continue;
      if (const auto found = orders.find(next); found != orders.end()) {
        at.lowest = std::min(at.lowest, found->second);
      } else {
        begin(next);
      }
      continue;
    }
    const Visit done = at;
    path.pop_back();
    if (!path.empty()) path.back().lowest = std::min(path.back().lowest, done.lowest);
    if (done.lowest != done.order) continue;
    const auto first = std::ranges::find(open.rbegin(), open.rend(), done.vertex).base() - 1;
    enter(std::span<const std::uint32_t>(first, open.end()));
    open.erase(first, open.end());
  }
}

}  // namespace mlfix
