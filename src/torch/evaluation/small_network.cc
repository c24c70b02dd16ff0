// A class is judged by the layers that it makes, itself or in a function of its file. A width
// that the text does not give is taken for one of the data, which is narrow where the others are.

#include "torch/evaluation/small_network.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "semantic/binding/binding.h"
#include "semantic/flow/object_links.h"
#include "semantic/flow/value_origins.h"
#include "semantic/knowledge/facts.h"
#include "semantic/knowledge/meanings.h"
#include "semantic/names/access_path.h"
#include "semantic/names/call_sites.h"
#include "semantic/project/outside_call.h"
#include "semantic/project/project_code.h"
#include "semantic/project_entity.h"
#include "semantic/semantic_model.h"
#include "syntax/parameter.h"
#include "torch/tensor/literal_tensor.h"

namespace mlfix {
namespace {

constexpr int kMaxNested = 3;

// What is known of the linear layers that some code makes.
struct LinearLayers {
  int count = 0;
  int of_known_width = 0;
  bool all_narrow = true;  // and nothing else with weights
  bool all_dense = true;   // of any width, and beside them what works on each of their outputs

  bool are_few() const {
    constexpr int kFew = 8;
    return all_narrow && count > 0 && count <= kFew;
  }
  // Is a width of them seen, or is there but one layer, which keeps its input alone?
  bool are_surely_few() const { return are_few() && (of_known_width > 0 || count == 1); }
  bool are_dense() const { return all_dense && count > 0; }
  void take_unknown() { all_narrow = all_dense = false; }
};

// What is asked of the layers of a network: of one in this file, and of one that may be another.
struct Wanting {
  bool (LinearLayers::*seen)() const;
  bool (LinearLayers::*surely)() const;
};
constexpr Wanting kSmallNetwork = {&LinearLayers::are_few, &LinearLayers::are_surely_few};
constexpr Wanting kDenseNetwork = {&LinearLayers::are_dense, &LinearLayers::are_dense};

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

// An embedding keeps the indices alone, however wide it is.
void add_lookup(LinearLayers& layers) {
  ++layers.count;
  ++layers.of_known_width;
}

// nn.LeakyReLU(0.2), nn.BatchNorm1d(128): what stands between linear layers.
bool works_on_each_output(std::string_view name) {
  // In code: only the cost of a graph is judged by it, with the layers that are named beside it.
  constexpr std::string_view kOthers[] = {"Sequential",  "ModuleList", "Softmax", "LogSoftmax",
                                          "BatchNorm1d", "LayerNorm",  "Flatten", "Unflatten"};
  return name.ends_with("LU") || name.starts_with("Dropout") ||
         std::ranges::find(kOthers, name) != std::end(kOthers);
}

void add_layers_of(const SemanticModel& model, NodeId code, int depth, LinearLayers& layers);

// A call that gives a module: a layer, or code of the file that makes some.
void add_layers_made_by(const SemanticModel& model, NodeId call, int depth, LinearLayers& layers) {
  const SyntaxTree& tree = model.tree();
  const NodeId called = tree.child(call, Field::Function);
  const bool is_given_none = model.arguments(call).empty();
  if (!model.qualified_text(called).starts_with("torch.nn.")) {
    if (const NodeId made = class_of_object(model, call);
        made != kNoNode && is_linear_layer(model, made)) {
      return add_layer(model, call, layers);
    }
    const NodeId function = model.callee(call);
    if (function == kNoNode || depth == kMaxNested) {
      if (!is_given_none) layers.take_unknown();
      return;
    }
    if (model.method_class(function) == kNoNode) {
      return add_layers_of(model, function, depth + 1, layers);
    }
    return layers.take_unknown();  // a part may do more than its layers: pass messages, attend
  }
  const std::string_view name = last_name(tree, called);
  if (name == "Linear") return add_layer(model, call, layers);
  if (name == "Embedding") return add_lookup(layers);
  // What is given a size has weights, as far as anybody can tell.
  if (name != "Sequential" && name != "Softmax" && !is_given_none) layers.all_narrow = false;
  if (!is_given_none && !works_on_each_output(name)) layers.all_dense = false;
}

void add_layers_of(const SemanticModel& model, NodeId code, int depth, LinearLayers& layers) {
  const SyntaxTree& tree = model.tree();
  for (NodeId n = code; n < tree.subtree_end(code) && (layers.all_narrow || layers.all_dense);
       ++n) {
    model.work().spend();
    if (!tree.is(n, Kind::Call) || !model.facts(n).may_be(Fact::Module)) continue;
    const NodeId called = tree.child(n, Field::Function);
    const bool is_super = tree.is(called, Kind::Attribute) &&
                          tree.text(tree.child(called, Field::Object)).starts_with("super(");
    if (!is_super) add_layers_made_by(model, n, depth, layers);
  }
}

// By class.
struct LayersOfClasses {
  std::unordered_map<NodeId, LinearLayers> of;
};

const LinearLayers& layers_of(const SemanticModel& model, NodeId klass) {
  const auto [known, is_new] = model.notes<LayersOfClasses>().of.try_emplace(klass);
  if (!is_new) return known->second;
  LinearLayers layers;
  add_layers_of(model, klass, 0, layers);
  return model.notes<LayersOfClasses>().of[klass] = layers;
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

// Is the class of the method, in another file, such a network?
bool is_of_network(const SemanticModel& model, ProjectEntity method, Wanting wanting) {
  const ProjectCode* code = model.place().code;
  if (!method || code == nullptr) return false;
  bool is_one = false;
  code->way_inside(method, model.place().file, [&](const SemanticModel& other, NodeId function) {
    const NodeId klass = function == kNoNode ? NodeId{kNoNode} : other.method_class(function);
    is_one = klass != kNoNode && other.derives_from(klass, "torch.nn.Module") &&
             (layers_of(other, klass).*wanting.surely)();
    return WaySteps{};
  });
  return is_one;
}

// Follows the object of a call that gives it back in another place or type, as x.to(device) does.
// No for other calls.
bool follows_what_is_moved(ValueOrigins& origins, NodeId call) {
  const SemanticModel& model = origins.model();
  const std::string_view method = model.method_name(call);
  if (method.empty() || !model.means(Meaning::KeepsShape, method)) return false;
  origins.follow(model.receiver_of_call(call, method));
  return true;
}

// Collects the calls that make the value, without those that move it: Critic(4) of net, and of
// Critic(4).to(device).
class MakingCalls final : public OriginPolicy {
 public:
  static constexpr Source kNoCall = own_source(0);

  explicit MakingCalls(std::vector<NodeId>& calls) : calls_(calls) {}

  bool takes(ValueOrigins& origins, NodeId expr, Wanted) const override {
    if (!origins.model().tree().is(expr, Kind::Call)) return false;
    if (!follows_what_is_moved(origins, expr)) calls_.push_back(expr);
    return true;
  }
  void source(ValueOrigins& origins, NodeId expr, Wanted) const override {
    origins.mark(kNoCall, expr);
  }
  void source_definition(ValueOrigins& origins, DefId def, Wanted) const override {
    origins.mark(kNoCall, origins.model().bindings().definition(def).node);
  }

 private:
  std::vector<NodeId>& calls_;
};

// A call that makes a network: is that seen to be such, or does another file define it?
struct MadeNetwork {
  bool is_one = false;
  ProjectEntity constructor;

  MadeNetwork(const SemanticModel& model, NodeId call, Wanting wanting)
      : constructor(model.callee_elsewhere(call)) {
    const NodeId klass = class_of_object(model, call);
    is_one = klass != kNoNode && model.derives_from(klass, "torch.nn.Module") &&
             (layers_of(model, klass).*wanting.surely)();
  }
};

// All that a caller may give; nothing where that is not known.
using GivenNetworks = std::vector<MadeNetwork>;

GivenNetworks networks_given(const SemanticModel& model, NodeId argument, Wanting wanting) {
  std::vector<NodeId> calls;
  if (argument == kNoNode || !origins_of(model, MakingCalls(calls), argument).empty()) return {};
  GivenNetworks given;
  for (const NodeId call : calls) given.emplace_back(model, call, wanting);
  return given;
}

bool are_networks(const SemanticModel& model, const GivenNetworks& given, Wanting wanting) {
  return !given.empty() && std::ranges::all_of(given, [&](const MadeNetwork& made) {
    return made.is_one || is_of_network(model, made.constructor, wanting);
  });
}

// Does the call run a parameter, to which all callers give such a network, but for those who run
// it without gradients?
bool runs_network_of_callers(const SemanticModel& model, NodeId call, Wanting wanting) {
  const SyntaxTree& tree = model.tree();
  NodeId name = tree.child(call, Field::Function);
  if (tree.is(name, Kind::Attribute)) name = tree.child(name, Field::Object);
  const DefId def =
      tree.is(name, Kind::Identifier) ? model.bindings().reaching(name) : DefId{kNone};
  const NodeId function = model.function_of(call);
  const ProjectCode* code = model.place().code;
  if (def == kNone || model.bindings().definition(def).kind != DefKind::Parameter ||
      model.method_class(function) != kNoNode || code == nullptr) {
    return false;
  }
  const NodeId bound = model.bindings().definition(def).node;
  if (!tree.contains(tree.child(function, Field::Parameters), bound)) return false;
  const int position = position_of_parameter(tree, function, bound);
  const auto given_at = [&](const SemanticModel& at, NodeId site) {
    return networks_given(at, at.argument(site, position, tree.text(name)), wanting);
  };
  bool any = false;
  for (const NodeId site : model.call_sites(function).calls) {
    if (model.grad_mode(site).mode == GradMode::Disabled) continue;
    if (!are_networks(model, given_at(model, site), wanting)) return false;
    any = true;
  }
  const auto calls = model.calls_elsewhere(function);
  if (!calls) return false;
  for (const OutsideCall& outside : *calls) {
    GivenNetworks given;
    code->way_around(outside, model.place().file, [&](const SemanticModel& other, NodeId) {
      given = given_at(other, outside.node);
      return WaySteps{};
    });
    if (!are_networks(model, given, wanting)) return false;
    any = true;
  }
  return any;
}

// Does the call run a name that stands for layers of a library, as nn.Sequential() joins them?
bool is_made_of_dense_layers(const SemanticModel& model, NodeId call) {
  const SyntaxTree& tree = model.tree();
  const NodeId name = tree.child(call, Field::Function);
  const NodeId made =
      tree.is(name, Kind::Identifier) ? assigned_value(model, name) : NodeId{kNoNode};
  if (!tree.is(made, Kind::Call) ||
      !model.qualified_text(tree.child(made, Field::Function)).starts_with("torch.nn.")) {
    return false;
  }
  LinearLayers layers;
  add_layers_of(model, made, 0, layers);
  return layers.are_dense();
}

// Does the call run such a network? `by_others` says it of one whose class is not seen here.
bool runs_network(const SemanticModel& model, NodeId call, Wanting wanting, const auto& by_others) {
  const NodeId run = model.callee(call);
  const NodeId klass = run == kNoNode ? NodeId{kNoNode} : model.method_class(run);
  if (klass != kNoNode) {
    return model.derives_from(klass, "torch.nn.Module") &&
           (layers_of(model, klass).*wanting.seen)();
  }
  return by_others() || is_of_network(model, model.callee_elsewhere(call), wanting) ||
         runs_network_of_callers(model, call, wanting);
}

// CIFAR10() of torchvision.datasets, WikiDataset(), load_data(): what loads data, by its name.
bool may_load_data(const SemanticModel& model, NodeId call) {
  const std::string_view name = called_name(model.tree(), call);
  return name.ends_with("Dataset") || name.starts_with("load_data") ||
         model.qualified_text(model.tree().child(call, Field::Function)).find(".datasets.") !=
             std::string_view::npos;
}

// What no table calls small is taken for large.
struct DataOfFile {
  explicit DataOfFile(const SemanticModel& model) {
    const SyntaxTree& tree = model.tree();
    bool any = false;
    for (NodeId n = 0; n < tree.size(); ++n) {
      if (!tree.is(n, Kind::Call)) continue;
      if (model.is_call_to(n, Meaning::SmallDataSet)) {
        any = true;
      } else if (may_load_data(model, n) && model.callee(n) == kNoNode) {
        return;
      }
    }
    are_small = any;
  }
  bool are_small = false;
};

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
    return runs_network(model, call, kSmallNetwork,
                        [&] { return model.notes<NetworksOfFile>(model).are_small; });
  });
}

