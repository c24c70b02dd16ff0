// Plans the fixes of one pass.
//
// Every fix is reduced to a footprint: the ranges its edits touch, the
// statements it deletes, whether it needs an import, the bytes it relies on.
// Footprints are compared with the union of those accepted so far; only then
// are imports united, deletions lowered and the text of the edits put together.
#include "rewrite/fix_planner.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>

#include "rewrite/deletion.h"
#include "rewrite/layout.h"

namespace mlfix {
namespace {

// A set of offsets as disjoint closed intervals. Ranges that touch are merged,
// which loses nothing: touching is a conflict too. O(log n) amortised.
class IntervalSet {
 public:
  void add(TextRange range) {
    auto next = intervals_.upper_bound(range.begin);
    if (next != intervals_.begin() && std::prev(next)->second >= range.begin) --next;
    while (next != intervals_.end() && next->first <= range.end) {
      range.begin = std::min(range.begin, next->first);
      range.end = std::max(range.end, next->second);
      next = intervals_.erase(next);
    }
    intervals_.emplace(range.begin, range.end);
  }

  bool touches(TextRange range) const {
    const auto next = intervals_.upper_bound(range.end);
    return next != intervals_.begin() && std::prev(next)->second >= range.begin;
  }

 private:
  std::map<Offset, Offset> intervals_;  // begin -> end
};

bool touches_any(const IntervalSet& set, const std::vector<TextRange>& ranges) {
  return std::any_of(ranges.begin(), ranges.end(),
                     [&](TextRange range) { return set.touches(range); });
}

struct Footprint {
  std::vector<Edit> edits;  // of the fix alone: sorted, stable
  std::vector<AddImport> imports;
  std::vector<NodeId> deleted;
  std::vector<TextRange> edited;     // what the edits touch
  std::vector<TextRange> deletions;  // what the deletions may touch
  std::vector<Offset> indented;      // lines that get another depth
  std::vector<Offset> continued;     // lines whose block goes on with what is added below
  TextRange hull;                    // for the order
};

// An edit that writes lines depends on the depth of its own line, so it touches
// that line from its start.
TextRange touched(std::string_view text, const Edit& edit) {
  const bool writes_lines = edit.text.find('\n') != std::string::npos;
  return {writes_lines ? layout::line_begin(text, edit.begin) : edit.begin, edit.end};
}

// Does it change how deep its line stands?
bool indents(std::string_view text, const Edit& edit) {
  return layout::line_begin(text, edit.begin) == edit.begin &&
         edit.text.find_first_not_of(" \t") == std::string::npos;
}

// Does it add lines that go deeper than the code that follows? They go on with the block above.
bool continues_block(const SyntaxTree& tree, const Edit& edit) {
  const std::string_view text = tree.source();
  if (edit.begin == 0 || layout::line_begin(text, edit.begin) != edit.begin ||
      edit.text.find('\n') == std::string::npos) {
    return false;
  }
  const Offset code = layout::skip_trivia(tree, edit.begin);
  const Offset below = layout::line_begin(text, code);
  const std::size_t depth = code < text.size() ? layout::leading_space(text, below).size() : 0;
  return layout::leading_space(edit.text, 0).size() > depth;
}

bool before(const Edit& a, const Edit& b) {
  return std::tie(a.begin, a.end) < std::tie(b.begin, b.end);
}

void set_hull(Footprint& footprint, Offset import_at) {
  std::vector<TextRange> all = footprint.edited;
  all.insert(all.end(), footprint.deletions.begin(), footprint.deletions.end());
  if (all.empty()) all.push_back({import_at, import_at});
  footprint.hull = all.front();
  for (TextRange range : all) {
    footprint.hull.begin = std::min(footprint.hull.begin, range.begin);
    footprint.hull.end = std::max(footprint.hull.end, range.end);
  }
}

Footprint footprint_of(const SyntaxTree& tree, Offset import_at, const Fix& fix) {
  Footprint result;
  for (const Intent& intent : fix.intents) {
    if (const auto* replace = std::get_if<Replace>(&intent)) {
      result.edits.push_back(replace->edit);
      result.edited.push_back(touched(tree.source(), replace->edit));
      const Offset at = replace->edit.begin;
      if (indents(tree.source(), replace->edit)) result.indented.push_back(at);
      if (continues_block(tree, replace->edit)) {
        result.continued.push_back(layout::line_begin(tree.source(), at - 1));
      }
    } else if (const auto* import = std::get_if<AddImport>(&intent)) {
      result.imports.push_back(*import);
    } else {
      const NodeId statement = std::get<DeleteStatement>(intent).statement;
      result.deleted.push_back(statement);
      result.deletions.push_back(deletion_range(tree, statement));
    }
  }
  std::stable_sort(result.edits.begin(), result.edits.end(), before);
  set_hull(result, import_at);
  return result;
}

// ---- the text of the edits -----------------------------------------------------

bool changes_nothing(std::string_view text, const Edit& edit) {
  return text.substr(edit.begin, edit.end - edit.begin) == edit.text;
}

bool overlapping(const std::vector<Edit>& sorted) {
  Offset end = 0;
  for (const Edit& edit : sorted) {
    if (edit.begin < end || edit.end < edit.begin) return true;
    end = edit.end;
  }
  return false;
}

// What several fixes want, put together: an import first where it meets other
// edits, insertions at one place united in the order of their fixes.
std::vector<Edit> assemble(const SyntaxTree& tree, const ImportPlace& place,
                           const std::vector<const Footprint*>& parts) {
  std::vector<AddImport> imports;
  std::vector<NodeId> deleted;
  std::vector<Edit> replaced;
  for (const Footprint* part : parts) {
    imports.insert(imports.end(), part->imports.begin(), part->imports.end());
    deleted.insert(deleted.end(), part->deleted.begin(), part->deleted.end());
    replaced.insert(replaced.end(), part->edits.begin(), part->edits.end());
  }
  std::vector<Edit> all;
  if (!imports.empty()) all.push_back(lower_imports(tree, place, std::move(imports)));
  all.insert(all.end(), replaced.begin(), replaced.end());
  const std::vector<Edit> deletions = lower_deletions(tree, std::move(deleted));
  all.insert(all.end(), deletions.begin(), deletions.end());
  std::erase_if(all, [&](const Edit& edit) { return changes_nothing(tree.source(), edit); });
  std::stable_sort(all.begin(), all.end(), before);
  std::vector<Edit> united;
  for (Edit& edit : all) {
    const bool same_place = !united.empty() && edit.begin == edit.end &&
                            united.back().begin == edit.begin && united.back().end == edit.end;
    if (same_place) {
      united.back().text += edit.text;
    } else {
      united.push_back(std::move(edit));
    }
  }
  keep_missing_final_newline(tree.source(), united);
  return united;
}

// ---- acceptance ----------------------------------------------------------------

bool has_any(const std::set<Offset>& set, const std::vector<Offset>& lines) {
  return std::ranges::any_of(lines, [&](Offset line) { return set.contains(line); });
}

class Acceptance {
 public:
  explicit Acceptance(Offset import_at) : import_at_(import_at) {}

