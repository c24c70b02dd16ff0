// The walk over a unit's statements is a machine with a stack of tasks in the place of
// recursion: a compound statement pushes what is to be done for it, last things first, so
// that the depth of a program costs memory only.
//
// `current_` is the block that control is in. After a statement that never completes it is a
// new block that nothing leads to, so that dead code has a place as well.
//
// Jumps are the affair of jump_frames; what a statement evaluates, that of evaluated_parts. The
// copies of a `finally` clause are walked when the rest of their try has been.

#include "semantic/control/flow_builder.h"

#include <array>
#include <span>
#include <string_view>
#include <utility>

#include "semantic/binding/binding.h"
#include "semantic/control/endless.h"
#include "semantic/control/evaluated_parts.h"
#include "semantic/control/jump_frames.h"
#include "semantic/control/transfers.h"
#include "syntax/work_budget.h"

namespace mlfix {
namespace {

// A statement, or an operand, whose parts are being walked.
struct Construct {
  EventId event;
  BlockId join;              // where its parts meet again
  BlockId split = kNoBlock;  // where control goes on that no part so far has taken
};

enum class Act : std::uint8_t {
  Statement,
  Block,
  Evaluated,  // the expressions of event `number` have been
  Completed,  // so has the whole statement
  Split,      // the next parts of the construct are alternatives from here on
  Arm,        // one of them
  Exhausted,  // there is no further one
  EndArm,
  EndConstruct,
  Test,  // the condition of an elif, the pattern of a case, the class of an except
  Operand,
  EndLoopOperand,
  Leave,
  LoopHead,
  LoopBody,
  EndLoop,
  WithBody,
  EndWith,
  PopFrame,
  HandlersFrom,  // handlers begin where frame `number` says
  EndHandlers,
  Finally,  // the copies of the clause of frame `number`
  Resume,   // control is in block `number`
  EndCopy,  // of the clause for `way`
  EndMerged,
  EndFinally,
};

struct Task {
  Act act;
  NodeId node = kNoNode;
  std::uint32_t number = 0;
  Leaving way = Leaving::Fall;
};

class FlowBuilder {
 public:
  FlowBuilder(const SyntaxTree& tree, const Transfers& transfers, WorkBudget& work,
              Exceptions exceptions, std::vector<EventId>& event_at)
      : tree_(tree),
        transfers_(transfers),
        work_(work),
        exceptions_(exceptions),
        event_at_(event_at),
        frames_(parts_, work) {}

  FlowGraph::Parts build(NodeId unit) {
    current_ = new_block();
    new_block();  // the exit
    if (tree_.is(unit, Kind::Module)) {
      push({Act::Block, unit});
    } else if (const NodeId body = tree_.child(unit, Field::Body); tree_.is(body, Kind::Block)) {
      push({Act::Block, body});
    } else if (body != kNoNode) {
      evaluate_one(body, body);
    }
    while (!tasks_.empty()) {
      const Task task = tasks_.back();
      tasks_.pop_back();
      work_.spend();
      run(task);
    }
    edge(current_, FlowGraph::kExit);
    return std::move(parts_);
  }

 private:
  BlockId new_block() { return frames_.new_block(); }
  BlockId new_block_after(BlockId from) { return frames_.new_block_after(from); }
  void edge(BlockId from, BlockId to) { frames_.edge(from, to); }
  void push(Task task) { tasks_.push_back(task); }

  // ---- exceptions ----

  // What is raised in passing.
  Leaving error() const { return exceptions_ == Exceptions::All ? Leaving::Raise : Leaving::Error; }
  bool errors_matter() const {
    return exceptions_ == Exceptions::All ||
           (exceptions_ == Exceptions::Handled && frames_.has_handlers());
  }

  // Handlers that nothing is seen to lead to are entered from before what they guard.
  void enter_from_in_front(BlockId handlers) {
    if (exceptions_ != Exceptions::Ignored) return;
    edge(current_, handlers);
    current_ = new_block_after(current_);
  }

  // What none of the handlers takes.
  void jump_past_handlers(BlockId from, const JumpFrame& frame) {
    if (frame.is_raised_to) frames_.jump(from, Leaving::Raise, frame.outer);
    if (exceptions_ == Exceptions::Handled) frames_.jump(from, Leaving::Error, frame.outer);
  }

