// Functions that reach each other, found in one walk over who calls whom.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <unordered_map>
#include <vector>

#include "syntax/syntax_tree.h"

namespace mlfix {

// Calls `enter` for each strongly connected component that can be reached from `start`, those
// that it calls before it, with its functions. What `is_known(function)` takes is passed by, and
// `called_by(function, i)` gives the i-th function that is called, or kNoNode behind the last.
// Tarjan's algorithm without recursion: linear in the functions and their calls. `enter` must
// make its functions known. The callbacks may start another walk.
template <typename IsKnown, typename CalledBy, typename Enter>
void for_each_component(NodeId start, IsKnown is_known, CalledBy called_by, Enter enter) {
  struct Visit {
    NodeId function;
    std::size_t order;     // in which it was found
    std::size_t lowest;    // order of what is open and can be reached from it
    std::size_t next = 0;  // call to look at
  };
  std::vector<Visit> path;
  std::vector<NodeId> open;  // whose component is not complete
  std::unordered_map<NodeId, std::size_t> orders;
  const auto begin = [&](NodeId function) {
    path.push_back({function, orders.size(), orders.size()});
    orders.emplace(function, orders.size());
    open.push_back(function);
  };
  begin(start);
  while (!path.empty()) {
    Visit& at = path.back();
    const NodeId called = called_by(at.function, at.next++);
    if (called != kNoNode) {
      if (is_known(called)) continue;
      if (const auto found = orders.find(called); found != orders.end()) {
        at.lowest = std::min(at.lowest, found->second);
      } else {
        begin(called);
      }
      continue;
    }
    const Visit done = at;
    path.pop_back();
    if (!path.empty()) path.back().lowest = std::min(path.back().lowest, done.lowest);
    if (done.lowest != done.order) continue;
    const auto first = std::ranges::find(open.rbegin(), open.rend(), done.function).base() - 1;
    enter(std::span<const NodeId>(first, open.end()));
    open.erase(first, open.end());
  }
}

}  // namespace mlfix
