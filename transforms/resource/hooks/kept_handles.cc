// Nobody who reads the attribute, by its name alone, may remove a hook: the value-flow engine
// follows what they read. That the hooks were not meant to stay is shown by the object itself: it
// drops their handles, or removes others in the same class.

#include "transforms/resource/hooks/kept_handles.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "semantic/flow/long_lived.h"
#include "semantic/flow/reflection.h"
#include "semantic/flow/value_origins.h"
#include "semantic/names/access_path.h"

namespace mlfix {
namespace {

constexpr std::size_t kMaxAccessesOfHandles = 100;  // of one attribute in one file
constexpr std::size_t kMaxHooksFollowed = 200;  // of a file are followed, each through all of it

bool is_attribute_of_self(const SyntaxTree& tree, NodeId n) {
  return tree.is(n, Kind::Attribute) && tree.text(tree.child(n, Field::Object)) == "self";
}

// self.h = …, self.h[k] = …, self.h.append(…), self.h = [… for …], where `…` is the registration.
NodeId attribute_with_handle(const SemanticModel& model, NodeId call) {
  const SyntaxTree& tree = model.tree();
  Consumer consumer = model.consumer_of(call);
  NodeId place = kNoNode;
  if (consumer.role == Role::Argument && model.method_name(consumer.node) == "append") {
    place = model.receiver_of_call(consumer.node, "append");
  } else {
    const bool listed =
        consumer.role == Role::Element && tree.is(consumer.node, Kind::ListComprehension);
    if (listed) consumer = model.consumer_of(consumer.node);
    const bool stored = consumer.role == Role::Assigned && tree.is(consumer.node, Kind::Assignment);
    place = stored ? without_items(model, tree.child(consumer.node, Field::Left)) : NodeId{kNoNode};
  }
  return is_attribute_of_self(tree, place) ? place : NodeId{kNoNode};
}

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
// again in front of new registrations is no end.
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

// May hooks be taken from the tables of their module, without a handle?
bool takes_hooks_from_modules(const SemanticModel& model) {
  return model.mentions("_forward_hooks") || model.mentions("_forward_pre_hooks") ||
         model.mentions("_backward_hooks");
}

// Does the attribute hold handles of hooks?
bool holds_handles(const SemanticModel& model, std::string_view name) {
  const SyntaxTree& tree = model.tree();
  return std::ranges::any_of(model.attribute_accesses(name), [&](const AttributeAccess& access) {
    const NodeId statement = model.statement_of(access.node);
    for (NodeId n = statement; n < tree.subtree_end(statement); ++n) {
      if (tree.is(n, Kind::Call) && registers_hook(model, n) &&
          without_items(model, attribute_with_handle(model, n)) == access.node) {
        return true;
      }
    }
    return false;
  });
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
  const bool removes =
      is_attribute_of_self(tree, place) && holds_handles(model, last_name(tree, place));
  return removes ? Removal{last_name(tree, place), statement} : Removal{"", kNoNode};
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

}  // namespace

std::optional<KeptHandles> forgotten_handles(const SemanticModel& model, NodeId call) {
  const SyntaxTree& tree = model.tree();
  if (!registers_hook(model, call) ||
      number_of_hook(model, tree.root(), call) > kMaxHooksFollowed) {
    return std::nullopt;
  }
  KeptHandles kept;
  kept.attribute = attribute_with_handle(model, call);
  const NodeId klass = kept.attribute == kNoNode ? NodeId{kNoNode} : model.class_of(call);
  if (klass == kNoNode) return std::nullopt;
  const std::string_view name = last_name(tree, kept.attribute);
  if (model.attribute_accesses(name).size() > kMaxAccessesOfHandles) return std::nullopt;
  NodeId dropped = kNoNode;
  for (const ContainerAccess& access : attribute_uses(model, name)) {
    if (dropped == kNoNode) dropped = dropping_statement(model, access);
  }
  if (!is_left_by_all(model, name) || takes_hooks_from_modules(model) ||
      named_in_string(model, name) || is_mentioned_elsewhere(model, name)) {
    return std::nullopt;
  }
  const NodeId module = model.receiver_of_call(call, model.method_name(call));
  if (!origins_of(model, GivenToObject(), module).has(GivenToObject::kGiven)) return std::nullopt;
  kept.is_dropped = dropped != kNoNode;
  kept.given_up = kept.is_dropped ? dropped : removal_of_others(model, klass, name);
  return kept.given_up == kNoNode ? std::nullopt : std::optional(kept);
}

std::optional<Intents> remove_kept(const SemanticModel& model, const Rewriter& edit,
                                   const KeptHandles& kept) {
  const SyntaxTree& tree = model.tree();
  const std::string_view name = last_name(tree, kept.attribute);
  const std::vector<ContainerAccess> accesses = attribute_uses(model, name);
  const ContainerAccess* made = nullptr;
  for (const ContainerAccess& access : accesses) {
    const bool first = access.use == ContainerUse::Set && access.detail != kNoNode &&
                       sets_up(model, model.function_of(access.place));
    if (first) made = &access;
    if (first) break;
  }
  if (made == nullptr) return std::nullopt;
  const bool maybe = tree.is(made->detail, Kind::None);
  const bool many = makes_container(model, made->detail);
  const bool by_key =
      many && !tree.is(made->detail, Kind::List) && !tree.is(made->detail, Kind::ListComprehension);
  if (by_key || (!maybe && !many && !registers_hook(model, made->detail))) return std::nullopt;
  const std::string handle = edit.fresh_name(kept.given_up, "handle");
  const std::string code =
      many    ? fmt::format("for {0} in self.{1}:\n    {0}.remove()", handle, name)
      : maybe ? fmt::format("if self.{0} is not None:\n    self.{0}.remove()", name)
              : fmt::format("self.{}.remove()", name);
  return kept.is_dropped ? edit.insert_before(kept.given_up, code)
                         : edit.insert_after(kept.given_up, code);
}

}  // namespace mlfix