  // ---- events ----

  void jump(BlockId from, Leaving way) { frames_.jump(from, way, frames_.innermost()); }

  // Begins the event of `node`, whose expressions are `parts`. Those of its operands that are
  // evaluated only perhaps follow as tasks; when they are done, control is in its `done`.
  void begin_event(NodeId node, NodeId whole, bool is_deferred, const EvaluatedParts& parts) {
    const BlockId in_front = interrupt(parts);
    const EventId id = next_event();
    parts_.events.push_back(
        {node, whole, current_, in_front, current_, current_, event_at_[node], is_deferred});
    event_at_[node] = id;
    for (const NodeId n : parts.certain()) event_at_[n] = id;
    if (parts.optional().empty()) return;
    push({Act::Evaluated, node, id});
    for (auto operand = parts.optional().rbegin(); operand != parts.optional().rend(); ++operand) {
      push({Act::Operand, *operand, id});
    }
  }
  EvaluatedParts parts_of(std::span<const NodeId> evaluated) const {
    EvaluatedParts parts(tree_);
    for (const NodeId part : evaluated) {
      if (part != kNoNode) parts.add(part);
    }
    return parts;
  }
  void evaluate(NodeId node, std::span<const NodeId> evaluated) {
    begin_event(node, node, false, parts_of(evaluated));
  }
  void evaluate_one(NodeId node, NodeId part) { evaluate(node, std::span(&part, 1)); }
  EventId next_event() const { return static_cast<EventId>(parts_.events.size()); }

  // What may leave before the event is completed leaves from before it: the block that it
  // leaves from, or kNoBlock.
  BlockId interrupt(const EvaluatedParts& parts) {
    const bool raises = parts.may_raise() && errors_matter();
    if (!raises && !parts.yields()) return kNoBlock;
    const BlockId in_front = current_;
    if (raises) jump(in_front, error());
    if (parts.yields()) jump(in_front, Leaving::Return);
    current_ = new_block_after(in_front);
    return in_front;
  }

  // ---- tasks ----

  void run(const Task& task) {
    switch (task.act) {
      case Act::Statement:
        return begin_statement(task.node);
      case Act::Block:
        return begin_block(task.node);
      case Act::Evaluated:
        parts_.events[task.number].done = parts_.events[task.number].after = current_;
        return;
      case Act::Completed:
        parts_.events[task.number].after = current_;
        return;
      case Act::Split:
        constructs_.back().split = current_;
        return;
      case Act::Arm:
        current_ = new_block_after(constructs_.back().split);
        push({Act::EndArm});
        if (task.node != kNoNode) push({Act::Block, task.node});
        return;
      case Act::Exhausted:
        constructs_.back().split = kNoBlock;
        return;
      case Act::EndArm:
        edge(current_, constructs_.back().join);
        return;
      case Act::EndConstruct:
        return end_construct();
      case Act::Test:
        return begin_test(task.node);
      case Act::Operand:
        return begin_operand(task.node, task.number);
      case Act::EndLoopOperand:
        edge(current_, task.number);
        return;
      case Act::Leave:
        jump(current_, task.way);
        parts_.events[task.number].after = kNoBlock;
        current_ = new_block();
        return;
      case Act::LoopHead:
        return begin_loop(task.node, task.number);
      case Act::LoopBody:
        current_ = new_block_after(constructs_.back().split);
        if (tree_.is(task.node, Kind::ForStatement)) bind_loop_target(task.node);
        return;
      case Act::EndLoop:
        return end_loop(task.node, task.number);
      case Act::WithBody:
        return begin_with_body(task.node, task.number);
      case Act::EndWith:
        return end_with(task.number);
      case Act::PopFrame:
        return frames_.leave(task.number);
      case Act::HandlersFrom:
        constructs_.back().split = frames_[task.number].target;
        return;
      case Act::EndHandlers:
        return end_handlers(task.number);
      case Act::Finally:
        return begin_finally(task.node, task.number);
      case Act::Resume:
        current_ = task.number;
        return;
      case Act::EndCopy:
        jump(current_, task.way);
        return;
      case Act::EndMerged:
        return end_merged(task.number);
      case Act::EndFinally:
        return frames_.leave_finally();
    }
  }

