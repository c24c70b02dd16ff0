// The change is looked for from the roots down: as long as exactly one child of two nodes
// differs, it is in there. It is widened to the call or statement that it is a part of, because
// a pattern needs something to begin with.
//
// What stands on both sides of the change, and is no name of a library, becomes a metavariable;
// names of libraries are written as what they mean, so that another import is no other code.

#include "patterns/learn.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "patterns/matcher.h"
#include "semantic/semantic_model.h"
#include "syntax/parser.h"

namespace mlfix::patterns {
namespace {

// A program, and the part of it that differs: neighbours in one block, or one node.
struct Side {
  const SemanticModel* model;
  std::vector<NodeId> changed;

  const SyntaxTree& tree() const { return model->tree(); }
};

std::vector<NodeId> children_of(const SyntaxTree& tree, NodeId n) {
  std::vector<NodeId> children;
  for (const NodeId child : tree.children(n)) children.push_back(child);
  return children;
}

bool is_list_of_statements(Kind kind) {
  return kind == Kind::Block || kind == Kind::Module;
}

// Takes equal code off both ends of two lists.
void trim(const SyntaxTree& a, std::vector<NodeId>& x, const SyntaxTree& b,
          std::vector<NodeId>& y) {
  while (!x.empty() && !y.empty() && a.text(x.back()) == b.text(y.back())) {
    x.pop_back();
    y.pop_back();
  }
  std::size_t same = 0;
  while (same < x.size() && same < y.size() && a.text(x[same]) == b.text(y[same])) ++same;
  x.erase(x.begin(), x.begin() + static_cast<std::ptrdiff_t>(same));
  y.erase(y.begin(), y.begin() + static_cast<std::ptrdiff_t>(same));
}

// Narrows the roots down to what differs.
void find_change(Side& before, Side& after) {
  NodeId a = before.tree().root();
  NodeId b = after.tree().root();
  while (true) {
    before.changed = children_of(before.tree(), a);
    after.changed = children_of(after.tree(), b);
    trim(before.tree(), before.changed, after.tree(), after.changed);
    const bool one = before.changed.size() == 1 && after.changed.size() == 1;
    const bool same_kind =
        one && before.tree().kind(before.changed[0]) == after.tree().kind(after.changed[0]);
    const bool deeper = same_kind && before.tree().first_child(before.changed[0]) != kNoNode;
    if (!deeper) {
      if (!one && !is_list_of_statements(before.tree().kind(a))) {
        before.changed = {a};
        after.changed = {b};
      }
      return;
    }
    a = before.changed[0];
    b = after.changed[0];
  }
}

bool is_statement_node(const SyntaxTree& tree, NodeId n) {
  const NodeId parent = tree.parent(n);
  return parent != kNoNode && is_list_of_statements(tree.kind(parent));
}

// The same number of steps up on the other side. A statement that is an expression is that
// expression.
void widen(Side& before, Side& after) {
  if (before.changed.size() != 1 || after.changed.size() != 1) return;
  NodeId a = before.changed[0];
  NodeId b = after.changed[0];
  const auto is_wide = [](const SyntaxTree& tree, NodeId n) {
    return tree.is(n, Kind::Call) || is_statement_node(tree, n) || tree.parent(n) == kNoNode;
  };
  while (!is_wide(before.tree(), a) && after.tree().parent(b) != kNoNode) {
    a = before.tree().parent(a);
    b = after.tree().parent(b);
  }
  const auto inner = [](const SyntaxTree& tree, NodeId n) {
    return tree.is(n, Kind::ExpressionStatement) ? tree.first_child(n) : n;
  };
  before.changed = {inner(before.tree(), a)};
  after.changed = {inner(after.tree(), b)};
}

// Writes a side with metavariables, which both sides share.
class Writer {
 public:
  // A part of `other` with the same text becomes a metavariable.
  std::string write(const Side& side, const Side& other) {
    std::string text;
    for (const NodeId n : side.changed) {
      if (!text.empty()) text += "\n";
      text += dedented(side, n, written(side, n, other));
    }
    return text;
  }

  const std::set<std::string>& modules() const { return modules_; }

