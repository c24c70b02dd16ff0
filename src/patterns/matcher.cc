// Two trees of one grammar are compared from the roots down.
//
// * A dotted name is compared by what it means: an import, an alias and a re-export are the
//   same name. Only a name that the file binds in another way is compared by its letters.
// * Lists (statements, positional arguments, elements) are compared as a file name is with a
//   glob: on a mismatch the last `...` takes one more. No earlier one is tried again, which
//   is complete as long as items are judged one by one, and keeps the work linear in the
//   product. With a metavariable that occurs twice a match may be missed.
// * Keyword arguments are found by their names.

#include "patterns/matcher.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "semantic/binding/binding.h"
#include "semantic/knowledge/knowledge.h"
#include "semantic/semantic_model.h"
#include "syntax/structure.h"

namespace mlfix::patterns {
namespace {

// Names that were worked out for a file.
struct KnownNames {
  std::unordered_map<NodeId, std::string> of_code;
  std::unordered_map<const std::string*, std::string> of_pattern;  // canonical
  std::unordered_map<const std::string*, bool> in_tables;
};

// Are nodes of the kind told apart by their text, when they have no children?
bool counts_by_text(Kind kind) {
  switch (kind) {
    case Kind::Identifier:
    case Kind::Integer:
    case Kind::Float:
    case Kind::String:
    case Kind::StringStart:
    case Kind::StringContent:
    case Kind::StringEnd:
    case Kind::EscapeSequence:
    case Kind::EscapeInterpolation:
    case Kind::TypeConversion:
    case Kind::FormatSpecifier:
    case Kind::ImportPrefix:
      return true;
    default:
      return false;
  }
}

// What the tree does not keep: where the colons of a slice are, and `yield from`.
std::string unkept_marks(const SyntaxTree& tree, NodeId n) {
  std::string marks;
  if (tree.is(n, Kind::Yield)) {
    const NodeId value = tree.first_child(n);
    const Offset end = value == kNoNode ? tree[n].end : tree[value].begin;
    const std::string_view head = tree.source().substr(tree[n].begin, end - tree[n].begin);
    return head.find("from") == head.npos ? "" : "from";
  }
  if (!tree.is(n, Kind::Slice)) return marks;
  Offset at = tree[n].begin;
  const auto note_colons = [&](Offset end) {
    const std::string_view gap = tree.source().substr(at, end - at);
    marks.append(static_cast<std::size_t>(std::ranges::count(gap, ':')), ':');
  };
  for (const NodeId child : tree.children(n)) {
    note_colons(tree[child].begin);
    marks += '.';
    at = tree[child].end;
  }
  note_colons(tree[n].end);
  return marks;
}

bool is_same_leaf(const SyntaxTree& a, NodeId m, const SyntaxTree& b, NodeId n) {
  return !counts_by_text(a.kind(m)) || a.text(m) == b.text(n);
}

// The text of a plain string without its quotes; nothing for one with a prefix or escapes,
// and for one that is made of parts.
std::optional<std::string_view> plain_string(const SyntaxTree& tree, NodeId string) {
  std::string_view content;
  for (const NodeId part : tree.children(string)) {
    if (tree.is(part, Kind::StringStart) || tree.is(part, Kind::StringEnd)) {
      if (tree.text(part).find_first_not_of("\"'") != std::string_view::npos) return std::nullopt;
    } else if (tree.is(part, Kind::StringContent) && tree.first_child(part) == kNoNode) {
      content = tree.text(part);
    } else {
      return std::nullopt;
    }
  }
  return content;
}

class Matcher {
 public:
  Matcher(const SemanticModel& model, const Pattern& pattern, Captures& captures)
      : model_(model),
        code_(model.tree()),
        pattern_(pattern),
        like_(pattern.tree()),
        captures_(captures) {}

