// Qualified names, arguments, imports.
//
// A name is what its definition says: an import gives a dotted name, an
// assignment of a name passes on the name it was given, a phi counts only when
// all that it merges agree. So `ng` is torch.no_grad after
// `from torch import no_grad as ng`, and nothing after
// `try: import torch` / `except ImportError: torch = None`.

#include <algorithm>
#include <array>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "semantic/binding/binding.h"
#include "semantic/knowledge/knowledge.h"
#include "semantic/model_caches.h"
#include "semantic/names/attribute_access.h"
#include "semantic/names/elements.h"
#include "semantic/names/name_resolver.h"
#include "semantic/project/project.h"
#include "semantic/project_entity.h"
#include "semantic/semantic_model.h"
#include "text/search.h"

namespace mlfix {

NameResolver::NameResolver(const SemanticModel& model, NamesCache& cache)
    : model_(model), tree_(model.tree()), bindings_(model.bindings()), cache_(cache) {}

namespace {

// Builtins that the analysis knows something about, sorted.
// In code: they belong to the language, and names are resolved with them before any table.
constexpr auto kBuiltinNames = std::to_array<std::string_view>({
    "abs",      "all",   "any",    "bool",      "bytes",      "callable",   "classmethod",
    "complex",  "dict",  "dir",    "divmod",    "enumerate",  "eval",       "exec",
    "filter",   "float", "format", "frozenset", "getattr",    "globals",    "hasattr",
    "hash",     "id",    "input",  "int",       "isinstance", "issubclass", "iter",
    "len",      "list",  "locals", "map",       "max",        "min",        "next",
    "object",   "open",  "pow",    "print",     "property",   "range",      "repr",
    "reversed", "round", "set",    "setattr",   "slice",      "sorted",     "staticmethod",
    "str",      "sum",   "super",  "tuple",     "type",       "vars",       "zip",
});

// Builtins that the usual star imports (torch, numpy, pylab) do not replace.
// In code: as above.
constexpr auto kStarSafe = std::to_array<std::string_view>({
    "bool",       "dict",    "enumerate", "float", "getattr", "hasattr", "int",
    "isinstance", "len",     "list",      "next",  "open",    "print",   "range",
    "repr",       "setattr", "str",       "super", "tuple",   "type",    "zip",
});

template <typename Names>
bool is_among_sorted(const Names& sorted, std::string_view name) {
  return std::binary_search(sorted.begin(), sorted.end(), name);
}

// "a.b" without the blanks that Python allows around the dots.
std::string dotted_text(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (c != ' ' && c != '\t' && c != '\\' && c != '\n' && c != '\r') result += c;
  }
  return result;
}

// "m", ".m" or "..": what `from` names.
std::string module_of(const SyntaxTree& tree, NodeId import_from) {
  if (tree.is(import_from, Kind::FutureImportStatement)) return "__future__";
  const NodeId module = tree.child(import_from, Field::ModuleName);
  return module == kNoNode ? std::string() : dotted_text(tree.text(module));
}

std::string joined(const std::string& module, const std::string& name) {
  const bool separate = !module.empty() && module.back() != '.';
  return module + (separate ? "." : "") + name;
}

// The dotted name that the import statement around `identifier` gives to it.
std::string imported_name(const SyntaxTree& tree, NodeId identifier) {
  NodeId item = identifier;
  NodeId statement = tree.parent(identifier);
  while (statement != kNoNode && !tree.is(statement, Kind::ImportStatement) &&
         !tree.is(statement, Kind::ImportFromStatement) &&
         !tree.is(statement, Kind::FutureImportStatement)) {
    item = statement;
    statement = tree.parent(statement);
  }
  if (statement == kNoNode) return "";
  const bool aliased = tree.is(item, Kind::AliasedImport);
  const NodeId named = aliased ? tree.child(item, Field::Name) : item;
  const std::string name = dotted_text(tree.text(named));
  if (!tree.is(statement, Kind::ImportStatement)) return joined(module_of(tree, statement), name);
  return aliased ? name : name.substr(0, name.find('.'));
}

}  // namespace

NodeId assigned_value(const SyntaxTree& tree, NodeId target) {
  const NodeId parent = tree.parent(target);
  if (tree.is(parent, Kind::Assignment) && tree.field(target) == Field::Left) {
    return tree.child(parent, Field::Right);
  }
  if (tree.is(parent, Kind::NamedExpression) && tree.field(target) == Field::Name) {
    return tree.child(parent, Field::Value);
  }
  return kNoNode;
}

namespace {

struct ChainValues {
  std::unordered_map<NodeId, NodeId> of;  // by assignment
};

}  // namespace

