// The name is the reason to look, as what it is a copy of is often said in another file. What
// decides is that the file makes optimizers, and that none of them can have its parameters.
// See copied_network.h.

#include "torch/training/copied_network.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "semantic/binding/binding.h"
#include "semantic/flow/value_origins.h"
#include "semantic/knowledge/knowledge.h"
#include "semantic/names/access_path.h"
#include "semantic/names/letters.h"
#include "semantic/semantic_model.h"
#include "text/characters.h"
#include "torch/graph/attachment.h"
#include "torch/graph/graph_slice.h"
#include "torch/module/forward_pass.h"
#include "torch/tensor/literal_tensor.h"
#include "torch/training/evaluation.h"
#include "torch/training/training_step.h"

namespace mlfix {
namespace {

// The words of a path in lower case: critic, target of `self.criticTarget[0]`, besides self.
std::vector<std::string> words_of(std::string_view path) {
  std::vector<std::string> words(1);
  for (std::size_t i = 0; i < path.size(); ++i) {
    const bool begins = is_capital(path[i]) && i > 0 && !is_capital(path[i - 1]);
    if ((begins || !is_letter(path[i])) && !words.back().empty()) words.emplace_back();
    if (is_letter(path[i])) words.back() += in_lower_case(path[i]);
  }
  return words;
}

bool sounds_like_copy(const SemanticModel& model, std::string_view path) {
  return std::ranges::any_of(words_of(path), [&](const std::string& word) {
    return model.suggests(Hint::NetworkCopy, word);
  });
}

// Does any name of the file sound so? Most files have none, and many calls.
struct CopiesOfFile {
  explicit CopiesOfFile(const SemanticModel& model) {
    const SyntaxTree& tree = model.tree();
    std::unordered_set<std::string_view> seen;
    for (NodeId n = 0; n < tree.size() && !any; ++n) {
      if (!tree.is(n, Kind::Identifier) || !seen.insert(tree.text(n)).second) continue;
      any = sounds_like_copy(model, tree.text(n));
    }
  }
  bool any = false;
};

// Does the text ask the object, or what holds it, for parameters: critic.parameters() and
// self.parameters() for self.critic?
bool asks_holder(const SyntaxTree& tree, std::string_view text, NodeId network) {
  for (NodeId n = network; n != kNoNode;
       n = tree.is(n, Kind::Attribute) ? tree.child(n, Field::Object) : NodeId{kNoNode}) {
    if (text.find(std::string(tree.text(n)) + ".parameters") != text.npos) return true;
    if (text.find(std::string(tree.text(n)) + ".named_parameters") != text.npos) return true;
  }
  return false;
}

bool makes_optimizer(const SemanticModel& model, NodeId call) {
  return model.tree().is(call, Kind::Call) && model.facts(call).must_be(Fact::Optimizer) &&
         model.knowledge().covers(Meaning::OptimizerPackage,
                                  model.qualified_text(model.tree().child(call, Field::Function)));
}

// The module whose own method, or whose own call, this is; kNoNode for other calls.
NodeId module_called(const SemanticModel& model, NodeId call) {
  const SyntaxTree& tree = model.tree();
  const NodeId called = tree.child(call, Field::Function);
  const auto is_module = [&](NodeId n) {
    const Facts facts = model.facts(n);
    return facts.could_be(Fact::Module) && !facts.could_be(Fact::Tensor);
  };
  if (is_module(called)) return called;
  const NodeId object =
      tree.is(called, Kind::Attribute) ? tree.child(called, Field::Object) : NodeId{kNoNode};
  return object != kNoNode && is_module(object) ? object : kNoNode;
}

// ptan.agent.TargetNet: a class or a function that was imported, no object.
bool is_of_library(const SemanticModel& model, NodeId path) {
  const NodeId root = root_of(model, path);
  const DefId def = root == kNoNode ? kNone : model.bindings().reaching(root);
  return def != kNone && model.bindings().definition(def).kind == DefKind::Import;
}

// Does the call run a module that is no copy, or a function of the file that builds a graph?
bool runs_others(const SemanticModel& model, NodeId call) {
  const NodeId module = module_called(model, call);
  if (module != kNoNode) return !sounds_like_copy(model, model.tree().text(module));
  const NodeId callee = model.callee(call);
  return callee != kNoNode && builds_graph(model, callee);
}

struct GraphsBesideCopies {
  OriginMemory memory;
};

// What has any part in a graph, but for what copies make.
class GraphBesideCopies final : public OriginPolicy {
 public:
  OriginMemory* memory(const SemanticModel& model) const override {
    return &model.notes<GraphsBesideCopies>().memory;
  }
  bool takes(ValueOrigins& origins, NodeId expr, Wanted) const override {
    const SemanticModel& model = origins.model();
    const SyntaxTree& tree = model.tree();
    for (NodeId n = expr; n < tree.subtree_end(expr); ++n) {
      origins.spend(1);
      if (tree.is(n, Kind::Lambda) || (tree.is(n, Kind::Call) && runs_others(model, n))) {
        origins.mark(own_source(0), n);
      }
      if (tree.is(n, Kind::Identifier) && model.bindings().use_at(n) != kNone)
        take_name(origins, n);
    }
    return true;
  }
  bool takes_definition(ValueOrigins& origins, DefId def, Wanted) const override {
    const Definition& d = origins.model().bindings().definition(def);
    if (d.kind == DefKind::Phi || d.kind == DefKind::LoopPhi) return false;
    if (d.kind == DefKind::Assign || d.kind == DefKind::Unpack) {
      origins.follow(d.value);
    } else {
      origins.mark(own_source(0), d.node);
    }
    return true;
  }
  void source(ValueOrigins&, NodeId, Wanted) const override {}
  void source_definition(ValueOrigins& origins, DefId def, Wanted) const override {
    origins.mark(own_source(0), origins.model().bindings().definition(def).node);
  }

