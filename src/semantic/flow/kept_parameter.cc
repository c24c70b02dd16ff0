// The value-flow engine's policy for what methods keep: sums and containers on attributes, and
// what has the same graph as the value. See kept_parameter.h.

#include "semantic/flow/kept_parameter.h"

#include <fmt/format.h>

#include <array>
#include <string>
#include <string_view>

#include "semantic/binding/ids.h"
#include "semantic/control/consumer.h"
#include "semantic/facts/kind_tests.h"
#include "semantic/flow/parameter_elsewhere.h"
#include "semantic/flow/same_place.h"
#include "semantic/flow/value_flow.h"
#include "semantic/flow/way_telling.h"
#include "semantic/knowledge/knowledge.h"
#include "semantic/knowledge/meanings.h"
#include "semantic/names/access_path.h"
#include "semantic/names/calls.h"
#include "semantic/project/project_code.h"
#include "semantic/project_entity.h"
#include "semantic/semantic_model.h"

namespace mlfix {
namespace {

struct KeepingMemory : FlowMemory {};

class KeepingFlow final : public FlowPolicy {
 public:
  static constexpr Sink kSums = own_sink(0);
  static constexpr Sink kStores = own_sink(1);
  static constexpr Sink kAdds = own_sink(2);

  FlowMemory& memory(const SemanticModel& model) const override {
    return model.notes<KeepingMemory>();
  }
  const Reach* elsewhere(const ProjectCode& code,
                         const ParameterSummary& parameter) const override {
    return &code.kept_of(parameter);
  }

  bool passes_merge(const SemanticModel& model, DefId from, DefId phi) const override {
    return !merge_keeps_tensors_out(model, from, phi);
  }
  void stored(ValueFlow& flow, NodeId target) const override {
    const SyntaxTree& tree = flow.model().tree();
    if (!is_on_attribute(flow.model(), target)) return;
    if (tree.is(tree.parent(target), Kind::AugmentedAssignment) || is_made_of_itself(tree, target))
      flow.mark(kSums, target);
    else if (tree.is(target, Kind::Subscript))
      flow.mark(kStores, target);
  }
  void attribute_read(ValueFlow&, const Consumer&, Part) const override {}
  void attribute_read_by_name(ValueFlow&, NodeId, std::string_view) const override {}
  void method_called(ValueFlow& flow, NodeId, const Consumer& consumer, Part) const override {
    const bool entries = consumer.name == "items" || consumer.name == "values";
    const MethodInfo* info =
        flow.model().knowledge().method(consumer.name, {FactSet(), Fact::Tensor, {}});
    const bool of_graph = info != nullptr && info->result_keeps_graph && !info->ends_graph;
    if (entries || of_graph || flow.model().means(Meaning::HandsOnGraph, consumer.name)) {
      flow.follow(consumer.node, {});
    }
  }
  void given_to_library(ValueFlow& flow, NodeId, const Consumer& consumer, Part) const override {
    const SemanticModel& model = flow.model();
    const NodeId call = consumer.node;
    const std::string_view method = model.method_name(call);
    if (model.means(Meaning::StoresItem, method)) {
      if (!is_on_attribute(model, model.receiver_of_call(call, method))) return;
      flow.mark(kStores, call);
      return flow.mark(kAdds, call);
    }
    if (hands_on(model, call)) flow.follow(call, {});
  }
  std::string told(const SemanticModel& model, Sink sink, NodeId at) const override {
    if (sink == kSums) return fmt::format("added to {}", quoted_code(model.tree(), at));
    const bool call = model.tree().is(at, Kind::Call);
    const NodeId place =
        call ? model.receiver_of_call(at, model.method_name(at)) : without_items(model, at);
    return fmt::format("put into {}", quoted_code(model.tree(), place));
  }

