// What an optimizer, or whoever clips gradients, is given stands in the file as x.parameters(). A
// network that is none of these x, wherever it comes from, is not the one that the file trains.

#include "torch/evaluation/other_network.h"

#include <algorithm>
#include <set>
#include <string_view>
#include <vector>

#include "semantic/binding/binding.h"
#include "semantic/flow/places.h"
#include "semantic/names/access_path.h"
#include "semantic/names/attribute_access.h"
#include "semantic/names/call_sites.h"
#include "semantic/names/calls.h"
#include "semantic/semantic_model.h"

namespace mlfix {
namespace {

// How many names lead to where a network is made, and how many are looked at by all ways.
constexpr int kMostNamesOfNetwork = 6;
constexpr int kMostNamesLookedAt = 200;

// The names of which the file reads the weights.
struct NamesOfWeights {
  explicit NamesOfWeights(const SemanticModel& model) {
    const SyntaxTree& tree = model.tree();
    for (NodeId n = 0; n < tree.size(); ++n) {
      if (!tree.is(n, Kind::Call)) continue;
      for (const std::string_view method : {"parameters", "named_parameters"}) {
        const NodeId owner = model.receiver_of_call(n, method);
        if (owner != kNoNode) names.insert(last_name(tree, owner));
      }
    }
  }

  std::set<std::string_view> names;
};

class NetworkMade {
 public:
  explicit NetworkMade(const SemanticModel& model)
      : model_(model), tree_(model.tree()), weights_(model.notes<NamesOfWeights>(model).names) {}

  bool is_other() const { return !weights_.empty() && !weights_.contains("self"); }

  // Is it made by a library, under names that are not those of the weights?
  bool by_library(NodeId expr, int names_left) {
    expr = model_.strip_parentheses(expr);
    if (names_left == 0 || ++looked_at_ > kMostNamesLookedAt) return false;
    switch (tree_.kind(expr)) {
      case Kind::Call:
        return by_call(expr, names_left);
      case Kind::Identifier:
        return !weights_.contains(tree_.text(expr)) && by_name(expr, names_left);
      case Kind::Attribute:
        return !weights_.contains(last_name(tree_, expr)) && by_attribute(expr, names_left);
      default:
        return false;
    }
  }

 private:
  bool by_call(NodeId call, int names_left) {
    const NodeId called = tree_.child(call, Field::Function);
    if (model_.qualified_text(called).empty()) {
      // network.to(device).eval() is the network.
      return tree_.is(called, Kind::Attribute) && model_.callee(call) == kNoNode &&
             by_library(tree_.child(called, Field::Object), names_left - 1);
    }
    // What it is made around is what counts: DataParallel(network).
    return std::ranges::all_of(model_.arguments(call), [&](NodeId argument) {
      return !may_be_part_of_module(model_, argument) || by_library(argument, names_left - 1);
    });
  }

  bool by_name(NodeId name, int names_left) {
    const DefId def = model_.bindings().reaching(name);
    if (def == kNone) return false;
    const Definition& definition = model_.bindings().definition(def);
    if (definition.kind == DefKind::Assign && definition.value != kNoNode) {
      return by_library(definition.value, names_left - 1);
    }
    return definition.kind == DefKind::Parameter && by_callers(definition.node, names_left);
  }

  // Do all callers in the file give one?
  bool by_callers(NodeId parameter, int names_left) {
    const NodeId function = model_.function_of(parameter);
    if (function == kNoNode) return false;
    const auto names = parameter_names(tree_, function);
    const auto at = std::ranges::find(names, tree_.text(parameter),
                                      [&](NodeId name) { return tree_.text(name); });
    if (at == names.end()) return false;
    const int position =
        static_cast<int>(at - names.begin()) - (model_.method_class(function) == kNoNode ? 0 : 1);
    const std::vector<NodeId>& calls = model_.call_sites(function).calls;
    return !calls.empty() && std::ranges::all_of(calls, [&](NodeId call) {
      const NodeId given = model_.argument(call, position, tree_.text(parameter));
      return given != kNoNode && by_library(given, names_left - 1);
    });
  }

  // Does every statement that sets the attribute of the object give one, or give it to itself?
  bool by_attribute(NodeId attribute, int names_left) {
    const NodeId klass = model_.class_of(attribute);
    if (klass == kNoNode || tree_.text(tree_.child(attribute, Field::Object)) != "self") {
      return false;
    }
    bool any = false;
    for (const AttributeAccess& access : model_.attribute_accesses(last_name(tree_, attribute))) {
      if (!access.is_store || access.klass != klass) continue;
      const NodeId assignment = tree_.parent(access.node);
      if (!tree_.is(assignment, Kind::Assignment)) return false;
      const NodeId value = tree_.child(assignment, Field::Right);
      if (tree_.text(value).starts_with(tree_.text(access.node))) continue;
      if (!by_library(value, names_left - 1)) return false;
      any = true;
    }
    return any;
  }

  const SemanticModel& model_;
  const SyntaxTree& tree_;
  const std::set<std::string_view>& weights_;
  int looked_at_ = 0;
};

}  // namespace

bool runs_untrained_network(const SemanticModel& model, NodeId call) {
  NetworkMade made(model);
  return made.is_other() &&
         made.by_library(model.tree().child(call, Field::Function), kMostNamesOfNetwork);
}

}  // namespace mlfix
