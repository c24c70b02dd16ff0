// Windows go by their names, so nothing here is a proof; that nobody reads the
// number is, as far as the file goes.

#include "semantic/flow/history_window.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "semantic/binding/binding.h"
#include "semantic/control/consumer.h"
#include "semantic/flow/long_lived.h"
#include "semantic/knowledge/hints.h"
#include "semantic/knowledge/knowledge.h"
#include "semantic/knowledge/meanings.h"
#include "semantic/names/access_path.h"
#include "semantic/names/attribute_access.h"
#include "semantic/names/calls.h"
#include "semantic/names/letters.h"
#include "semantic/names/name_resolver.h"
#include "semantic/semantic_model.h"

namespace mlfix {
namespace {

// Numbers that may be the windows of lists, in source order.
class Windows {
 public:
  void add(const Hints& hints, std::string_view name, HistoryWindow window) {
    for (const std::string& word : words_of(hints, name)) first_.try_emplace(word, all_.size());
    all_.push_back(std::move(window));
  }

  // The first that has a word of its name in common with the list, or the first of all where
  // there is no other list.
  std::optional<HistoryWindow> of(const Hints& hints, std::string_view list, bool only_list) const {
    std::size_t found = only_list ? 0 : all_.size();
    for (const std::string& word : words_of(hints, list)) {
      if (const auto at = first_.find(word); at != first_.end())
        found = std::min(found, at->second);
    }
    return found < all_.size() ? std::optional(all_[found]) : std::nullopt;
  }

 private:
  static std::set<std::string> words_of(const Hints& hints, std::string_view name);

