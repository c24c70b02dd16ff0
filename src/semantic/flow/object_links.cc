// Two expressions are the same object when they are the same name with the same
// reaching definition, or the same attribute of one. Objects that come through
// other functions are not followed.

#include "semantic/flow/object_links.h"

#include <algorithm>
#include <map>
#include <unordered_map>
#include <utility>
#include <vector>

#include "semantic/binding/binding.h"
#include "semantic/control/consumer.h"
#include "semantic/control/walk.h"
#include "semantic/knowledge/meanings.h"
#include "semantic/names/access_path.h"
#include "semantic/semantic_model.h"

namespace mlfix {
namespace {

// The links of a scope by the texts of holder and held, in source order.
using LinksByTexts =
    std::map<std::pair<std::string_view, std::string_view>, std::vector<ObjectLink>>;

bool same_object(const SemanticModel& model, NodeId a, NodeId b) {
  const SyntaxTree& tree = model.tree();
  if (a == kNoNode || b == kNoNode || tree.text(a) != tree.text(b)) return false;
  const NodeId root_a = root_of_chain(model, a), root_b = root_of_chain(model, b);
  if (!tree.is(root_a, Kind::Identifier) || !tree.is(root_b, Kind::Identifier)) return false;
  const DefId def = model.bindings().reaching(root_a);
  return def != kNone && def == model.bindings().reaching(root_b);
}

// `holder.xs.append(held)`, `holder.register_buffer("x", held)`.
ObjectLink link_of_call(const SemanticModel& model, NodeId call) {
  const SyntaxTree& tree = model.tree();
  const std::string_view method = model.method_name(call);
  if (!model.means(Meaning::AddsMember, method) && !model.means(Meaning::RegistersMember, method))
    return {};
  const std::vector<NodeId> arguments = model.arguments(call);
  const NodeId receiver = model.receiver_of_call(call, method);
  if (arguments.empty() || receiver == kNoNode) return {};
  const NodeId held = model.strip_parentheses(arguments.back());
  if (model.means(Meaning::RegistersMember, method)) return {call, receiver, held, "", false};
  const NodeId list = without_items(model, receiver);
  if (!tree.is(list, Kind::Attribute)) return {};
  return {call, tree.child(list, Field::Object), held, last_name(tree, list), false};
}

// `holder.name = held`, `holder.name[key] = held`, `holder.name = [held]`.
ObjectLink link_of_store(const SemanticModel& model, NodeId assignment) {
  const SyntaxTree& tree = model.tree();
  NodeId target = tree.child(assignment, Field::Left);
  NodeId value = tree.child(assignment, Field::Right);
  if (value == kNoNode) return {};
  value = model.strip_parentheses(value);
  if (tree.is(value, Kind::List) && tree.first_child(value) != kNoNode) {
    value = tree.first_child(value);
  }
  bool plain = true;
  while (tree.is(target, Kind::Subscript)) {
    target = tree.child(target, Field::Value);
    plain = false;
  }
  if (!tree.is(target, Kind::Attribute)) return {};
  return {assignment, tree.child(target, Field::Object), value, last_name(tree, target), plain};
}

// Does the loop bind the name of the link's holder?
bool binds_holder(const SemanticModel& model, NodeId loop, const ObjectLink& link) {
  const SyntaxTree& tree = model.tree();
  const NodeId target = tree.child(loop, Field::Left);
  if (same_object(model, target, link.holder) && tree.contains(loop, link.at)) return true;
  if (!tree.is(link.holder, Kind::Identifier)) return false;
  const DefId def = model.bindings().reaching(link.holder);
  return def != kNone && model.bindings().definition(def).kind == DefKind::For &&
         tree.contains(target, model.bindings().definition(def).node);
}

// `for held in holder.xs:` over what the holder has.
ObjectLink link_of_loop(const SemanticModel& model, NodeId loop, const ObjectLink& link) {
  const SyntaxTree& tree = model.tree();
  if (!binds_holder(model, loop, link)) return {};
  const NodeId iterable = tree.child(loop, Field::Right);
  for (NodeId n = iterable; n < tree.subtree_end(iterable); ++n) {
    if (!tree.is(n, Kind::Attribute)) continue;
    const NodeId object = tree.child(n, Field::Object);
    if (!same_object(model, object, link.held)) continue;
    return {loop, object, link.holder, last_name(tree, n), false};
  }
  return {};
}

// The name of all that goes into a container: `held.xs.extend(names)`, `held.xs = list(names)`,
// `held.xs = names`; or kNoNode.
NodeId list_taken_over(const SemanticModel& model, const ObjectLink& link) {
  const SyntaxTree& tree = model.tree();
  NodeId given = link.held;
  if (tree.is(given, Kind::Call)) {
    const std::vector<NodeId> arguments = model.arguments(given);
    if (arguments.size() != 1) return kNoNode;
    given = arguments.front();
  }
  return tree.is(given, Kind::Identifier) ? given : NodeId{kNoNode};
}

// `held.xs.extend(names)`: what a method adds all of.
ObjectLink link_of_extension(const SemanticModel& model, NodeId call) {
  const SyntaxTree& tree = model.tree();
  const NodeId list = model.receiver_of_call(call, "extend");
  const std::vector<NodeId> arguments = model.arguments(call);
  if (!tree.is(list, Kind::Attribute) || arguments.size() != 1) return {};
  return {call, tree.child(list, Field::Object), arguments.front(), last_name(tree, list), false};
}

struct LinksOfScope {
  LinksByTexts made;
  LinksByTexts lists;  // where all of a list is put into an object: the list is what is held
};

struct ScopeLinks {
  std::unordered_map<NodeId, LinksOfScope> of;  // by the body of the scope
};

const LinksOfScope& links_of_scope(const SemanticModel& model, NodeId body) {
  const auto [known, is_new] = model.notes<ScopeLinks>().of.try_emplace(body);
  LinksOfScope& links = known->second;  // Clang 14 can't capture a binding
  if (!is_new) return links;
  const SyntaxTree& tree = model.tree();
  const auto enter = [&](const ObjectLink& link, LinksByTexts& into) {
    if (link.at != kNoNode) into[{tree.text(link.holder), tree.text(link.held)}].push_back(link);
  };
  for_each_node(tree, body, tree.subtree_end(body), [&](NodeId n) {
    const bool call = tree.is(n, Kind::Call);
    if (!call && !tree.is(n, Kind::Assignment)) return;
    ObjectLink link = call ? link_of_call(model, n) : link_of_store(model, n);
    enter(link, links.made);
    if (call) link = link_of_extension(model, n);
    link.held = link.at == kNoNode ? NodeId{kNoNode} : list_taken_over(model, link);
    if (link.held != kNoNode) enter(link, links.lists);
  });
  return links;
}

// `for holder in names:` where the scope puts all of `names` into what is held.
ObjectLink link_of_taken_over(const SemanticModel& model, NodeId loop, const ObjectLink& link) {
  const SyntaxTree& tree = model.tree();
  const NodeId names = tree.child(loop, Field::Right);
  if (!tree.is(names, Kind::Identifier) || !binds_holder(model, loop, link)) return {};
  const LinksByTexts& lists = links_of_scope(model, scope_body(model, link.at)).lists;
  const auto found = lists.find({tree.text(link.held), tree.text(names)});
  if (found == lists.end()) return {};
  for (const ObjectLink& other : found->second) {
    if (same_object(model, other.holder, link.held) && same_object(model, other.held, names)) {
      return {other.at, other.holder, link.holder, other.name, false};
    }
  }
  return {};
}

// The first loop of the scope that goes over what the holder has: one around the link, or the
// one that binds the holder.
ObjectLink link_in_loop(const SemanticModel& model, const ObjectLink& link) {
  const SyntaxTree& tree = model.tree();
  const NodeId body = scope_body(model, link.at);
  ObjectLink first;
  const auto look_around = [&](NodeId inside) {
    for (NodeId loop = tree.ancestor(inside, Kind::ForStatement);
         loop != kNoNode && tree.contains(body, loop);
         loop = tree.ancestor(loop, Kind::ForStatement)) {
      ObjectLink found = link_of_loop(model, loop, link);
      if (found.at == kNoNode) found = link_of_taken_over(model, loop, link);
      if (found.at < first.at) first = found;
    }
  };
  look_around(link.at);
  const DefId def = tree.is(link.holder, Kind::Identifier) ? model.bindings().reaching(link.holder)
                                                           : DefId{kNone};
  if (def != kNone && model.bindings().definition(def).kind == DefKind::For) {
    look_around(model.bindings().definition(def).node);
  }
  return first;
}

ObjectLink link_in_function(const SemanticModel& model, const ObjectLink& link) {
  const SyntaxTree& tree = model.tree();
  if (tree.is(link.holder, Kind::Attribute)) {
    const NodeId object = tree.child(link.holder, Field::Object);
    if (same_object(model, object, link.held)) {
      return {link.holder, object, link.holder, last_name(tree, link.holder), false};
    }
  }
  ObjectLink found = link_in_loop(model, link);
  const NodeId body = scope_body(model, link.at);
  const auto& links = links_of_scope(model, body).made;
  const auto turned = links.find({tree.text(link.held), tree.text(link.holder)});
  if (turned == links.end()) return found;
  for (const ObjectLink& other : turned->second) {
    if (found.at < other.at) break;
    if (other.at != link.at && same_object(model, other.holder, link.held) &&
        same_object(model, other.held, link.holder)) {
      return other;
    }
  }
  return found;
}

// The argument of `call` that a constructor's parameter takes, self not counted.
NodeId argument_for(const SemanticModel& model, NodeId call, NodeId function, NodeId parameter) {
  const SyntaxTree& tree = model.tree();
  int position = -1;
  for (const NodeId p : tree.children(tree.child(function, Field::Parameters))) {
    if (tree.contains(p, parameter)) return model.argument(call, position, tree.text(parameter));
    ++position;
  }
  return kNoNode;
}

// Where the value of `made` is kept on `self`: directly, in a list, or by append.
std::string_view kept_on_self(const SemanticModel& model, NodeId made, NodeId self) {
  const SyntaxTree& tree = model.tree();
  Consumer consumer = model.consumer_of(made);
  while (consumer.role == Role::Element || consumer.role == Role::Argument) {
    if (tree.is(consumer.node, Kind::Call)) {
      const ObjectLink link = link_of_call(model, consumer.node);
      if (link.at != kNoNode && tree.text(link.holder) == tree.text(self)) return link.name;
      if (consumer.role == Role::Argument &&
          !tree.text(tree.child(consumer.node, Field::Function)).ends_with("List")) {
        return {};
      }
    }
    consumer = model.consumer_of(consumer.node);
  }
  if (consumer.role != Role::Assigned || !tree.is(consumer.node, Kind::Assignment)) return {};
  const NodeId target = without_items(model, tree.child(consumer.node, Field::Left));
  if (!tree.is(target, Kind::Attribute)) return {};
  if (tree.text(tree.child(target, Field::Object)) != tree.text(self)) return {};
  return last_name(tree, target);
}

// The calls that make an object of a class and give it the `self` around them, by the class: each
// parameter of its constructor asks for them.
struct MadeWithSelf {
  std::unordered_map<NodeId, std::vector<NodeId>> of;
};

const std::vector<NodeId>& made_with_self(const SemanticModel& model, NodeId klass) {
  const auto [known, is_new] = model.notes<MadeWithSelf>().of.try_emplace(klass);
  if (!is_new) return known->second;
  const SyntaxTree& tree = model.tree();
  const DefId d = model.bindings().definition_at(tree.child(klass, Field::Name));
  if (d == kNone) return known->second;
  const auto is_own_self = [&](NodeId given) {
    return tree.is(given, Kind::Identifier) && tree.text(given) == "self";
  };
  for (const UseId use : model.bindings().variable_of(d).uses) {
    const Consumer consumer = model.consumer_of(model.bindings().use(use).node);
    if (consumer.role != Role::Callee) continue;
    if (std::ranges::any_of(model.arguments(consumer.node), is_own_self)) {
      known->second.push_back(consumer.node);
    }
  }
  return known->second;
}

// Where an object of the class, made with `self`, is kept by that self.
ObjectLink link_by_constructor(const SemanticModel& model, const ObjectLink& link) {
  const SyntaxTree& tree = model.tree();
  const Bindings& bindings = model.bindings();
  const NodeId function = model.function_of(link.at);
  const NodeId klass = function == kNoNode ? kNoNode : model.method_class(function);
  if (klass == kNoNode || tree.text(tree.child(function, Field::Name)) != "__init__") return {};
  if (!tree.is(link.held, Kind::Identifier) || tree.text(link.holder) != "self") return {};
  const DefId def = bindings.reaching(link.held);
  if (def == kNone || bindings.definition(def).kind != DefKind::Parameter) return {};
  for (const NodeId made : made_with_self(model, klass)) {
    const NodeId given = argument_for(model, made, function, bindings.definition(def).node);
    if (given == kNoNode || !tree.is(given, Kind::Identifier)) continue;
    if (class_of_object(model, given) == kNoNode || tree.text(given) != "self") continue;
    const std::string_view name = kept_on_self(model, made, given);
    if (!name.empty()) return {made, given, made, name, false};
  }
  return {};
}

}  // namespace

ObjectLink link_of_assignment(const SemanticModel& model, NodeId assignment) {
  const SyntaxTree& tree = model.tree();
  const NodeId value = tree.child(assignment, Field::Right);
  if (!tree.is(value, Kind::Identifier)) return {};
  const ObjectLink link = link_of_store(model, assignment);
  if (!link.is_assignment || tree.text(link.holder) == tree.text(link.held)) return {};
  return link;
}

ObjectLink link_back(const SemanticModel& model, const ObjectLink& link) {
  const ObjectLink found = link_in_function(model, link);
  return found.at != kNoNode ? found : link_by_constructor(model, link);
}

NodeId class_of_object(const SemanticModel& model, NodeId object) {
  const SyntaxTree& tree = model.tree();
  const Bindings& bindings = model.bindings();
  if (tree.is(object, Kind::Call)) {
    const NodeId function = tree.child(object, Field::Function);
    const DefId def =
        tree.is(function, Kind::Identifier) ? bindings.reaching(function) : DefId{kNone};
    const bool is_class = def != kNone && bindings.definition(def).kind == DefKind::Class;
    return is_class ? tree.parent(bindings.definition(def).node) : kNoNode;
  }
  if (!tree.is(object, Kind::Identifier)) return kNoNode;
  const DefId def = bindings.reaching(object);
  if (def == kNone) return kNoNode;
  const Definition& d = bindings.definition(def);
  if (d.kind == DefKind::Assign && d.value != kNoNode) {
    return tree.is(d.value, Kind::Call) ? class_of_object(model, d.value) : kNoNode;
  }
  if (d.kind != DefKind::Parameter) return kNoNode;
  const NodeId parameters = tree.ancestor(d.node, Kind::Parameters);
  if (parameters == kNoNode || tree.first_child(parameters) != d.node) return kNoNode;
  return model.method_class(tree.parent(parameters));
}

}  // namespace mlfix
