// The name is the reason to look, as what it is a copy of is often said in another file, or a loop
// that moves its weights after those of another. What decides is that the file makes optimizers,
// and that none of them can have its parameters. See copied_network.h.

#include "torch/training/copied_network.h"

#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

#include "semantic/binding/binding.h"
#include "semantic/flow/value_origins.h"
#include "semantic/knowledge/knowledge.h"
#include "semantic/names/access_path.h"
#include "semantic/names/attribute_access.h"
#include "semantic/names/calls.h"
#include "semantic/names/letters.h"
#include "semantic/names/name_resolver.h"
#include "semantic/project/outside_call.h"
#include "semantic/project/project_code.h"
#include "semantic/project_entity.h"
#include "semantic/semantic_model.h"
#include "text/characters.h"
#include "torch/graph/attachment.h"
#include "torch/graph/backward_pass.h"
#include "torch/graph/graph_slice.h"
#include "torch/module/forward_pass.h"
#include "torch/tensor/literal_tensor.h"
#include "torch/training/evaluation.h"
#include "torch/training/moved_weights.h"
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

// The networks whose weights a loop moves after those of another, as it is written: key of
// `for k, q in zip(key.parameters(), query.parameters()): k.data = m * k.data + (1 - m) * q.data`;
// by the class whose `self` has them.
struct NetworksMoved {
  explicit NetworksMoved(const SemanticModel& model) {
    if (!model.mentions("zip") || !model.mentions("parameters")) return;
    const SyntaxTree& tree = model.tree();
    for (NodeId n = 0; n < tree.size(); ++n) {
      if (tree.is(n, Kind::ForStatement)) enter(model, n);
    }
  }

  void enter(const SemanticModel& model, NodeId loop) {
    const SyntaxTree& tree = model.tree();
    const NodeId zipped = tree.child(loop, Field::Right);
    if (!tree.is(zipped, Kind::Call) || called_name(tree, zipped) != "zip") return;
    const std::vector<NodeId> names = names_taken_by(tree, loop);
    const std::vector<NodeId> values = model.arguments(zipped);
    for (std::size_t i = 0; i < std::min(names.size(), values.size()); ++i) {
      const NodeId network = model.receiver_of_call(values[i], "parameters");
      if (network != kNoNode &&
          writes_numbers_of(tree, tree.child(loop, Field::Body), tree.text(names[i]))) {
        all.emplace(model.class_of(loop), tree.text(network));
      }
    }
  }

  bool has(const SemanticModel& model, NodeId network) const {
    return all.contains({model.class_of(network), model.tree().text(network)});
  }

  std::set<std::pair<NodeId, std::string_view>> all;
};

bool is_copy(const SemanticModel& model, NodeId network) {
  return sounds_like_copy(model, model.tree().text(network)) ||
         model.notes<NetworksMoved>(model).has(model, network);
}

// Does the file have any? Most files have none, and many calls.
struct CopiesOfFile {
  explicit CopiesOfFile(const SemanticModel& model)
      : any(!model.notes<NetworksMoved>(model).all.empty()) {
    const SyntaxTree& tree = model.tree();
    std::unordered_set<std::string_view> seen;
    for (NodeId n = 0; n < tree.size() && !any; ++n) {
      if (!tree.is(n, Kind::Identifier) || !seen.insert(tree.text(n)).second) continue;
      any = sounds_like_copy(model, tree.text(n));
    }
  }
  bool any;
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
  if (module != kNoNode) return !is_copy(model, module);
  const NodeId callee = model.callee(call);
  return callee != kNoNode && builds_graph(model, callee);
}

// A temperature, a prompt: a single tensor that may be trained, which no optimizer need be given as
// the weights of a module are.
bool is_weight(const SemanticModel& model, NodeId n) {
  const bool is_value = model.tree().is(n, Kind::Attribute) || model.tree().is(n, Kind::Identifier);
  return is_value && model.facts(n).may_be(Fact::Parameter);
}

