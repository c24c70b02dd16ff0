// See places.h.

#include "semantic/flow/places.h"

#include <algorithm>
#include <set>
#include <string_view>
#include <vector>

#include "semantic/control/walk.h"

namespace mlfix {
namespace {

// The definitions that a definition carries on: those a phi merges, the value
// before `x += …`, the x on the right of `x = x + …`.
std::vector<DefId> carried_on(const SemanticModel& model, DefId def) {
  const SyntaxTree& tree = model.tree();
  const Definition& d = model.bindings().definition(def);
  if (d.kind != DefKind::Assign || d.value == kNoNode) return d.operands;
  std::vector<DefId> own;
  for_each_node(tree, d.value, tree.subtree_end(d.value), [&](NodeId n) {
    if (!tree.is(n, Kind::Identifier) || tree.text(n) != tree.text(d.node)) return;
    if (const DefId read = model.bindings().reaching(n); read != kNone) own.push_back(read);
  });
  return own;
}

// Walks from `start` over what definitions carry on, the loop's own phi not
// passed; the first definition that `accept` takes, or kNone.
template <typename Accept>
DefId walk_back(const SemanticModel& model, std::vector<DefId> work, NodeId loop, Accept accept) {
  std::set<DefId> seen;
  while (!work.empty()) {
    const DefId def = work.back();
    work.pop_back();
    if (def == kNone || !seen.insert(def).second) continue;
    if (accept(def)) return def;
    const Definition& d = model.bindings().definition(def);
    if (d.kind == DefKind::LoopPhi && d.node == loop) continue;
    if (!model.tree().contains(loop, d.node)) continue;
    for (const DefId operand : carried_on(model, def)) work.push_back(operand);
  }
  return kNone;
}

bool is_phi_of(const SemanticModel& model, DefId def, NodeId loop) {
  const Definition& d = model.bindings().definition(def);
  return d.kind == DefKind::LoopPhi && d.node == loop;
}

// Does a value from in front of `loop`, or from its last iteration, reach here?
bool comes_from_outside(const SemanticModel& model, DefId def, NodeId loop) {
  return walk_back(model, {def}, loop, [&](DefId at) {
           return is_phi_of(model, at, loop) ||
                  !model.tree().contains(loop, model.bindings().definition(at).node);
         }) != kNone;
}

// Is the place set anew, or emptied, in front of `statement` in every iteration?
bool is_reset(const SemanticModel& model, std::string_view place, NodeId statement) {
  const SyntaxTree& tree = model.tree();
  const NodeId loop = model.loop_of(statement);
  const NodeId body =
      loop == kNoNode ? scope_body(model, statement) : tree.child(loop, Field::Body);
  bool reset = false;
  for_each_node(tree, body, tree.subtree_end(body), [&](NodeId n) {
    NodeId target = kNoNode;
    if (tree.is(n, Kind::Assignment)) target = tree.child(n, Field::Left);
    if (tree.is(n, Kind::Call)) target = model.receiver_of_call(n, "clear");
    if (tree.is(n, Kind::DeleteStatement)) target = tree.first_child(n);
    if (target == kNoNode || n == statement) return;
    const bool updates = tree.is(n, Kind::Assignment) && tree.child(n, Field::Right) != kNoNode &&
                         tree.text(tree.child(n, Field::Right)).find(place) != place.npos;
    if (updates) return;  // losses = losses + [loss]
    if (tree.is(target, Kind::Subscript) && tree.text(target) != place) {
      target = tree.child(target, Field::Value);  // buffer[:] = [], del buffer[:]
      const bool slice = tree.is(tree.child(tree.parent(target), Field::Subscript), Kind::Slice);
      if (!slice) return;
    }
    if (tree.text(target) != place) return;
    const bool every_time = tree.parent(model.statement_of(n)) == body ||
                            (n < statement && model.dominates(n, statement));
    reset = reset || every_time;
  });
  return reset;
}

}  // namespace

bool is_carried(const SemanticModel& model, NodeId read, NodeId loop, DefId def) {
  const DefId phi = walk_back(model, {model.bindings().reaching(read)}, loop,
                              [&](DefId at) { return is_phi_of(model, at, loop); });
  if (phi == kNone) return false;
  const auto& operands = model.bindings().definition(phi).operands;
  return walk_back(model, {operands.begin() + 1, operands.end()}, loop,
                   [&](DefId at) { return at == def; }) != kNone;
}

NodeId parameter_of_argument(const SemanticModel& model, NodeId call, NodeId argument) {
  const SyntaxTree& tree = model.tree();
  const NodeId function = model.callee(call);
  if (function == kNoNode) return kNoNode;
  const Consumer given = model.consumer_of(argument);
  int position = model.method_class(function) == kNoNode ? 0 : -1;  // self
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
  NodeId base = model.strip_parentheses(target);
  while (tree.is(base, Kind::Attribute) || tree.is(base, Kind::Subscript) ||
         tree.is(base, Kind::Call)) {
    const Field inner = tree.is(base, Kind::Attribute)   ? Field::Object
                        : tree.is(base, Kind::Subscript) ? Field::Value
                                                         : Field::Function;
    base = model.strip_parentheses(tree.child(base, inner));
  }
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

// Does the sum start as another name of a tensor, which `+=` then changes?
bool starts_shared(const SemanticModel& model, DefId def, DefId own, std::vector<DefId>& seen) {
  if (def == kNone || def == own || std::find(seen.begin(), seen.end(), def) != seen.end()) {
    return false;
  }
  model.work().spend(seen.size());
  seen.push_back(def);
  const Definition& d = model.bindings().definition(def);
  switch (d.kind) {
    case DefKind::Unbound:
    case DefKind::Delete:
      return false;
    case DefKind::Assign:
      return may_be_shared_tensor(model, d.value);
    case DefKind::Phi:
    case DefKind::LoopPhi:
    case DefKind::AugAssign:
      return std::any_of(d.operands.begin(), d.operands.end(),
                         [&](DefId operand) { return starts_shared(model, operand, own, seen); });
    case DefKind::Unpack:
      return !model.facts_of(def).must.has_any(Fact::Number | Fact::None);
    default:
      return true;
  }
}

}  // namespace

bool changes_shared_tensor(const SemanticModel& model, NodeId target, NodeId statement) {
  if (!model.tree().is(statement, Kind::AugmentedAssignment)) return false;
  if (model.tree().is(target, Kind::Identifier)) {
    std::vector<DefId> seen;
    const Bindings& bindings = model.bindings();
    return starts_shared(model, bindings.reaching(target), bindings.definition_at(target), seen);
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
