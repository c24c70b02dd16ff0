// Layers are judged by their constructors. A name stands for its model only as
// long as it is used plainly: whoever gets hold of the model may give it a hook
// or another layer. Dropout and batch normalisation are pure in evaluation mode.

#include "transforms/loop/hoisting/pure_model.h"

#include <algorithm>
#include <string>
#include <unordered_map>
#include <vector>

#include "semantic/control/flow_queries.h"

namespace mlfix {

template <>
class Prover<Claim::RunsTheSame> {
 public:
  static Proof<Claim::RunsTheSame> proven() { return {}; }
};

namespace {

// As the model was made, for sure in evaluation mode, or now this, now that.
enum class Mode { Training, Evaluation, Switched };

// What all uses of a variable together say of the module that it stands for.
struct VariableUse {
  Repeatability worst = Repeatability::Pure;
  bool trains = false;             // train() is called on it
  std::vector<NodeId> evaluating;  // statements that call eval() on it
};

struct KnownUses {
  std::unordered_map<const Variable*, VariableUse> of;
};

class Judge {
 public:
  explicit Judge(const SemanticModel& model) : model_(model), tree_(model.tree()) {}

  Repeatability judge(NodeId expr, Mode mode) const;

 private:
  Repeatability judge_call(NodeId call, Mode mode) const;
  const VariableUse& use_of(const Variable& variable) const;
  VariableUse look_at_uses(const Variable& variable) const;
  Mode mode_at(const Variable& variable, NodeId at, Mode mode) const;
  std::string_view layer_name(NodeId call) const;

  const SemanticModel& model_;
  const SyntaxTree& tree_;
};

// `Linear` of nn.Linear(…) under any import, or "".
std::string_view Judge::layer_name(NodeId call) const {
  const auto named = [&](std::string_view layer) {
    return model_.is_call_to(call, "torch.nn." + std::string(layer));
  };
  for (std::string_view layer : model_.names(Meaning::RepeatableLayer)) {
    if (named(layer)) return layer;
  }
  for (std::string_view layer : model_.names(Meaning::RepeatableByDefault)) {
    if (named(layer)) return layer;
  }
  for (std::string_view layer : model_.names(Meaning::RepeatableInEvaluation)) {
    if (named(layer)) return layer;
  }
  return named("Embedding") ? "Embedding" : named("Sequential") ? "Sequential" : "";
}

Repeatability Judge::judge_call(NodeId call, Mode mode) const {
  const std::string_view layer = layer_name(call);
  const std::string_view method = model_.method_name(call);
  const auto arguments = model_.arguments(call);
  if (layer == "Sequential") {
    Repeatability worst = Repeatability::Pure;
    for (NodeId part : arguments) worst = std::max(worst, judge(part, mode));
    return worst;
  }
  if (layer.empty()) {
    const bool plain = model_.means(Meaning::KeepsStructure, method);
    if (!plain) return Repeatability::Unknown;
    if (method == "eval" && mode == Mode::Training) mode = Mode::Evaluation;
    return judge(model_.receiver_of_call(call, method), mode);
  }
  if (model_.means(Meaning::RepeatableInEvaluation, layer)) {
    return mode == Mode::Evaluation ? Repeatability::Pure
           : mode == Mode::Training ? Repeatability::Stateful
                                    : Repeatability::Unknown;
  }
  if (model_.means(Meaning::RepeatableByDefault, layer)) {
    return arguments.empty() ? Repeatability::Pure : Repeatability::Unknown;
  }
  const bool renormalises = layer == "Embedding" && arguments.size() != 2;
  return renormalises ? Repeatability::Unknown : Repeatability::Pure;
}

VariableUse Judge::look_at_uses(const Variable& variable) const {
  VariableUse result;
  for (UseId u : variable.uses) {
    const Consumer consumer = model_.consumer_of(model_.bindings().use(u).node);
    const bool method = consumer.role == Role::MethodReceiver;
    const bool hooked = method && consumer.name.starts_with("register_forward");
    const bool plain =
        consumer.role == Role::Callee ||
        (consumer.role == Role::Argument && model_.is_call_to(consumer.node, "torch.jit.trace")) ||
        (method && model_.means(Meaning::KeepsStructure, consumer.name));
    if (!plain) {
      const Repeatability way = hooked ? Repeatability::Stateful : Repeatability::Unknown;
      result.worst = std::max(result.worst, way);
    }
    result.trains = result.trains || (method && consumer.name == "train");
    if (method && consumer.name == "eval") {
      result.evaluating.push_back(model_.statement_of(consumer.node));
    }
  }
  return result;
}

const VariableUse& Judge::use_of(const Variable& variable) const {
  const auto [known, is_new] = model_.notes<KnownUses>().of.try_emplace(&variable);
  if (is_new) known->second = look_at_uses(variable);
  return known->second;
}

Mode Judge::mode_at(const Variable& variable, NodeId at, Mode mode) const {
  const VariableUse& use = use_of(variable);
  if (use.trains) return Mode::Switched;
  if (mode != Mode::Training) return mode;
  const bool evaluates = std::ranges::any_of(use.evaluating, [&](NodeId statement) {
    return dominates(model_, statement, model_.statement_of(at));
  });
  return evaluates ? Mode::Evaluation : mode;
}

Repeatability Judge::judge(NodeId expr, Mode mode) const {
  expr = model_.strip_parentheses(expr);
  if (tree_.is(expr, Kind::Call)) return judge_call(expr, mode);
  if (!tree_.is(expr, Kind::Identifier)) return Repeatability::Unknown;
  const DefId d = model_.bindings().reaching(expr);
  if (d == kNone) return Repeatability::Unknown;
  const Definition& definition = model_.bindings().definition(d);
  // The constructor stands in front of its use, so the search for it ends.
  if (definition.kind != DefKind::Assign || definition.value >= expr) {
    return Repeatability::Unknown;
  }
  const Variable& variable = model_.bindings().variable_of(d);
  return std::max(use_of(variable).worst, judge(definition.value, mode_at(variable, expr, mode)));
}

}  // namespace

Repeatability repeatability(const SemanticModel& model, NodeId expr) {
  return Judge(model).judge(expr, Mode::Training);
}

Answer<Claim::RunsTheSame> runs_the_same(const SemanticModel& model, NodeId model_expr,
                                         NodeId traced) {
  if (model_expr != kNoNode && repeatability(model, model_expr) == Repeatability::Pure) {
    return Prover<Claim::RunsTheSame>::proven();
  }
  return Assumption{AssumptionKind::OneServesAll,
                    "the model draws no random numbers, keeps no statistics and prints nothing while it "
                    "is traced",
                    traced};
}

}  // namespace mlfix
