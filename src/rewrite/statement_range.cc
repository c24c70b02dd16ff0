// Finds the lines that belong to a statement: its own, those of its leading
// comments, and the trailing comment.
#include <string_view>

#include "rewrite/edits.h"
#include "rewrite/layout.h"

namespace mlfix {
namespace {

// Comments that speak to other tools than the reader stay where they are: the
// first two lines may hold a `#!` or a coding cookie, `# %%` starts a cell.
bool is_anchored_comment(std::string_view text, Offset line) {
  const std::string_view content = text.substr(line, layout::line_end(text, line) - line);
  const std::size_t hash = content.find('#');
  const std::string_view comment = content.substr(hash);
  const bool cell = comment.starts_with("# %%") || comment.starts_with("#%%");
  const Offset first = layout::text_begin(text);
  const bool head = line == first || layout::line_begin(text, line - 1) == first;
  return cell || (head && (comment.starts_with("#!") || comment.find("coding") != comment.npos));
}

Offset leading_comments_begin(const SyntaxTree& tree, Offset line) {
  const std::string_view text = tree.source();
  const std::string_view own = layout::indentation(text, line);
  while (line > layout::text_begin(text)) {
    const Offset above = layout::line_begin(text, line - 1);
    const bool belongs = layout::is_comment_line(tree, above) &&
                         layout::indentation(text, above) == own &&
                         !is_anchored_comment(text, above);
    if (!belongs) break;
    line = above;
  }
  return line;
}

}  // namespace

StatementRange Rewriter::statement_range(NodeId statement) const {
  const SyntaxTree& tree = *tree_;
  const std::string_view text = tree.source();
  const NodeId n = layout::statement_around(tree, statement);
  if (n == kNoNode) return {};
  StatementRange range;
  range.begin = tree[n].begin;
  range.end = layout::statement_end(tree, n);
  range.line_begin = layout::line_begin(text, range.begin);
  while (layout::continues_line(tree, range.line_begin)) {
    range.line_begin = layout::line_begin(text, range.line_begin - 1);
  }
  range.line_end = layout::line_full_end(text, range.end);
  const bool starts = layout::starts_line(tree, n);
  range.full_begin = starts ? leading_comments_begin(tree, range.line_begin) : range.line_begin;
  range.alone_on_lines = starts && layout::ends_line(tree, n);
  range.has_trailing_comment = tree.has_comment_in({range.end, range.line_end});
  return range;
}

}  // namespace mlfix
