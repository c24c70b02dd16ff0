// Deletes statements run by run: a run that goes entirely takes its lines with
// it, one that survives in part loses the statements and their semicolons.
#include "rewrite/deletion.h"

#include <algorithm>

#include "rewrite/layout.h"

namespace mlfix {
namespace {

bool is_deleted(const std::vector<NodeId>& statements, NodeId n) {
  return std::binary_search(statements.begin(), statements.end(), n);
}

bool is_emptied(const SyntaxTree& tree, NodeId block, const std::vector<NodeId>& statements) {
  if (tree.is(block, Kind::Module)) return false;
  for (NodeId statement : tree.children(block)) {
    if (!is_deleted(statements, statement)) return false;
  }
  return true;
}

TextRange run_range(const SyntaxTree& tree, const std::vector<NodeId>& run) {
  return {tree[run.front()].begin, layout::statement_end(tree, run.back())};
}

TextRange run_lines(const SyntaxTree& tree, const std::vector<NodeId>& run) {
  const TextRange range = run_range(tree, run);
  if (!layout::starts_line(tree, run.front())) return range;
  return {layout::line_begin(tree.source(), range.begin),
          layout::line_full_end(tree.source(), range.end)};
}

// Part of the run survives: [i, j) goes with the semicolon that separates it
// from what follows, or from what precedes it when nothing follows.
void lower_part(const SyntaxTree& tree, const std::vector<NodeId>& run,
                const std::vector<NodeId>& statements, std::vector<Edit>& edits) {
  for (std::size_t i = 0; i < run.size(); ++i) {
    if (!is_deleted(statements, run[i])) continue;
    std::size_t j = i;
    while (j < run.size() && is_deleted(statements, run[j])) ++j;
    if (j < run.size()) {
      edits.push_back({tree[run[i]].begin, tree[run[j]].begin, ""});
    } else {
      edits.push_back(
          {layout::statement_end(tree, run[i - 1]), layout::statement_end(tree, run.back()), ""});
    }
    i = j;
  }
}

void lower_run(const SyntaxTree& tree, const std::vector<NodeId>& run,
               const std::vector<NodeId>& statements, std::vector<Edit>& edits) {
  const bool whole =
      std::all_of(run.begin(), run.end(), [&](NodeId n) { return is_deleted(statements, n); });
  if (!whole) return lower_part(tree, run, statements, edits);
  const NodeId block = tree.parent(run.front());
  const bool needs_pass =
      tree.first_child(block) == run.front() && is_emptied(tree, block, statements);
  const TextRange range = needs_pass ? run_range(tree, run) : run_lines(tree, run);
  edits.push_back({range.begin, range.end, needs_pass ? "pass" : ""});
}

}  // namespace

TextRange deletion_range(const SyntaxTree& tree, NodeId statement) {
  const std::vector<NodeId> run = layout::run_of(tree, statement);
  TextRange range = run_lines(tree, run);
  const std::string_view text = tree.source();
  const bool unterminated =
      range.end == text.size() && !text.ends_with('\n') && layout::starts_line(tree, run.front());
  if (unterminated && range.begin > layout::text_begin(text)) {
    range.begin = layout::line_end(text, layout::line_begin(text, range.begin - 1));
  }
  return range;
}

std::vector<Edit> lower_deletions(const SyntaxTree& tree, std::vector<NodeId> statements) {
  std::sort(statements.begin(), statements.end());
  statements.erase(std::unique(statements.begin(), statements.end()), statements.end());
  std::vector<Edit> edits;
  NodeId done = 0;  // everything before this node is lowered
  for (NodeId statement : statements) {
    if (statement < done) continue;
    const std::vector<NodeId> run = layout::run_of(tree, statement);
    lower_run(tree, run, statements, edits);
    done = tree.subtree_end(run.back());
  }
  return edits;
}

void keep_missing_final_newline(std::string_view text, std::vector<Edit>& edits) {
  const auto deletes = [](const Edit& edit) { return edit.text.empty(); };
  if (edits.empty() || text.ends_with('\n')) return;
  if (edits.back().end != text.size() || !deletes(edits.back())) return;
  while (edits.size() > 1) {
    const Edit& previous = edits[edits.size() - 2];
    if (!deletes(previous) || previous.end != edits.back().begin) break;
    const Offset begin = previous.begin;
    edits.pop_back();
    edits.back() = {begin, static_cast<Offset>(text.size()), ""};
  }
  Edit& last = edits.back();
  if (last.begin <= layout::text_begin(text) || text[last.begin - 1] != '\n') return;
  const Offset begin = layout::line_end(text, layout::line_begin(text, last.begin - 1));
  if (edits.size() == 1 || edits[edits.size() - 2].end <= begin) last.begin = begin;
}

}  // namespace mlfix