 private:
  // A module is judged where it is called.
  static void take_name(ValueOrigins& origins, NodeId name) {
    const SemanticModel& model = origins.model();
    if (model.facts(name).could_be(Fact::Module)) return;
    if (attachment_of(model, name) == Attachment::None) return;
    const DefId def = model.bindings().reaching(name);
    if (def == kNone) return origins.mark(own_source(0), name);
    origins.follow_definition(def);
  }
};

// Is the network surely in evaluation mode where it is run? Whoever trains it would not do that.
bool is_evaluated(const SemanticModel& model, NodeId network) {
  const NodeId function = model.function_of(network);
  const auto regions = find_eval_regions(model, function == kNoNode ? NodeId{0} : function);
  return std::ranges::any_of(regions, [&](const EvalRegion& region) {
    return std::ranges::any_of(region.forwards,
                               [&](NodeId call) { return model.tree().contains(call, network); });
  });
}

}  // namespace

NodeId copy_run_by(const SemanticModel& model, NodeId call) {
  if (!model.notes<CopiesOfFile>(model).any || !is_forward(model, call)) return kNoNode;
  const NodeId network = module_called(model, call);
  const bool copy = network != kNoNode && sounds_like_copy(model, model.tree().text(network)) &&
                    !is_of_library(model, network);
  return copy ? network : NodeId{kNoNode};
}

namespace {

// Is the network made of parts that another one may have, too: Q(encoder), copy.copy(online),
// nn.Sequential(*online.children())?
bool is_made_of_parts(const SemanticModel& model, NodeId network) {
  const SyntaxTree& tree = model.tree();
  const auto made = constructors_of(model, network);
  return std::ranges::any_of(made, [&](NodeId call) {
    if (called_name(tree, call) == "copy") return true;  // a shallow one
    const auto is_part = [&](NodeId argument) {
      return tree.is(argument, Kind::ListSplat) || model.facts(argument).may_be(Fact::Module);
    };
    if (called_name(tree, call) == "deepcopy") return false;
    for (const NodeId argument : tree.children(tree.child(call, Field::Arguments))) {
      if (is_part(argument)) return true;
    }
    return false;
  });
}

// Is a part of it set from outside: target.head = online.head?
bool is_given_a_part(const SemanticModel& model, NodeId network) {
  const SyntaxTree& tree = model.tree();
  const std::string_view name = tree.text(network);
  for (NodeId n = 0; n < tree.size(); ++n) {
    const bool is_set = tree.is(n, Kind::Attribute) && tree.field(n) == Field::Left &&
                        tree.is(tree.parent(n), Kind::Assignment) &&
                        tree.text(tree.child(n, Field::Object)) == name;
    if (is_set) return true;
  }
  return false;
}

}  // namespace

std::string_view why_trained(const SemanticModel& model, NodeId network) {
  const SyntaxTree& tree = model.tree();
  if (is_made_of_parts(model, network) || is_given_a_part(model, network)) {
    return "it may share weights with a network that is trained";
  }
  bool any = false;
  for (NodeId n = 0; n < tree.size(); ++n) {
    if (!makes_optimizer(model, n)) continue;
    any = true;
    const NodeId given = model.argument(n, 0, "params");
    const std::string_view text = given == kNoNode ? "" : tree.text(assigned_value(model, given));
    if (text.find("parameters") == text.npos) return "an optimizer is given weights not seen here";
    if (text.find(last_name(tree, without_items(model, network))) != text.npos)
      return "an optimizer trains it";
    if (asks_holder(tree, text, network)) return "an optimizer trains what holds it";
  }
  return any || is_evaluated(model, network) ? "" : "no optimizer is made in this file";
}

bool is_made_by_copies(const SemanticModel& model, NodeId statement) {
  const SyntaxTree& tree = model.tree();
  const NodeId assignment =
      tree.is(statement, Kind::ExpressionStatement) ? tree.first_child(statement) : kNoNode;
  if (!tree.is(assignment, Kind::Assignment)) return false;
  const NodeId target = tree.child(assignment, Field::Left);
  const NodeId value = tree.child(assignment, Field::Right);
  if (value == kNoNode || is_called_loss(model, target)) return false;
  bool runs_copy = false;
  for (NodeId n = value; n < tree.subtree_end(value); ++n) {
    if (!tree.is(n, Kind::Call)) continue;
    const Facts called = model.facts(tree.child(n, Field::Function));
    if (called.could_be(Fact::Loss)) return false;
    runs_copy = runs_copy || copy_run_by(model, n) != kNoNode;
  }
  return runs_copy && origins_of(model, GraphBesideCopies(), value).empty();
}

bool trains_besides_copies(const SemanticModel& model, NodeId backward) {
  if (!is_tensor_backward(model, backward)) return false;
  const NodeId loss = differentiated_by(model, backward);
  if (loss == kNoNode) return false;
  const auto runs_other = [&](NodeId value) {
    return std::ranges::any_of(networks_run_in(model, value),
                               [&](NodeId call) { return copy_run_by(model, call) == kNoNode; });
  };
  return runs_other(loss) || std::ranges::any_of(graph_slice_of(model, loss).values, runs_other);
}

}  // namespace mlfix
