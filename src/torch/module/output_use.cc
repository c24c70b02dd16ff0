// Reads are sorted by what stands around them; what is given to something that may be a module
// counts by what becomes of the output of that.

#include "torch/module/output_use.h"

#include <algorithm>
#include <ranges>
#include <string>
#include <string_view>

#include "semantic/control/consumer.h"
#include "semantic/flow/container_store.h"
#include "semantic/flow/graph_flow.h"
#include "semantic/flow/parameter_elsewhere.h"
#include "semantic/flow/value_flow.h"
#include "semantic/knowledge/hints.h"
#include "semantic/knowledge/knowledge.h"
#include "semantic/project/project_code.h"
#include "semantic/project_entity.h"
#include "semantic/semantic_model.h"
#include "torch/module/forward_pass.h"

namespace mlfix {
namespace {

bool is_method_of(const SemanticModel& model, std::string_view name, Fact kind) {
  const MethodInfo* info = model.knowledge().method(name, {FactSet(), kind, {}});
  return info != nullptr && info->receiver.has(kind);
}

// Has a tensor that method, and nothing else that a call may give? Also when whatever has it is
// taken for a tensor: detach().
bool is_tensor_method(const SemanticModel& model, std::string_view name) {
  const MethodInfo* of_any = model.knowledge().method(name, {});
  return (of_any != nullptr && of_any->may_result.has(Fact::Tensor)) ||
         (is_method_of(model, name, Fact::Tensor) && !is_method_of(model, name, Fact::Module) &&
          !is_method_of(model, name, Fact::Container));
}

// A function of torch that takes tensors: torch.cat(), or torch.argmax(), which is a method of
// tensors, too. torch.tensor() and torch.save() take anything.
bool is_tensor_function(const SemanticModel& model, NodeId called, std::string_view name) {
  const Symbol symbol = model.qualified_name(called);
  const CallableInfo* info = symbol == kNoSymbol ? nullptr : model.knowledge().callable(symbol);
  if (!name.starts_with("torch.") || info == nullptr) return false;
  return info->result_keeps_graph || is_tensor_method(model, name.substr(name.rfind('.') + 1));
}

// Is it a part of an output that has names for its parts, and no attribute of a tensor: logits,
// last_hidden_state?
bool is_name_of_output(const SemanticModel& model, std::string_view name) {
  const auto says_so = [&](auto part) {
    return model.suggests(Hint::Tensor, std::string_view(part.begin(), part.end()));
  };
  return model.knowledge().attribute(name, {}) == nullptr &&
         std::ranges::any_of(name | std::views::split('_'), says_so);
}

struct OutputMemory : FlowMemory {};
struct DerivedMemory : FlowMemory {};

class OutputFlow final : public FlowPolicy {
 public:
  // With what functions and methods of tensors make of the output, or without.
  explicit OutputFlow(bool with_derived) : with_derived_(with_derived) {}

  static constexpr Sink kAsTensor = own_sink(0);
  static constexpr Sink kAsArray = own_sink(1);
  static constexpr Sink kDetached = own_sink(2);
  static constexpr Sink kForbidsGraph = own_sink(3);
  static constexpr Sink kGivenToModule = own_sink(4);
  static constexpr Sink kOther = own_sink(5);  // use that tells nothing
  static constexpr Sink kAsModule = own_sink(6);

  FlowMemory& memory(const SemanticModel& model) const override {
    if (with_derived_) return model.notes<DerivedMemory>();
    return model.notes<OutputMemory>();
  }

  void looked_at(ValueFlow& flow, NodeId value, const Consumer& consumer) const override {
    if (consumer.role != Role::Discarded) flow.mark(kOther, value);
  }
  // What is computed with an output is one.
  bool ends_at_operator(ValueFlow& flow, NodeId value, NodeId, Part) const override {
    flow.mark(kOther, value);
    return false;
  }
  void attribute_read(ValueFlow& flow, const Consumer& consumer, Part) const override {
    used_by_name(flow, consumer.node, consumer.name);
    if (is_name_of_output(flow.model(), consumer.name)) flow.follow(consumer.node, {});
  }
  void attribute_read_by_name(ValueFlow& flow, NodeId call, std::string_view name) const override {
    used_by_name(flow, call, name);
  }
  void method_called(ValueFlow& flow, NodeId, const Consumer& consumer, Part part) const override {
    if (is_move(flow.model(), consumer.name)) return flow.follow(consumer.node, part);
    used_by_name(flow, consumer.node, consumer.name);
  }
  void given_to_library(ValueFlow& flow, NodeId, const Consumer& consumer, Part) const override {
    const SemanticModel& model = flow.model();
    if (const auto store = store_by_method(model, consumer.node)) {
      // What is done with the list that collects outputs is done with them: torch.cat(outputs).
      flow.mark(kOther, consumer.node);
      return flow.into_container(store->container, {});
    }
    if (const auto [function, taken] = parameter_elsewhere(model, consumer); taken != nullptr) {
      return given_to_seen_code(flow, consumer.node, function, *taken);
    }
    const NodeId called = model.tree().child(consumer.node, Field::Function);
    const std::string name = model.qualified_text(called);
    if (is_tensor_function(model, called, name)) {
      flow.mark(kAsTensor, consumer.node);
      return follow_tensor(flow, consumer.node);
    }
    if (model.knowledge().covers(Meaning::ArrayPackage, name)) {
      return flow.mark(kAsArray, consumer.node);
    }
    const Facts taker = model.facts(called);
    const bool to_module = taker.could_be(Fact::Module);
    if (taker.could_be(Fact::Loss)) {
      flow.mark(kOther, consumer.node);
    } else if (!to_module && !calls_unknown_method_of_module(model, consumer.node)) {
      return flow.mark(kOther, consumer.node);
    }
    if (to_module) flow.mark(kGivenToModule, consumer.node);
    flow.follow(consumer.node, {});
  }

