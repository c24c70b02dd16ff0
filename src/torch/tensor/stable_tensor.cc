// Two questions, answered together. Origin: is the value newly made, or an alias
// of the full size (x.cpu(), x.unsqueeze(0)) of a newly made value? Readers: does
// every use of the names it goes through only read? What no table calls a
// reader may keep the tensor and change it later, so it counts as a writer.

#include "torch/tensor/stable_tensor.h"

#include <algorithm>
#include <unordered_map>
#include <vector>

#include "semantic/binding/binding.h"
#include "semantic/binding/reach_memo.h"
#include "semantic/flow/value_origins.h"
#include "semantic/knowledge/knowledge.h"
#include "semantic/semantic_model.h"
#include "torch/tensor/changed_in_place.h"
#include "torch/tensor/tensor_views.h"

namespace mlfix {
namespace {

std::string_view last_word(std::string_view dotted) {
  return dotted.substr(dotted.rfind('.') + 1);
}

// ---- readers ---------------------------------------------------------------

// The target of x += … is the tensor, too.
bool reads_only_at(const SemanticModel& model, NodeId use) {
  const SyntaxTree& tree = model.tree();
  const bool is_sum =
      tree.is(tree.parent(use), Kind::AugmentedAssignment) && tree.field(use) == Field::Left;
  return !is_sum && only_reads(model, use);
}

// The uses that see this very definition, before the end of the loop or inside of one that
// comes around to it.
bool uses_only_read(const SemanticModel& model, DefId d, NodeId loop) {
  const bool comes_around = model.loop_of(loop) != kNoNode;
  const NodeId end = model.tree().subtree_end(loop);
  return std::ranges::all_of(model.bindings().definition(d).uses, [&](UseId u) {
    const NodeId use = model.bindings().use(u).node;
    return (!comes_around && use >= end) || reads_only_at(model, use);
  });
}

// Do those of an outer loop write to what a definition may be?
struct WrittenValues {
  ReachMemo anywhere;
};

// Uses after the loop don't matter, unless an outer loop comes around to it. The definition is
// followed through the phis that it may get into, but for those after it.
bool all_uses_read(const SemanticModel& model, DefId d, NodeId loop) {
  const Variable& variable = model.bindings().variable_of(d);
  if (variable.declared_global || variable.captured_at != kNoNode) return false;
  const bool comes_around = model.loop_of(loop) != kNoNode;
  const auto phis_of = [&](DefId def) {
    const auto all = model.bindings().definition(def).phis;
    std::vector<DefId> phis(all.begin(), all.end());
    if (!comes_around) {
      std::erase_if(phis, [&](DefId phi) {
        return model.bindings().definition(phi).node >= model.tree().subtree_end(loop);
      });
    }
    return phis;
  };
  const auto is_written = [&](DefId def) { return !uses_only_read(model, def, loop); };
  ReachMemo inside;
  ReachMemo& memo = comes_around ? model.notes<WrittenValues>().anywhere : inside;
  return memo.find(d, is_written, phis_of) == kNone;
}

// ---- origin ----------------------------------------------------------------

// Is it a DataLoader, made in view, that stacks samples? With a function for it, and where
// samples come one by one, the tensors are those of the data set, which may use them again.
bool collates_anew(const SemanticModel& model, NodeId loader) {
  const SyntaxTree& tree = model.tree();
  constexpr int kPositionOfCollating = 6;
  loader = model.strip_parentheses(loader);
  if (tree.is(loader, Kind::Identifier)) {
    const DefId d = model.bindings().reaching(loader);
    const bool is_assigned = d != kNone && model.bindings().definition(d).kind == DefKind::Assign;
    loader = is_assigned ? model.strip_parentheses(model.bindings().definition(d).value)
                         : NodeId{kNoNode};
  }
  if (!tree.is(loader, Kind::Call) || !model.is_call_to(loader, Meaning::StacksSamples) ||
      model.argument(loader, kPositionOfCollating, "collate_fn") != kNoNode) {
    return false;
  }
  for (const NodeId argument : tree.children(tree.child(loader, Field::Arguments))) {
    if (tree.is(argument, Kind::ListSplat) || tree.is(argument, Kind::DictionarySplat)) {
      return false;
    }
  }
  const NodeId size = model.argument(loader, 1, "batch_size");
  return size == kNoNode || model.facts(size).must_be(Fact::Number);
}

// A batch of a DataLoader: its collating made it for us.
bool is_batch(const SemanticModel& model, const Definition& definition) {
  const SyntaxTree& tree = model.tree();
  NodeId loop = definition.node;
  while (loop != kNoNode && !tree.is(loop, Kind::ForStatement)) loop = tree.parent(loop);
  return loop != kNoNode && tree.child(loop, Field::Right) == definition.value &&
         collates_anew(model, definition.value);
}

// Is the layer only called, and asked for its parts: never given to code that may hook into it?
bool is_only_run(const SemanticModel& model, DefId layer) {
  const SyntaxTree& tree = model.tree();
  const Facts facts = model.facts_of(layer);
  return std::ranges::all_of(model.bindings().variable_of(layer).uses, [&](UseId u) {
    const NodeId use = model.bindings().use(u).node;
    const NodeId parent = tree.parent(use);
    if (tree.is(parent, Kind::Call)) return tree.field(use) == Field::Function;
    if (!tree.is(parent, Kind::Attribute)) return false;
    if (!tree.is(tree.parent(parent), Kind::Call)) return true;
    const MethodInfo* method =
        model.knowledge().method(tree.text(tree.child(parent, Field::Attribute)), facts);
    return method != nullptr &&
           (method->effects & static_cast<EffectBits>(Effect::RegistersHook)) == 0;
  });
}

bool is_making_layer(const SemanticModel& model, NodeId callee) {
  const SyntaxTree& tree = model.tree();
  const DefId d =
      tree.is(callee, Kind::Identifier) ? model.bindings().reaching(callee) : DefId{kNone};
  if (d == kNone || model.bindings().definition(d).kind != DefKind::Assign) return false;
  const NodeId made = model.strip_parentheses(model.bindings().definition(d).value);
  return model.is_call_to(made, Meaning::MakesNewTensor) && is_only_run(model, d);
}

// A decorator such as lru_cache may hand out the same tensor again.
bool is_wrapped(const SemanticModel& model, NodeId function) {
  const SyntaxTree& tree = model.tree();
  const NodeId parent = tree.parent(function);
  if (!tree.is(parent, Kind::DecoratedDefinition)) return false;
  for (NodeId decorator : tree.children(parent)) {
    if (!tree.is(decorator, Kind::Decorator)) continue;
    const std::string_view text = tree.text(decorator);
    if (!text.ends_with("no_grad()") && !text.ends_with("inference_mode()")) return true;
  }
  return false;
}

// The tensor of which the method shows all; kNoNode for one that makes its own, the call itself
// where it may be another view.
NodeId shown_by_method(const SemanticModel& model, NodeId call) {
  const std::string_view name = model.method_name(call);
  const NodeId receiver = model.receiver_of_call(call, name);
  if (name.empty() || receiver == kNoNode || model.means(Meaning::OtherView, name)) return call;
  if (model.means(Meaning::WholeView, name)) return receiver;
  const Facts facts = model.facts(receiver);
  const MethodInfo* info = model.knowledge().method(name, facts);
  const bool makes =
      facts.must_be(Fact::Tensor) && info != nullptr && !info->in_place && !info->returns_receiver;
  return makes ? NodeId{kNoNode} : call;
}

// The same of a function of a library; nullptr where no table knows it.
NodeId shown_by_function(const SemanticModel& model, NodeId call, const CallableInfo* info) {
  const SyntaxTree& tree = model.tree();
  if (info == nullptr) return call;
  const std::string name = model.qualified_text(tree.child(call, Field::Function));
  const std::string_view word = last_word(name);
  const std::vector<NodeId> arguments = model.arguments(call);
  const bool copies_list =
      word == "as_tensor" && !arguments.empty() && tree.is(arguments.front(), Kind::List);
  if (copies_list) return kNoNode;
  if (!name.starts_with("torch.") || model.means(Meaning::OtherView, word) || word.ends_with('_')) {
    return call;
  }
  if (model.means(Meaning::WholeView, word)) return arguments.empty() ? call : arguments.front();
  bool makes = !info->is_class && !info->returns_argument;
  if (word.ends_with("Tensor")) {  // copies lists, may look into arrays and tensors
    makes = std::ranges::all_of(
        arguments, [&](NodeId a) { return tree.is(a, Kind::Integer) || tree.is(a, Kind::List); });
  }
  return makes ? NodeId{kNoNode} : call;
}

// By the loop that its values have to last for.
struct KnownTensors {
  std::unordered_map<NodeId, OriginMemory> of;
};

// Whatever is no new tensor with storage of its own that nobody but readers sees until the loop
// has ended.
class SharedOrigin final : public OriginPolicy {
 public:
  explicit SharedOrigin(NodeId loop) : loop_(loop) {}

