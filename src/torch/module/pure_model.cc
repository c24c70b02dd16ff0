// Layers are judged by their constructors. A name stands for its model only as
// long as it is used plainly: whoever gets hold of the model may give it a hook
// or another layer. Dropout and batch normalisation are pure in evaluation mode.

#include "torch/module/pure_model.h"

#include <algorithm>
#include <string>
#include <unordered_map>
#include <vector>

#include "semantic/binding/binding.h"
#include "semantic/control/consumer.h"
#include "semantic/control/flow_queries.h"
#include "semantic/flow/value_origins.h"
#include "semantic/knowledge/meanings.h"
#include "semantic/knowledge/name_set.h"
#include "semantic/semantic_model.h"

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

struct KnownModels {
  std::unordered_map<Mode, OriginMemory> of;  // by the mode that they run in
};

constexpr Source kStateful = own_source(0);
constexpr Source kUnknown = own_source(1);

// Whatever keeps a model from computing the same every time: layers that draw numbers or keep
// statistics in a mode, and code that may have changed the model.
class ChangingOrigin final : public OriginPolicy {
 public:
  explicit ChangingOrigin(Mode mode) : mode_(mode) {}

  OriginMemory* memory(const SemanticModel& model) const override {
    return &model.notes<KnownModels>().of[mode_];
  }
  bool takes(ValueOrigins& origins, NodeId expr, Wanted) const override;
  bool takes_definition(ValueOrigins& origins, DefId def, Wanted) const override;
  void source(ValueOrigins& origins, NodeId expr, Wanted) const override {
    origins.mark(kUnknown, expr);
  }
  void source_definition(ValueOrigins& origins, DefId def, Wanted) const override {
    origins.mark(kUnknown, origins.model().bindings().definition(def).node);
  }

 private:
  void take_call(ValueOrigins& origins, NodeId call) const;
  void follow_in(ValueOrigins& origins, NodeId expr, Mode mode) const;

  Mode mode_;
};

// `Linear` of nn.Linear(…) under any import, or "".
std::string_view layer_name(const SemanticModel& model, NodeId call) {
  const auto named = [&](std::string_view layer) {
    return model.is_call_to(call, "torch.nn." + std::string(layer));
  };
  for (std::string_view layer : model.names(Meaning::RepeatableLayer)) {
    if (named(layer)) return layer;
  }
  for (std::string_view layer : model.names(Meaning::RepeatableByDefault)) {
    if (named(layer)) return layer;
  }
  for (std::string_view layer : model.names(Meaning::RepeatableInEvaluation)) {
    if (named(layer)) return layer;
  }
  return named("Embedding") ? "Embedding" : named("Sequential") ? "Sequential" : "";
}

void ChangingOrigin::follow_in(ValueOrigins& origins, NodeId expr, Mode mode) const {
  if (mode == mode_) return origins.follow(expr);
  origins.add(origins_of(origins.model(), ChangingOrigin(mode), expr), expr);
}

void ChangingOrigin::take_call(ValueOrigins& origins, NodeId call) const {
  const SemanticModel& model = origins.model();
  const std::string_view layer = layer_name(model, call);
  const std::string_view method = model.method_name(call);
  const auto arguments = model.arguments(call);
  if (layer == "Sequential") return origins.follow_all(arguments);
  if (layer.empty()) {
    if (!model.means(Meaning::KeepsStructure, method)) return origins.mark(kUnknown, call);
    const bool evaluates = method == "eval" && mode_ == Mode::Training;
    return follow_in(origins, model.receiver_of_call(call, method),
                     evaluates ? Mode::Evaluation : mode_);
  }
  if (model.means(Meaning::RepeatableInEvaluation, layer)) {
    if (mode_ == Mode::Evaluation) return;
    return origins.mark(mode_ == Mode::Training ? kStateful : kUnknown, call);
  }
  const bool by_default = model.means(Meaning::RepeatableByDefault, layer);
  const bool renormalises = layer == "Embedding" && arguments.size() != 2;
  if (by_default ? !arguments.empty() : renormalises) origins.mark(kUnknown, call);
}