// Is it what a loop takes from a generator of the file that runs networks?
bool is_item_with_graph(const SemanticModel& model, DefId def) {
  const Definition& item = model.bindings().definition(def);
  const NodeId from =
      item.kind == DefKind::For ? model.strip_parentheses(item.value) : NodeId{kNoNode};
  const bool is_call = from != kNoNode && model.tree().is(from, Kind::Call);
  const NodeId generator = is_call ? model.callee(from) : NodeId{kNoNode};
  return generator != kNoNode && builds_graph(model, generator);
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
      if (tree.is(n, Kind::Lambda) || (tree.is(n, Kind::Call) && runs_others(model, n)) ||
          is_weight(model, n)) {
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
    const DefId def = model.bindings().reaching(name);
    if (def != kNone && is_item_with_graph(model, def)) return origins.mark(own_source(0), name);
    if (attachment_of(model, name) == Attachment::None) return;
    if (def == kNone) return origins.mark(own_source(0), name);
    origins.follow_definition(def);
  }
};

// copy.deepcopy(self.model).eval()
bool is_copy_for_evaluation(const SemanticModel& model, NodeId made) {
  const NodeId copied = model.receiver_of_call(model.strip_parentheses(made), "eval");
  return copied != kNoNode && model.tree().is(copied, Kind::Call) &&
         called_name(model.tree(), copied) == "deepcopy";
}

// Is it an attribute of the object to which the class gives nothing but None and such copies?
bool is_kept_for_evaluation(const SemanticModel& model, NodeId network) {
  const SyntaxTree& tree = model.tree();
  const NodeId klass = model.class_of(network);
  if (klass == kNoNode || !tree.is(network, Kind::Attribute) ||
      tree.text(tree.child(network, Field::Object)) != "self") {
    return false;
  }
  bool any = false;
  for (const AttributeAccess& access : model.attribute_accesses(last_name(tree, network))) {
    if (!access.is_store || access.klass != klass) continue;
    const NodeId made = value_bound_to(model, access.node);
    if (made == kNoNode) return false;
    const bool is_copy = is_copy_for_evaluation(model, made);
    if (!is_copy && !tree.is(made, Kind::None)) return false;
    any = any || is_copy;
  }
  return any;
}

}  // namespace

bool is_evaluated(const SemanticModel& model, NodeId network) {
  if (is_kept_for_evaluation(model, network)) return true;
  const NodeId function = model.function_of(network);
  const auto regions = find_eval_regions(model, function == kNoNode ? NodeId{0} : function);
  return std::ranges::any_of(regions, [&](const EvalRegion& region) {
    return std::ranges::any_of(region.forwards,
                               [&](NodeId call) { return model.tree().contains(call, network); });
  });
}

namespace {

// The module that the call runs by another method: target.encode(x).
NodeId module_run_by_method(const SemanticModel& model, NodeId call) {
  const std::string_view method = model.method_name(call);
  if (method.empty()) return kNoNode;
  const NodeId module = model.receiver_of_call(call, method);
  const NodeId function = model.callee(call);
  const bool runs = function != kNoNode ? model.callee_effects(function).has(Effect::ModuleForward)
                                        : runs_modules_elsewhere(model, call) ||
                                              calls_unknown_method_of_module(model, call);
  return runs && model.facts(module).could_be(Fact::Module) ? module : NodeId{kNoNode};
}

}  // namespace

NodeId copy_run_by(const SemanticModel& model, NodeId call) {
  if (!model.notes<CopiesOfFile>(model).any || !model.tree().is(call, Kind::Call)) return kNoNode;
  const NodeId network =
      is_forward(model, call) ? module_called(model, call) : module_run_by_method(model, call);
  const bool copy = network != kNoNode && is_copy(model, network) && !is_of_library(model, network);
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
      const Facts facts = model.facts(argument);
      return tree.is(argument, Kind::ListSplat) || facts.may_be(Fact::Module) ||
             facts.may_be(Fact::Parameter);
    };
    if (called_name(tree, call) == "deepcopy") return false;
    for (const NodeId argument : tree.children(tree.child(call, Field::Arguments))) {
      if (is_part(argument)) return true;
    }
    return false;
  });
}

