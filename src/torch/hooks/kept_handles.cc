// Nobody who reads the attribute, by its name alone, may remove a hook: the value-flow engine
// follows what they read. That the hooks were not meant to stay is shown by the object itself: it
// drops their handles, or removes others in the same class.

#include "torch/hooks/kept_handles.h"

#include <algorithm>
#include <set>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "semantic/binding/binding.h"
#include "semantic/flow/long_lived.h"
#include "semantic/flow/reflection.h"
#include "semantic/flow/value_origins.h"
#include "semantic/knowledge/hints.h"
#include "semantic/names/access_path.h"
#include "semantic/names/attribute_access.h"
#include "semantic/names/call_sites.h"
#include "semantic/semantic_model.h"

namespace mlfix {
namespace {

constexpr std::size_t kMaxAccessesOfHandles = 100;  // of one attribute in one file
constexpr std::size_t kMaxHooksFollowed = 200;  // of a file are followed, each through all of it

// The attributes that hold handles of hooks, by name.
struct AttributesWithHandles {
  explicit AttributesWithHandles(const SemanticModel& model) {
    for (const NodeId call : hook_calls(model)) {
      const HandlePlace kept = place_of_handle(model, call);
      const bool own = kept.kept == HandleKept::OnObject;
      if (own) names.insert(last_name(model.tree(), kept.place));
    }
  }
  std::set<std::string_view> names;
};

// ---- does the module outlive the object ------------------------------------------------

// What the object was given, and with it any part of an expression that comes from there: a
// parameter of a method, by way of names and of attributes of the object.
class GivenToObject final : public OriginPolicy {
 public:
  static constexpr Source kGiven = own_source(0);

  bool takes(ValueOrigins& origins, NodeId expr, Wanted) const override {
    const SemanticModel& model = origins.model();
    const SyntaxTree& tree = model.tree();
    for (NodeId n = expr; n < tree.subtree_end(expr); ++n) {
      origins.spend(1);
      if (is_attribute_of_self(tree, n)) follow_stored(origins, last_name(tree, n));
      const DefId def = tree.is(n, Kind::Identifier) ? model.bindings().reaching(n) : kNone;
      if (def != kNone) origins.follow_definition(def);
    }
    return true;
  }
  bool takes_definition(ValueOrigins& origins, DefId def, Wanted) const override {
    const Definition& made = origins.model().bindings().definition(def);
    if (made.kind == DefKind::Parameter) {
      if (origins.model().tree().text(made.node) != "self") origins.mark(kGiven, made.node);
    } else if (made.kind == DefKind::Assign || made.kind == DefKind::Unpack ||
               made.kind == DefKind::For) {
      origins.follow(made.value);
    }
    return true;
  }
  void source(ValueOrigins&, NodeId, Wanted) const override {}
  void source_definition(ValueOrigins&, DefId, Wanted) const override {}

