// Fixes in different cells do not meet, so a change in a cell is put down to the fixes
// that touch this cell, and to one of them when it is the only one that was tried.

#include "engine/cell_guard.h"

#include <algorithm>
#include <map>
#include <string>
#include <utility>

#include "rewrite/edits.h"
#include "semantic/control/displays.h"
#include "syntax/syntax_guard.h"

namespace mlfix {
namespace {

// The expressions whose values the cells show.
std::vector<std::string> displays(const SyntaxTree& tree, const Cells& cells) {
  std::vector<std::string> shown(cells.all().size());
  for (const NodeId statement : tree.children(tree.root())) {
    if (is_displayed(tree, cells, statement)) {
      shown[*cell_of(tree, cells, statement)] += tree.text(statement);
    }
  }
  return shown;
}

// The cells in which a statement begins or ends that does not stay in one.
std::vector<bool> parted_cells(const SyntaxTree& tree, const Cells& cells) {
  std::vector<bool> parted(cells.all().size(), false);
  for (const NodeId statement : tree.children(tree.root())) {
    const auto first = cells.at(tree[statement].begin);
    const auto last = cells.at(tree[statement].end);
    if (!first) {
      parted.assign(parted.size(), true);
      return parted;
    }
    if (tree[statement].end <= cells.all()[*first].range.end) continue;
    std::fill(parted.begin() + static_cast<std::ptrdiff_t>(*first),
              last ? parted.begin() + static_cast<std::ptrdiff_t>(*last) + 1 : parted.end(), true);
  }
  return parted;
}

// What touches two cells may be listed for both.
void sort_unique(std::vector<FileFinding*>& findings) {
  std::ranges::sort(findings);
  const auto repeated = std::ranges::unique(findings);
  findings.erase(repeated.begin(), repeated.end());
}

}  // namespace

CellGuard::CellGuard(const SyntaxTree& tree, const Cells& cells, const FixPlanner& planner,
                     LatestText& texts)
    : tree_(tree), cells_(cells), planner_(planner), texts_(texts), shown_(displays(tree, cells)) {}

CellGuard::Verdict CellGuard::judge(const std::vector<FileFinding*>& fixable) {
  Verdict verdict;
  const std::vector<bool> parted = parted_cells(tree_, cells_);
  if (std::ranges::find(parted, true) != parted.end()) return {fixable, {}};
  std::vector<Findings> waiting{fixable};
  while (!waiting.empty()) {
    const Findings fixes = std::move(waiting.back());
    waiting.pop_back();
    if (fixes.empty()) continue;
    Group group = group_of(fixes);
    waiting.push_back(std::move(group.later));
    for (Findings& part : judge_group(group.together, verdict)) waiting.push_back(std::move(part));
  }
  sort_unique(verdict.parted);
  sort_unique(verdict.showing);
  return verdict;
}

// What is malformed changes nothing, and is not waited for.
CellGuard::Group CellGuard::group_of(const Findings& fixes) const {
  std::vector<PlannedFix> planned;
  for (const FileFinding* found : fixes) {
    planned.push_back({&*found->finding.fix, found->finding.rule, 0});
  }
  const Plan plan = planner_.plan(planned);
  Group group;
  for (const std::size_t i : plan.accepted) group.together.push_back(fixes[i]);
  for (const std::size_t i : plan.deferred) group.later.push_back(fixes[i]);
  return group;
}

CellGuard::Shown CellGuard::try_out(const Findings& fixes) {
  std::vector<PlannedFix> planned;
  for (const FileFinding* found : fixes) {
    planned.push_back({&*found->finding.fix, found->finding.rule, 0});
  }
  const std::vector<Edit> edits = planner_.plan(planned).edits;
  const auto parsed = texts_.parse(apply_edits(tree_.source(), edits));
  const SyntaxTree& after = parsed->tree;
  Shown shown;
  shown.parses = judge_syntax(after).use != FileUse::Nothing;
  if (!shown.parses) return shown;
  const Cells cells = cells_.after(edits);
  shown.parted = parted_cells(after, cells);
  const std::vector<std::string> now = displays(after, cells);
  shown.changed.resize(now.size());
  for (std::size_t i = 0; i < now.size(); ++i) shown.changed[i] = now[i] != shown_[i];
  return shown;
}

std::vector<std::size_t> CellGuard::cells_of(const FileFinding& found) const {
  std::vector<std::size_t> cells;
  for (const Edit& edit : found.edits) {
    const auto cell = cells_.at(edit.begin);
    if (cell && (cells.empty() || cells.back() != *cell)) cells.push_back(*cell);
  }
  return cells;
}

// The parts of the group that have to be tried again.
std::vector<CellGuard::Findings> CellGuard::judge_group(const Findings& group, Verdict& verdict) {
  if (group.empty()) return {};
  const Shown shown = try_out(group);
  const auto half = group.begin() + static_cast<std::ptrdiff_t>(group.size() / 2);
  if (!shown.parses) {
    if (group.size() == 1) return {};
    return {{group.begin(), half}, {half, group.end()}};
  }
  std::map<std::size_t, Findings> suspects;  // by cell
  for (FileFinding* found : group) {
    for (const std::size_t cell : cells_of(*found)) {
      if (shown.parted[cell] || shown.changed[cell]) suspects[cell].push_back(found);
    }
  }
  const auto is_set = [](bool is) { return is; };
  const bool any =
      std::ranges::any_of(shown.parted, is_set) || std::ranges::any_of(shown.changed, is_set);
  if (any && suspects.empty()) {  // none is in such a cell, yet one has to be guilty
    if (group.size() > 1) return {{group.begin(), half}, {half, group.end()}};
    verdict.parted.push_back(group.front());
  }
  std::vector<Findings> again(2);
  for (const auto& [cell, fixes] : suspects) {
    if (fixes.size() == 1) {
      (shown.parted[cell] ? verdict.parted : verdict.showing).push_back(fixes.front());
      continue;
    }
    for (std::size_t i = 0; i < fixes.size(); ++i) again[2 * i / fixes.size()].push_back(fixes[i]);
  }
  for (Findings& part : again) sort_unique(part);
  return again;
}

}  // namespace mlfix
