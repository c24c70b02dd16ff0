// A size is read off the default of an option whose name has "batch" in it, and off `batch_size=`.

#include "torch/evaluation/batch_size.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <string_view>
#include <vector>

#include "semantic/binding/binding.h"
#include "semantic/names/attribute_access.h"
#include "semantic/names/call_sites.h"
#include "semantic/semantic_model.h"
#include "syntax/parameter.h"
#include "torch/tensor/literal_tensor.h"

namespace mlfix {
namespace {

// The defaults of the options that are called after batches, in source order.
std::vector<std::int64_t> preset_sizes(const SemanticModel& model) {
  const SyntaxTree& tree = model.tree();
  std::vector<std::int64_t> sizes;
  for (const AttributeAccess& access : model.attribute_accesses("add_argument")) {
    const NodeId call = tree.parent(access.node);
    const std::vector<NodeId> arguments = model.arguments(call);
    const bool is_batch = std::ranges::any_of(arguments, [&](NodeId argument) {
      return tree.is(argument, Kind::String) &&
             tree.text(argument).find("batch") != std::string_view::npos;
    });
    const NodeId preset = model.argument(call, 99, "default");
    if (!is_batch || preset == kNoNode) continue;
    if (const auto size = literal_number(model, preset)) sizes.push_back(*size);
  }
  return sizes;
}

// The sizes that loaders are given as numbers.
std::vector<std::int64_t> loader_sizes(const SemanticModel& model) {
  const SyntaxTree& tree = model.tree();
  std::vector<std::int64_t> sizes;
  for (NodeId n = 0; n < tree.size(); ++n) {
    if (!tree.is(n, Kind::KeywordArgument) || tree.text(tree.child(n, Field::Name)) != "batch_size")
      continue;
    if (const auto size = literal_number(model, tree.child(n, Field::Value)))
      sizes.push_back(*size);
  }
  return sizes;
}

// Once a file.
struct WrittenBatches {
  explicit WrittenBatches(const SemanticModel& model)
      : presets(preset_sizes(model)), of_loaders(loader_sizes(model)) {
    std::vector<std::int64_t> all = presets;
    std::ranges::copy(of_loaders, std::back_inserter(all));
    are_unequal = !all.empty() && std::ranges::max(all) >= 2 * std::ranges::min(all);
  }

  std::vector<std::int64_t> presets, of_loaders;
  bool are_unequal = false;
};

const WrittenBatches& written_batches(const SemanticModel& model) {
  return model.notes<WrittenBatches>(model);
}

// The parameter by which the function is told how large its batches are, or kNoNode.
NodeId batch_parameter(const SemanticModel& model, NodeId function) {
  const SyntaxTree& tree = model.tree();
  if (tree.is(function, Kind::Module)) return kNoNode;
  const NodeId all = tree.child(function, Field::Parameters);
  for (NodeId n = all; n < tree.subtree_end(all); ++n) {
    const bool is_bound =
        tree.is(n, Kind::Identifier) && model.bindings().definition_at(n) != kNone;
    if (is_bound && tree.text(n).find("batch_size") != std::string_view::npos) return n;
  }
  return kNoNode;
}

}  // namespace

std::int64_t preset_batch(const SemanticModel& model) {
  const std::vector<std::int64_t>& sizes = written_batches(model).presets;
  return sizes.empty() ? 0 : sizes.front();
}

std::int64_t largest_written_batch(const SemanticModel& model) {
  const std::vector<std::int64_t>& sizes = written_batches(model).of_loaders;
  return sizes.empty() ? 0 : std::ranges::max(sizes);
}

bool writes_unequal_batches(const SemanticModel& model) {
  return written_batches(model).are_unequal;
}

bool takes_small_batches(const SemanticModel& model, NodeId function) {
  const NodeId parameter = batch_parameter(model, function);
  const std::int64_t training = preset_batch(model);
  if (parameter == kNoNode || training == 0) return false;
  const SyntaxTree& tree = model.tree();
  const Bindings& bindings = model.bindings();
  const NodeId preset = bindings.definition(bindings.definition_at(parameter)).value;
  const int position = position_of_parameter(tree, function, parameter);
  const std::vector<NodeId>& calls = model.call_sites(function).calls;
  return !calls.empty() && std::ranges::all_of(calls, [&](NodeId call) {
    NodeId given = model.argument(call, position, tree.text(parameter));
    if (given == kNoNode) given = preset;
    const auto size = given == kNoNode ? std::nullopt : literal_number(model, given);
    return size && 2 * *size <= training;
  });
}

bool takes_several_batches(const SemanticModel& model, NodeId call) {
  const SyntaxTree& tree = model.tree();
  return std::ranges::any_of(model.arguments(call), [&](NodeId argument) {
    if (!tree.is(argument, Kind::Identifier)) return false;
    const DefId def = model.bindings().reaching(argument);
    const NodeId made = def == kNone ? NodeId{kNoNode} : model.bindings().definition(def).value;
    const std::string_view method =
        made != kNoNode && tree.is(made, Kind::Call) ? model.method_name(made) : "";
    if (method != "view" && method != "reshape") return false;
    const std::vector<NodeId> sizes = model.arguments(made);
    return !sizes.empty() && tree.is(sizes[0], Kind::BinaryOperator);
  });
}

}  // namespace mlfix
