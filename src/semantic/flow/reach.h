// Where a value gets to: the answer of the value-flow engine (value_flow.h).
//
// A set of sinks, each with the place where it was met first.
#pragma once

#include <cstdint>
#include <initializer_list>

#include "semantic/flow/mark_set.h"

namespace mlfix {

enum class Sink : std::uint8_t {
  Returned,     // leaves the function, to callers that are not all known
  OnAttribute,  // kept on an object
  InContainer,  // kept in a container that outlives the statement
  Captured,     // read by a closure, or a global read by functions
  Yielded,
  Unseen,  // given to code that can't be seen, which may keep or use it
  Lost,    // gets where it can't be followed
  Own,     // the first of those that a policy adds, see own_sink()
};

// The sink number `n`, from 0 on, of a policy.
constexpr Sink own_sink(unsigned n) {
  return static_cast<Sink>(static_cast<unsigned>(Sink::Own) + n);
}

class Reach : public MarkSet<Sink> {
 public:
  bool comes_back = false;  // of a parameter: it, or something made from it, is returned

  // Takes over what is met behind a question that is in a circle with this one.
  void join(const Reach& other) {
    add(other, kNoNode);
    comes_back = comes_back || other.comes_back;
  }
  // The same without places, and without these sinks.
  Reach elsewhere_without(std::initializer_list<Sink> sinks) const {
    return {MarkSet::elsewhere_without(sinks), comes_back};
  }
};

}  // namespace mlfix