  bool accepts(const Footprint& footprint, const std::vector<TextRange>& guards) const {
    if (touches_any(edits_, footprint.edited) || touches_any(edits_, footprint.deletions)) {
      return false;
    }
    if (touches_any(deletions_, footprint.edited)) return false;
    if (has_any(indented_, footprint.continued) || has_any(continued_, footprint.indented)) {
      return false;
    }
    if (touches_any(guards_, footprint.edited) || touches_any(guards_, footprint.deletions)) {
      return false;
    }
    if (touches_any(edits_, guards) || touches_any(deletions_, guards)) return false;
    if (!footprint.imports.empty() && import_place_taken_) return false;
    return !imports_ || !takes_import_place(footprint);
  }

  void add(const Footprint& footprint, const std::vector<TextRange>& guards) {
    for (TextRange range : footprint.edited) edits_.add(range);
    for (TextRange range : footprint.deletions) deletions_.add(range);
    for (TextRange range : guards) guards_.add(range);
    indented_.insert(footprint.indented.begin(), footprint.indented.end());
    continued_.insert(footprint.continued.begin(), footprint.continued.end());
    imports_ = imports_ || !footprint.imports.empty();
    import_place_taken_ = import_place_taken_ || takes_import_place(footprint);
  }

 private:
  // An import can't be put inside replaced bytes, nor before bytes that
  // are inserted into a line, because those may indent it.
  bool takes_import_place(const Footprint& footprint) const {
    return std::any_of(footprint.edits.begin(), footprint.edits.end(), [&](const Edit& edit) {
      const bool inside = edit.begin < import_at_ && import_at_ < edit.end;
      const bool into_line = edit.begin == import_at_ && edit.end == import_at_ &&
                             edit.text.find('\n') == std::string::npos;
      return inside || into_line;
    });
  }

