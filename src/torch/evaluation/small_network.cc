// A class is judged by the layers that it makes, itself or in a function of its file. A width
// that the text does not give is taken for one of the data, which is narrow where the others are.

#include "torch/evaluation/small_network.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "semantic/names/access_path.h"
#include "semantic/project/project_code.h"
#include "torch/tensor/literal_number.h"

namespace mlfix {
namespace {

constexpr int kMaxNested = 3;

// What is known of the linear layers that some code makes.
struct LinearLayers {
  int count = 0;
  int of_known_width = 0;
  bool all_narrow = true;  // and nothing else with weights

  bool are_few() const {
    constexpr int kFew = 8;
    return all_narrow && count > 0 && count <= kFew;
  }
  // Is a width of them seen, or is there but one layer, which keeps its input alone?
  bool are_surely_few() const { return are_few() && (of_known_width > 0 || count == 1); }
};

// The default of the parameter that the name stands for, or kNoNode.
NodeId default_of(const SemanticModel& model, NodeId name) {
  const SyntaxTree& tree = model.tree();
  const DefId def =
      tree.is(name, Kind::Identifier) ? model.bindings().reaching(name) : DefId{kNone};
  if (def == kNone || model.bindings().definition(def).kind != DefKind::Parameter) return kNoNode;
  return model.bindings().definition(def).value;
}

std::optional<std::int64_t> width_of(const SemanticModel& model, NodeId layer) {
  const NodeId width = model.argument(layer, 1, "out_features");
  if (width == kNoNode) return std::nullopt;
  if (const auto number = literal_number(model, width)) return number;
  const NodeId preset = default_of(model, width);
  return preset == kNoNode ? std::nullopt : literal_number(model, preset);
}

// Is the class a linear layer with something of its own?
bool is_linear_layer(const SemanticModel& model, NodeId klass) {
  const SyntaxTree& tree = model.tree();
  const NodeId bases = tree.child(klass, Field::Superclasses);
  if (bases == kNoNode) return false;
  for (NodeId base = tree.first_child(bases); base != kNoNode; base = tree.next_sibling(base)) {
    if (last_name(tree, base) == "Linear") return true;
  }
  return false;
}

void add_layer(const SemanticModel& model, NodeId layer, LinearLayers& layers) {
  constexpr std::int64_t kNarrow = 512;
  const auto width = width_of(model, layer);
  ++layers.count;
  if (width) ++layers.of_known_width;
  if (width && *width > kNarrow) layers.all_narrow = false;
}

void add_layers_of(const SemanticModel& model, NodeId code, int depth, LinearLayers& layers);

// A call that gives a module: a layer, or code of the file that makes some.
void add_layers_made_by(const SemanticModel& model, NodeId call, int depth, LinearLayers& layers) {
  const SyntaxTree& tree = model.tree();
  const NodeId called = tree.child(call, Field::Function);
  const bool is_given_none = model.arguments(call).empty();
  if (!model.qualified_text(called).starts_with("torch.nn.")) {
    const NodeId function = model.callee(call);
    if (function == kNoNode || depth == kMaxNested) {
      layers.all_narrow = layers.all_narrow && is_given_none;
      return;
    }
    const NodeId klass = model.method_class(function);
    if (klass != kNoNode && is_linear_layer(model, klass)) {
      return add_layer(model, call, layers);
    }
    if (klass == kNoNode) return add_layers_of(model, function, depth + 1, layers);
    layers.all_narrow = false;  // a part may do more than its layers: pass messages, attend
    return;
  }
  const std::string_view name = last_name(tree, called);
  if (name == "Linear") return add_layer(model, call, layers);
  // What is given a size has weights, as far as anybody can tell.
  if (name != "Sequential" && name != "Softmax" && !is_given_none) layers.all_narrow = false;
}

void add_layers_of(const SemanticModel& model, NodeId code, int depth, LinearLayers& layers) {
  const SyntaxTree& tree = model.tree();
  for (NodeId n = code; n < tree.subtree_end(code) && layers.all_narrow; ++n) {
    model.work().spend();
    if (!tree.is(n, Kind::Call) || !model.facts(n).may_be(Fact::Module)) continue;
    const NodeId called = tree.child(n, Field::Function);
    const bool is_super = tree.is(called, Kind::Attribute) &&
                          tree.text(tree.child(called, Field::Object)).starts_with("super(");
    if (!is_super) add_layers_made_by(model, n, depth, layers);
  }
}

LinearLayers layers_of(const SemanticModel& model, NodeId klass) {
  LinearLayers layers;
  add_layers_of(model, klass, 0, layers);
  return layers;
}

// Are all networks that the file defines such? Then those that it is given are, too, most likely.
struct NetworksOfFile {
  explicit NetworksOfFile(const SemanticModel& model) {
    const SyntaxTree& tree = model.tree();
    bool any = false;
    for (NodeId n = 0; n < tree.size(); ++n) {
      if (!tree.is(n, Kind::ClassDefinition) || !model.derives_from(n, "torch.nn.Module")) continue;
      if (is_linear_layer(model, n)) continue;  // counts where it is made
      if (!layers_of(model, n).are_few()) return;
      any = true;
    }
    are_small = any;
  }
  bool are_small = false;
};

// Does the call run the forward() of a small network that another file defines?
bool runs_small_network_elsewhere(const SemanticModel& model, NodeId call) {
  const ProjectEntity forward = model.callee_elsewhere(call);
  const ProjectCode* code = model.place().code;
  if (!forward || code == nullptr) return false;
  bool is_small = false;
  code->way_inside(forward, model.place().file, [&](const SemanticModel& other, NodeId function) {
    const NodeId klass = function == kNoNode ? NodeId{kNoNode} : other.method_class(function);
    is_small = klass != kNoNode && other.derives_from(klass, "torch.nn.Module") &&
               layers_of(other, klass).are_surely_few();
    return WaySteps{};
  });
  return is_small;
}

// Does the argument say which weights are wanted, as `mesh_name` does?
bool is_name_of_weights(const SemanticModel& model, NodeId argument) {
  const SyntaxTree& tree = model.tree();
  if (model.facts(argument).must_be(Fact::String)) return true;
  const std::string_view text = tree.text(argument);
  return tree.is(argument, Kind::Identifier) && text.find("name") != std::string_view::npos;
}

}  // namespace

bool runs_small_networks(const SemanticModel& model, const EvalRegion& region) {
  return std::ranges::all_of(region.forwards, [&](NodeId call) {
    const NodeId run = model.callee(call);
    const NodeId klass = run == kNoNode ? NodeId{kNoNode} : model.method_class(run);
    if (klass == kNoNode) {
      return model.notes<NetworksOfFile>(model).are_small ||
             runs_small_network_elsewhere(model, call);
    }
    return model.derives_from(klass, "torch.nn.Module") && layers_of(model, klass).are_few();
  });
}

bool runs_on_weights_alone(const SemanticModel& model, const EvalRegion& region) {
  const SyntaxTree& tree = model.tree();
  return std::ranges::all_of(region.forwards, [&](NodeId call) {
    if (!tree.text(tree.child(call, Field::Function)).starts_with("self.")) return false;
    return std::ranges::all_of(model.arguments(call), [&](NodeId argument) {
      return is_name_of_weights(model, argument);
    });
  });
}

}  // namespace mlfix
