// Which values a loop hands from one iteration to the next, unchanged on the way.
#pragma once

#include <unordered_map>
#include <unordered_set>

#include "semantic/binding/binding.h"
#include "semantic/binding/reach_memo.h"

namespace mlfix {

// Answers Bindings::carried_by_loop() for whoever asks often: remembers what it has found out
// about each loop. `bindings` must outlive it. Not
// thread-safe.
class LoopCarries {
 public:
  explicit LoopCarries(const Bindings& bindings) : bindings_(&bindings) {}

  bool carries(NodeId identifier, NodeId loop, DefId def);

 private:
  const std::unordered_set<DefId>& handed_on_by(DefId phi);

  const Bindings* bindings_;
  std::unordered_map<NodeId, ReachMemo> phis_;  // by loop: the way back to a phi of it
  std::unordered_map<DefId, std::unordered_set<DefId>> handed_on_;
};

}  // namespace mlfix
