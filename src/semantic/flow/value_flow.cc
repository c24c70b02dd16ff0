// The worklist, the places that a value gets to by itself, and its ways out of a function.
// Assignments and containers are in flow_containers.cc, calls in flow_calls.cc, operators that
// are methods in flow_operators.cc. See value_flow.h.

#include "semantic/flow/value_flow.h"

#include <algorithm>
#include <map>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "semantic/binding/binding.h"
#include "semantic/control/consumer.h"
#include "semantic/flow/reflection.h"
#include "semantic/knowledge/facts.h"
#include "semantic/names/access_path.h"
#include "semantic/names/attribute_access.h"
#include "semantic/names/call_sites.h"
#include "semantic/names/operators.h"
#include "semantic/project/project_code.h"
#include "semantic/project_entity.h"
#include "semantic/semantic_model.h"
#include "syntax/program_guard.h"

namespace mlfix {

// ---- the worklist -------------------------------------------------------------

ValueFlow::ValueFlow(const SemanticModel& model, const FlowPolicy& policy)
    : ValueFlow(model, policy, nullptr) {}

namespace {

// The function around a parameter that is asked about; kNoNode for all other questions.
NodeId function_summarised(const SyntaxTree& tree, const FlowKey* answers) {
  if (answers == nullptr || answers->kind != FlowKey::Kind::Parameter) return kNoNode;
  NodeId n = tree.parent(answers->id);
  while (!tree.is(n, Kind::FunctionDefinition) && !tree.is(n, Kind::Lambda)) n = tree.parent(n);
  return n;
}

}  // namespace

ValueFlow::ValueFlow(const SemanticModel& model, const FlowPolicy& policy, const FlowKey* answers)
    : model_(model),
      tree_(model.tree()),
      bindings_(model.bindings()),
      work_(model.work()),
      policy_(policy),
      memory_(policy.memory(model)),
      calls_(model.calls()),
      answers_(answers),
      summary_of_(function_summarised(model.tree(), answers)) {}

bool ValueFlow::push(Item item) {
  const bool is_new = seen_.emplace(item.place, item.id, item.part).second;
  if (is_new && trace_ != nullptr) {
    trace_push(item);
  } else if (is_new) {
    queue_.push_back(item);
  }
  return is_new;
}

void ValueFlow::follow(NodeId expr, Part part) {
  if (expr != kNoNode && policy_.runs(expr)) push({Place::Expression, expr, part});
}

void ValueFlow::follow_definition(DefId def, Part part) {
  if (def == kNone) return;
  if (push({Place::Definition, def, part})) definitions_.push_back(def);
}

void ValueFlow::follow_attribute(NodeId attribute, Part part) {
  push({Place::Attribute, attribute, part});
}

bool ValueFlow::has_reached(DefId def) const {
  const auto first = seen_.lower_bound({Place::Definition, def, Part{}});
  return first != seen_.end() && std::get<0>(*first) == Place::Definition &&
         std::get<1>(*first) == def;
}

const Reach& ValueFlow::run() {
  while (!queue_.empty()) {
    const Item item = queue_.back();
    queue_.pop_back();
    work_.spend();
    if (++steps_ > kMaxFlowSteps) {
      work_.leave_unanswered("places that one value gets to");
      mark(Sink::Lost,
           item.place == Place::Definition ? bindings_.definition(item.id).node : item.id);
      break;
    }
    visit(item);
  }
  return reach_;
}

void ValueFlow::visit(Item item) {
  switch (item.place) {
    case Place::Expression:
      return expression(item.id, item.part);
    case Place::Definition:
      return definition(item.id, item.part);
    case Place::Attribute:
      return attribute(item.id, item.part);
  }
}

// ---- places -------------------------------------------------------------------

namespace {

// The constant part of a container that is read where it stands: of x["key"], x[1], and
// x.get("key") of what is known to be a container.
Part part_read_at(const SemanticModel& model, NodeId container) {
  const SyntaxTree& tree = model.tree();
  const NodeId up = tree.parent(container);
  if (tree.is(up, Kind::Subscript) && tree.field(container) == Field::Value) {
    return part_of_key(tree, tree.child(up, Field::Subscript));
  }
  const NodeId call = tree.is(up, Kind::Attribute) ? tree.parent(up) : kNoNode;
  if (!tree.is(call, Kind::Call) || tree.field(up) != Field::Function) return {};
  const std::string_view method = last_name(tree, up);
  const bool reads_one = method == "get" || method == "pop" || method == "setdefault";
  const NodeId key = reads_one ? model.argument(call, 0, "key") : kNoNode;
  const bool constant =
      tree.is(key, Kind::String) && model.facts(container).must_be(Fact::Container);
  return constant ? part_of_key(tree, key) : Part{};
}

// Places that see a container, for values that are in one part of it.
struct PlacesByPart {
  std::vector<NodeId> any;                  // those that may see every part
  std::map<Part, std::vector<NodeId>> one;  // those that see that one