  std::vector<HistoryWindow> all_;
  std::map<std::string, std::size_t> first_;  // by word
};

std::set<std::string> Windows::words_of(const Hints& hints, std::string_view name) {
  std::set<std::string> words;
  const std::string lower = in_lower_case(name);
  for (std::size_t at = 0; at <= lower.size();) {
    const std::size_t end = std::min(lower.find('_', at), lower.size());
    std::string word = lower.substr(at, end - at);
    if (word.ends_with('s')) word.pop_back();
    if (!word.empty() && !hints.suggests(Hint::Length, word)) {
      words.insert(std::move(word));
    }
    at = end + 1;
  }
  return words;
}

// What the windows of the lists of one class are looked for in.
struct ListsOfClass {
  std::set<std::string_view> lists;  // the attributes that the class appends to
  NodeId constructor = kNoNode;
  Windows attributes;
};

// A call that gives an entry to a list of `self` which has a maximum length.
struct LimitedList {
  NodeId growth;
  HistoryWindow limit;
};

struct KnownWindows {
  std::unordered_map<NodeId, std::vector<LimitedList>> of_block;  // two of them at most
  std::unordered_map<NodeId, ListsOfClass> of_class;
  std::unordered_map<ScopeId, Windows> of_scope;
};

std::set<std::string_view> lists_of(const SemanticModel& model, NodeId klass) {
  const SyntaxTree& tree = model.tree();
  std::set<std::string_view> lists;
  for (NodeId n = klass; n < tree.subtree_end(klass); ++n) {
    if (!tree.is(n, Kind::Call)) continue;
    const Growing growing = growth_of(model, n);
    if (growing.place == kNoNode || !tree.is(growing.place, Kind::Attribute)) continue;
    lists.insert(last_name(tree, growing.place));
  }
  return lists;
}

// Is nothing else the default of the parameter?
bool may_be_number(const SyntaxTree& tree, NodeId parameter) {
  const NodeId holder = tree.parent(parameter);
  const NodeId initial = tree.child(holder, Field::Value);
  return initial == kNoNode || tree.is(initial, Kind::Integer) ||
         !tree.is(holder, Kind::DefaultParameter);
}

// A positive number, or a parameter that may be one.
bool may_be_limit(const SemanticModel& model, NodeId value) {
  const SyntaxTree& tree = model.tree();
  value = model.strip_parentheses(value);
  if (tree.is(value, Kind::Integer)) return true;
  if (!tree.is(value, Kind::Identifier)) return false;
  const DefId def = model.bindings().reaching(value);
  if (def == kNone) return false;
  const Definition& d = model.bindings().definition(def);
  if (d.kind == DefKind::Assign) return tree.is(d.value, Kind::Integer);
  return d.kind == DefKind::Parameter && may_be_number(tree, d.node);
}

bool is_read(const SemanticModel& model, std::string_view attribute) {
  return std::ranges::any_of(model.attribute_accesses(attribute),
                             [](const AttributeAccess& access) { return access.is_load; });
}

// `self.window = 100` in the class.
Windows window_attributes(const SemanticModel& model, NodeId klass) {
  const SyntaxTree& tree = model.tree();
  Windows windows;
  for (NodeId n = klass; n < tree.subtree_end(klass); ++n) {
    if (!tree.is(n, Kind::Assignment) || model.class_of(n) != klass) continue;
    const NodeId target = tree.child(n, Field::Left);
    const bool of_class = tree.is(target, Kind::Identifier) && model.function_of(n) == kNoNode;
    if (!of_class && !tree.is(target, Kind::Attribute)) continue;
    const std::string_view name = of_class ? tree.text(target) : last_name(tree, target);
    if (!model.suggests(Hint::Window, name)) continue;
    const NodeId value = tree.child(n, Field::Right);
    if (value == kNoNode || !may_be_limit(model, value) || is_read(model, name)) continue;
    if (of_class &&
        !model.bindings().variable_of(model.bindings().definition_at(target)).uses.empty()) {
      continue;
    }
    windows.add(model.knowledge().hints(), name, {target, "self." + std::string(name)});
  }
  return windows;
}

// `WINDOW = 100` of the module, or a parameter of the constructor.
Windows window_variables(const SemanticModel& model, ScopeId scope) {
  const SyntaxTree& tree = model.tree();
  Windows windows;
  for (const Variable& variable : model.bindings().variables(scope)) {
    if (!variable.uses.empty() || variable.definitions.size() != 1) continue;
    if (!model.suggests(Hint::Window, variable.name)) continue;
    const Definition& d = model.bindings().definition(variable.definitions.front());
    if (d.kind == DefKind::Parameter) {
      if (!may_be_number(tree, d.node)) continue;
      windows.add(model.knowledge().hints(), variable.name, {d.node, ""});
    } else if (d.kind == DefKind::Assign && tree.is(d.value, Kind::Integer)) {
      windows.add(model.knowledge().hints(), variable.name, {d.node, std::string(variable.name)});
    }
  }
  return windows;
}

const Windows& windows_of_scope(const SemanticModel& model, ScopeId scope) {
  const auto [known, is_new] = model.notes<KnownWindows>().of_scope.try_emplace(scope);
  if (is_new) known->second = window_variables(model, scope);
  return known->second;
}

NodeId constructor_of(const SemanticModel& model, NodeId klass) {
  const SyntaxTree& tree = model.tree();
  for (NodeId n = klass; n < tree.subtree_end(klass); ++n) {
    if (!tree.is(n, Kind::FunctionDefinition) || model.method_class(n) != klass) continue;
    if (tree.text(tree.child(n, Field::Name)) == "__init__") return n;
  }
  return kNoNode;
}

// The maximum length of a list of the class, or kNoNode.
NodeId maximum_length_of(const SemanticModel& model, NodeId klass, std::string_view list) {
  const SyntaxTree& tree = model.tree();
  for (const AttributeAccess& access : model.attribute_accesses_in(klass, list)) {
    const NodeId store = access.is_store ? tree.parent(access.node) : NodeId{kNoNode};
    if (!tree.is(store, Kind::Assignment)) continue;
    const NodeId made = model.strip_parentheses(tree.child(store, Field::Right));
    if (has_maximum_length(model, made)) return model.argument(made, 1, "maxlen");
  }
  return kNoNode;
}

// The first two of a block: whoever looks for one beside its own list needs no more.
std::vector<LimitedList> limited_lists_in(const SemanticModel& model, NodeId klass, NodeId block) {
  const SyntaxTree& tree = model.tree();
  std::vector<LimitedList> found;
  for (const NodeId statement : model.statements(block)) {
    const NodeId call = tree.first_child(statement);
    if (!tree.is(call, Kind::Call)) continue;
    const Growing growing = growth_of(model, call);
    if (growing.place == kNoNode || !tree.is(growing.place, Kind::Attribute)) continue;
    if (tree.text(tree.child(growing.place, Field::Object)) != "self") continue;
    const std::string_view list = last_name(tree, growing.place);
    const NodeId limit = maximum_length_of(model, klass, list);
    if (limit != kNoNode) found.push_back({call, HistoryWindow{limit, ""}});
    if (found.size() == 2) break;
  }
  return found;
}

// k of [-k], [-k:] and [-k:-j], without the sign.
NodeId entries_back(const SyntaxTree& tree, NodeId subscript) {
  NodeId index = tree.child(subscript, Field::Subscript);
  if (tree.is(index, Kind::Slice)) index = tree.first_child(index);
  return tree.is(index, Kind::UnaryOperator) ? tree.child(index, Field::Argument) : kNoNode;
}

// The number that a local name was bound to, `window = 5`, or the expression itself.
NodeId length_from(const SemanticModel& model, NodeId reach) {
  const Bindings& bindings = model.bindings();
  const DefId def =
      model.tree().is(reach, Kind::Identifier) ? bindings.reaching(reach) : DefId{kNone};
  if (def == kNone) return reach;
  const Definition& d = bindings.definition(def);
  const bool local = d.kind == DefKind::Assign && d.scope == bindings.scope_of(reach) &&
                     bindings.scope(d.scope).kind != ScopeKind::Module;
  return local && model.tree().is(d.value, Kind::Integer) ? d.value : reach;
}

// Does `klass` have the attribute of self that is read at `attribute`?
bool has_attribute(const SemanticModel& model, NodeId klass, NodeId attribute) {
  const SyntaxTree& tree = model.tree();
  if (tree.text(tree.child(attribute, Field::Object)) != "self") return false;
  if (model.class_of(attribute) == klass) return true;
  const std::string_view name = last_name(tree, attribute);
  return std::ranges::any_of(model.attribute_accesses(name), [&](const AttributeAccess& access) {
    return access.is_store && access.klass == klass;
  });
}

// Can a method of `klass` write it as it stands here?
bool is_known_in_class(const SemanticModel& model, NodeId klass, NodeId reach) {
  const SyntaxTree& tree = model.tree();
  if (tree.is(reach, Kind::Attribute)) return has_attribute(model, klass, reach);
  if (!tree.is(reach, Kind::Identifier)) return false;
  const DefId def = model.bindings().reaching(reach);
  if (def == kNone) return false;
  const Definition& d = model.bindings().definition(def);
  return model.bindings().scope(d.scope).kind == ScopeKind::Module;
}

}  // namespace

std::optional<HistoryWindow> unread_window(const SemanticModel& model, NodeId klass,
                                           std::string_view list) {
  const auto [known, is_new] = model.notes<KnownWindows>().of_class.try_emplace(klass);
  ListsOfClass& own = known->second;
  if (is_new) {
    own = {lists_of(model, klass), constructor_of(model, klass), window_attributes(model, klass)};
  }
  const bool only_list = own.lists.empty() || (own.lists.size() == 1 && own.lists.contains(list));
  const Hints& hints = model.knowledge().hints();
  if (auto window = own.attributes.of(hints, list, only_list)) return window;
  const ScopeId module = model.bindings().scope_of(model.tree().root());
  if (auto window = windows_of_scope(model, module).of(hints, list, only_list)) return window;
  if (own.constructor == kNoNode) return std::nullopt;
  const ScopeId scope = model.bindings().scope_made_by(own.constructor);
  if (scope == kNone) return std::nullopt;
  return windows_of_scope(model, scope).of(hints, list, only_list);
}

std::optional<HistoryWindow> window_of_sibling(const SemanticModel& model, NodeId klass,
                                               NodeId growth) {
  const NodeId block = model.block_of(model.statement_of(growth));
  const auto [known, is_new] = model.notes<KnownWindows>().of_block.try_emplace(block);
  if (is_new) known->second = limited_lists_in(model, klass, block);
  const auto sibling = std::ranges::find_if(
      known->second, [&](const LimitedList& list) { return list.growth != growth; });
  return sibling == known->second.end() ? std::nullopt : std::optional(sibling->limit);
}

std::optional<HistoryWindow> read_window(const SemanticModel& model, NodeId klass,
                                         const std::vector<ContainerAccess>& accesses) {
  const SyntaxTree& tree = model.tree();
  std::optional<HistoryWindow> window;
  std::int64_t largest = 0;
  for (const ContainerAccess& access : accesses) {
    if (access.use != ContainerUse::Tail) continue;
    if (entries_back(tree, access.detail) == kNoNode) return std::nullopt;
    const NodeId reach = length_from(model, entries_back(tree, access.detail));
    const std::string_view text = tree.text(reach);
    std::int64_t number = 0;
    const auto end = text.data() + text.size();
    const auto parsed = std::from_chars(text.data(), end, number);
    const bool literal = parsed.ec == std::errc() && parsed.ptr == end;
    if (!literal && !is_known_in_class(model, klass, reach)) return std::nullopt;
    if (literal && (!window || largest > 0)) {
      if (number <= largest) continue;
      largest = number;
    } else if (window && window->text != text) {
      return std::nullopt;
    }
    window = HistoryWindow{access.detail, std::string(text)};
  }
  return window;
}

namespace {

// `for handle in self.handles: handle.remove()`, at the place that is gone through; or kNoNode.
NodeId ending_loop(const SemanticModel& model, NodeId place) {
  const NodeId loop = model.tree().parent(place);
  if (!model.tree().is(loop, Kind::ForStatement) || model.tree().field(place) != Field::Right)
    return kNoNode;
  const auto body = model.statements(model.tree().child(loop, Field::Body));
  const NodeId entry = model.tree().child(loop, Field::Left);
  const NodeId ended = body.size() == 1
                           ? model.receiver_of_call(model.tree().first_child(body[0]), "remove")
                           : kNoNode;
  const bool ends = model.tree().is(entry, Kind::Identifier) && ended != kNoNode &&
                    model.tree().text(ended) == model.tree().text(entry) &&
                    model.arguments(model.tree().first_child(body[0])).empty();
  return ends ? loop : NodeId{kNoNode};
}

// The statement that joins what is in the list, whole or item by item, once: torch.cat(self.parts),
// torch.stack([part.mean() for part in self.parts]); or kNoNode.
NodeId joining_statement(const SemanticModel& model, NodeId place) {
  NodeId joined = place;
  if (model.tree().is(model.tree().parent(place), Kind::ForInClause) &&
      model.tree().field(place) == Field::Right) {
    joined = model.tree().parent(model.tree().parent(place));
    if (!model.tree().is(joined, Kind::ListComprehension)) return kNoNode;  // goes through it later
  }
  const Consumer taker = model.consumer_of(joined);
  const bool joins = taker.role == Role::Argument && taker.position == 0 &&
                     model.loop_of(taker.node) == kNoNode &&
                     (model.is_call_to(taker.node, Meaning::Joins) ||
                      model.is_call_to(taker.node, Meaning::JoinsTensors));
  if (!joins) return kNoNode;
  const NodeId statement = model.statement_of(taker.node);
  for (NodeId n = taker.node; n != statement; n = model.tree().parent(n)) {
    if (model.tree().is(n, Kind::Lambda) || model.tree().is(n, Kind::GeneratorExpression))
      return kNoNode;
  }
  return statement;
}

}  // namespace

std::optional<UsedUp> where_used_up(const SemanticModel& model,
                                    const std::vector<ContainerAccess>& accesses) {
  UsedUp found;
  for (const ContainerAccess& access : accesses) {
    if (access.use == ContainerUse::Growth || access.use == ContainerUse::Set ||
        access.use == ContainerUse::Probe) {
      continue;
    }
    if (access.use != ContainerUse::Read) return std::nullopt;
    const NodeId loop = ending_loop(model, access.place);
    const NodeId after = loop != kNoNode ? loop : joining_statement(model, access.place);
    if (after == kNoNode) return std::nullopt;
    const bool is_first = found.after == kNoNode;
    const bool joined = loop == kNoNode;
    if (!is_first && found.joined != joined) return std::nullopt;
    if (!is_first && joined && model.block_of(found.after) != model.block_of(after)) {
      return std::nullopt;
    }
    if (is_first || joined) found = {after, joined};
  }
  return found.after == kNoNode ? std::nullopt : std::optional(found);
}

bool is_run_for_effect(const SemanticModel& model, NodeId function) {
  if (function == kNoNode || sets_up(model, function) || model.is_generator(function)) {
    return false;
  }
  const std::string_view name = model.tree().text(model.tree().child(function, Field::Name));
  return model.method_class(function) != kNoNode && model.returned_values(function).empty() &&
         !model.suggests(Hint::Teardown, name);
}

bool ends_phase(const SemanticModel& model, NodeId method) {
  const std::string_view name = model.tree().text(model.tree().child(method, Field::Name));
  return name.ends_with("_end") || name == "fit";
}

bool is_made_once(const SemanticModel& model, const std::vector<ContainerAccess>& accesses) {
  return std::ranges::all_of(accesses, [&](const ContainerAccess& access) {
    const NodeId function = model.function_of(access.place);
    return access.use != ContainerUse::Set ||
           (function != kNoNode &&
            model.tree().text(model.tree().child(function, Field::Name)) == "__init__");
  });
}

namespace {

// The outermost loop around `n`, or kNoNode.
NodeId run_around(const SemanticModel& model, NodeId n) {
  const std::vector<NodeId> loops = model.loops_of(n);
  return loops.empty() ? kNoNode : loops.back();
}

bool is_empty_list_outside_loops(const SemanticModel& model, const ContainerAccess& set) {
  const SyntaxTree& tree = model.tree();
  return tree.is(set.detail, Kind::List) && tree.first_child(set.detail) == kNoNode &&
         run_around(model, set.place) == kNoNode;
}

}  // namespace

bool asks_for_figure(const SemanticModel& model, const ContainerAccess& access) {
  const SyntaxTree& tree = model.tree();
  return access.use == ContainerUse::Aggregate &&
         tree.text(tree.child(access.detail, Field::Function)) != "len";
}

std::optional<AverageSoFar> average_so_far(const SemanticModel& model, NodeId append) {
  const Growing growing = growth_of(model, append);
  const NodeId run = run_around(model, append);
  if (run == kNoNode || !model.tree().is(growing.place, Kind::Identifier)) return std::nullopt;
  if (growing.container != growing.place) return std::nullopt;
  const DefId list = model.bindings().reaching(growing.place);
  if (list == kNone) return std::nullopt;
  AverageSoFar found{run, kNoNode, kNoNode};
  for (const ContainerAccess& access : variable_uses(model, model.bindings().variable_of(list))) {
    if (access.use == ContainerUse::Set && found.made == kNoNode &&
        is_empty_list_outside_loops(model, access)) {
      found.made = access.detail;
    } else if (access.use == ContainerUse::Aggregate) {
      const bool in_run = run_around(model, access.place) == run;
      if (in_run && asks_for_figure(model, access)) found.asked = access.detail;
    } else if (access.use != ContainerUse::Growth && access.use != ContainerUse::Probe) {
      return std::nullopt;
    }
  }
  if (found.made == kNoNode || found.asked == kNoNode) return std::nullopt;
  return found;
}

namespace {

// Does the name say that the list is there so that its entries stay alive?
bool keeps_alive(std::string_view name) {
  // In code: parts of a name that excuse a list, and say nothing of what a value is.
  constexpr std::array<std::string_view, 4> kWords = {"keep", "alive", "refs", "hold"};
  return contains_word(name, kWords);
}

// May somebody read the variable by its name, without a mention in the code of the file?
bool may_be_asked_for(const SemanticModel& model, const Variable& variable) {
  const Scope& scope = model.bindings().scope(variable.scope);
  if (scope.has_dynamic_names || variable.declared_global) return true;
  if (scope.kind == ScopeKind::Function) return false;
  return scope.kind != ScopeKind::Module || model.is_notebook() || is_imported_by_others(model) ||
         named_in_string(model, variable.name);
}

// The call by which the read adds to the container, where it is a statement; or kNoNode.
NodeId addition_at(const SemanticModel& model, NodeId read) {
  const ContainerAccess access = container_access(model, read);
  const bool adds = access.use == ContainerUse::Growth &&
                    model.tree().is(access.detail, Kind::Call) &&
                    model.consumer_of(access.detail).role == Role::Discarded;
  return adds ? access.detail : NodeId{kNoNode};
}

// What was found out about variables, by their first definition.
struct UnreadLists {
  std::unordered_map<DefId, std::optional<UnreadList>> of;
};

std::optional<UnreadList> find_unread(const SemanticModel& model, const Variable& variable) {
  const Bindings& bindings = model.bindings();
  if (keeps_alive(variable.name)) return std::nullopt;
  DefId only = kNone;
  for (const DefId d : variable.definitions) {
    if (bindings.definition(d).kind == DefKind::Unbound) continue;
    if (only != kNone) return std::nullopt;
    only = d;
  }
  if (only == kNone) return std::nullopt;
  UnreadList found{value_bound_by(model, bindings.definition(only)), {}};
  if (found.made == kNoNode || !makes_container(model, found.made) ||
      has_maximum_length(model, found.made)) {
    return std::nullopt;
  }
  for (const UseId use : variable.uses) {
    const NodeId addition = addition_at(model, bindings.use(use).node);
    const bool here =
        addition != kNoNode && model.function_of(addition) == model.function_of(found.made);
    if (!here) return std::nullopt;
    found.additions.push_back(addition);
  }
  if (may_be_asked_for(model, variable)) return std::nullopt;
  return found;
}

}  // namespace

const UnreadList* unread_list(const SemanticModel& model, NodeId append) {
  const NodeId place = growth_of(model, append).place;
  const Bindings& bindings = model.bindings();
  if (!model.tree().is(place, Kind::Identifier)) return nullptr;
  const DefId list = bindings.reaching(place);
  if (list == kNone) return nullptr;
  const Variable& variable = bindings.variable_of(list);
  if (variable.definitions.empty()) return nullptr;
  auto& known = model.notes<UnreadLists>().of;
  const auto [entry, is_new] = known.try_emplace(variable.definitions.front());
  if (is_new) entry->second = find_unread(model, variable);
  return entry->second ? &*entry->second : nullptr;
}

NodeId loop_that_fills(const SemanticModel& model, const UnreadList& list, NodeId addition) {
  NodeId outermost = kNoNode;
  for (const NodeId loop : model.loops_of(addition)) {
    if (model.tree().contains(loop, list.made)) break;
    outermost = loop;
  }
  return outermost;
}

}  // namespace mlfix
