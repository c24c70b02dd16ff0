// Goes by the layer that the call runs, else by what is done with the state, else by the
// recurrent layers of the file when they agree, else by the words that it mentions.

#include "torch/training/recurrent_layer.h"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "semantic/binding/binding.h"
#include "semantic/knowledge/facts.h"
#include "semantic/knowledge/meanings.h"
#include "semantic/names/access_path.h"
#include "semantic/semantic_model.h"
#include "torch/tensor/tensor_use.h"
#include "torch/training/training_step.h"

namespace mlfix {
namespace {

// What a layer that `call` makes keeps: an LSTM a pair, the others a tensor.
StateKind kind_of_layer(const SemanticModel& model, NodeId call) {
  const std::string name = model.qualified_text(model.tree().child(call, Field::Function));
  if (model.means(Meaning::KeepsPairState, name)) return StateKind::Tuple;
  return model.means(Meaning::KeepsTensorState, name) ? StateKind::Tensor : StateKind::Unknown;
}

StateKind only_kind(bool tuple, bool tensor) {
  if (tuple == tensor) return StateKind::Either;
  return tuple ? StateKind::Tuple : StateKind::Tensor;
}

// What states of the file are found to be, as many are asked about.
struct KnownStates {
  std::optional<StateKind> of_file;
  std::unordered_map<const Variable*, bool> used_as_tensor;
};

// What the recurrent layers of the file keep, when they agree. Models keep lists
// of what their cells give.
StateKind find_kind_of_file(const SemanticModel& model) {
  const SyntaxTree& tree = model.tree();
  bool tuple = false, tensor = false;
  for (NodeId n = 0; n < tree.size(); ++n) {
    if (!tree.is(n, Kind::Call)) continue;
    const StateKind kind = kind_of_layer(model, n);
    if (kind != StateKind::Unknown && called_name(tree, n).ends_with("Cell")) {
      return StateKind::Unknown;
    }
    tuple = tuple || kind == StateKind::Tuple;
    tensor = tensor || kind == StateKind::Tensor;
  }
  if (tuple || tensor) return only_kind(tuple, tensor);
  return only_kind(model.mentions("LSTM"), model.mentions("GRU") || model.mentions("RNN"));
}

StateKind kind_of_file(const SemanticModel& model) {
  std::optional<StateKind>& known = model.notes<KnownStates>().of_file;
  if (!known) known = find_kind_of_file(model);
  return *known;
}

// Is it computed with as a tuple can't be: state - x, state.mean()?
bool is_computed_with(const SemanticModel& model, NodeId read) {
  const SyntaxTree& tree = model.tree();
  const NodeId up = tree.parent(read);
  if (!tree.is(up, Kind::BinaryOperator)) return is_tensor_by_use(model, read);
  const std::string_view sign = tree.text(tree.child(up, Field::Operator));
  return sign == "-" || sign == "/" || sign == "@" || sign == "**";
}

// Is a value that the name has in its function used as only a tensor can be?
bool is_state_a_tensor(const SemanticModel& model, NodeId state) {
  const Bindings& bindings = model.bindings();
  const DefId def =
      model.tree().is(state, Kind::Identifier) ? bindings.reaching(state) : DefId{kNone};
  if (def == kNone) return false;
  const Variable& variable = bindings.variable_of(def);
  const auto [known, is_new] =
      model.notes<KnownStates>().used_as_tensor.try_emplace(&variable, false);
  if (is_new) {
    known->second = std::ranges::any_of(
        variable.uses, [&](UseId use) { return is_computed_with(model, bindings.use(use).node); });
  }
  return known->second;
}

}  // namespace

StateKind kind_of_state(const SemanticModel& model, NodeId call, NodeId state) {
  const SyntaxTree& tree = model.tree();
  if (model.facts(state).must_be(Fact::Tensor)) return StateKind::Tensor;
  if (tree.is(tree.parent(state), Kind::Tuple)) return StateKind::Tensor;  // (h, c)
  const auto made = constructors_of(model, tree.child(call, Field::Function));
  const StateKind kind =
      made.size() == 1 ? kind_of_layer(model, made.front()) : StateKind{StateKind::Unknown};
  if (kind != StateKind::Unknown) return kind;
  return is_state_a_tensor(model, state) ? StateKind::Tensor : kind_of_file(model);
}

}  // namespace mlfix
