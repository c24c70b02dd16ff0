// Two questions, answered together. Origin: is the value made anew, or an alias
// of the full size (x.cpu(), x.unsqueeze(0)) of a value made anew? Readers: does
// every use of the names it goes through only read? What no table calls a
// reader may keep the tensor and change it later, so it counts as a writer.

#include "transforms/loop/joining/stable_tensor.h"

#include <algorithm>
#include <vector>

#include "semantic/binding/reach_memo.h"
#include "transforms/loop/joining/reading_flow.h"

namespace mlfix {
namespace {

constexpr int kMaxTensorDepth = 6;

std::string_view last_word(std::string_view dotted) {
  return dotted.substr(dotted.rfind('.') + 1);
}

class Stability {
 public:
  Stability(const SemanticModel& model, NodeId loop)
      : model_(model), tree_(model.tree()), bindings_(model.bindings()), loop_(loop) {}

  bool is_stable(NodeId expr, int depth) const;
  bool is_stable_variable(DefId d, int depth) const;

 private:
  bool is_stable_subscript(NodeId subscript, int depth) const;
  bool is_stable_definition(DefId d, int depth) const;
  bool is_stable_call(NodeId call, int depth) const;
  bool is_made_by_method(NodeId call, int depth) const;
  bool is_made_by_function(NodeId call, const CallableInfo& info, int depth) const;
  bool is_wrapped(NodeId function) const;
  bool returns_stable(NodeId function, int depth) const;
  bool is_making_layer(NodeId callee) const;
  bool is_batch(const Definition& definition) const;
  bool collates_anew(NodeId loader) const;
  bool is_only_run(DefId layer) const;
  bool writes_elsewhere(NodeId call) const;

  bool reads_only_at(NodeId use) const;
  bool uses_only_read(DefId d) const;
  bool all_uses_read(DefId d) const;