  // Tasks in the order in which they are to be done.
  void schedule(std::span<const Task> plan) {
    tasks_.insert(tasks_.end(), plan.rbegin(), plan.rend());
  }

  void begin_block(NodeId block) {
    std::vector<Task> plan;
    for (const NodeId n : tree_.children(block)) plan.push_back({Act::Statement, n});
    schedule(plan);
  }

  void open_construct(EventId event) { constructs_.push_back({event, new_block()}); }

  void end_construct() {
    const Construct ended = constructs_.back();
    constructs_.pop_back();
    if (ended.split != kNoBlock) edge(ended.split, ended.join);
    current_ = ended.join;
    if (ended.event != kNoEvent) parts_.events[ended.event].after = current_;
  }

  void begin_statement(NodeId n) {
    switch (tree_.kind(n)) {
      case Kind::IfStatement:
        return begin_if(n);
      case Kind::MatchStatement:
        return begin_match(n);
      case Kind::ForStatement:
        push({Act::LoopHead, n, next_event()});
        evaluate_one(n, tree_.child(n, Field::Right));
        return;
      case Kind::WhileStatement:
        push({Act::LoopHead, n, next_event()});
        evaluate(n, {});
        return;
      case Kind::TryStatement:
        return begin_try(n);
      case Kind::WithStatement:
        push({Act::WithBody, n, next_event()});
        evaluate_one(n, tree_.child_of_kind(n, Kind::WithClause));
        return;
      case Kind::ClassDefinition:
      case Kind::FunctionDefinition:
      case Kind::DecoratedDefinition:
        return begin_definition(n);
      default:
        return begin_simple(n);
    }
  }

  void begin_simple(NodeId n) {
    switch (tree_.kind(n)) {
      case Kind::ReturnStatement:
        push({Act::Leave, n, next_event(), Leaving::Return});
        break;
      case Kind::RaiseStatement:
        push({Act::Leave, n, next_event(), Leaving::Raise});
        break;
      case Kind::BreakStatement:
        push({Act::Leave, n, next_event(), Leaving::Break});
        break;
      case Kind::ContinueStatement:
        push({Act::Leave, n, next_event(), Leaving::Continue});
        break;
      case Kind::ExpressionStatement:
        if (transfers_.never_returns(tree_.first_child(n)))
          push({Act::Leave, n, next_event(), Leaving::Raise});
        break;
      default:
        break;
    }
    evaluate_one(n, n);
  }

  // The body of a class runs at once, that of a function when it is called.
  void begin_definition(NodeId n) {
    const Kind kind = tree_.kind(n);
    const NodeId inner =
        tree_.child(n, kind == Kind::DecoratedDefinition ? Field::Definition : Field::Body);
    std::vector<NodeId> evaluated;
    for (const NodeId c : tree_.children(n)) {
      if (c != inner) evaluated.push_back(c);
    }
    push({Act::Completed, n, next_event()});
    if (inner != kNoNode && kind != Kind::FunctionDefinition) {
      push({kind == Kind::ClassDefinition ? Act::Block : Act::Statement, inner});
    }
    evaluate(n, evaluated);
  }

  NodeId block_in(NodeId clause) const { return tree_.child_of_kind(clause, Kind::Block); }

  void begin_if(NodeId n) {
    std::vector<Task> plan{{Act::Split}, {Act::Arm, tree_.child(n, Field::Consequence)}};
    for (const NodeId clause : tree_.children(n)) {
      if (tree_.is(clause, Kind::ElifClause)) {
        plan.insert(plan.end(), {{Act::Test, clause}, {Act::Split}, {Act::Arm, block_in(clause)}});
      } else if (tree_.is(clause, Kind::ElseClause)) {
        plan.insert(plan.end(), {{Act::Arm, block_in(clause)}, {Act::Exhausted}});
      }
    }
    plan.push_back({Act::EndConstruct});
    open_construct(next_event());
    schedule(plan);
    evaluate_one(n, tree_.child(n, Field::Condition));
  }

