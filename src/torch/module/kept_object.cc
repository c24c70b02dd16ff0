// A container is never read when all that happens to it is that things are put
// in, or counted. Where it is read, the value is followed into it and out again: it may stand
// beside what the reads are for, as a model beside its score.

#include "torch/module/kept_object.h"

#include <string_view>
#include <unordered_map>

#include "semantic/binding/binding.h"
#include "semantic/control/consumer.h"
#include "semantic/flow/places.h"
#include "semantic/flow/value_flow.h"
#include "semantic/knowledge/meanings.h"
#include "semantic/names/access_path.h"
#include "semantic/names/attribute_access.h"
#include "semantic/names/name_resolver.h"
#include "semantic/semantic_model.h"
#include "torch/training/loader.h"

namespace mlfix {
namespace {

bool is_container_place(const SyntaxTree& tree, NodeId node) {
  return tree.is(node, Kind::Identifier) || tree.is(node, Kind::Attribute);
}

void add_values(const SyntaxTree& tree, NodeId value, std::vector<NodeId>& values) {
  const Kind kind = tree.kind(value);
  if (kind == Kind::Tuple || kind == Kind::List || kind == Kind::Set || kind == Kind::Dictionary) {
    for (const NodeId element : tree.children(value)) add_values(tree, element, values);
  } else if (kind == Kind::Pair) {
    add_values(tree, tree.child(value, Field::Value), values);
  } else {
    values.push_back(value);
  }
}

// Is this access only there to put something in, or to count?
bool only_stores(const SemanticModel& model, NodeId access) {
  const SyntaxTree& tree = model.tree();
  const Consumer use = model.consumer_of(access);
  switch (use.role) {
    case Role::MethodReceiver:
      return model.means(Meaning::KeepsObject, use.name) &&
             model.consumer_of(use.node).role == Role::Discarded;
    case Role::Subscripted:
      return tree.field(use.node) == Field::Left &&
             tree.is(tree.parent(use.node), Kind::Assignment);
    case Role::Argument:
      return is_builtin_call(model, use.node, "len");
    default:
      return tree.field(access) == Field::Left &&
             tree.is(tree.parent(access), Kind::AugmentedAssignment);
  }
}

bool is_last_item(const SyntaxTree& tree, NodeId subscript) {
  return tree.is(subscript, Kind::Subscript) &&
         tree.text(tree.child(subscript, Field::Subscript)) == "-1";
}

// max(runs, key=lambda run: run[1]): one of them, whichever it is.
bool takes_best(const SemanticModel& model, NodeId call) {
  return model.argument(call, -1, "key") != kNoNode &&
         (is_builtin_call(model, call, "max") || is_builtin_call(model, call, "min"));
}

// Does the access take one object out of the container, and leave all others there?
bool takes_one(const SemanticModel& model, NodeId access) {
  const Consumer use = model.consumer_of(access);
  return use.role == Role::Subscripted ? is_last_item(model.tree(), use.node)
                                       : use.role == Role::Argument && takes_best(model, use.node);
}

// Is it taken for the caller, so that the container is gone with the function?
bool is_for_caller(const SemanticModel& model, NodeId access) {
  const SyntaxTree& tree = model.tree();
  const NodeId statement = model.statement_of(access);
  if (tree.is(statement, Kind::ReturnStatement)) return true;
  const NodeId function = model.function_of(access);
  const NodeId assignment = tree.child_of_kind(statement, Kind::Assignment);
  if (function == kNoNode || assignment == kNoNode) return false;
  const NodeId target = tree.child(assignment, Field::Left);
  for (const NodeId value : model.returned_values(function)) {
    for (NodeId n = value; n < tree.subtree_end(value); ++n) {
      const DefId def = tree.is(n, Kind::Identifier) ? model.bindings().reaching(n) : DefId{kNone};
      if (def != kNone && tree.contains(target, model.bindings().definition(def).node)) return true;
    }
  }
  return false;
}

// The place where a container of that name is made empty: a list, dict or set.
bool starts_as_container(const SemanticModel& model, NodeId value) {
  if (value == kNoNode) return false;
  const Kind kind = model.tree().kind(value);
  if (kind == Kind::List || kind == Kind::Dictionary || kind == Kind::Set) return true;
  const auto makes_empty = [&](const char* name) { return is_builtin_call(model, value, name); };
  return makes_empty("list") || makes_empty("dict") || makes_empty("set") ||
         model.is_call_to(value, Meaning::MakesDefaults) ||
         model.is_call_to(value, Meaning::CopiesMapping);
}

struct KeptMemory : FlowMemory {};

constexpr Sink kUsed = own_sink(0);

// Does anybody use the value, wherever he got it from, or take it away? Not who counts what a
// container has, or adds to it.
class UseFlow final : public FlowPolicy {
 public:
  FlowMemory& memory(const SemanticModel& model) const override {
    return model.notes<KeptMemory>();
  }
  bool shares_answers() const override { return false; }
  // Whoever takes one needs none of the others.
  bool ends_at_item(ValueFlow& flow, NodeId, NodeId subscript, Part) const override {
    return is_last_item(flow.model().tree(), subscript) && !is_for_caller(flow.model(), subscript);
  }
  void looked_at(ValueFlow& flow, NodeId value, const Consumer& consumer) const override {
    if (consumer.role != Role::Discarded) flow.mark(kUsed, value);
  }
  void attribute_read(ValueFlow& flow, const Consumer& consumer, Part) const override {
    flow.mark(kUsed, consumer.node);
  }
  void attribute_read_by_name(ValueFlow& flow, NodeId call, std::string_view) const override {
    flow.mark(kUsed, call);
  }
  void method_called(ValueFlow& flow, NodeId value, const Consumer& consumer,
                     Part part) const override;
  void given_to_library(ValueFlow& flow, NodeId value, const Consumer& consumer,
                        Part part) const override;
};

// Of the containers that have it.
void UseFlow::method_called(ValueFlow& flow, NodeId, const Consumer& consumer, Part part) const {
  const SemanticModel& model = flow.model();
  const NodeId call = consumer.node;
  const bool adds = model.means(Meaning::KeepsObject, consumer.name) &&
                    model.consumer_of(call).role == Role::Discarded;
  if (adds || consumer.name == "keys") return;
  if (consumer.name == "values" || consumer.name == "copy") return flow.follow(call, part);
  if (consumer.name == "items") return flow.follow(call, as_item(part));
  if (consumer.name == "get") return flow.follow(call, of_item(part));
  flow.mark(kUsed, call);
}

void UseFlow::given_to_library(ValueFlow& flow, NodeId, const Consumer& consumer, Part part) const {
  const SemanticModel& model = flow.model();
  const NodeId call = consumer.node;
  const auto is_call_of = [&](const char* name) { return is_builtin_call(model, call, name); };
  if (is_call_of("len") || (takes_best(model, call) && !is_for_caller(model, call))) return;
  if (is_call_of("list") || is_call_of("tuple") || is_call_of("reversed")) {
    return flow.follow(call, part);
  }
  if (is_call_of("enumerate") || is_call_of("zip")) return flow.follow(call, as_item(part));
  const std::string_view method = model.method_name(call);
  if (!model.means(Meaning::AddsItem, method)) return flow.mark(kUsed, call);
  flow.into_container(model.receiver_of_call(call, method), as_item(part));
}

// Is the value, put where it stands into a container of the function, taken out by anybody?
bool is_used_from_container(const SemanticModel& model, NodeId value) {
  const UseFlow policy;
  ValueFlow flow(model, policy);
  flow.start_expression(value);
  return flow.run().has_any({kUsed, Sink::Returned, Sink::OnAttribute, Sink::Captured,
                             Sink::Yielded, Sink::Unseen, Sink::Lost});
}

// Why the container is needed, or where it is read.
struct Reading {
  Refusal refusal;
  ContainerRead read;
};

// By what holds the container, which many objects may be put into.
struct KnownContainers {
  std::unordered_map<const Variable*, Reading> variables;
  std::unordered_map<std::string_view, Refusal> attributes;
};

// What the places of the variable that `name` reads say.
Reading reading_by_uses(const SemanticModel& model, const Variable& variable, NodeId name) {
  const Scope& scope = model.bindings().scope(variable.scope);
  if (scope.has_dynamic_names || scope.kind == ScopeKind::Class) {
    return {{name, "others may read the container by its name"}, {}};
  }
  for (const DefId definition : variable.definitions) {
    const Definition& made = model.bindings().definition(definition);
    const bool empty = starts_as_container(model, value_bound_by(model, made));
    if (!empty && made.kind != DefKind::AugAssign) {
      return {{made.node, "the container may belong to somebody else"}, {}};
    }
  }
  Reading reading;
  for (const UseId u : variable.uses) {
    const NodeId use = model.bindings().use(u).node;
    if (only_stores(model, use) || reading.read.of_one) continue;
    const bool of_one = takes_one(model, use);
    if (of_one || reading.read.at == kNoNode) reading.read = {use, of_one};
  }
  return reading;
}

const Reading& reading_of_variable(const SemanticModel& model, NodeId name) {
  const DefId d = model.bindings().reaching(name);  // what outlives an iteration is bound
  const Variable& variable = model.bindings().variable_of(d);
  const auto [known, is_new] = model.notes<KnownContainers>().variables.try_emplace(&variable);
  if (is_new) known->second = reading_by_uses(model, variable, name);
  return known->second;
}

Refusal why_variable_needed(const SemanticModel& model, NodeId name, NodeId value) {
  const Reading& reading = reading_of_variable(model, name);
  if (reading.read.at == kNoNode || !is_used_from_container(model, value)) return reading.refusal;
  return {reading.read.at, "the container is used here"};
}

// What the accesses to attributes of that name say.
Refusal refused_by_accesses(const SemanticModel& model, NodeId attribute, std::string_view name) {
  const SyntaxTree& tree = model.tree();
  bool made = false;
  for (const AttributeAccess& access : model.attribute_accesses(name)) {
    const NodeId store = tree.parent(access.node);
    const bool assigned = access.is_store && tree.is(store, Kind::Assignment);
    if (assigned && !starts_as_container(model, tree.child(store, Field::Right))) {
      return {access.node, "the container may belong to somebody else"};
    }
    made = made || assigned;
    if (!assigned && !only_stores(model, access.node)) {
      return {access.node, "the container is used here"};
    }
  }
  return made ? Refusal{} : Refusal{attribute, "where the container comes from is not known"};
}

Refusal why_attribute_needed(const SemanticModel& model, NodeId attribute) {
  const SyntaxTree& tree = model.tree();
  const NodeId klass = model.class_of(attribute);
  if (klass == kNoNode || tree.text(tree.child(attribute, Field::Object)) != "self") {
    return {attribute, "the container may belong to somebody else"};
  }
  if (model.derives_from(klass, "torch.nn.Module")) return {klass, "it is a part of a module"};
  const std::string_view name = last_name(tree, attribute);
  const auto [known, is_new] = model.notes<KnownContainers>().attributes.try_emplace(name);
  if (is_new) known->second = refused_by_accesses(model, attribute, name);
  return known->second;
}

// Is the value bound outside the loop, so that each iteration keeps the same?
bool is_same_each_time(const SemanticModel& model, NodeId value, NodeId loop) {
  if (loop == kNoNode || !model.tree().is(value, Kind::Identifier)) return false;
  const DefId d = model.bindings().reaching(value);
  return d == kNone || !model.tree().contains(loop, model.bindings().definition(d).node);
}

}  // namespace

std::optional<KeptObject> kept_object(const SemanticModel& model, NodeId node) {
  const SyntaxTree& tree = model.tree();
  KeptObject kept{node, kNoNode, {}};
  if (tree.is(node, Kind::Call)) {
    const std::string_view method = model.method_name(node);
    if (!model.means(Meaning::KeepsObject, method)) return std::nullopt;
    kept.container = model.receiver_of_call(node, method);
    for (const NodeId value : model.arguments(node)) add_values(tree, value, kept.values);
  } else {
    const NodeId target = tree.child(node, Field::Left);
    const NodeId right = tree.child(node, Field::Right);
    if (right == kNoNode) return std::nullopt;
    if (tree.is(node, Kind::AugmentedAssignment) && tree.is(right, Kind::List)) {
      kept.container = target;
    } else if (tree.is(node, Kind::Assignment) && tree.is(target, Kind::Subscript)) {
      kept.container = tree.child(target, Field::Value);
    }
    add_values(tree, right, kept.values);
  }
  return kept.container != kNoNode && is_container_place(tree, kept.container) ? std::optional(kept)
                                                                               : std::nullopt;
}

Refusal why_needed(const SemanticModel& model, const KeptObject& kept, NodeId value) {
  const NodeId statement = model.statement_of(kept.at);
  if (is_same_each_time(model, value, model.loop_of(kept.at))) {
    return {value, "it is the same object in every iteration"};
  }
  if (!outlives_iteration(model, kept.container, statement)) {
    return {kept.container, "the container does not outlive the loop or the function"};
  }
  return model.tree().is(kept.container, Kind::Identifier)
             ? why_variable_needed(model, kept.container, value)
             : why_attribute_needed(model, kept.container);
}

ContainerRead read_of_container(const SemanticModel& model, const KeptObject& kept) {
  return model.tree().is(kept.container, Kind::Identifier)
             ? reading_of_variable(model, kept.container).read
             : ContainerRead{};
}

bool runs_each(const SemanticModel& model, const ContainerRead& read) {
  const SyntaxTree& tree = model.tree();
  if (read.at == kNoNode) return false;
  const Consumer search = model.consumer_of(read.at);
  const NodeId key =
      search.role == Role::Argument ? model.argument(search.node, -1, "key") : NodeId{kNoNode};
  if (key == kNoNode || !tree.is(key, Kind::Lambda)) return false;
  for (NodeId n = key; n < tree.subtree_end(key); ++n) {
    if (tree.is(n, Kind::Call)) return true;
  }
  return false;
}

}  // namespace mlfix
