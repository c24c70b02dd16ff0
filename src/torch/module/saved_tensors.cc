// What is saved and what is unpacked go by their order, so both must be single plain statements to
// be understood.

#include "torch/module/saved_tensors.h"

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <vector>

#include "semantic/binding/binding.h"
#include "semantic/control/walk.h"
#include "semantic/knowledge/knowledge.h"
#include "semantic/names/attribute_access.h"
#include "semantic/semantic_model.h"

namespace mlfix {
namespace {

std::vector<NodeId> saving_calls_in(const SemanticModel& model, NodeId function) {
  const SyntaxTree& tree = model.tree();
  std::vector<NodeId> calls;
  const NodeId body = tree.child(function, Field::Body);
  for_each_node(tree, body, tree.subtree_end(body), [&](NodeId n) {
    if (model.method_name(n) == "save_for_backward") calls.push_back(n);
  });
  return calls;
}

// The reads of saved_tensors in the class.
std::vector<NodeId> takings_in(const SemanticModel& model, NodeId klass) {
  std::vector<NodeId> reads;
  for (const AttributeAccess& access : model.attribute_accesses("saved_tensors")) {
    if (model.tree().contains(klass, access.node)) reads.push_back(access.node);
  }
  return reads;
}

// How many names `a, b = ctx.saved_tensors` binds; 0 where it is no assignment to names alone.
std::size_t unpacked_names(const SyntaxTree& tree, NodeId assignment) {
  const NodeId left =
      tree.is(assignment, Kind::Assignment) ? tree.child(assignment, Field::Left) : kNoNode;
  if (!tree.is(left, Kind::PatternList) && !tree.is(left, Kind::TuplePattern)) return 0;
  std::size_t count = 0;
  for (const NodeId name : tree.children(left)) {
    if (!tree.is(name, Kind::Identifier)) return 0;
    ++count;
  }
  return count;
}

bool gives_values_in_order(const SyntaxTree& tree, const std::vector<NodeId>& arguments) {
  return std::ranges::none_of(arguments, [&](NodeId argument) {
    return tree.is(argument, Kind::ListSplat) || tree.is(argument, Kind::DictionarySplat) ||
           tree.is(tree.parent(argument), Kind::KeywordArgument);
  });
}

// The call that makes a value, through a name that is bound to it, or kNoNode.
NodeId defining_call(const SemanticModel& model, NodeId value) {
  const DefId def =
      model.tree().is(value, Kind::Identifier) ? model.bindings().reaching(value) : DefId{kNone};
  if (def != kNone && model.bindings().definition(def).kind == DefKind::Assign) {
    value = model.strip_parentheses(model.bindings().definition(def).value);
  }
  return model.tree().is(value, Kind::Call) ? value : NodeId{kNoNode};
}

// loc.new_empty(n).normal_(): methods of tensors, one after the other, on an input that is
// used as only a tensor can be, or on an output.
bool is_made_of_tensor(const SemanticModel& model, const AutogradFunction& f, NodeId call) {
  const Facts tensor{Fact::Tensor, Fact::Tensor, {}};
  for (std::string_view name = model.method_name(call); !name.empty();
       name = model.method_name(call)) {
    const MethodInfo* info = model.knowledge().method(name, tensor);
    if (info == nullptr || !(info->result.has(Fact::Tensor) || info->returns_receiver))
      return false;
    call = model.strip_parentheses(model.receiver_of_call(call, name));
  }
  return model.tree().is(call, Kind::Identifier) &&
         (is_tensor_input(model, f, call) || is_output_of(model, f, call));
}

}  // namespace

SavedTensors saved_tensors_of(const SemanticModel& model, const AutogradFunction& f) {
  const SyntaxTree& tree = model.tree();
  const std::vector<NodeId> calls = saving_calls_in(model, f.forward);
  const std::vector<NodeId> takings = takings_in(model, f.klass);
  SavedTensors saved{!calls.empty() || !takings.empty()};
  if (calls.size() != 1 || takings.size() != 1) return saved;
  const NodeId call = calls.front(), unpacking = tree.parent(takings.front());
  const std::vector<NodeId> values = model.arguments(call);
  const std::size_t names = unpacked_names(tree, unpacking);
  const bool match = names != 0 && names == values.size() &&
                     stands_directly_in(model, model.statement_of(unpacking), f.backward) &&
                     stands_directly_in(model, model.statement_of(call), f.forward) &&
                     gives_values_in_order(tree, values);
  if (match) {
    saved.call = call;
    saved.unpacking = unpacking;
  }
  return saved;
}

bool stands_directly_in(const SemanticModel& model, NodeId statement, NodeId function) {
  return model.tree().parent(statement) == model.tree().child(function, Field::Body);
}

NodeId name_taken_for(const SemanticModel& model, const AutogradFunction& f,
                      const ContextUses& uses) {
  const SyntaxTree& tree = model.tree();
  if (uses.reads.size() != 1) return kNoNode;
  const NodeId assignment = tree.parent(uses.reads.front());
  if (!tree.is(assignment, Kind::Assignment)) return kNoNode;
  const NodeId target = tree.child(assignment, Field::Left);
  const bool plain = tree.child(assignment, Field::Right) == uses.reads.front() &&
                     tree.is(target, Kind::Identifier) &&
                     stands_directly_in(model, model.statement_of(assignment), f.backward);
  return plain ? target : NodeId{kNoNode};
}

bool is_known_tensor(const SemanticModel& model, const AutogradFunction& f, NodeId value,
                     const ContextUses& uses) {
  constexpr FactSet kOther = Fact::Number | Fact::String | FactSet(Fact::None);
  return !model.facts(value).must.has_any(kOther) &&
         (is_output_of(model, f, value) || is_tensor_input(model, f, value) ||
          is_read_as_tensor(model, uses));
}

MadeTensor made_tensor(const SemanticModel& model, const AutogradFunction& f, NodeId value) {
  const NodeId made = defining_call(model, value);
  if (made == kNoNode) return MadeTensor::No;
  const Facts facts = model.facts(value);
  constexpr FactSet kOther = Fact::NdArray | Fact::Container | Fact::Module | FactSet(Fact::String);
  if (facts.must_be(Fact::Number) || facts.may.has_any(kOther)) return MadeTensor::No;
  if (facts.must_be(Fact::Tensor) || is_made_of_tensor(model, f, made)) return MadeTensor::Certain;
  return facts.may_be(Fact::Tensor) ? MadeTensor::Likely : MadeTensor::No;
}

NodeId store_taken_at(const SemanticModel& model, const AutogradFunction& f, NodeId read) {
  const SyntaxTree& tree = model.tree();
  const std::string_view name = tree.text(tree.child(read, Field::Attribute));
  for (const AttributeAccess& access : model.attribute_accesses_in(f.klass, name)) {
    const NodeId store = tree.parent(access.node);
    if (!access.is_store || !tree.is(store, Kind::Assignment) ||
        tree.child(store, Field::Left) != access.node) {
      continue;
    }
    const NodeId value = tree.child(store, Field::Right);
    const ContextUses uses = context_uses(model, f, access.node);
    const bool alone = uses.plain && !uses.released && uses.own.empty() && uses.reads.size() == 1;
    const bool tensor =
        model.function_of(store) == f.forward && tree.is(value, Kind::Identifier) &&
        (is_known_tensor(model, f, value, uses) || made_tensor(model, f, value) != MadeTensor::No);
    return alone && tensor ? store : NodeId{kNoNode};
  }
  return kNoNode;
}

}  // namespace mlfix
