// Facts of the entries of lists and dicts that constant keys and places tell apart: `out["loss"]`
// of `out = {"loss": criterion(y, t), "count": len(t)}`, also where a function of the file returns
// the dict, and what is stored to that key later.
//
// A container can be changed by whoever has it. All uses of the name that it is bound to are looked
// at: where one of them may put something else under the key, the entries are not told apart, and
// each counts as any; where the container is only handed to others, nothing is certain of its
// entries any more.

#include <algorithm>
#include <optional>
#include <string_view>
#include <vector>

#include "semantic/binding/binding.h"
#include "semantic/control/consumer.h"
#include "semantic/facts/fact_solver.h"
#include "semantic/knowledge/facts.h"
#include "semantic/knowledge/meanings.h"
#include "semantic/model_caches.h"
#include "semantic/names/elements.h"
#include "semantic/names/part.h"
#include "semantic/project/project_code.h"
#include "semantic/project_entity.h"
#include "semantic/semantic_model.h"

namespace mlfix {
namespace {

// Bounds the work for a container that a generated file uses everywhere.
constexpr std::size_t kMostUsesOfContainer = 64;
constexpr std::size_t kMostMerges = 16;  // of a name, one of the other

bool is_display(const SyntaxTree& tree, NodeId n) {
  return tree.is(n, Kind::Dictionary) || tree.is(n, Kind::List) || tree.is(n, Kind::Tuple);
}

// In longer displays no entry is told apart: each that is asked for goes through all.
constexpr std::size_t kMostEntries = 64;

// What a dict is made with under the key; kNoNode where it is made without. Nothing where that
// can't be said.
std::optional<NodeId> entry_of_dictionary(const SyntaxTree& tree, NodeId display,
                                          const Part& part) {
  NodeId found = kNoNode;
  std::size_t entries = 0;
  for (const NodeId pair : tree.children(display)) {
    if (!tree.is(pair, Kind::Pair) || ++entries > kMostEntries) return std::nullopt;
    const Part key = constant_part(tree, tree.child(pair, Field::Key));
    if (key.whole()) return std::nullopt;
    if (!(key < part) && !(part < key)) found = tree.child(pair, Field::Value);
  }
  return found;
}

std::optional<NodeId> entry_of_display(const SemanticModel& model, NodeId display,
                                       const Part& part) {
  if (model.tree().is(display, Kind::Dictionary)) {
    return entry_of_dictionary(model.tree(), display, part);
  }
  const Elements& items = placed_elements(model, display);
  const auto at = static_cast<std::size_t>(part.index);
  if (part.index < 0 || at >= items.before_stars) return std::nullopt;
  return items.all[at];
}

// What is put under one key of a container that a name is bound to.
struct EntryWrites {
  std::vector<NodeId> values;
  std::vector<NodeId> reads;  // by that very key
  bool seen = true;           // these are all that the function puts there
  bool certain = true;        // and nobody else has the container
};

class EntryUses {
 public:
  EntryUses(const SemanticModel& model, const Part& part)
      : model_(model), tree_(model.tree()), part_(part) {}

  EntryWrites of(DefId d) {
    const Bindings& bindings = model_.bindings();
    const Definition& definition = bindings.definition(d);
    found_.seen = definition.uses.size() <= kMostUsesOfContainer &&
                  bindings.variable_of(d).captured_at == kNoNode && !may_be_in_other_cells(d) &&
                  !is_read_where_merged(d);
    found_.certain = !bindings.scope(definition.scope).has_dynamic_names;
    for (const UseId use : definition.uses) {
      if (!found_.seen) break;
      model_.work().spend();
      take(bindings.use(use).node);
    }
    return found_;
  }

 private:
  bool may_be_in_other_cells(DefId d) const {
    return model_.is_notebook() &&
           model_.function_of(model_.bindings().definition(d).node) == kNoNode;
  }

  // Does anybody read the name where it may be bound to something else? A loop merges each name
  // that it binds, whether it is read there or not.
  bool is_read_where_merged(DefId d) const {
    const Bindings& bindings = model_.bindings();
    std::vector<DefId> merges{d};
    for (std::size_t i = 0; i < merges.size(); ++i) {
      model_.work().spend();
      for (const DefId merge : bindings.definition(merges[i]).phis) {
        if (!bindings.definition(merge).uses.empty() || merges.size() > kMostMerges) return true;
        if (std::ranges::count(merges, merge) == 0) merges.push_back(merge);
      }
    }
    return false;
  }