  Offset import_at_;
  IntervalSet edits_, deletions_, guards_;
  std::set<Offset> indented_, continued_;
  bool imports_ = false;
  bool import_place_taken_ = false;
};

bool is_malformed(const SyntaxTree& tree, const ImportPlace& place, const Footprint& footprint) {
  const std::vector<Edit> edits = assemble(tree, place, {&footprint});
  return edits.empty() || overlapping(footprint.edits) || overlapping(edits);
}

std::vector<std::tuple<Offset, Offset, std::string_view>> contents(const Footprint& footprint) {
  std::vector<std::tuple<Offset, Offset, std::string_view>> result;
  for (const Edit& edit : footprint.edits) result.emplace_back(edit.begin, edit.end, edit.text);
  return result;
}

std::vector<std::pair<Offset, Offset>> guards_of(const Fix& fix) {
  std::vector<std::pair<Offset, Offset>> result;
  for (TextRange range : fix.guards) result.emplace_back(range.begin, range.end);
  return result;
}

std::vector<std::tuple<std::string_view, std::string_view, std::string_view>> imports_of(
    const Footprint& footprint) {
  std::vector<std::tuple<std::string_view, std::string_view, std::string_view>> result;
  for (const AddImport& import : footprint.imports) {
    result.emplace_back(import.module, import.member, import.alias);
  }
  return result;
}

// The strict total order; the input's order decides only between fixes that are
// equal in everything they do.
std::vector<std::size_t> ranked(const std::vector<PlannedFix>& fixes,
                                const std::vector<Footprint>& footprints) {
  const auto place = [&](std::size_t i) {
    return std::tuple(fixes[i].priority, footprints[i].hull.begin, footprints[i].hull.end,
                      fixes[i].rule);
  };
  const auto content = [&](std::size_t i) {
    return std::tuple(contents(footprints[i]), footprints[i].deleted, imports_of(footprints[i]),
                      guards_of(*fixes[i].fix), std::string_view(fixes[i].fix->title), i);
  };
  std::vector<std::size_t> order(fixes.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    const auto place_a = place(a), place_b = place(b);
    return place_a != place_b ? place_a < place_b : content(a) < content(b);
  });
  return order;
}

bool writes_again(const std::vector<Edit>& edits, std::string_view comment) {
  return std::any_of(edits.begin(), edits.end(), [&](const Edit& edit) {
    return edit.text.find(comment) != std::string::npos;
  });
}

}  // namespace

const ImportPlace& FixPlanner::import_place() const {
  if (!import_place_) import_place_ = place_of_imports(*tree_);
  return *import_place_;
}

Plan FixPlanner::plan(const std::vector<PlannedFix>& fixes) const {
  const SyntaxTree& tree = *tree_;
  const ImportPlace& place = import_place();
  std::vector<Footprint> footprints;
  footprints.reserve(fixes.size());
  for (const PlannedFix& fix : fixes) {
    footprints.push_back(footprint_of(tree, place.at, *fix.fix));
  }
  Plan plan;
  Acceptance acceptance(place.at);
  std::vector<const Footprint*> parts;
  for (std::size_t i : ranked(fixes, footprints)) {
    const std::vector<TextRange>& guards = fixes[i].fix->guards;
    if (is_malformed(tree, place, footprints[i])) {
      plan.malformed.push_back(i);
    } else if (!acceptance.accepts(footprints[i], guards)) {
      plan.deferred.push_back(i);
    } else {
      acceptance.add(footprints[i], guards);
      plan.accepted.push_back(i);
      parts.push_back(&footprints[i]);
    }
  }
  std::sort(plan.accepted.begin(), plan.accepted.end());
  std::sort(plan.deferred.begin(), plan.deferred.end());
  std::sort(plan.malformed.begin(), plan.malformed.end());
  plan.edits = assemble(tree, place, parts);
  return plan;
}

std::vector<Edit> FixPlanner::lower(const Fix& fix) const {
  return plan({{&fix, 0, 0}}).edits;
}

bool FixPlanner::loses_comment(const Fix& fix) const {
  return lost_comment(*tree_, lower(fix)).has_value();
}

std::optional<TextRange> lost_comment(const SyntaxTree& tree, const std::vector<Edit>& edits) {
  const auto comments = tree.comments();
  std::optional<TextRange> first;
  for (const Edit& edit : edits) {
    auto comment = std::ranges::upper_bound(comments, edit.begin, {}, &TextRange::end);
    for (; comment != comments.end() && comment->begin < edit.end; ++comment) {
      if (first && first->begin <= comment->begin) break;
      if (!edit.range().overlaps(*comment)) continue;
      const std::string_view text =
          tree.source().substr(comment->begin, comment->end - comment->begin);
      if (!writes_again(edits, text)) first = *comment;
    }
  }
  return first;
}

}  // namespace mlfix
