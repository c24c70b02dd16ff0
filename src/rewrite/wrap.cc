// Puts statements under a header, takes them out from under one, or moves them
// somewhere else, by touching
// nothing but the white space at the start of their lines. A line that begins
// inside a string keeps its bytes, because they are data. Each line of a
// wrapped region is claimed, with an edit that changes nothing where need be,
// so that no other fix puts a line of the old depth into the region.
#include <utility>

#include "rewrite/edits.h"
#include "rewrite/layout.h"

namespace mlfix {
namespace {

bool begins_logical_line(const SyntaxTree& tree, NodeId n) {
  switch (tree.kind(n)) {
    case Kind::ElifClause:
    case Kind::ElseClause:
    case Kind::ExceptClause:
    case Kind::FinallyClause:
    case Kind::CaseClause:
    case Kind::Decorator:
      return true;
    default:
      return tree.parent(n) != kNoNode && (layout::holds_statements(tree, tree.parent(n)) ||
                                           tree.is(tree.parent(n), Kind::DecoratedDefinition));
  }
}

// The lines of the statements first..last.
class Region {
 public:
  Region(const SyntaxTree& tree, NodeId first, NodeId last, Offset begin, Offset end)
      : tree_(tree), node_(first), last_(tree.subtree_end(last)), range_{begin, end} {}

  TextRange range() const { return range_; }

  // Does a statement, clause or decorator begin at `at`? To be asked with
  // ascending offsets: nodes are in the order of their first bytes.
  bool statement_begins_at(Offset at) {
    while (node_ < last_ && tree_[node_].begin < at) ++node_;
    for (NodeId n = node_; n < last_ && tree_[n].begin == at; ++n) {
      if (begins_logical_line(tree_, n)) return true;
    }
    return false;
  }