  void add(const SemanticModel& model, NodeId place) {
    const Part part = part_read_at(model, place);
    (part.whole() ? any : one[part]).push_back(place);
  }
  template <typename Visit>
  void visit(Part part, Visit visit) const {
    std::ranges::for_each(any, visit);
    if (const auto found = one.find(part); found != one.end()) {
      std::ranges::for_each(found->second, visit);
    }
  }
};

struct KnownPlacesByPart {
  std::unordered_map<DefId, PlacesByPart> uses;
  std::map<std::pair<NodeId, std::string_view>, PlacesByPart> loads;  // by class and attribute
};

// A dict may have as many keys as it has uses: those of other keys are passed over.
bool is_one_of_many(Part part) {
  return !part.whole() && part.around == 0;
}

}  // namespace

void ValueFlow::follow_uses(DefId def, Part part) {
  const auto follow_use = [&](NodeId n) {
    work_.spend();
    if (!policy_.runs(n)) return;
    if (bindings_.use(bindings_.use_at(n)).captured) mark(Sink::Captured, n);
    const bool augmented =
        tree_.is(tree_.parent(n), Kind::AugmentedAssignment) && tree_.field(n) == Field::Left;
    if (augmented) policy_.written(*this, n);
    if (!augmented) follow(n, part);
  };
  const std::span<const UseId> uses = bindings_.definition(def).uses;
  if (!is_one_of_many(part)) {
    for (const UseId u : uses) follow_use(bindings_.use(u).node);
    return;
  }
  const auto [known, is_new] = model_.notes<KnownPlacesByPart>().uses.try_emplace(def);
  if (is_new) {
    for (const UseId u : uses) known->second.add(model_, bindings_.use(u).node);
  }
  known->second.visit(part, follow_use);
}

void ValueFlow::definition(DefId def, Part part) {
  const NodeId at = bindings_.definition(def).node;
  const bool is_outer = bindings_.variable_of(def).declared_global;
  const bool shared = is_outer ? may_share_kept(part) : may_share(part);
  if (shared && merge_answer({FlowKey::Kind::Value, def, {}}, at)) return;
  const Definition& d = bindings_.definition(def);
  const Scope& scope = bindings_.scope(d.scope);
  if (scope.has_dynamic_names) mark(Sink::Lost, d.node);
  follow_uses(def, part);
  for (const DefId phi : d.phis) {
    if (policy_.passes_merge(model_, def, phi)) follow_definition(phi, part);
  }
  if (is_made_inside(def)) far_reads(FlowKey::Kind::OuterReads, def, part);
  if (scope.kind == ScopeKind::Module && model_.is_notebook()) {
    far_reads(FlowKey::Kind::CellReads, def, part);
  }
  if (scope.kind == ScopeKind::Module && is_named_elsewhere(def)) mark(Sink::Unseen, d.node);
  if (scope.kind == ScopeKind::Class && d.node != kNoNode) {
    mark(Sink::OnAttribute, d.node);
    for (const AttributeAccess& access :
         model_.attribute_accesses(bindings_.variable_of(def).name)) {
      if (access.is_load) follow(access.node, part);
    }
  }
}

// Does a file that imports this one mention the global, as trainer.total or by an import?
bool ValueFlow::is_named_elsewhere(DefId def) const {
  const ProjectPlace& place = model_.place();
  const NodeId at = bindings_.definition(def).node;
  return place.code != nullptr && place.file != kNoFile && at != kNoNode &&
         place.code->is_named_by_importers(place.file, bindings_.variable_of(def).name) &&
         !is_of_program_alone(tree_, at);
}

// Does a function bind the name of the scope around it (global, nonlocal)?
bool ValueFlow::is_made_inside(DefId def) const {
  const Definition& d = bindings_.definition(def);
  const bool named = d.node != kNoNode && tree_.is(d.node, Kind::Identifier);
  if (!named || !bindings_.variable_of(def).declared_global) return false;
  const NodeId function = model_.function_of(d.node);
  const NodeId owner = bindings_.scope(d.scope).node;
  return function != kNoNode && function != owner && tree_.contains(owner, function);
}

// The reads of a variable that may see any of its definitions, the same for all of them. A
// function that binds it may have run before any read, whatever scope that is in; cells may be
// run in any order, and again.
void ValueFlow::far_reads(FlowKey::Kind kind, DefId def, Part part) {
  const FlowKey key{kind, bindings_.variable_of(def).definitions.front(), {}};
  if (may_share_kept(part) && merge_answer(key, bindings_.definition(def).node)) return;
  follow_far_reads(key, part);
}

void ValueFlow::follow_far_reads(const FlowKey& key, Part part) {
  for (const UseId u : bindings_.variable_of(key.id).uses) {
    work_.spend();
    const bool sees = key.kind == FlowKey::Kind::OuterReads || model_.sees_other_cells(u);
    if (sees) follow(bindings_.use(u).node, part);
  }
}

// Every load of the attribute in the file, but for those through the `self` of
// a class that has nothing to do with the one that stores it.
void ValueFlow::attribute(NodeId stored, Part part) {
  mark(Sink::OnAttribute, stored);
  const std::string_view name = last_name(tree_, stored);
  if (is_read_out_of_sight(model_, name)) mark(Sink::Unseen, stored);
  NodeId owner = kNoNode;
  const auto accesses = model_.attribute_accesses(name);  // in source order
  const auto own = std::ranges::lower_bound(accesses, stored, {}, &AttributeAccess::node);
  if (own != accesses.end() && own->node == stored) owner = own->klass;
  if (may_share_kept(part) && merge_answer({FlowKey::Kind::Attribute, owner, name}, stored)) return;
  follow_loads(owner, name, part);
}

namespace {

// Attributes that hold nothing that can be called, by name.
struct NeverCalled {
  std::map<std::string_view, bool> known;
};

// Does the store put a tensor, a number or None there, or arithmetic with such in it?
bool stores_no_callable(const SemanticModel& model, NodeId stored) {
  const SyntaxTree& tree = model.tree();
  const NodeId assignment = tree.parent(stored);
  if (tree.is(assignment, Kind::AugmentedAssignment)) return true;
  if (!tree.is(assignment, Kind::Assignment)) return false;
  constexpr FactSet kData = Fact::Tensor | Fact::NdArray | FactSet(Fact::Number) |
                            FactSet(Fact::String) | FactSet(Fact::None);
  const NodeId value = tree.child(assignment, Field::Right);
  if (value == kNoNode) return true;
  bool is_data = model.facts(value).must.has_any(kData);
  for (NodeId n = value; tree.is(n, Kind::BinaryOperator) && !is_data;
       n = model.strip_parentheses(tree.child(n, Field::Left))) {
    is_data = model.facts(tree.child(n, Field::Right)).must.has_any(kData) ||
              model.facts(tree.child(n, Field::Left)).must.has_any(kData);
  }
  return is_data;
}

// Does nothing that the file stores to attributes of that name serve as a function? Then `x.mean()`
// is a method of something else.
bool is_never_called(const SemanticModel& model, std::string_view name) {
  const auto [at, is_new] = model.notes<NeverCalled>().known.try_emplace(name, false);
  if (is_new) {
    at->second = std::ranges::all_of(model.attribute_accesses(name), [&](const auto& access) {
      return !access.is_store || stores_no_callable(model, access.node);
    });
  }
  return at->second;
}

}  // namespace

void ValueFlow::follow_loads(NodeId owner, std::string_view name, Part part) {
  const auto is_called = [&](NodeId load) {
    return tree_.is(tree_.parent(load), Kind::Call) && tree_.field(load) == Field::Function;
  };
  const auto never_called = [&] { return owner != kNoNode && is_never_called(model_, name); };
  const auto for_each_load = [&](auto visit) {
    const auto visit_loads = [&](std::span<const AttributeAccess> related) {
      work_.spend(related.size());
      for (const AttributeAccess& access : related) {
        if (access.is_load && !(is_called(access.node) && never_called())) visit(access.node);
      }
    };
    if (owner == kNoNode) return visit_loads(model_.attribute_accesses(name));
    visit_loads(calls_.names().accesses_of_joined_family(owner, name));
  };
  if (!is_one_of_many(part)) return for_each_load([&](NodeId load) { follow(load, part); });
  const auto [known, is_new] = model_.notes<KnownPlacesByPart>().loads.try_emplace({owner, name});
  if (is_new) for_each_load([&](NodeId load) { known->second.add(model_, load); });
  known->second.visit(part, [&](NodeId load) {
    work_.spend();
    follow(load, part);
  });
}

bool ValueFlow::is_store_target(NodeId n) const {
  NodeId up = tree_.parent(n);
  while (tree_.is(up, Kind::PatternList) || tree_.is(up, Kind::TuplePattern) ||
         tree_.is(up, Kind::ListPattern)) {
    n = up;
    up = tree_.parent(up);
  }
  return (tree_.is(up, Kind::Assignment) || tree_.is(up, Kind::AugmentedAssignment) ||
          tree_.is(up, Kind::ForStatement)) &&
         tree_.field(n) == Field::Left;
}

void ValueFlow::expression(NodeId expr, Part part) {
  if (is_store_target(expr)) {
    if (tree_.is(tree_.parent(expr), Kind::AugmentedAssignment)) policy_.written(*this, expr);
    return;
  }
  const Consumer consumer = model_.consumer_of(expr);
  switch (consumer.role) {
    case Role::Discarded:
    case Role::Formatted:
    case Role::Compared:
    case Role::Condition:
    case Role::Deleted:
      return policy_.looked_at(*this, expr, consumer);
    case Role::Index:
      given_to_methods(tree_.child(consumer.node, Field::Value), consumer.node, kItemGetter);
      return policy_.looked_at(*this, expr, consumer);
    case Role::Annotation:
    case Role::BaseClass:
      return;
    case Role::Receiver:
      if (is_store_target(consumer.node)) return policy_.written(*this, expr);
      return policy_.attribute_read(*this, consumer, part);
    case Role::MethodReceiver:
      return policy_.method_called(*this, expr, consumer, part);
    case Role::Operand:
      if (policy_.ends_at_operator(*this, expr, consumer.node, part)) return;
      operand(expr, consumer.node);
      if (policy_.ends_in_result(*this, expr, consumer.node, part)) return;
      return follow_link(consumer.node, part);
    case Role::Callee:
    case Role::Awaited:
      return follow(consumer.node, part);
    case Role::Argument:
      return argument(expr, consumer, part);
    case Role::Subscripted:
      return subscripted(expr, consumer.node, part);
    case Role::Element:
      return element(expr, consumer.node, part);
    case Role::Assigned:
      return assigned(consumer.node, part);
    case Role::Augmenting:
      return augmenting(expr, consumer.node, part);
    case Role::Returned:
      return returned(expr, consumer.node, part);
    case Role::Yielded:
      return yielded(expr);
    case Role::Iterated:
      return iterated(consumer.node, part);
    case Role::WithItem:
      return with_item(expr, part);
    case Role::Raised:  // whoever catches it has what it was made from
    case Role::Decorator:
    case Role::DefaultValue:
    case Role::Other:
      return mark(Sink::Lost, expr);
  }
}

// ---- leaving the function ---------------------------------------------------------------

void ValueFlow::follow_calls(NodeId function, Part part) {
  for (const NodeId call : model_.call_sites(function).calls) follow(call, part);
}

void ValueFlow::returned(NodeId expr, NodeId statement, Part part) {
  if (tree_.is(statement, Kind::Lambda)) return lambda_returned(statement, part);
  const NodeId function = model_.function_of(expr);
  if (function == kNoNode) return;
  if (model_.is_generator(function)) mark(Sink::Lost, statement);  // StopIteration brings it
  if (function == summary_of_) {
    reach_.comes_back = true;
    return;
  }
  policy_.returned_by(*this, function, statement);
  if (!policy_.follows_returns()) return mark(Sink::Returned, statement);
  if (!model_.call_sites(function).complete) mark(Sink::Returned, statement);
  if (may_share(part) && merge_answer({FlowKey::Kind::Result, function, {}}, statement)) return;
  follow_calls(function, part);
}

void ValueFlow::lambda_returned(NodeId lambda, Part part) {
  if (lambda == summary_of_) {
    reach_.comes_back = true;
    return;
  }
  const Consumer consumer = model_.consumer_of(lambda);
  if (consumer.role == Role::Argument &&
      is_builtin(model_, called_expression(model_, consumer.node))) {
    return follow(consumer.node, {});  // map(lambda …), sorted(key=…)
  }
  if (consumer.role == Role::Assigned && tree_.is(consumer.node, Kind::Assignment)) {
    const NodeId target = tree_.child(consumer.node, Field::Left);
    const DefId def = tree_.is(target, Kind::Identifier) ? bindings_.definition_at(target) : kNone;
    if (def != kNone) return follow_definition(def, part);  // a call of the name is its consumer
  }
  mark(Sink::Lost, lambda);
}

void ValueFlow::yielded(NodeId expr) {
  const NodeId function = model_.function_of(expr);
  if (function == kNoNode) return;
  mark(Sink::Yielded, expr);
  if (function == summary_of_) {
    reach_.comes_back = true;
    return;
  }
  for (const NodeId call : model_.call_sites(function).calls) follow(call, {});
}

Reach ValueFlow::of_parameter(const SemanticModel& model, const FlowPolicy& policy,
                              NodeId identifier) {
  const DefId def = model.bindings().definition_at(identifier);
  if (def == kNone) {
    Reach lost;
    lost.mark(Sink::Lost, kNoNode);
    lost.comes_back = true;
    return lost;
  }
  return ValueFlow(model, policy).answer({FlowKey::Kind::Parameter, identifier, {}});
}

Reach reach_of(const SemanticModel& model, const FlowPolicy& policy, NodeId expr) {
  ValueFlow flow(model, policy);
  flow.start_expression(expr);
  return flow.run();
}

}  // namespace mlfix
