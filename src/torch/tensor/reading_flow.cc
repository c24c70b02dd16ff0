// A view shares the values of its tensor, what is computed from them has its own. What no table
// calls a reader may change the tensor, now or later.

#include "torch/tensor/reading_flow.h"

#include <string>
#include <string_view>

#include "semantic/binding/binding.h"
#include "semantic/control/consumer.h"
#include "semantic/flow/value_flow.h"
#include "semantic/knowledge/knowledge.h"
#include "semantic/semantic_model.h"
#include "torch/tensor/tensor_views.h"

namespace mlfix {
namespace {

constexpr Sink kMayChange = own_sink(0);

struct ReadingMemory : FlowMemory {};

class ReadingFlow final : public FlowPolicy {
 public:
  FlowMemory& memory(const SemanticModel& model) const override {
    return model.notes<ReadingMemory>();
  }
  bool follows_returns() const override { return false; }

  void written(ValueFlow& flow, NodeId value) const override { flow.mark(kMayChange, value); }

  bool ends_at_operator(ValueFlow& flow, NodeId, NodeId operation, Part) const override {
    const SyntaxTree& tree = flow.model().tree();
    return tree.is(operation, Kind::BinaryOperator) || tree.is(operation, Kind::UnaryOperator);
  }

  void attribute_read(ValueFlow& flow, const Consumer& consumer, Part) const override {
    if (!flow.model().means(Meaning::TellsOfTensor, consumer.name)) {
      flow.mark(kMayChange, consumer.node);
    }
  }
  void attribute_read_by_name(ValueFlow& flow, NodeId call, std::string_view) const override {
    flow.mark(kMayChange, call);
  }

  void method_called(ValueFlow& flow, NodeId, const Consumer& consumer, Part) const override {
    const SemanticModel& model = flow.model();
    if (model.means(Meaning::ReadsTensor, consumer.name)) return;
    if (is_told_where_to_write(model, consumer.node) || consumer.name.ends_with('_')) {
      return flow.mark(kMayChange, consumer.node);
    }
    if (may_give_view(model, consumer.name)) return flow.follow(consumer.node, {});
    Facts tensor;
    tensor.must = tensor.may = FactSet(Fact::Tensor);
    const MethodInfo* info = model.knowledge().method(consumer.name, tensor);
    const bool reads = info != nullptr && !info->in_place && !info->returns_receiver &&
                       info->receiver.has(Fact::Tensor);
    if (!reads) flow.mark(kMayChange, consumer.node);
  }

  void given_to_library(ValueFlow& flow, NodeId, const Consumer& consumer, Part) const override {
    const SemanticModel& model = flow.model();
    const NodeId call = consumer.node;
    const NodeId callee = model.tree().child(call, Field::Function);
    if (is_told_where_to_write(model, call)) return flow.mark(kMayChange, call);
    if (model.bindings().reaching(callee) == kNone &&
        model.means(Meaning::ReadsTensorBuiltin, model.tree().text(callee))) {
      return;
    }
    if (model.facts(callee).must_be(Fact::Loss)) return;
    const Symbol symbol = model.qualified_name(callee);
    const CallableInfo* info = symbol == kNoSymbol ? nullptr : model.knowledge().callable(symbol);
    const std::string name = model.qualified_text(callee);
    const std::string_view word = std::string_view(name).substr(name.rfind('.') + 1);
    if (info == nullptr || !info->pure_in_arguments || info->returns_argument ||
        word.ends_with('_')) {
      return flow.mark(kMayChange, call);
    }
    if (may_give_view(model, word)) flow.follow(call, {});
  }
};

}  // namespace

bool only_reads(const SemanticModel& model, NodeId read) {
  const Reach reach = reach_of(model, ReadingFlow(), read);
  return !reach.has_any({kMayChange, Sink::OnAttribute, Sink::InContainer, Sink::Captured,
                         Sink::Yielded, Sink::Unseen, Sink::Lost});
}

}  // namespace mlfix
