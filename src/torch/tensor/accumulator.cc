// The variable is looked at as a whole: one access by anybody else in the loop,
// or from another scope at any place, is enough to leave it alone.

#include "torch/tensor/accumulator.h"

#include <algorithm>
#include <string>

#include "semantic/binding/binding.h"
#include "semantic/knowledge/facts.h"
#include "semantic/knowledge/meanings.h"
#include "semantic/semantic_model.h"

namespace mlfix {
namespace {

NodeId other_access(const SemanticModel& model, const Accumulator& a, NodeId loop) {
  const Bindings& bindings = model.bindings();
  const Variable& variable = bindings.variable_of(bindings.definition_at(a.target));
  const auto is_other = [&](NodeId node) {
    const bool own = a.branching != kNoNode && model.tree().contains(a.branching, node);
    return !own && node != a.target && node != a.read;
  };
  for (DefId d : bindings.definitions_in(variable, loop)) {
    const NodeId node = bindings.definition(d).node;
    if (is_other(node)) return node;
  }
  for (UseId u : bindings.uses_in(variable, loop)) {
    const NodeId node = bindings.use(u).node;
    if (is_other(node)) return node;
  }
  return variable.captured_at;
}

// A block around the statement after which the program goes on although the
// loop did not end: try, contextlib.suppress, pytest.raises.
NodeId exception_stopper(const SemanticModel& model, NodeId statement) {
  const SyntaxTree& tree = model.tree();
  const NodeId function = model.function_of(statement);
  for (NodeId n = statement; n != function && n != kNoNode; n = tree.parent(n)) {
    if (tree.is(n, Kind::TryStatement)) return n;
    if (!tree.is(n, Kind::WithStatement)) continue;
    for (NodeId call = n; call < tree.child(n, Field::Body); ++call) {
      const NodeId callee = tree.is(call, Kind::Call) ? tree.child(call, Field::Function) : kNoNode;
      const std::string_view name = callee == kNoNode ? "" : tree.text(callee);
      if (name.ends_with("suppress") || name.find("aises") != std::string_view::npos) return n;
    }
  }
  return kNoNode;
}

// The definition that the read sees in the first iteration of `loop`.
DefId entering(const SemanticModel& model, const Accumulator& a) {
  DefId d = model.bindings().reaching(a.read);
  while (d != kNone && model.bindings().definition(d).kind == DefKind::LoopPhi &&
         model.tree().contains(a.loop, model.bindings().definition(d).node)) {
    d = model.bindings().definition(d).operands.front();
  }
  return d;
}

}  // namespace

Exposure find_exposure(const SemanticModel& model, Accumulator& a) {
  const Bindings& bindings = model.bindings();
  const Variable& variable = bindings.variable_of(bindings.definition_at(a.target));
  const Scope& scope = bindings.scope(bindings.scope_of(a.target));
  if (variable.scope != bindings.scope_of(a.target) || variable.declared_global ||
      scope.kind == ScopeKind::Class) {
    return {a.target, "the name belongs to another scope, which may read it at any time"};
  }
  if (scope.has_dynamic_names) return {a.target, "names are read by exec, eval or locals() here"};
  for (NodeId loop : model.loops_of(a.target)) {
    if (const NodeId other = other_access(model, a, loop); other != kNoNode) {
      if (a.loop == kNoNode)
        return {other, "the growing value is read or set elsewhere in the loop"};
      break;
    }
    a.loop = loop;
    if (loop == a.begun_by) break;
  }
  if (const NodeId stopper = exception_stopper(model, a.target); stopper != kNoNode) {
    return {stopper, "the program may go on with a half-grown value after an exception"};
  }
  a.start = entering(model, a);
  return {};
}

bool same_gradient_mode_behind(const SemanticModel& model, const Accumulator& a,
                               std::span<const NodeId> parts) {
  const NodeId with = model.tree().ancestor(a.target, Kind::WithStatement);
  const bool inner = with != kNoNode && model.tree().contains(a.loop, with);
  return (!inner && !model.mentions("set_grad_enabled")) ||
         (model.facts_of(a.start).must_be(Fact::NoGraph) &&
          std::all_of(parts.begin(), parts.end(),
                      [&](NodeId part) { return model.facts(part).must_be(Fact::NoGraph); }));
}

bool under_opaque_with(const SemanticModel& model, NodeId statement) {
  const SyntaxTree& tree = model.tree();
  const NodeId function = model.function_of(statement);
  for (NodeId n = statement; n != function && n != kNoNode; n = tree.parent(n)) {
    if (!tree.is(n, Kind::WithStatement)) continue;
    for (NodeId item = n; item < tree.child(n, Field::Body); ++item) {
      if (!tree.is(item, Kind::WithItem)) continue;
      NodeId value = tree.child(item, Field::Value);
      if (tree.is(value, Kind::AsPattern)) value = tree.first_child(value);
      const NodeId called =
          tree.is(value, Kind::Call) ? tree.child(value, Field::Function) : kNoNode;
      const std::string name = called == kNoNode ? "" : model.qualified_text(called);
      const bool plain = called != kNoNode && (model.means(Meaning::LeavesValuesAlone, name) ||
                                               tree.text(called) == "open");
      if (!plain) return true;
    }
  }
  return false;
}

}  // namespace mlfix
