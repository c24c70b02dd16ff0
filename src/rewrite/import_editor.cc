// Places new imports and reuses existing ones.
//
// A new import goes to one place only, the end of the first block of imports.
// Never before a docstring, a shebang or a coding cookie, and never between
// `__future__` imports: those places would change what the file means.
#include "rewrite/import_editor.h"

#include <algorithm>
#include <array>
#include <string>
#include <tuple>
#include <unordered_map>

#include "rewrite/edits.h"
#include "rewrite/layout.h"
#include "semantic/binding/binding.h"
#include "semantic/control/flow_queries.h"

namespace mlfix {
namespace {

// ---- placing -------------------------------------------------------------------

bool is_import(Kind kind) {
  return kind == Kind::ImportStatement || kind == Kind::ImportFromStatement;
}

// Before the first statement: below the comments that open the file, above
// those in the middle of it that belong to the statement.
Offset before_first(const SyntaxTree& tree, NodeId statement) {
  const std::string_view text = tree.source();
  const Offset own = layout::line_begin(text, tree[statement].begin);
  Offset line = own;
  while (line > layout::text_begin(text)) {
    const Offset above = layout::line_begin(text, line - 1);
    if (!layout::is_comment_line(tree, above)) return line;
    line = above;
  }
  return own;
}

std::string import_line(const AddImport& import) {
  std::string line = import.member.empty() ? "import " + import.module
                                           : "from " + import.module + " import " + import.member;
  if (!import.alias.empty()) line += " as " + import.alias;
  return line;
}

// ---- spelling ------------------------------------------------------------------

// Packages whose submodules are attributes once the package is imported.
// In code: whoever edits imports asks no tables.
constexpr std::array<std::string_view, 4> kLoadsSubmodules = {"torch", "tensorflow", "numpy",
                                                              "keras"};

// Names under which everybody imports a module (the examples in the manuals of
// the three projects do so).
struct Convention {
  std::string_view module, alias;
};
// In code: as above.
constexpr std::array<Convention, 3> kConventions = {{
    {"matplotlib.pyplot", "plt"},
    {"numpy", "np"},
    {"tensorflow", "tf"},
}};

std::string_view first_component(std::string_view dotted) {
  return dotted.substr(0, dotted.find('.'));
}

bool loads_submodules(std::string_view dotted) {
  const std::string_view package = first_component(dotted);
  return std::find(kLoadsSubmodules.begin(), kLoadsSubmodules.end(), package) !=
         kLoadsSubmodules.end();
}

// One name that an import statement binds.
struct ImportedName {
  NodeId statement = kNoNode;
  NodeId identifier = kNoNode;  // where the name is bound
  std::string_view name;        // as bound
  std::string target;           // qualified name that it is bound to
  std::string loaded;           // the module that is certainly loaded
  bool is_member = false;       // from … import …
};

std::string dotted_text(const SyntaxTree& tree, NodeId dotted_name) {
  std::string result;
  for (NodeId part : tree.children(dotted_name)) {
    if (!result.empty()) result += '.';
    result += tree.text(part);
  }
  return result;
}

// The name bound by one entry of an import statement: a dotted_name or an
// aliased_import. `module` is empty for `import …`.
ImportedName imported_name(const SyntaxTree& tree, NodeId statement, NodeId entry,
                           const std::string& module) {
  const bool aliased = tree.is(entry, Kind::AliasedImport);
  const NodeId name = aliased ? tree.child(entry, Field::Name) : entry;
  const std::string path = dotted_text(tree, name);
  ImportedName result;
  result.statement = statement;
  result.is_member = !module.empty();
  result.loaded = result.is_member ? module + "." + path : path;
  result.target = result.loaded;
  result.identifier = aliased ? tree.child(entry, Field::Alias) : tree.first_child(name);
  result.name = tree.text(result.identifier);
  if (!aliased && !result.is_member) result.target = std::string(result.name);
  return result;
}

std::vector<ImportedName> imported_names(const SyntaxTree& tree) {
  std::vector<ImportedName> names;
  for (NodeId n = 0; n < tree.size(); ++n) {
    if (!is_import(tree.kind(n))) continue;
    std::string module;
    if (tree.is(n, Kind::ImportFromStatement)) {
      const NodeId from = tree.child(n, Field::ModuleName);
      if (!tree.is(from, Kind::DottedName)) continue;
      module = dotted_text(tree, from);
    }
    for (NodeId entry : tree.children(n, Field::Name)) {
      names.push_back(imported_name(tree, n, entry, module));
    }
  }
  return names;
}

// What is left of `dotted` after the target of the import, with its dot, or
// nothing when the import doesn't lead there.
std::optional<std::string> rest_behind(const ImportedName& import, std::string_view dotted) {
  if (!dotted.starts_with(import.target)) return std::nullopt;
  const std::string rest(dotted.substr(import.target.size()));
  if (!rest.empty() && rest.front() != '.') return std::nullopt;
  const std::size_t components =
      static_cast<std::size_t>(std::count(rest.begin(), rest.end(), '.'));
  const std::string_view holder = dotted.substr(0, dotted.rfind('.'));
  const bool loaded = components <= 1 || import.loaded == holder || loads_submodules(dotted);
  return loaded ? std::optional(rest) : std::nullopt;
}

}  // namespace

// The imports of one file. A name that is imported many times (in every function,
// say) is looked into once.
struct Rewriter::Imports {
  explicit Imports(const SyntaxTree& tree)
      : names(imported_names(tree)), place(place_of_imports(tree)) {
    for (std::size_t i = 0; i < names.size(); ++i) by_identifier.emplace(names[i].identifier, i);
  }

