// Reads are sorted by what stands around them; a read that is given to something that may be a
// module counts by what becomes of the output of that.

#include "transforms/gradient/evaluation/output_use.h"

#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace mlfix {
namespace {

// How far a name is followed from branch to branch.
constexpr std::size_t kMaxPhis = 24;

// How far outputs are followed through modules that they are given to, items and copies.
constexpr int kMaxSteps = 4;

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

// Where the result of a call is read: the call itself, or the reads of the names that it, or
// a part of it, is bound to.
std::vector<NodeId> reads_of_result(const SemanticModel& model, NodeId call) {
  const Consumer consumer = model.consumer_of(call);
  if (consumer.role == Role::Discarded) return {};
  const SyntaxTree& tree = model.tree();
  if (consumer.role != Role::Assigned || !tree.is(consumer.node, Kind::Assignment)) return {call};
  std::vector<NodeId> reads;
  const NodeId target = tree.child(consumer.node, Field::Left);
  for (NodeId n = target; n < tree.subtree_end(target); ++n) {
    if (!tree.is(n, Kind::Identifier)) continue;
    const DefId bound = model.bindings().definition_at(n);
    if (bound == kNone) return {call};  // stored in an attribute or an item: read by whoever has it
    std::vector<DefId> seen{bound};
    for (std::size_t i = 0; i < seen.size(); ++i) {
      if (i == kMaxPhis) return {call};
      const Definition& at = model.bindings().definition(seen[i]);
      for (const UseId u : at.uses) reads.push_back(model.bindings().use(u).node);
      for (const DefId phi : at.phis) {
        if (std::ranges::find(seen, phi) == seen.end()) seen.push_back(phi);
      }
    }
  }
  return reads;
}

class OutputReader {
 public:
  explicit OutputReader(const SemanticModel& model) : model_(model) {}

  // Of a call, or of what is taken out of a result.
  OutputUse use_of(NodeId call, int depth) {
    if (depth == kMaxSteps || !seen_.insert(call).second) return {};
    OutputUse all{.shape_only = true};
    for (NodeId read : reads_of_result(model_, call)) {
      const OutputUse use = use_at(read, depth);
      all.as_tensor |= use.as_tensor;
      all.as_array |= use.as_array;
      all.is_detached |= use.is_detached;
      all.forbids_graph |= use.forbids_graph;
      all.shape_only &= use.shape_only;
    }
    return all;
  }

 private:
  OutputUse use_at(NodeId read, int depth) {
    const Consumer consumer = model_.consumer_of(read);
    switch (consumer.role) {
      case Role::MethodReceiver:
        return is_move(consumer.name) ? use_of(consumer.node, depth + 1)
                                      : use_by_name(consumer.node, consumer.name);
      case Role::Receiver:
        return use_by_name(consumer.node, model_.tree().text(model_.tree().child(
                                              consumer.node, Field::Attribute)));
      case Role::Argument:
        return use_by_call(consumer.node, depth);
      case Role::Subscripted:
        return use_of(consumer.node, depth + 1);
      default:
        return {};
    }
  }

  // cpu(), to(), float(): modules have them, too, and what counts is what is done with the
  // result.
  bool is_move(std::string_view method) const {
    return is_method_of(model_, method, Fact::Tensor) && is_method_of(model_, method, Fact::Module);
  }

  // A method or an attribute of the output, which gives `given`.
  OutputUse use_by_name(NodeId given, std::string_view name) {
    if (model_.means(Meaning::TellsShape, name)) return {.shape_only = true};
    const Facts facts = model_.facts(given);
    const MethodInfo* attribute = model_.knowledge().attribute(name, {});
    return {.as_tensor = is_tensor_method(model_, name) ||
                         (attribute != nullptr && attribute->may_result.has(Fact::Tensor)),
            .as_array = is_method_of(model_, name, Fact::NdArray),
            .is_detached = facts.could_be(Fact::Tensor) && facts.must_be(Fact::NoGraph),
            .forbids_graph = model_.means(Meaning::RefusesGraph, name)};
  }

  OutputUse use_by_call(NodeId call, int depth) {
    const NodeId called = model_.tree().child(call, Field::Function);
    const std::string name = model_.qualified_text(called);
    if (is_tensor_function(model_, called, name)) return {.as_tensor = true};
    if (model_.knowledge().covers(Meaning::ArrayPackage, name)) return {.as_array = true};
    if (!model_.facts(called).could_be(Fact::Module)) return {};
    const OutputUse next = use_of(call, depth + 1);
    return {.as_tensor = next.as_tensor || next.as_array};
  }

  const SemanticModel& model_;
  std::set<NodeId> seen_;
};

}  // namespace

OutputUse use_of_output(const SemanticModel& model, NodeId call) {
  return OutputReader(model).use_of(call, 0);
}

}  // namespace mlfix