  std::optional<Place> at(NodeId n) {
    const NodeId root = pattern_.roots().front();
    if (pattern_.roots().size() == 1) {
      if (is_import(n) && !pattern_.path(root).empty()) return std::nullopt;
      return matches(root, n) ? std::optional(Place{n, n}) : std::nullopt;
    }
    if (!holds_statements(code_.parent(n)) || !begins_with(root, n)) return std::nullopt;
    std::vector<NodeId> statements;
    for (NodeId s = n; s != kNoNode; s = code_.next_sibling(s)) statements.push_back(s);
    model_.work().spend(statements.size());
    const auto taken = sequence(pattern_.roots(), statements, Ending::Open, {});
    if (!taken || *taken == 0) return std::nullopt;
    return Place{n, statements[*taken - 1]};
  }

 private:
  using Nodes = std::vector<NodeId>;
  enum class Ending : std::uint8_t { Closed, Open };  // may code follow the match?

  // Tried before the statements that follow are listed.
  bool begins_with(NodeId root, NodeId n) {
    const std::size_t mark = captures_.mark();
    const bool does = matches(root, n);
    captures_.undo_to(mark);
    return does;
  }

  bool holds_statements(NodeId n) const {
    return code_.is(n, Kind::Block) || code_.is(n, Kind::Module);
  }

  bool is_import(NodeId n) const {
    const Kind kind = code_.kind(code_.parent(n) == kNoNode ? n : code_.parent(n));
    return kind == Kind::DottedName || kind == Kind::AliasedImport;
  }

  bool matches(NodeId p, NodeId n) {
    model_.work().spend();
    p = without_parentheses(like_, p);
    const Part part = pattern_.part(p);
    if (part.slot == Slot::One) {
      return !is_unpacked(n) && captures_.bind(model_, part.variable, {n});
    }
    n = without_parentheses(code_, n);
    if (!pattern_.path(p).empty()) return matches_name(p, n);
    const bool defines =
        like_.is(p, Kind::FunctionDefinition) || like_.is(p, Kind::ClassDefinition);
    if (defines && code_.is(n, Kind::DecoratedDefinition)) n = code_.child(n, Field::Definition);
    if (n == kNoNode || like_.kind(p) != code_.kind(n)) return false;
    switch (like_.kind(p)) {
      case Kind::Call:
        return matches_call(p, n);
      case Kind::String:
        if (const auto text = plain_string(like_, p); text && text == plain_string(code_, n)) {
          return true;
        }
        return matches_children(p, n);
      default:
        return matches_children(p, n);
    }
  }

  // `*items` is no expression: it stands for any number of them.
  bool is_unpacked(NodeId n) const {
    return code_.is(n, Kind::ListSplat) || code_.is(n, Kind::DictionarySplat) ||
           code_.is(n, Kind::KeywordArgument);
  }

  // ---- names ----

  bool matches_name(NodeId p, NodeId n) {
    if (!code_.is(n, Kind::Identifier) && !code_.is(n, Kind::Attribute)) return false;
    const std::string& path = pattern_.path(p);
    const std::string& name = name_of(model_, n);
    if (!name.empty()) {
      return name == canonical(path) ||
             (name.starts_with("builtins.") && std::string_view(name).substr(9) == path);
    }
    return !pattern_.begins_with_module(p) && !is_in_tables(path) && has_letters(p, n);
  }

  const std::string& canonical(const std::string& path) {
    auto& known = model_.notes<KnownNames>().of_pattern;
    const auto [at, is_new] = known.try_emplace(&path);
    if (is_new) at->second = model_.knowledge().canonical_text(path);
    return at->second;
  }

  // A name that the tables know is a library's: what the file binds by that name is not it.
  bool is_in_tables(const std::string& path) {
    auto& known = model_.notes<KnownNames>().in_tables;
    const auto [at, is_new] = known.try_emplace(&path);
    if (is_new) {
      at->second = path.find('.') != path.npos && model_.knowledge().find(path) != kNoSymbol;
    }
    return at->second;
  }

  bool has_letters(NodeId p, NodeId n) {
    while (like_.is(p, Kind::Attribute) && code_.is(n, Kind::Attribute)) {
      if (like_.text(like_.child(p, Field::Attribute)) !=
          code_.text(code_.child(n, Field::Attribute))) {
        return false;
      }
      p = without_parentheses(like_, like_.child(p, Field::Object));
      n = without_parentheses(code_, code_.child(n, Field::Object));
    }
    return like_.is(p, Kind::Identifier) && code_.is(n, Kind::Identifier) &&
           like_.text(p) == code_.text(n);
  }

