// See data_value.h.

#include "torch/graph/data_value.h"

#include <algorithm>
#include <set>
#include <string_view>

#include "semantic/control/walk.h"
#include "semantic/names/access_path.h"
#include "torch/graph/attachment.h"

namespace mlfix {
namespace {

constexpr FactSet kNoTensor = Fact::Module | Fact::Loss | Fact::Optimizer | Fact::Scheduler |
                              Fact::GradScaler | Fact::DataLoader | Fact::Dataset | Fact::Callable |
                              Fact::Engine | Fact::ProcessGroup;
constexpr FactSet kGraphless = Fact::NoGraph | Fact::Number | Fact::NdArray | Fact::String |
                               Fact::None | Fact::IntTensor | Fact::Parameter;
constexpr int kMostSteps = 6;

// `train_images` and `labels2` are data; `image_features` is not.
bool is_data_name(const SemanticModel& model, std::string_view name) {
  while (!name.empty() &&
         (name.back() == 's' || name.back() == '_' || (name.back() >= '0' && name.back() <= '9'))) {
    if (model.suggests(Hint::Data, name)) return true;
    name.remove_suffix(1);
  }
  const auto underscore = name.rfind('_');
  const auto last = underscore == name.npos ? name : name.substr(underscore + 1);
  if (name.starts_with("n_") || name.starts_with("num_")) return true;
  return model.suggests(Hint::Data, last);
}

// model.parameters() gives leaves.
bool is_parameter_reader(const SyntaxTree& tree, NodeId called) {
  return tree.is(called, Kind::Attribute) &&
         tree.text(tree.child(called, Field::Attribute)).find("parameters") !=
             std::string_view::npos;
}

// Tells values that carry a graph from data and settings.
class DataFinder {
 public:
  explicit DataFinder(const SemanticModel& model) : model_(model), tree_(model.tree()) {}

  bool holds_data(DefId def) { return holds_data(def, 0); }
  bool is_data(NodeId expr, int depth);

 private:
  bool holds_data(DefId def, int depth);
  bool is_data_call(NodeId call, int depth);
  bool is_called(const Definition& parameter) const;
  bool is_construction(NodeId call) const;
  bool is_unseen_call(NodeId expr) const;
  bool gives_data(NodeId expr, std::string_view name) const;

