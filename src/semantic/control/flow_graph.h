// The flow graph of one function, lambda or module: blocks, and the edges along which control
// may go from one to the next.
//
// What runs is an *event*: a simple statement, the head of a compound one (the condition of an
// if, the iterable of a for), a clause that tests something, the operand of an expression that
// is evaluated only perhaps, the inside of a comprehension. Events of a block run in the order
// of their numbers. The body of a class runs where it stands and is part of the graph around
// it; those of functions and lambdas are graphs of their own.
//
// An exception keeps what it interrupts from being completed: the edge to the handler leaves
// from before the event, which begins a block then. An event in a `finally` clause has a
// copy for each way that leads there (end, return, break, continue, raise), as CPython compiles
// it; in a finally clause within another there is one copy for all ways.
//
// Immutable. The questions about blocks are constant, but for may_reach.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "semantic/control/dominator_tree.h"
#include "syntax/syntax_tree.h"

namespace mlfix {

using BlockId = Vertex;
inline constexpr BlockId kNoBlock = kNoVertex;
using EventId = std::uint32_t;
inline constexpr EventId kNoEvent = UINT32_MAX;

// Which exceptions that nobody raises on purpose are edges.
enum class Exceptions : std::uint8_t {
  Ignored,  // none: handlers are entered from before their `try`
  Handled,  // those that the function handles, by `except` or by suppress()
  All,      // and those that leave it; any `with` may swallow them, too
};

struct FlowEvent {
  NodeId node;       // the statement or clause, or what is evaluated
  NodeId whole;      // what it is a part of and evaluated with, or itself
  BlockId block;     // where it begins
  BlockId in_front;  // where an exception leaves that interrupts it, or kNoBlock
  BlockId done;      // where its own expressions have been evaluated
  BlockId after;     // where control goes on after the whole statement; kNoBlock if it jumps
  EventId copy;      // of the same in a finally clause, or kNoEvent
  bool is_deferred;  // in a generator expression: runs whenever somebody iterates
};

struct FlowLoop {
  NodeId node;      // the for or while statement, or the comprehension
  BlockId head;     // where every iteration begins, or the loop ends
  BlockId latch;    // where every iteration that is not the last ends
  bool is_endless;  // `while True`: the head does not lead out
};

class FlowGraph {
 public:
  static constexpr BlockId kEntry = 0, kExit = 1;

  // What the builder hands over.
  struct Parts {
    BlockId blocks = 0;  // their number
    std::vector<FlowEvent> events;
    std::vector<FlowEdge> edges;
    std::vector<FlowLoop> loops;  // outer ones first
  };
  explicit FlowGraph(Parts parts);

  const FlowEvent& event(EventId e) const { return events_[e]; }
  std::span<const FlowLoop> loops() const { return loops_; }
  bool is_reachable(BlockId block) const { return dominators_.is_reachable(block); }
  bool dominates(BlockId a, BlockId b) const { return dominators_.dominates(a, b); }
  // Does every path from b to the end pass a? A loop is taken to end, unless nothing leads
  // out of it.
  bool post_dominates(BlockId a, BlockId b) const { return post_dominators_.dominates(a, b); }
  // Does every path from `from` to `to` pass one of the blocks? Not constant: looks at all that
  // can be reached past them, and adds their number to `steps`.
  bool all_paths_pass(BlockId from, BlockId to, std::span<const BlockId> blocks,
                      std::uint64_t& steps) const;
  // The innermost loop that control can go round and be in the block again, or kNoNode.
  NodeId loop_around(BlockId block) const;
  // Does control get from `from` to `to`, over at least one edge? Looks at few blocks where
  // code is structured, at all between the two at worst; how many is added to `steps`.
  bool may_reach(BlockId from, BlockId to, std::uint64_t& steps) const;

 private:
  static constexpr std::uint32_t kNoLoop = UINT32_MAX;
  void find_loops();
  void order_blocks();
  BlockId outermost_head(BlockId block) const;

  std::vector<FlowEvent> events_;
  std::vector<FlowLoop> loops_;
  Adjacency successors_, predecessors_;
  std::vector<BlockId> endless_latches_;  // of the loops that nothing leads out of
  DominatorTree dominators_, post_dominators_;
  std::vector<std::uint32_t> loop_of_;    // by block: the innermost loop that repeats it
  std::vector<std::uint32_t> outermost_;  // by loop
  std::vector<std::uint32_t> order_;      // by block; see order_blocks
};

}  // namespace mlfix