 private:
  static void follow_stored(ValueOrigins& origins, std::string_view attribute) {
    const SyntaxTree& tree = origins.model().tree();
    const auto accesses = origins.model().attribute_accesses(attribute);
    if (accesses.size() > kMaxAccessesOfHandles) return;
    for (const AttributeAccess& access : accesses) {
      const NodeId store = access.is_store ? tree.parent(access.node) : NodeId{kNoNode};
      if (tree.is(store, Kind::Assignment)) origins.follow(tree.child(store, Field::Right));
    }
  }
};

// ---- who takes handles out of the attribute ---------------------------------------------

// Does everybody who reads an attribute of that name leave the hooks on?
bool is_left_by_all(const SemanticModel& model, std::string_view name) {
  std::vector<NodeId> loads;
  for (const AttributeAccess& access : model.attribute_accesses(name)) {
    if (access.is_load) loads.push_back(access.node);
  }
  return leave_handles(model, loads);
}

// The statement by which the object drops all handles, or kNoNode. To set the attribute up
// again before new registrations is no end.
NodeId dropping_statement(const SemanticModel& model, const ContainerAccess& access) {
  const SyntaxTree& tree = model.tree();
  const NodeId function = model.function_of(access.place);
  if (function == kNoNode || sets_up(model, function) || hooks_registered_in(model, function) > 0) {
    return kNoNode;
  }
  const NodeId statement = model.statement_of(access.place);
  if (access.use == ContainerUse::Trim) {
    const bool all = tree.is(access.detail, Kind::Call)
                         ? called_name(tree, access.detail) == "clear"
                         : tree.first_child(access.detail) == access.place;
    return all ? statement : NodeId{kNoNode};
  }
  if (access.use != ContainerUse::Set) return kNoNode;
  const bool empty =
      tree.is(access.detail, Kind::None) ||
      ((tree.is(access.detail, Kind::List) || tree.is(access.detail, Kind::Dictionary)) &&
       tree.first_child(access.detail) == kNoNode);
  return empty ? statement : NodeId{kNoNode};
}

// Where a class removes the hooks of an attribute: `for h in self.hs: h.remove()`,
// `self.h.remove()`.
struct Removal {
  std::string_view attribute;
  NodeId statement;
};
struct RemovalsOfClasses {
  std::unordered_map<NodeId, std::vector<Removal>> in;
};

Removal removal_at(const SemanticModel& model, NodeId call) {
  const SyntaxTree& tree = model.tree();
  const NodeId handle = model.receiver_of_call(call, "remove");
  if (handle == kNoNode || !model.arguments(call).empty()) return {"", kNoNode};
  NodeId place = without_items(model, handle), statement = model.statement_of(call);
  if (tree.is(place, Kind::Identifier)) {
    const DefId def = model.bindings().reaching(place);
    const NodeId loop = model.loop_of(call);
    if (def == kNone || model.bindings().definition(def).kind != DefKind::For ||
        !tree.is(loop, Kind::ForStatement)) {
      return {"", kNoNode};
    }
    place = without_items(model, model.strip_parentheses(tree.child(loop, Field::Right)));
    statement = loop;
  }
  const std::string_view name = last_name(tree, place);
  const bool removes = is_attribute_of_self(tree, place) &&
                       model.notes<AttributesWithHandles>(model).names.contains(name);
  return removes ? Removal{name, statement} : Removal{"", kNoNode};
}

// The first statement of the class that removes the hooks of another attribute, or kNoNode.
NodeId removal_of_others(const SemanticModel& model, NodeId klass, std::string_view name) {
  const auto [known, is_new] = model.notes<RemovalsOfClasses>().in.try_emplace(klass);
  for (NodeId n = klass; is_new && n < model.tree().subtree_end(klass); ++n) {
    const Removal removal = removal_at(model, n);
    if (removal.statement != kNoNode) known->second.push_back(removal);
  }
  const auto other = std::ranges::find_if(
      known->second, [&](const Removal& removal) { return removal.attribute != name; });
  return other == known->second.end() ? NodeId{kNoNode} : other->statement;
}

bool ends_by_name(const SemanticModel& model, NodeId function) {
  return model.suggests(Hint::Teardown,
                        model.tree().text(model.tree().child(function, Field::Name)));
}

// Does another method of the object call it, and go on?
bool is_step_of_object(const SemanticModel& model, NodeId method) {
  return std::ranges::any_of(model.call_sites(method).calls, [&](NodeId site) {
    const NodeId caller = model.function_of(site);
    return model.class_of(site) == model.class_of(method) && caller != kNoNode &&
           !ends_by_name(model, caller);
  });
}

// The last statement of the method by which the object ends, or kNoNode.
NodeId end_of_object(const SemanticModel& model, NodeId klass) {
  const SyntaxTree& tree = model.tree();
  for (const NodeId statement : model.statements(tree.child(klass, Field::Body))) {
    if (tree.is(statement, Kind::FunctionDefinition) && ends_by_name(model, statement)) {
      return is_step_of_object(model, statement)
                 ? NodeId{kNoNode}
                 : model.statements(tree.child(statement, Field::Body)).back();
    }
  }
  return kNoNode;
}

}  // namespace

std::optional<KeptHandles> forgotten_handles(const SemanticModel& model, NodeId call) {
  const SyntaxTree& tree = model.tree();
  if (!registers_hook(model, call) ||
      number_of_hook(model, tree.root(), call) > kMaxHooksFollowed) {
    return std::nullopt;
  }
  const HandlePlace place = place_of_handle(model, call);
  const NodeId klass = model.class_of(call);
  if (place.kept != HandleKept::OnObject || klass == kNoNode) return std::nullopt;
  const std::string_view name = last_name(tree, place.place);
  if (model.attribute_accesses(name).size() > kMaxAccessesOfHandles) return std::nullopt;
  NodeId dropped = kNoNode;
  for (const ContainerAccess& access : attribute_uses(model, name)) {
    if (dropped == kNoNode) dropped = dropping_statement(model, access);
  }
  if (!is_left_by_all(model, name) || reaches_hook_tables(model) || named_in_string(model, name) ||
      is_mentioned_elsewhere(model, name)) {
    return std::nullopt;
  }
  const NodeId module = model.receiver_of_call(call, model.method_name(call));
  if (!origins_of(model, GivenToObject(), module).has(GivenToObject::kGiven)) return std::nullopt;
  if (dropped != kNoNode) return KeptHandles{place.place, dropped, GivenUp::Dropped};
  if (const NodeId removal = removal_of_others(model, klass, name); removal != kNoNode) {
    return KeptHandles{place.place, removal, GivenUp::WithOthers};
  }
  const NodeId end = stays_registered(model, call) ? end_of_object(model, klass) : NodeId{kNoNode};
  return end == kNoNode ? std::nullopt
                        : std::optional(KeptHandles{place.place, end, GivenUp::AtItsEnd});
}

}  // namespace mlfix