 private:
  std::string written(const Side& side, NodeId root, const Side& other) {
    const SyntaxTree& tree = side.tree();
    if (tree.is(root, Kind::ExpressionStatement)) root = tree.first_child(root);
    std::string text;
    Offset at = tree[root].begin;
    for (NodeId n = root; n < tree.subtree_end(root); ++n) {
      if (tree[n].begin < at) continue;
      const auto instead = replacement(side, n, root, other);
      if (!instead) continue;
      text += tree.source().substr(at, tree[n].begin - at);
      text += *instead;
      at = tree[n].end;
    }
    text += tree.source().substr(at, tree[root].end - at);
    return text;
  }

  // What is written for the node; nothing when its parts are looked at.
  std::optional<std::string> replacement(const Side& side, NodeId n, NodeId root,
                                         const Side& other) {
    const SyntaxTree& tree = side.tree();
    const bool is_name = tree.is(n, Kind::Identifier) || tree.is(n, Kind::Attribute);
    if (is_label(tree, n)) return std::nullopt;
    if (is_name) {
      std::string name = name_of(*side.model, n);
      if (name.starts_with("builtins.")) return std::string(tree.text(n));
      if (!name.empty()) {
        if (name.find('.') != name.npos) modules_.insert(name.substr(0, name.find('.')));
        return name;
      }
    }
    const auto known = variables_.find(std::string(tree.text(n)));
    if (n != root && known != variables_.end()) return "$" + known->second;
    const bool may_stand = n != root && is_value(tree.kind(n)) && !is_callee(tree, n);
    const bool is_shared = may_stand && occurs_in(other, tree.text(n));
    if (!is_shared && !(tree.is(n, Kind::Identifier) && may_stand)) return std::nullopt;
    if (mentions_library(side, n)) return std::nullopt;
    return "$" + variable_for(std::string(tree.text(n)));
  }

  static bool is_label(const SyntaxTree& tree, NodeId n) {
    const NodeId parent = tree.parent(n);
    return tree.is(n, Kind::Identifier) &&
           (tree.field(n) == Field::Name ||
            (tree.is(parent, Kind::Attribute) && tree.field(n) == Field::Attribute));
  }

  static bool is_callee(const SyntaxTree& tree, NodeId n) {
    return tree.field(n) == Field::Function && tree.is(n, Kind::Attribute);
  }

  static bool is_value(Kind kind) {
    switch (kind) {
      case Kind::Identifier:
      case Kind::Attribute:
      case Kind::Subscript:
      case Kind::Call:
      case Kind::String:
      case Kind::Integer:
      case Kind::Float:
      case Kind::BinaryOperator:
      case Kind::List:
      case Kind::Tuple:
      case Kind::Dictionary:
        return true;
      default:
        return false;
    }
  }

  static bool occurs_in(const Side& side, std::string_view text) {
    for (const NodeId root : side.changed) {
      for (NodeId n = root; n < side.tree().subtree_end(root); ++n) {
        if (is_value(side.tree().kind(n)) && side.tree().text(n) == text) return true;
      }
    }
    return false;
  }

  static bool mentions_library(const Side& side, NodeId n) {
    for (NodeId part = n; part < side.tree().subtree_end(n); ++part) {
      if (side.tree().is(part, Kind::Identifier) && !is_label(side.tree(), part) &&
          !name_of(*side.model, part).empty()) {
        return true;
      }
    }
    return false;
  }

  const std::string& variable_for(const std::string& text) {
    std::string& name = variables_[text];
    if (name.empty()) {
      // A name of its own for what has one: `loss` is $LOSS.
      for (const char c : text) {
        if (is_letter(c) || c == '_')
          name += static_cast<char>(c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c);
      }
      while (name.starts_with('_')) name.erase(0, 1);
      if (name.size() < 2 || name.size() > 20) name = fmt::format("A{}", variables_.size());
      while (std::ranges::count(variables_, name, [](const auto& one) { return one.second; }) > 1) {
        name += "_";
      }
    }
    return name;
  }