 private:
  // Does what the function gives have the graph of an argument: zip(keys, values),
  // torch.stack(values), reduce_over_processes(value)?
  static bool hands_on(const SemanticModel& model, NodeId call) {
    const NodeId called = model.tree().child(call, Field::Function);
    const std::string_view name = model.tree().text(called);
    if (is_builtin(model, called)) return model.means(Meaning::IteratesArgument, name);
    const Symbol symbol = model.qualified_name(called);
    const CallableInfo* info = symbol == kNoSymbol ? nullptr : model.knowledge().callable(symbol);
    if (info != nullptr) return info->result_keeps_graph;
    return name.find("reduce") != std::string_view::npos;
  }

  // self.mean = 0.9 * self.mean + 0.1 * value
  static bool is_made_of_itself(const SyntaxTree& tree, NodeId target) {
    const NodeId assignment = tree.parent(target);
    const NodeId right = tree.is(assignment, Kind::Assignment)
                             ? tree.child(assignment, Field::Right)
                             : NodeId{kNoNode};
    if (right == kNoNode) return false;
    for (NodeId n = right; n < tree.subtree_end(right); ++n) {
      if (tree.kind(n) == tree.kind(target) && tree.text(n) == tree.text(target)) return true;
    }
    return false;
  }

  // Or in an item of the object itself, as a dict is one: self[name] = value
  static bool is_on_attribute(const SemanticModel& model, NodeId place) {
    const NodeId kept = without_items(model, place);
    if (model.tree().is(kept, Kind::Attribute)) return is_place(model, kept);
    return kept != place && model.tree().is(kept, Kind::Identifier) &&
           model.tree().text(kept) == "self";
  }
};

Keeping keeping_from(const Reach& reach) {
  return {.sums = reach.has(KeepingFlow::kSums),
          .stores = reach.has(KeepingFlow::kStores),
          .adds = reach.has(KeepingFlow::kAdds)};
}

}  // namespace

Reach kept_of_parameter(const SemanticModel& model, NodeId parameter) {
  return ValueFlow::of_parameter(model, KeepingFlow(), parameter);
}

Keeping keeping_of_parameter(const SemanticModel& model, NodeId parameter) {
  return keeping_from(kept_of_parameter(model, parameter));
}

namespace {

// What runs where an object is called.
constexpr std::string_view kCalled = "__call__";

bool is_module_method_elsewhere(const Project& project, ProjectEntity method) {
  const ProjectEntity klass = project.class_of_method(method);
  return !klass || project.any_foreign_base(
                       klass, [](const std::string& base) { return base == "torch.nn.Module"; });
}

}  // namespace

Keeping keeping_of_argument(const SemanticModel& model, NodeId call, NodeId argument) {
  const bool is_object_called = model.method_name(call).empty();
  const NodeId method = model.callee(call);
  if (method == kNoNode) {
    const auto [function, summary] = parameter_elsewhere(model, model.consumer_of(argument));
    if (summary == nullptr) return {};
    const Project& project = *model.place().project;
    const bool kept = !is_module_method_elsewhere(project, function) &&
                      (!is_object_called || project.name_of(function) == kCalled);
    return kept ? keeping_from(model.place().code->kept_of(*summary)) : Keeping{};
  }
  const NodeId klass = model.method_class(method);
  if (klass == kNoNode || model.derives_from(klass, "torch.nn.Module")) return {};
  const SyntaxTree& tree = model.tree();
  if (is_object_called && tree.text(tree.child(method, Field::Name)) != kCalled) return {};
  const NodeId parameter = model.calls().parameter_for(call, method, argument);
  return parameter == kNoNode ? Keeping{} : keeping_of_parameter(model, parameter);
}

WaySteps way_of_keeping(const SemanticModel& model, NodeId argument, Keeping wanted) {
  constexpr std::array kSum = {KeepingFlow::kSums};
  constexpr std::array kContainer = {KeepingFlow::kStores};
  const KeepingFlow policy;
  return wanted.sums ? ValueFlow::way_from(model, policy, argument, kSum)
                     : ValueFlow::way_from(model, policy, argument, kContainer);
}

}  // namespace mlfix