  void begin_match(NodeId n) {
    std::vector<Task> plan{{Act::Split}};
    std::vector<NodeId> subjects;
    for (const NodeId c : tree_.children(n)) {
      if (tree_.field(c) == Field::Subject) subjects.push_back(c);
    }
    const NodeId body = tree_.child(n, Field::Body);
    for (const NodeId clause : tree_.children(body == kNoNode ? n : body)) {
      if (!tree_.is(clause, Kind::CaseClause)) continue;
      plan.insert(plan.end(), {{Act::Test, clause}, {Act::Split}, {Act::Arm, block_in(clause)}});
      if (matches_everything(tree_, clause)) plan.push_back({Act::Exhausted});
    }
    plan.push_back({Act::EndConstruct});
    open_construct(next_event());
    schedule(plan);
    evaluate(n, subjects);
  }

  void begin_test(NodeId clause) {
    std::vector<NodeId> evaluated;
    for (const NodeId c : tree_.children(clause)) {
      if (!tree_.is(c, Kind::Block)) evaluated.push_back(c);
    }
    const BlockId from = constructs_.back().split;
    current_ = from == kNoBlock ? new_block() : new_block_after(from);
    evaluate(clause, evaluated);
  }

  void begin_operand(NodeId n, EventId around) {
    const NodeId whole = parts_.events[around].whole;
    const bool is_deferred =
        parts_.events[around].is_deferred || tree_.is(n, Kind::GeneratorExpression);
    open_construct(kNoEvent);
    push({Act::EndConstruct});
    if (!is_inline_comprehension(tree_.kind(n))) {
      constructs_.back().split = current_;
      current_ = new_block_after(current_);
      push({Act::EndArm});
      begin_event(n, whole, is_deferred, parts_of(std::span(&n, 1)));
      return;
    }
    const NodeId iterable = first_iterable(tree_, n);
    std::vector<NodeId> evaluated;
    for (const NodeId c : tree_.children(n)) {
      if (iterable == kNoNode || !tree_.contains(c, iterable)) {
        evaluated.push_back(c);
      } else {
        evaluated.push_back(tree_.child(c, Field::Left));
      }
    }
    const BlockId head = new_block_after(current_), latch = new_block();
    parts_.loops.push_back({n, head, latch, false});
    constructs_.back().split = head;
    edge(latch, head);
    push({Act::EndLoopOperand, n, latch});
    current_ = new_block_after(head);
    begin_event(tree_.first_child(n), whole, is_deferred, parts_of(evaluated));
  }

  // ---- loops, with ----

  void begin_loop(NodeId n, EventId event) {
    open_construct(event);
    const BlockId head = new_block_after(current_), latch = new_block();
    edge(latch, head);
    JumpFrame& frame = frames_[frames_.push(JumpFrame::Kind::Loop)];
    frame.target = constructs_.back().join;
    frame.continue_to = latch;
    const auto loop = static_cast<std::uint32_t>(parts_.loops.size());
    parts_.loops.push_back({n, head, latch, is_endless(tree_, n)});
    schedule(std::array<Task, 4>{{{Act::Split},
                                  {Act::LoopBody, n},
                                  {Act::Block, tree_.child(n, Field::Body)},
                                  {Act::EndLoop, n, loop}}});
    current_ = head;
    if (const NodeId condition = tree_.child(n, Field::Condition); condition != kNoNode) {
      evaluate_one(condition, condition);
    }
  }

  void bind_loop_target(NodeId n) {
    const NodeId target = tree_.child(n, Field::Left);
    if (target == kNoNode) return;
    EvaluatedParts parts = parts_of(std::span(&target, 1));
    parts.add_raising();
    begin_event(target, target, false, parts);
  }

  void end_loop(NodeId n, std::uint32_t loop) {
    edge(current_, parts_.loops[loop].latch);
    frames_.leave(frames_.innermost());
    const BlockId head = constructs_.back().split;
    current_ = parts_.loops[loop].is_endless ? new_block() : new_block_after(head);
    push({Act::EndConstruct});
    push({Act::Exhausted});
    push({Act::EndArm});
    const NodeId alternative = tree_.child(n, Field::Alternative);
    if (alternative != kNoNode) push({Act::Block, block_in(alternative)});
  }

  void begin_with_body(NodeId n, EventId event) {
    open_construct(event);
    push({Act::EndConstruct});
    if (exceptions_ == Exceptions::All || transfers_.swallows_exceptions(n)) {
      const FrameId frame = frames_.push(JumpFrame::Kind::Handlers);
      frames_[frame].target = new_block();
      enter_from_in_front(frames_[frame].target);
      push({Act::EndWith, n, frame});
    }
    push({Act::EndArm});
    push({Act::Block, tree_.child(n, Field::Body)});
  }

