// Graphs are followed from where they start, not from every name that is bound:
// a count or an argmax has no graph whatever it was computed from.

#include "torch/graph/graph_fate.h"

#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "semantic/binding/binding.h"
#include "semantic/binding/reach_memo.h"
#include "semantic/control/consumer.h"
#include "semantic/effects/effects.h"
#include "semantic/flow/graph_flow.h"
#include "semantic/flow/graph_sinks.h"
#include "semantic/flow/long_lived.h"
#include "semantic/flow/parameter_elsewhere.h"
#include "semantic/flow/reflection.h"
#include "semantic/flow/returned_graph.h"
#include "semantic/flow/value_flow.h"
#include "semantic/knowledge/knowledge.h"
#include "semantic/names/access_path.h"
#include "semantic/names/calls.h"
#include "semantic/names/module_by_use.h"
#include "semantic/project/project_code.h"
#include "semantic/project_entity.h"
#include "semantic/semantic_model.h"
#include "torch/graph/attachment.h"
#include "torch/module/forward_pass.h"

namespace mlfix {
namespace {

// Does a function of another file run that the project has a summary of?
bool is_summarised(const SemanticModel& model, NodeId call) {
  const ProjectEntity function = model.callee_elsewhere(call);
  const ProjectCode* code = model.place().code;
  return function && code != nullptr && code->summary(function).known;
}

// Code we can't see may return anything, but a method that tensors have only
// passes on what its receiver carries, and the receiver is followed itself.
bool may_return_anything(const SemanticModel& model, NodeId call) {
  const NodeId callee = model.tree().child(call, Field::Function);
  if (model.callee(call) != kNoNode || model.qualified_name(callee) != kNoSymbol) {
    return false;
  }
  const Facts tensor{FactSet(), Fact::Tensor, {}};
  const std::string_view method = model.method_name(call);
  if (method == "state_dict") return false;  // gives detached tensors
  const NodeId receiver = method.empty() ? NodeId{kNoNode} : model.receiver_of_call(call, method);
  if (receiver != kNoNode && model.facts(receiver).could_be(Fact::Module)) {
    // self.norm(x) runs a part of the module, whatever tensors call by that name.
    const Facts module{FactSet(), Fact::Module, {}};
    const MethodInfo* info = model.knowledge().method(method, module);
    return info == nullptr || (info->effects & static_cast<EffectBits>(Effect::ModuleForward)) != 0;
  }
  return method.empty() || model.knowledge().method(method, tensor) == nullptr;
}

bool is_unseen(const SemanticModel& model, NodeId call) {
  return may_return_anything(model, call) && !is_summarised(model, call);
}

// Does a property give it: a decorated method of that name, of whatever class of the file, or of a
// base of its own object?
bool is_given_by_property(const SemanticModel& model, NodeId attribute) {
  const SyntaxTree& tree = model.tree();
  if (!tree.is(attribute, Kind::Attribute)) return false;
  const std::string_view name = last_name(tree, attribute);
  const auto methods = model.calls().names().methods_named({&name, 1});
  const bool here = std::ranges::any_of(
      methods, [&](NodeId method) { return !decorators(tree, method).empty(); });
  const ProjectPlace& place = model.place();
  const bool is_own = tree.text(tree.child(attribute, Field::Object)) == "self";
  return here ||
         (is_own && place.code != nullptr && place.code->may_be_property_around(place.file, name));
}

// Nobody says anything about it, or it is a part of a module, or computed where it is read: it may
// be a weight.
bool may_hide_weight(const SemanticModel& model, NodeId expr) {
  const Facts facts = model.facts(expr);
  if (facts.must.has_any(kWithoutGraph)) return false;
  return (facts.may - FactSet(Fact::Module)).empty() || is_given_by_property(model, expr);
}

// A tensor, or what has been one before it was detached.
bool is_tensor_or_detached(const SemanticModel& model, NodeId expr) {
  constexpr FactSet kOther = Fact::Number | Fact::NdArray | Fact::Container | FactSet(Fact::String);
  const Facts facts = model.facts(expr);
  return facts.must.has(Fact::Tensor) ||
         (facts.must.has(Fact::NoGraph) && facts.could_be(Fact::Tensor) &&
          !facts.must.has_any(kOther));
}

// Is something computed of a tensor and of what is unknown: features @ w, F.linear(features, w)?
bool combines_unknown(const SemanticModel& model, NodeId n) {
  const SyntaxTree& tree = model.tree();
  std::vector<NodeId> operands;
  if (tree.is(n, Kind::BinaryOperator)) {
    operands = {tree.child(n, Field::Left), tree.child(n, Field::Right)};
  } else if (tree.is(n, Kind::Call)) {
    const Symbol symbol = model.qualified_name(tree.child(n, Field::Function));
    const CallableInfo* info = symbol == kNoSymbol ? nullptr : model.knowledge().callable(symbol);
    if (info != nullptr && info->result_keeps_graph) operands = model.arguments(n);
  }
  const auto is_one = [&](const auto& asks) {
    return std::ranges::any_of(operands, [&](NodeId operand) { return asks(model, operand); });
  };
  return is_one(is_tensor_or_detached) && is_one(may_hide_weight);
}

// Is the function decorated by what may compute something of its own?
bool is_decorated_by_others(const SemanticModel& model, NodeId function) {
  const NodeId decorated = function == kNoNode ? kNoNode : model.tree().parent(function);
  return model.tree().is(decorated, Kind::DecoratedDefinition) &&
         model.call_sites(function).value_use == decorated;
}

// Does the call run a method that gives nothing back, for a value? Another one stands in its place.
bool runs_empty_method(const SemanticModel& model, NodeId call, NodeId function) {
  if (function == kNoNode || model.method_class(function) == kNoNode) return false;
  const std::string_view name = model.tree().text(model.tree().child(function, Field::Name));
  return name != "__init__" && !model.is_generator(function) &&
         model.returned_values(function).empty() && model.consumer_of(call).role != Role::Discarded;
}

// May a method that a class of another file has run in its place?
bool may_be_overridden(const SemanticModel& model, NodeId call, NodeId function) {
  if (function == kNoNode) return false;
  const auto others = overrides_elsewhere(model, call, function);
  return !others || !others->empty();
}

// Does the expression itself give a value that may carry a graph: the output of
// a module or of code we can't see, or a parameter?
bool may_start_graph(const SemanticModel& model, NodeId n) {
  const SyntaxTree& tree = model.tree();
  if (tree.is(n, Kind::BinaryOperator) || tree.is(n, Kind::UnaryOperator) ||
      tree.is(n, Kind::Subscript)) {
    const Facts facts = model.facts(n);
    if (facts.must.has_any(kWithoutGraph)) return false;
    return facts.may_be(Fact::GradTensor) || combines_unknown(model, n);
  }
  if (tree.is(n, Kind::Call)) {
    if (model.facts(n).must.has_any(kWithoutGraph)) return false;
    const NodeId function = model.callee(n);
    const bool runs_other = runs_empty_method(model, n, function) ||
                            is_decorated_by_others(model, function) ||
                            may_be_overridden(model, n, function);
    if (runs_other || combines_unknown(model, n)) return true;
    return model.facts(tree.child(n, Field::Function)).could_be(Fact::Module) ||
           model.facts(n).may_be(Fact::GradTensor) || may_return_anything(model, n) ||
           (function != kNoNode && model.callee_effects(function).has(Effect::ModuleForward)) ||
           runs_modules_elsewhere(model, n);
  }
  if (tree.is(n, Kind::Attribute)) {
    const bool called = model.consumer_of(n).role == Role::Callee;
    if (called || model.facts(n).must.has_any(kWithoutGraph)) return false;
    return model.facts(tree.child(n, Field::Object)).could_be(Fact::Module) ||
           is_given_by_property(model, n);
  }
  return tree.is(n, Kind::Identifier) && model.bindings().use_at(n) != kNone &&
         model.facts(n).may.has_any(Fact::GradTensor | Fact::Parameter);
}

// Is the definition itself an argument of unseen code from `from` on?
bool feeds_unseen_code_from(const SemanticModel& model, DefId definition, NodeId from) {
  const Bindings& bindings = model.bindings();
  return std::ranges::any_of(bindings.definition(definition).uses, [&](UseId u) {
    const NodeId use = bindings.use(u).node;
    if (use < from) return false;
    const Consumer consumer = model.consumer_of(use);
    return consumer.role == Role::Argument && is_unseen(model, consumer.node);
  });
}

struct FedToUnseenCode {
  ReachMemo anywhere;
};

// The same for all that may be the definition, through the phis it feeds.
bool reaches_unseen_code_from(const SemanticModel& model, DefId definition, NodeId from) {
  if (feeds_unseen_code_from(model, definition, from)) return true;
  const auto phis_of = [&](DefId def) { return model.bindings().definition(def).phis; };
  const auto feeds = [&](NodeId position) {
    return [&model, position](DefId def) { return feeds_unseen_code_from(model, def, position); };
  };
  ReachMemo& anywhere = model.notes<FedToUnseenCode>().anywhere;
  return std::ranges::any_of(phis_of(definition), [&](DefId phi) {
    return anywhere.find(phi, feeds(0), phis_of) != kNone &&
           ReachMemo().find(phi, feeds(from), phis_of) != kNone;
  });
}

// Is a value bound in `made` an argument of unseen code after it? Such code may
// train on it, and silently stops training what is before the value.
bool feeds_unseen_code(const SemanticModel& model, Span made) {
  const SyntaxTree& tree = model.tree();
  const NodeId end = tree.subtree_end(made.last);
  for (NodeId n = made.first; n < end; ++n) {
    const DefId d = tree.is(n, Kind::Identifier) ? model.bindings().definition_at(n) : kNone;
    if (d == kNone || model.facts_of(d).must.has_any(Fact::NoGraph | Fact::Number) ||
        is_unpacked_without_graph(model, d)) {
      continue;
    }
    if (reaches_unseen_code_from(model, d, end)) return true;
  }
  return false;
}

// What becomes of the values themselves that are made in the span; what code after it does with
// them is left out.
template <typename FateOf>
Reach fate_of_values(const SemanticModel& model, Span span, FateOf fate_of) {
  Reach worst;
  for (NodeId n = span.first; n < model.tree().subtree_end(span.last); ++n) {
    if (!may_start_graph(model, n)) {
      continue;
    }
    const Reach fate = fate_of(n);
    const auto add = [&](std::initializer_list<Sink> any_of, Sink as) {
      if (fate.has_any(any_of)) worst.mark(as, kNoNode);
    };
    add({GraphSinks::kDifferentiated}, GraphSinks::kDifferentiated);
    add({Sink::Returned, Sink::Yielded}, Sink::Returned);
    add({Sink::OnAttribute, Sink::Captured}, Sink::OnAttribute);
    if (fate.has_any({Sink::OnAttribute, Sink::Captured}) && !is_kept_for_numbers(model, fate)) {
      worst.mark(GraphSinks::kKeptWhole, kNoNode);
    }
    add({Sink::Lost}, Sink::Lost);
    add({Sink::Unseen, Sink::Lost}, Sink::Unseen);
    // Parameters are leaves, whatever the gradient mode.
    const bool leaf = model.facts(n).may.has_any(Fact::Parameter | FactSet(Fact::Module));
    if (!leaf) add({GraphSinks::kRevealed}, GraphSinks::kRevealed);
  }
  return worst;
}

NodeId find_unseen_training(const SemanticModel& model, Span span) {
  const SyntaxTree& tree = model.tree();
  for (NodeId n = span.first; n < tree.subtree_end(span.last); ++n) {
    if (!tree.is(n, Kind::Call) || !is_unseen(model, n)) {
      continue;
    }
    // A module that runs forward trains nothing, whatever it is called.
    const NodeId called = tree.child(n, Field::Function);
    if (model.facts(called).may_be(Fact::Module) || is_used_as_module(model, called)) continue;
    const std::string_view name = called_name(tree, n);
    if (model.suggests(Hint::Training, name)) {
      return n;
    }
  }
  return kNoNode;
}

// A whole function is asked about once for each stretch of it.
struct KnownSpans {
  template <typename Value>
  using BySpan = std::map<std::pair<NodeId, NodeId>, Value>;
  BySpan<Reach> fates;
  BySpan<bool> feed_unseen_code;
  BySpan<NodeId> unseen_training;
};

// What is known of the span, found out the first time.
template <typename Value, typename Find>
Value known_or_found(KnownSpans::BySpan<Value>& known, Span span, Find find) {
  const std::pair key{span.first, span.last};
  if (const auto found = known.find(key); found != known.end()) return found->second;
  return known.emplace(key, find()).first->second;
}

}  // namespace

namespace {

struct AttributesRead {
  std::unordered_map<std::string_view, bool> known;
};

// Does somebody read what is in the attribute? All accesses are looked at, once for each name.
bool is_read_in_file(const SemanticModel& model, std::string_view attribute) {
  const auto [known, is_new] = model.notes<AttributesRead>().known.try_emplace(attribute, false);
  if (!is_new) return known->second;
  const auto is_read = [](const ContainerAccess& access) {
    return access.use == ContainerUse::Read || access.use == ContainerUse::Aggregate ||
           access.use == ContainerUse::Tail;
  };
  const bool found = std::ranges::any_of(attribute_uses(model, attribute), is_read);
  return model.notes<AttributesRead>().known[attribute] = found;
}

// Is the value differentiated, or may somebody out of sight do so?
bool gets_away(const Reach& fate) {
  return fate.has_any({GraphSinks::kDifferentiated, Sink::Returned, Sink::Yielded, Sink::Captured,
                       Sink::Unseen, Sink::Lost, GraphSinks::kForwardOutput});
}

// The attribute of its own object that keeps the value, which the file reads for numbers alone, if
// at all; "" where there is none. Other files are not asked.
std::string_view kept_for_numbers_in(const SemanticModel& model, const Reach& fate) {
  const NodeId kept = fate.at({Sink::OnAttribute});
  if (gets_away(fate) || !model.tree().is(kept, Kind::Attribute)) return "";
  const NodeId root = root_of_path(model, kept);
  if (root == kNoNode || model.tree().text(root) != "self") return "";  // somebody else's
  return last_name(model.tree(), kept);
}

// The same of what a function of another file is given in that place.
bool keeps_for_numbers(const ProjectCode& code, const ParameterSummary& parameter) {
  std::string name;
  const auto is_for_numbers = [&](const SemanticModel& model, NodeId node) {
    const NodeId identifier = parameter_names(model.tree(), node)[parameter.place];
    name = kept_for_numbers_in(model, ValueFlow::of_parameter(model, GraphFlow(), identifier));
    return !name.empty() && is_read_in_file(model, name);
  };
  return code.holds_in(parameter.function, is_for_numbers) &&
         !code.may_differentiate_attribute(parameter.function.file, name);
}

struct KeptForNumbersElsewhere {
  std::map<std::pair<ProjectEntity, std::uint32_t>, bool> known;  // by function and parameter
};

// The same where a call of such a function keeps it: of each argument that the function keeps.
bool is_kept_for_numbers_by(const SemanticModel& model, NodeId call) {
  bool any = false;
  for (const NodeId argument : model.arguments(call)) {
    if (attachment_of(model, argument) == Attachment::None) continue;
    const ParameterSummary* parameter =
        parameter_elsewhere(model, model.consumer_of(argument)).summary;
    if (parameter == nullptr) return false;
    if (!model.place().code->graph_of(*parameter).has(Sink::OnAttribute)) continue;
    const auto [known, is_new] = model.notes<KeptForNumbersElsewhere>().known.try_emplace(
        {parameter->function, parameter->place}, false);
    if (is_new) known->second = keeps_for_numbers(*model.place().code, *parameter);
    if (!known->second) return false;
    any = true;
  }
  return any;
}

}  // namespace

bool is_kept_for_numbers(const SemanticModel& model, const Reach& fate) {
  const NodeId kept = fate.at({Sink::OnAttribute});
  const bool is_elsewhere = model.tree().is(kept, Kind::Call) && model.place().code != nullptr &&
                            model.callee_elsewhere(kept);
  if (is_elsewhere) return !gets_away(fate) && is_kept_for_numbers_by(model, kept);
  const std::string_view name = kept_for_numbers_in(model, fate);
  if (name.empty()) return false;
  const ProjectPlace& place = model.place();
  const bool is_seen =
      is_read_in_file(model, name) || (place.code != nullptr && place.code->sees_users(place.file));
  return is_seen && !is_read_out_of_sight(model, name);
}

Reach fate_of_graphs(const SemanticModel& model, Span span, Span made) {
  KnownSpans& known = model.notes<KnownSpans>();
  Reach worst = known_or_found(known.fates, span, [&] {
    return fate_of_values(model, span, [&](NodeId n) { return model.fate(n); });
  });
  const bool is_fed =
      known_or_found(known.feed_unseen_code, made, [&] { return feeds_unseen_code(model, made); });
  if (is_fed) worst.mark(Sink::Lost, kNoNode);
  return worst;
}

Reach fate_of_graphs(const SemanticModel& model, Span span, const GraphFlowWithout& policy) {
  return fate_of_values(model, span, [&](NodeId n) { return reach_of(model, policy, n); });
}

bool is_handed_over(const SemanticModel& model, Span span) {
  for (NodeId n = span.first; n < model.tree().subtree_end(span.last); ++n) {
    const bool over = may_start_graph(model, n) &&
                      reach_of(model, GraphFlow(), n)
                          .has_any({GraphFlow::kHandedOver, GraphFlow::kGivenToObject, Sink::Lost});
    if (over) return true;
  }
  return false;
}

bool graphs_die_in(const SemanticModel& model, NodeId function) {
  const auto body = model.statements(model.tree().child(function, Field::Body));
  if (body.empty()) {
    return false;
  }
  const Span span{body.front(), body.back()};
  const Reach fate = fate_of_graphs(model, span, span);
  return !fate.has(GraphSinks::kDifferentiated) && !fate.has_any(GraphSinks::kEscapes) &&
         !fate.has(Sink::Lost);
}

NodeId unseen_training(const SemanticModel& model, Span span) {
  return known_or_found(model.notes<KnownSpans>().unseen_training, span,
                        [&] { return find_unseen_training(model, span); });
}

}  // namespace mlfix
