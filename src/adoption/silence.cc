// Places are tried, not reasoned about: the end of a line may be inside a string, after
// a backslash, or too far to the right; above a line may be inside a statement that
// ends there. The syntax guard and the suppressions of the new text decide. All
// findings are tried together first, which is nearly always the end of it; else those
// that can be tried together are found by halving. Each try is a pass over the file, and
// their number is bounded, so that the whole stays linear in the file.

#include "adoption/silence.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <utility>

#include "engine/ignore_comment.h"
#include "engine/offset_map.h"
#include "engine/suppression.h"
#include "syntax/structure.h"
#include "syntax/syntax_guard.h"
#include "text/characters.h"

namespace mlfix {
namespace {

constexpr std::size_t kWidestLine = 100;  // bytes, with the comment

enum class Side : std::uint8_t { After, Above };
using LineSide = std::pair<std::uint32_t, Side>;  // of a line
using Placed = std::map<LineSide, std::set<std::string>>;

// Of one file; with them more findings can be placed than anybody silences by hand.
constexpr int kMaxTries = 200;

// Where bytes are after edits, none of which replaces them.
class Shifts {
 public:
  explicit Shifts(const std::vector<Edit>& edits) : edits_(edits) {
    Offset shift = 0;
    for (const Edit& edit : edits) {
      shift += static_cast<Offset>(edit.text.size()) - (edit.end - edit.begin);
      shifts_.push_back(shift);
    }
  }

  Offset moved(Offset offset) const {
    const auto after = std::ranges::partition_point(edits_, [&](const Edit& edit) {
      return edit.begin < offset || (edit.begin == offset && edit.end == offset);
    });
    return after == edits_.begin()
               ? offset
               : offset + shifts_[static_cast<std::size_t>(after - edits_.begin() - 1)];
  }

 private:
  const std::vector<Edit>& edits_;  // sorted
  std::vector<Offset> shifts_;      // of what is after each
};

class Silencer {
 public:
  Silencer(const SourceFile& file, const std::vector<FileFinding>& findings,
           const Registry& registry, Parser& parser, const SilenceText& text,
           const SyntaxTree& tree)
      : file_(file),
        findings_(findings),
        registry_(registry),
        parser_(parser),
        text_(text),
        tree_(tree) {}

  Silence run() {
    Silence result{{}, std::vector<bool>(findings_.size())};
    std::vector<std::size_t> wanted;
    for (std::size_t i = 0; i < findings_.size(); ++i) {
      if (is_wanted(findings_[i])) wanted.push_back(i);
    }
    place(wanted);
    result.edits = edits_for(placed_);
    const auto silent = silenced_by(placed_, wanted);
    for (std::size_t k = 0; silent && k < wanted.size(); ++k) {
      result.silent[wanted[k]] = (*silent)[k];
    }
    return result;
  }

 private:
  bool is_wanted(const FileFinding& found) const {
    return !found.suppressed && !found.later && !registry_.rules()[found.finding.rule].by_engine;
  }

  void put(Placed& placed, std::size_t finding, LineSide place) const {
    placed[place].insert(registry_.rules()[findings_[finding].finding.rule].name);
  }

  // Finds a place for each finding beside those already taken: for all together, for each half,
  // and where one is left the first of its places that works. Without one it stays as it is.
  void place(const std::vector<std::size_t>& wanted) {
    if (wanted.empty() || tries_ > kMaxTries) return;
    if (wanted.size() == 1) {
      const std::vector<LineSide> places = places_for(findings_[wanted[0]]);
      std::ranges::any_of(places, [&](const LineSide& at) { return is_placed(wanted, {at}); });
      return;
    }
    std::vector<LineSide> best;
    for (const std::size_t i : wanted) best.push_back(places_for(findings_[i]).front());
    if (is_placed(wanted, best)) return;
    const auto middle = wanted.begin() + static_cast<std::ptrdiff_t>(wanted.size() / 2);
    place({wanted.begin(), middle});
    place({middle, wanted.end()});
  }

  // Puts the findings at the places, one for each, if that works.
  bool is_placed(const std::vector<std::size_t>& wanted, const std::vector<LineSide>& places) {
    Placed with = placed_;
    for (std::size_t k = 0; k < wanted.size(); ++k) put(with, wanted[k], places[k]);
    ++tries_;
    const auto silent = silenced_by(with, wanted);
    if (!silent || std::ranges::find(*silent, false) != silent->end()) return false;
    placed_ = std::move(with);
    return true;
  }

  std::uint32_t line_at(Offset offset) const { return file_.lines.line_at(offset); }

