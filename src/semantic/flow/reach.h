// Where a value gets to: the answer of the value-flow engine (value_flow.h).
//
// A set of sinks, each with the place where it was met first. A value type; all operations
// are constant, those over all sinks linear in their number.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>

#include "syntax/syntax_tree.h"

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

constexpr std::size_t kMaxSinks = 16;

// The sink number `n`, from 0 on, of a policy.
constexpr Sink own_sink(unsigned n) {
  return static_cast<Sink>(static_cast<unsigned>(Sink::Own) + n);
}

class Reach {
 public:
  bool comes_back = false;  // of a parameter: it, or something made from it, is returned

  bool has(Sink sink) const { return (bits_ & bit(sink)) != 0; }
  bool has_any(std::initializer_list<Sink> sinks) const {
    for (const Sink sink : sinks) {
      if (has(sink)) return true;
    }
    return false;
  }
  // Where the first of the sinks was met: kNoNode where none was, or in another file.
  NodeId at(std::initializer_list<Sink> sinks) const {
    for (std::size_t i = 0; i < count_; ++i) {
      for (const Sink sink : sinks) {
        if (met_[i].sink == sink) return met_[i].at;
      }
    }
    return kNoNode;
  }

  void mark(Sink sink, NodeId at) {
    if (has(sink)) return;
    bits_ |= bit(sink);
    met_[count_++] = {sink, at};
  }
  // Takes over what becomes of the value behind `call`, which stands for places that are not
  // of this file.
  void add(const Reach& other, NodeId call) {
    for (std::size_t i = 0; i < other.count_; ++i) {
      mark(other.met_[i].sink, other.met_[i].at == kNoNode ? call : other.met_[i].at);
    }
  }
  // The same without places, and without these sinks.
  Reach elsewhere_without(std::initializer_list<Sink> sinks) const {
    Reach result;
    result.comes_back = comes_back;
    for (std::size_t i = 0; i < count_; ++i) {
      bool left_out = false;
      for (const Sink sink : sinks) left_out = left_out || met_[i].sink == sink;
      if (!left_out) result.mark(met_[i].sink, kNoNode);
    }
    return result;
  }

 private:
  struct Met {
    Sink sink = Sink::Own;
    NodeId at = kNoNode;
  };

  static constexpr std::uint16_t bit(Sink sink) {
    return static_cast<std::uint16_t>(1u << static_cast<unsigned>(sink));
  }

  std::uint16_t bits_ = 0;
  std::uint8_t count_ = 0;
  std::array<Met, kMaxSinks> met_;  // in the order in which they were met
};

}  // namespace mlfix
