// Takes the search for anomalies out of the training again.
//
//     with torch.autograd.detect_anomaly():    ->    loss.backward()
//         loss.backward()
//
//     torch.autograd.set_detect_anomaly(True)  ->    (nothing)
//
// With several items only the one goes; an import that nothing else reads goes
// with it.
//
// Fires when    the mode is switched on unconditionally.
// Stays silent  when an option, a debug function or a test decides, when it is
//               switched off again, or when a handler of RuntimeError relies on it.
// Safe when     never: where gradients turn NaN, the program would have stopped.

#include "engine/diagnostic.h"
#include "engine/transform.h"
#include "semantic/binding/binding.h"
#include "semantic/knowledge/hints.h"
#include "semantic/names/access_path.h"
#include "semantic/semantic_model.h"
#include "transforms/fixes/gates.h"

namespace mlfix::anomaly_mode {
namespace {

constexpr std::string_view kContext = "torch.autograd.detect_anomaly";
constexpr std::string_view kSwitch = "torch.autograd.set_detect_anomaly";

// The item of a with statement that is the call, or kNoNode.
NodeId item_of(const Context& c, NodeId call) {
  const NodeId item = c.tree.parent(call);
  return c.tree.is(item, Kind::WithItem) ? item : NodeId{kNoNode};
}

// A switch in a branch is one of an option; a with statement there need not be,
// when the branch has no alternative and the condition speaks of something else.
bool may_be_option(const Context& c, NodeId branching, NodeId call) {
  const std::string_view condition = c.tree.text(c.tree.child(branching, Field::Condition));
  const bool alternative = c.tree.child(branching, Field::Alternative) != kNoNode;
  if (item_of(c, call) == kNoNode || alternative || c.model.suggests(Hint::Debugging, condition))
    return true;
  return c.model.suggests(Hint::SettingsObject, condition);
}

// An option or a debug function around the call, or kNoNode.
NodeId condition_around(const Context& c, NodeId call) {
  NodeId below = call;
  for (NodeId n = c.tree.parent(call); n != kNoNode; below = n, n = c.tree.parent(n)) {
    switch (c.tree.kind(n)) {
      case Kind::ConditionalExpression:
      case Kind::BooleanOperator:
      case Kind::ElifClause:
      case Kind::CaseClause:
      case Kind::Lambda:
        return n;
      case Kind::IfStatement: {
        const NodeId condition = c.tree.child(n, Field::Condition);
        const bool main = c.tree.text(condition).starts_with("__name__");
        if (!main && below != condition && may_be_option(c, n, call)) return condition;
        break;
      }
      case Kind::FunctionDefinition:
        if (c.model.suggests(Hint::Debugging, c.tree.text(c.tree.child(n, Field::Name)))) return n;
        break;
      default:
        break;
    }
  }
  return kNoNode;
}

// A handler that may want to see the RuntimeError of an anomaly.
NodeId handler_around(const Context& c, NodeId call) {
  const NodeId function = c.model.function_of(call);
  for (NodeId n = c.tree.ancestor(call, Kind::TryStatement); n != kNoNode && n != function;
       n = c.tree.ancestor(n, Kind::TryStatement)) {
    if (!c.tree.contains(c.tree.child(n, Field::Body), call)) continue;
    for (const NodeId part : c.tree.children(n)) {
      if (!c.tree.is(part, Kind::ExceptClause)) continue;
      const std::string_view text = c.tree.text(part);
      const std::string_view head = text.substr(0, text.find(':'));
      const bool other = head.find("Interrupt") != head.npos || head.find("Import") != head.npos;
      if (!other) return part;
    }
  }
  return kNoNode;
}

// A switch that is no literal True, so that the mode ends or is optional.
NodeId other_switch(const Context& c, NodeId call) {
  for (NodeId n = 0; n < c.tree.size(); ++n) {
    if (n == call || !c.model.is_call_to(n, kSwitch)) continue;
    const NodeId mode = c.model.argument(n, 0, "mode");
    if (!c.tree.is(mode, Kind::True)) return n;
  }
  return kNoNode;
}

void report(const Context& c, NodeId call, NodeId item, Findings& out) {
  const NodeId statement = c.model.statement_of(call);
  const bool is_statement =
      c.tree.is(statement, Kind::ExpressionStatement) && c.tree.parent(call) == statement;
  const TextRange at =
      item == kNoNode ? c.tree.range(call) : TextRange{c.tree[statement].begin, c.tree[call].end};
  std::optional<Intents> intents;
  if (item != kNoNode) intents = c.edit.remove_item(item);
  if (is_statement) intents = c.edit.delete_statement(statement);
  // `import torch` stays: it sets things up, and other files may count on it.
  const NodeId name = root_of(c.model, c.tree.child(call, Field::Function));
  const DefId def = c.tree.is(name, Kind::Identifier) ? c.model.bindings().reaching(name) : kNone;
  const NodeId bound = def == kNone ? kNoNode : c.model.bindings().definition(def).node;
  if (intents && bound != kNoNode &&
      c.tree.is(c.model.statement_of(bound), Kind::ImportFromStatement)) {
    append(*intents, c.edit.remove_orphaned_import(name));
  }
  c.diagnose(out, at, "the search for anomalies is left on: it slows every backward pass")
      .fix("Switch anomaly detection off", std::move(intents),
           Verdict::assuming(AssumptionKind::ErrorNotAwaited, "nobody waits for its error"));
}

void check(const Context& c, NodeId call, Findings& out) {
  const bool is_switch = c.model.is_call_to(call, kSwitch);
  if (!is_switch && !c.model.is_call_to(call, kContext)) return;
  if (is_switch && !c.tree.is(c.model.argument(call, 0, "mode"), Kind::True)) return;
  const auto leave = [&](NodeId at, std::string_view fact) {
    return at != kNoNode && !c.abstain(at, fact);
  };
  const NodeId item = item_of(c, call);
  if (leave(condition_around(c, call), "an option or a debug function switches it on") ||
      leave(handler_around(c, call), "a handler may rely on the error")) {
    return;
  }
  if (is_switch && item == kNoNode &&
      leave(other_switch(c, call), "it is switched off, or set by an option, here")) {
    return;
  }
  report(c, call, item, out);
}

}  // namespace

MLFIX_DEFINE_TRANSFORM(anomaly_mode, check,
                       {.kinds = {Kind::Call},
                        .triggers = {"torch", "detect_anomaly"},
                        .gates = {kOutsideUnitTests}});

}  // namespace mlfix::anomaly_mode