  // What all definitions of `variable` import, or nothing when they differ or
  // one of them is no import.
  const std::string* target_of(const Bindings& bindings, const Variable& variable) {
    const auto [entry, is_new] = targets.try_emplace(&variable, nullptr);
    if (is_new) entry->second = common_target(bindings, variable);
    return entry->second;
  }

  const std::vector<ImportedName> names;
  const ImportPlace place;  // of new ones

 private:
  const std::string* common_target(const Bindings& bindings, const Variable& variable) const {
    const std::string* common = nullptr;
    for (const DefId def : variable.definitions) {
      const auto found = by_identifier.find(bindings.definition(def).node);
      if (found == by_identifier.end()) return nullptr;
      const std::string& target = names[found->second].target;
      if (common != nullptr && *common != target) return nullptr;
      common = &target;
    }
    return common;
  }

  std::unordered_map<NodeId, std::size_t> by_identifier;
  std::unordered_map<const Variable*, const std::string*> targets;
};

namespace {

// Is `name` at `at` certainly what this import binds? All definitions of the
// variable must import the same thing, and the import must have run.
class Visibility {
 public:
  Visibility(const SemanticModel& model, const SyntaxTree& tree, const Bindings& bindings,
             Rewriter::Imports& imports)
      : model_(model), tree_(tree), bindings_(bindings), imports_(imports) {}

  bool visible(const ImportedName& import, NodeId at) const {
    if (import.statement > at) return false;
    const Variable* variable = bindings_.lookup(bindings_.scope_of(at), import.name);
    if (variable == nullptr || variable->scope != bindings_.scope_of(import.statement)) {
      return false;
    }
    const std::string* target = imports_.target_of(bindings_, *variable);
    if (target == nullptr || *target != import.target) return false;
    return has_run(import.statement, at, variable->scope);
  }

  // Has the import run, whatever its name means by now?
  bool has_run(const ImportedName& import, NodeId at) const {
    return import.statement < at &&
           has_run(import.statement, at, bindings_.scope_of(import.statement));
  }

 private:
  // What is in a function runs after its def.
  bool has_run(NodeId import, NodeId at, ScopeId scope) const {
    if (tree_.parent(import) == tree_.root()) return true;
    const ScopeKind kind = bindings_.scope(scope).kind;
    if (kind != ScopeKind::Function && kind != ScopeKind::Module) return false;
    const NodeId function = kind == ScopeKind::Function ? bindings_.scope(scope).node : kNoNode;
    NodeId place = at;
    for (NodeId outer = enclosing_def(place); outer != function; outer = enclosing_def(place)) {
      if (outer == kNoNode) return false;
      place = outer;
    }
    return dominates(model_, import, layout::statement_around(tree_, place));
  }

  // Lambdas are no scopes of imports.
  NodeId enclosing_def(NodeId n) const { return tree_.ancestor(n, Kind::FunctionDefinition); }

