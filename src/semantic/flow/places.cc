// See places.h.

#include "semantic/flow/places.h"

#include <algorithm>
#include <span>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "semantic/binding/binding.h"
#include "semantic/binding/reach_memo.h"
#include "semantic/control/consumer.h"
#include "semantic/control/flow_queries.h"
#include "semantic/control/repetition.h"
#include "semantic/control/walk.h"
#include "semantic/knowledge/facts.h"
#include "semantic/names/access_path.h"
#include "semantic/names/attribute_access.h"
#include "semantic/names/calls.h"
#include "semantic/semantic_model.h"

namespace mlfix {
namespace {

// The definitions that a definition carries on: those a phi merges, the value
// before `x += …`, the x on the right of `x = x + …`.
std::vector<DefId> carried_on(const SemanticModel& model, DefId def) {
  const SyntaxTree& tree = model.tree();
  const Definition& d = model.bindings().definition(def);
  if (d.kind != DefKind::Assign || d.value == kNoNode) {
    return {d.operands.begin(), d.operands.end()};
  }
  std::vector<DefId> own;
  for_each_node(tree, d.value, tree.subtree_end(d.value), [&](NodeId n) {
    if (!tree.is(n, Kind::Identifier) || tree.text(n) != tree.text(d.node)) return;
    if (const DefId read = model.bindings().reaching(n); read != kNone) own.push_back(read);
  });
  return own;
}

bool is_phi_of(const SemanticModel& model, DefId def, NodeId loop) {
  const Definition& d = model.bindings().definition(def);
  return d.kind == DefKind::LoopPhi && d.node == loop;
}

// What a walk from a definition back over what definitions carry on does next: it stays in
// the loop, and does not pass the loop's own phi.
std::vector<DefId> carried_on_in(const SemanticModel& model, DefId def, NodeId loop) {
  const bool inside = model.tree().contains(loop, model.bindings().definition(def).node);
  if (!inside || is_phi_of(model, def, loop)) return {};
  return carried_on(model, def);
}

// What walks back in one loop have found.
struct LoopWalks {
  struct InLoop {
    ReachMemo phi, outside;
    // By the phi of a name: the definitions of it that reach the next iteration.
    std::unordered_map<DefId, std::unordered_set<DefId>> handed_on;
  };
  std::unordered_map<NodeId, InLoop> in;
};

// The phi of the loop whose value reaches the definition, or kNone.
DefId phi_behind(const SemanticModel& model, DefId def, NodeId loop) {
  return model.notes<LoopWalks>().in[loop].phi.find(
      def, [&](DefId at) { return is_phi_of(model, at, loop); },
      [&](DefId at) { return carried_on_in(model, at, loop); });
}

const std::unordered_set<DefId>& handed_on(const SemanticModel& model, DefId phi, NodeId loop) {
  const auto [known, is_new] = model.notes<LoopWalks>().in[loop].handed_on.try_emplace(phi);
  std::unordered_set<DefId>& found = known->second;
  if (!is_new) return found;
  const auto& operands = model.bindings().definition(phi).operands;
  std::vector<DefId> open{operands.begin() + 1, operands.end()};
  while (!open.empty()) {
    const DefId def = open.back();
    open.pop_back();
    if (def == kNone || !found.insert(def).second) continue;
    for (const DefId other : carried_on_in(model, def, loop)) open.push_back(other);
  }
  return found;
}

// Does a value from before `loop`, or from its last iteration, reach here?
bool comes_from_outside(const SemanticModel& model, DefId def, NodeId loop) {
  return model.notes<LoopWalks>().in[loop].outside.find(
             def,
             [&](DefId at) {
               return is_phi_of(model, at, loop) ||
                      !model.tree().contains(loop, model.bindings().definition(at).node);
             },
             [&](DefId at) { return carried_on_in(model, at, loop); }) != kNone;
}

// What may set places again, or empty them, in the body of a loop or a scope: by the text of
// the place, those that are run each time apart from the others.
struct Resets {
  struct OfPlace {
    std::vector<NodeId> every_time, sometimes;
  };
  using OfBody = std::unordered_map<std::string_view, OfPlace>;
  std::unordered_map<NodeId, OfBody> in;
};

// What the node sets again or empties: an assignment, a deletion, x.clear().
NodeId reset_by(const SemanticModel& model, NodeId n) {
  const SyntaxTree& tree = model.tree();
  switch (tree.kind(n)) {
    case Kind::Assignment:
      return tree.child(n, Field::Left);
    case Kind::Call:
      return model.receiver_of_call(n, "clear");
    case Kind::DeleteStatement:
      return tree.first_child(n);
    default:
      return kNoNode;
  }
}

// Does it take a slice out, or another in its place: buffer[:] = [], del buffer[:]? What writes a
// value over a part of a tensor, buffer[a:b] = x, leaves the rest.
bool takes_out_slice(const SyntaxTree& tree, NodeId target, NodeId n) {
  if (!tree.is(target, Kind::Subscript)) return false;
  const NodeId slice = tree.child(target, Field::Subscript);
  if (!tree.is(slice, Kind::Slice)) return false;
  const bool is_whole = tree.first_child(slice) == kNoNode;
  return is_whole || !tree.is(n, Kind::Assignment) ||
         tree.is(tree.child(n, Field::Right), Kind::List);
}

const Resets::OfBody& resets_in(const SemanticModel& model, NodeId body) {
  const auto [known, is_new] = model.notes<Resets>().in.try_emplace(body);
  if (!is_new) return known->second;
  const SyntaxTree& tree = model.tree();
  const auto add = [&](NodeId place, NodeId n) {
    // losses = losses + [loss] sets nothing again
    const NodeId value =
        tree.is(n, Kind::Assignment) ? tree.child(n, Field::Right) : NodeId{kNoNode};
    const std::string_view text = tree.text(place);
    if (value != kNoNode && tree.text(value).find(text) != text.npos) return;
    Resets::OfPlace& resets = known->second[text];
    const bool every_time = tree.parent(model.statement_of(n)) == body;
    (every_time ? resets.every_time : resets.sometimes).push_back(n);
  };
  for_each_node(tree, body, tree.subtree_end(body), [&](NodeId n) {
    const NodeId target = reset_by(model, n);
    if (target == kNoNode) return;
    add(target, n);
    if (takes_out_slice(tree, target, n)) add(tree.child(target, Field::Value), n);
  });
  return known->second;
}

// Is the place set again, or emptied, before `statement` in every iteration?
bool is_reset(const SemanticModel& model, std::string_view place, NodeId statement) {
  const NodeId loop = model.loop_of(statement);
  const NodeId body =
      loop == kNoNode ? scope_body(model, statement) : model.tree().child(loop, Field::Body);
  const Resets::OfBody& all = resets_in(model, body);
  const auto resets = all.find(place);
  if (resets == all.end()) return false;
  const auto& [every_time, sometimes] = resets->second;
  return std::ranges::any_of(every_time, [&](NodeId n) { return n != statement; }) ||
         std::ranges::any_of(
             sometimes, [&](NodeId n) { return n < statement && dominates(model, n, statement); });
}

}  // namespace

bool is_carried(const SemanticModel& model, NodeId read, NodeId loop, DefId def) {
  const DefId phi = phi_behind(model, model.bindings().reaching(read), loop);
  return phi != kNone && handed_on(model, phi, loop).contains(def);
}

bool is_bound_outside(const SemanticModel& model, NodeId name, NodeId loop) {
  const DefId def =
      model.tree().is(name, Kind::Identifier) ? model.bindings().reaching(name) : DefId{kNone};
  return def != kNone && !model.tree().contains(loop, model.bindings().definition(def).node);
}

bool may_be_part_of_module(const SemanticModel& model, NodeId expr) {
  const SyntaxTree& tree = model.tree();
  while (!model.facts(expr).could_be(Fact::Module)) {
    if (tree.is(expr, Kind::Attribute)) {
      expr = tree.child(expr, Field::Object);
    } else if (tree.is(expr, Kind::Subscript)) {
      expr = tree.child(expr, Field::Value);
    } else {
      return false;
    }
  }
  return true;
}

namespace {

// The innermost loop around the call, or the function that a server runs again and again.
NodeId repeated_around(const SemanticModel& model, NodeId call) {
  if (const NodeId loop = model.loop_of(call); loop != kNoNode) return loop;
  const NodeId function = model.function_of(call);
  const bool repeated = function != kNoNode && answers_requests(model, function);
  return repeated ? function : NodeId{kNoNode};
}

}  // namespace

bool is_repeated_on_module(const SemanticModel& model, NodeId call) {
  const NodeId loop = repeated_around(model, call);
  return loop != kNoNode && std::ranges::any_of(model.arguments(call), [&](NodeId argument) {
           if (!may_be_part_of_module(model, argument)) return false;
           if (model.tree().is(argument, Kind::Identifier)) {
             return is_bound_outside(model, argument, loop);
           }
           // What a call gives may be made there and then.
           return model.tree().is(root_of_path(model, argument), Kind::Identifier) &&
                  outlives_iteration(model, argument, model.statement_of(call));
         });
}

NodeId parameter_of_argument(const SemanticModel& model, NodeId call, NodeId argument) {
  const SyntaxTree& tree = model.tree();
  const NodeId function = model.callee(call);
  if (function == kNoNode) return kNoNode;
  const Consumer given = model.consumer_of(argument);
  const bool bound = model.method_class(function) != kNoNode && !is_static_method(tree, function);
  int position = bound ? -1 : 0;  // of self
  for (const NodeId parameter : tree.children(tree.child(function, Field::Parameters))) {
    NodeId name = tree.child(parameter, Field::Name);
    if (tree.is(parameter, Kind::Identifier)) name = parameter;
    if (tree.is(parameter, Kind::TypedParameter)) name = tree.first_child(parameter);
    if (!tree.is(name, Kind::Identifier)) return kNoNode;
    const bool here =
        given.name.empty() ? position == given.position : tree.text(name) == given.name;
    if (here && position >= 0) return name;
    ++position;
  }
  return kNoNode;
}

bool outlives_iteration(const SemanticModel& model, NodeId target, NodeId statement) {
  const SyntaxTree& tree = model.tree();
  const NodeId base = root_of_chain(model, target);
  if (!tree.is(base, Kind::Identifier)) return false;
  for (NodeId place = target; place != base; place = tree.child(place, Field::Value)) {
    if (is_reset(model, tree.text(place), statement)) return false;
    if (!tree.is(place, Kind::Subscript)) break;
  }
  if (is_reset(model, tree.text(base), statement) && base == target) return false;
  const DefId def = model.bindings().reaching(base);
  if (def == kNone) return false;
  const NodeId loop = model.loop_of(statement);
  if (loop != kNoNode) return comes_from_outside(model, def, loop);
  const ScopeId scope = model.bindings().scope_of(statement);
  const Definition& d = model.bindings().definition(def);
  const bool is_function = model.bindings().scope(scope).kind == ScopeKind::Function;
  return is_function && (d.scope != scope || (base != target && d.kind == DefKind::Parameter));
}

namespace {

bool may_be_shared_tensor(const SemanticModel& model, NodeId value) {
  value = model.strip_parentheses(value);
  const Facts facts = model.facts(value);
  if (facts.must.has_any(Fact::Number | Fact::NdArray | FactSet(Fact::None))) return false;
  const Kind kind = model.tree().kind(value);
  return kind == Kind::Identifier || kind == Kind::Attribute || kind == Kind::Subscript ||
         kind == Kind::NamedExpression;
}

// Does the definition give the sum another name of a tensor, which `+=` then changes?
bool shares_tensor(const SemanticModel& model, DefId def) {
  model.work().spend();
  const Definition& d = model.bindings().definition(def);
  switch (d.kind) {
    case DefKind::Unbound:
    case DefKind::Delete:
    case DefKind::Phi:
    case DefKind::LoopPhi:
    case DefKind::AugAssign:
      return false;
    case DefKind::Assign:
      return may_be_shared_tensor(model, d.value);
    case DefKind::Unpack:
      return !model.facts_of(def).must.has_any(Fact::Number | Fact::None);
    default:
      return true;
  }
}

struct SharedStarts {
  ReachMemo memo;
};

// Does the sum start as another name of a tensor?
bool starts_shared(const SemanticModel& model, DefId start) {
  if (start == kNone) return false;
  const auto carried_over = [&](DefId def) -> std::span<const DefId> {
    const Definition& d = model.bindings().definition(def);
    const bool merges =
        d.kind == DefKind::Phi || d.kind == DefKind::LoopPhi || d.kind == DefKind::AugAssign;
    return merges ? std::span<const DefId>(d.operands) : std::span<const DefId>();
  };
  return model.notes<SharedStarts>().memo.find(
             start, [&](DefId def) { return shares_tensor(model, def); }, carried_over) != kNone;
}

}  // namespace

bool changes_shared_tensor(const SemanticModel& model, NodeId target, NodeId statement) {
  if (!model.tree().is(statement, Kind::AugmentedAssignment)) return false;
  if (model.tree().is(target, Kind::Identifier)) {
    return starts_shared(model, model.bindings().reaching(target));
  }
  if (!model.tree().is(target, Kind::Attribute)) return false;
  const std::string_view name = model.tree().text(model.tree().child(target, Field::Attribute));
  for (const AttributeAccess& access : model.attribute_accesses(name)) {
    const NodeId store = model.tree().parent(access.node);
    if (!access.is_store || !model.tree().is(store, Kind::Assignment)) continue;
    if (may_be_shared_tensor(model, model.tree().child(store, Field::Right))) return true;
  }
  return false;
}

}  // namespace mlfix