  const SemanticModel& model_;
  const SyntaxTree& tree_;
  const Bindings& bindings_;
  NodeId loop_;
};

// ---- origin ----------------------------------------------------------------

bool Stability::is_stable(NodeId expr, int depth) const {
  if (depth > kMaxTensorDepth) return false;
  expr = model_.strip_parentheses(expr);
  switch (tree_.kind(expr)) {
    case Kind::Identifier: {
      const DefId d = bindings_.reaching(expr);
      return d != kNone && is_stable_variable(d, depth);
    }
    case Kind::UnaryOperator:
      return !tree_.text(expr).starts_with('+') && model_.facts(expr).must_be(Fact::Tensor);
    case Kind::BinaryOperator:
      return model_.facts(expr).must_be(Fact::Tensor);
    case Kind::Call:
      return is_stable_call(expr, depth + 1);
    case Kind::Subscript:
      return is_stable_subscript(expr, depth + 1);
    default:
      return false;
  }
}

// A mask or a tensor of indices copies; [None, :] shows all of the tensor.
bool Stability::is_stable_subscript(NodeId subscript, int depth) const {
  const NodeId value = tree_.child(subscript, Field::Value);
  bool whole = true;
  std::size_t count = 0;
  NodeId last = kNoNode;
  for (NodeId index : tree_.children(subscript)) {
    if (index == value) continue;
    const std::string_view text = tree_.text(index);
    whole = whole && (text == "None" || text == ":" || text == "...");
    last = index;
    ++count;
  }
  if (whole) return is_stable(value, depth);
  return count == 1 && model_.facts(last).must_be(Fact::Tensor) &&
         model_.facts(value).must_be(Fact::Tensor);
}

bool Stability::is_stable_variable(DefId d, int depth) const {
  return is_stable_definition(d, depth + 1) && all_uses_read(d);
}

bool Stability::is_stable_definition(DefId d, int depth) const {
  if (depth > kMaxTensorDepth) return false;
  const Definition& definition = bindings_.definition(d);
  switch (definition.kind) {
    case DefKind::Assign:
      return is_stable(definition.value, depth);
    case DefKind::For:
    case DefKind::Unpack:
      return is_batch(definition);
    case DefKind::Phi:
      return std::all_of(definition.operands.begin(), definition.operands.end(),
                         [&](DefId o) { return is_stable_definition(o, depth + 1); });
    default:
      return false;
  }
}

// A batch of a DataLoader: its collating made it for us.
bool Stability::is_batch(const Definition& definition) const {
  NodeId loop = definition.node;
  while (loop != kNoNode && !tree_.is(loop, Kind::ForStatement)) loop = tree_.parent(loop);
  return loop != kNoNode && tree_.child(loop, Field::Right) == definition.value &&
         collates_anew(definition.value);
}

// Is it a DataLoader, made in view, that stacks samples? With a function for it, and where
// samples come one by one, the tensors are those of the data set, which may use them again.
bool Stability::collates_anew(NodeId loader) const {
  constexpr int kPositionOfCollating = 6;
  loader = model_.strip_parentheses(loader);
  if (tree_.is(loader, Kind::Identifier)) {
    const DefId d = bindings_.reaching(loader);
    const bool is_assigned = d != kNone && bindings_.definition(d).kind == DefKind::Assign;
    loader =
        is_assigned ? model_.strip_parentheses(bindings_.definition(d).value) : NodeId{kNoNode};
  }
  if (!tree_.is(loader, Kind::Call) || !model_.is_call_to(loader, Meaning::StacksSamples) ||
      model_.argument(loader, kPositionOfCollating, "collate_fn") != kNoNode) {
    return false;
  }
  for (const NodeId argument : tree_.children(tree_.child(loader, Field::Arguments))) {
    if (tree_.is(argument, Kind::ListSplat) || tree_.is(argument, Kind::DictionarySplat)) {
      return false;
    }
  }
  const NodeId size = model_.argument(loader, 1, "batch_size");
  return size == kNoNode || model_.facts(size).must_be(Fact::Number);
}

bool Stability::is_stable_call(NodeId call, int depth) const {
  if (depth > kMaxTensorDepth || writes_elsewhere(call)) return false;
  const NodeId callee = tree_.child(call, Field::Function);
  if (const NodeId function = model_.callee(call); function != kNoNode) {
    // A subclass elsewhere may have its own idea of a method.
    return tree_.is(callee, Kind::Identifier) && returns_stable(function, depth);
  }
  if (is_making_layer(callee)) return true;
  if (!model_.facts(call).must_be(Fact::Tensor)) return false;
  const Symbol symbol = model_.qualified_name(callee);
  if (symbol == kNoSymbol) return is_made_by_method(call, depth);
  const CallableInfo* info = model_.knowledge().callable(symbol);
  return info != nullptr && is_made_by_function(call, *info, depth);
}

bool Stability::writes_elsewhere(NodeId call) const {
  return model_.argument(call, 99, "out") != kNoNode ||
         model_.argument(call, 99, "inplace") != kNoNode;
}

bool Stability::is_made_by_method(NodeId call, int depth) const {
  const std::string_view name = model_.method_name(call);
  const NodeId receiver = model_.receiver_of_call(call, name);
  if (name.empty() || receiver == kNoNode || model_.means(Meaning::OtherView, name)) return false;
  const Facts facts = model_.facts(receiver);
  if (model_.means(Meaning::WholeView, name)) return is_stable(receiver, depth);
  const MethodInfo* info = model_.knowledge().method(name, facts);
  return facts.must_be(Fact::Tensor) && info != nullptr && !info->in_place &&
         !info->returns_receiver;
}

bool Stability::is_made_by_function(NodeId call, const CallableInfo& info, int depth) const {
  const std::string name = model_.qualified_text(tree_.child(call, Field::Function));
  const std::string_view word = last_word(name);
  const std::vector<NodeId> arguments = model_.arguments(call);
  const bool copies_list =
      word == "as_tensor" && !arguments.empty() && tree_.is(arguments.front(), Kind::List);
  if (copies_list) return true;
  if (!name.starts_with("torch.") || model_.means(Meaning::OtherView, word) ||
      word.ends_with('_')) {
    return false;
  }
  if (model_.means(Meaning::WholeView, word)) {
    return !arguments.empty() && is_stable(arguments.front(), depth);
  }
  if (word.ends_with("Tensor")) {  // copies lists, may look into arrays and tensors
    return std::all_of(arguments.begin(), arguments.end(), [&](NodeId a) {
      return tree_.is(a, Kind::Integer) || tree_.is(a, Kind::List);
    });
  }
  return !info.is_class && !info.returns_argument;
}

bool Stability::is_making_layer(NodeId callee) const {
  const DefId d = tree_.is(callee, Kind::Identifier) ? bindings_.reaching(callee) : DefId{kNone};
  if (d == kNone || bindings_.definition(d).kind != DefKind::Assign) return false;
  const NodeId made = model_.strip_parentheses(bindings_.definition(d).value);
  return model_.is_call_to(made, Meaning::MakesNewTensor) && is_only_run(d);
}

// Is the layer only called, and asked for its parts: never given to code that may hook into it?
bool Stability::is_only_run(DefId layer) const {
  const Facts facts = model_.facts_of(layer);
  return std::ranges::all_of(bindings_.variable_of(layer).uses, [&](UseId u) {
    const NodeId use = bindings_.use(u).node;
    const NodeId parent = tree_.parent(use);
    if (tree_.is(parent, Kind::Call)) return tree_.field(use) == Field::Function;
    if (!tree_.is(parent, Kind::Attribute)) return false;
    if (!tree_.is(tree_.parent(parent), Kind::Call)) return true;
    const MethodInfo* method =
        model_.knowledge().method(tree_.text(tree_.child(parent, Field::Attribute)), facts);
    return method != nullptr &&
           (method->effects & static_cast<EffectBits>(Effect::RegistersHook)) == 0;
  });
}

// A decorator such as lru_cache may hand out the same tensor again.
bool Stability::is_wrapped(NodeId function) const {
  const NodeId parent = tree_.parent(function);
  if (!tree_.is(parent, Kind::DecoratedDefinition)) return false;
  for (NodeId decorator : tree_.children(parent)) {
    if (!tree_.is(decorator, Kind::Decorator)) continue;
    const std::string_view text = tree_.text(decorator);
    if (!text.ends_with("no_grad()") && !text.ends_with("inference_mode()")) return true;
  }
  return false;
}

bool Stability::returns_stable(NodeId function, int depth) const {
  if (model_.is_generator(function) || tree_.is_async(function) || is_wrapped(function)) {
    return false;
  }
  const std::vector<NodeId>& returns = model_.returns_of(function);
  return !returns.empty() && std::ranges::all_of(returns, [&](NodeId statement) {
    const NodeId value = tree_.first_child(statement);
    return value != kNoNode && is_stable(value, depth + 1);
  });
}

// ---- readers ---------------------------------------------------------------

// The target of x += … is the tensor, too.
bool Stability::reads_only_at(NodeId use) const {
  const bool is_sum =
      tree_.is(tree_.parent(use), Kind::AugmentedAssignment) && tree_.field(use) == Field::Left;
  return !is_sum && only_reads(model_, use);
}

// The uses that see this very definition, in front of the end of the loop or inside of one that
// comes around to it.
bool Stability::uses_only_read(DefId d) const {
  const bool comes_around = model_.loop_of(loop_) != kNoNode;
  return std::ranges::all_of(bindings_.definition(d).uses, [&](UseId u) {
    const NodeId use = bindings_.use(u).node;
    return (!comes_around && use >= tree_.subtree_end(loop_)) || reads_only_at(use);
  });
}

// Do those of an outer loop write to what a definition may be?
struct WrittenValues {
  ReachMemo anywhere;
};

// Uses behind the loop don't matter, unless an outer loop comes around to it. The definition is
// followed through the phis that it may get into, but for those that stand behind.
bool Stability::all_uses_read(DefId d) const {
  const Variable& variable = bindings_.variable_of(d);
  if (variable.declared_global || variable.captured_at != kNoNode) return false;
  const bool comes_around = model_.loop_of(loop_) != kNoNode;
  const auto phis_of = [&](DefId def) {
    std::vector<DefId> phis = bindings_.definition(def).phis;
    if (!comes_around) {
      std::erase_if(phis, [&](DefId phi) {
        return bindings_.definition(phi).node >= tree_.subtree_end(loop_);
      });
    }
    return phis;
  };
  const auto is_written = [&](DefId def) { return !uses_only_read(def); };
  ReachMemo inside;
  ReachMemo& memo = comes_around ? model_.notes<WrittenValues>().anywhere : inside;
  return memo.find(d, is_written, phis_of) == kNone;
}

}  // namespace

bool keeps_its_values(const SemanticModel& model, NodeId expr, NodeId loop) {
  return Stability(model, loop).is_stable(expr, 0);
}

bool definition_keeps_its_values(const SemanticModel& model, DefId d, NodeId loop) {
  return d != kNone && Stability(model, loop).is_stable_variable(d, 0);
}

}  // namespace mlfix