  // ---- trees ----

  bool matches_children(NodeId p, NodeId n) {
    const Nodes like = children(like_, p);
    const Nodes code = children(code_, n);
    if (like.empty() && code.empty()) return is_same_leaf(like_, p, code_, n);
    if (unkept_marks(like_, p) != unkept_marks(code_, n)) return false;
    return sequence(like, code, Ending::Closed, {}).has_value();
  }

  static Nodes children(const SyntaxTree& tree, NodeId n) {
    Nodes all;
    for (const NodeId child : tree.children(n)) all.push_back(child);
    return all;
  }

  bool is_many(NodeId p) const { return pattern_.part(p).slot == Slot::Many; }

  // Compares two lists and gives how many nodes of `code` the pattern takes. `rest` goes to
  // the last `...` as well.
  std::optional<std::size_t> sequence(const Nodes& like, const Nodes& code, Ending ending,
                                      const Nodes& rest) {
    if (std::ranges::none_of(like, [&](NodeId p) { return is_many(p); }) &&
        (like.size() > code.size() || (ending == Ending::Closed && like.size() < code.size()))) {
      return std::nullopt;
    }
    struct Taken {
      std::size_t many;  // index into `like`
      std::size_t from;
      std::size_t to;
    };
    std::vector<Taken> taken;
    const std::size_t begin = captures_.mark();
    std::size_t mark = begin;  // when the last `...` began
    std::size_t i = 0;
    std::size_t j = 0;
    while (i < like.size() || (j < code.size() && ending == Ending::Closed)) {
      if (i < like.size() && is_many(like[i])) {
        const bool is_last = i + 1 == like.size();
        const bool takes_all = is_last && ending == Ending::Closed;
        const std::size_t to = takes_all || (is_last && names_many(like[i])) ? code.size() : j;
        taken.push_back({i, j, to});
        mark = captures_.mark();
        j = to;
        ++i;
        continue;
      }
      if (i < like.size() && j < code.size() && has_same_field(like[i], code[j]) &&
          matches(like[i], code[j])) {
        ++i;
        ++j;
        continue;
      }
      if (taken.empty() || taken.back().to >= code.size()) {
        captures_.undo_to(begin);
        return std::nullopt;
      }
      captures_.undo_to(mark);
      j = ++taken.back().to;
      i = taken.back().many + 1;
    }
    for (const Taken& one : taken) {
      Nodes nodes(code.begin() + static_cast<std::ptrdiff_t>(one.from),
                  code.begin() + static_cast<std::ptrdiff_t>(one.to));
      if (&one == &taken.back()) nodes.insert(nodes.end(), rest.begin(), rest.end());
      std::ranges::sort(nodes);
      if (!captures_.bind(model_, pattern_.part(like[one.many]).variable, std::move(nodes))) {
        captures_.undo_to(begin);
        return std::nullopt;
      }
    }
    return j;
  }

  bool names_many(NodeId p) const { return pattern_.part(p).variable != kAnonymous; }

  bool has_same_field(NodeId p, NodeId n) const {
    return pattern_.part(p).slot != Slot::Code || like_.field(p) == code_.field(n);
  }

  // ---- calls ----

  bool matches_call(NodeId p, NodeId n) {
    const std::size_t begin = captures_.mark();
    if (matches(like_.child(p, Field::Function), code_.child(n, Field::Function)) &&
        matches_arguments(like_.child(p, Field::Arguments), code_.child(n, Field::Arguments))) {
      return true;
    }
    captures_.undo_to(begin);
    return false;
  }

  // A lone generator is the argument list itself in the tree.
  static Nodes arguments_of(const SyntaxTree& tree, NodeId list) {
    return tree.is(list, Kind::GeneratorExpression) ? Nodes{list} : children(tree, list);
  }

