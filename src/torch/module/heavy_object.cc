// Models are known by their facts. Where only a name speaks for one, what a call gave it is taken
// at its word: what a loop goes through under such a name may as well be a string.

#include "torch/module/heavy_object.h"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "semantic/binding/binding.h"
#include "semantic/control/consumer.h"
#include "semantic/knowledge/knowledge.h"
#include "semantic/knowledge/meanings.h"
#include "semantic/names/access_path.h"
#include "semantic/names/letters.h"
#include "semantic/semantic_model.h"
#include "torch/tensor/literal_tensor.h"

namespace mlfix {
namespace {

// What may be given a network and is none, nor holds more of it than a reference to weights.
constexpr FactSet kNoHolder = Fact::Optimizer | FactSet(Fact::Scheduler) | FactSet(Fact::Loss);

bool is_large_tensor(const SemanticModel& model, NodeId value, std::int64_t min_bytes) {
  const auto tensor = literal_tensor(model, value);
  const auto bytes = tensor ? tensor->bytes() : std::nullopt;
  return bytes && *bytes >= min_bytes;
}

// `model = build(config)`: nothing but the name speaks for it.
bool is_built_by_name(const SemanticModel& model, NodeId value) {
  const DefId d =
      model.tree().is(value, Kind::Identifier) ? model.bindings().reaching(value) : DefId{kNone};
  if (d == kNone || model.bindings().definition(d).kind != DefKind::Assign) return false;
  return model.tree().is(model.bindings().definition(d).value, Kind::Call) &&
         model.facts(value).weak.has(Fact::Module) && !model.facts(value).could_be(Fact::Loss);
}

// By the definition of a name, which many objects of one container may be given.
struct NetworksShown {
  std::unordered_map<DefId, bool> by;
};

// Is a part of what the name stands for run, or set up, as networks are: agent.net.eval()?
bool shows_network(const SemanticModel& model, NodeId name) {
  const SyntaxTree& tree = model.tree();
  const DefId d = tree.is(name, Kind::Identifier) ? model.bindings().reaching(name) : DefId{kNone};
  if (d == kNone) return false;
  const auto [known, is_new] = model.notes<NetworksShown>().by.try_emplace(d, false);
  if (!is_new) return known->second;
  const bool shows = std::ranges::any_of(model.bindings().definition(d).uses, [&](UseId use) {
    const NodeId part = tree.parent(model.bindings().use(use).node);
    if (!tree.is(part, Kind::Attribute)) return false;
    const Consumer consumer = model.consumer_of(part);
    const bool is_asked =
        consumer.role == Role::MethodReceiver && model.means(Meaning::ShowsModule, consumer.name);
    const Facts facts = model.facts(part);
    return facts.may_be(Fact::Module) || (is_asked && facts.could_be(Fact::Module));
  });
  return model.notes<NetworksShown>().by[d] = shows;
}

constexpr int kMostCopies = 3;  // one of the other

// Is it an object that is given a network of its own when it is made, Trainer(Net(), loader), or a
// copy of one? One that wraps what there is weighs nothing.
bool is_given_network(const SemanticModel& model, NodeId value, int depth) {
  const NodeId made = assigned_value(model, value);
  if (depth == 0 || !model.tree().is(made, Kind::Call)) return false;
  if (shows_network(model, value)) return true;
  const std::vector<NodeId> arguments = model.arguments(made);
  const std::string_view name = called_name(model.tree(), made);
  if (name == "deepcopy" && !arguments.empty()) {
    return is_given_network(model, arguments.front(), depth - 1);
  }
  return begins_like_class(name) && !model.facts(made).may.has_any(kNoHolder) &&
         std::ranges::any_of(arguments, [&](NodeId argument) {
           const Facts facts = model.facts(argument);
           return facts.may_be(Fact::Module) && !facts.may_be(Fact::Loss) &&
                  model.tree().is(assigned_value(model, argument), Kind::Call);
         });
}

bool makes_heavy_object(const SemanticModel& model, NodeId call) {
  if (!model.tree().is(call, Kind::Call)) return false;
  if (model.is_call_to(call, Meaning::CopiesData)) return true;
  const std::string name = model.qualified_text(model.tree().child(call, Field::Function));
  const std::string_view last = std::string_view(name).substr(name.rfind('.') + 1);
  const bool library = model.knowledge().covers(Meaning::LayerPackage, name);
  const bool constructor = library && begins_like_class(last) && name.find(".optim") == name.npos &&
                           name.find(".losses") == name.npos;
  return constructor && !model.facts(call).may_be(Fact::Loss);
}

struct HeavyObjects {
  std::optional<NodeId> first;  // of the file, or its end
};

}  // namespace

bool is_heavy(const SemanticModel& model, NodeId value, std::int64_t min_bytes) {
  const Facts facts = model.facts(value);
  return facts.may_be(Fact::KerasModel) ||
         (facts.may_be(Fact::Module) && !facts.may_be(Fact::Loss)) ||
         is_built_by_name(model, value) || is_large_tensor(model, value, min_bytes) ||
         is_given_network(model, value, kMostCopies);
}

NodeId first_heavy_object(const SemanticModel& model) {
  std::optional<NodeId>& first = model.notes<HeavyObjects>().first;
  if (first) return *first;
  NodeId n = 0;
  while (n < model.tree().size() && !makes_heavy_object(model, n)) ++n;
  return *(first = n);
}

}  // namespace mlfix
