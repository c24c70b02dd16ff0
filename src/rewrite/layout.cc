// The geometry of lines and statements. Offsets are found by looking at the
// bytes around a place and never by splitting the text, so that files with
// mixed terminators, form feeds or a byte order mark need no special case
// further up.
#include "rewrite/layout.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "text/characters.h"

namespace mlfix::layout {
namespace {

Offset skip_space(std::string_view text, Offset at) {
  while (at < text.size() && is_blank(text[at])) ++at;
  return at;
}

// Do statements end where this kind of node ends?
bool ends_with_body(Kind kind) {
  switch (kind) {
    case Kind::Block:
    case Kind::ElifClause:
    case Kind::ElseClause:
    case Kind::ExceptClause:
    case Kind::FinallyClause:
    case Kind::CaseClause:
      return true;
    default:
      return false;
  }
}

}  // namespace

Offset text_begin(std::string_view text) {
  return static_cast<Offset>(mark_size(text));
}

Offset line_begin(std::string_view text, Offset at) {
  const Offset first = text_begin(text);
  if (at <= first) return first;
  // A line may be as long as the file, and std::string_view looks at one byte at a time.
  const void* const newline = memrchr(text.data() + first, '\n', at - first);
  if (newline == nullptr) return first;
  return static_cast<Offset>(static_cast<const char*>(newline) - text.data()) + 1;
}

Offset line_full_end(std::string_view text, Offset at) {
  const std::size_t end = text.find('\n', at);
  return static_cast<Offset>(end == std::string_view::npos ? text.size() : end + 1);
}

Offset line_end(std::string_view text, Offset at) {
  Offset end = line_full_end(text, at);
  if (end > at && text[end - 1] == '\n') {
    --end;
    if (end > at && text[end - 1] == '\r') --end;
  }
  return end;
}

std::string_view newline_near(std::string_view text, Offset at) {
  Offset end = line_full_end(text, at);
  if (end == 0 || text[end - 1] != '\n') end = line_begin(text, at);
  if (end == 0 || text[end - 1] != '\n') return "\n";
  return end > 1 && text[end - 2] == '\r' ? "\r\n" : "\n";
}

std::string_view leading_space(std::string_view text, Offset line) {
  return text.substr(line, skip_space(text, line) - line);
}

std::string_view indentation(std::string_view text, Offset at) {
  std::string_view space = leading_space(text, line_begin(text, at));
  const std::size_t feed = space.rfind('\f');
  return feed == std::string_view::npos ? space : space.substr(feed + 1);
}

bool is_blank_line(std::string_view text, Offset line) {
  return skip_space(text, line) >= line_end(text, line);
}

bool is_comment_line(const SyntaxTree& tree, Offset line) {
  const std::string_view text = tree.source();
  const Offset first = skip_space(text, line);
  return first < text.size() && text[first] == '#' && !tree.inside_string(line);
}

bool continues_line(const SyntaxTree& tree, Offset line) {
  const auto all = tree.continuations();
  const auto after = std::partition_point(all.begin(), all.end(),
                                          [&](TextRange range) { return range.begin < line; });
  return after != all.begin() && std::prev(after)->end >= line;
}

Offset skip_trivia(const SyntaxTree& tree, Offset at) {
  const std::string_view text = tree.source();
  while (at < text.size()) {
    const char c = text[at];
    if (c == '#') {
      at = line_end(text, at);
    } else if (is_white(c) || c == '\\') {
      ++at;
    } else {
      break;
    }
  }
  return at;
}

bool holds_statements(const SyntaxTree& tree, NodeId n) {
  return tree.is(n, Kind::Block) || tree.is(n, Kind::Module);
}

NodeId statement_around(const SyntaxTree& tree, NodeId n) {
  while (n != kNoNode && !holds_statements(tree, tree.parent(n))) {
    if (n == tree.root()) return kNoNode;
    n = tree.parent(n);
  }
  return tree.is(n, Kind::CaseClause) ? kNoNode : n;
}

Offset statement_end(const SyntaxTree& tree, NodeId statement) {
  NodeId n = statement;
  for (NodeId last = tree.last_child(n); last != kNoNode; last = tree.last_child(n)) {
    const bool descend = ends_with_body(tree.kind(last)) || holds_statements(tree, n) ||
                         tree.is(n, Kind::DecoratedDefinition);
    if (!descend) break;
    n = last;
  }
  return tree[n].end;
}

bool starts_line(const SyntaxTree& tree, NodeId statement) {
  const std::string_view text = tree.source();
  const Offset first = text_begin(text);
  Offset line = tree[statement].begin;
  while (line > first && is_blank(text[line - 1])) --line;
  const bool is_line = line <= first || text[line - 1] == '\n';
  return is_line && !continues_line(tree, line);
}

bool ends_line(const SyntaxTree& tree, NodeId statement) {
  const std::string_view text = tree.source();
  Offset at = skip_space(text, statement_end(tree, statement));
  if (at < text.size() && text[at] == ';') at = skip_space(text, at + 1);
  return at >= text.size() || text[at] == '\n' || text.substr(at, 2) == "\r\n" || text[at] == '#';
}

namespace {

// Or kNoNode. What is before a node is the end of its sibling, or its parent.
NodeId previous_sibling(const SyntaxTree& tree, NodeId n) {
  const NodeId parent = tree.parent(n);
  NodeId previous = n - 1;
  if (previous == parent) return kNoNode;
  while (tree.parent(previous) != parent) previous = tree.parent(previous);
  return previous;
}

}  // namespace

std::vector<NodeId> run_of(const SyntaxTree& tree, NodeId statement) {
  NodeId first = statement;
  while (!starts_line(tree, first)) {
    const NodeId previous = previous_sibling(tree, first);
    if (previous == kNoNode) break;
    first = previous;
  }
  std::vector<NodeId> run{first};
  for (NodeId next = tree.next_sibling(first); next != kNoNode; next = tree.next_sibling(next)) {
    if (starts_line(tree, next)) break;
    run.push_back(next);
  }
  return run;
}

bool is_compound(const SyntaxTree& tree, NodeId statement) {
  const NodeId last = tree.last_child(statement);
  return tree.is(statement, Kind::DecoratedDefinition) ||
         (last != kNoNode && ends_with_body(tree.kind(last)));
}

bool is_docstring(const SyntaxTree& tree, NodeId statement) {
  if (!tree.is(statement, Kind::ExpressionStatement)) return false;
  const NodeId block = tree.parent(statement);
  if (tree.first_child(block) != statement) return false;
  const NodeId owner = tree.parent(block);
  const bool can_have_one = tree.is(block, Kind::Module) ||
                            tree.is(owner, Kind::FunctionDefinition) ||
                            tree.is(owner, Kind::ClassDefinition);
  const NodeId value = tree.first_child(statement);
  return can_have_one && (tree.is(value, Kind::String) || tree.is(value, Kind::ConcatenatedString));
}

Offset after_statement(const SyntaxTree& tree, NodeId statement) {
  const std::string_view text = tree.source();
  Offset after = line_full_end(text, statement_end(tree, statement));
  if (!is_compound(tree, statement)) return after;
  const std::string_view own = indentation(text, tree[statement].begin);
  for (Offset line = after; line < text.size(); line = line_full_end(text, line)) {
    if (is_blank_line(text, line)) continue;
    const std::string_view space = indentation(text, line);
    if (!is_comment_line(tree, line) || space.size() <= own.size()) break;
    after = line_full_end(text, line);
  }
  return after;
}

std::string indented(std::string_view code, std::string_view indent, std::string_view unit,
                     std::string_view newline) {
  constexpr std::string_view kLevel = "    ";
  std::string result;
  while (true) {
    const std::size_t end = code.find('\n');
    std::string_view line = code.substr(0, end);
    if (!line.empty()) {
      result += indent;
      for (; line.starts_with(kLevel); line.remove_prefix(kLevel.size())) result += unit;
      result += line;
    }
    result += newline;
    if (end == std::string_view::npos) return result;
    code.remove_prefix(end + 1);
  }
}

Edit insert_lines(std::string_view text, Offset at, std::string lines, std::string_view newline) {
  const bool unterminated = at == text.size() && at > text_begin(text) && text[at - 1] != '\n';
  if (unterminated) {
    lines.erase(lines.size() - newline.size());
    lines.insert(0, newline);
  }
  return {at, at, std::move(lines)};
}

bool fits_inline(std::string_view code) {
  // In code: keywords of the language.
  constexpr std::array<std::string_view, 9> kCompound = {"if",  "for",   "while", "with", "try",
                                                         "def", "class", "match", "async"};
  if (code.empty() || code.find_first_of("\n#") != std::string_view::npos) return false;
  if (code.front() == '@' || code.back() == ':') return false;
  const std::string_view word = code.substr(0, code.find_first_of(" (:\\"));
  return std::find(kCompound.begin(), kCompound.end(), word) == kCompound.end();
}

}  // namespace mlfix::layout