  bool matches_arguments(NodeId p, NodeId n) {
    Nodes positional;
    Nodes rest;  // keyword arguments of the code that the pattern does not name
    for (const NodeId argument : arguments_of(code_, n)) {
      const bool named =
          code_.is(argument, Kind::KeywordArgument) || code_.is(argument, Kind::DictionarySplat);
      (named ? rest : positional).push_back(argument);
    }
    Nodes like;
    for (const NodeId argument : arguments_of(like_, p)) {
      const bool named =
          like_.is(argument, Kind::KeywordArgument) || like_.is(argument, Kind::DictionarySplat);
      if (!named) {
        like.push_back(argument);
      } else if (!take_keyword(argument, rest)) {
        return false;
      }
    }
    const bool open = std::ranges::any_of(like, [&](NodeId a) { return is_many(a); });
    if (!rest.empty() && !open) return false;
    return sequence(like, positional, Ending::Closed, rest).has_value();
  }

  // Finds the argument of that name, or a `**` that matches, and takes it out of `rest`.
  bool take_keyword(NodeId p, Nodes& rest) {
    const auto fits = [&](NodeId n) {
      if (like_.kind(p) != code_.kind(n)) return false;
      if (like_.is(p, Kind::DictionarySplat)) return matches_children(p, n);
      return like_.text(like_.child(p, Field::Name)) == code_.text(code_.child(n, Field::Name)) &&
             matches(like_.child(p, Field::Value), code_.child(n, Field::Value));
    };
    model_.work().spend(rest.size());
    const auto found = std::ranges::find_if(rest, fits);
    if (found == rest.end()) return false;
    rest.erase(found);
    return true;
  }

  const SemanticModel& model_;
  const SyntaxTree& code_;
  const Pattern& pattern_;
  const SyntaxTree& like_;
  Captures& captures_;
};

std::size_t count_children(const SyntaxTree& tree, NodeId n) {
  const auto children = tree.children(n);
  std::size_t count = 0;
  for (auto at = children.begin(); at != children.end(); ++at) ++count;
  return count;
}

// The next node after parentheses, which do not count.
NodeId skip_parentheses(const SyntaxTree& tree, NodeId n, NodeId end) {
  while (n < end && tree.is(n, Kind::ParenthesizedExpression)) ++n;
  return n;
}

}  // namespace

bool Captures::bind(const SemanticModel& model, Variable v, std::vector<NodeId> nodes) {
  if (v == kAnonymous) return true;
  std::optional<std::vector<NodeId>>& known = nodes_[v];
  if (known) {
    return std::ranges::equal(*known, nodes,
                              [&](NodeId a, NodeId b) { return is_same_code(model, a, b); });
  }
  known = std::move(nodes);
  bound_.push_back(v);
  return true;
}

void Captures::undo_to(std::size_t mark) {
  for (; bound_.size() > mark; bound_.pop_back()) nodes_[bound_.back()].reset();
}

std::optional<Place> match_at(const SemanticModel& model, const Pattern& pattern, NodeId n,
                              Captures& captures) {
  const std::size_t mark = captures.mark();
  auto place = Matcher(model, pattern, captures).at(n);
  if (!place) captures.undo_to(mark);
  return place;
}

bool is_same_code(const SemanticModel& model, NodeId a, NodeId b) {
  const SyntaxTree& tree = model.tree();
  if (tree.text(a) == tree.text(b)) return true;
  const NodeId a_end = tree.subtree_end(a);
  const NodeId b_end = tree.subtree_end(b);
  while (true) {
    model.work().spend();
    a = skip_parentheses(tree, a, a_end);
    b = skip_parentheses(tree, b, b_end);
    if (a == a_end || b == b_end) return a == a_end && b == b_end;
    const std::size_t children = count_children(tree, a);
    if (tree.kind(a) != tree.kind(b) || children != count_children(tree, b) ||
        (children == 0 && !is_same_leaf(tree, a, tree, b)) ||
        unkept_marks(tree, a) != unkept_marks(tree, b)) {
      return false;
    }
    ++a;
    ++b;
  }
}

const std::string& name_of(const SemanticModel& model, NodeId expr) {
  auto& known = model.notes<KnownNames>().of_code;
  const auto [at, is_new] = known.try_emplace(expr);
  if (is_new) at->second = model.qualified_text(expr);
  return at->second;
}

}  // namespace mlfix::patterns