VariableUse look_at_uses(const SemanticModel& model, const Variable& variable) {
  VariableUse result;
  for (UseId u : variable.uses) {
    const Consumer consumer = model.consumer_of(model.bindings().use(u).node);
    const bool method = consumer.role == Role::MethodReceiver;
    const bool hooked = method && consumer.name.starts_with("register_forward");
    const bool plain =
        consumer.role == Role::Callee ||
        (consumer.role == Role::Argument && model.is_call_to(consumer.node, "torch.jit.trace")) ||
        (method && model.means(Meaning::KeepsStructure, consumer.name));
    if (!plain) {
      const Repeatability way = hooked ? Repeatability::Stateful : Repeatability::Unknown;
      result.worst = std::max(result.worst, way);
    }
    result.trains = result.trains || (method && consumer.name == "train");
    if (method && consumer.name == "eval") {
      result.evaluating.push_back(model.statement_of(consumer.node));
    }
  }
  return result;
}

const VariableUse& use_of(const SemanticModel& model, const Variable& variable) {
  const auto [known, is_new] = model.notes<KnownUses>().of.try_emplace(&variable);
  if (is_new) known->second = look_at_uses(model, variable);
  return known->second;
}

Mode mode_at(const SemanticModel& model, const Variable& variable, NodeId at, Mode mode) {
  const VariableUse& use = use_of(model, variable);
  if (use.trains) return Mode::Switched;
  if (mode != Mode::Training) return mode;
  const bool evaluates = std::ranges::any_of(use.evaluating, [&](NodeId statement) {
    return dominates(model, statement, model.statement_of(at));
  });
  return evaluates ? Mode::Evaluation : mode;
}

bool ChangingOrigin::takes(ValueOrigins& origins, NodeId expr, Wanted) const {
  const SemanticModel& model = origins.model();
  if (model.tree().is(expr, Kind::Call)) {
    take_call(origins, expr);
    return true;
  }
  const DefId def =
      model.tree().is(expr, Kind::Identifier) ? model.bindings().reaching(expr) : DefId{kNone};
  if (def == kNone) {
    origins.mark(kUnknown, expr);
    return true;
  }
  const Variable& variable = model.bindings().variable_of(def);
  const Repeatability used = use_of(model, variable).worst;
  if (used != Repeatability::Pure) {
    origins.mark(used == Repeatability::Stateful ? kStateful : kUnknown, expr);
  }
  const Mode mode = mode_at(model, variable, expr, mode_);
  if (mode == mode_) return false;
  origins.add(origins_of_definition(model, ChangingOrigin(mode), def), expr);
  return true;
}

// One object, made before whatever runs it.
bool ChangingOrigin::takes_definition(ValueOrigins& origins, DefId def, Wanted) const {
  const Definition& d = origins.model().bindings().definition(def);
  if (d.kind != DefKind::Assign) origins.mark(kUnknown, d.node);
  return d.kind != DefKind::Assign;
}

}  // namespace

Repeatability repeatability(const SemanticModel& model, NodeId expr) {
  const Origins origins = origins_of(model, ChangingOrigin(Mode::Training), expr);
  if (origins.has(kStateful)) return Repeatability::Stateful;
  return origins.empty() ? Repeatability::Pure : Repeatability::Unknown;
}

Answer<Claim::RunsTheSame> runs_the_same(const SemanticModel& model, NodeId model_expr,
                                         NodeId traced) {
  if (model_expr != kNoNode && repeatability(model, model_expr) == Repeatability::Pure) {
    return Prover<Claim::RunsTheSame>::proven();
  }
  return Assumption{
      AssumptionKind::OneServesAll,
      "the model draws no random numbers, keeps no statistics and prints nothing while it "
      "is traced, and the loop changes no number that it reads",
      traced};
}

}  // namespace mlfix
