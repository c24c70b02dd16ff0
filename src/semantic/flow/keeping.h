// How a method keeps what it is given, on an attribute of its object and with its graph.
#pragma once

namespace mlfix {

struct Keeping {
  bool sums = false;    // self.sum += value
  bool stores = false;  // self.values.append(value)
  bool adds = false;    // … where every value stays, not under a key that the next may have too
};

}  // namespace mlfix
