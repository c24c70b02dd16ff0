// Attributes are told apart by name alone, so that somebody else's release counts,
// too: the answer errs to "released".

#include "torch/module/self_store.h"

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "semantic/control/consumer.h"
#include "semantic/knowledge/facts.h"
#include "semantic/knowledge/meanings.h"
#include "semantic/names/access_path.h"
#include "semantic/names/attribute_access.h"
#include "semantic/names/call_sites.h"
#include "semantic/semantic_model.h"
#include "torch/module/module_class.h"
#include "torch/tensor/tensor_store.h"

namespace mlfix {
NodeId attribute_of_self(const SemanticModel& model, NodeId place) {
  const SyntaxTree& tree = model.tree();
  place = without_items(model, place);
  if (!tree.is(place, Kind::Attribute)) return kNoNode;
  return tree.text(tree.child(place, Field::Object)) == "self" ? place : kNoNode;
}

SelfStore self_store_of(const SemanticModel& model, NodeId n) {
  const SyntaxTree& tree = model.tree();
  if (tree.is(n, Kind::Call)) {
    const std::string_view method = model.method_name(n);
    if (const auto store = store_in_place(model, n)) {
      const NodeId attribute = attribute_of_self(model, store->container);
      return attribute != kNoNode ? SelfStore{attribute, store->value, true} : SelfStore{};
    }
    if (!model.means(Meaning::AddsMember, method)) return {};
    const NodeId attribute = attribute_of_self(model, model.receiver_of_call(n, method));
    const std::vector<NodeId> arguments = model.arguments(n);
    const bool stores = attribute != kNoNode && !arguments.empty() &&
                        !model.facts(attribute).may_be(Fact::Tensor) &&
                        !model.facts(attribute).may_be(Fact::Module);
    return stores ? SelfStore{attribute, arguments.back(), true} : SelfStore{};
  }
  const NodeId left = tree.child(n, Field::Left);
  const NodeId right = model.strip_parentheses(tree.child(n, Field::Right));
  // x = self.h = f(x): the value has another reader.
  if (tree.is(right, Kind::Assignment) || tree.is(tree.parent(n), Kind::Assignment)) return {};
  const NodeId attribute = attribute_of_self(model, left);
  if (attribute == kNoNode || right == kNoNode) return {};
  if (tree.is(n, Kind::AugmentedAssignment)) {
    return SelfStore{attribute, right, true};
  }
  return {attribute, right, tree.is(left, Kind::Subscript)};
}

bool runs_in_forward(const SemanticModel& model, NodeId n) {
  if (in_module_method(model, n, "forward")) return true;
  const NodeId klass = probable_module_class_of(model, n);
  if (klass == kNoNode) return false;
  const auto& calls = model.call_sites(model.function_of(n)).calls;
  return std::any_of(calls.begin(), calls.end(), [&](NodeId call) {
    return in_module_method(model, call, "forward") &&
           probable_module_class_of(model, call) == klass;
  });
}

namespace {

// Where an attribute lets go of what it holds. One store is not released by itself, and an
// attribute has a place or two in it, so that three of each kind answer for all of them.
constexpr std::size_t kEnough = 3;

struct Releases {
  std::vector<NodeId> always;  // the accesses
  // Those that bind it again, which releases what grows, and their statements.
  std::vector<std::pair<NodeId, NodeId>> of_growing;
};

struct ReleasesByName {
  std::unordered_map<std::string_view, Releases> of;
};

void enter_release(const SemanticModel& model, const AttributeAccess& access, Releases& into) {
  const SyntaxTree& tree = model.tree();
  const NodeId function = model.function_of(access.node);
  const bool built =
      function != kNoNode && tree.text(tree.child(function, Field::Name)) == "__init__";
  if (built) return;
  NodeId up = tree.parent(access.node);
  if (tree.is(up, Kind::Subscript)) up = tree.parent(up);
  const Consumer consumer = model.consumer_of(access.node);
  const NodeId right = tree.is(up, Kind::Assignment) ? tree.child(up, Field::Right) : kNoNode;
  const bool assigned = right != kNoNode && access.is_store;
  const bool emptied =
      consumer.role == Role::MethodReceiver &&
      (consumer.name == "clear" || consumer.name == "pop" || consumer.name == "popleft");
  if (emptied || tree.is(up, Kind::DeleteStatement) || (assigned && tree.is(right, Kind::None))) {
    if (into.always.size() < kEnough) into.always.push_back(access.node);
  } else if (assigned && into.of_growing.size() < kEnough) {
    const bool known =
        std::ranges::any_of(into.of_growing, [&](const auto& other) { return other.second == up; });
    if (!known) into.of_growing.emplace_back(access.node, up);
  }
}

const Releases& releases_of(const SemanticModel& model, std::string_view name) {
  const auto [known, is_new] = model.notes<ReleasesByName>().of.try_emplace(name);
  if (!is_new) return known->second;
  for (const AttributeAccess& access : model.attribute_accesses(name)) {
    enter_release(model, access, known->second);
  }
  return known->second;
}

}  // namespace

bool is_released_elsewhere(const SemanticModel& model, const SelfStore& store) {
  const SyntaxTree& tree = model.tree();
  const Releases& releases =
      releases_of(model, tree.text(tree.child(store.attribute, Field::Attribute)));
  const bool always =
      std::ranges::any_of(releases.always, [&](NodeId other) { return other != store.attribute; });
  return always ||
         (store.grows && std::ranges::any_of(releases.of_growing, [&](const auto& one) {
            return one.first != store.attribute && one.second != tree.parent(store.attribute);
          }));
}

}  // namespace mlfix
