// Python has no goto, so every cycle of a flow graph is a loop that is entered at its head
// only: the graph is reducible, and its loops nest.

#include "semantic/control/flow_graph.h"

#include <algorithm>
#include <unordered_set>
#include <utility>

namespace mlfix {
namespace {

// The latches of the loops that nothing leads out of, so that what follows on a path through
// them never ends.
std::vector<BlockId> latches_without_end(const FlowGraph::Parts& parts,
                                         const Adjacency& predecessors) {
  std::vector<bool> leads_out(parts.blocks, false);
  std::vector<BlockId> open;
  const auto mark = [&](BlockId block) {
    if (leads_out[block]) return;
    leads_out[block] = true;
    open.push_back(block);
  };
  const auto mark_all_before = [&](BlockId block) {
    mark(block);
    while (!open.empty()) {
      const BlockId at = open.back();
      open.pop_back();
      for (const BlockId from : predecessors[at]) mark(from);
    }
  };
  std::vector<BlockId> latches;
  mark_all_before(FlowGraph::kExit);
  for (const FlowLoop& loop : parts.loops) {
    if (!loop.is_endless || leads_out[loop.latch]) continue;
    latches.push_back(loop.latch);
    mark_all_before(loop.latch);
  }
  return latches;
}

// In the mirrored graph every block must be reachable from the exit, so such a latch leads
// there.
DominatorTree post_dominators_of(const FlowGraph::Parts& parts,
                                 const std::vector<BlockId>& endless_latches) {
  std::vector<FlowEdge> edges = parts.edges;
  for (const BlockId latch : endless_latches) edges.push_back({latch, FlowGraph::kExit});
  return {Adjacency::predecessors(parts.blocks, edges), Adjacency::successors(parts.blocks, edges),
          FlowGraph::kExit};
}

// Sets of vertices that only grow together; each is identified by one of its members.
class MergedBlocks {
 public:
  explicit MergedBlocks(std::size_t size) : into_(size) {
    for (std::size_t i = 0; i < size; ++i) into_[i] = static_cast<BlockId>(i);
  }
  BlockId find(BlockId block) {
    while (into_[block] != block) {
      into_[block] = into_[into_[block]];
      block = into_[block];
    }
    return block;
  }
  void merge(BlockId block, BlockId into) { into_[block] = into; }

 private:
  std::vector<BlockId> into_;
};

}  // namespace

FlowGraph::FlowGraph(Parts parts)
    : successors_(Adjacency::successors(parts.blocks, parts.edges)),
      predecessors_(Adjacency::predecessors(parts.blocks, parts.edges)),
      endless_latches_(latches_without_end(parts, predecessors_)),
      dominators_(successors_, predecessors_, kEntry),
      post_dominators_(post_dominators_of(parts, endless_latches_)) {
  events_ = std::move(parts.events);
  loops_ = std::move(parts.loops);
  find_loops();
  order_blocks();
}

// The blocks from which a loop's latch can be reached without passing its head are those that
// it repeats. Inner loops come first, and what one holds is merged into its head, so that no
// block is looked at again for the loops around (Tarjan's nesting forest).
void FlowGraph::find_loops() {
  loop_of_.assign(successors_.size(), kNoLoop);
  outermost_.resize(loops_.size());
  std::vector<std::uint32_t> around(loops_.size(), kNoLoop);
  MergedBlocks merged(successors_.size());
  std::vector<BlockId> open;
  for (auto i = static_cast<std::uint32_t>(loops_.size()); i-- > 0;) {
    const FlowLoop& loop = loops_[i];
    if (!is_reachable(loop.latch)) continue;
    open.assign(1, merged.find(loop.latch));
    while (!open.empty()) {
      const BlockId at = open.back();
      open.pop_back();
      if (merged.find(at) != at || at == loop.head) continue;
      merged.merge(at, loop.head);
      if (loop_of_[at] == kNoLoop) {
        loop_of_[at] = i;
      } else {
        around[loop_of_[at]] = i;  // the head of an inner loop
      }
      for (const BlockId from : predecessors_[at]) {
        if (is_reachable(from)) open.push_back(merged.find(from));
      }
    }
    loop_of_[loop.head] = i;
  }
  for (std::uint32_t i = 0; i < loops_.size(); ++i) {
    outermost_[i] = around[i] == kNoLoop ? i : outermost_[around[i]];
  }
}

NodeId FlowGraph::loop_around(BlockId block) const {
  return loop_of_[block] == kNoLoop ? NodeId{kNoNode} : loops_[loop_of_[block]].node;
}

BlockId FlowGraph::outermost_head(BlockId block) const {
  return loop_of_[block] == kNoLoop ? block : loops_[outermost_[loop_of_[block]]].head;
}

// Numbers such that control, unless it goes round a loop, gets from smaller to larger ones
// only: the reverse of the order in which a depth-first search leaves the blocks. All blocks of
// an outermost loop have its head's.
void FlowGraph::order_blocks() {
  order_.assign(successors_.size(), 0);
  struct Open {
    BlockId block;
    std::size_t next;
  };
  std::vector<bool> seen(successors_.size(), false);
  std::vector<Open> open{{kEntry, 0}};
  seen[kEntry] = true;
  auto number = static_cast<std::uint32_t>(successors_.size());
  while (!open.empty()) {
    Open& top = open.back();
    const auto targets = successors_[top.block];
    if (top.next == targets.size()) {
      order_[top.block] = --number;
      open.pop_back();
      continue;
    }
    const BlockId target = targets[top.next++];
    if (seen[target]) continue;
    seen[target] = true;
    open.push_back({target, 0});
  }
  const std::vector<std::uint32_t> own = order_;
  for (BlockId block = 0; block < order_.size(); ++block) {
    order_[block] = own[outermost_head(block)];
  }
}

bool FlowGraph::all_paths_pass(BlockId from, BlockId to, std::span<const BlockId> blocks,
                               std::uint64_t& steps) const {
  std::unordered_set<BlockId> seen(blocks.begin(), blocks.end());
  std::vector<BlockId> open;
  if (seen.insert(from).second) open.push_back(from);
  while (!open.empty()) {
    const BlockId at = open.back();
    open.pop_back();
    ++steps;
    const bool never_ends =
        to == kExit && std::ranges::find(endless_latches_, at) != endless_latches_.end();
    if (at == to || never_ends) return false;
    for (const BlockId next : successors_[at]) {
      if (seen.insert(next).second) open.push_back(next);
    }
  }
  return true;
}

bool FlowGraph::may_reach(BlockId from, BlockId to, std::uint64_t& steps) const {
  if (!is_reachable(from) || !is_reachable(to) || order_[to] < order_[from]) return false;
  if (order_[to] == order_[from]) return loop_of_[from] != kNoLoop;  // in the same loop
  std::vector<BlockId> open{from};
  std::unordered_set<BlockId> seen{from};
  while (!open.empty()) {
    const BlockId at = open.back();
    open.pop_back();
    ++steps;
    if (order_[at] == order_[to] || dominates(at, to)) return true;
    for (const BlockId next : successors_[at]) {
      if (order_[next] <= order_[to] && seen.insert(next).second) open.push_back(next);
    }
  }
  return false;
}

}  // namespace mlfix
