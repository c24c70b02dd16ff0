// What is taken out of the container is what was put in, and none of it, unless containers in
// it are what the hook fills. Arithmetic gives a new object.

#include "torch/hooks/audience_flow.h"

#include <string>
#include <string_view>

#include "semantic/control/consumer.h"
#include "semantic/knowledge/knowledge.h"
#include "semantic/names/access_path.h"
#include "semantic/names/calls.h"
#include "semantic/semantic_model.h"

namespace mlfix {

bool is_pure_function(const SemanticModel& model, NodeId callee) {
  const std::string name = model.qualified_text(callee);
  const CallableInfo* known = model.knowledge().callable(model.qualified_name(callee));
  const bool acts = known != nullptr && known->effects != 0;
  const std::string_view last = std::string_view(name).substr(name.rfind('.') + 1);
  const bool sets = last.starts_with("set_") || last.starts_with("use_");
  const bool draws = last.find("dropout") != last.npos;
  return !acts && !sets && !draws && !model.knowledge().covers(Meaning::CollectivePackage, name) &&
         model.knowledge().covers(Meaning::ComputesOnly, name);
}

namespace {

// Does the call give something that shows its argument as it is later: an iterator, an array of the
// same memory?
bool is_seen_through(const SemanticModel& model, NodeId callee) {
  const std::string_view name = last_name(model.tree(), callee);
  return (is_builtin_name(model, callee, name) && model.means(Meaning::MakesIterator, name)) ||
         model.means(Meaning::MayViewArgument, name);
}

struct MemoryOfContainers : FlowMemory {};
struct MemoryOfParts : FlowMemory {};

class AudienceFlow final : public FlowPolicy {
 public:
  AudienceFlow(Filled filled, NodeId factory) : filled_(filled), factory_(factory) {}

  FlowMemory& memory(const SemanticModel& model) const override {
    if (follows_items()) return model.notes<MemoryOfParts>();
    return model.notes<MemoryOfContainers>();
  }
  bool shares_answers() const override { return false; }
  bool follows_items() const override { return filled_ == Filled::Parts; }
  bool follows_returns() const override { return false; }

  bool ends_at_operator(ValueFlow& flow, NodeId, NodeId operation, Part) const override {
    return flow.model().tree().is(operation, Kind::BinaryOperator);
  }
  // A method has its object with it, and an array shows another as its attribute, array.T.
  void attribute_read(ValueFlow& flow, const Consumer& consumer, Part) const override {
    const Role role = flow.model().consumer_of(consumer.node).role;
    if (role != Role::Callee && !flow.model().means(Meaning::PlainAttribute, consumer.name)) {
      flow.follow(consumer.node, {});
    }
  }
  void attribute_read_by_name(ValueFlow&, NodeId, std::string_view) const override {}
  // Of get(), too: whoever calls it has what was put in. What values() gives shows the container
  // as it is later.
  void method_called(ValueFlow& flow, NodeId, const Consumer& consumer, Part) const override {
    if (follows_items()) flow.mark(Sink::Unseen, consumer.node);
    const bool shows =
        consumer.name == "values" || consumer.name == "items" || consumer.name == "keys";
    if (shows) flow.follow(consumer.node, {});
  }
  bool ends_at_call(ValueFlow& flow, const Consumer& consumer) const override {
    const SemanticModel& model = flow.model();
    const NodeId callee = model.tree().child(consumer.node, Field::Function);
    const std::string_view name = model.tree().text(callee);
    if (is_seen_through(model, callee)) {
      flow.follow(consumer.node, {});
      return true;
    }
    return consumer.node == factory_ || name == "print" ||
           model.means(Meaning::KeepsNothing, name) || is_pure_function(model, callee);
  }
  void given_to_library(ValueFlow& flow, NodeId, const Consumer& consumer, Part) const override {
    flow.mark(Sink::Unseen, consumer.node);
  }

 private:
  Filled filled_;
  NodeId factory_;
};

}  // namespace

Audience audience_of_read(const SemanticModel& model, NodeId read, Filled filled, NodeId factory) {
  const Reach reach = reach_of(model, AudienceFlow(filled, factory), read);
  if (reach.has_any({Sink::OnAttribute, Sink::InContainer, Sink::Captured})) {
    return Audience::Everyone;
  }
  const bool given = reach.has_any({Sink::Returned, Sink::Yielded, Sink::Unseen, Sink::Lost});
  return given ? Audience::Callers : Audience::Scope;
}

}  // namespace mlfix