  std::string_view line_text(std::uint32_t line) const {
    const Offset begin = file_.lines.line_begin(line);
    return std::string_view(file_.text).substr(begin, file_.lines.line_end(line) - begin);
  }

  // The best place first.
  std::vector<LineSide> places_for(const FileFinding& found) const {
    const TextRange range = found.finding.range;
    const std::uint32_t own = line_at(range.begin);
    NodeId statement = enclosing_statement(tree_, tree_.node_covering(range));
    if (statement == kNoNode) return {{own, Side::Above}, {own, Side::After}};
    const NodeId parent = tree_.parent(statement);
    if (tree_.is(parent, Kind::DecoratedDefinition)) statement = parent;
    const std::uint32_t first = line_at(tree_[statement].begin);
    const std::uint32_t last = line_at(tree_[statement].end);
    std::vector<LineSide> places = {{first, Side::Above}, {last, Side::After}, {own, Side::After}};
    const std::string comment = text_for({registry_.rules()[found.finding.rule].name});
    const bool has_room = line_text(first).size() + 2 + comment.size() <= kWidestLine;
    if (first == last && has_room && !comment_on(first)) {
      places.insert(places.begin(), {first, Side::After});
    }
    return places;
  }

  std::optional<TextRange> comment_on(std::uint32_t line) const {
    const std::span<const TextRange> all = tree_.comments();  // in order
    const auto first =
        std::ranges::lower_bound(all, file_.lines.line_begin(line), {}, &TextRange::begin);
    const bool here = first != all.end() && line_at(first->begin) == line;
    return here ? std::optional(*first) : std::nullopt;
  }

  std::string text_for(const std::set<std::string>& rules) const {
    return ignore_comment_text({rules.begin(), rules.end()}, text_.until, text_.reason);
  }

  Edit edit_for(LineSide place, const std::set<std::string>& rules) const {
    const auto [line, side] = place;
    const std::string comment = text_for(rules);
    if (side == Side::Above) {
      const std::string_view text = line_text(line);
      const std::size_t mark = line == 1 ? mark_size(text) : 0;
      const auto at = static_cast<Offset>(file_.lines.line_begin(line) + mark);
      const std::string_view indentation =
          mark > 0 ? "" : text.substr(0, std::min(text.find_first_not_of(" \t\f"), text.size()));
      const std::string_view end = file_.lines.terminator(line);
      return {at, at, std::string(indentation) + comment + std::string(end.empty() ? "\n" : end)};
    }
    const Offset end = file_.lines.line_end(line);
    if (const auto old = comment_on(line)) {
      const std::string kept(std::string_view(file_.text).substr(old->begin, end - old->begin));
      return {old->begin, end, kept + "  " + comment};
    }
    return {end, end, "  " + comment};
  }

  std::vector<Edit> edits_for(const Placed& placed) const {
    std::vector<Edit> edits;
    for (const auto& [place, rules] : placed) edits.push_back(edit_for(place, rules));
    std::ranges::stable_sort(edits, {}, &Edit::begin);
    return edits;
  }

  // Which of `wanted` the comments silence; nothing when they change anything else.
  std::optional<std::vector<bool>> silenced_by(const Placed& placed,
                                               const std::vector<std::size_t>& wanted) {
    const std::vector<Edit> edits = edits_for(placed);
    if (!file_.cells.empty() && !file_.cells.allow(edits)) return std::nullopt;
    const std::string text = apply_edits(file_.text, edits);
    const SyntaxTree after = parser_.parse(text);
    if (check_rewrite(tree_, after, edits)) return std::nullopt;
    Suppressions suppressions(after, registry_);
    const Shifts shifts(edits);
    std::vector<bool> silent;
    for (const std::size_t i : wanted) {
      const Finding& finding = findings_[i].finding;
      const TextRange moved{shifts.moved(finding.range.begin),
                            shifts.moved(finding.range.end - 1) + 1};
      silent.push_back(suppressions.cover(finding.rule, moved));
    }
    return silent;
  }

  const SourceFile& file_;
  const std::vector<FileFinding>& findings_;
  const Registry& registry_;
  Parser& parser_;
  const SilenceText& text_;
  const SyntaxTree& tree_;
  Placed placed_;
  int tries_ = 0;
};

}  // namespace

Silence silence_findings(const SourceFile& file, const std::vector<FileFinding>& findings,
                         const Registry& registry, Parser& parser, const SilenceText& text) {
  const SyntaxTree tree = parser.parse(file.text);
  if (why_not_editable(tree)) return {{}, std::vector<bool>(findings.size())};
  return Silencer(file, findings, registry, parser, text, tree).run();
}

}  // namespace mlfix