bool runs_dense_networks(const SemanticModel& model, const EvalRegion& region) {
  return std::ranges::all_of(region.forwards, [&](NodeId call) {
    return runs_network(model, call, kDenseNetwork,
                        [&] { return is_made_of_dense_layers(model, call); });
  });
}

namespace {

bool all_parts(const SyntaxTree& tree, NodeId display, const auto& test) {
  for (const NodeId part : tree.children(display)) {
    if (!test(part)) return false;
  }
  return true;
}

// The numbers that a call is given, multiplied; nothing where it is given none, or one is not seen.
std::optional<std::int64_t> written_size(const SemanticModel& model, NodeId call) {
  constexpr std::int64_t kMost = 1 << 20;
  const SyntaxTree& tree = model.tree();
  std::optional<std::int64_t> size;
  const auto take = [&](NodeId n) {
    const auto number = literal_number(model, n);
    if (!number || *number > kMost) return false;
    size = std::min(size.value_or(1) * std::max<std::int64_t>(*number, 1), kMost);
    return true;
  };
  for (const NodeId given : model.arguments(call)) {
    if (tree.is(given, Kind::True) || tree.is(given, Kind::False)) continue;
    const bool is_display = tree.is(given, Kind::Tuple) || tree.is(given, Kind::List);
    if (!is_display && !take(given)) return std::nullopt;
    if (is_display && !all_parts(tree, given, take)) return std::nullopt;
  }
  return size;
}

// A call of the library that is given so little that what it makes is tiny, too.
bool makes_tiny(const SemanticModel& model, NodeId call, std::string_view package) {
  constexpr std::int64_t kTiny = 4096;
  const std::string name = model.qualified_text(model.tree().child(call, Field::Function));
  if (!name.starts_with(package)) return false;
  const auto size = written_size(model, call);
  return size && *size <= kTiny;
}

// What else than a tiny tensor, or what the region makes of such, may the value be?
class OtherThanTiny final : public OriginPolicy {
 public:
  explicit OtherThanTiny(const EvalRegion& region) : region_(region) {}