  OriginMemory* memory(const SemanticModel& model) const override {
    return &model.notes<KnownTensors>().of[loop_];
  }
  // Of decorators, those that may hand out the same tensor again are asked about here.
  bool sees_through_decorators() const override { return true; }
  bool takes(ValueOrigins& origins, NodeId expr, Wanted wanted) const override;
  bool takes_definition(ValueOrigins& origins, DefId def, Wanted wanted) const override;
  void source(ValueOrigins& origins, NodeId expr, Wanted) const override {
    origins.mark(own_source(0), expr);
  }
  void source_definition(ValueOrigins& origins, DefId def, Wanted) const override {
    origins.mark(own_source(0), origins.model().bindings().definition(def).node);
  }

 private:
  void take_subscript(ValueOrigins& origins, NodeId subscript) const;
  void take_call(ValueOrigins& origins, NodeId call) const;

  NodeId loop_;
};

bool SharedOrigin::takes(ValueOrigins& origins, NodeId expr, Wanted wanted) const {
  const SemanticModel& model = origins.model();
  const SyntaxTree& tree = model.tree();
  switch (tree.kind(expr)) {
    case Kind::Identifier: {
      const DefId d = model.bindings().reaching(expr);
      if (wanted.held || d == kNone || !all_uses_read(model, d, loop_)) break;
      return false;
    }
    case Kind::UnaryOperator:  // +x is x
      if (tree.text(expr).starts_with('+') || !model.facts(expr).must_be(Fact::Tensor)) break;
      return true;
    case Kind::BinaryOperator:
      if (!model.facts(expr).must_be(Fact::Tensor)) break;
      return true;
    case Kind::Call:
      take_call(origins, expr);
      return true;
    case Kind::Subscript:
      take_subscript(origins, expr);
      return true;
    default:
      break;
  }
  source(origins, expr, wanted);
  return true;
}

// A mask or a tensor of indices copies; [None, :] shows all of the tensor.
void SharedOrigin::take_subscript(ValueOrigins& origins, NodeId subscript) const {
  const SemanticModel& model = origins.model();
  const SyntaxTree& tree = model.tree();
  const NodeId value = tree.child(subscript, Field::Value);
  bool whole = true;
  std::size_t count = 0;
  NodeId last = kNoNode;
  for (NodeId index : tree.children(subscript)) {
    if (index == value) continue;
    const std::string_view text = tree.text(index);
    whole = whole && (text == "None" || text == ":" || text == "...");
    last = index;
    ++count;
  }
  if (whole) return origins.follow(value);
  const bool copies = count == 1 && model.facts(last).must_be(Fact::Tensor) &&
                      model.facts(value).must_be(Fact::Tensor);
  if (!copies) source(origins, subscript, {});
}

bool SharedOrigin::takes_definition(ValueOrigins& origins, DefId def, Wanted wanted) const {
  const Definition& definition = origins.model().bindings().definition(def);
  switch (definition.kind) {
    case DefKind::Assign:
    case DefKind::Phi:
      return false;
    case DefKind::For:
    case DefKind::Unpack:
      if (is_batch(origins.model(), definition)) return true;
      [[fallthrough]];
    default:
      source_definition(origins, def, wanted);
      return true;
  }
}

bool returns_what_it_makes(const SemanticModel& model, NodeId function) {
  return !model.is_generator(function) && !model.tree().is_async(function) &&
         !is_wrapped(model, function);
}

void SharedOrigin::take_call(ValueOrigins& origins, NodeId call) const {
  const SemanticModel& model = origins.model();
  const NodeId callee = model.tree().child(call, Field::Function);
  if (is_told_where_to_write(model, call)) return source(origins, call, {});
  if (const NodeId function = model.callee(call); function != kNoNode) {
    // A subclass elsewhere may have its own idea of a method.
    const bool plain = model.tree().is(callee, Kind::Identifier);
    return plain && returns_what_it_makes(model, function)
               ? origins.follow_returned(function, call, {})
               : source(origins, call, {});
  }
  if (is_making_layer(model, callee)) return;
  if (!model.facts(call).must_be(Fact::Tensor)) return source(origins, call, {});
  const Symbol symbol = model.qualified_name(callee);
  const CallableInfo* info = symbol == kNoSymbol ? nullptr : model.knowledge().callable(symbol);
  const NodeId shown =
      symbol == kNoSymbol ? shown_by_method(model, call) : shown_by_function(model, call, info);
  if (shown == call) return source(origins, call, {});
  origins.follow(shown);
}

}  // namespace

bool keeps_its_values(const SemanticModel& model, NodeId expr, NodeId loop) {
  return origins_of(model, SharedOrigin(loop), expr).empty();
}

bool definition_keeps_its_values(const SemanticModel& model, DefId d, NodeId loop) {
  return d != kNone && all_uses_read(model, d, loop) &&
         origins_of_definition(model, SharedOrigin(loop), d).empty();
}

}  // namespace mlfix