  // Lines after the first lose the indentation of the statement.
  static std::string dedented(const Side& side, NodeId n, const std::string& text) {
    const std::string_view source = side.tree().source();
    const std::size_t line = source.rfind('\n', side.tree()[n].begin);
    const std::size_t begin = line == source.npos ? 0 : line + 1;
    const std::size_t indent = source.find_first_not_of(" \t", begin) - begin;
    std::string result;
    for (std::size_t at = 0; at < text.size(); ++at) {
      result += text[at];
      if (text[at] != '\n') continue;
      for (std::size_t i = 0; i < indent && at + 1 < text.size() && text[at + 1] == ' '; ++i) ++at;
    }
    return result;
  }

  std::map<std::string, std::string> variables_;  // by the code that they stand for
  std::set<std::string> modules_;
};

std::string block(std::string_view key, std::string_view text, std::string_view indent) {
  std::string result = fmt::format("{}{}: |\n", indent, key);
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string_view line = text.substr(at, end - at);
    result += line.empty() ? "\n" : fmt::format("{}  {}\n", indent, line);
    at = end + 1;
  }
  return result;
}

// The template as a pattern in which every metavariable is anything: what the fix has made is not
// to be found again. "" for a metavariable alone.
std::string matched_by_fix(std::string_view fix) {
  std::string pattern;
  for (std::size_t at = 0; at < fix.size();) {
    const bool variable = fix[at] == '$';
    pattern += variable ? "$_" : std::string(1, fix[at]);
    ++at;
    while (variable && at < fix.size() && continues_variable(fix[at])) ++at;
  }
  return pattern == "$_" ? "" : pattern;
}

std::string rule_text(const Side& before, const Side& after) {
  Writer writer;
  Side anchor = before;
  std::string operation = "replace";
  std::string fix;
  if (before.changed.empty() || after.changed.empty()) {
    // Whole statements came or went.
    if (after.changed.empty()) {
      operation = "delete";
    } else {
      const NodeId first = after.changed.front();
      const NodeId last = after.changed.back();
      const NodeId next = after.tree().next_sibling(last);
      operation = next == kNoNode ? "insert-after" : "insert-before";
      NodeId beside = next;
      if (next == kNoNode) {
        for (const NodeId s : children_of(after.tree(), after.tree().parent(first))) {
          if (s < first) beside = s;
        }
      }
      if (beside != kNoNode) anchor = {after.model, {beside}};
    }
  }
  const std::string pattern = writer.write(anchor, after.changed.empty() ? before : after);
  if (operation != "delete") fix = writer.write(after, anchor);
  std::string text = "new-rule:\n  message: say what is wrong\n";
  if (!writer.modules().empty()) {
    text += fmt::format("  imports: [{}]\n", fmt::join(writer.modules(), ", "));
  }
  text += block("pattern", pattern, "  ");
  const std::string made = operation == "replace" ? matched_by_fix(fix) : "";
  if (!made.empty()) text += block("not", made, "  ");
  text += "  fix:\n";
  text += operation == "delete" ? "    delete: true\n" : block(operation, fix, "    ");
  text += "    assumes: say what has to hold for it to be right\n";
  text += "  cases:\n    - " + block("found", before.tree().source(), "      ").substr(6);
  return text + block("fixed", after.tree().source(), "      ");
}

Error unlearned(std::string message, std::string remedy) {
  return {ErrorKind::Usage, {}, 0, std::move(message), std::move(remedy)};
}

}  // namespace

Result<std::string> learn_rule(std::string_view before, std::string_view after,
                               const Knowledge& knowledge) {
  Parser parser;
  const SyntaxTree before_tree = parser.parse(before);
  const SyntaxTree after_tree = parser.parse(after);
  if (before_tree.has_errors() || after_tree.has_errors()) {
    return tl::unexpected(unlearned(
        fmt::format("the {} program is not Python", before_tree.has_errors() ? "first" : "second"),
        "give two programs of which the second is the first with one change"));
  }
  const SemanticModel before_model(before_tree, knowledge);
  const SemanticModel after_model(after_tree, knowledge);
  Side old_side{&before_model, {}};
  Side new_side{&after_model, {}};
  find_change(old_side, new_side);
  if (old_side.changed.empty() && new_side.changed.empty()) {
    return tl::unexpected(unlearned("the two programs are the same code", "change the second"));
  }
  widen(old_side, new_side);
  return rule_text(old_side, new_side);
}

}  // namespace mlfix::patterns
