// Cuts a recurrent state off from the iterations before.
//
//     for x, y in loader:                    ->   for x, y in loader:
//         out, h = rnn(x, h)                          h = h.detach()
//         criterion(out, y).backward(…)               out, h = rnn(x, h)
//                                                     criterion(out, y).backward(…)
//
// A tuple of states, and a state on `self`, likewise.
//
// Fires when    a module is given, in every iteration, the state it gave in the
//               one before, and a backward pass runs in each iteration.
// Stays silent  when the state is detached, re-packed or made anew, when the loop
//               over the sequence has no backward pass of its own, in evaluation.
// Safe when     never: truncated back-propagation is another algorithm.

#include <fmt/format.h>

#include <algorithm>

#include "engine/transform.h"
#include "transforms/common/training_step.h"
#include "transforms/common/unit_test.h"
#include "transforms/common/walk.h"

namespace mlfix {
namespace {

enum class StateKind : std::uint8_t { Unknown, Tensor, Tuple };

struct Carried {
  NodeId argument = kNoNode;  // the state, as it is given to the module
  NodeId loop = kNoNode;      // that carries it; kNoNode for an attribute
  NodeId backward = kNoNode;
  bool starts_as_none = false;
};

void collect(const SyntaxTree& tree, NodeId n, std::vector<NodeId>& places) {
  switch (tree.kind(n)) {
    case Kind::Identifier:
    case Kind::Attribute:
      places.push_back(n);
      return;
    case Kind::Tuple:
    case Kind::PatternList:
    case Kind::TuplePattern:
    case Kind::ParenthesizedExpression:
      for (const NodeId child : tree.children(n)) collect(tree, child, places);
      return;
    default:
      return;
  }
}

bool is_recurrent_name(std::string_view name) {
  for (const std::string_view word : {"rnn", "lstm", "gru", "cell", "LSTM", "GRU", "RNN"}) {
    if (name.find(word) != std::string_view::npos) return true;
  }
  return false;
}

NodeId backward_in(const Context& c, NodeId loop, NodeId after) {
  for (NodeId n = after; n < c.tree.subtree_end(loop); ++n) {
    const bool here = c.tree.is(n, Kind::Call) && c.model.loop_of(n) == loop;
    if (here && is_tensor_backward(c.model, n)) return n;
  }
  return kNoNode;
}

bool is_module_call(const Context& c, NodeId call) {
  const NodeId called = c.tree.child(call, Field::Function);
  return c.model.facts(called).could_be(Fact::Module) || is_recurrent_name(c.tree.text(called));
}

bool is_given(const Context& c, NodeId call, std::string_view state) {
  std::vector<NodeId> given;
  for (const NodeId argument : c.model.arguments(call)) collect(c.tree, argument, given);
  return std::any_of(given.begin(), given.end(),
                     [&](NodeId argument) { return c.tree.text(argument) == state; });
}

// The right side of the assignment that the value of `name` comes from.
NodeId maker_of(const Context& c, NodeId name) {
  const DefId def = c.model.bindings().reaching(name);
  if (def == kNone) return kNoNode;
  const NodeId assignment =
      c.tree.ancestor(c.model.bindings().definition(def).node, Kind::Assignment);
  const NodeId made =
      assignment == kNoNode ? NodeId{kNoNode} : c.tree.child(assignment, Field::Right);
  return made == kNoNode ? NodeId{kNoNode} : c.model.strip_parentheses(made);
}

// Does the assignment give the state another value than a module's next one, or
// the first one (under `if state is None`)?
bool renews(const Context& c, NodeId assignment, std::string_view state) {
  const NodeId value = c.tree.child(assignment, Field::Right);
  std::vector<NodeId> targets;
  collect(c.tree, c.tree.child(assignment, Field::Left), targets);
  const bool sets = std::any_of(targets.begin(), targets.end(),
                                [&](NodeId target) { return c.tree.text(target) == state; });
  if (!sets || value == kNoNode) return false;
  NodeId call = c.model.strip_parentheses(value);
  if (c.tree.is(call, Kind::Identifier)) call = maker_of(c, call);  // h = new_h
  if (c.tree.is(call, Kind::Call) && is_module_call(c, call) && is_given(c, call, state)) {
    return false;
  }
  const NodeId branch = c.tree.ancestor(assignment, Kind::IfStatement);
  const NodeId condition =
      branch == kNoNode ? NodeId{kNoNode} : c.tree.child(branch, Field::Condition);
  return condition == kNoNode || c.tree.text(condition) != fmt::format("{} is None", state);
}

// A statement of the region that takes the state out of the graph, or may do so,
// if only now and then: h = h.detach(), h.detach_(), repackage(h), h = zeros().
NodeId detached_in(const Context& c, NodeId region, NodeId state, NodeId call) {
  const std::string_view text = c.tree.text(state);
  const bool is_name = c.tree.is(state, Kind::Identifier);  // an attribute is never set elsewhere
  for (NodeId n = region; n < c.tree.subtree_end(region); ++n) {
    if (is_name && c.tree.is(n, Kind::Assignment) && renews(c, n, text)) return n;
    if (!c.tree.is(n, Kind::Call) || n == call) continue;
    if (c.model.method_name(n) == "detach_") return n;
    const bool alone = c.tree.is(c.tree.parent(n), Kind::ExpressionStatement);
    if (alone && is_given(c, n, text)) return n;
  }
  return kNoNode;
}

bool starts_as_none(const Context& c, DefId def, int depth) {
  if (def == kNone || depth > 8) return false;
  const Definition& d = c.model.bindings().definition(def);
  if (d.kind == DefKind::Assign) return c.tree.is(d.value, Kind::None);
  return !d.operands.empty() &&
         std::any_of(d.operands.begin(), d.operands.end(),
                     [&](DefId operand) { return starts_as_none(c, operand, depth + 1); });
}

// The definition that hands the value of `target` over to the name of `argument`
// for the next iteration: its own, or that of `h = new_h`.
DefId handed_over(const Context& c, NodeId argument, NodeId target, NodeId loop) {
  const DefId made = c.model.bindings().definition_at(target);
  if (c.tree.text(argument) == c.tree.text(target)) return made;
  for (NodeId n = loop; n < c.tree.subtree_end(loop); ++n) {
    if (!c.tree.is(n, Kind::Assignment)) continue;
    const NodeId left = c.tree.child(n, Field::Left), right = c.tree.child(n, Field::Right);
    const bool renames = c.tree.is(left, Kind::Identifier) && c.tree.is(right, Kind::Identifier) &&
                         c.tree.text(left) == c.tree.text(argument);
    if (renames && made != kNone && c.model.bindings().reaching(right) == made) {
      return c.model.bindings().definition_at(left);
    }
  }
  return kNone;
}

std::optional<Carried> carried_name(const Context& c, NodeId argument, NodeId target, NodeId call) {
  for (const NodeId loop : c.model.loops_of(call)) {
    const DefId def = handed_over(c, argument, target, loop);
    const NodeId backward = backward_in(c, loop, call);
    if (def == kNone || backward == kNoNode) continue;
    if (!c.model.bindings().carried_by_loop(argument, loop, def)) continue;
    return Carried{argument, loop, backward,
                   starts_as_none(c, c.model.bindings().reaching(argument), 0)};
  }
  return std::nullopt;
}

// self.h is carried from call to call when nothing else ever sets it, but for
// the constructor, and the file trains.
std::optional<Carried> carried_attribute(const Context& c, NodeId argument, NodeId target) {
  const NodeId around = c.model.function_of(target);
  const bool constructs =
      around == kNoNode || c.tree.text(c.tree.child(around, Field::Name)) == "__init__";
  if (constructs || c.tree.text(argument) != c.tree.text(target)) return std::nullopt;
  Carried carried{argument, kNoNode, kNoNode, false};
  const auto name = c.tree.text(c.tree.child(target, Field::Attribute));
  for (const AttributeAccess& access : c.model.attribute_accesses(name)) {
    if (!access.is_store || access.node == target) continue;
    const NodeId method = c.model.function_of(access.node);
    const NodeId store = c.tree.parent(access.node);
    if (method == kNoNode || c.tree.text(c.tree.child(method, Field::Name)) != "__init__" ||
        !c.tree.is(store, Kind::Assignment)) {
      return std::nullopt;
    }
    if (c.tree.is(c.tree.child(store, Field::Right), Kind::None)) carried.starts_as_none = true;
  }
  for (NodeId n = 0; n < c.tree.size() && carried.backward == kNoNode; ++n) {
    const bool call = c.tree.is(n, Kind::Call) && c.model.loop_of(n) != kNoNode;
    if (call && is_tensor_backward(c.model, n)) carried.backward = n;
  }
  return carried.backward == kNoNode ? std::nullopt : std::optional(carried);
}

std::vector<Carried> carried_by(const Context& c, NodeId assignment, NodeId call) {
  std::vector<NodeId> targets, given;
  collect(c.tree, c.tree.child(assignment, Field::Left), targets);
  for (const NodeId argument : c.model.arguments(call)) collect(c.tree, argument, given);
  std::vector<Carried> found;
  for (const NodeId argument : given) {
    if (c.model.facts(argument).could_be(Fact::Module))
      continue;  // self.net = wrap_model(self.net)
    for (const NodeId target : targets) {
      const auto carried = c.tree.is(target, Kind::Identifier)
                               ? carried_name(c, argument, target, call)
                               : carried_attribute(c, argument, target);
      if (carried) found.push_back(*carried);
    }
  }
  return found;
}

bool is_named_like(const Context& c, NodeId call, std::string_view layer) {
  const std::string name = c.model.qualified_text(c.tree.child(call, Field::Function));
  return name == fmt::format("torch.nn.{}", layer);
}

// What a layer that `call` makes keeps: an LSTM a pair, the others a tensor.
StateKind kind_of_layer(const Context& c, NodeId call) {
  for (const std::string_view layer : {"LSTM", "LSTMCell"}) {
    if (is_named_like(c, call, layer)) return StateKind::Tuple;
  }
  for (const std::string_view layer : {"GRU", "RNN", "GRUCell", "RNNCell"}) {
    if (is_named_like(c, call, layer)) return StateKind::Tensor;
  }
  return StateKind::Unknown;
}

StateKind only_kind(bool tuple, bool tensor) {
  if (tuple == tensor) return StateKind::Unknown;
  return tuple ? StateKind::Tuple : StateKind::Tensor;
}

// What the recurrent layers of the file keep, when they agree. Models keep lists
// of what their cells give.
StateKind kind_of_file(const Context& c) {
  bool tuple = false, tensor = false;
  for (NodeId n = 0; n < c.tree.size(); ++n) {
    if (!c.tree.is(n, Kind::Call)) continue;
    if (is_named_like(c, n, "LSTMCell") || is_named_like(c, n, "GRUCell")) {
      return StateKind::Unknown;
    }
    tuple = tuple || kind_of_layer(c, n) == StateKind::Tuple;
    tensor = tensor || kind_of_layer(c, n) == StateKind::Tensor;
  }
  if (tuple || tensor) return only_kind(tuple, tensor);
  return only_kind(c.model.mentions("LSTM"), c.model.mentions("GRU") || c.model.mentions("RNN"));
}

StateKind kind_of(const Context& c, NodeId call, NodeId state) {
  if (c.model.facts(state).must_be(Fact::Tensor)) return StateKind::Tensor;
  if (c.tree.is(c.tree.parent(state), Kind::Tuple)) return StateKind::Tensor;  // (h, c)
  const auto made = constructors_of(c.model, c.tree.child(call, Field::Function));
  const StateKind kind =
      made.size() == 1 ? kind_of_layer(c, made.front()) : StateKind{StateKind::Unknown};
  return kind == StateKind::Unknown ? kind_of_file(c) : kind;
}

std::optional<Intents> detach(const Context& c, const std::vector<Carried>& states, NodeId call) {
  std::string code;
  for (const Carried& carried : states) {
    const std::string_view name = c.tree.text(carried.argument);
    const StateKind kind = kind_of(c, call, carried.argument);
    if (kind == StateKind::Unknown) return std::nullopt;
    const std::string line =
        kind == StateKind::Tensor
            ? fmt::format("{0} = {0}.detach()", name)
            : fmt::format("{0} = tuple(state.detach() for state in {0})", name);
    if (!code.empty()) code += '\n';
    code += carried.starts_as_none ? fmt::format("if {} is not None:\n    {}", name, line) : line;
  }
  const NodeId loop = states.front().loop;
  return loop == kNoNode ? c.edit.insert_before(c.model.statement_of(call), code)
                         : c.edit.insert_at_body_start(c.tree.child(loop, Field::Body), code);
}

void check(const Context& c, NodeId assignment, Findings& out) {
  const NodeId right = c.tree.child(assignment, Field::Right);
  const NodeId call = right == kNoNode ? kNoNode : c.model.strip_parentheses(right);
  if (!c.tree.is(call, Kind::Call) || !c.model.imports("torch")) return;
  if (!is_module_call(c, call) || c.model.grad_mode(call).mode == GradMode::Disabled) return;
  const std::vector<Carried> states = carried_by(c, assignment, call);
  if (states.empty()) return;
  const NodeId function = c.model.function_of(call);
  if (is_unit_test(c.model, function == kNoNode ? c.tree.root() : function, "")) return;
  if (const NodeId owner = owner_of_training(c.model, call); owner != kNoNode) {
    c.abstain(owner, "a framework or an engine runs the training step");
    return;
  }
  for (const Carried& carried : states) {
    const NodeId region = carried.loop == kNoNode ? c.tree.root() : carried.loop;
    const NodeId detached = detached_in(c, region, carried.argument, call);
    if (detached != kNoNode) {
      c.abstain(detached, "the state is, or may be, detached here");
      return;
    }
  }
  auto intents = detach(c, states, call);
  std::string message =
      "the state carries the graphs of all iterations along, so that backward() "
      "goes through all of them";
  if (intents) message += "; the fix assumes that gradients need not reach back in time";
  Finding& finding = out.report(call, std::move(message));
  finding.growth = Growth::Linear;
  finding.why.push_back(
      reason(c.tree, states.front().backward, "the backward pass of every iteration"));
  if (intents) {
    finding.fix = Fix{Applicability::Unsafe, "Detach the state", std::move(*intents), {}};
  }
}

}  // namespace

MLFIX_DEFINE_TRANSFORM(hidden_state_not_detached, check,
                       {.kinds = {Kind::Assignment}, .triggers = {"torch", "backward"}});

}  // namespace mlfix
