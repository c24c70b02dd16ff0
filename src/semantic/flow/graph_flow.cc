// Where the graph of a value ends: at detach() and item(), in numbers, comparisons and text.
// What methods and libraries do is said by the knowledge tables; the words below are for
// receivers of which no fact is known. Code that can't be seen makes the answer unsure.

#include "semantic/flow/graph_flow.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <string>
#include <vector>

#include "semantic/binding/binding.h"
#include "semantic/control/consumer.h"
#include "semantic/facts/pair_result.h"
#include "semantic/flow/returned_graph.h"
#include "semantic/flow/revealed.h"
#include "semantic/flow/same_place.h"
#include "semantic/flow/told_apart.h"
#include "semantic/flow/way_telling.h"
#include "semantic/knowledge/knowledge.h"
#include "semantic/model_caches.h"
#include "semantic/names/access_path.h"
#include "semantic/names/calls.h"
#include "semantic/names/elements.h"
#include "semantic/project/project_code.h"
#include "semantic/semantic_model.h"

namespace mlfix {

namespace {

struct GraphMemory : FlowMemory {};

}  // namespace

FlowMemory& GraphFlow::memory(const SemanticModel& model) const {
  return model.notes<GraphMemory>();
}

const Reach* GraphFlow::elsewhere(const ProjectCode& code,
                                  const ParameterSummary& parameter) const {
  return &code.graph_of(parameter);
}

// ---- operators and places ---------------------------------------------------------

namespace {

bool is_singleton(const SyntaxTree& tree, NodeId operand) {
  const Kind kind = tree.kind(operand);
  return kind == Kind::None || kind == Kind::True || kind == Kind::False;
}

// Does `left op right` tell the value, which is one of the two or an item of it, from its copy?
// `is` does; and containers look at the identity of their items before they compare them.
bool tells_identity(const SemanticModel& model, NodeId left, std::string_view op, NodeId right,
                    NodeId value) {
  if (op.starts_with("is")) return !is_singleton(model.tree(), value == left ? right : left);
  if (op.starts_with("in") || op.starts_with("not")) {
    return value == left || model.facts(left).could_be(Fact::Tensor);
  }
  return (op == "==" || op == "!=") && model.facts(value).must_be(Fact::Container);
}

// In `a < b < c` the value is compared with its neighbours alone.
bool compares_identity(const SemanticModel& model, NodeId comparison, NodeId value) {
  return std::ranges::any_of(pairs_compared(model, comparison, value),
                             [&](const ComparedPair& pair) {
                               return tells_identity(model, pair.left, pair.op, pair.right, value);
                             });
}

// Is that certainly a mapping? What a list or a tensor is indexed with may be integers that come
// with the value, such as the places of the largest.
bool is_mapping(const SemanticModel& model, NodeId expr) {
  const SyntaxTree& tree = model.tree();
  expr = model.strip_parentheses(expr);
  if (tree.is(expr, Kind::Identifier)) {
    const DefId def = model.bindings().reaching(expr);
    if (def == kNone || model.bindings().definition(def).kind != DefKind::Assign) return false;
    expr = model.strip_parentheses(model.bindings().definition(def).value);
  }
  if (tree.is(expr, Kind::Dictionary) || tree.is(expr, Kind::DictionaryComprehension)) return true;
  if (!tree.is(expr, Kind::Call)) return false;
  const NodeId called = tree.child(expr, Field::Function);
  return is_builtin_name(model, called, "dict") ||
         model.knowledge().covers(Meaning::RefersWeakly, model.qualified_text(called));
}

bool is_key(const SemanticModel& model, const Consumer& consumer) {
  const SyntaxTree& tree = model.tree();
  return consumer.role == Role::Index && tree.is(consumer.node, Kind::Subscript) &&
         is_mapping(model, tree.child(consumer.node, Field::Value));
}

}  // namespace

// An attribute of a tensor, its data among them, is the tensor's own: another tensor that shares
// its numbers has it not. Those of autograd can be set for leaves alone, which are no results.
void GraphFlow::written(ValueFlow& flow, NodeId value) const {
  const SemanticModel& model = flow.model();
  const SyntaxTree& tree = model.tree();
  const NodeId attribute = tree.parent(value);
  if (may_overwrite(model, value)) flow.mark(kOverwritten, value);
  if (!tree.is(attribute, Kind::Attribute)) return;
  flow.mark(kToldApart, attribute);
  const std::string_view name = last_name(tree, attribute);
  if (name == "data") flow.mark(kRelaid, attribute);
  if (model.means(Meaning::GraphAttribute, name)) return;
  if (name == "data" || model.facts(value).could_be(Fact::Tensor)) {
    flow.mark(Sink::Unseen, attribute);
  }
}

void GraphFlow::looked_at(ValueFlow& flow, NodeId value, const Consumer& consumer) const {
  const SemanticModel& model = flow.model();
  const bool shown =
      (consumer.role == Role::Discarded && model.is_displayed(model.statement_of(value))) ||
      (consumer.role == Role::Formatted && interpolation_reveals(model, value));
  if (shown) flow.mark(kRevealed, value);
  const bool compared =
      consumer.role == Role::Compared && compares_identity(model, consumer.node, value);
  if (compared || is_key(model, consumer)) flow.mark(Sink::Unseen, value);
  if (tells_apart_where_looked_at(model, value, consumer)) flow.mark(kToldApart, value);
}

void GraphFlow::placed(ValueFlow& flow, NodeId value, NodeId display) const {
  if (is_hashed_in(flow.model(), value, display)) flow.mark(kToldApart, value);
}

void GraphFlow::stored(ValueFlow& flow, NodeId target) const {
  if (tells_apart_where_stored(flow.model(), flow.calls(), target)) flow.mark(kToldApart, target);
}

// What is computed of a tensor where no gradients are recorded is a new one, without a graph.
bool GraphFlow::ends_at_item(ValueFlow& flow, NodeId value, NodeId subscript, Part part) const {
  const SemanticModel& model = flow.model();
  return part.whole() && model.facts(value).must_be(Fact::Tensor) &&
         model.has_gradients_off(subscript);
}

bool GraphFlow::ends_at_name(ValueFlow& flow, DefId name) const {
  return is_plain_by_use(flow.model(), name);
}

bool GraphFlow::ends_at_operator(ValueFlow& flow, NodeId value, NodeId operation, Part part) const {
  const SemanticModel& model = flow.model();
  if (!is_percent_format(model, operation)) return false;
  if (part.around > 0) part = {};
  if (percent_reveals(model, operation, {part.index, part.key})) flow.mark(kRevealed, value);
  return true;
}

namespace {

// Is the operand a number or a tensor, of which an operator computes, and no object that keeps what
// it is added to?
bool is_computed_with(const SemanticModel& model, NodeId operand) {
  const Facts facts = model.facts(operand);
  return facts.could_be(Fact::Tensor) || facts.could_be(Fact::Number);
}

}  // namespace

// lr * grad, where no gradients are recorded.
bool GraphFlow::ends_in_result(ValueFlow& flow, NodeId value, NodeId operation, Part part) const {
  const SemanticModel& model = flow.model();
  const SyntaxTree& tree = model.tree();
  if (!tree.is(operation, Kind::BinaryOperator) || !part.whole()) return false;
  return model.facts(value).must_be(Fact::Tensor) &&
         is_computed_with(model, tree.child(operation, Field::Left)) &&
         is_computed_with(model, tree.child(operation, Field::Right)) &&
         model.has_gradients_off(operation);
}

bool GraphFlow::is_kept_in_attribute(std::string_view name) const {
  return name != "data" && name != "grad";
}

std::string GraphFlow::told(const SemanticModel& model, Sink sink, NodeId at) const {
  if (sink == kDifferentiated)
    return fmt::format("differentiated by {}", quoted_code(model.tree(), at));
  return FlowPolicy::told(model, sink, at);
}

WaySteps way_to_backward(const SemanticModel& model, NodeId expr) {
  constexpr std::array kBackward = {GraphFlow::kDifferentiated};
  return ValueFlow::way_from(model, GraphFlow(), expr, kBackward);
}

void GraphFlow::returned_by(ValueFlow& flow, NodeId function, NodeId statement) const {
  const SemanticModel& model = flow.model();
  const SyntaxTree& tree = model.tree();
  const NodeId klass = model.method_class(function);
  const NodeId name = tree.child(function, Field::Name);
  if (klass != kNoNode && name != kNoNode && tree.text(name) == "forward" &&
      model.derives_from(klass, "torch.nn.Module")) {
    flow.mark(kForwardOutput, statement);
  }
}

// ---- attributes and methods ---------------------------------------------------------

namespace {

bool asks_for_gradients(const SemanticModel& model, std::string_view attribute) {
  return attribute == "grad" || model.suggests(Hint::Backward, attribute);
}

// Where the graph is in what the call gives.
Part part_with_graph(const SemanticModel& model, NodeId call, Indices indices, int first_dim) {
  const NodeId dim = model.argument(call, first_dim, "dim");
  return gives_pair(model.tree(), indices, dim) ? Part{{}, 0} : Part{};
}

}  // namespace

// The graph of x.max(1) is in its values, and no integer of the indices beside them has one.
Part GraphFlow::part_asked_about(const SemanticModel& model, NodeId expr) const {
  if (!model.tree().is(expr, Kind::Call)) return {};
  const NodeId called = model.tree().child(expr, Field::Function);
  if (const Symbol symbol = model.qualified_name(called); symbol != kNoSymbol) {
    const CallableInfo* info = model.knowledge().callable(symbol);
    return info == nullptr ? Part{} : part_with_graph(model, expr, info->indices, 1);
  }
  const std::string_view method = model.method_name(expr);
  if (method.empty()) return part_with_graph_of_call(model, expr);
  const Facts owner = model.facts(model.receiver_of_call(expr, method));
  const MethodInfo* info = model.knowledge().method(method, owner);
  if (info == nullptr || !owner.must.has_any(info->receiver)) {
    return part_with_graph_of_call(model, expr);
  }
  return part_with_graph(model, expr, info->indices, 0);
}

namespace {

// get and pop read one part; the others give the value on with everything else.
void container_method(ValueFlow& flow, NodeId call, std::string_view name, Part part) {
  const SemanticModel& model = flow.model();
  const SyntaxTree& tree = model.tree();
  const NodeId receiver = tree.child(called_expression(model, call), Field::Object);
  if (model.means(Meaning::SeeksItem, name)) flow.mark(Sink::Unseen, call);
  if ((model.means(Meaning::StoresArgument, name, receiver) && name != "setdefault") ||
      name == "keys")
    return;
  if (model.means(Meaning::EndsGraph, name, receiver) || name == "update" || name == "sort") return;
  if (name == "get" || name == "pop" || name == "setdefault") {
    const std::vector<NodeId> arguments = model.arguments(call);
    const Part wanted = arguments.empty() ? Part{} : part_of_key(tree, arguments.front());
    if (!wanted.key.empty() && !may_be_same_part(part, wanted)) return;
    return flow.follow(call, of_item(part));
  }
  const bool copies = name == "copy" || name == "to" || name == "cpu" || name == "cuda";
  if (part.around > 0 && name == "values") return flow.follow(call, part);
  if (part.around > 0 && name == "items") return flow.follow(call, as_item(part));
  flow.follow(call, copies ? part : Part{});
}

// What the name or the item stands for: `out` and `out[0]` for the call in `out = layer(x)`.
NodeId call_behind(const SemanticModel& model, NodeId expr) {
  const SyntaxTree& tree = model.tree();
  NodeId value = model.strip_parentheses(expr);
  if (tree.is(value, Kind::Identifier)) {
    const DefId def = model.bindings().reaching(value);
    const NodeId bound = def == kNone ? kNoNode : model.bindings().definition(def).value;
    if (bound == kNoNode) return kNoNode;
    value = model.strip_parentheses(bound);
  }
  if (tree.is(value, Kind::Subscript)) {
    value = model.strip_parentheses(tree.child(value, Field::Value));
  }
  return tree.is(value, Kind::Call) ? value : NodeId{kNoNode};
}

bool makes_record(ValueFlow& flow, NodeId call, bool is_part, int depth);

// Is it, in itself or as an element of a tuple, what makes_record() knows?
bool is_made_as_record(ValueFlow& flow, NodeId value, bool is_part, int depth) {
  const SemanticModel& model = flow.model();
  const SyntaxTree& tree = model.tree();
  value = model.strip_parentheses(value);
  if (tree.is(value, Kind::Tuple) || tree.is(value, Kind::ExpressionList)) {
    for (const NodeId element : tree.children(value)) {
      if (is_made_as_record(flow, element, is_part, depth)) return true;
    }
    return false;
  }
  const NodeId call = call_behind(model, value);
  return call != kNoNode && makes_record(flow, call, is_part, depth);
}

// Is the called value a recurrent layer, which gives a PackedSequence where it gets one?
bool is_recurrent(ValueFlow& flow, NodeId called) {
  const SemanticModel& model = flow.model();
  const ClassRef layer = flow.calls().names().class_of_value(called);
  if (layer.symbol == kNoSymbol) return false;
  const std::string_view name = model.knowledge().text(layer.symbol);
  return model.means(Meaning::KeepsPairState, name) || model.means(Meaning::KeepsTensorState, name);
}

// Does the call, or a part of what it gives, make an object with a field `data` of its own, which
// holds what was put there with its graph: a PackedSequence, a record of the program, or what no
// table knows to give tensors? Functions of the file cost one of `depth` each.
bool makes_record(ValueFlow& flow, NodeId call, bool is_part, int depth) {
  const SemanticModel& model = flow.model();
  const NodeId called = model.tree().child(call, Field::Function);
  NameResolver& names = flow.calls().names();
  if (names.class_named_by(called) != kNoNode || names.class_elsewhere(called)) return true;
  if (const NodeId function = model.callee(call); function != kNoNode) {
    const auto returned = model.returned_values(function);
    return depth == 0 || std::ranges::any_of(returned, [&](NodeId value) {
             return is_made_as_record(flow, value, is_part, depth - 1);
           });
  }
  if (const Symbol symbol = model.qualified_name(called); symbol != kNoSymbol) {
    const CallableInfo* info = model.knowledge().callable(symbol);
    const FactSet given = info == nullptr ? FactSet() : info->result | info->may_result;
    return !given.has(Fact::Tensor) || (given.has(Fact::Container) && !is_part);
  }
  if (model.facts(called).could_be(Fact::Module)) return is_recurrent(flow, called);
  const std::string_view method = model.method_name(call);
  const bool is_of_module =
      !method.empty() && model.facts(model.receiver_of_call(call, method)).could_be(Fact::Module);
  return !is_of_module && !model.facts(call).could_be(Fact::Tensor);
}

// May the object be such a record?
bool may_be_record(ValueFlow& flow, NodeId object) {
  const SemanticModel& model = flow.model();
  if (model.facts(object).must_be(Fact::Tensor)) return false;
  constexpr int kMaxFunctions = 3;
  const NodeId call = call_behind(model, object);
  if (call == kNoNode) return !model.facts(object).could_be(Fact::Tensor);
  const bool is_whole = model.strip_parentheses(object) == call;
  const DefId def =
      model.tree().is(object, Kind::Identifier) ? model.bindings().reaching(object) : DefId{kNone};
  const bool is_named = def != kNone && model.bindings().definition(def).kind == DefKind::Assign;
  return makes_record(flow, call, !is_whole && !is_named, kMaxFunctions);
}

// `data` of a tensor has no graph.
void data_read(ValueFlow& flow, NodeId attribute) {
  const NodeId object = flow.model().tree().child(attribute, Field::Object);
  if (may_be_record(flow, object)) flow.follow(attribute, {});
}

}  // namespace

void GraphFlow::attribute_read(ValueFlow& flow, const Consumer& consumer, Part part) const {
  const SemanticModel& model = flow.model();
  if (tells_apart_attribute(model, consumer)) flow.mark(kToldApart, consumer.node);
  if (consumer.name == "data") return data_read(flow, consumer.node);
  if (model.means(Meaning::PlainAttribute, consumer.name)) return;
  if (part.index == 0 && part.around == 0 && consumer.name == "indices") return;
  if (part.index == 0 && part.around == 0 && consumer.name == "values") part = {};
  if (asks_for_gradients(model, consumer.name)) {
    return flow.mark(kDifferentiated, consumer.node);
  }
  if (model.means(Meaning::GraphAttribute, consumer.name))
    return flow.mark(Sink::Lost, consumer.node);
  const NodeId object = model.tree().child(consumer.node, Field::Object);
  const Facts facts = model.facts(object);
  const MethodInfo* info = model.knowledge().attribute(consumer.name, facts);
  const bool ends_graph =
      info != nullptr && (info->ends_graph || info->result.has_any(Fact::NoGraph | Fact::Number));
  if (ends_graph) return;
  if (info == nullptr && facts.must_be(Fact::Tensor)) {
    flow.mark(Sink::Unseen, consumer.node);  // somebody gave it to this very tensor
  }
  if (part.around > 0) part = {};
  flow.follow_link(consumer.node, part);
}

void GraphFlow::attribute_read_by_name(ValueFlow& flow, NodeId call, std::string_view name) const {
  flow.mark(kToldApart, call);
  if (asks_for_gradients(flow.model(), name)) return flow.mark(kDifferentiated, call);
  flow.follow(call, {});
}

void GraphFlow::method_called(ValueFlow& flow, NodeId value, const Consumer& consumer,
                              Part part) const {
  const SemanticModel& model = flow.model();
  const NodeId call = consumer.node;
  if (overwrites_receiver(model, consumer.name)) {
    flow.mark(kOverwritten, call);
  } else if (tells_apart_method(model, value, consumer)) {
    flow.mark(kToldApart, call);
  }
  if (model.means(Meaning::ChangesLayout, consumer.name)) flow.mark(kRelaid, call);
  if (model.suggests(Hint::Backward, consumer.name) ||
      model.means(Meaning::ProbesGraph, consumer.name)) {
    return flow.mark(kDifferentiated, call);
  }
  const Facts facts = model.facts(value);
  if (model.means(Meaning::RefusesGraph, consumer.name) ||
      model.means(Meaning::ComparesItems, consumer.name, value)) {
    flow.mark(Sink::Unseen, call);
  }
  // What a class of another file calls by such a name may give anything that is in the object.
  if (model.callee_elsewhere(call)) return flow.follow(call, {});
  if (facts.must_be(Fact::Container)) return container_method(flow, call, consumer.name, part);
  if (const MethodInfo* info = model.knowledge().method(consumer.name, facts)) {
    if (info->ends_graph || info->result.has(Fact::NoGraph)) return;
    const Part given = part_with_graph(model, call, info->indices, 0);
    return flow.follow(call, part.whole() ? given : part);
  }
  if (model.means(Meaning::EndsGraph, consumer.name, value)) return;
  container_method(flow, call, consumer.name, part);
}

// ---- calls --------------------------------------------------------------------------

bool GraphFlow::ends_at_call(ValueFlow& flow, const Consumer& consumer) const {
  const SemanticModel& model = flow.model();
  constexpr EffectBits kDifferentiatingEffects =
      static_cast<EffectBits>(Effect::Backward) | static_cast<EffectBits>(Effect::AutogradGrad);
  const Symbol symbol = model.qualified_name(called_expression(model, consumer.node));
  const CallableInfo* info = symbol == kNoSymbol ? nullptr : model.knowledge().callable(symbol);
  const bool differentiates = info != nullptr && (info->effects & kDifferentiatingEffects) != 0;
  if (differentiates) flow.mark(kDifferentiated, consumer.node);
  // The object whose attributes are set, or listed, by name: setattr(value, "tag", 1).
  if (consumer.position == 0 && reaches_attributes(model, consumer.node)) {
    flow.mark(kToldApart, consumer.node);
  }
  return differentiates;
}

namespace {

// A library call that ends the graph, or only shows its arguments.
bool ends_at_library(ValueFlow& flow, NodeId call, NodeId called) {
  const SemanticModel& model = flow.model();
  const SyntaxTree& tree = model.tree();
  const std::string_view name = last_name(tree, called);
  if (is_builtin(model, called)) return model.means(Meaning::EndsGraphBuiltin, name);
  const Symbol symbol = model.qualified_name(called);
  if (symbol != kNoSymbol) {
    if (const CallableInfo* info = model.knowledge().callable(symbol)) {
      if (info->result_keeps_graph) return false;
      if (info->leaf_constructor) return name != "as_tensor" && name != "asarray";
      return info->result.has_any(kWithoutGraph);
    }
  }
  const std::string text = model.qualified_text(called);
  if (model.knowledge().covers(Meaning::ArrayPackage, text)) return true;
  if (text.substr(0, 6) == "torch.") return model.means(Meaning::EndsGraphInTorch, name);
  if (model.knowledge().covers(Meaning::WritesValues, text)) return true;
  if (tree.is(called, Kind::Attribute) &&
      model.means(Meaning::LogsOnly, name, tree.child(called, Field::Object))) {
    const Facts facts = model.facts(tree.child(called, Field::Object));
    return flow.calls().run_by(call).empty() && !facts.could_be(Fact::Container);
  }
  return false;
}

// receiver.append(value) and the like.
bool stored_by_method(ValueFlow& flow, NodeId call, NodeId called, Part part) {
  const SemanticModel& model = flow.model();
  const SyntaxTree& tree = model.tree();
  if (!tree.is(called, Kind::Attribute)) return false;
  const NodeId object = tree.child(called, Field::Object);
  const std::string_view name = last_name(tree, called);
  const Facts facts = model.facts(object);
  const MethodInfo* method = model.knowledge().method(name, {FactSet(), Fact::Tensor, {}});
  const bool of_tensor = method != nullptr;
  const bool as_tensor =
      facts.may_be(Fact::Tensor)
          ? of_tensor || name.ends_with('_')
          : facts.could_be(Fact::Tensor) && !model.means(Meaning::StoresArgument, name, object);
  if (as_tensor && (!facts.may_be(Fact::Container) || name.ends_with('_'))) {
    // x.add_(value), x.copy_(value): the receiver joins the graph, where one is recorded.
    const bool takes_numbers = of_tensor && method->in_place && facts.may_be(Fact::Tensor) &&
                               model.has_gradients_off(call);
    if (takes_numbers) return true;
    if (!name.empty() && name.back() == '_') flow.into_container(object, {});
    flow.follow(call, {});
    return true;
  }
  const bool updates = name == "update" && facts.may_be(Fact::Container);
  if (!model.means(Meaning::StoresArgument, name, object) && !updates) return false;
  // update(key=value) and update({"key": value}) keep the key; append and the like add
  // an item, extend those of its argument.
  const bool adds_item = facts.must_be(Fact::Container) && model.means(Meaning::AddsItem, name);
  flow.into_container(object, updates ? part : adds_item ? as_item(part) : Part{});
  return true;
}

// Tells a value from its copy. A set finds tensors by what they are, not by their numbers.
bool asks_identity(const SemanticModel& model, NodeId called) {
  return (is_builtin(model, called) &&
          model.means(Meaning::AsksIdentity, last_name(model.tree(), called))) ||
         model.knowledge().covers(Meaning::RefersWeakly, model.qualified_text(called));
}

// ctx.save_for_backward(x) runs none: a pass that comes later may ask for x, by the graph that
// the function of ctx is part of.
bool runs_backward_by_name(const SemanticModel& model, std::string_view name) {
  return model.suggests(Hint::Backward, name) && name != "save_for_backward";
}

// Fails where there is a graph, or writes down that there is one.
bool minds_graph(const SemanticModel& model, NodeId called) {
  const std::string text = model.qualified_text(called);
  return model.knowledge().covers(Meaning::MindsGraph, text);
}

// May it be what this very call gave in the iteration before: the state of a recurrent network?
bool is_state_of_call(const SemanticModel& model, NodeId value, NodeId call) {
  const Bindings& bindings = model.bindings();
  const DefId def =
      model.tree().is(value, Kind::Identifier) ? bindings.reaching(value) : DefId{kNone};
  if (def == kNone || bindings.definition(def).kind != DefKind::LoopPhi) return false;
  const auto is_bound_to_call = [&](DefId d) {
    const NodeId bound = bindings.definition(d).value;
    return bound != kNoNode && model.strip_parentheses(bound) == call;
  };
  return std::ranges::any_of(bindings.definition(def).operands, [&](DefId carried) {
    return is_bound_to_call(carried) ||
           (bindings.definition(carried).kind == DefKind::Phi &&
            std::ranges::any_of(bindings.definition(carried).operands, is_bound_to_call));
  });
}

}  // namespace

void GraphFlow::given_to_library(ValueFlow& flow, NodeId value, const Consumer& consumer,
                                 Part part) const {
  const SemanticModel& model = flow.model();
  const NodeId call = consumer.node;
  const NodeId called = called_expression(model, call);
  if (tells_apart_library(model, flow.calls(), consumer, part)) flow.mark(kToldApart, call);
  if (model.means(Meaning::ChangesLayout, last_name(model.tree(), called))) {
    flow.mark(kRelaid, call);
  }
  if (runs_backward_by_name(model, last_name(model.tree(), called))) {
    return flow.mark(kDifferentiated, call);
  }
  if (asks_identity(model, called)) return flow.mark(Sink::Unseen, call);
  flow.run_by_library(call);
  if (call_reveals(model, value, consumer)) flow.mark(kRevealed, call);
  if (minds_graph(model, called)) flow.mark(Sink::Unseen, call);
  if (ends_at_library(flow, call, called)) return;
  const NodeId out = model.argument(call, -1, "out");
  if (out != kNoNode) flow.into_container(out, {});
  const NodeId written = written_argument(model, call);
  if (written != kNoNode && consumer.position != 0) flow.into_container(written, {});
  const Facts facts = model.facts(called);
  const Symbol symbol = model.qualified_name(called);
  const CallableInfo* info = symbol == kNoSymbol ? nullptr : model.knowledge().callable(symbol);
  if (info != nullptr) return flow.follow(call, part_with_graph(model, call, info->indices, 1));
  if (stored_by_method(flow, call, called, part)) return;
  flow.follow(call, {});
  if (is_pure_library(model, call)) return;
  // A metric is no object that wants a graph; but somebody may differentiate what it computes.
  if (facts.must_be(Fact::TrackedMeter)) return flow.mark(Sink::Unseen, call);
  if (facts.could_be(Fact::Module) || facts.could_be(Fact::Loss)) {
    // A name that promises a module is believed, but for what it gets beside an input and its own
    // state: an extractor of activation maps differentiates the scores that it gets.
    const bool is_known = facts.may.has_any(Fact::Module | FactSet(Fact::Loss));
    const bool is_believed = consumer.position <= 0 || is_state_of_call(model, value, call);
    if (!is_known && !is_believed) flow.mark(kGivenToObject, call);
    return;
  }
  if (flow.calls().names().class_named_by(called) != kNoNode) {
    return flow.mark(Sink::InContainer, call);  // a record class keeps its fields
  }
  if (model.tree().is(called, Kind::Attribute)) {
    const Facts object = model.facts(model.tree().child(called, Field::Object));
    if (object.must_be(Fact::TrackedMeter) || object.must_be(Fact::GradScaler)) return;
    // A name such as `optim` is no proof that this is the step() of an optimizer.
    const Facts evident{object.must, object.may, {}};
    if (model.knowledge().method(last_name(model.tree(), called), evident) != nullptr) return;
  }
  flow.mark(Sink::Unseen, call);
  if (model.consumer_of(call).role == Role::Discarded) flow.mark(kHandedOver, call);
  const bool of_module =
      model.tree().is(called, Kind::Attribute) &&
      model.facts(model.tree().child(called, Field::Object)).could_be(Fact::Module);
  if (!of_module && model.qualified_text(called).empty()) flow.mark(kGivenToObject, call);
}

// ---- without blocks that do not run ---------------------------------------------------

GraphFlowWithout::GraphFlowWithout(const SyntaxTree& tree, const std::vector<NodeId>& dead) {
  for (const NodeId block : dead) {
    const bool within = !dead_.empty() && block < dead_.back().second;
    if (!within) dead_.emplace_back(block, tree.subtree_end(block));
  }
}

bool GraphFlowWithout::runs(NodeId expr) const {
  const auto after = std::ranges::upper_bound(dead_, expr, {}, &std::pair<NodeId, NodeId>::first);
  return after == dead_.begin() || expr >= std::prev(after)->second;
}

// ---- fates, as rules ask for them ----------------------------------------------------

const Reach& SemanticModel::fate(NodeId expr) const {
  auto& known = caches_->flow.expression_fates;
  if (const auto found = known.find(expr); found != known.end()) return found->second;
  const Reach fate = reach_of(*this, GraphFlow(), expr);
  return known.insert_or_assign(expr, fate).first->second;
}

const Reach& SemanticModel::fate_of(DefId def) const {
  auto& known = caches_->flow.definition_fates;
  if (const auto found = known.find(def); found != known.end()) return found->second;
  const GraphFlow policy;
  ValueFlow flow(*this, policy);
  flow.start_definition(def);
  return known.insert_or_assign(def, flow.run()).first->second;
}

}  // namespace mlfix