// Is a part of it set from outside, target.head = online.head, or a hook, which may have weights?
bool is_given_a_part(const SemanticModel& model, NodeId network) {
  const SyntaxTree& tree = model.tree();
  const std::string_view name = tree.text(network);
  for (NodeId n = 0; n < tree.size(); ++n) {
    if (!tree.is(n, Kind::Attribute) || tree.text(tree.child(n, Field::Object)) != name) continue;
    const bool is_set = tree.field(n) == Field::Left && tree.is(tree.parent(n), Kind::Assignment);
    const bool is_hooked = tree.field(n) == Field::Function &&
                           model.means(Meaning::ChangesForwardPass, last_name(tree, n));
    if (is_set || is_hooked) return true;
  }
  return false;
}

// Adam([self.log_alpha]): tensors that are named one by one, and no weight of a module?
bool takes_single_tensors(const SemanticModel& model, NodeId given) {
  const SyntaxTree& tree = model.tree();
  if (!tree.is(given, Kind::List)) return false;
  for (const NodeId item : tree.children(given)) {
    const bool is_own =
        tree.is(item, Kind::Identifier) ||
        (tree.is(item, Kind::Attribute) && tree.text(tree.child(item, Field::Object)) == "self");
    if (!is_own || !model.facts(item).may_be(Fact::Tensor)) return false;
  }
  return true;
}

}  // namespace

std::string_view why_shared(const SemanticModel& model, NodeId network) {
  return is_made_of_parts(model, network) || is_given_a_part(model, network)
             ? "it may share weights with a network that is trained"
             : "";
}

namespace {

// What the names that ask for parameters in the expression are items of: of `net.parameters()` in
// `for net in (student, teacher):` the tuple. A text that holds all of these, a line each.
std::string listings_in(const SemanticModel& model, NodeId given) {
  const SyntaxTree& tree = model.tree();
  std::string found;
  for (NodeId n = given; n < tree.subtree_end(given); ++n) {
    if (!tree.is(n, Kind::Identifier) || model.bindings().use_at(n) == kNone) continue;
    const DefId def = model.bindings().reaching(n);
    if (def == kNone || model.bindings().definition(def).kind != DefKind::For) continue;
    NodeId listing = model.bindings().definition(def).value;
    if (listing == kNoNode) continue;
    if (const NodeId table = root_of(model, listing); table != kNoNode) {
      const NodeId value = assigned_value(model, table);
      if (value != table) listing = value;
    }
    found.append(tree.text(listing)).append("\n");
  }
  return found;
}

// Why an optimizer that gets this may train the network, or "".
std::string_view why_trained_with(const SemanticModel& model, NodeId given, NodeId network) {
  const SyntaxTree& tree = model.tree();
  if (given != kNoNode && takes_single_tensors(model, given)) return "";
  const NodeId value = given == kNoNode ? given : assigned_value(model, given);
  const std::string text = value == kNoNode
                               ? std::string()
                               : std::string(tree.text(value)) + "\n" + listings_in(model, value);
  if (text.find("parameters") == text.npos) return "an optimizer is given weights not seen here";
  const std::string name(last_name(tree, without_items(model, network)));
  if (text.find(name) != text.npos) return "an optimizer trains it";
  return asks_holder(tree, text, network) ? "an optimizer trains what holds it" : "";
}

// Does the file give an optimizer that is made more weights: optimizer.add_param_group(group)?
bool adds_weights(const SemanticModel& model, NodeId call) {
  return model.tree().is(call, Kind::Call) && model.method_name(call) == "add_param_group";
}

// Is it a tensor of its own, {"params": [temperature]}, or weights of what a computed name stands
// for?
std::string_view why_trained_by_group(const SemanticModel& model, NodeId group, NodeId network) {
  const std::string_view text = group == kNoNode ? "" : model.tree().text(group);
  const bool is_computed = text.find("__dict__") != text.npos || text.find("getattr") != text.npos;
  if (is_computed) return "an optimizer is given weights by a computed name";
  if (text.find("parameters") == text.npos) return "";
  return why_trained_with(model, group, network);
}

}  // namespace

