// Decides by definitions, not by names: every read of the target inside the
// loop must be reached by this very statement and nothing else. An attribute of
// self has no definitions; it counts when nothing but a constructor sets it
// elsewhere, and the loop only uses it, after the statement.

#include "transforms/loop/hoisting/hoist.h"

#include <algorithm>
#include <span>
#include <unordered_map>

#include "semantic/binding/binding.h"
#include "semantic/control/consumer.h"
#include "semantic/control/trip_count.h"
#include "semantic/flow/graph_sinks.h"
#include "semantic/names/attribute_access.h"
#include "semantic/semantic_model.h"

namespace mlfix {

template <>
class Prover<Claim::OneServesAll> {
 public:
  static Proof<Claim::OneServesAll> proven() { return {}; }
};

template <>
class Prover<Claim::LoopRuns> {
 public:
  static Proof<Claim::LoopRuns> proven() { return {}; }
};

namespace {

NodeId assigned_target(const SemanticModel& model, NodeId statement, NodeId call) {
  const SyntaxTree& tree = model.tree();
  const NodeId assignment = tree.child_of_kind(statement, Kind::Assignment);
  const bool whole = assignment != kNoNode && tree.child(assignment, Field::Right) == call;
  return whole ? tree.child(assignment, Field::Left) : NodeId{kNoNode};
}

NodeId bound_name(const SemanticModel& model, NodeId statement, NodeId call) {
  const NodeId target = assigned_target(model, statement, call);
  return model.tree().is(target, Kind::Identifier) ? target : NodeId{kNoNode};
}

// The accesses of the attribute that `target` names; none unless it is one of self.
std::span<const AttributeAccess> accesses_of_own(const SemanticModel& model, NodeId target) {
  const SyntaxTree& tree = model.tree();
  if (!tree.is(target, Kind::Attribute)) return {};
  const auto accesses = model.attribute_accesses(tree.text(tree.child(target, Field::Attribute)));
  const bool own = std::any_of(accesses.begin(), accesses.end(), [&](const AttributeAccess& one) {
    return one.node == target && one.klass != kNoNode;
  });
  return own ? accesses : std::span<const AttributeAccess>{};
}

// A name that another statement of the loop binds too, or that is read in the
// loop where the value of an earlier iteration (or from before the loop) may
// arrive.
NodeId other_value_in_loop(const SemanticModel& model, NodeId target, NodeId loop) {
  const Bindings& bindings = model.bindings();
  const DefId own = bindings.definition_at(target);
  const Variable& variable = bindings.variable_of(own);
  for (DefId d : variable.definitions) {
    if (d != own && model.tree().contains(loop, bindings.definition(d).node)) {
      return bindings.definition(d).node;
    }
  }
  for (UseId u : variable.uses) {
    const Use& use = bindings.use(u);
    if (model.tree().contains(loop, use.node) && use.def != own) {
      return use.node;
    }
  }
  return kNoNode;
}

bool only_used(const SemanticModel& model, NodeId use);

bool in_constructor(const SemanticModel& model, NodeId n) {
  const NodeId function = model.function_of(n);
  return function != kNoNode && model.method_class(function) != kNoNode &&
         model.tree().text(model.tree().child(function, Field::Name)) == "__init__";
}

// What stands in the way of setting the attribute once: another place that sets it, or a
// read in the loop where the value of an earlier iteration may arrive, or that keeps it.
NodeId other_access(const SemanticModel& model, NodeId target, NodeId loop) {
  for (const AttributeAccess& access : accesses_of_own(model, target)) {
    if (access.node == target) continue;
    const bool in_loop = model.tree().contains(loop, access.node);
    const bool uses = !access.is_store && access.node > target && only_used(model, access.node);
    if (access.is_store ? !in_constructor(model, access.node) || in_loop : in_loop && !uses) {
      return access.node;
    }
  }
  return kNoNode;
}

// Is a `del` all that changes the name in the loop, and every read in it one of the
// value that is made there?
bool is_only_deleted(const SemanticModel& model, NodeId target, NodeId loop) {
  const Bindings& bindings = model.bindings();
  const DefId own = bindings.definition_at(target);
  const Variable& variable = bindings.variable_of(own);
  bool deleted = false;
  for (const DefId d : variable.definitions) {
    const Definition& other = bindings.definition(d);
    if (d == own || !model.tree().contains(loop, other.node)) continue;
    const bool join = other.kind == DefKind::LoopPhi || other.kind == DefKind::Phi;
    if (other.kind != DefKind::Delete && !join) return false;
    deleted = deleted || other.kind == DefKind::Delete;
  }
  return deleted && std::all_of(variable.uses.begin(), variable.uses.end(), [&](UseId u) {
           const Use& use = bindings.use(u);
           return !model.tree().contains(loop, use.node) || use.def == own;
         });
}

// Is the name read after the loop, where a loop that never ran would leave it
// unbound or with its old value?
bool read_after(const SemanticModel& model, NodeId target, NodeId loop) {
  const Bindings& bindings = model.bindings();
  const Variable& variable = bindings.variable_of(bindings.definition_at(target));
  return std::any_of(variable.uses.begin(), variable.uses.end(),
                     [&](UseId u) { return !model.tree().contains(loop, bindings.use(u).node); });
}

NodeId varying_argument(const SemanticModel& model, NodeId call, NodeId loop) {
  const NodeId callee = model.tree().child(call, Field::Function);
  if (!model.is_invariant(callee, loop)) return callee;  // imported in the loop
  for (NodeId argument : model.arguments(call)) {
    if (!model.is_invariant(argument, loop)) {
      const NodeId witness = model.variance_witness(argument, loop);
      return witness == kNoNode ? argument : witness;
    }
  }
  return kNoNode;
}

// The first node in a body that may end an iteration, by the body; kNoNode is after all others.
struct FirstEnds {
  std::unordered_map<NodeId, NodeId> in;
};

// Something before `inner` that may end the iteration. A break of an inner
// loop counts too: no harm in leaving that alone.
NodeId early_end(const SemanticModel& model, NodeId body, NodeId inner) {
  const SyntaxTree& tree = model.tree();
  const auto [first, is_new] = model.notes<FirstEnds>().in.try_emplace(body, kNoNode);
  for (NodeId n = body; is_new && n < tree.subtree_end(body); ++n) {
    const bool ends = tree.is(n, Kind::ContinueStatement) || tree.is(n, Kind::BreakStatement) ||
                      tree.is(n, Kind::ReturnStatement) || tree.is(n, Kind::RaiseStatement);
    if (!ends) continue;
    first->second = n;
    break;
  }
  return first->second < inner ? first->second : NodeId{kNoNode};
}

// Why `inner` (the statement, or the loop around it) can't leave `loop`.
HoistRefusal obstacle(const SemanticModel& model, const Hoist& plan, NodeId call, NodeId inner,
                      NodeId loop) {
  const SyntaxTree& tree = model.tree();
  const NodeId body = tree.child(loop, Field::Body);
  if (tree.parent(inner) != body) {
    return {inner, "it stands in a block of its own, which may not run in every iteration", false};
  }
  if (const NodeId leaves = early_end(model, body, inner); leaves != kNoNode) {
    return {leaves, "an iteration may end before it runs", false};
  }
  if (const NodeId varies = varying_argument(model, call, loop); varies != kNoNode) {
    return {varies, "an argument changes from iteration to iteration", false};
  }
  if (tree.is(plan.target, Kind::Attribute)) {
    if (const NodeId other = other_access(model, plan.target, loop); other != kNoNode) {
      return {other, "the attribute is set elsewhere, or the loop keeps what it holds", false};
    }
  } else if (plan.target != kNoNode) {
    if (const NodeId other = other_value_in_loop(model, plan.target, loop); other != kNoNode) {
      const bool deleted = is_only_deleted(model, plan.target, loop);
      return {other,
              deleted ? "the name is deleted in the loop"
                      : "the name has another value elsewhere in the loop",
              deleted};
    }
    if (read_after(model, plan.target, loop) && !model.trip_count(loop).certainly_runs) {
      return {plan.target, "the name is read after a loop that may never run"};
    }
  }
  return {};
}

bool only_used(const SemanticModel& model, NodeId use) {
  const Consumer consumer = model.consumer_of(use);
  switch (consumer.role) {
    case Role::Callee:
    case Role::Compared:
    case Role::Condition:
    case Role::Discarded:
    case Role::Formatted:
      return true;
    case Role::MethodReceiver:
      return consumer.name == "save" || consumer.name == "size" || consumer.name == "rank";
    case Role::Argument: {
      const NodeId callee = model.tree().child(consumer.node, Field::Function);
      const std::string name = model.qualified_text(callee);
      return name == "print" || model.tree().text(callee) == "print" ||
             (name.starts_with("torch.") && !name.ends_with("_"));
    }
    default:
      return false;
  }
}

bool outlives(const Reach& fate) {
  return fate.has(Sink::InContainer) || fate.has(Sink::OnAttribute) || fate.has(Sink::Returned) ||
         fate.has(Sink::Yielded);
}

// Is the name only called, compared, shown and given to torch functions in the loop? Errs to
// false.
bool one_object_serves(const SemanticModel& model, const Hoist& hoist) {
  if (hoist.target == kNoNode) return true;
  if (!model.tree().is(hoist.target, Kind::Identifier)) return false;  // others may read it
  const Bindings& bindings = model.bindings();
  const Variable& variable = bindings.variable_of(bindings.definition_at(hoist.target));
  return std::all_of(variable.uses.begin(), variable.uses.end(), [&](UseId u) {
    return !bindings.use(u).captured &&
           (!model.tree().contains(hoist.loop(), bindings.use(u).node) ||
            only_used(model, bindings.use(u).node));
  });
}

}  // namespace

std::optional<Hoist> plan_hoist(const SemanticModel& model, NodeId call, HoistRefusal* refusal) {
  const SyntaxTree& tree = model.tree();
  Hoist plan;
  plan.statement = model.statement_of(call);
  const NodeId target = assigned_target(model, plan.statement, call);
  const bool plain = tree.is(target, Kind::Identifier) || !accesses_of_own(model, target).empty();
  plan.target = plain ? target : NodeId{kNoNode};
  HoistRefusal why{call, "the call is part of a larger expression", false};
  const bool whole = tree.is(plan.statement, Kind::ExpressionStatement) &&
                     (plan.target != kNoNode || tree.first_child(plan.statement) == call);
  if (whole) {
    NodeId inner = plan.statement;
    for (NodeId loop : model.loops_of(call)) {
      const HoistRefusal found = obstacle(model, plan, call, inner, loop);
      if (found.at != kNoNode) {
        why = found;
        break;
      }
      plan.loops.push_back(loop);
      inner = loop;
    }
  }
  if (plan.loops.empty()) {
    if (refusal != nullptr) {
      *refusal = why;
    }
    return std::nullopt;
  }
  return plan;
}

NodeId sole_deletion(const SemanticModel& model, NodeId call) {
  const SyntaxTree& tree = model.tree();
  const Bindings& bindings = model.bindings();
  const NodeId target = bound_name(model, model.statement_of(call), call);
  const NodeId loop = model.loop_of(call);
  if (target == kNoNode || loop == kNoNode || !is_only_deleted(model, target, loop)) return kNoNode;
  NodeId found = kNoNode;
  for (const DefId d : bindings.variable_of(bindings.definition_at(target)).definitions) {
    const Definition& deletion = bindings.definition(d);
    if (deletion.kind != DefKind::Delete || !tree.contains(loop, deletion.node)) continue;
    const NodeId statement = model.statement_of(deletion.node);
    const bool alone = tree.first_child(statement) == deletion.node &&
                       model.block_of(statement) == tree.child(loop, Field::Body);
    if (!alone || found != kNoNode) return kNoNode;
    found = statement;
  }
  return found;
}

bool is_kept(const SemanticModel& model, NodeId call) {
  const NodeId target = assigned_target(model, model.statement_of(call), call);
  if (!accesses_of_own(model, target).empty()) return false;  // the next one takes its place
  if (!model.tree().is(target, Kind::Identifier)) return outlives(model.fate(call));
  const Bindings& bindings = model.bindings();
  const auto& uses = bindings.variable_of(bindings.definition_at(target)).uses;
  return std::any_of(uses.begin(), uses.end(), [&](UseId u) {
    const NodeId use = bindings.use(u).node;  // what it computes is not the object itself
    return model.consumer_of(use).role != Role::Callee && outlives(model.fate(use));
  });
}

Answer<Claim::OneServesAll> one_serves_all(const SemanticModel& model, const Hoist& hoist,
                                           std::string assumed) {
  if (one_object_serves(model, hoist)) return Prover<Claim::OneServesAll>::proven();
  return Assumption{AssumptionKind::OneServesAll, std::move(assumed), hoist.target};
}

Answer<Claim::LoopRuns> loop_runs(const SemanticModel& model, const Hoist& hoist) {
  for (const NodeId loop : hoist.loops) {
    if (model.trip_count(loop).certainly_runs) continue;
    return Assumption{AssumptionKind::LoopRuns, "the loop runs at least once", loop};
  }
  return Prover<Claim::LoopRuns>::proven();
}

Answer<Claim::LoopRuns> loop_runs_on_every_process(const SemanticModel& model, const Hoist& hoist) {
  for (const NodeId loop : hoist.loops) {
    const TripCount trips = model.trip_count(loop);
    if (trips.certainly_runs && trips.known) continue;
    return Assumption{AssumptionKind::LoopRuns, "every rank runs this loop at least once", loop};
  }
  return Prover<Claim::LoopRuns>::proven();
}

}  // namespace mlfix
