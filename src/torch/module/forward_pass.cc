// What costs little is asked first: most functions call no module, whatever they are
// called.

#include "torch/module/forward_pass.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>

#include "semantic/binding/binding.h"
#include "semantic/control/walk.h"
#include "semantic/effects/effects.h"
#include "semantic/effects/grad_mode.h"
#include "semantic/knowledge/facts.h"
#include "semantic/knowledge/hints.h"
#include "semantic/knowledge/knowledge.h"
#include "semantic/knowledge/meanings.h"
#include "semantic/names/calls.h"
#include "semantic/names/name_resolver.h"
#include "semantic/project/project_code.h"
#include "semantic/project_entity.h"
#include "semantic/semantic_model.h"
#include "torch/graph/graph_fate.h"
#include "torch/module/output_use.h"

namespace mlfix {
namespace {

// How far calls are followed to see whether a graph is built at their end.
constexpr int kMaxCallDepth = 4;

// An import or a class that is called makes an object.
bool is_constructor(const SemanticModel& model, NodeId callee) {
  const DefId d =
      model.tree().is(callee, Kind::Identifier) ? model.bindings().reaching(callee) : kNone;
  const DefKind kind = d == kNone ? DefKind::Unbound : model.bindings().definition(d).kind;
  return kind == DefKind::Class || kind == DefKind::Import;
}

}  // namespace

namespace {

struct ScopeCalls {
  std::unordered_map<NodeId, std::vector<NodeId>> of;  // by scope
};

}  // namespace

const std::vector<NodeId>& calls_in_scope(const SemanticModel& model, NodeId scope) {
  const auto [known, is_new] = model.notes<ScopeCalls>().of.try_emplace(scope);
  std::vector<NodeId>& calls = known->second;
  const SyntaxTree& tree = model.tree();
  const NodeId body = tree.is(scope, Kind::Module) ? scope : tree.child(scope, Field::Body);
  if (!is_new || body == kNoNode) {
    return calls;
  }
  for_each_node(tree, body, tree.subtree_end(body), [&](NodeId n) {
    if (tree.is(n, Kind::Call)) {
      calls.push_back(n);
    }
  });
  return calls;
}

bool is_forward_method(const SemanticModel& model, std::string_view name) {
  if (name == "forward" || name == "__call__") return true;
  return model.means(Meaning::RunsNetwork, name) && !model.imports_any(Meaning::GuardsItsEncoders);
}

bool is_forward(const SemanticModel& model, NodeId call) {
  const std::string_view method = model.method_name(call);
  const NodeId module = is_forward_method(model, method)
                            ? model.receiver_of_call(call, method)
                            : model.tree().child(call, Field::Function);
  return !is_constructor(model, module) && model.facts(module).could_be(Fact::Module);
}

bool is_loss_call(const SemanticModel& model, NodeId call) {
  return model.facts(model.tree().child(call, Field::Function)).could_be(Fact::Loss);
}

bool is_network_pass(const SemanticModel& model, NodeId call) {
  return is_forward(model, call) && !is_loss_call(model, call);
}

std::vector<NodeId> networks_run_in(const SemanticModel& model, NodeId value) {
  const SyntaxTree& tree = model.tree();
  std::vector<NodeId> calls;
  for (NodeId n = value; n < tree.subtree_end(value); ++n) {
    if (tree.is(n, Kind::Call) && is_network_pass(model, n)) calls.push_back(n);
  }
  return calls;
}

bool calls_module(const SemanticModel& model, NodeId function) {
  const auto builds = [&](NodeId call) {
    return is_forward(model, call) && model.grad_mode(call).mode == GradMode::Enabled &&
           !model.spares_graphs(call);
  };
  return std::ranges::any_of(calls_in_scope(model, function), builds) &&
         model.callee_effects(function).has(Effect::ModuleForward);
}

bool runs_modules_elsewhere(const SemanticModel& model, NodeId call) {
  const ProjectEntity entity = model.callee_elsewhere(call);
  const ProjectCode* code = model.place().code;
  if (!entity || code == nullptr) return false;
  const FunctionSummary& function = code->summary(entity);
  return function.known && !function.is_async && !function.is_generator &&
         !function.has_unknown_decorator && !code->spares_graphs(entity) &&
         (code->reach(entity).effects & static_cast<EffectBits>(Effect::ModuleForward)) != 0;
}

bool gives_graph_elsewhere(const SemanticModel& model, NodeId call) {
  const ProjectEntity entity = model.callee_elsewhere(call);
  const ProjectCode* code = model.place().code;
  if (!entity || code == nullptr) return false;
  return code->returned_by(entity).may_have_graph && runs_modules_elsewhere(model, call);
}

namespace {

// Calls that make a graph are looked for first, and what the function does as a whole last: few
// functions have such calls, and the effects of a function ask for those of all that it calls.
class GraphBuilders {
 public:
  explicit GraphBuilders(const SemanticModel& model) : model_(model) {}

