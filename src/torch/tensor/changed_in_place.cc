// Goes by what is written at the places of the tensor's name: x[0] = …, x += …, x.add_(…),
// out=x, also through views of it. Other names of the same tensor are not followed, but where
// nobody may change it at all: there a view shares the values of its tensor, what is computed from
// them has its own, and what no table calls a reader may change the tensor, now or later.

#include "torch/tensor/changed_in_place.h"

#include <string>
#include <string_view>
#include <vector>

#include "semantic/binding/binding.h"
#include "semantic/control/consumer.h"
#include "semantic/control/walk.h"
#include "semantic/flow/value_flow.h"
#include "semantic/knowledge/knowledge.h"
#include "semantic/names/access_path.h"
#include "semantic/names/attribute_access.h"
#include "semantic/semantic_model.h"
#include "torch/tensor/tensor_views.h"

namespace mlfix {
namespace {

// x.data and x.T
bool shows_all(const SyntaxTree& tree, NodeId attribute) {
  if (!tree.is(attribute, Kind::Attribute)) return false;
  const std::string_view name = last_name(tree, attribute);
  return name == "data" || name == "T";
}

// `x` of x[0], x.data, x.view(-1); `self.x` of self.x[0].
NodeId base_of_view(const SemanticModel& model, NodeId expr) {
  const SyntaxTree& tree = model.tree();
  for (;;) {
    expr = model.strip_parentheses(expr);
    const std::string_view method = model.method_name(expr);
    if (tree.is(expr, Kind::Subscript)) {
      expr = tree.child(expr, Field::Value);
    } else if (!method.empty() && may_give_view(model, method)) {
      expr = model.receiver_of_call(expr, method);
    } else if (shows_all(tree, expr)) {
      expr = tree.child(expr, Field::Object);
    } else {
      return expr;
    }
  }
}

bool is_changed_at(const SemanticModel& model, NodeId place) {
  const SyntaxTree& tree = model.tree();
  NodeId top = place;
  for (;;) {  // x[0], x.data, x[0][1]
    const NodeId parent = tree.parent(top);
    const bool part = tree.is(parent, Kind::Subscript) && tree.child(parent, Field::Value) == top;
    if (!part && !shows_all(tree, parent)) break;
    top = parent;
  }
  const NodeId parent = tree.parent(top);
  const bool stored = tree.is(parent, Kind::AugmentedAssignment) ||
                      (tree.is(parent, Kind::Assignment) && top != place);
  if (stored && tree.field(top) == Field::Left) return true;
  const Consumer consumer = model.consumer_of(top);
  return (consumer.role == Role::MethodReceiver && consumer.name.ends_with('_') &&
          !consumer.name.ends_with("__")) ||
         (consumer.role == Role::Argument && consumer.name == "out");
}

std::vector<NodeId> places_of(const SemanticModel& model, NodeId root) {
  std::vector<NodeId> places;
  const SyntaxTree& tree = model.tree();
  if (tree.is(root, Kind::Attribute)) {
    const NodeId name = tree.child(root, Field::Attribute);
    for (const AttributeAccess& a : model.attribute_accesses(tree.text(name))) {
      places.push_back(a.node);
    }
  } else if (tree.is(root, Kind::Identifier) && model.bindings().reaching(root) != kNone) {
    const DefId d = model.bindings().reaching(root);
    for (UseId u : model.bindings().variable_of(d).uses) {
      places.push_back(model.bindings().use(u).node);
    }
  }
  return places;
}

// Is the name bound again in every iteration, before its use?
bool is_bound_in(const SemanticModel& model, NodeId root, NodeId loop) {
  DefId d = model.tree().is(root, Kind::Identifier) ? model.bindings().reaching(root) : kNone;
  while (d != kNone && model.bindings().definition(d).kind == DefKind::AugAssign) {
    d = model.bindings().definition(d).operands.front();
  }
  return d != kNone && model.bindings().definition(d).kind != DefKind::LoopPhi &&
         model.tree().contains(loop, model.bindings().definition(d).node);
}

}  // namespace

NodeId changed_in_place_later(const SemanticModel& model, NodeId expr, NodeId statement,
                              NodeId loop) {
  const NodeId root = base_of_view(model, expr);
  const NodeId innermost = model.loop_of(statement);
  const bool bound = innermost != kNoNode && is_bound_in(model, root, innermost);
  for (NodeId place : places_of(model, root)) {
    const bool reached =
        model.tree().contains(bound ? innermost : loop, place) && (!bound || place > statement);
    if (reached && is_changed_at(model, place)) return place;
  }
  return kNoNode;
}

bool is_changed_in_place_behind(const SemanticModel& model, NodeId place, NodeId statement) {
  const SyntaxTree& tree = model.tree();
  const NodeId body = scope_body(model, statement);
  bool changed = false;
  for_each_node(tree, tree.subtree_end(statement), tree.subtree_end(body), [&](NodeId n) {
    const bool same = tree.is(n, tree.kind(place)) && tree.text(n) == tree.text(place);
    changed = changed || (same && is_changed_at(model, n));
  });
  return changed;
}

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

  // But +x is the tensor itself.
  bool ends_at_operator(ValueFlow& flow, NodeId, NodeId operation, Part) const override {
    const SyntaxTree& tree = flow.model().tree();
    if (tree.is(operation, Kind::BinaryOperator)) return true;
    return tree.is(operation, Kind::UnaryOperator) && !tree.text(operation).starts_with('+');
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
