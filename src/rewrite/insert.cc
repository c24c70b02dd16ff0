// Adds statements and decorators: as lines of their own where the neighbour has
// lines of its own, and with `;` where it shares one.
#include <utility>

#include "rewrite/edits.h"
#include "rewrite/layout.h"

namespace mlfix {
namespace {

Intents one_edit(Edit edit) {
  Intents intents;
  intents.emplace_back(Replace{std::move(edit)});
  return intents;
}

std::optional<Intents> inline_edit(Offset at, std::string_view before, std::string_view code,
                                   std::string_view after) {
  if (!layout::fits_inline(code)) return std::nullopt;
  std::string text(before);
  text += code;
  text += after;
  return one_edit({at, at, std::move(text)});
}

// Code before these would change what they are.
bool must_stay_first(const SyntaxTree& tree, NodeId statement) {
  return layout::is_docstring(tree, statement) || tree.is(statement, Kind::FutureImportStatement);
}

}  // namespace

void append(Intents& to, Intents more) {
  to.insert(to.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
}

Intents Rewriter::replace(TextRange range, std::string_view text) const {
  return one_edit({range.begin, range.end, std::string(text)});
}

Intents Rewriter::replace(NodeId node, std::string_view text) const {
  return replace(tree_->range(node), text);
}

Intents Rewriter::insert(Offset at, std::string_view text) const {
  return replace(TextRange{at, at}, text);
}

Intents Rewriter::delete_statement(NodeId statement) const {
  Intents intents;
  const NodeId n = layout::statement_around(*tree_, statement);
  if (n != kNoNode) intents.emplace_back(DeleteStatement{n});
  return intents;
}

std::optional<Intents> Rewriter::insert_lines_before(NodeId statement, std::string_view code,
                                                     bool above_comments) const {
  const SyntaxTree& tree = *tree_;
  const NodeId n = layout::statement_around(tree, statement);
  if (n == kNoNode || must_stay_first(tree, n)) return std::nullopt;
  const StatementRange range = statement_range(n);
  if (!layout::starts_line(tree, n)) return inline_edit(range.begin, "", code, "; ");
  const Offset at = above_comments ? range.full_begin : range.line_begin;
  const std::string_view newline = style_.newline_near(range.begin);
  return one_edit({at, at,
                   layout::indented(code, style_.indentation_at(range.begin),
                                    style_.indent_unit_at(n), newline)});
}

std::optional<Intents> Rewriter::insert_before(NodeId statement, std::string_view code) const {
  return insert_lines_before(statement, code, false);
}

std::optional<Intents> Rewriter::insert_before_comments(NodeId statement,
                                                        std::string_view code) const {
  return insert_lines_before(statement, code, true);
}

std::optional<Intents> Rewriter::insert_after(NodeId statement, std::string_view code) const {
  const SyntaxTree& tree = *tree_;
  const NodeId n = layout::statement_around(tree, statement);
  if (n == kNoNode) return std::nullopt;
  const NodeId next = tree.next_sibling(n);
  if (next != kNoNode && tree.is(next, Kind::FutureImportStatement)) return std::nullopt;
  const Offset end = layout::statement_end(tree, n);
  const auto inside_line = [&]() -> std::optional<Intents> {
    if (layout::is_compound(tree, n)) return std::nullopt;
    return inline_edit(end, "; ", code, "");
  };
  if (!layout::ends_line(tree, n)) return inside_line();
  const NodeId leader = layout::run_of(tree, n).front();
  if (!layout::starts_line(tree, leader)) return inside_line();
  const std::string_view newline = style_.newline_near(end);
  std::string lines = layout::indented(code, style_.indentation_at(tree[leader].begin),
                                       style_.indent_unit_at(n), newline);
  return one_edit(layout::insert_lines(tree.source(), layout::after_statement(tree, n),
                                       std::move(lines), newline));
}

std::optional<Intents> Rewriter::insert_at_body_start(NodeId block, std::string_view code) const {
  const SyntaxTree& tree = *tree_;
  if (!layout::holds_statements(tree, block)) return std::nullopt;
  NodeId last = kNoNode;
  for (NodeId statement : tree.children(block)) {
    if (!must_stay_first(tree, statement)) return insert_before_comments(statement, code);
    last = statement;
  }
  return last == kNoNode ? std::nullopt : insert_after(last, code);
}

std::optional<Intents> Rewriter::insert_at_body_end(NodeId block, std::string_view code) const {
  const SyntaxTree& tree = *tree_;
  if (!layout::holds_statements(tree, block)) return std::nullopt;
  NodeId last = kNoNode;
  for (NodeId statement : tree.children(block)) last = statement;
  return last == kNoNode ? std::nullopt : insert_after(last, code);
}

std::optional<Intents> Rewriter::decorate(NodeId function, std::string_view decorator) const {
  const SyntaxTree& tree = *tree_;
  const bool definition =
      tree.is(function, Kind::FunctionDefinition) || tree.is(function, Kind::ClassDefinition);
  if (!definition || !layout::starts_line(tree, function)) return std::nullopt;
  const Offset begin = tree[function].begin;
  const Offset line = layout::line_begin(tree.source(), begin);
  std::string text(style_.indentation_at(begin));
  if (!decorator.starts_with('@')) text += '@';
  text += decorator;
  text += style_.newline_near(begin);
  return one_edit({line, line, std::move(text)});
}

}  // namespace mlfix
