// A node stands for the event that evaluates it, and in a `finally` clause for all copies of
// that event. Where the answer is about certainty, it must hold for each copy of what is asked
// about, by one copy of what is to be certain.

#include "semantic/control/flow_queries.h"

#include <algorithm>
#include <array>
#include <unordered_map>
#include <vector>

#include "semantic/control/flow_builder.h"
#include "semantic/control/transfers.h"
#include "semantic/semantic_model.h"

namespace mlfix {
namespace {

// The graphs of a file, by function, lambda or module.
class FlowGraphs {
 public:
  const FlowGraph& graph_of(const SemanticModel& model, NodeId unit, Exceptions exceptions) {
    ByExceptions& kept = of_[static_cast<std::size_t>(exceptions)];
    if (const auto known = kept.graphs.find(unit); known != kept.graphs.end()) {
      return known->second;
    }
    if (kept.event_at.empty()) kept.event_at.assign(model.tree().size(), kNoEvent);
    FlowGraph graph(
        build_flow(model.tree(), Transfers(model), model.work(), unit, exceptions, kept.event_at));
    return kept.graphs.emplace(unit, std::move(graph)).first->second;
  }
  EventId event_at(NodeId n, Exceptions exceptions) const {
    return of_[static_cast<std::size_t>(exceptions)].event_at[n];
  }

 private:
  struct ByExceptions {
    std::vector<EventId> event_at;  // by node, into the events of its unit's graph
    std::unordered_map<NodeId, FlowGraph> graphs;
  };
  std::array<ByExceptions, 3> of_;
};

// The function, lambda or module that runs `n` as a part of its body. Defaults, decorators
// and bodies of classes belong to what is around them.
NodeId unit_of(const SemanticModel& model, NodeId n) {
  const SyntaxTree& tree = model.tree();
  for (NodeId at = model.below_frame(n);; at = model.below_frame(at)) {
    model.work().spend();
    const NodeId up = tree.parent(at);
    if (up == kNoNode) return at;
    const bool is_body = tree.field(at) == Field::Body;
    if (is_body && (tree.is(up, Kind::FunctionDefinition) || tree.is(up, Kind::Lambda))) return up;
    at = up;
  }
}

class Run {
 public:
  Run(const SemanticModel& model, NodeId unit, Exceptions exceptions)
      : model_(model),
        graphs_(model.notes<FlowGraphs>()),
        graph_(graphs_.graph_of(model, unit, exceptions)),
        exceptions_(exceptions) {}

  bool dominates(NodeId a, NodeId b) const {
    return !are_one_evaluation(a, b) && holds_for_each(b, [&](EventId then) {
      const BlockId begin = graph_.event(then).block;
      std::vector<BlockId> after;  // each of the copies
      const bool one = any_copy(a, [&](EventId first) {
        const BlockId block = block_behind(a, first);
        if (block == kNoBlock) return false;
        if (block == begin) return first < then;
        after.push_back(block);
        return graph_.dominates(block, begin);
      });
      return one || (after.size() > 1 && all_pass(FlowGraph::kEntry, begin, after));
    });
  }

  bool post_dominates(NodeId a, NodeId b) const {
    return !are_one_evaluation(a, b) && holds_for_each(b, [&](EventId first) {
      const BlockId after = block_left(b, first);
      if (graph_.event(first).is_deferred) return false;
      std::vector<BlockId> ahead;
      const bool one = any_copy(a, [&](EventId then) {
        const FlowEvent& last = graph_.event(then);
        if (last.is_deferred) return false;
        if (last.block == after) return first < then;
        ahead.push_back(last.block);
        return graph_.post_dominates(last.block, after);
      });
      return one || (ahead.size() > 1 && all_pass(after, FlowGraph::kExit, ahead));
    });
  }

  bool may_run_after(NodeId a, NodeId b) const {
    return any_copy(a, [&](EventId first) {
      return any_copy(b, [&](EventId then) { return may_follow(a, first, b, then); });
    });
  }

  bool may_complete(NodeId statement) const {
    return event_at(statement) == kNoEvent || any_copy(statement, [&](EventId event) {
             const BlockId after = graph_.event(event).after;
             return after != kNoBlock && graph_.is_reachable(after);
           });
  }

  bool always_completes(NodeId first, NodeId last) const {
    return holds_for_each(first, [&](EventId begun) {
      std::vector<BlockId> after;
      const bool one = any_copy(last, [&](EventId ended) {
        const BlockId block = graph_.event(ended).after;
        if (block == kNoBlock) return false;
        after.push_back(block);
        return graph_.post_dominates(block, block_begun(begun));
      });
      return one || (after.size() > 1 && all_pass(block_begun(begun), FlowGraph::kExit, after));
    });
  }

  bool has_run_behind(NodeId n, NodeId statement) const {
    return event_at(statement) != kNoEvent && !any_copy(statement, [&](EventId ended) {
             const BlockId after = graph_.event(ended).after;
             return after != kNoBlock && graph_.is_reachable(after) &&
                    !any_copy(n, [&](EventId run) {
                      const BlockId block = block_behind(n, run);
                      return block != kNoBlock && graph_.dominates(block, after);
                    });
           });
  }

  bool may_leave_early(NodeId loop, NodeId first) const {
    const bool goes_on = holds_for_each(first, [&](EventId begun) {
      return std::ranges::any_of(graph_.loops(), [&](const FlowLoop& one) {
        return one.node == loop && graph_.post_dominates(one.latch, block_begun(begun));
      });
    });
    return !goes_on;
  }

  NodeId loop_that_repeats(NodeId n) const {
    NodeId loop = kNoNode;
    any_copy(n, [&](EventId event) {
      // Where it begins: what is interrupted may well begin again.
      loop = graph_.loop_around(block_begun(event));
      return loop != kNoNode;
    });
    return loop;
  }