  void take(NodeId name) {
    const NodeId parent = tree_.parent(name);
    if (tree_.is(parent, Kind::Subscript) && tree_.child(parent, Field::Value) == name) {
      return take_item(parent);
    }
    const Consumer consumer = model_.consumer_of(name);
    switch (consumer.role) {
      case Role::Compared:
      case Role::Condition:
      case Role::Discarded:
      case Role::Formatted:
      case Role::Iterated:
      case Role::Returned:
        return;
      case Role::MethodReceiver:
        found_.seen = model_.means(Meaning::ReadsEntries, consumer.name) ||
                      (consumer.name == "append" && part_.index >= 0);
        return;
      case Role::Argument:
      case Role::Yielded:
      case Role::Element:
        found_.certain = false;
        return;
      default:
        found_.seen = false;
    }
  }

  void take_item(NodeId item) {
    const NodeId value = assigned_value(tree_, item);
    const Part key = constant_part(tree_, tree_.child(item, Field::Subscript));
    const bool is_same = may_be_same_part(key, part_);
    if (value != kNoNode) {
      if (is_same) found_.values.push_back(value);
      return;
    }
    if (!is_same) return;
    if (is_other_target(item)) found_.seen = false;
    if (!key.whole()) found_.reads.push_back(item);
  }

  // Is it written to otherwise than by an assignment of its own?
  bool is_other_target(NodeId item) const {
    const NodeId parent = tree_.parent(item);
    if (tree_.field(item) == Field::Left) return !tree_.is(parent, Kind::Assignment);
    const Role role = model_.consumer_of(item).role;
    return role == Role::Other || role == Role::Deleted || tree_.is(parent, Kind::PatternList) ||
           tree_.is(parent, Kind::TuplePattern) || tree_.is(parent, Kind::ListPattern);
  }

