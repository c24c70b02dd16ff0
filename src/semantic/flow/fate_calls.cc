// Attributes, methods and calls: where the graph of a value ends, and where the value gets
// to in code of this file, of other files and of libraries. What libraries do is said by
// the knowledge tables; the words below are for receivers of which no fact is known.

#include <algorithm>
#include <string>

#include "semantic/facts/pair_result.h"
#include "semantic/flow/fate_tracer.h"
#include "semantic/flow/parameter_elsewhere.h"
#include "semantic/flow/reflection.h"
#include "semantic/flow/revealed.h"
#include "semantic/names/access_path.h"
#include "semantic/project/project.h"

namespace mlfix {
namespace {}  // namespace

// ---- receivers ------------------------------------------------------------------

void FateTracer::receiver(const Consumer& consumer, Part part) {
  if (is_store_target(consumer.node)) return;
  if (model_.means(Meaning::PlainAttribute, consumer.name)) return;
  if (part.index == 0 && part.around == 0 && consumer.name == "indices") return;
  if (part.index == 0 && part.around == 0 && consumer.name == "values") part = {};
  if (consumer.name == "grad" || model_.suggests(Hint::Backward, consumer.name)) {
    return mark_backward(consumer.node);
  }
  if (model_.means(Meaning::GraphAttribute, consumer.name)) return mark_unknown(consumer.node);
  const NodeId object = tree_.child(consumer.node, Field::Object);
  if (const MethodInfo* info = model_.knowledge().attribute(consumer.name, model_.facts(object))) {
    if (info->ends_graph || info->result.has_any(Fact::NoGraph | Fact::Number)) return;
  }
  if (part.around > 0) part = {};
  if (!merge_fate_of_link(consumer.node, part)) push_expression(consumer.node, part);
}

void FateTracer::method(NodeId expr, const Consumer& consumer, Part part) {
  const NodeId call = consumer.node;
  if (model_.suggests(Hint::Backward, consumer.name) ||
      model_.means(Meaning::ProbesGraph, consumer.name)) {
    return mark_backward(call);
  }
  const Facts facts = model_.facts(expr);
  if (model_.means(Meaning::RefusesGraph, consumer.name)) mark_unseen(call);
  if (facts.must_be(Fact::Container)) return container_method(call, consumer.name, part);
  if (const MethodInfo* info = model_.knowledge().method(consumer.name, facts)) {
    if (info->ends_graph || info->result.has(Fact::NoGraph)) return;
    const Part given = part_with_graph(call, info->indices, 0);
    return push_expression(call, part.whole() ? given : part);
  }
  if (model_.means(Meaning::EndsGraph, consumer.name, expr)) return;
  container_method(call, consumer.name, part);
}

// Where the graph is in what the call gives.
Part FateTracer::part_with_graph(NodeId call, Indices indices, int first_dim) const {
  return gives_pair(model_, call, indices, first_dim) ? Part{{}, 0} : Part{};
}

// get and pop read one part; the others give the value on with everything else.
void FateTracer::container_method(NodeId call, std::string_view name, Part part) {
  const NodeId receiver = tree_.child(called_expression(model_, call), Field::Object);
  if ((model_.means(Meaning::StoresArgument, name, receiver) && name != "setdefault") ||
      name == "keys")
    return;
  if (model_.means(Meaning::EndsGraph, name, receiver) || name == "update" || name == "sort")
    return;
  if (name == "get" || name == "pop" || name == "setdefault") {
    const std::vector<NodeId> arguments = model_.arguments(call);
    const Part wanted = arguments.empty() ? Part{} : part_of_key(tree_, arguments.front());
    if (!wanted.key.empty() && !may_be_same_part(part, wanted)) return;
    return push_expression(call, of_item(part));
  }
  const bool copies = name == "copy" || name == "to" || name == "cpu" || name == "cuda";
  push_expression(call, copies ? part : Part{});
}

// ---- calls --------------------------------------------------------------------------

void FateTracer::merge(const Fate& other, NodeId call) {
  Fate& fate = result_.fate;
  if (other.backward) mark_backward(other.backward_at == kNoNode ? call : other.backward_at);
  const NodeId unknown_at = other.unknown_at == kNoNode ? call : other.unknown_at;
  if (other.lost) mark_unknown(unknown_at);
  if (other.unknown) mark_unseen(unknown_at);
  if (other.escapes() && fate.escapes_at == kNoNode) {
    fate.escapes_at = other.escapes_at == kNoNode ? call : other.escapes_at;
  }
  fate.returned |= other.returned;
  fate.stored_attribute |= other.stored_attribute;
  fate.stored_container |= other.stored_container;
  fate.captured |= other.captured;
  fate.yielded |= other.yielded;
  fate.in_forward_output |= other.in_forward_output;
  mark_revealed(other.revealed, other.revealed_at == kNoNode ? call : other.revealed_at);
}

// What a local function does with its parameter. While a summary is being made,
// a recursive call is taken to give the value back: the outer summary collects
// the rest.
ParameterFate FateTracer::summary(NodeId parameter) {
  auto& known = caches_.parameter_fates;
  if (const auto found = known.find(parameter); found != known.end()) return found->second;
  if (!caches_.parameters_in_progress.insert(parameter).second) {
    cut_short_ = true;
    ParameterFate recursive;
    recursive.comes_back = true;
    return recursive;
  }
  NodeId function = tree_.parent(parameter);
  while (!tree_.is(function, Kind::FunctionDefinition) && !tree_.is(function, Kind::Lambda)) {
    function = tree_.parent(function);
  }
  FateTracer inner(model_, caches_, names_cache_, steps_, function);
  inner.start_definition(bindings_.definition_at(parameter));
  ParameterFate fate = inner.run();
  caches_.parameters_in_progress.erase(parameter);
  if (inner.cut_short_ && !caches_.parameters_in_progress.empty()) {
    cut_short_ = true;
    return fate;
  }
  if (steps_ <= kMaxFateSteps) known.emplace(parameter, fate);
  return fate;
}

void FateTracer::local_call(NodeId expr, NodeId call, NodeId function) {
  NodeId within_list = expr;
  const NodeId list = tree_.child(call, Field::Arguments);
  while (within_list != list && tree_.parent(within_list) != list && within_list != kNoNode) {
    within_list = tree_.parent(within_list);
  }
  const NodeId parameter = calls_.parameter_for(call, function, within_list);
  if (parameter == kNoNode || bindings_.definition_at(parameter) == kNone) {
    mark_unknown(call);
    return push_expression(call, {});
  }
  const ParameterFate fate = summary(parameter);
  merge(fate.fate, call);
  const NodeId name = tree_.child(function, Field::Name);
  const bool makes_object = name != kNoNode && tree_.text(name) == "__init__";
  if (fate.comes_back || makes_object) push_expression(call, {});
}

// The value goes into a function of another file, of which a summary tells.
bool FateTracer::call_elsewhere(const Consumer& consumer) {
  const auto [function, parameter] = parameter_elsewhere(model_, consumer);
  if (parameter == nullptr) return false;
  merge(parameter->fate, consumer.node);
  const bool makes_object = model_.place().project->name_of(function) == "__init__";
  if (parameter->comes_back || makes_object) push_expression(consumer.node, {});
  return true;
}

// A method of another file may run in place of the one that the call names.
void FateTracer::overriding_calls(const Consumer& consumer, NodeId function) {
  const auto methods = overrides_elsewhere(model_, consumer.node, function);
  if (!methods) return mark_unseen(consumer.node);
  for (const ProjectEntity method : *methods) {
    const ParameterSummary* parameter = parameter_of_override(model_, consumer, method).summary;
    if (parameter == nullptr) return mark_unseen(consumer.node);
    merge(parameter->fate, consumer.node);
    if (parameter->comes_back) push_expression(consumer.node, {});
  }
}

// A library call that ends the graph, or only shows its arguments.
bool FateTracer::ends_at_library(NodeId call, NodeId called) {
  const std::string_view name = last_name(tree_, called);
  if (is_builtin(model_, called)) return model_.means(Meaning::EndsGraphBuiltin, name);
  const Symbol symbol = model_.qualified_name(called);
  if (symbol != kNoSymbol) {
    if (const CallableInfo* info = model_.knowledge().callable(symbol)) {
      if (info->result_keeps_graph) return false;
      if (info->leaf_constructor) return name != "as_tensor" && name != "asarray";
      constexpr FactSet kNoGraphKinds = Fact::NoGraph | Fact::Number | Fact::NdArray |
                                        Fact::String | Fact::None | Fact::IntTensor;
      return info->result.has_any(kNoGraphKinds);
    }
  }
  const std::string text = model_.qualified_text(called);
  if (model_.knowledge().covers(Meaning::ArrayPackage, text)) return true;
  if (text.substr(0, 6) == "torch.") return model_.means(Meaning::EndsGraphInTorch, name);
  if (model_.knowledge().covers(Meaning::WritesValues, text)) return true;
  if (tree_.is(called, Kind::Attribute) &&
      model_.means(Meaning::LogsOnly, name, tree_.child(called, Field::Object))) {
    const Facts facts = model_.facts(tree_.child(called, Field::Object));
    return calls_.run_by(call).empty() && !facts.could_be(Fact::Container);
  }
  return false;
}

// receiver.append(value) and its like.
bool FateTracer::stored_by_method(NodeId call, NodeId called, Part part) {
  if (!tree_.is(called, Kind::Attribute)) return false;
  const NodeId object = tree_.child(called, Field::Object);
  const std::string_view name = last_name(tree_, called);
  const Facts facts = model_.facts(object);
  const bool of_tensor =
      model_.knowledge().method(name, {FactSet(), Fact::Tensor, FactSet()}) != nullptr;
  const bool as_tensor =
      facts.may_be(Fact::Tensor)
          ? of_tensor || name.ends_with('_')
          : facts.could_be(Fact::Tensor) && !model_.means(Meaning::StoresArgument, name, object);
  if (as_tensor && !facts.may_be(Fact::Container)) {
    // x.add_(value), x.copy_(value): the receiver joins the graph.
    if (!name.empty() && name.back() == '_') into_container(object, {});
    push_expression(call, {});
    return true;
  }
  const bool updates = name == "update" && facts.may_be(Fact::Container);
  if (!model_.means(Meaning::StoresArgument, name, object) && !updates) return false;
  // update(key=value) and update({"key": value}) keep the key; append and its like add
  // an item, extend those of its argument.
  const bool adds_item = facts.must_be(Fact::Container) && model_.means(Meaning::AddsItem, name);
  into_container(object, updates ? part : adds_item ? as_item(part) : Part{});
  return true;
}

// map(f, values), functools.partial(f, values): a function that is handed over
// together with the value gets to see it.
void FateTracer::run_by_library(NodeId call, NodeId called) {
  for (const NodeId argument : model_.arguments(call)) {
    const NodeId function = calls_.function_value(argument);
    if (function == kNoNode) continue;
    for (const NodeId parameter : parameter_names(tree_, function)) {
      if (bindings_.definition_at(parameter) != kNone) merge(summary(parameter).fate, call);
    }
  }
  const NodeId first = model_.argument(call, 0, "");
  if (!model_.means(Meaning::RunsFirstArgument, last_name(tree_, called)) || first == kNoNode)
    return;
  const bool seen = calls_.function_value(first) != kNoNode || is_builtin(model_, first) ||
                    !model_.qualified_text(first).empty();
  if (!seen) mark_unseen(call);
}

// getattr(value, "name")
void FateTracer::read_by_name(NodeId call) {
  const NodeId key = model_.argument(call, 1, "");
  if (!tree_.is(key, Kind::String)) return mark_unknown(call);
  const std::string_view name = string_content(tree_, key);
  if (name == "grad" || model_.suggests(Hint::Backward, name)) return mark_backward(call);
  push_expression(call, {});
}

// setattr(object, "name", value)
void FateTracer::stored_by_name(NodeId call) {
  const NodeId key = model_.argument(call, 1, "");
  if (!tree_.is(key, Kind::String)) return mark_unknown(call);
  const std::string_view name = string_content(tree_, key);
  mark_escape(&Fate::stored_attribute, call);
  if (is_read_out_of_sight(model_, name)) mark_unseen(call);
  for (const AttributeAccess& access : model_.attribute_accesses(name)) {
    model_.work().spend();
    if (access.is_load) push_expression(access.node, {});
  }
}

namespace {

// Tells a value from its copy. A set finds tensors by what they are, not by their numbers.
bool asks_identity(const SemanticModel& model, NodeId called) {
  return (is_builtin(model, called) &&
          model.means(Meaning::AsksIdentity, last_name(model.tree(), called))) ||
         model.knowledge().covers(Meaning::RefersWeakly, model.qualified_text(called));
}

// Fails where there is a graph, or writes down that there is one.
bool minds_graph(const SemanticModel& model, NodeId called) {
  const std::string text = model.qualified_text(called);
  return model.knowledge().covers(Meaning::MindsGraph, text);
}

}  // namespace

void FateTracer::library_call(NodeId expr, const Consumer& consumer, Part part) {
  const NodeId call = consumer.node;
  const NodeId called = called_expression(model_, call);
  if (is_builtin_name(model_, called, "getattr")) return read_by_name(call);
  if (is_builtin_name(model_, called, "setattr")) return stored_by_name(call);
  if (asks_identity(model_, called)) return mark_unseen(call);
  run_by_library(call, called);
  mark_revealed(call_reveals(model_, expr, consumer), call);
  if (minds_graph(model_, called)) mark_unseen(call);
  if (ends_at_library(call, called)) return;
  const NodeId out = model_.argument(call, -1, "out");
  if (out != kNoNode) into_container(out, {});
  const Facts facts = model_.facts(called);
  const Symbol symbol = model_.qualified_name(called);
  const CallableInfo* info = symbol == kNoSymbol ? nullptr : model_.knowledge().callable(symbol);
  if (info != nullptr) return push_expression(call, part_with_graph(call, info->indices, 1));
  if (stored_by_method(call, called, part)) return;
  push_expression(call, {});
  if (is_pure_library(model_, call) || facts.could_be(Fact::Module) || facts.could_be(Fact::Loss)) {
    return;
  }
  if (calls_.names().class_named_by(called) != kNoNode) {
    return mark_escape(&Fate::stored_container, call);  // a record class keeps its fields
  }
  if (tree_.is(called, Kind::Attribute)) {
    const Facts object = model_.facts(tree_.child(called, Field::Object));
    if (object.must_be(Fact::TrackedMeter) || object.must_be(Fact::GradScaler)) return;
    // A name such as `optim` is no proof that this is the step() of an optimizer.
    const Facts evident{object.must, object.may, FactSet()};
    if (model_.knowledge().method(last_name(tree_, called), evident) != nullptr) return;
  }
  mark_unseen(call);
}

void FateTracer::argument(NodeId expr, const Consumer& consumer, Part part) {
  const NodeId call = consumer.node;
  const NodeId called = called_expression(model_, call);
  const std::string_view name = last_name(tree_, called);
  constexpr EffectBits kDifferentiates =
      static_cast<EffectBits>(Effect::Backward) | static_cast<EffectBits>(Effect::AutogradGrad);
  const Symbol symbol = model_.qualified_name(called);
  const CallableInfo* info = symbol == kNoSymbol ? nullptr : model_.knowledge().callable(symbol);
  if (info != nullptr && (info->effects & kDifferentiates) != 0) return mark_backward(call);
  const std::vector<NodeId> functions = calls_.run_by(call);
  for (const NodeId function : functions) {
    local_call(expr, call, function);
    overriding_calls(consumer, function);
  }
  if (!functions.empty() || call_elsewhere(consumer)) return;
  if (model_.suggests(Hint::Backward, name)) return mark_backward(call);
  const bool splat = consumer.name == "*" || consumer.name == "**";
  library_call(expr, consumer, splat || consumer.name.empty() ? part : Part{consumer.name, -1});
}

}  // namespace mlfix