std::string_view why_trained(const SemanticModel& model, NodeId network) {
  const SyntaxTree& tree = model.tree();
  if (const auto shared = why_shared(model, network); !shared.empty()) return shared;
  bool any = false;
  for (NodeId n = 0; n < tree.size(); ++n) {
    std::string_view fact;
    if (makes_optimizer(model, n)) {
      any = true;
      fact = why_trained_with(model, model.argument(n, 0, "params"), network);
    } else if (adds_weights(model, n)) {
      fact = why_trained_by_group(model, model.argument(n, 0, "param_group"), network);
    }
    if (!fact.empty()) return fact;
  }
  return any || is_evaluated(model, network) ? "" : "no optimizer is made in this file";
}

namespace {

// Which of the parts of a module, besides one of them, optimizers are made for: those of its file,
// and of the files that make such a module.
class PartsOptimizedBeside {
 public:
  PartsOptimizedBeside(const SemanticModel& model, NodeId network)
      : model_(model), klass_(model.class_of(network)) {
    if (klass_ == kNoNode) return;
    const SyntaxTree& tree = model.tree();
    class_name_ = tree.text(tree.child(klass_, Field::Name));
    for (NodeId n = klass_; n < tree.subtree_end(klass_); ++n) {
      const bool is_set = tree.is(n, Kind::Attribute) && tree.field(n) == Field::Left &&
                          tree.text(tree.child(n, Field::Object)) == "self";
      if (is_set) others_.emplace(last_name(tree, n));
    }
    others_.erase(std::string(last_name(tree, network)));
  }

  // Is each optimizer made for such parts, or for modules that are made where they stand, alone?
  bool find() {
    if (klass_ == kNoNode || !takes_all(model_)) return false;
    const NodeId maker = model_.calls().names().find_method(klass_, "__init__");
    const auto calls = maker == kNoNode ? std::nullopt : model_.calls_elsewhere(maker);
    if (!calls) return !taken_.empty();
    return std::ranges::all_of(
               *calls,
               [&](const OutsideCall& call) {
                 return model_.place().code->holds_around(
                     call, [&](const SemanticModel& there, NodeId) { return takes_all(there); });
               }) &&
           !taken_.empty();
  }

  // Does the call run one of them: self.query(x), or the module itself?
  bool is_run_by(NodeId call) const {
    const SyntaxTree& tree = model_.tree();
    const NodeId called = tree.child(call, Field::Function);
    if (tree.text(called) == "self") return true;
    return tree.is(called, Kind::Attribute) &&
           tree.text(tree.child(called, Field::Object)) == "self" &&
           taken_.contains(std::string(last_name(tree, called)));
  }

 private:
  bool takes_all(const SemanticModel& in) {
    for (NodeId n = 0; n < in.tree().size(); ++n) {
      if (makes_optimizer(in, n) && !takes(in, n)) return false;
    }
    return true;
  }

  bool takes(const SemanticModel& in, NodeId optimizer) {
    const NodeId given = in.argument(optimizer, 0, "params");
    const NodeId weights = given == kNoNode ? given : assigned_value(in, given);
    bool any = false;
    for (NodeId n = weights; weights != kNoNode && n < in.tree().subtree_end(weights); ++n) {
      const NodeId module = in.receiver_of_call(n, "parameters");
      if (module == kNoNode) continue;
      if (!takes_part(in.tree(), module) && !is_made_apart(in, module)) return false;
      any = true;
    }
    return any;
  }

  // self.model.query, where the class sets self.query
  bool takes_part(const SyntaxTree& tree, NodeId module) {
    if (!tree.is(module, Kind::Attribute)) return false;
    const std::string name(last_name(tree, module));
    if (!others_.contains(name)) return false;
    taken_.insert(name);
    return true;
  }