  void end_with(FrameId id) {
    const JumpFrame frame = frames_[id];
    frames_.leave(id);
    edge(frame.target, constructs_.back().join);
    jump_past_handlers(frame.target, frame);
  }

  // ---- try ----

  void begin_try(NodeId n) {
    std::vector<Task> plan{{Act::Block, tree_.child(n, Field::Body)}};
    const NodeId finally = tree_.child_of_kind(n, Kind::FinallyClause);
    const bool handles = tree_.child_of_kind(n, Kind::ExceptClause) != kNoNode;
    open_construct(next_event());
    evaluate(n, {});
    const FrameId outer = finally == kNoNode ? kNoFrame : frames_.push(JumpFrame::Kind::Finally);
    const FrameId handlers = handles ? frames_.push(JumpFrame::Kind::Handlers) : kNoFrame;
    if (handles) {
      frames_[handlers].target = new_block();
      enter_from_in_front(frames_[handlers].target);
      plan.push_back({Act::PopFrame, n, handlers});
    }
    const NodeId alternative = tree_.child_of_kind(n, Kind::ElseClause);
    if (alternative != kNoNode) plan.push_back({Act::Block, block_in(alternative)});
    plan.push_back({Act::EndArm});
    if (handles) add_handlers(n, handlers, plan);
    if (finally != kNoNode) plan.push_back({Act::Finally, block_in(finally), outer});
    plan.push_back({Act::EndConstruct});
    schedule(plan);
  }

  void add_handlers(NodeId n, FrameId handlers, std::vector<Task>& plan) const {
    plan.push_back({Act::HandlersFrom, n, handlers});
    for (const NodeId clause : tree_.children(n)) {
      if (!tree_.is(clause, Kind::ExceptClause)) continue;
      plan.insert(plan.end(), {{Act::Test, clause}, {Act::Split}, {Act::Arm, block_in(clause)}});
      if (transfers_.catches_everything(clause)) plan.push_back({Act::Exhausted});
    }
    plan.push_back({Act::EndHandlers, n, handlers});
  }

  void end_handlers(FrameId id) {
    const JumpFrame frame = frames_[id];
    const BlockId left = std::exchange(constructs_.back().split, kNoBlock);
    if (left != kNoBlock) jump_past_handlers(left, frame);
  }

  // What completes the try goes through the clause as well: the rest of the statement is
  // after that copy.
  void begin_finally(NodeId block, FrameId id) {
    const JumpFrame frame = frames_[id];
    frames_.leave(id);
    frames_.enter_finally();
    const BlockId fallen = std::exchange(constructs_.back().join, new_block());
    push({Act::EndFinally});
    push({Act::EndArm});
    if (frame.is_merged) {
      current_ = frames_.copy_for(id, Leaving::Fall);
      edge(fallen, current_);
      push({Act::EndMerged, block, id});
      push({Act::Block, block});
      return;
    }
    push({Act::Block, block});
    push({Act::Resume, block, fallen});
    for (const Leaving way : kJumps) {
      const BlockId copy = frame.copy(way);
      if (copy == kNoBlock) continue;
      push({Act::EndCopy, block, id, way});
      push({Act::Block, block});
      push({Act::Resume, block, copy});
    }
  }

  void end_merged(FrameId id) {
    const JumpFrame frame = frames_[id];
    for (const Leaving way : kJumps) {
      if (frame.copy(way) != kNoBlock) jump(current_, way);
    }
  }

  const SyntaxTree& tree_;
  const Transfers& transfers_;
  WorkBudget& work_;
  Exceptions exceptions_;
  std::vector<EventId>& event_at_;

  FlowGraph::Parts parts_;
  JumpFrames frames_;
  BlockId current_ = kNoBlock;
  std::vector<Task> tasks_;
  std::vector<Construct> constructs_;
};

}  // namespace

FlowGraph::Parts build_flow(const SyntaxTree& tree, const Transfers& transfers, WorkBudget& work,
                            NodeId unit, Exceptions exceptions, std::vector<EventId>& event_at) {
  return FlowBuilder(tree, transfers, work, exceptions, event_at).build(unit);
}

}  // namespace mlfix
