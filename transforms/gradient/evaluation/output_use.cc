// Reads are sorted by what stands around them; what is given to something that may be a module
// counts by what becomes of the output of that.

#include "transforms/gradient/evaluation/output_use.h"

#include <string>
#include <string_view>

#include "semantic/flow/value_flow.h"

namespace mlfix {
namespace {

bool is_method_of(const SemanticModel& model, std::string_view name, Fact kind) {
  const MethodInfo* info = model.knowledge().method(name, {FactSet(), kind, FactSet()});
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

struct OutputMemory : FlowMemory {};

class OutputFlow final : public FlowPolicy {
 public:
  static constexpr Sink kAsTensor = own_sink(0);
  static constexpr Sink kAsArray = own_sink(1);
  static constexpr Sink kDetached = own_sink(2);
  static constexpr Sink kForbidsGraph = own_sink(3);
  static constexpr Sink kGivenToModule = own_sink(4);
  static constexpr Sink kOther = own_sink(5);  // use that tells nothing
  static constexpr Sink kAsModule = own_sink(6);

  FlowMemory& memory(const SemanticModel& model) const override {
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
    const NodeId called = model.tree().child(consumer.node, Field::Function);
    const std::string name = model.qualified_text(called);
    if (is_tensor_function(model, called, name)) return flow.mark(kAsTensor, consumer.node);
    if (model.knowledge().covers(Meaning::ArrayPackage, name)) {
      return flow.mark(kAsArray, consumer.node);
    }
    if (!model.facts(called).could_be(Fact::Module)) return flow.mark(kOther, consumer.node);
    flow.mark(kGivenToModule, consumer.node);
    flow.follow(consumer.node, {});
  }

 private:
  // cpu(), to(), float(): modules have them, too, and what counts is what is done with the
  // result.
  static bool is_move(const SemanticModel& model, std::string_view method) {
    return is_method_of(model, method, Fact::Tensor) && is_method_of(model, method, Fact::Module);
  }

  // A method or an attribute of the output, which gives `given`.
  static void used_by_name(ValueFlow& flow, NodeId given, std::string_view name) {
    const SemanticModel& model = flow.model();
    if (model.means(Meaning::TellsShape, name)) return;
    flow.mark(kOther, given);
    const Facts facts = model.facts(given);
    const MethodInfo* attribute = model.knowledge().attribute(name, {});
    if (is_tensor_method(model, name) ||
        (attribute != nullptr && attribute->may_result.has(Fact::Tensor))) {
      flow.mark(kAsTensor, given);
    }
    if (is_method_of(model, name, Fact::NdArray)) flow.mark(kAsArray, given);
    if (facts.could_be(Fact::Tensor) && facts.must_be(Fact::NoGraph)) flow.mark(kDetached, given);
    if (model.means(Meaning::RefusesGraph, name)) flow.mark(kForbidsGraph, given);
    if (model.means(Meaning::ShowsModule, name)) flow.mark(kAsModule, given);
  }
};

// Does the value get anywhere but to its shape?
bool is_used(const Reach& reach) {
  return reach.has_any({OutputFlow::kAsTensor, OutputFlow::kAsArray, OutputFlow::kOther,
                        Sink::Returned, Sink::Yielded, Sink::OnAttribute, Sink::InContainer,
                        Sink::Captured, Sink::Unseen, Sink::Lost});
}

}  // namespace

OutputUse use_of_output(const SemanticModel& model, NodeId call) {
  const Reach reach = reach_of(model, OutputFlow(), call);
  const bool through_module =
      reach.has(OutputFlow::kGivenToModule) && reach.has(OutputFlow::kAsArray);
  return {.as_tensor = reach.has(OutputFlow::kAsTensor) || through_module,
          .as_array = reach.has(OutputFlow::kAsArray),
          .is_detached = reach.has(OutputFlow::kDetached),
          .as_module = reach.has(OutputFlow::kAsModule),
          .forbids_graph = reach.has(OutputFlow::kForbidsGraph),
          .shape_only = !is_used(reach)};
}

}  // namespace mlfix