NodeId value_of_chain(const SemanticModel& model, NodeId right) {
  const SyntaxTree& tree = model.tree();
  if (!tree.is(right, Kind::Assignment)) return right;
  auto& known = model.notes<ChainValues>().of;
  if (const auto found = known.find(right); found != known.end()) return found->second;
  std::vector<NodeId> links;
  NodeId value = right;
  for (; tree.is(value, Kind::Assignment); value = tree.child(value, Field::Right)) {
    links.push_back(value);
  }
  for (const NodeId link : links) known.emplace(link, value);
  return value;
}

NodeId value_bound_to(const SemanticModel& model, NodeId target) {
  const SyntaxTree& tree = model.tree();
  const NodeId pattern = tree.parent(target);
  if (tree.is(pattern, Kind::Assignment)) return assigned_value(tree, target);
  const NodeId assignment = tree.parent(pattern);
  if (!tree.is(assignment, Kind::Assignment)) return kNoNode;
  const NodeId right = value_of_chain(model, tree.child(assignment, Field::Right));
  const NodeId value = right == kNoNode ? right : model.strip_parentheses(right);
  const bool is_display = tree.is(value, Kind::Tuple) || tree.is(value, Kind::List) ||
                          tree.is(value, Kind::ExpressionList);
  const int position = is_display ? position_among(model, pattern, target) : -1;
  if (position < 0) return kNoNode;
  const Elements& given = placed_elements(model, value);
  const auto at = static_cast<std::size_t>(position);
  return at < given.before_stars ? given.all[at] : NodeId{kNoNode};
}

NodeId value_bound_by(const SemanticModel& model, const Definition& definition) {
  if (definition.kind == DefKind::Assign) return definition.value;
  return definition.kind == DefKind::Unpack ? value_bound_to(model, definition.node)
                                            : NodeId{kNoNode};
}

// ---- qualified names -----------------------------------------------------------

std::string NameResolver::text_of_definition(DefId d, int depth) {
  model_.work().spend();
  if (depth > kMaxNameDepth) return "";
  const Definition& definition = bindings_.definition(d);
  switch (definition.kind) {
    case DefKind::Import:
      return imported_name(tree_, definition.node);
    case DefKind::Assign:
      return definition.value == kNoNode ? "" : text_of(definition.value, depth + 1);
    case DefKind::Phi:
    case DefKind::LoopPhi: {
      // By depth too, so that no answer depends on what was asked before.
      const auto key = std::pair(d, depth);
      if (const auto known = cache_.merged.find(key); known != cache_.merged.end()) {
        return known->second;
      }
      return cache_.merged[key] = text_of_merge(d, depth);
    }
    default:
      return "";
  }
}

std::string NameResolver::text_of_merge(DefId phi, int depth) {
  std::string agreed;
  for (const DefId operand : bindings_.definition(phi).operands) {
    if (operand == phi) continue;
    std::string name = text_of_definition(operand, depth + kPhiDepth);
    if (name.empty() || (!agreed.empty() && agreed != name)) return "";
    agreed = std::move(name);
  }
  return agreed;
}

// The files that the star imports name may import libraries, and give them on.
const std::string& NameResolver::library_by_star(std::string_view name) {
  const auto [known, is_new] = cache_.libraries_by_star.try_emplace(std::string(name));
  const ProjectPlace& place = model_.place();
  const bool has_stars = bindings_.scope(bindings_.scope_of(0)).has_star_import;
  if (is_new && has_stars && place.project != nullptr) {
    known->second = place.project->library_by_star(place.file, name);
  }
  return known->second;
}

std::string NameResolver::text_of_free_name(NodeId identifier) {
  const std::string_view name = tree_.text(identifier);
  const ScopeId scope = bindings_.scope_of(identifier);
  const bool is_bound = bindings_.lookup(scope, name) != nullptr;
  if (!is_among_sorted(kBuiltinNames, name)) {
    return is_bound ? "" : library_by_star(name);
  }
  if (is_bound) return "";
  for (ScopeId s = scope; s != kNone; s = bindings_.scope(s).parent) {
    if (bindings_.scope(s).has_star_import && !is_among_sorted(kStarSafe, name)) return "";
  }
  return "builtins." + std::string(name);
}