 private:
  // What is computed with an output may be detached in its place.
  void follow_tensor(ValueFlow& flow, NodeId given) const {
    if (!with_derived_) return;
    const Facts facts = flow.model().facts(given);
    if (facts.could_be(Fact::Tensor) && !facts.must_be(Fact::NoGraph)) flow.follow(given, {});
  }

  // to_np(output), of another file: what it gives is detached, unless it is the output.
  static void given_to_seen_code(ValueFlow& flow, NodeId call, ProjectEntity function,
                                 const ParameterSummary& taken) {
    flow.mark(kOther, call);
    const ProjectCode& code = *flow.model().place().code;
    const Reach& graph = code.graph_of(taken);
    if (graph.comes_back) return flow.follow(call, {});
    const bool gives = flow.model().consumer_of(call).role != Role::Discarded &&
                       !code.summary(function).takes_self;
    const bool ends =
        !graph.has_any({Sink::Returned, Sink::OnAttribute, Sink::InContainer, Sink::Captured,
                        Sink::Yielded, Sink::Unseen, Sink::Lost, GraphFlow::kDifferentiated});
    if (gives && ends) flow.mark(kDetached, call);
  }

  // cpu(), to(), float(): modules have them, too, and what counts is what is done with the
  // result.
  static bool is_move(const SemanticModel& model, std::string_view method) {
    return is_method_of(model, method, Fact::Tensor) && is_method_of(model, method, Fact::Module);
  }

  // Does what the method or the attribute of a tensor gives have no graph?
  static bool ends_graph(const SemanticModel& model, std::string_view name) {
    constexpr Facts kTensor{FactSet(), Fact::Tensor, {}};
    const auto ends = [](const MethodInfo* info) {
      return info != nullptr && (info->ends_graph || info->result.has(Fact::NoGraph));
    };
    return ends(model.knowledge().attribute(name, kTensor)) ||
           ends(model.knowledge().method(name, kTensor));
  }

  // detach(), data: the same numbers without a graph.
  static bool gives_numbers_back(const SemanticModel& model, std::string_view name) {
    if (name == "data") return true;
    const MethodInfo* info = model.knowledge().method(name, {FactSet(), Fact::Tensor, {}});
    if (info == nullptr || !info->ends_graph) return false;
    const FactSet given = info->result | info->may_result;
    return given.has(Fact::Tensor) && !given.has(Fact::IntTensor);
  }

  // A method or an attribute of the output, which gives `given`.
  void used_by_name(ValueFlow& flow, NodeId given, std::string_view name) const {
    const SemanticModel& model = flow.model();
    if (model.means(Meaning::TellsShape, name)) return;
    flow.mark(kOther, given);
    const Facts facts = model.facts(given);
    const MethodInfo* attribute = model.knowledge().attribute(name, {});
    if (is_tensor_method(model, name) ||
        (attribute != nullptr && attribute->may_result.has(Fact::Tensor))) {
      flow.mark(kAsTensor, given);
      if (!ends_graph(model, name)) follow_tensor(flow, given);
    }
    if (is_method_of(model, name, Fact::NdArray)) flow.mark(kAsArray, given);
    // Of what is derived, an index or a comparison tells nothing about the rest.
    if (facts.could_be(Fact::Tensor) && facts.must_be(Fact::NoGraph) &&
        (!with_derived_ || gives_numbers_back(model, name))) {
      flow.mark(kDetached, given);
    }
    if (model.means(Meaning::RefusesGraph, name)) flow.mark(kForbidsGraph, given);
    if (model.means(Meaning::ShowsModule, name)) flow.mark(kAsModule, given);
  }

  bool with_derived_;
};

// Does the value get anywhere but to its shape?
bool is_used(const Reach& reach) {
  return reach.has_any({OutputFlow::kAsTensor, OutputFlow::kAsArray, OutputFlow::kOther,
                        Sink::Returned, Sink::Yielded, Sink::OnAttribute, Sink::InContainer,
                        Sink::Captured, Sink::Unseen, Sink::Lost});
}

}  // namespace

OutputUse use_of_output(const SemanticModel& model, NodeId call) {
  const Reach reach = reach_of(model, OutputFlow(false), call);
  const Reach derived = reach_of(model, OutputFlow(true), call);
  const bool through_module =
      reach.has(OutputFlow::kGivenToModule) && reach.has(OutputFlow::kAsArray);
  return {.as_tensor = reach.has(OutputFlow::kAsTensor) || through_module,
          .as_array = reach.has(OutputFlow::kAsArray),
          .is_detached = reach.has(OutputFlow::kDetached),
          .ends_detached = derived.has(OutputFlow::kDetached),
          .given_to_module = derived.has(OutputFlow::kGivenToModule),
          .as_module = reach.has(OutputFlow::kAsModule),
          .forbids_graph = reach.has(OutputFlow::kForbidsGraph),
          .shape_only = !is_used(reach)};
}

}  // namespace mlfix
