// A tournament tree over the events, each with the place that a figure has to be older than to
// be met by it: the first event of a range that meets an old enough one is found on one way up
// and one way down.

#include "pyplot/old_figures.h"

#include <algorithm>
#include <bit>

namespace mlfix {

OldFigures::OldFigures(std::vector<NodeId> met_before)
    : leaves_(std::bit_ceil(met_before.size() + 1)), least_(2 * leaves_, kNoNode) {
  std::ranges::copy(met_before, least_.begin() + static_cast<std::ptrdiff_t>(leaves_));
  for (std::size_t i = leaves_ - 1; i > 0; --i) {
    least_[i] = std::min(least_[2 * i], least_[2 * i + 1]);
  }
}

std::size_t OldFigures::first(std::size_t from, std::size_t to, NodeId place) const {
  if (from >= to) {
    return to;
  }
  std::size_t at = from + leaves_;
  // Up and to the right until the subtree has one, then down to its first.
  while (least_[at] > place) {
    while ((at & 1) != 0) {
      at >>= 1;
    }
    if (at == 0) {
      return to;  // it was the last subtree of all
    }
    ++at;
  }
  while (at < leaves_) {
    at = least_[2 * at] <= place ? 2 * at : 2 * at + 1;
  }
  return std::min(at - leaves_, to);
}

}  // namespace mlfix