DefId NameResolver::named_in_own_module(NodeId attribute) {
  const NodeId object = tree_.child(attribute, Field::Object);
  const DefId d = tree_.is(object, Kind::Identifier) ? bindings_.reaching(object) : DefId{kNone};
  if (d == kNone || bindings_.definition(d).kind != DefKind::Assign) return kNone;
  const NodeId value = bindings_.definition(d).value;
  const bool is_own = tree_.is(value, Kind::Subscript) &&
                      tree_.text(tree_.child(value, Field::Subscript)) == "__name__" &&
                      text_of(tree_.child(value, Field::Value)) == "sys.modules";
  if (!is_own) return kNone;
  const std::string_view name = tree_.text(tree_.child(attribute, Field::Attribute));
  const Variable* variable = bindings_.lookup(bindings_.scope_of(0), name);
  const bool is_set =
      std::ranges::any_of(model_.attribute_accesses(name), &AttributeAccess::is_store);
  return variable == nullptr || variable->definitions.size() != 1 || is_set
             ? DefId{kNone}
             : variable->definitions.front();
}

std::string NameResolver::text_of(NodeId expr, int depth) {
  model_.work().spend();
  if (depth > kMaxNameDepth || expr == kNoNode) return "";
  switch (tree_.kind(expr)) {
    case Kind::Identifier: {
      const DefId d = bindings_.reaching(expr);
      if (d == kNone) return text_of_free_name(expr);
      return agreed_of(d, std::string(), [&](DefId one) { return text_of_definition(one, depth); });
    }
    case Kind::Attribute: {
      if (const DefId own = named_in_own_module(expr); own != kNone) {
        return text_of_definition(own, depth + 1);
      }
      std::string object = text_of(tree_.child(expr, Field::Object), depth + 1);
      if (object.empty()) return object;
      return object + "." + std::string(tree_.text(tree_.child(expr, Field::Attribute)));
    }
    case Kind::ParenthesizedExpression:
      return text_of(tree_.first_child(expr), depth + 1);
    default:
      return "";
  }
}

namespace {

// By variable.
struct BoundByOthers {
  std::unordered_map<const Variable*, std::vector<DefId>> of;
};

}  // namespace

// The definitions by which functions bind the variable through `global` or `nonlocal`: they may run
// at any time. None, and a name that goes away, stand for nothing. No more than can be asked, and
// one.
const std::vector<DefId>& NameResolver::bound_by_others(const Variable& variable) const {
  const auto [known, is_new] = model_.notes<BoundByOthers>().of.try_emplace(&variable);
  std::vector<DefId>& others = known->second;
  if (!is_new || !variable.declared_global) return others;
  for (const DefId other : variable.definitions) {
    if (others.size() > kMostBindings) break;
    model_.work().spend();
    const Definition& definition = bindings_.definition(other);
    const bool is_far = bindings_.scope_of(definition.node) != variable.scope;
    const bool is_nothing = definition.kind == DefKind::Unbound ||
                            definition.kind == DefKind::Delete ||
                            (definition.value != kNoNode && tree_.is(definition.value, Kind::None));
    if (is_far && !is_nothing) others.push_back(other);
  }
  return others;
}

// Is it of a file of the run that has the name of a package which a row is about: gradcam.py beside
// a row for `gradcam.*`? A package in a folder of its own is taken for the one that is meant.
bool NameResolver::is_of_own_file(Symbol symbol, std::string_view text) const {
  const ProjectPlace& place = model_.place();
  return place.project != nullptr && model_.knowledge().text(symbol).ends_with(".*") &&
         std::ranges::count(text, '.') == 1 && place.project->resolve(place.file, text);
}

Symbol NameResolver::symbol_of(NodeId expr) {
  if (expr == kNoNode) return kNoSymbol;
  if (const Symbol known = cache_.qualified.at(expr); known != NamesCache::kUnset) return known;
  const std::string text = text_of(expr);
  Symbol found = text.empty() ? kNoSymbol : model_.knowledge().find(text);
  if (found != kNoSymbol && is_of_own_file(found, text)) found = kNoSymbol;
  cache_.qualified.set(expr, found);
  return found;
}

Symbol SemanticModel::qualified_name(NodeId expr) const {
  work_->spend();
  return NameResolver(*this, caches_->names).symbol_of(expr);
}

std::string SemanticModel::qualified_text(NodeId expr) const {
  return knowledge_->canonical_text(NameResolver(*this, caches_->names).text_of(expr));
}

bool SemanticModel::is_named(NodeId expr, std::string_view dotted) const {
  const Symbol wanted = knowledge_->find(dotted);
  const Symbol actual = qualified_name(expr);
  if (wanted != actual) return false;
  const bool exact =
      wanted != kNoSymbol && knowledge_->text(wanted).find('*') == std::string_view::npos;
  return exact || qualified_text(expr) == knowledge_->canonical_text(dotted);
}

bool SemanticModel::is_call_to(NodeId n, std::string_view dotted) const {
  return tree_->is(n, Kind::Call) && is_named(tree_->child(n, Field::Function), dotted);
}

// ---- calls and arguments -------------------------------------------------------