  // head = nn.Linear(512, 10)
  bool is_made_apart(const SemanticModel& in, NodeId module) const {
    const auto made = constructors_of(in, module);
    return !made.empty() && std::ranges::all_of(made, [&](NodeId call) {
      return called_name(in.tree(), call) != class_name_ && !is_made_of_parts(in, module);
    });
  }

  const SemanticModel& model_;
  NodeId klass_;
  std::string_view class_name_;
  std::set<std::string> others_, taken_;
};

}  // namespace

bool trains_other_parts(const SemanticModel& model, NodeId network) {
  PartsOptimizedBeside parts(model, network);
  const NodeId function = model.function_of(network);
  return function != kNoNode && parts.find() &&
         std::ranges::any_of(calls_in_scope(model, function),
                             [&](NodeId call) { return parts.is_run_by(call); });
}

bool framework_trains_others(const SemanticModel& model, NodeId network) {
  const SyntaxTree& tree = model.tree();
  const NodeId function = model.function_of(network);
  const NodeId klass = function == kNoNode ? NodeId{kNoNode} : model.method_class(function);
  const FrameworkInfo* framework = klass == kNoNode ? nullptr : model.framework_of(klass);
  if (framework == nullptr || !framework->owns_zero_grad) return false;
  if (framework->trains.empty()) return trains_other_parts(model, network);
  const bool is_own_attribute =
      tree.is(network, Kind::Attribute) && tree.text(tree.child(network, Field::Object)) == "self";
  return is_own_attribute && last_name(tree, network) != framework->trains;
}

NodeId return_made_around(const SemanticModel& model, NodeId call) {
  const SyntaxTree& tree = model.tree();
  const NodeId assignment = tree.first_child(model.statement_of(call));
  if (!tree.is(assignment, Kind::Assignment)) return kNoNode;
  const NodeId targets = tree.child(assignment, Field::Left);
  for (NodeId n = targets; n < tree.subtree_end(targets); ++n) {
    const DefId def =
        tree.is(n, Kind::Identifier) ? model.bindings().definition_at(n) : DefId{kNone};
    const NodeId step = def == kNone ? NodeId{kNoNode} : return_made_for(model, def);
    if (step != kNoNode) return step;
  }
  return kNoNode;
}

bool is_made_by_copies(const SemanticModel& model, NodeId statement) {
  const SyntaxTree& tree = model.tree();
  const NodeId made = tree.first_child(statement);
  const bool binds =
      tree.is(statement, Kind::ExpressionStatement) && tree.is(made, Kind::Assignment);
  if (!binds && !tree.is(statement, Kind::ReturnStatement)) return false;
  const NodeId value = binds ? tree.child(made, Field::Right) : made;
  if (value == kNoNode) return false;
  if (binds && is_called_loss(model, tree.child(made, Field::Left))) return false;
  bool runs_copy = false;
  for (NodeId n = value; n < tree.subtree_end(value); ++n) {
    if (!tree.is(n, Kind::Call)) continue;
    if (is_loss_call(model, n)) return false;
    runs_copy = runs_copy || copy_run_by(model, n) != kNoNode;
  }
  return runs_copy && origins_of(model, GraphBesideCopies(), value).empty();
}

bool is_given_no_graph(const SemanticModel& model, NodeId call) {
  return origins_of(model, GraphBesideCopies(), call).empty();
}

bool trains_besides_copies(const SemanticModel& model, NodeId backward) {
  if (!is_tensor_backward(model, backward)) return false;
  const NodeId loss = differentiated_by(model, backward);
  if (loss == kNoNode) return false;
  const SyntaxTree& tree = model.tree();
  const auto runs_other = [&](NodeId value) {
    for (NodeId n = value; n < tree.subtree_end(value); ++n) {
      if (tree.is(n, Kind::Call) && !is_loss_call(model, n) && runs_others(model, n)) return true;
    }
    return false;
  };
  return runs_other(loss) || std::ranges::any_of(graph_slice_of(model, loss).values, runs_other);
}

}  // namespace mlfix
