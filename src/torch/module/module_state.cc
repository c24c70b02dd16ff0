// See module_state.h.

#include "torch/module/module_state.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <set>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "semantic/control/walk.h"
#include "semantic/names/access_path.h"

namespace mlfix {
NodeId module_class_of(const SemanticModel& model, NodeId n) {
  const NodeId function = model.function_of(n);
  const NodeId klass = function == kNoNode ? NodeId{kNoNode} : model.method_class(function);
  return klass != kNoNode && model.derives_from(klass, "torch.nn.Module") ? klass : kNoNode;
}

namespace {

bool has_forward(const SyntaxTree& tree, NodeId klass) {
  for (const NodeId statement : tree.children(tree.child(klass, Field::Body))) {
    const bool decorated = tree.is(statement, Kind::DecoratedDefinition);
    const NodeId method = decorated ? tree.child(statement, Field::Definition) : statement;
    if (tree.is(method, Kind::FunctionDefinition) &&
        tree.text(tree.child(method, Field::Name)) == "forward") {
      return true;
    }
  }
  return false;
}

// Does the class ask for the mode that a module is in, and is it not the file that sets it?
bool asks_for_mode(const SemanticModel& model, NodeId klass) {
  const auto accesses = model.attribute_accesses("training");
  return std::ranges::any_of(accesses, [&](const auto& one) { return one.klass == klass; }) &&
         std::ranges::none_of(accesses, [](const auto& one) { return one.is_store; });
}

// Does the class put modules on its objects?
bool makes_modules(const SemanticModel& model, NodeId klass) {
  const SyntaxTree& tree = model.tree();
  for (NodeId n = klass; n < tree.subtree_end(klass); ++n) {
    if (!tree.is(n, Kind::Assignment)) continue;
    const NodeId left = tree.child(n, Field::Left), right = tree.child(n, Field::Right);
    const bool on_self = tree.is(left, Kind::Attribute) && tree.is(right, Kind::Call) &&
                         tree.text(tree.child(left, Field::Object)) == "self";
    if (on_self && model.facts(right).must_be(Fact::Module)) return true;
  }
  return false;
}

// By class.
struct ProbableModules {
  std::unordered_map<NodeId, bool> known;
};

}  // namespace

NodeId probable_module_class_of(const SemanticModel& model, NodeId n) {
  if (const NodeId known = module_class_of(model, n); known != kNoNode) return known;
  const NodeId function = model.function_of(n);
  const NodeId klass = function == kNoNode ? NodeId{kNoNode} : model.method_class(function);
  if (klass == kNoNode || model.tree().child(klass, Field::Superclasses) == kNoNode) {
    return kNoNode;
  }
  const auto [known, is_new] = model.notes<ProbableModules>().known.try_emplace(klass, false);
  if (is_new && has_forward(model.tree(), klass)) {
    const bool is_module = asks_for_mode(model, klass) || makes_modules(model, klass);
    model.notes<ProbableModules>().known[klass] = is_module;
  }
  return model.notes<ProbableModules>().known[klass] ? klass : NodeId{kNoNode};
}

bool in_module_method(const SemanticModel& model, NodeId n, std::string_view method) {
  const SyntaxTree& tree = model.tree();
  const NodeId function = model.function_of(n);
  return function != kNoNode && tree.text(tree.child(function, Field::Name)) == method &&
         probable_module_class_of(model, n) != kNoNode;
}

// ---- phases ----------------------------------------------------------------------

namespace {

// The phase in which a condition holds: `self.training`, `not training`,
// `self.training and …`.
Phase phase_of_condition(const SemanticModel& model, NodeId condition) {
  const SyntaxTree& tree = model.tree();
  condition = model.strip_parentheses(condition);
  if (tree.is(condition, Kind::NotOperator)) {
    const NodeId inner = model.strip_parentheses(tree.child(condition, Field::Argument));
    if (tree.is(inner, Kind::BooleanOperator)) return Phase::Any;
    const Phase phase = phase_of_condition(model, inner);
    if (phase == Phase::Any) return phase;
    return phase == Phase::Training ? Phase::Evaluation : Phase::Training;
  }
  if (tree.is(condition, Kind::BooleanOperator)) {
    if (tree.text(tree.child(condition, Field::Operator)) != "and") return Phase::Any;
    const Phase left = phase_of_condition(model, tree.child(condition, Field::Left));
    const Phase right = phase_of_condition(model, tree.child(condition, Field::Right));
    return left != Phase::Any ? left : right;
  }
  const std::string_view text = tree.text(condition);
  const bool named = text == "self.training" || text == "training" || text == "is_training" ||
                     text == "self.is_training" || text == "train";
  return named ? Phase::Training : Phase::Any;
}

// The phase that is left when the condition does not hold. `a and b` fails in
// both phases.
Phase phase_without(const SemanticModel& model, NodeId condition) {
  condition = model.strip_parentheses(condition);
  if (model.tree().is(condition, Kind::BooleanOperator)) return Phase::Any;
  const Phase phase = phase_of_condition(model, condition);
  if (phase == Phase::Any) return phase;
  return phase == Phase::Training ? Phase::Evaluation : Phase::Training;
}

bool ends_in_exit(const SyntaxTree& tree, NodeId block) {
  NodeId last = kNoNode;
  for (const NodeId statement : tree.children(block)) last = statement;
  return tree.is(last, Kind::ReturnStatement) || tree.is(last, Kind::RaiseStatement);
}

// The first `if phase: … return` of a block, and the phase behind it.
struct PhaseExit {
  NodeId at = kNoNode;
  Phase behind = Phase::Any;
};

struct PhaseExits {
  std::unordered_map<NodeId, PhaseExit> of;  // by block
};

PhaseExit find_phase_exit(const SemanticModel& model, NodeId block) {
  const SyntaxTree& tree = model.tree();
  for (const NodeId statement : tree.children(block)) {
    if (!tree.is(statement, Kind::IfStatement)) continue;
    if (!ends_in_exit(tree, tree.child(statement, Field::Consequence))) continue;
    const Phase phase = phase_without(model, tree.child(statement, Field::Condition));
    if (phase != Phase::Any) return {statement, phase};
  }
  return {};
}

// The phase that is left by an exit in front of the statement, in the same block.
Phase phase_behind_exits(const SemanticModel& model, NodeId statement) {
  const NodeId block = model.tree().parent(statement);
  const auto [known, is_new] = model.notes<PhaseExits>().of.try_emplace(block);
  if (is_new) known->second = find_phase_exit(model, block);
  return known->second.at < statement ? known->second.behind : Phase::Any;
}

Phase phase_in_branch(const SemanticModel& model, NodeId branching, NodeId n) {
  const SyntaxTree& tree = model.tree();
  if (tree.is(branching, Kind::ConditionalExpression)) {
    const NodeId first = tree.first_child(branching);
    const NodeId condition = tree.next_sibling(first);
    if (tree.contains(first, n)) return phase_of_condition(model, condition);
    if (tree.contains(condition, n)) return Phase::Any;
    return phase_without(model, condition);
  }
  const NodeId condition = tree.child(branching, Field::Condition);
  if (tree.contains(condition, n)) return Phase::Any;
  const bool holds = tree.contains(tree.child(branching, Field::Consequence), n);
  return holds ? phase_of_condition(model, condition) : phase_without(model, condition);
}

}  // namespace

Phase phase_of(const SemanticModel& model, NodeId n) {
  const SyntaxTree& tree = model.tree();
  for (NodeId at = n; at != kNoNode && !is_nested_scope(tree.kind(at)); at = tree.parent(at)) {
    const NodeId up = tree.parent(at);
    Phase phase = Phase::Any;
    if (tree.is(up, Kind::IfStatement) || tree.is(up, Kind::ConditionalExpression)) {
      phase = phase_in_branch(model, up, n);
    } else if (tree.is(up, Kind::Block)) {
      phase = phase_behind_exits(model, at);
    }
    if (phase != Phase::Any) return phase;
  }
  return Phase::Any;
}

bool run_in_different_phases(const SemanticModel& model, NodeId a, NodeId b) {
  const Phase first = phase_of(model, a), second = phase_of(model, b);
  return first != Phase::Any && second != Phase::Any && first != second;
}

// ---- readers ---------------------------------------------------------------------

namespace {

// More ancestors, or classes that derive from one, nobody writes in a file: such classes are
// taken for related to all others.
constexpr std::size_t kMaxRelatives = 200;

// Each class of the file with those that it derives from.
class Ancestries {
 public:
  explicit Ancestries(const SemanticModel& model) {
    for (NodeId n = 0; n < model.tree().size(); ++n) {
      if (!model.tree().is(n, Kind::ClassDefinition)) continue;
      std::vector<NodeId> line = line_of(model, n);
      if (line.size() > kMaxRelatives) endless_.insert(n);
      for (const NodeId member : line) lines_with_[member].push_back(lines_.size());
      lines_.push_back(std::move(line));
    }
    for (const auto& [klass, lines] : lines_with_) {
      if (lines.size() > kMaxRelatives) endless_.insert(klass);
    }
    if (!endless_.empty()) model.work().leave_unanswered("classes that derive from one");
  }

