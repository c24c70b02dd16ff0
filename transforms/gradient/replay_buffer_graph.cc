// Keeps replay memories from keeping the graphs of the actions that fill them.
//
//     memory.push(state, q_values, reward)  ->  memory.push(state, q_values.detach(), reward)
//
// The same for append, add, insert, store, agent.remember(…), records made on the
// spot (Transition(state, q)), entries (memory[i] = …), and recurrent state, a pair
// of tensors for an LSTM.
//
// Fires when    something that is called a replay memory, a rollout or a store of
//               transitions gets a value that carries a graph.
// Stays silent  when what is stored is differentiated later (A2C, REINFORCE), or it
//               goes where we lose it; when gradients are, or may be, off.
// Safe when     the value is certainly a tensor and every reader of the memory is
//               seen.

#include <algorithm>
#include <array>

#include "engine/transform.h"
#include "transforms/common/attachment.h"
#include "transforms/common/detaching.h"
#include "transforms/common/module_state.h"
#include "transforms/common/replay_memory.h"
#include "transforms/common/unit_test.h"

namespace mlfix {
namespace {

// x.max(1)[1] and x.topk(k).indices are integers.
bool is_index(const Context& c, NodeId value) {
  const SyntaxTree& tree = c.tree;
  for (NodeId n = value; n != kNoNode;) {
    n = c.model.strip_parentheses(n);
    if (tree.is(n, Kind::Identifier)) {
      const DefId def = c.model.bindings().reaching(n);
      if (def == kNone) return false;
      const Definition& d = c.model.bindings().definition(def);
      n = d.kind == DefKind::Assign ? d.value : kNoNode;
    } else if (tree.is(n, Kind::Subscript)) {
      const NodeId object = c.model.strip_parentheses(tree.child(n, Field::Value));
      const std::string_view method = c.model.method_name(object);
      const bool pair = tree.text(object).find("max(") != std::string_view::npos ||
                        method == "min" || method == "sort" || method == "topk";
      if (pair && tree.text(tree.child(n, Field::Subscript)) == "1") return true;
      n = object;
    } else if (tree.is(n, Kind::Attribute)) {
      if (tree.text(tree.child(n, Field::Attribute)) == "indices") return true;
      n = tree.child(n, Field::Object);
    } else if (tree.is(n, Kind::Call)) {
      const NodeId called = tree.child(n, Field::Function);
      n = tree.is(called, Kind::Attribute) ? tree.child(called, Field::Object) : kNoNode;
    } else {
      return false;
    }
  }
  return false;
}

// The call that a name is bound to, and the position of the name in its result.
struct Output {
  NodeId call = kNoNode;
  int position = -1;
};

Output output_of(const Context& c, NodeId value) {
  const DefId def =
      c.tree.is(value, Kind::Identifier) ? c.model.bindings().reaching(value) : DefId{kNone};
  if (def == kNone || c.model.bindings().definition(def).kind != DefKind::Unpack) return {};
  const Definition& d = c.model.bindings().definition(def);
  const NodeId call = c.model.strip_parentheses(d.value);
  if (!c.tree.is(call, Kind::Call) || c.model.callee(call) != kNoNode) return {};
  int position = 0;
  for (const NodeId sibling : c.tree.children(c.tree.parent(d.node))) {
    if (sibling == d.node) return {call, position};
    ++position;
  }
  return {};
}

bool runs_module(const Context& c, NodeId call) {
  return call != kNoNode &&
         c.model.facts(c.tree.child(call, Field::Function)).could_be(Fact::Module);
}

// Was the module that the call runs made as an LSTM? Its state is a pair.
bool runs_lstm(const Context& c, NodeId call) {
  const NodeId module = c.tree.child(call, Field::Function);
  if (!c.tree.is(module, Kind::Attribute)) {
    const DefId def = c.model.bindings().reaching(module);
    return def != kNone && c.model.bindings().definition(def).value != kNoNode &&
           c.model.is_call_to(c.model.bindings().definition(def).value, "torch.nn.LSTM");
  }
  for (const AttributeAccess& access :
       c.model.attribute_accesses(c.tree.text(c.tree.child(module, Field::Attribute)))) {
    const NodeId store = c.tree.parent(access.node);
    if (access.is_store && c.tree.is(store, Kind::Assignment) &&
        c.model.is_call_to(c.tree.child(store, Field::Right), "torch.nn.LSTM")) {
      return true;
    }
  }
  return false;
}

// dist.log_prob(action), where the distribution is made from what a module gives.
bool is_log_probability(const Context& c, NodeId value) {
  constexpr auto kMethods = std::to_array<std::string_view>({"log_prob", "entropy", "rsample"});
  value = c.model.strip_parentheses(value);
  if (c.tree.is(value, Kind::Identifier)) {
    const DefId def = c.model.bindings().reaching(value);
    if (def == kNone || c.model.bindings().definition(def).kind != DefKind::Assign) return false;
    value = c.model.strip_parentheses(c.model.bindings().definition(def).value);
  }
  for (const std::string_view method : kMethods) {
    NodeId source = c.model.receiver_of_call(value, method);
    if (source == kNoNode) continue;
    const DefId def =
        c.tree.is(source, Kind::Identifier) ? c.model.bindings().reaching(source) : DefId{kNone};
    if (def == kNone) return false;
    source = c.model.bindings().definition(def).value;
    if (!c.tree.is(source, Kind::Call)) return false;
    for (const NodeId argument : c.model.arguments(source)) {
      if (attachment_of(c.model, argument) != Attachment::None) return true;
      if (runs_module(c, argument) || runs_module(c, output_of(c, argument).call)) return true;
    }
    return runs_module(c, source);
  }
  return false;
}

bool carries_graph(const Context& c, NodeId value) {
  if (has_no_graph(c.model, value) || is_index(c, value)) return false;
  return attachment_of(c.model, value) != Attachment::None || is_log_probability(c, value) ||
         runs_module(c, output_of(c, value).call);
}

DetachVerdict judge(const Context& c, NodeId value) {
  const auto forbidden = [](std::string_view fact) {
    DetachVerdict verdict;
    verdict.fact = fact;
    return verdict;
  };
  if (c.model.grad_mode(value).mode != GradMode::Enabled) {
    return forbidden("gradients are, or may be, off here");
  }
  if (in_evaluation(c.model, value)) {
    return forbidden("it is evaluation: gradients are to be switched off instead");
  }
  const Fate fate = c.model.fate(value);
  if (fate.backward) return forbidden("it is differentiated later");
  if (fate.in_forward_output) return forbidden("it is part of what forward() returns");
  if (fate.lost) return forbidden("it goes where we cannot follow it");
  DetachVerdict verdict;
  verdict.level = Detaching::Safe;
  if (fate.escapes()) {
    verdict.level = Detaching::Assumed;
    verdict.assumption = "those who read the memory do not differentiate what is in it";
  } else if (attachment_of(c.model, value) != Attachment::Proven) {
    verdict.level = Detaching::Assumed;
    verdict.assumption = "it is a tensor";
  }
  return verdict;
}

void check(const Context& c, NodeId n, Findings& out) {
  const std::vector<NodeId> kept = kept_in_replay_memory(c.model, n);
  if (kept.empty()) return;
  if (in_module_method(c.model, n, "forward")) {
    c.abstain(n, "the memory is a part of forward()");
    return;
  }
  const NodeId function = c.model.function_of(n);
  if (is_unit_test(c.model, function == kNoNode ? c.tree.root() : function, "")) {
    c.abstain(n, "it is part of a unit test");
    return;
  }
  if (std::ranges::none_of(kept, [&](NodeId value) { return carries_graph(c, value); })) {
    c.abstain(n, "nothing shows that what is kept carries a graph");
    return;
  }
  std::vector<NodeId> tensors, pairs;
  DetachVerdict worst;
  worst.level = Detaching::Safe;
  for (const NodeId value : kept) {
    if (!carries_graph(c, value)) continue;
    const DetachVerdict verdict = judge(c, value);
    if (verdict.level == Detaching::Forbidden) {
      c.abstain(n, verdict.fact);
      continue;
    }
    if (verdict.level < worst.level) worst = verdict;
    const Output output = output_of(c, value);
    const bool pair = output.position == 1 && runs_lstm(c, output.call);
    (pair ? pairs : tensors).push_back(value);
  }
  if (tensors.empty() && pairs.empty()) return;
  report_detaching(c, n, tensors, worst,
                   "the memory keeps the graph that each of its entries was computed with; store "
                   "a detached value",
                   out, pairs);
}

}  // namespace

MLFIX_DEFINE_TRANSFORM(replay_buffer_graph, check,
                       {.kinds = {Kind::Call, Kind::Assignment}, .triggers = {"torch"}});

}  // namespace mlfix
