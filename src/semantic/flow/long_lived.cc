// One access is judged by what directly surrounds it; what is not recognised
// counts as a read of everything. Entries that are containers themselves
// (`history["loss"].append(x)`) belong to the container that holds them.

#include "semantic/flow/long_lived.h"

#include <algorithm>
#include <set>
#include <string>
#include <unordered_map>

#include "semantic/binding/binding.h"
#include "semantic/control/consumer.h"
#include "semantic/knowledge/knowledge.h"
#include "semantic/names/access_path.h"
#include "semantic/names/attribute_access.h"
#include "semantic/names/call_sites.h"
#include "semantic/names/name_resolver.h"
#include "semantic/project/project.h"
#include "semantic/project_entity.h"
#include "semantic/semantic_model.h"

namespace mlfix {
namespace {

std::string_view last_part(std::string_view dotted) {
  return dotted.substr(dotted.rfind('.') + 1);
}

bool is_negative(const SyntaxTree& tree, NodeId n) {
  return tree.is(n, Kind::UnaryOperator) && tree.text(n).starts_with('-');
}

// [-1], [-k:], [-k:-1]: counted from the end.
bool is_tail(const SyntaxTree& tree, NodeId subscript) {
  NodeId index = tree.child(subscript, Field::Subscript);
  if (!tree.is(index, Kind::Slice)) return is_negative(tree, index);
  const NodeId lower = tree.first_child(index);
  return is_negative(tree, lower) && tree.text(index).starts_with('-') &&
         std::ranges::count(tree.text(index), ':') == 1;
}

bool is_target(const SyntaxTree& tree, NodeId n, Kind statement) {
  return tree.is(tree.parent(n), statement) && tree.field(n) == Field::Left;
}

bool is_pattern(Kind kind) {
  return kind == Kind::PatternList || kind == Kind::TuplePattern || kind == Kind::ListPattern;
}

ContainerUse use_by_method(const SemanticModel& model, const Consumer& consumer) {
  const std::string_view method = consumer.name;
  const NodeId receiver = model.receiver_of_call(consumer.node, method);
  if (model.means(Meaning::GrowsContainer, method, receiver)) return ContainerUse::Growth;
  return model.means(Meaning::TrimsContainer, method, receiver) ? ContainerUse::Trim
                                                                : ContainerUse::Read;
}

ContainerUse use_as_argument(const SemanticModel& model, NodeId call) {
  const NodeId function = model.tree().child(call, Field::Function);
  const std::string_view name = model.tree().text(function);
  const bool aggregate =
      model.means(Meaning::Aggregates, name) ||
      (name.find('.') != name.npos && model.means(Meaning::AggregatesInLibrary, last_part(name)));
  return aggregate ? ContainerUse::Aggregate : ContainerUse::Read;
}

ContainerAccess access_by_item(const SemanticModel& model, NodeId place, NodeId subscript) {
  const SyntaxTree& tree = model.tree();
  const bool slice = tree.is(tree.child(subscript, Field::Subscript), Kind::Slice);
  if (is_target(tree, subscript, Kind::Assignment)) {
    return {place, slice ? ContainerUse::Trim : ContainerUse::Growth, tree.parent(subscript)};
  }
  if (is_target(tree, subscript, Kind::AugmentedAssignment)) {
    return {place, ContainerUse::Growth, tree.parent(subscript)};
  }
  const Consumer consumer = model.consumer_of(subscript);
  if (consumer.role == Role::Deleted) return {place, ContainerUse::Trim, consumer.node};
  if (consumer.role == Role::MethodReceiver) {
    const ContainerUse use = use_by_method(model, consumer);
    if (use != ContainerUse::Read) return {place, use, consumer.node};
  }
  if (is_tail(tree, subscript)) return {place, ContainerUse::Tail, subscript};
  if (consumer.role == Role::Subscripted) return access_by_item(model, place, consumer.node);
  return {place, ContainerUse::Read, subscript};
}

NodeId place_in(const SemanticModel& model, NodeId container) {
  const SyntaxTree& tree = model.tree();
  const NodeId place = without_items(model, container);
  const bool known = tree.is(place, Kind::Identifier) || tree.is(place, Kind::Attribute);
  return known ? place : kNoNode;
}

bool is_sequence_display(const SyntaxTree& tree, NodeId n) {
  return tree.is(n, Kind::List) || tree.is(n, Kind::Tuple) || tree.is(n, Kind::ListComprehension);
}

}  // namespace

bool makes_container(const SemanticModel& model, NodeId value) {
  const SyntaxTree& tree = model.tree();
  value = model.strip_parentheses(value);
  switch (tree.kind(value)) {
    case Kind::List:
    case Kind::Dictionary:
    case Kind::Set:
    case Kind::ListComprehension:
    case Kind::DictionaryComprehension:
    case Kind::SetComprehension:
      return true;
    case Kind::Call:
      return model.means(Meaning::MakesContainer,
                         last_part(tree.text(tree.child(value, Field::Function))));
    default:
      return false;
  }
}

bool has_maximum_length(const SemanticModel& model, NodeId value) {
  const SyntaxTree& tree = model.tree();
  value = model.strip_parentheses(value);
  if (!tree.is(value, Kind::Call)) return false;
  if (last_part(tree.text(tree.child(value, Field::Function))) != "deque") return false;
  const NodeId limit = model.argument(value, 1, "maxlen");
  return limit != kNoNode && tree.text(limit) != "None";
}

ContainerAccess container_access(const SemanticModel& model, NodeId place) {
  const SyntaxTree& tree = model.tree();
  if (is_target(tree, place, Kind::Assignment)) {
    const NodeId value = tree.child(tree.parent(place), Field::Right);
    return {place, value == kNoNode ? ContainerUse::Probe : ContainerUse::Set, value};
  }
  if (is_target(tree, place, Kind::AugmentedAssignment)) {
    return {place, ContainerUse::Growth, tree.parent(place)};
  }
  if (is_pattern(tree.kind(tree.parent(place)))) {
    return {place, ContainerUse::Set, value_bound_to(model, place)};
  }
  const Consumer consumer = model.consumer_of(place);
  switch (consumer.role) {
    case Role::MethodReceiver:
      return {place, use_by_method(model, consumer), consumer.node};
    case Role::Subscripted:
      return access_by_item(model, place, consumer.node);
    case Role::Argument:
      return {place, use_as_argument(model, consumer.node), consumer.node};
    case Role::Deleted:
      return {place, ContainerUse::Trim, consumer.node};
    case Role::Condition:
      return {place, ContainerUse::Probe, consumer.node};
    case Role::Compared: {
      const bool none = tree.text(consumer.node).find("None") != std::string_view::npos;
      return {place, none ? ContainerUse::Probe : ContainerUse::Read, consumer.node};
    }
    default:
      return {place, ContainerUse::Read, consumer.node};
  }
}

std::vector<ContainerAccess> attribute_uses(const SemanticModel& model, std::string_view name) {
  std::vector<ContainerAccess> accesses;
  for (const AttributeAccess& access : model.attribute_accesses(name)) {
    accesses.push_back(container_access(model, access.node));
  }
  return accesses;
}

namespace {

struct VariableUses {
  std::unordered_map<const Variable*, std::vector<ContainerAccess>> of;
};

}  // namespace

const std::vector<ContainerAccess>& variable_uses(const SemanticModel& model,
                                                  const Variable& variable) {
  const auto [known, is_new] = model.notes<VariableUses>().of.try_emplace(&variable);
  std::vector<ContainerAccess>& accesses = known->second;
  if (!is_new) return accesses;
  const Bindings& bindings = model.bindings();
  for (const DefId d : variable.definitions) {
    const Definition& definition = bindings.definition(d);
    const NodeId node = definition.node;
    if (definition.kind == DefKind::Assign || definition.kind == DefKind::Unpack) {
      accesses.push_back(container_access(model, node));
    } else if (definition.kind == DefKind::Delete) {
      accesses.push_back({node, ContainerUse::Trim, node});
    } else if (definition.kind != DefKind::AugAssign && definition.kind != DefKind::Unbound) {
      accesses.push_back({node, ContainerUse::Read, node});
    }
  }
  for (const UseId u : variable.uses) {
    accesses.push_back(container_access(model, bindings.use(u).node));
  }
  std::ranges::sort(accesses, {}, &ContainerAccess::place);
  return accesses;
}

const ContainerAccess* first_use(const std::vector<ContainerAccess>& accesses, ContainerUse use) {
  const auto at = std::ranges::find(accesses, use, &ContainerAccess::use);
  return at == accesses.end() ? nullptr : &*at;
}

Growing growth_of(const SemanticModel& model, NodeId n) {
  const SyntaxTree& tree = model.tree();
  if (tree.is(n, Kind::Call)) {
    const std::string_view method = model.method_name(n);
    const NodeId container = model.receiver_of_call(n, method);
    if (!model.means(Meaning::GrowsContainer, method, container) || method == "update") return {};
    const std::vector<NodeId> arguments = model.arguments(n);
    if (arguments.empty() || model.callee(n) != kNoNode) return {};
    return {container, place_in(model, container), arguments.back()};
  }
  const NodeId target = tree.child(n, Field::Left);
  NodeId value = tree.child(n, Field::Right);
  if (target == kNoNode || value == kNoNode) return {};
  if (tree.is(n, Kind::AugmentedAssignment)) {
    if (!is_sequence_display(tree, value)) return {};
    return {target, place_in(model, target), value};
  }
  if (!tree.is(value, Kind::BinaryOperator)) return {};
  const NodeId left = tree.child(value, Field::Left);
  value = tree.child(value, Field::Right);
  const bool grows = tree.text(left) == tree.text(target) && is_sequence_display(tree, value);
  return grows ? Growing{target, place_in(model, target), value} : Growing{};
}

bool named_in_string(const SemanticModel& model, std::string_view name) {
  const SyntaxTree& tree = model.tree();
  return std::ranges::any_of(tree.strings(), [&](TextRange range) {
    const std::string_view text = tree.source().substr(range.begin, range.end - range.begin);
    return text.size() == name.size() + 2 && text.substr(1, name.size()) == name;
  });
}

bool is_imported_by_others(const SemanticModel& model) {
  const ProjectPlace& place = model.place();
  return place.project != nullptr && place.file != kNoFile &&
         place.project->is_imported(place.file);
}

NodeId unseen_base(const SemanticModel& model, NodeId klass) {
  const SyntaxTree& tree = model.tree();
  std::vector<NodeId> classes{klass};
  std::set<NodeId> seen;
  while (!classes.empty()) {
    const NodeId at = classes.back();
    classes.pop_back();
    const NodeId bases = tree.child(at, Field::Superclasses);
    if (!seen.insert(at).second || bases == kNoNode) continue;
    for (const NodeId base : tree.children(bases)) {
      if (tree.is(base, Kind::KeywordArgument) || tree.text(base) == "object") continue;
      const DefId def = tree.is(base, Kind::Identifier) ? model.bindings().reaching(base) : kNone;
      if (def != kNone && model.bindings().definition(def).kind == DefKind::Class) {
        classes.push_back(tree.parent(model.bindings().definition(def).node));
        continue;
      }
      const std::string name = model.qualified_text(base);
      const bool indifferent = model.knowledge().covers(Meaning::IgnoresAttributes, name);
      if (!indifferent) return base;
    }
  }
  return kNoNode;
}

bool is_test_double(const SemanticModel& model, NodeId klass) {
  const std::string_view name = model.tree().text(model.tree().child(klass, Field::Name));
  return model.imports("pytest") || model.imports("unittest") ||
         model.suggests(Hint::TestDouble, name);
}

bool sets_up(const SemanticModel& model, NodeId function) {
  const SyntaxTree& tree = model.tree();
  if (function == kNoNode) return false;
  if (model.means(Meaning::SetsUp, tree.text(tree.child(function, Field::Name)))) return true;
  const CallSites& sites = model.call_sites(function);
  if (sites.calls.empty() || sites.value_use != kNoNode) return false;
  return std::ranges::all_of(sites.calls, [&](NodeId call) {
    const NodeId caller = model.function_of(call);
    return caller != kNoNode && caller != function &&
           model.means(Meaning::SetsUp, tree.text(tree.child(caller, Field::Name)));
  });
}

const ContainerAccess* creation_in_setup(const SemanticModel& model,
                                         const std::vector<ContainerAccess>& accesses) {
  for (const ContainerAccess& access : accesses) {
    if (access.use == ContainerUse::Set && access.detail != kNoNode &&
        sets_up(model, model.function_of(access.place))) {
      return makes_container(model, access.detail) ? &access : nullptr;
    }
  }
  return nullptr;
}

const ContainerAccess* trim_after_setup(const SemanticModel& model,
                                        const std::vector<ContainerAccess>& accesses) {
  for (const ContainerAccess& access : accesses) {
    if (access.use == ContainerUse::Trim) return &access;
    if (access.use != ContainerUse::Set) continue;
    const NodeId function = model.function_of(access.place);
    if (!sets_up(model, function)) return &access;
  }
  return nullptr;
}

namespace {

constexpr std::size_t kMostSiblings = 32;
constexpr int kFewestEmptied = 2;

// The attribute of `self` to which the statement adds an entry, or kNoNode.
NodeId list_filled_by(const SemanticModel& model, NodeId statement) {
  const SyntaxTree& tree = model.tree();
  const NodeId call = tree.first_child(statement);
  if (!tree.is(statement, Kind::ExpressionStatement) || !tree.is(call, Kind::Call)) return kNoNode;
  const NodeId place = growth_of(model, call).place;
  const bool is_own =
      tree.is(place, Kind::Attribute) && tree.text(tree.child(place, Field::Object)) == "self";
  return is_own ? place : NodeId{kNoNode};
}

// Where a method of its class empties the list, on every call of it; kNoNode where none does.
NodeId emptying_of(const SemanticModel& model, NodeId list) {
  std::vector<ContainerAccess> uses = attribute_uses(model, last_name(model.tree(), list));
  const NodeId klass = model.class_of(list);
  std::erase_if(uses,
                [&](const ContainerAccess& one) { return model.class_of(one.place) != klass; });
  const ContainerAccess* emptied = trim_after_setup(model, uses);
  if (emptied == nullptr) return kNoNode;
  const NodeId statement = model.statement_of(emptied->place);
  const NodeId method = model.function_of(statement);
  const bool is_always =
      method != kNoNode && model.block_of(statement) == model.tree().child(method, Field::Body);
  return is_always ? statement : NodeId{kNoNode};
}

}  // namespace

NodeId emptied_beside(const SemanticModel& model, NodeId growth) {
  const NodeId own = model.statement_of(growth);
  const std::vector<NodeId> siblings = model.statements(model.block_of(own));
  if (siblings.size() > kMostSiblings) return kNoNode;
  std::map<NodeId, std::vector<NodeId>> by_method;
  for (const NodeId sibling : siblings) {
    const NodeId list = list_filled_by(model, sibling);
    if (list == kNoNode) continue;
    const NodeId emptying = emptying_of(model, list);
    if (sibling == own && emptying != kNoNode) return kNoNode;
    if (sibling != own && emptying != kNoNode) {
      by_method[model.function_of(emptying)].push_back(emptying);
    }
  }
  for (const auto& [method, emptied] : by_method) {
    if (std::ssize(emptied) >= kFewestEmptied) return std::ranges::max(emptied);
  }
  return kNoNode;
}

}  // namespace mlfix