 private:
  bool all_pass(BlockId from, BlockId to, const std::vector<BlockId>& blocks) const {
    std::uint64_t steps = 0;
    const bool all = graph_.all_paths_pass(from, to, blocks, steps);
    model_.work().spend(steps);
    return all;
  }

  EventId event_at(NodeId n) const { return graphs_.event_at(n, exceptions_); }

  bool are_one_evaluation(NodeId a, NodeId b) const {
    const EventId first = event_at(a), second = event_at(b);
    return first != kNoEvent && second != kNoEvent &&
           graph_.event(first).whole == graph_.event(second).whole;
  }

  template <typename Accept>
  bool any_copy(NodeId n, Accept accept) const {
    for (EventId e = event_at(n); e != kNoEvent; e = graph_.event(e).copy) {
      model_.work().spend();
      if (accept(e)) return true;
    }
    return false;
  }

  // For each copy that can run at all, of which there is one at least.
  template <typename Accept>
  bool holds_for_each(NodeId n, Accept accept) const {
    bool any = false;
    for (EventId e = event_at(n); e != kNoEvent; e = graph_.event(e).copy) {
      if (!graph_.is_reachable(graph_.event(e).block)) continue;
      if (!accept(e)) return false;
      any = true;
    }
    return any;
  }

  // Where control is before anything of the event has run.
  BlockId block_begun(EventId e) const {
    const FlowEvent& event = graph_.event(e);
    return event.in_front == kNoBlock ? event.block : event.in_front;
  }

  // Where control is when `n` has run; kNoBlock when it has jumped.
  BlockId block_behind(NodeId n, EventId e) const {
    const FlowEvent& event = graph_.event(e);
    return n == event.node ? event.after : event.done;
  }

  // The same, or where the event is interrupted when `n` is but a part of it.
  BlockId block_left(NodeId n, EventId e) const {
    const FlowEvent& event = graph_.event(e);
    if (n == event.node) return event.after == kNoBlock ? event.done : event.after;
    return block_begun(e);
  }

  bool may_follow(NodeId a, EventId first, NodeId b, EventId then) const {
    const FlowEvent& from = graph_.event(first);
    const FlowEvent& to = graph_.event(then);
    if (from.is_deferred || to.is_deferred) return true;
    const bool is_whole = a == from.whole || model_.tree().contains(a, b);
    if (from.whole == to.whole && !is_whole) return true;
    std::uint64_t steps = 0;
    bool follows = from.block == to.block && first < then && graph_.is_reachable(from.block);
    follows = follows || graph_.may_reach(from.block, to.block, steps);
    if (!follows && from.in_front != kNoBlock && a != from.node) {
      follows = graph_.may_reach(from.in_front, to.block, steps);
    }
    model_.work().spend(steps);
    return follows;
  }

  const SemanticModel& model_;
  FlowGraphs& graphs_;
  const FlowGraph& graph_;
  Exceptions exceptions_;
};

// Are both parts of one statement, or one a part of the other?
bool are_entangled(const SemanticModel& model, NodeId a, NodeId b) {
  const SyntaxTree& tree = model.tree();
  return tree.contains(a, b) || tree.contains(b, a);
}

}  // namespace

bool dominates(const SemanticModel& model, NodeId a, NodeId b, Exceptions exceptions) {
  if (are_entangled(model, a, b)) return false;
  const NodeId unit = unit_of(model, a);
  NodeId other = unit_of(model, b);
  while (other != unit && model.tree().is(other, Kind::Lambda)) {
    b = other;
    other = unit_of(model, b);
  }
  return other == unit && Run(model, unit, exceptions).dominates(a, b);
}

bool post_dominates(const SemanticModel& model, NodeId a, NodeId b, Exceptions exceptions) {
  if (are_entangled(model, a, b)) return false;
  const NodeId unit = unit_of(model, a);
  return unit_of(model, b) == unit && Run(model, unit, exceptions).post_dominates(a, b);
}

bool control_equivalent(const SemanticModel& model, NodeId a, NodeId b, Exceptions exceptions) {
  const auto follows = [&](NodeId first, NodeId then) {
    return dominates(model, first, then, exceptions) &&
           post_dominates(model, then, first, exceptions);
  };
  return loop_that_repeats(model, a) == loop_that_repeats(model, b) &&
         (follows(a, b) || follows(b, a));
}

bool may_run_after(const SemanticModel& model, NodeId a, NodeId b) {
  const NodeId unit = unit_of(model, a);
  return unit_of(model, b) != unit || Run(model, unit, Exceptions::Handled).may_run_after(a, b);
}

NodeId loop_that_repeats(const SemanticModel& model, NodeId n) {
  return Run(model, unit_of(model, n), Exceptions::Handled).loop_that_repeats(n);
}

bool may_complete(const SemanticModel& model, NodeId statement) {
  return Run(model, unit_of(model, statement), Exceptions::Handled).may_complete(statement);
}

bool always_completes(const SemanticModel& model, NodeId first, NodeId last,
                      Exceptions exceptions) {
  return Run(model, unit_of(model, first), exceptions).always_completes(first, last);
}

bool has_run_behind(const SemanticModel& model, NodeId n, NodeId statement) {
  const NodeId unit = unit_of(model, n);
  return unit_of(model, statement) == unit &&
         Run(model, unit, Exceptions::Handled).has_run_behind(n, statement);
}

bool may_leave_early(const SemanticModel& model, NodeId loop) {
  const std::vector<NodeId> body = model.statements(model.tree().child(loop, Field::Body));
  return body.empty() ||
         Run(model, unit_of(model, loop), Exceptions::Handled).may_leave_early(loop, body.front());
}

}  // namespace mlfix
