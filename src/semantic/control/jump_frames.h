// Where a jump goes while the flow graph of a function is being built: the *frames* around a
// statement decide. A loop takes break and continue, the handlers of a try take exceptions,
// and a `finally` takes everything: it is entered through the copy for that way, at whose end
// the jump goes on with the frames outside. Copies are made when something asks for them.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "semantic/control/flow_graph.h"
#include "syntax/work_budget.h"

namespace mlfix {

enum class Leaving : std::uint8_t {
  Fall,    // past the statement
  Return,  // also of a generator that nobody resumes
  Break,
  Continue,
  Raise,  // on purpose, or any when all exceptions are asked for
  Error,  // in passing, where the function handles it
};
inline constexpr std::size_t kWays = 6;
inline constexpr std::array<Leaving, 5> kJumps{Leaving::Return, Leaving::Break, Leaving::Continue,
                                               Leaving::Raise, Leaving::Error};

using FrameId = std::uint32_t;
inline constexpr FrameId kNoFrame = UINT32_MAX;

struct JumpFrame {
  enum class Kind : std::uint8_t { Loop, Handlers, Finally };
  Kind kind;
  FrameId outer;
  bool has_handlers;  // this one, or one around it
  bool is_merged;     // one copy for all ways
  bool is_raised_to = false;
  BlockId target = kNoBlock;       // after the loop; where the handlers begin
  BlockId continue_to = kNoBlock;  // of a loop
  std::array<BlockId, kWays> copies = all(kNoBlock);

  BlockId copy(Leaving way) const { return copies[static_cast<std::size_t>(way)]; }

 private:
  static constexpr std::array<BlockId, kWays> all(BlockId block) {
    return {block, block, block, block, block, block};
  }
};

// The blocks and edges of a graph that is being built, and the frames around where control is.
class JumpFrames {
 public:
  // Jumps spend steps of `work`; both outlive this.
  JumpFrames(FlowGraph::Parts& parts, WorkBudget& work) : parts_(parts), work_(work) {}

  BlockId new_block() { return parts_.blocks++; }
  BlockId new_block_after(BlockId from);
  void edge(BlockId from, BlockId to) { parts_.edges.push_back({from, to}); }

  JumpFrame& operator[](FrameId id) { return frames_[id]; }
  FrameId innermost() const { return frame_; }
  FrameId push(JumpFrame::Kind kind);
  void leave(FrameId id) { frame_ = frames_[id].outer; }
  bool has_handlers() const { return frame_ != kNoFrame && frames_[frame_].has_handlers; }
  // Between these two, finally clauses are inside another, and have one copy.
  void enter_finally() { ++finally_depth_; }
  void leave_finally() { --finally_depth_; }

  // The block in which the clause of the frame begins for what comes that way.
  BlockId copy_for(FrameId id, Leaving way);
  // Control leaves `from` that way, with `at` the innermost frame around it.
  void jump(BlockId from, Leaving way, FrameId at);

 private:
  FlowGraph::Parts& parts_;
  WorkBudget& work_;
  std::vector<JumpFrame> frames_;
  FrameId frame_ = kNoFrame;
  unsigned finally_depth_ = 0;
};

}  // namespace mlfix
