// Classes of the file: their bases, methods and frameworks.
//
// Bases are followed depth first through the file; a base that the file does
// not define counts by its qualified name and by what the knowledge tables say
// about it. Methods are looked up in Python's order: depth first, but what several
// bases lead to comes behind the last of them, as in a diamond.

#include <algorithm>
#include <optional>
#include <ranges>
#include <set>
#include <span>

#include "semantic/binding/binding.h"
#include "semantic/knowledge/knowledge.h"
#include "semantic/model_caches.h"
#include "semantic/names/attribute_access.h"
#include "semantic/names/calls.h"
#include "semantic/names/name_resolver.h"
#include "semantic/project/project.h"
#include "semantic/project_entity.h"
#include "semantic/semantic_model.h"

namespace mlfix {
namespace {

constexpr std::size_t kMaxDerived = 200;
// Ways from a class to those above it, beyond which each is gone to once.
constexpr std::size_t kMostWaysUp = 1000;

NodeId function_in(const SyntaxTree& tree, NodeId statement) {
  if (tree.is(statement, Kind::DecoratedDefinition)) {
    statement = tree.child(statement, Field::Definition);
  }
  return tree.is(statement, Kind::FunctionDefinition) ? statement : kNoNode;
}

// The class that directly holds the function, decorators included.
NodeId class_holding(const SyntaxTree& tree, NodeId function) {
  NodeId parent = tree.parent(function);
  if (tree.is(parent, Kind::DecoratedDefinition)) parent = tree.parent(parent);
  if (!tree.is(parent, Kind::Block)) return kNoNode;
  parent = tree.parent(parent);
  return tree.is(parent, Kind::ClassDefinition) ? parent : kNoNode;
}

// The identifier of the first plain parameter, or kNoNode.
NodeId first_parameter(const SyntaxTree& tree, NodeId function) {
  const NodeId parameters = tree.child(function, Field::Parameters);
  if (parameters == kNoNode) return kNoNode;
  const NodeId first = tree.first_child(parameters);
  if (tree.is(first, Kind::TypedParameter)) return tree.first_child(first);
  return tree.is(first, Kind::Identifier) ? first : kNoNode;
}

// The entry of `klass` in classes sorted by node, or the end.
template <typename Classes>
auto find_class(Classes& sorted, NodeId klass) {
  const auto found = std::ranges::lower_bound(sorted, klass, {}, &ClassInfo::node);
  return found != sorted.end() && found->node == klass ? found : sorted.end();
}

}  // namespace

const std::vector<ClassInfo>& NameResolver::classes() {
  if (cache_.classes_ready) return cache_.classes;
  cache_.classes_ready = true;
  for (NodeId n = 0; n < tree_.size(); ++n) {
    if (!tree_.is(n, Kind::ClassDefinition)) continue;
    ClassInfo info;
    info.node = n;
    for (const NodeId statement : tree_.children(tree_.child(n, Field::Body))) {
      const NodeId function = function_in(tree_, statement);
      if (function == kNoNode) continue;
      info.methods.emplace_back(tree_.text(tree_.child(function, Field::Name)), function);
    }
    info.sorted_methods = info.methods;
    std::ranges::sort(info.sorted_methods);
    for (const auto& [name, function] : info.methods) {
      std::vector<NodeId>& defining = cache_.defining[name];
      if (defining.empty() || defining.back() != n) defining.push_back(n);
    }
    cache_.classes.push_back(std::move(info));
  }
  for (ClassInfo& info : cache_.classes) {
    const NodeId bases = tree_.child(info.node, Field::Superclasses);
    if (bases == kNoNode) continue;
    for (const NodeId base : tree_.children(bases)) {
      if (tree_.is(base, Kind::KeywordArgument)) continue;
      const NodeId local = class_named_by(base);
      (local == kNoNode ? info.foreign_bases : info.bases)
          .push_back(local == kNoNode ? base : local);
    }
  }
  for (const ClassInfo& info : cache_.classes) {
    for (const NodeId base : info.bases) {
      find_class(cache_.classes, base)->derived.push_back(info.node);
    }
  }
  return cache_.classes;
}

const ClassInfo* NameResolver::class_info(NodeId klass) {
  model_.work().spend();
  const std::vector<ClassInfo>& all = classes();
  const auto found = find_class(all, klass);
  return found == all.end() ? nullptr : &*found;
}

NodeId NameResolver::class_of_definition(DefId d, int depth) {
  model_.work().spend();
  if (depth > kMaxNameDepth) return kNoNode;
  const Definition& definition = bindings_.definition(d);
  if (definition.kind == DefKind::Class) return tree_.parent(definition.node);
  if (definition.kind == DefKind::Assign && definition.value != kNoNode) {
    return class_named_by(definition.value, depth + 1);
  }
  if (definition.kind != DefKind::Phi && definition.kind != DefKind::LoopPhi) return kNoNode;
  NodeId agreed = kNoNode;
  for (const DefId operand : definition.operands) {
    if (operand == d) continue;
    const NodeId klass = class_of_definition(operand, depth + kPhiDepth);
    if (klass == kNoNode || (agreed != kNoNode && agreed != klass)) return kNoNode;
    agreed = klass;
  }
  return agreed;
}

NodeId NameResolver::class_named_by(NodeId expr, int depth) {
  const bool is_attribute = tree_.is(expr, Kind::Attribute);
  if (depth > kMaxNameDepth || (!is_attribute && !tree_.is(expr, Kind::Identifier))) return kNoNode;
  const DefId d = is_attribute ? named_in_own_module(expr) : bindings_.reaching(expr);
  if (d == kNone) return kNoNode;
  return agreed_of(d, NodeId{kNoNode}, [&](DefId one) { return class_of_definition(one, depth); });
}

namespace {

bool is_met_often(const std::vector<Ancestor>& all, NodeId klass) {
  return all.size() > kMostWaysUp && std::ranges::find(all, klass, &Ancestor::klass) != all.end();
}

}  // namespace

// Depth first, what is met several times each time.
void NameResolver::add_ancestors(NodeId klass, int depth, std::vector<Ancestor>& all) {
  model_.work().spend();
  all.push_back({klass, kNoNode});
  const NodeId bases = tree_.child(klass, Field::Superclasses);
  if (bases == kNoNode || depth > kMaxNameDepth) return;
  for (const NodeId base : tree_.children(bases)) {
    if (tree_.is(base, Kind::KeywordArgument)) continue;
    const NodeId local = class_named_by(base);
    if (local == kNoNode) {
      all.push_back({kNoNode, base});
    } else if (!is_met_often(all, local)) {
      add_ancestors(local, depth + 1, all);
    }
  }
}

// Of what several bases lead to, the last place counts.
const std::vector<Ancestor>& NameResolver::order_of(NodeId klass) {
  const auto known = cache_.orders.find(klass);
  if (known != cache_.orders.end()) return known->second;
  std::vector<Ancestor> all;
  add_ancestors(klass, 0, all);
  std::set<Ancestor> met;
  std::vector<Ancestor> order;
  for (const Ancestor& one : all | std::views::reverse) {
    if (met.insert(one).second) order.push_back(one);
  }
  std::ranges::reverse(order);
  return cache_.orders[klass] = std::move(order);
}

namespace {

// What the body of a class binds a name to: the last `def` of that name, if nothing else does.
struct BoundInClass {
  bool binds = false;
  NodeId method = kNoNode;
};

BoundInClass bound_in_class(const SemanticModel& model, NodeId klass, std::string_view name) {
  const Bindings& bindings = model.bindings();
  const ScopeId scope = bindings.scope_made_by(klass);
  const Variable* variable = scope == kNone ? nullptr : bindings.lookup(scope, name);
  if (variable == nullptr || variable->scope != scope) return {};
  BoundInClass found;
  for (const DefId d : variable->definitions) {
    const Definition& definition = bindings.definition(d);
    if (definition.kind == DefKind::Unbound) continue;
    const NodeId function = model.tree().parent(definition.node);
    const bool is_method =
        definition.kind == DefKind::Function && class_holding(model.tree(), function) == klass;
    if (!is_method) return {true, kNoNode};
    found = {true, function};
  }
  return found;
}

}  // namespace

// The first that binds the name decides.
MethodRef NameResolver::first_method(std::span<const Ancestor> order, std::string_view name) {
  const ProjectPlace& place = model_.place();
  for (const Ancestor& one : order) {
    model_.work().spend();
    if (one.klass != kNoNode) {
      const BoundInClass bound = bound_in_class(model_, one.klass, name);
      if (bound.binds) return {bound.method, {}};
    } else if (const ProjectEntity other = class_elsewhere(one.foreign_base); other) {
      if (const ProjectEntity found = place.project->method(other, name)) return {kNoNode, found};
    }
  }
  return {};
}

NodeId NameResolver::find_method(NodeId klass, std::string_view name) {
  return class_info(klass) == nullptr ? NodeId{kNoNode} : first_method(order_of(klass), name).node;
}

MethodRef NameResolver::method_after(NodeId klass, std::string_view name) {
  const auto derived = with_derived(klass);
  if (!derived) return {};
  std::optional<MethodRef> agreed;
  for (const NodeId one : *derived) {
    const std::span<const Ancestor> order = order_of(one);
    const auto own = std::ranges::find(order, klass, &Ancestor::klass);
    if (own == order.end()) return {};
    const MethodRef found =
        first_method(order.subspan(static_cast<std::size_t>(own - order.begin()) + 1), name);
    if (agreed && !(*agreed == found)) return {};
    agreed = found;
  }
  return agreed.value_or(MethodRef());
}

NodeId NameResolver::class_before_super(NodeId call) {
  const std::vector<NodeId> given = model_.arguments(call);
  return given.empty() ? model_.class_of(call) : class_named_by(given.front());
}

const std::vector<NodeId>& NameResolver::classes_defining(std::string_view name) {
  static const std::vector<NodeId> kNobody;
  classes();
  const auto known = cache_.defining.find(name);
  return known == cache_.defining.end() ? kNobody : known->second;
}

std::vector<NodeId> NameResolver::methods_named(std::span<const std::string_view> names) {
  std::vector<NodeId> found;
  for (const std::string_view name : names) {
    for (const NodeId klass : classes_defining(name)) {
      const auto& methods = class_info(klass)->sorted_methods;
      const auto by_name = [](const auto& method) { return method.first; };
      for (const auto& [own, method] : std::ranges::equal_range(methods, name, {}, by_name)) {
        found.push_back(method);
      }
    }
  }
  std::ranges::sort(found);
  return found;
}

bool NameResolver::overridden_below(NodeId klass, std::string_view name) {
  const std::vector<NodeId>& defining = classes_defining(name);
  if (std::ranges::all_of(defining, [&](NodeId other) { return other == klass; })) return false;
  const auto below = with_derived(klass);
  // Its own, or that of a mixin that stands before ours.
  const auto runs_another = [&](NodeId derived) {
    for (const Ancestor& one : order_of(derived)) {
      if (one.klass == klass) return false;
      if (one.klass != kNoNode && std::ranges::binary_search(defining, one.klass)) return true;
    }
    return false;
  };
  return !below || std::ranges::any_of(*below, runs_another);
}

std::optional<std::vector<NodeId>> NameResolver::with_derived(NodeId klass) {
  std::set<NodeId> found{klass};
  std::vector<NodeId> open{klass};
  while (!open.empty()) {
    const ClassInfo* info = class_info(open.back());
    open.pop_back();
    if (info == nullptr) continue;
    for (const NodeId derived : info->derived) {
      model_.work().spend();
      if (!found.insert(derived).second) continue;
      if (found.size() > kMaxDerived) {
        model_.work().leave_unanswered("classes that derive from one");
        return std::nullopt;
      }
      open.push_back(derived);
    }
  }
  return std::vector<NodeId>(found.begin(), found.end());
}

std::vector<NodeId> NameResolver::with_ancestors(NodeId klass) {
  std::vector<NodeId> found{klass};
  for (std::size_t i = 0; i < found.size(); ++i) {
    const ClassInfo* info = class_info(found[i]);
    if (info == nullptr) continue;
    for (const NodeId base : info->bases) {
      model_.work().spend(found.size());
      if (std::find(found.begin(), found.end(), base) == found.end()) found.push_back(base);
    }
  }
  return found;
}

bool NameResolver::derives(NodeId klass, NodeId ancestor, int depth) {
  model_.work().spend();
  if (klass == ancestor) return true;
  const ClassInfo* info = depth > kMaxNameDepth ? nullptr : class_info(klass);
  return info != nullptr && std::any_of(info->bases.begin(), info->bases.end(), [&](NodeId base) {
           return derives(base, ancestor, depth + 1);
         });
}

// The class and those above it, or below it, as far as derives() follows bases.
std::vector<NodeId> NameResolver::reached_classes(NodeId klass, bool upwards) {
  std::vector<NodeId> found{klass};
  std::set<NodeId> seen{klass};
  std::size_t level_begin = 0;
  for (int level = 0; level <= kMaxNameDepth && level_begin < found.size(); ++level) {
    const std::size_t level_end = found.size();
    for (std::size_t i = level_begin; i < level_end; ++i) {
      const ClassInfo* info = class_info(found[i]);
      if (info == nullptr) continue;
      for (const NodeId next : upwards ? info->bases : info->derived) {
        model_.work().spend();
        if (seen.insert(next).second) found.push_back(next);
      }
    }
    level_begin = level_end;
  }
  return found;
}

const std::vector<NodeId>& NameResolver::family(NodeId klass) {
  const auto known = cache_.families.find(klass);
  if (known != cache_.families.end()) return known->second;
  std::set<NodeId> all;
  for (const bool upwards : {true, false}) {
    for (const NodeId other : reached_classes(klass, upwards)) all.insert(other);
  }
  return cache_.families[klass] = {all.begin(), all.end()};
}

const std::vector<NodeId>& NameResolver::joined_family(NodeId klass) {
  const auto known = cache_.joined_families.find(klass);
  if (known != cache_.joined_families.end()) return known->second;
  const std::vector<NodeId>& own = family(klass);
  std::set<NodeId> all{own.begin(), own.end()};
  for (const NodeId derived : reached_classes(klass, /*upwards=*/false)) {
    for (const NodeId other : reached_classes(derived, /*upwards=*/true)) all.insert(other);
  }
  return cache_.joined_families[klass] = {all.begin(), all.end()};
}

std::vector<AttributeAccess> NameResolver::accesses_of(const std::vector<NodeId>& classes,
                                                       std::string_view name) {
  auto known = cache_.accesses.find(name);
  const bool is_new = known == cache_.accesses.end();
  if (is_new) known = cache_.accesses.try_emplace(std::string(name)).first;
  auto& by_class = known->second;
  if (is_new) {
    for (const AttributeAccess& access : model_.attribute_accesses(name)) {
      by_class[access.klass].push_back(access);
    }
  }
  std::vector<AttributeAccess> found;
  const auto add = [&](NodeId klass) {
    const auto of_class = by_class.find(klass);
    if (of_class == by_class.end()) return;
    found.insert(found.end(), of_class->second.begin(), of_class->second.end());
  };
  add(kNoNode);
  for (const NodeId klass : classes) add(klass);
  model_.work().spend(classes.size() + found.size());
  std::ranges::sort(found, {}, &AttributeAccess::node);
  return found;
}

std::vector<AttributeAccess> NameResolver::accesses_of_family(NodeId klass, std::string_view name) {
  return accesses_of(family(klass), name);
}

std::vector<AttributeAccess> NameResolver::accesses_of_joined_family(NodeId klass,
                                                                     std::string_view name) {
  return accesses_of(joined_family(klass), name);
}

NodeId NameResolver::class_of_self(NodeId identifier) {
  if (!tree_.is(identifier, Kind::Identifier)) return kNoNode;
  const DefId bound = bindings_.definition_at(identifier);
  const DefId d = bound == kNone ? bindings_.reaching(identifier) : bound;
  if (d == kNone || bindings_.definition(d).kind != DefKind::Parameter) return kNoNode;
  const NodeId function = bindings_.scope(bindings_.definition(d).scope).node;
  if (!tree_.is(function, Kind::FunctionDefinition) || is_static_method(tree_, function)) {
    return kNoNode;
  }
  const bool is_first = first_parameter(tree_, function) == bindings_.definition(d).node;
  return is_first ? class_holding(tree_, function) : kNoNode;
}

bool NameResolver::is_self(NodeId identifier) {
  return class_of_self(identifier) != kNoNode;
}

namespace {

// Calls `here(base)` for every base expression that is not a class of the
// project, over the class and its ancestors in this file, and `elsewhere(name)` with the qualified
// names of the bases that ancestors in other files have; until one returns true.
template <typename Here, typename Elsewhere>
bool any_foreign_base(const SemanticModel& model, NameResolver& names, NodeId klass, int depth,
                      const Here& here, const Elsewhere& elsewhere) {
  const ClassInfo* info = depth > kMaxNameDepth ? nullptr : names.class_info(klass);
  if (info == nullptr) return false;
  for (const NodeId base : info->foreign_bases) {
    if (here(base)) return true;
    const ProjectEntity known = names.class_elsewhere(base);
    if (known && model.place().project->any_foreign_base(known, elsewhere)) return true;
  }
  return std::any_of(info->bases.begin(), info->bases.end(), [&](NodeId base) {
    return any_foreign_base(model, names, base, depth + 1, here, elsewhere);
  });
}

}  // namespace

bool SemanticModel::derives_from(NodeId klass, std::string_view dotted) const {
  NameResolver names(*this, caches_->names);
  const Symbol wanted = knowledge_->find(dotted);
  const auto here = [&](NodeId base) {
    if (is_named(base, dotted)) return true;
    return wanted != kNoSymbol && knowledge_->derives(names.symbol_of(base), wanted);
  };
  const auto elsewhere = [&](const std::string& base) {
    if (knowledge_->canonical_text(base) == knowledge_->canonical_text(dotted)) return true;
    const Symbol symbol = base.empty() ? kNoSymbol : knowledge_->find(base);
    return wanted != kNoSymbol && symbol != kNoSymbol &&
           (symbol == wanted || knowledge_->derives(symbol, wanted));
  };
  return any_foreign_base(*this, names, klass, 0, here, elsewhere);
}

const FrameworkInfo* SemanticModel::framework_of(NodeId klass) const {
  NameResolver names(*this, caches_->names);
  const FrameworkInfo* found = nullptr;
  const auto known = [&](Symbol base) {
    found = base == kNoSymbol ? nullptr : knowledge_->framework(base);
    return found != nullptr;
  };
  any_foreign_base(
      *this, names, klass, 0, [&](NodeId base) { return known(names.symbol_of(base)); },
      [&](const std::string& base) { return !base.empty() && known(knowledge_->find(base)); });
  return found;
}

}  // namespace mlfix