 private:
  const SyntaxTree& tree_;
  NodeId node_, last_;
  TextRange range_;
};

enum class LineKind { Fixed, Movable, Refused };

// What may be done with the line: Movable when its indentation starts with
// `base`, Fixed when it must or may keep its bytes.
LineKind classify(const SyntaxTree& tree, Region& region, Offset line, std::string_view base) {
  const std::string_view text = tree.source();
  if (tree.inside_string(line) || layout::is_blank_line(text, line)) return LineKind::Fixed;
  const std::string_view space = layout::leading_space(text, line);
  if (space.find('\f') != std::string_view::npos) return LineKind::Refused;
  const Offset first = line + static_cast<Offset>(space.size());
  const std::string_view content = text.substr(first);
  if (content.starts_with("# %%") || content.starts_with("#%%")) return LineKind::Refused;
  if (space.starts_with(base)) return LineKind::Movable;
  return region.statement_begins_at(first) ? LineKind::Refused : LineKind::Fixed;
}

bool one_character(std::string_view a, std::string_view b) {
  const char c = a.empty() ? b.front() : a.front();
  return a.find_first_not_of(c) == std::string_view::npos &&
         b.find_first_not_of(c) == std::string_view::npos;
}

// Inserts `unit` after the indentation `base` of the line; before it when
// that gives the same bytes. `above` goes before the line.
Edit indent_line(Offset line, std::string above, std::string_view base, std::string_view unit) {
  if (one_character(base, unit)) {
    above += unit;
    return {line, line, std::move(above)};
  }
  above += base;
  above += unit;
  return {line, line + static_cast<Offset>(base.size()), std::move(above)};
}

std::optional<Intents> indent_region(const SyntaxTree& tree, Region region, std::string above,
                                     std::string_view base, std::string_view unit) {
  const std::string_view text = tree.source();
  Intents intents;
  for (Offset line = region.range().begin; line < region.range().end;
       line = layout::line_full_end(text, line)) {
    switch (classify(tree, region, line, base)) {
      case LineKind::Refused:
        return std::nullopt;
      case LineKind::Fixed:
        intents.emplace_back(Replace{{line, line, ""}});
        break;
      case LineKind::Movable:
        intents.emplace_back(Replace{indent_line(line, std::exchange(above, {}), base, unit)});
        break;
    }
  }
  return intents;
}

bool can_be_wrapped(const SyntaxTree& tree, NodeId first, NodeId last) {
  if (first == kNoNode || last == kNoNode || last < first) return false;
  if (tree.parent(first) != tree.parent(last)) return false;
  if (!layout::starts_line(tree, first) || !layout::ends_line(tree, last)) return false;
  if (layout::run_of(tree, last).back() != last) return false;
  for (NodeId n = first; n != kNoNode && n <= last; n = tree.next_sibling(n)) {
    if (layout::is_docstring(tree, n) || tree.is(n, Kind::FutureImportStatement)) return false;
  }
  return true;
}

// The statement's lines with `from` at their start replaced by `to`.
std::optional<std::string> reindented(const SyntaxTree& tree, Region region, std::string_view from,
                                      std::string_view to) {
  const std::string_view text = tree.source();
  std::string result;
  for (Offset line = region.range().begin; line < region.range().end;) {
    const Offset next = layout::line_full_end(text, line);
    std::string_view bytes = text.substr(line, next - line);
    switch (classify(tree, region, line, from)) {
      case LineKind::Refused:
        return std::nullopt;
      case LineKind::Fixed:
        break;
      case LineKind::Movable:
        bytes.remove_prefix(from.size());
        result += to;
        break;
    }
    result += bytes;
    line = next;
  }
  return result;
}

// Moves the lines of a body out to `base`. The header's lines, from `header` on,
// go with the indentation of the first line.
std::optional<Intents> dedent_region(const SyntaxTree& tree, Region region, Offset header,
                                     std::string_view base, std::string_view from) {
  const std::string_view text = tree.source();
  Intents intents;
  for (Offset line = region.range().begin; line < region.range().end;
       line = layout::line_full_end(text, line)) {
    const Offset begin = intents.empty() ? header : line;
    switch (classify(tree, region, line, from)) {
      case LineKind::Refused:
        return std::nullopt;
      case LineKind::Fixed:
        intents.emplace_back(Replace{{begin, line, ""}});
        break;
      case LineKind::Movable:
        intents.emplace_back(
            Replace{{begin, line + static_cast<Offset>(from.size()), std::string(base)}});
        break;
    }
  }
  return intents;
}

// Is it a `with` statement with that header, and perhaps a comment after it, whose body begins
// on the next line with the indentation `inner`?
bool has_header(const SyntaxTree& tree, NodeId statement, std::string_view header,
                std::string_view inner) {
  if (!tree.is(statement, Kind::WithStatement) || !layout::starts_line(tree, statement))
    return false;
  const std::string_view text = tree.source();
  const Offset begin = tree[statement].begin, body = layout::line_full_end(text, begin);
  const NodeId first = tree.first_child(tree.child(statement, Field::Body));
  const Offset rest = begin + static_cast<Offset>(header.size());
  return text.substr(begin).starts_with(header) &&
         (layout::is_blank_line(text, rest) ||
          text.substr(text.find_first_not_of(" \t", rest)).starts_with('#')) &&
         layout::line_begin(text, tree[first].begin) == body &&
         layout::leading_space(text, body) == inner;
}

// Does the statement mean something by the place it stands at?
bool is_bound_to_place(const SyntaxTree& tree, NodeId statement) {
  for (NodeId n = statement; n < tree.subtree_end(statement); ++n) {
    switch (tree.kind(n)) {
      case Kind::ReturnStatement:
      case Kind::BreakStatement:
      case Kind::ContinueStatement:
      case Kind::GlobalStatement:
      case Kind::NonlocalStatement:
      case Kind::Yield:
      case Kind::Await:
        return true;
      default:
        break;
    }
  }
  return layout::is_docstring(tree, statement);
}

}  // namespace

std::optional<Intents> Rewriter::wrap(NodeId first, NodeId last, std::string_view header) const {
  return wrap(first, last, header, {});
}

std::optional<Intents> Rewriter::wrap(NodeId first, NodeId last, std::string_view header,
                                      std::string_view footer) const {
  const SyntaxTree& tree = *tree_;
  const std::string_view text = tree.source();
  first = layout::statement_around(tree, first);
  last = layout::statement_around(tree, last);
  if (!can_be_wrapped(tree, first, last)) return std::nullopt;
  const Offset begin = layout::line_begin(text, tree[first].begin);
  const Offset end = layout::after_statement(tree, last);
  const std::string_view base = style_.indentation_at(begin);
  const std::string unit = style_.indent_unit_at(first);
  const std::string_view newline = style_.newline_near(begin);
  std::string above = layout::indented(header, base, unit, newline);
  auto intents = indent_region(tree, {tree, first, last, begin, end}, std::move(above), base, unit);
  if (!intents || footer.empty()) return intents;
  const std::string_view last_newline = style_.newline_near(layout::statement_end(tree, last));
  intents->emplace_back(Replace{layout::insert_lines(
      text, end, layout::indented(footer, base, unit, last_newline), last_newline)});
  return intents;
}

std::optional<Intents> Rewriter::wrap_with(NodeId first, NodeId last,
                                           std::string_view header) const {
  const SyntaxTree& tree = *tree_;
  const std::string_view text = tree.source();
  first = layout::statement_around(tree, first);
  last = layout::statement_around(tree, last);
  const NodeId below = last == kNoNode ? NodeId{kNoNode} : tree.next_sibling(last);
  if (below == kNoNode) return wrap(first, last, header);
  const std::string inner =
      std::string(style_.indentation_at(tree[first].begin)) + style_.indent_unit_at(first);
  const Offset head = tree[below].begin, line = layout::line_begin(text, head);
  const Offset end = layout::after_statement(tree, last);
  if (!has_header(tree, below, header, inner) ||
      text.substr(end, line - end).find('#') != std::string_view::npos) {
    return wrap(first, last, header);
  }
  // Its header moves up as it is, with a comment after it.
  auto intents = wrap(first, last, text.substr(head, layout::line_end(text, head) - head));
  if (intents) intents->emplace_back(Replace{{line, layout::line_full_end(text, line), ""}});
  return intents;
}

std::optional<Intents> Rewriter::unwrap(NodeId statement) const {
  const SyntaxTree& tree = *tree_;
  const std::string_view text = tree.source();
  const NodeId body = tree.child(statement, Field::Body);
  const NodeId first = body == kNoNode ? NodeId{kNoNode} : tree.first_child(body);
  if (first == kNoNode || !layout::starts_line(tree, statement)) return std::nullopt;
  const Offset header = layout::line_begin(text, tree[statement].begin);
  const std::string_view base = style_.indentation_at(tree[statement].begin);
  if (!layout::starts_line(tree, first)) {  // with c: a(); b()
    return replace(TextRange{tree[statement].begin, tree[first].begin}, {});
  }
  NodeId last = first, last_item = statement;
  for (const NodeId child : tree.children(body)) last = child;
  for (const NodeId child : tree.children(statement)) {
    if (child < body) last_item = child;
  }
  Offset begin = layout::line_full_end(text, tree[last_item].end);
  while (layout::skip_trivia(tree, begin) != tree[first].begin) {
    if (begin >= tree[first].begin) return std::nullopt;
    begin = layout::line_full_end(text, begin);  // `):` of a clause in parentheses
  }
  return dedent_region(tree, {tree, first, last, begin, layout::after_statement(tree, statement)},
                       header, base, style_.indentation_at(tree[first].begin));
}

std::optional<Intents> Rewriter::remove_item(NodeId item) const {
  const SyntaxTree& tree = *tree_;
  NodeId before = kNoNode, after = kNoNode;
  for (const NodeId other : tree.children(tree.parent(item))) {
    if (!tree.is(other, Kind::WithItem)) continue;
    if (other < item) before = other;
    if (other > item && after == kNoNode) after = other;
  }
  if (after != kNoNode) return replace(TextRange{tree[item].begin, tree[after].begin}, {});
  if (before != kNoNode) return replace(TextRange{tree[before].end, tree[item].end}, {});
  return unwrap(tree.ancestor(item, Kind::WithStatement));
}

std::optional<Intents> Rewriter::move_before(NodeId statement, NodeId target) const {
  const SyntaxTree& tree = *tree_;
  statement = layout::statement_around(tree, statement);
  target = layout::statement_around(tree, target);
  if (statement == kNoNode || target == kNoNode || statement <= target) return std::nullopt;
  const StatementRange from = statement_range(statement);
  const StatementRange to = statement_range(target);
  const NodeId block = tree.parent(statement);
  const bool only_one =
      tree.first_child(block) == statement && tree.next_sibling(statement) == kNoNode;
  const bool before_all =
      layout::is_docstring(tree, target) || tree.is(target, Kind::FutureImportStatement);
  if (!from.alone_on_lines || before_all || is_bound_to_place(tree, statement) ||
      !layout::starts_line(tree, target)) {
    return std::nullopt;
  }
  auto lines = reindented(tree, {tree, statement, statement, from.full_begin, from.line_end},
                          style_.indentation_at(from.begin), style_.indentation_at(to.begin));
  if (!lines) return std::nullopt;
  if (!lines->ends_with('\n')) *lines += style_.newline_near(to.begin);
  Intents intents = insert(to.full_begin, *lines);
  if (from.full_begin != from.line_begin) {
    append(intents, replace(TextRange{from.full_begin, from.line_begin}, {}));
  }
  if (only_one) {  // its comment moves along, unlike that of a deleted statement
    append(intents,
           replace(TextRange{from.begin, layout::line_end(tree.source(), from.end)}, "pass"));
  } else {
    append(intents, delete_statement(statement));
  }
  return intents;
}

}  // namespace mlfix