  bool is_related_to_all(NodeId klass) const { return endless_.contains(klass); }

  // The classes that one object may be of together with `klass`, which is not related to all.
  std::set<NodeId> relatives_of(const SemanticModel& model, NodeId klass) const {
    std::set<NodeId> relatives = endless_;
    relatives.insert(klass);
    const auto with = lines_with_.find(klass);
    if (with == lines_with_.end()) return relatives;
    for (const std::size_t line : with->second) {
      model.work().spend(lines_[line].size());
      relatives.insert(lines_[line].begin(), lines_[line].end());
    }
    return relatives;
  }

 private:
  static std::vector<NodeId> line_of(const SemanticModel& model, NodeId klass) {
    std::vector<NodeId> line{klass};
    for (std::size_t i = 0; i < line.size() && line.size() <= kMaxRelatives; ++i) {
      model.work().spend();
      const NodeId bases = model.tree().child(line[i], Field::Superclasses);
      if (bases == kNoNode) continue;
      for (const NodeId base : model.tree().children(bases)) {
        const NodeId known = class_named(model, base);
        if (known != kNoNode && std::ranges::find(line, known) == line.end()) line.push_back(known);
      }
    }
    return line;
  }

  static NodeId class_named(const SemanticModel& model, NodeId name) {
    if (!model.tree().is(name, Kind::Identifier)) return kNoNode;
    const DefId def = model.bindings().reaching(name);
    const bool known = def != kNone && model.bindings().definition(def).kind == DefKind::Class;
    return known ? model.tree().parent(model.bindings().definition(def).node) : NodeId{kNoNode};
  }

