// What was met on the ways of a value, each kind with the place where it was met first.
//
// A value type; all operations are constant, those over all kinds linear in their number.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>

#include "syntax/syntax_tree.h"

namespace mlfix {

// `Kind` is an enumeration from 0 on, of less than kMaxMarks.
constexpr std::size_t kMaxMarks = 16;

template <typename Kind>
class MarkSet {
 public:
  bool has(Kind kind) const { return (bits_ & bit(kind)) != 0; }
  bool has_any(std::initializer_list<Kind> kinds) const {
    for (const Kind kind : kinds) {
      if (has(kind)) return true;
    }
    return false;
  }
  bool empty() const { return bits_ == 0; }
  // Where the first of the kinds was met: kNoNode where none was, or in another file.
  NodeId at(std::initializer_list<Kind> kinds) const {
    for (std::size_t i = 0; i < count_; ++i) {
      for (const Kind kind : kinds) {
        if (met_[i].kind == kind) return met_[i].at;
      }
    }
    return kNoNode;
  }

  void mark(Kind kind, NodeId at) {
    if (has(kind)) return;
    bits_ |= bit(kind);
    met_[count_++] = {kind, at};
  }
  // Takes over what was met behind `at`, which stands for places that are not of this file.
  void add(const MarkSet& other, NodeId at) {
    for (std::size_t i = 0; i < other.count_; ++i) {
      mark(other.met_[i].kind, other.met_[i].at == kNoNode ? at : other.met_[i].at);
    }
  }
  // The same without places, and without these kinds.
  MarkSet elsewhere_without(std::initializer_list<Kind> kinds) const {
    MarkSet result;
    for (std::size_t i = 0; i < count_; ++i) {
      bool left_out = false;
      for (const Kind kind : kinds) left_out = left_out || met_[i].kind == kind;
      if (!left_out) result.mark(met_[i].kind, kNoNode);
    }
    return result;
  }

 private:
  struct Met {
    Kind kind{};
    NodeId at = kNoNode;
  };

  static constexpr std::uint16_t bit(Kind kind) {
    return static_cast<std::uint16_t>(1u << static_cast<unsigned>(kind));
  }

  std::uint16_t bits_ = 0;
  std::uint8_t count_ = 0;
  std::array<Met, kMaxMarks> met_;  // in the order in which they were met
};

}  // namespace mlfix