  bool builds(NodeId function, int depth) {
    if (depth == 0) return false;
    const auto [known, is_new] = known_.try_emplace({function, depth}, false);
    if (is_new) {
      const bool found =
          std::ranges::any_of(calls_in_scope(model_, function),
                              [&](NodeId call) { return builds_here(call, depth); }) &&
          model_.callee_effects(function).has(Effect::ModuleForward);
      known_[{function, depth}] = found;
      return found;
    }
    return known->second;
  }

 private:
  bool builds_here(NodeId call, int depth) {
    return makes_graph(call, depth) && model_.grad_mode(call).mode == GradMode::Enabled &&
           !model_.spares_graphs(call);
  }

  bool makes_graph(NodeId call, int depth) {
    if (is_network_pass(model_, call)) return true;
    const NodeId callee = model_.callee(call);
    return callee != kNoNode ? builds(callee, depth - 1) : gives_graph_elsewhere(model_, call);
  }

  const SemanticModel& model_;
  std::map<std::pair<NodeId, int>, bool> known_;
};

}  // namespace

bool builds_graph(const SemanticModel& model, NodeId function) {
  return model.notes<GraphBuilders>(model).builds(function, kMaxCallDepth);
}

bool lets_graph_out(const SemanticModel& model, NodeId function) {
  return builds_graph(model, function) && !graphs_die_in(model, function);
}

namespace {

// Does the function read what may be a weight of its object?
bool reads_own_weight(const SemanticModel& model, NodeId function) {
  const SyntaxTree& tree = model.tree();
  for (NodeId n = function; n < tree.subtree_end(function); ++n) {
    const bool own =
        tree.is(n, Kind::Attribute) && tree.text(tree.child(n, Field::Object)) == "self";
    if (own && model.facts(n).may.has_any(Fact::Parameter | Fact::GradTensor)) return true;
  }
  return false;
}

// Does the call run a method of another file that runs no module and reads no weight: a
// transformation with buffers, or of what it is given?
bool is_without_weights_elsewhere(const SemanticModel& model, NodeId call) {
  const ProjectEntity entity = model.callee_elsewhere(call);
  const ProjectCode* code = model.place().code;
  if (!entity || code == nullptr || !code->summary(entity).known) return false;
  const FunctionReach reach = code->reach(entity);
  const bool runs_module =
      reach.unseen_forward || (reach.effects & static_cast<EffectBits>(Effect::ModuleForward)) != 0;
  return !runs_module && !code->holds_in(entity, reads_own_weight);
}

// Does the file use packages whose methods switch gradients off themselves, and is it one by its
// name: generate(), encode_query(), predict()? What else the modules of these have builds graphs.
bool may_guard_itself(const SemanticModel& model, std::string_view method) {
  const std::string_view verb = method.substr(0, method.find('_'));
  return model.imports_any(Meaning::GuardsItsEncoders) &&
         (model.means(Meaning::RunsNetwork, verb) || model.suggests(Hint::Inference, verb) ||
          model.suggests(Hint::Sampling, verb));
}

// Is it taken for a module by what is done with it, or by a name that says that it is a model as
// a whole?
bool is_model(const SemanticModel& model, NodeId expr) {
  const std::string_view text = model.tree().text(expr);
  return text != "self" &&
         (model.facts(expr).may_be(Fact::Module) || model.suggests(Hint::Network, text));
}

// Does the name say that it gets something ready: init_hidden(), load_images()? Who gets what only
// a forward pass gives runs one: get_image_features().
bool is_preparation(const SemanticModel& model, std::string_view method) {
  const bool gets_output = method.starts_with("get_") &&
                           model.suggests(Hint::Tensor, method.substr(method.rfind('_') + 1));
  return !gets_output && model.suggests(Hint::Preparation, method.substr(0, method.find('_')));
}

}  // namespace

bool calls_unknown_method_of_module(const SemanticModel& model, NodeId call) {
  const std::string_view method = model.method_name(call);
  if (method.empty() || is_forward_method(model, method)) return false;
  const NodeId receiver = model.receiver_of_call(call, method);
  const Facts facts = model.facts(receiver);
  if (!facts.could_be(Fact::Module) || facts.could_be(Fact::Loss)) return false;
  const auto is_known_on = [&](Fact kind) {
    return model.knowledge().method(method, {FactSet(), kind, {}}) != nullptr;
  };
  const bool other = is_known_on(Fact::Module) || is_known_on(Fact::Tensor) ||
                     is_known_on(Fact::Container) || is_known_on(Fact::String) ||
                     is_preparation(model, method);
  return !other && model.callee(call) == kNoNode && is_model(model, receiver) &&
         model.qualified_text(model.tree().child(call, Field::Function)).empty();
}

namespace {

// Is the call given anything but sizes and names of parts, as model.init_hidden(batch_size) is?
bool is_given_input(const SemanticModel& model, NodeId call) {
  return std::ranges::any_of(model.arguments(call), [&](NodeId argument) {
    return !model.facts(argument).must.has_any(Fact::Number | Fact::String);
  });
}

// By the name of a method, whether one of the run switches gradients off for all that it does.
struct GuardedMethods {
  std::unordered_map<std::string_view, bool> known;
};

// Has another file a method of that name that is run without gradients, whosever it is?
bool may_be_guarded_elsewhere(const SemanticModel& model, std::string_view method) {
  const ProjectPlace& place = model.place();
  if (place.code == nullptr) return false;
  auto& known = model.notes<GuardedMethods>().known;
  if (const auto found = known.find(method); found != known.end()) return found->second;
  const auto is_guarded = [](const SemanticModel& there, NodeId function) {
    const NodeId body = there.tree().child(function, Field::Body);
    return body != kNoNode &&
           there.grad_mode(there.tree().first_child(body)).mode == GradMode::Disabled;
  };
  const bool found = place.code->holds_in_namesake(place.file, method, {}, is_guarded);
  return model.notes<GuardedMethods>().known[method] = found;
}

}  // namespace

bool runs_part_of_module(const SemanticModel& model, NodeId call) {
  const std::string_view method = model.method_name(call);
  if (method.empty() || is_forward_method(model, method)) return false;
  if (const NodeId function = model.callee(call); function != kNoNode) {
    const Facts facts = model.facts(model.receiver_of_call(call, method));
    return facts.could_be(Fact::Module) && !facts.could_be(Fact::Loss) &&
           lets_graph_out(model, function);
  }
  return calls_unknown_method_of_module(model, call) && is_given_input(model, call) &&
         !may_guard_itself(model, method) && !is_without_weights_elsewhere(model, call) &&
         !may_be_guarded_elsewhere(model, method) && use_of_output(model, call).as_tensor;
}

namespace {

// Does the call run by a plain name what the file neither defines nor takes from a library?
bool calls_name_of_others(const SemanticModel& there, NodeId call) {
  const SyntaxTree& tree = there.tree();
  const NodeId called = tree.child(call, Field::Function);
  if (!tree.is(called, Kind::Identifier) || there.callee(call) != kNoNode ||
      is_builtin_name(there, called, tree.text(called)) ||
      there.calls().names().class_named_by(called) != kNoNode) {
    return false;
  }
  const std::string name = there.qualified_text(called);
  const std::string first = name.substr(0, name.find('.'));
  return first.empty() || there.place().project->is_importable(first);
}

}  // namespace

bool runs_functions_of_others(const SemanticModel& model, NodeId forward) {
  const ProjectCode* code = model.place().code;
  std::vector<ProjectEntity> passes{model.callee_elsewhere(forward)};
  std::set<ProjectEntity> met;
  while (code != nullptr && !passes.empty()) {
    const ProjectEntity pass = passes.back();
    passes.pop_back();
    if (!pass || !met.insert(pass).second) continue;
    const bool runs = code->holds_in(pass, [&](const SemanticModel& there, NodeId function) {
      for (const NodeId call : calls_in_scope(there, function)) {
        model.work().spend();
        if (calls_name_of_others(there, call)) return true;
        if (is_forward(there, call)) passes.push_back(there.callee_elsewhere(call));
      }
      return false;
    });
    if (runs) return true;
  }
  return false;
}

}  // namespace mlfix