  const SemanticModel& model_;
  const SyntaxTree& tree_;
  std::set<DefId> active_;
};

bool DataFinder::holds_data(DefId def, int depth) {
  if (def == kNone) return false;
  const Definition& d = model_.bindings().definition(def);
  const Facts facts = model_.facts_of(def);
  if (facts.must.has_any(kGraphless) || facts.may.has_any(kNoTensor)) return true;
  if (facts.weak.has_any(kNoTensor) && facts.may.empty()) return true;
  if (depth > kMostSteps || !active_.insert(def).second) return true;  // decided further up
  bool data = false;
  switch (d.kind) {
    case DefKind::Import:
    case DefKind::Function:
    case DefKind::Class:
    case DefKind::Unbound:
    case DefKind::Delete:
      data = true;
      break;
    case DefKind::Parameter:
      data = is_data_name(model_, model_.bindings().variable_of(def).name) || is_called(d);
      break;
    case DefKind::Phi:
    case DefKind::LoopPhi:
      data = std::all_of(d.operands.begin(), d.operands.end(),
                         [&](DefId operand) { return holds_data(operand, depth + 1); });
      break;
    case DefKind::AugAssign:
      data = is_data(d.value, depth + 1) && holds_data(d.operands[0], depth + 1);
      break;
    default:
      data = d.value != kNoNode && (is_data(d.value, depth + 1) ||
                                    gives_data(d.value, model_.bindings().variable_of(def).name));
      break;
  }
  active_.erase(def);
  return data;
}

// Is the parameter a function, or a module, that is run here?
bool DataFinder::is_called(const Definition& parameter) const {
  return std::any_of(parameter.uses.begin(), parameter.uses.end(), [&](UseId use) {
    return model_.consumer_of(model_.bindings().use(use).node).role == Role::Callee;
  });
}

// Does the call make an object of a class that is no tensor and no module:
// ArgumentParser(), Extractor(model)?
bool DataFinder::is_construction(NodeId call) const {
  const std::string_view name = called_name(tree_, call);
  const bool is_class =
      name.size() > 1 && name[0] >= 'A' && name[0] <= 'Z' && name[1] >= 'a' && name[1] <= 'z';
  return is_class && name.find("Tensor") == name.npos && name != "Variable" &&
         !model_.facts(call).could_be(Fact::Tensor);
}

// A call of code we can't see, which is not a method of a value.
bool DataFinder::is_unseen_call(NodeId expr) const {
  if (!tree_.is(expr, Kind::Call) || model_.callee(expr) != kNoNode) return false;
  const NodeId called = tree_.child(expr, Field::Function);
  const Symbol symbol = model_.qualified_name(called);
  if (symbol != kNoSymbol && model_.knowledge().callable(symbol) != nullptr) return false;
  if (!model_.qualified_text(called).empty()) return true;
  const NodeId object =
      tree_.is(called, Kind::Attribute) ? tree_.child(called, Field::Object) : called;
  const bool builtin = object == called && model_.bindings().reaching(called) == kNone;
  const bool runs_object = object == called || tree_.text(object) == "self" ||
                           model_.facts(object).could_be(Fact::Module);
  return runs_object && !builtin && !is_parameter_reader(tree_, called);
}

// images = load(path), by the name of the variable.
bool DataFinder::gives_data(NodeId expr, std::string_view name) const {
  if (name.size() < 2 || !is_data_name(model_, name) || !is_unseen_call(expr)) return false;
  if (model_.facts(tree_.child(expr, Field::Function)).could_be(Fact::Module)) return false;
  const auto arguments = model_.arguments(expr);
  return std::none_of(arguments.begin(), arguments.end(), [&](NodeId argument) {
    return model_.facts(argument).could_be(Fact::Module);
  });
}

bool DataFinder::is_data_call(NodeId call, int depth) {
  const NodeId called = tree_.child(call, Field::Function);
  if (model_.facts(called).could_be(Fact::Module)) return false;
  if (is_construction(call)) return true;
  if (is_unseen_call(call)) return false;
  if (model_.callee(call) != kNoNode) {
    const Effects effects = model_.callee_effects(model_.callee(call));
    if (effects.has(Effect::ModuleForward)) return false;
  }
  const bool method = tree_.is(called, Kind::Attribute) && model_.qualified_text(called).empty();
  if (method && !is_data(tree_.child(called, Field::Object), depth + 1)) return false;
  const auto arguments = model_.arguments(call);
  return std::all_of(arguments.begin(), arguments.end(),
                     [&](NodeId argument) { return is_data(argument, depth + 1); });
}

// Is nothing in the expression computed by a module, as far as we see?
bool DataFinder::is_data(NodeId expr, int depth) {
  if (has_no_graph(model_, expr)) return true;
  if (attachment_of(model_, expr) != Attachment::None) return false;
  if (model_.grad_mode(expr).mode == GradMode::Disabled) return true;
  expr = model_.strip_parentheses(expr);
  switch (tree_.kind(expr)) {
    case Kind::Identifier: {
      const DefId def = model_.bindings().reaching(expr);
      return def == kNone ? is_data_name(model_, tree_.text(expr)) ||
                                !model_.facts(expr).could_be(Fact::Tensor)
                          : holds_data(def, depth);
    }
    case Kind::Attribute:
      return model_.facts(expr).may.has_any(kNoTensor) || !model_.qualified_text(expr).empty() ||
             is_data(tree_.child(expr, Field::Object), depth + 1);
    case Kind::Call:
      return is_data_call(expr, depth);
    default:
      break;
  }
  for (const NodeId child : tree_.children(expr)) {
    if (!is_nested_scope(tree_.kind(child)) && !is_data(child, depth + 1)) return false;
  }
  return true;
}

}  // namespace

bool holds_data(const SemanticModel& model, DefId def) {
  return DataFinder(model).holds_data(def);
}

bool is_data(const SemanticModel& model, NodeId expr) {
  return DataFinder(model).is_data(expr, 0);
}

}  // namespace mlfix
