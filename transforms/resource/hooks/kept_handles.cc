// Every access of the attribute, by its name alone, must be one that leaves the handles where
// they are: adds one, asks for their number, or drops them. Whoever reads them otherwise may
// remove the hooks. That the hooks were not meant to stay is shown by the object itself: it
// drops their handles, or removes others in the same class.

#include "transforms/resource/hooks/kept_handles.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "semantic/flow/long_lived.h"
#include "semantic/flow/reflection.h"
#include "semantic/names/access_path.h"

namespace mlfix {
namespace {

constexpr int kMaxOrigins = 5;                      // from a module to where it comes from
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

class Outsiders {
 public:
  explicit Outsiders(const SemanticModel& model) : model_(model), tree_(model.tree()) {}

  // Is a part of the expression something that the object was given?
  bool hold(NodeId expr, int steps = 0) {
    for (NodeId n = expr; expr != kNoNode && n < tree_.subtree_end(expr); ++n) {
      model_.work().spend();
      if (is_given(n, steps)) return true;
    }
    return false;
  }

 private:
  bool is_given(NodeId n, int steps) {
    if (steps > kMaxOrigins) return false;
    if (is_attribute_of_self(tree_, n)) {
      return attributes_.insert(last_name(tree_, n)).second && is_set_to_given(n, steps);
    }
    const DefId def = tree_.is(n, Kind::Identifier) ? model_.bindings().reaching(n) : DefId{kNone};
    if (def == kNone || !definitions_.insert(def).second) return false;
    const Definition& made = model_.bindings().definition(def);
    switch (made.kind) {
      case DefKind::Parameter:
        return tree_.text(n) != "self";
      case DefKind::Assign:
      case DefKind::Unpack:
      case DefKind::For:
        return hold(made.value, steps + 1);
      default:
        return false;
    }
  }

  bool is_set_to_given(NodeId attribute, int steps) {
    const auto accesses = model_.attribute_accesses(last_name(tree_, attribute));
    if (accesses.size() > kMaxAccessesOfHandles) return false;
    return std::ranges::any_of(accesses, [&](const AttributeAccess& access) {
      const NodeId store = access.is_store ? tree_.parent(access.node) : NodeId{kNoNode};
      return tree_.is(store, Kind::Assignment) && hold(tree_.child(store, Field::Right), steps + 1);
    });
  }

  const SemanticModel& model_;
  const SyntaxTree& tree_;
  std::set<std::string_view> attributes_;  // that were looked at
  std::set<DefId> definitions_;
};

// ---- who takes handles out of the attribute ---------------------------------------------

// Does the access leave the handles alone, or drop them?
bool leaves_handles_there(const SemanticModel& model, const ContainerAccess& access) {
  const SyntaxTree& tree = model.tree();
  switch (access.use) {
    case ContainerUse::Growth:
    case ContainerUse::Probe:
      return true;
    case ContainerUse::Set:
      return access.detail != kNoNode;
    case ContainerUse::Trim:
      return tree.is(access.detail, Kind::Call) ? called_name(tree, access.detail) == "clear"
                                                : tree.is(access.detail, Kind::DeleteStatement);
    case ContainerUse::Aggregate:
      return model.is_call_to(access.detail, "builtins.len");
    default:
      return false;
  }
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
    if (!leaves_handles_there(model, access)) return std::nullopt;
    if (dropped == kNoNode) dropped = dropping_statement(model, access);
  }
  if (takes_hooks_from_modules(model) || named_in_string(model, name) ||
      is_mentioned_elsewhere(model, name)) {
    return std::nullopt;
  }
  if (!Outsiders(model).hold(model.receiver_of_call(call, model.method_name(call)))) {
    return std::nullopt;
  }
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