std::string_view SemanticModel::method_name(NodeId call) const {
  if (!tree_->is(call, Kind::Call)) return "";
  const NodeId function = tree_->child(call, Field::Function);
  if (!tree_->is(function, Kind::Attribute)) return "";
  return tree_->text(tree_->child(function, Field::Attribute));
}

NodeId SemanticModel::receiver_of_call(NodeId call, std::string_view method) const {
  if (method_name(call) != method) return kNoNode;
  return tree_->child(tree_->child(call, Field::Function), Field::Object);
}

NodeId SemanticModel::argument(NodeId call, int position, std::string_view keyword) const {
  const NodeId list = tree_->child(call, Field::Arguments);
  if (list == kNoNode) return kNoNode;
  if (tree_->is(list, Kind::GeneratorExpression)) return position == 0 ? list : kNoNode;
  NodeId positional = kNoNode;
  int index = 0;
  bool splat = false;
  for (const NodeId argument : tree_->children(list)) {
    work_->spend();
    if (tree_->is(argument, Kind::KeywordArgument)) {
      const NodeId name = tree_->child(argument, Field::Name);
      if (!keyword.empty() && tree_->text(name) == keyword) {
        return tree_->child(argument, Field::Value);
      }
    } else if (tree_->is(argument, Kind::ListSplat) ||
               tree_->is(argument, Kind::ParenthesizedListSplat)) {
      splat = true;
    } else if (!tree_->is(argument, Kind::DictionarySplat)) {
      if (index == position && !splat) positional = argument;
      ++index;
    }
  }
  return positional;
}

std::vector<NodeId> SemanticModel::arguments(NodeId call) const {
  const NodeId list = tree_->child(call, Field::Arguments);
  if (list == kNoNode) return {};
  if (tree_->is(list, Kind::GeneratorExpression)) return {list};
  constexpr std::size_t kUsual = 4;
  std::vector<NodeId> given;
  given.reserve(kUsual);
  for (const NodeId argument : tree_->children(list)) {
    work_->spend();
    if (!tree_->is(argument, Kind::KeywordArgument)) given.push_back(argument);
  }
  for (const NodeId argument : tree_->children(list)) {
    if (!tree_->is(argument, Kind::KeywordArgument)) continue;
    given.push_back(tree_->child(argument, Field::Value));
  }
  return given;
}

// ---- imports and words ---------------------------------------------------------

namespace {

void collect_import(const SyntaxTree& tree, NodeId statement, std::vector<std::string>& out) {
  const bool from = !tree.is(statement, Kind::ImportStatement);
  const std::string module = from ? module_of(tree, statement) : std::string();
  if (from) out.push_back(module);
  for (const NodeId item : tree.children(statement, Field::Name)) {
    const NodeId named = tree.is(item, Kind::AliasedImport) ? tree.child(item, Field::Name) : item;
    const std::string name = dotted_text(tree.text(named));
    out.push_back(from ? joined(module, name) : name);
  }
}

void collect_imports(const SyntaxTree& tree, std::vector<std::string>& out) {
  for (NodeId n = 0; n < tree.size(); ++n) {
    const Kind kind = tree.kind(n);
    if (kind == Kind::ImportStatement || kind == Kind::ImportFromStatement) {
      collect_import(tree, n, out);
    }
  }
}

bool is_within(std::string_view name, std::string_view module) {
  return name.substr(0, module.size()) == module &&
         (name.size() == module.size() || name[module.size()] == '.');
}

}  // namespace

bool SemanticModel::imports(std::string_view module) const {
  NamesCache& cache = caches_->names;
  if (!cache.imports_ready) {
    collect_imports(*tree_, cache.imports);
    std::ranges::sort(cache.imports);
    cache.imports_ready = true;
  }
  work_->spend();
  const auto begins_with = [&](const std::string& prefix) {
    const auto first = std::ranges::lower_bound(cache.imports, prefix);
    return first != cache.imports.end() && is_within(*first, module);
  };
  const std::string name(module);
  return begins_with(name) || begins_with(name + ".") ||
         is_within(NameResolver(*this, cache).library_by_star(module), module);
}

bool SemanticModel::is_call_to(NodeId call, Meaning function) const {
  return std::ranges::any_of(names(function),
                             [&](std::string_view name) { return is_call_to(call, name); });
}

bool SemanticModel::imports_any(Meaning packages) const {
  return std::ranges::any_of(names(packages),
                             [&](std::string_view package) { return imports(package); });
}

// The set is built only when a search of the bytes finds the word somewhere, a
// comment perhaps; each word is searched for once.
bool SemanticModel::mentions(std::string_view identifier) const {
  return bindings_->names_identifier(identifier);
}

}  // namespace mlfix