  bool takes(ValueOrigins& origins, NodeId expr, Wanted) const override {
    const SemanticModel& model = origins.model();
    if (!model.tree().is(expr, Kind::Call)) return false;
    return follows_what_is_moved(origins, expr) ||
           std::ranges::find(region_.forwards, expr) != region_.forwards.end() ||
           makes_tiny(model, expr, "torch.");
  }
  void source(ValueOrigins& origins, NodeId expr, Wanted) const override {
    origins.mark(kOther, expr);
  }
  void source_definition(ValueOrigins& origins, DefId def, Wanted) const override {
    origins.mark(kOther, origins.model().bindings().definition(def).node);
  }

 private:
  static constexpr Source kOther = own_source(0);
  const EvalRegion& region_;
};

}  // namespace

bool runs_tiny_layers(const SemanticModel& model, const EvalRegion& region) {
  const SyntaxTree& tree = model.tree();
  const auto is_tiny = [&](NodeId value) {
    return value != kNoNode && origins_of(model, OtherThanTiny(region), value).empty();
  };
  if (model.loop_of(region.first) != kNoNode) return false;
  const bool is_for = tree.is(region.first, Kind::ForStatement);
  if (region.is_loop && !(is_for && is_tiny(tree.child(region.first, Field::Right)))) return false;
  const NodeId loop = region.is_loop ? region.first : NodeId{kNoNode};
  return std::ranges::all_of(region.forwards, [&](NodeId call) {
    const NodeId layer = assigned_value(model, tree.child(call, Field::Function));
    if (!tree.is(layer, Kind::Call) || !makes_tiny(model, layer, "torch.nn.")) return false;
    return model.loop_of(call) == loop &&
           std::ranges::all_of(model.arguments(call), [&](NodeId given) {
             return tree.is(given, Kind::Tuple) ? all_parts(tree, given, is_tiny) : is_tiny(given);
           });
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

bool loads_small_data_alone(const SemanticModel& model) {
  return model.notes<DataOfFile>(model).are_small;
}

}  // namespace mlfix