  const SemanticModel& model_;
  const SyntaxTree& tree_;
  const Bindings& bindings_;
  Rewriter::Imports& imports_;
};

// What to import for `dotted`, and the text that then names it.
struct NewImport {
  AddImport import;
  std::string bound;  // the name that gets bound
  std::string text;
};

NewImport new_import(std::string_view dotted) {
  const std::size_t last = dotted.rfind('.');
  const bool shallow = last == std::string_view::npos || loads_submodules(dotted);
  const std::string module(shallow ? first_component(dotted) : dotted.substr(0, last));
  const std::string rest(dotted.substr(module.size()));
  for (const Convention& convention : kConventions) {
    if (convention.module == module) {
      const std::string alias(convention.alias);
      return {{module, "", alias}, alias, alias + rest};
    }
  }
  return {{module, "", ""}, std::string(first_component(module)), std::string(dotted)};
}

// Is it a package that not everybody has, as all have Python's own? Those that the lists above
// name.
bool is_installed_apart(std::string_view package) {
  return loads_submodules(package) ||
         std::ranges::any_of(kConventions, [&](const Convention& convention) {
           return first_component(convention.module) == package;
         });
}

// Does the file import such a package, and never as soon as it is loaded itself? Then it is there
// to be loaded without it.
bool is_imported_late(const SyntaxTree& tree, const std::vector<ImportedName>& names,
                      std::string_view package) {
  bool any = false;
  if (!is_installed_apart(package)) return false;
  for (const ImportedName& import : names) {
    if (first_component(import.loaded) != package) continue;
    if (tree.parent(import.statement) == tree.root()) return false;
    any = true;
  }
  return any;
}

// The name of a module with little after it (`K.clear_session`, `torch.no_grad`) says more
// than a long path (`tf.keras.backend.clear_session`), and than a bare name.
bool reads_better(std::string_view rest, std::string_view than) {
  if (rest.empty() || than.empty()) return than.empty() && !rest.empty();
  return std::ranges::count(rest, '.') < std::ranges::count(than, '.');
}

}  // namespace

ImportPlace place_of_imports(const SyntaxTree& tree) {
  using Anchor = ImportPlace::Anchor;
  const std::string_view text = tree.source();
  ImportPlace place{layout::text_begin(text), Anchor::Nothing};
  for (NodeId statement : tree.children(tree.root())) {
    const Kind kind = tree.kind(statement);
    const bool header =
        layout::is_docstring(tree, statement) || kind == Kind::FutureImportStatement;
    const bool shares_line = tree[statement].begin < place.at;
    if (header) {
      place.anchor = Anchor::Header;
    } else if (is_import(kind)) {
      place.anchor = Anchor::Imports;
    } else if (!shares_line) {
      if (place.anchor == Anchor::Nothing) place.at = before_first(tree, statement);
      break;
    }
    place.at = layout::line_full_end(text, layout::statement_end(tree, statement));
  }
  return place;
}

Edit lower_imports(const SyntaxTree& tree, const ImportPlace& place,
                   std::vector<AddImport> imports) {
  using Anchor = ImportPlace::Anchor;
  const std::string_view text = tree.source();
  const auto key = [](const AddImport& import) {
    return std::tie(import.member, import.module, import.alias);
  };
  std::sort(imports.begin(), imports.end(), [&](const AddImport& a, const AddImport& b) {
    return std::tuple(!a.member.empty(), key(a)) < std::tuple(!b.member.empty(), key(b));
  });
  imports.erase(std::unique(imports.begin(), imports.end()), imports.end());
  const Offset neighbour = place.anchor == Anchor::Nothing ? place.at : place.at - 1;
  const std::string_view newline = layout::newline_near(text, neighbour);
  std::string lines;
  if (place.anchor == Anchor::Header) lines += newline;
  for (const AddImport& import : imports) {
    lines += import_line(import);
    lines += newline;
  }
  const bool code_follows = place.at < text.size() && !layout::is_blank_line(text, place.at);
  if (place.anchor != Anchor::Imports && code_follows) lines += newline;
  return layout::insert_lines(text, place.at, std::move(lines), newline);
}

std::optional<Rewriter::Spelling> Rewriter::spell(NodeId at, std::string_view dotted) const {
  const SyntaxTree& tree = *tree_;
  const Bindings& bindings = *bindings_;
  if (!imports_) imports_ = std::make_shared<Imports>(tree);
  const Visibility visibility(*model_, tree, bindings, *imports_);
  const ImportedName* best = nullptr;
  std::string best_rest;
  for (const ImportedName& import : imports_->names) {
    const auto rest = rest_behind(import, dotted);
    if (!rest || (best != nullptr && !reads_better(*rest, best_rest))) continue;
    if (!visibility.visible(import, at)) continue;
    best = &import;
    best_rest = *rest;
  }
  if (best != nullptr) {
    return Spelling{std::string(best->name) + best_rest, {}, {tree.range(best->statement)}};
  }
  const NewImport added = new_import(dotted);
  const bool free = bindings.lookup(bindings.scope_of(at), added.bound) == nullptr &&
                    bindings.lookup(0, added.bound) == nullptr;
  if (!free || tree[at].begin < imports_->place.at) return std::nullopt;
  if (is_imported_late(tree, imports_->names, first_component(dotted))) {
    return spell_late(at, dotted);
  }
  Spelling spelling{added.text, {}, {}};
  spelling.imports.emplace_back(added.import);
  return spelling;
}

// Beside an import of the package that has run by then.
std::optional<Rewriter::Spelling> Rewriter::spell_late(NodeId at, std::string_view dotted) const {
  const Visibility visibility(*model_, *tree_, *bindings_, *imports_);
  for (const ImportedName& import : imports_->names) {
    if (first_component(import.loaded) != first_component(dotted)) continue;
    if (!visibility.has_run(import, at)) continue;
    const NewImport added = new_import(dotted);
    auto line = insert_after(import.statement, import_line(added.import));
    if (!line) continue;
    return Spelling{added.text, std::move(*line), {}};
  }
  return std::nullopt;
}

}  // namespace mlfix
