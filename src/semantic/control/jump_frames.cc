// A jump climbs from frame to frame until one takes it; what nobody takes leaves the function.

#include "semantic/control/jump_frames.h"

namespace mlfix {

BlockId JumpFrames::new_block_after(BlockId from) {
  const BlockId block = new_block();
  edge(from, block);
  return block;
}

FrameId JumpFrames::push(JumpFrame::Kind kind) {
  const bool handles = kind == JumpFrame::Kind::Handlers || has_handlers();
  frames_.push_back({kind, frame_, handles, finally_depth_ != 0});
  return frame_ = static_cast<FrameId>(frames_.size()) - 1;
}

BlockId JumpFrames::copy_for(FrameId id, Leaving way) {
  JumpFrame& frame = frames_[id];
  BlockId& copy = frame.copies[static_cast<std::size_t>(way)];
  if (copy != kNoBlock) return copy;
  if (frame.is_merged) {
    for (const BlockId other : frame.copies) copy = other == kNoBlock ? copy : other;
  }
  if (copy == kNoBlock) copy = new_block();
  return copy;
}

void JumpFrames::jump(BlockId from, Leaving way, FrameId at) {
  if (way == Leaving::Error && (at == kNoFrame || !frames_[at].has_handlers)) return;
  for (; at != kNoFrame; at = frames_[at].outer) {
    work_.spend();
    JumpFrame& frame = frames_[at];
    switch (frame.kind) {
      case JumpFrame::Kind::Finally:
        return edge(from, copy_for(at, way));
      case JumpFrame::Kind::Loop:
        if (way == Leaving::Break) return edge(from, frame.target);
        if (way == Leaving::Continue) return edge(from, frame.continue_to);
        break;
      case JumpFrame::Kind::Handlers:
        if (way != Leaving::Raise && way != Leaving::Error) break;
        frame.is_raised_to = frame.is_raised_to || way == Leaving::Raise;
        return edge(from, frame.target);
    }
  }
  edge(from, FlowGraph::kExit);
}

}  // namespace mlfix