  const SemanticModel& model_;
  const SyntaxTree& tree_;
  Part part_;
  EntryWrites found_;
};

}  // namespace

FactSolver::CellId FactSolver::entry_cell(FactCell::Kind kind, std::uint32_t id, const Part& part) {
  const auto [entry, is_new] = cache_.entry_cells.try_emplace({kind, id, part}, kNone);
  if (is_new) entry->second = new_cell({kind, id, part.index, part.key});
  return entry->second;
}

// Is the expression a display, or a call that returns one, which has the part, or a name that is
// bound to what is?
bool FactSolver::has_entry(NodeId whole, const Part& part) {
  whole = model_.strip_parentheses(whole);
  if (tree_.is(whole, Kind::Identifier)) whole = bound_value(whole);
  if (is_display(tree_, whole)) return true;
  if (!tree_.is(whole, Kind::Call)) return false;
  const NodeId function = names_.callee(whole);
  return function == kNoNode ? entry_elsewhere(whole, part).has_value()
                             : returns_displays(function);
}

// What the name is bound to where that is an assignment of its own, or kNoNode.
NodeId FactSolver::bound_value(NodeId name) {
  const DefId d = bindings_.reaching(name);
  if (d == kNone || bindings_.definition(d).kind != DefKind::Assign) return kNoNode;
  const NodeId value = bindings_.definition(d).value;
  return value == kNoNode ? value : model_.strip_parentheses(value);
}

// Does the function return displays alone, some of them by a name?
bool FactSolver::returns_displays(NodeId function) {
  if (!decorators(tree_, function).empty() || model_.is_generator(function) ||
      tree_.is_async(function)) {
    return false;
  }
  const std::vector<NodeId> returned = model_.returned_values(function);
  return !returned.empty() && returned.size() == model_.returns_of(function).size() &&
         std::ranges::all_of(returned, [&](NodeId value) {
           value = model_.strip_parentheses(value);
           if (tree_.is(value, Kind::Identifier)) value = bound_value(value);
           return is_display(tree_, value);
         });
}

// The same of a function of another file, by its summary.
std::optional<Facts> FactSolver::entry_elsewhere(NodeId call, const Part& part) {
  const ProjectPlace& place = model_.place();
  if (place.code == nullptr) return std::nullopt;
  const ProjectEntity function = names_.callee_elsewhere(call);
  if (!function || place.project->name_of(function) == "__init__") return std::nullopt;
  const FunctionSummary& summary = place.code->summary(function);
  if (!summary.known || summary.is_async || summary.has_unknown_decorator) return std::nullopt;
  const ReturnSummary& returned = place.code->returned_by(function);
  if (part.index >= 0) {
    const auto at = static_cast<std::size_t>(part.index);
    return at < returned.parts.size() ? std::optional(returned.parts[at]) : std::nullopt;
  }
  const auto entry = returned.entries.find(part.key);
  return entry == returned.entries.end() ? std::nullopt : std::optional(entry->second);
}

// The facts of that entry of what the expression gives, of which has_entry() holds.
Value FactSolver::entry_value(NodeId whole, const Part& part) {
  whole = model_.strip_parentheses(whole);
  if (is_display(tree_, whole)) {
    const auto entry = entry_of_display(model_, whole, part);
    return entry && *entry != kNoNode ? eval(*entry) : indexed(eval(whole));
  }
  if (tree_.is(whole, Kind::Identifier)) {
    return read(entry_cell(FactCell::Kind::Entry, bindings_.reaching(whole), part));
  }
  const NodeId function = names_.callee(whole);
  Value value;
  bool is_forward = false;
  if (function != kNoNode) {
    value = read(entry_cell(FactCell::Kind::ReturnedEntry, function, part));
    is_forward = tree_.text(tree_.child(function, Field::Name)) == "forward";
  } else if (const auto facts = entry_elsewhere(whole, part)) {
    value = {true, *facts, {}};
    is_forward = model_.place().project->name_of(names_.callee_elsewhere(whole)) == "forward";
  }
  if (!value.resolved) return value;
  // A module called as such may run hooks that replace its result.
  if (is_forward && model_.method_name(whole) != "forward") {
    value = weakened(value);
    if (value.facts.may.empty()) value.facts.may |= Fact::Tensor | FactSet(Fact::GradTensor);
  }
  detach_when_disabled(whole, value);
  return value;
}

Value FactSolver::of_entry(DefId d, const Part& part) {
  const NodeId made = model_.strip_parentheses(bindings_.definition(d).value);
  const EntryWrites writes = EntryUses(model_, part).of(d);
  const Value any = indexed(read(definition_cell(d)));
  if (!writes.seen) return any;
  Value value;
  std::size_t makers = writes.values.size() + 1;
  if (!is_display(tree_, made)) {
    value = entry_value(made, part);
  } else if (const auto entry = entry_of_display(model_, made, part); !entry) {
    return any;
  } else if (*entry != kNoNode) {
    value = eval(*entry);
  } else if (--makers == 0) {
    return any;
  }
  for (const NodeId stored : writes.values) join(value, eval(stored));
  if (!value.resolved) return value;
  // What is differentiated there is a tensor, whoever made it.
  if (makers == 1 && writes.certain) {
    for (const NodeId item : writes.reads) add_evidence(item, value);
  }
  if (writes.certain) return value;
  value = weakened(value);
  value.facts.must |= any.facts.must;
  return value;
}

Value FactSolver::of_returned_entry(NodeId function, const Part& part) {
  Value value;
  for (const NodeId returned : model_.returned_values(function)) {
    join(value, entry_value(returned, part));
  }
  return value;
}

// The keys that what the function returns is made with, or gets while the function has it.
std::set<std::string_view> FactSolver::returned_keys(NodeId function) {
  std::set<std::string_view> keys;
  const auto add = [&](NodeId key) { keys.insert(constant_part(tree_, key).key); };
  for (NodeId value : model_.returned_values(function)) {
    value = model_.strip_parentheses(value);
    if (tree_.is(value, Kind::Identifier)) {
      for (const UseId use : bindings_.definition(bindings_.reaching(value)).uses) {
        const NodeId item = tree_.parent(bindings_.use(use).node);
        if (tree_.is(item, Kind::Subscript)) add(tree_.child(item, Field::Subscript));
      }
      value = bound_value(value);
    }
    for (const NodeId pair : tree_.children(value)) {
      if (tree_.is(pair, Kind::Pair)) add(tree_.child(pair, Field::Key));
    }
  }
  keys.erase("");
  return keys;
}

std::map<std::string, Facts, std::less<>> FactSolver::returned_entries(NodeId function) {
  std::map<std::string, Facts, std::less<>> entries;
  if (!returns_displays(function)) return entries;
  for (const std::string_view key : returned_keys(function)) {
    model_.work().spend();
    const CellId c = entry_cell(FactCell::Kind::ReturnedEntry, function, {key});
    read(c);
    settle();
    Facts facts = cache_.cells[c].value.facts;
    normalise(facts);
    entries.emplace(key, facts);
  }
  return entries;
}

std::map<std::string, Facts, std::less<>> SemanticModel::returned_entry_facts(
    NodeId function) const {
  return FactSolver(*this, caches_->names, caches_->facts).returned_entries(function);
}

// What a constant or computed key gives of it, when nothing is known of the entry.
Value FactSolver::indexed(const Value& owner) {
  if (!owner.resolved) return owner;
  Value value = element_of(owner);
  if (owner.facts.must_be(Fact::Container)) value.facts.must = {};  // it may have been changed
  if (owner.facts.must_be(Fact::NdArray)) return possible(Fact::NdArray | FactSet(Fact::Number));
  if (owner.facts.may_be(Fact::Container)) value.facts.must = value.facts.must & Fact::NoGraph;
  return value;
}

}  // namespace mlfix