  std::vector<std::vector<NodeId>> lines_;
  std::set<NodeId> endless_;  // that derive from too many, or have too many that derive from them
  std::unordered_map<NodeId, std::vector<std::size_t>> lines_with_;
};

// By the class of the `self` that is accessed, kNoNode for other objects.
using NodesByClass = std::map<NodeId, std::vector<NodeId>>;

struct OwnAccesses {
  NodesByClass reads, stores;
};

struct AttributeAccesses {
  std::unordered_map<std::string_view, OwnAccesses> own;  // by name
  // By class, kNoNode for all, and name: the reads of the class and its relatives.
  std::map<std::pair<NodeId, std::string_view>, std::vector<NodeId>> reads;
};

const OwnAccesses& accesses_by_class(const SemanticModel& model, std::string_view name) {
  const auto [known, is_new] = model.notes<AttributeAccesses>().own.try_emplace(name);
  if (!is_new) return known->second;
  for (const AttributeAccess& access : model.attribute_accesses(name)) {
    if (access.is_load) known->second.reads[access.klass].push_back(access.node);
    if (access.is_store) known->second.stores[access.klass].push_back(access.node);
  }
  return known->second;
}

std::vector<NodeId> find_reads(const SemanticModel& model, NodeId klass, std::string_view name) {
  const NodesByClass& by_class = accesses_by_class(model, name).reads;
  std::vector<NodeId> reads;
  const auto add = [&](const std::vector<NodeId>& some) {
    reads.insert(reads.end(), some.begin(), some.end());
  };
  if (klass == kNoNode) {
    for (const auto& [owner, own] : by_class) add(own);
  } else {
    std::set<NodeId> owners = model.notes<Ancestries>(model).relatives_of(model, klass);
    owners.insert(kNoNode);
    for (const NodeId owner : owners) {
      if (const auto own = by_class.find(owner); own != by_class.end()) add(own->second);
    }
  }
  std::ranges::sort(reads);
  return reads;
}

}  // namespace

const std::vector<NodeId>& reads_of_attribute(const SemanticModel& model, NodeId store) {
  NodeId klass = model.class_of(store);
  if (model.notes<Ancestries>(model).is_related_to_all(klass)) klass = kNoNode;
  const std::string_view name = model.tree().text(model.tree().child(store, Field::Attribute));
  const auto [known, is_new] = model.notes<AttributeAccesses>().reads.try_emplace({klass, name});
  if (is_new) known->second = find_reads(model, klass, name);
  return known->second;
}

std::vector<NodeId> stores_of_attribute(const SemanticModel& model, NodeId store) {
  const std::string_view name = model.tree().text(model.tree().child(store, Field::Attribute));
  const NodesByClass& stores = accesses_by_class(model, name).stores;
  std::vector<NodeId> found;
  for (const NodeId klass : std::set<NodeId>{model.class_of(store), kNoNode}) {
    const auto own = stores.find(klass);
    if (own != stores.end()) found.insert(found.end(), own->second.begin(), own->second.end());
  }
  return found;
}

Need graph_need_of(const SemanticModel& model, NodeId read) {
  if (model.has_gradients_off(read)) return Need::None;
  const Fate fate = model.fate(read);
  if (fate.backward || fate.in_forward_output) return Need::Certain;
  return fate.escapes() || fate.unknown ? Need::Possible : Need::None;
}

bool is_called_statistic(const SemanticModel& model, std::string_view name) {
  return model.suggests(Hint::Gathered, name) && model.suggests(Hint::Statistic, name);
}

bool is_module_statistic(const SemanticModel& model, NodeId place) {
  const SyntaxTree& tree = model.tree();
  place = without_items(model, place);
  if (!tree.is(place, Kind::Attribute)) return false;
  return is_called_statistic(model, last_name(tree, place)) &&
         probable_module_class_of(model, place) != kNoNode;
}

}  // namespace mlfix
