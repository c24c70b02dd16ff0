// One use is looked at; methods and functions that lists and modules have, too, say nothing.

#include "torch/tensor/tensor_use.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <vector>

#include "semantic/binding/binding.h"
#include "semantic/control/consumer.h"
#include "semantic/knowledge/knowledge.h"
#include "semantic/knowledge/meanings.h"
#include "semantic/project/project.h"
#include "semantic/project_entity.h"
#include "semantic/semantic_model.h"
#include "syntax/outline.h"

namespace mlfix {
namespace {

// x[:, None] and x[..., 0], which no list understands.
bool is_index_of_tensor(const SyntaxTree& tree, NodeId subscript) {
  std::size_t count = 0;
  bool typical = false;
  for (const NodeId index : tree.children(subscript)) {
    if (index == tree.child(subscript, Field::Value)) continue;
    ++count;
    typical = typical || tree.is(index, Kind::Slice) || tree.is(index, Kind::None) ||
              tree.is(index, Kind::Ellipsis);
  }
  return count > 1 && typical;
}

// Is it given to torch.cat() in a display of tensors?
bool joins_display(const SemanticModel& model, NodeId display) {
  const Consumer taker = model.consumer_of(display);
  return taker.role == Role::Argument && model.is_call_to(taker.node, Meaning::JoinsTensors);
}

struct TensorsOfOthers {
  std::optional<bool> are_had;
};

// Does it import what a file of the run gives that imports torch?
bool find_tensors_of_others(const SemanticModel& model) {
  const ProjectPlace& place = model.place();
  if (place.project == nullptr || place.file == kNoFile) return false;
  const auto imports_torch = [](const OutlineImport& one) {
    return one.module == "torch" || one.module.starts_with("torch.");
  };
  const std::vector<OutlineImport>& imported = place.project->read_outline(place.file).imported;
  return std::ranges::any_of(imported, [&](const OutlineImport& one) {
    const FileIndex other = place.project->resolve(place.file, one.dotted()).file;
    return other != kNoFile && other != place.file &&
           std::ranges::any_of(place.project->read_outline(other).imported, imports_torch);
  });
}

bool has_tensors_of_others(const SemanticModel& model) {
  std::optional<bool>& known = model.notes<TensorsOfOthers>().are_had;
  if (!known) known = find_tensors_of_others(model);
  return *known;
}

}  // namespace

bool handles_tensors(const SemanticModel& model) {
  if (model.imports("torch")) return true;
  if (model.mentions("torch") || model.imports_any(Meaning::HasOtherTensors)) return false;
  return model.mentions("detach") || has_tensors_of_others(model);
}

bool is_tensor_by_use(const SemanticModel& model, NodeId read) {
  const SyntaxTree& tree = model.tree();
  const Consumer consumer = model.consumer_of(read);
  switch (consumer.role) {
    case Role::MethodReceiver: {
      const Facts tensor{Fact::Tensor, Fact::Tensor, {}};
      if (model.means(Meaning::SharedMethod, consumer.name)) return false;
      const MethodInfo* info = model.knowledge().method(consumer.name, tensor);
      return info != nullptr && info->receiver.has(Fact::Tensor);
    }
    case Role::Argument: {
      const NodeId called = tree.child(consumer.node, Field::Function);
      return consumer.position == 0 && model.facts(consumer.node).must_be(Fact::Tensor) &&
             model.qualified_text(called).starts_with("torch.");
    }
    case Role::Element:
      return joins_display(model, consumer.node);
    case Role::Subscripted:
      return is_index_of_tensor(tree, consumer.node);
    case Role::Operand:
      return tree.is(consumer.node, Kind::BinaryOperator) &&
             tree.text(tree.child(consumer.node, Field::Operator)) == "@";
    default:
      return false;
  }
}

bool has_use_as_tensor(const SemanticModel& model, DefId def) {
  return std::ranges::any_of(model.bindings().definition(def).uses, [&](UseId use) {
    return is_tensor_by_use(model, model.bindings().use(use).node);
  });
}

}  // namespace mlfix
