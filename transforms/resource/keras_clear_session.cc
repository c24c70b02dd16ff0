// Clears Keras' global state before each model that a loop builds.
//
//     for units in grid:                   for units in grid:
//         model = build(units)       ->        keras.backend.clear_session()
//         model.fit(x, y)                      model = build(units)
//                                              model.fit(x, y)
//
// Fires when    each iteration builds a model, here or in a function of the file,
//               and nothing of it is used behind the iteration.
// Stays silent  when models are kept, a model or layer from outside goes into the
//               new one, or anything clears the session already.
// Never safe    the names of layers start again, and models made before may be
//               invalid in graph mode.

#include <algorithm>
#include <array>

#include "engine/transform.h"
#include "transforms/common/unit_test.h"
#include "transforms/common/walk.h"

namespace mlfix {
namespace {

constexpr int kMaxDepth = 3;

// A call of a class of models.
bool constructs(const Context& c, NodeId call) {
  return c.model.facts(call).must_be(Fact::KerasModel);
}

// Does the function build a model that it keeps to itself?
bool builds_inside(const Context& c, NodeId function) {
  bool builds = false;
  const NodeId body = c.tree.child(function, Field::Body);
  for_each_node(c.tree, body, c.tree.subtree_end(body), [&](NodeId n) {
    builds = builds || (c.tree.is(n, Kind::Call) && constructs(c, n));
  });
  return builds;
}

bool makes_model(const Context& c, NodeId call) {
  if (constructs(c, call)) {
    const std::string_view method = c.model.method_name(call);
    return method != "compile" && method != "fit";
  }
  const NodeId callee = c.model.callee(call);
  return callee != kNoNode && builds_inside(c, callee);
}

// The first in the loop's body; the others of the iteration belong to it.
bool is_first(const Context& c, NodeId call, NodeId loop) {
  bool first = true;
  const NodeId body = c.tree.child(loop, Field::Body);
  for_each_node(c.tree, body, call, [&](NodeId n) {
    first = first && !(c.tree.is(n, Kind::Call) && c.model.loop_of(n) == loop &&
                       !c.tree.contains(n, call) && makes_model(c, n));
  });
  return first;
}

// Is a model, a layer or a tensor of Keras that was made in front of the loop
// used in it?
NodeId made_outside(const Context& c, NodeId loop) {
  const Bindings& bindings = c.model.bindings();
  NodeId found = kNoNode;
  const auto is_keras = [&](NodeId value) {
    const NodeId callee =
        c.tree.is(value, Kind::Call) ? c.tree.child(value, Field::Function) : kNoNode;
    return callee != kNoNode && (c.model.qualified_text(callee).starts_with("keras.") ||
                                 c.model.facts(value).could_be(Fact::KerasModel));
  };
  for_each_node(c.tree, loop, c.tree.subtree_end(loop), [&](NodeId n) {
    if (found != kNoNode) {
      return;
    }
    if (c.tree.is(n, Kind::Attribute) && c.model.facts(n).must_be(Fact::KerasModel)) {
      found = n;
    }
    const DefId d = c.tree.is(n, Kind::Identifier) ? bindings.reaching(n) : DefId{kNone};
    if (d == kNone || c.tree.contains(loop, bindings.definition(d).node)) {
      return;
    }
    const Definition& definition = bindings.definition(d);
    const bool made = definition.kind == DefKind::Assign || definition.kind == DefKind::LoopPhi ||
                      definition.kind == DefKind::Parameter;
    if (made && (c.model.facts_of(d).may_be(Fact::KerasModel) ||
                 (definition.value != kNoNode && is_keras(definition.value)))) {
      found = n;
    }
  });
  return found;
}

// Is a value put where it outlives the iteration?
bool is_stored(const Context& c, NodeId value) {
  constexpr std::array<std::string_view, 6> kStoring{"append", "add",        "insert",
                                                     "extend", "appendleft", "put"};
  const Consumer consumer = c.model.consumer_of(value);
  const std::string_view method =
      consumer.role == Role::Argument ? c.model.method_name(consumer.node) : std::string_view();
  return consumer.role == Role::Returned || consumer.role == Role::Yielded ||
         consumer.role == Role::Element ||
         std::find(kStoring.begin(), kStoring.end(), method) != kStoring.end();
}

// Does the model get out of its iteration under this name or another?
bool is_read_behind(const Context& c, DefId d, NodeId loop, int depth) {
  const Bindings& bindings = c.model.bindings();
  const auto outside = [&](NodeId n) { return !c.tree.contains(loop, n); };
  const Definition& definition = bindings.definition(d);
  const auto leaves = [&](UseId u) {
    const NodeId use = bindings.use(u).node;
    if (outside(use) || bindings.use(u).captured || is_stored(c, use)) {
      return true;
    }
    const Consumer consumer = c.model.consumer_of(use);
    const NodeId left =
        consumer.role == Role::Assigned ? c.tree.child(consumer.node, Field::Left) : kNoNode;
    const DefId other = c.tree.is(left, Kind::Identifier) ? bindings.definition_at(left) : kNone;
    return (left != kNoNode && !c.tree.is(left, Kind::Identifier)) ||
           (other != kNone && depth < kMaxDepth && is_read_behind(c, other, loop, depth + 1));
  };
  return std::any_of(definition.uses.begin(), definition.uses.end(), leaves) ||
         (depth < kMaxDepth &&
          std::any_of(definition.phis.begin(), definition.phis.end(),
                      [&](DefId phi) { return is_read_behind(c, phi, loop, depth + 1); }));
}

bool is_kept(const Context& c, NodeId call, NodeId loop) {
  if (!constructs(c, call)) {
    return false;
  }
  NodeId value = call;  // the whole of `call if a else b`
  while (c.model.consumer_of(value).role == Role::Operand) {
    value = c.model.consumer_of(value).node;
  }
  const Consumer consumer = c.model.consumer_of(value);
  if (is_stored(c, value)) {
    return true;
  }
  if (consumer.role != Role::Assigned) {
    return false;
  }
  const NodeId left = c.tree.child(consumer.node, Field::Left);
  for (NodeId n = left; n != kNoNode && n < c.tree.subtree_end(left); ++n) {
    const DefId d = c.tree.is(n, Kind::Identifier) ? c.model.bindings().definition_at(n) : kNone;
    if (c.tree.is(n, Kind::Attribute) || (d != kNone && is_read_behind(c, d, loop, 0))) {
      return true;
    }
  }
  return false;
}

// `tf.keras.…`, `K.…` or whatever the file has; keras comes with tensorflow for most.
std::optional<Rewriter::Spelling> clear_session(const Context& c, NodeId at) {
  const bool tensorflow = c.model.imports("tensorflow");
  const std::string_view package = tensorflow ? "tensorflow.keras" : "keras";
  return c.edit.spell(at, std::string(package) + ".backend.clear_session");
}

void check(const Context& c, NodeId call, Findings& out) {
  const NodeId loop = c.model.loop_of(call);
  if (loop == kNoNode || !(c.model.imports("keras") || c.model.imports("tensorflow")) ||
      !makes_model(c, call) || !is_first(c, call, loop)) {
    return;
  }
  const NodeId function = c.model.function_of(call);
  if (is_unit_test(c.model, function == kNoNode ? c.tree.root() : function, "")) {
    c.abstain(call, "a unit test");
    return;
  }
  if (c.model.mentions("clear_session") || c.model.mentions("reset_default_graph")) {
    c.abstain(call, "the file clears the session already");
    return;
  }
  if (is_kept(c, call, loop)) {
    c.abstain(call, "the models are kept");
    return;
  }
  if (const NodeId outside = made_outside(c, loop); outside != kNoNode) {
    c.abstain(outside, "a model or layer from outside the loop is used in it");
    return;
  }
  Finding& finding = out.report(call,
                                "every iteration leaves a model in Keras' global state; the fix "
                                "assumes that nobody needs earlier models or the names of layers");
  finding.growth = Growth::Linear;
  finding.why.push_back(reason(c.tree, loop, "each iteration builds a new model"));
  const auto spelling = clear_session(c, call);
  auto intents =
      spelling ? c.edit.insert_at_body_start(c.tree.child(loop, Field::Body), spelling->text + "()")
               : std::nullopt;
  if (intents) {
    append(*intents, spelling->imports);
    finding.fix = Fix{Applicability::Unsafe, "Clear the session before each model",
                      std::move(*intents), spelling->guards};
  }
}

}  // namespace

MLFIX_DEFINE_TRANSFORM(keras_clear_session, check, {.kinds = {Kind::Call}, .triggers = {"keras"}});

}  // namespace mlfix
