// What costs little is asked first: most functions call no module, whatever they are
// called.

#include "torch/module/forward_pass.h"

#include <algorithm>
#include <unordered_map>

#include "semantic/control/walk.h"
#include "semantic/flow/summary_demand.h"
#include "semantic/project/project.h"

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
  if (!entity || !may_ask_elsewhere(model)) return false;
  const Project& project = *model.place().project;
  const FunctionSummary& function = project.summary(entity);
  return function.known && !function.is_async && !function.is_generator &&
         !function.has_unknown_decorator && !function.spares_graphs &&
         (project.reach(entity).effects & static_cast<EffectBits>(Effect::ModuleForward)) != 0;
}

bool gives_graph_elsewhere(const SemanticModel& model, NodeId call) {
  if (!runs_modules_elsewhere(model, call)) return false;
  const FunctionSummary& seen = model.place().project->summary(model.callee_elsewhere(call));
  return seen.returned.may_be(Fact::GradTensor) || seen.returned_element.may_be(Fact::GradTensor);
}

namespace {

bool builds_graph_within(const SemanticModel& model, NodeId function, int depth) {
  if (depth == 0 || !model.callee_effects(function).has(Effect::ModuleForward)) {
    return false;
  }
  for (NodeId call : calls_in_scope(model, function)) {
    if (model.grad_mode(call).mode != GradMode::Enabled) {
      continue;
    }
    const NodeId callee = model.callee(call);
    if (model.spares_graphs(call)) continue;
    const bool is_loss =
        model.facts(model.tree().child(call, Field::Function)).could_be(Fact::Loss);
    if ((is_forward(model, call) && !is_loss) ||
        (callee != kNoNode ? builds_graph_within(model, callee, depth - 1)
                           : gives_graph_elsewhere(model, call))) {
      return true;
    }
  }
  return false;
}

}  // namespace

bool builds_graph(const SemanticModel& model, NodeId function) {
  return builds_graph_within(model, function, kMaxCallDepth);
}

}  // namespace mlfix
