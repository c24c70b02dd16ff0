// Places are tried, not reasoned about: behind a line may be inside a string, behind
// a backslash, or too far to the right; above a line may be inside a statement that
// ends there. The syntax guard and the suppressions of the new text decide. All
// findings are tried together first, which is nearly always the end of it.

#include "adoption/silence.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "engine/ignore_comment.h"
#include "engine/offset_map.h"
#include "engine/suppression.h"
#include "syntax/syntax_guard.h"
#include "text/characters.h"

namespace mlfix {
namespace {

constexpr std::size_t kWidestLine = 100;  // bytes, with the comment

enum class Side : std::uint8_t { Behind, Above };
using Place = std::pair<std::uint32_t, Side>;  // of a line
using Placed = std::map<Place, std::set<std::string>>;

class Silencer {
 public:
  Silencer(const SourceFile& file, const std::vector<FileFinding>& findings,
           const Registry& registry, const Knowledge& knowledge, Parser& parser,
           const SilenceText& text, const SyntaxTree& tree)
      : file_(file),
        findings_(findings),
        registry_(registry),
        knowledge_(knowledge),
        parser_(parser),
        text_(text),
        tree_(tree),
        model_(tree_, knowledge, file.cells) {}

  Silence run() {
    Silence result{{}, std::vector<bool>(findings_.size())};
    std::vector<std::size_t> wanted;
    Placed first_places;
    for (std::size_t i = 0; i < findings_.size(); ++i) {
      if (!is_wanted(findings_[i])) continue;
      wanted.push_back(i);
      put(first_places, i, places_for(findings_[i]).front());
    }
    if (!silences(first_places, wanted)) first_places = places_one_by_one(wanted);
    result.edits = edits_for(first_places);
    for (const std::size_t i : wanted) result.silent[i] = silences(first_places, {i});
    return result;
  }

 private:
  bool is_wanted(const FileFinding& found) const {
    return !found.suppressed && !found.later && !registry_.rules()[found.finding.rule].by_engine;
  }

  void put(Placed& placed, std::size_t finding, Place place) const {
    placed[place].insert(registry_.rules()[findings_[finding].finding.rule].name);
  }

  // For each finding the first place that works beside those already taken.
  Placed places_one_by_one(const std::vector<std::size_t>& wanted) {
    Placed placed;
    for (const std::size_t i : wanted) {
      for (const Place& place : places_for(findings_[i])) {
        Placed with = placed;
        put(with, i, place);
        if (!silences(with, {i})) continue;
        placed = std::move(with);
        break;
      }
    }
    return placed;
  }

  std::uint32_t line_at(Offset offset) const { return file_.lines.line_at(offset); }

  std::string_view line_text(std::uint32_t line) const {
    const Offset begin = file_.lines.line_begin(line);
    return std::string_view(file_.text).substr(begin, file_.lines.line_end(line) - begin);
  }

  // The best place first.
  std::vector<Place> places_for(const FileFinding& found) const {
    const TextRange range = found.finding.range;
    const std::uint32_t own = line_at(range.begin);
    NodeId statement = model_.statement_of(tree_.node_covering(range));
    if (statement == kNoNode) return {{own, Side::Above}, {own, Side::Behind}};
    const NodeId parent = tree_.parent(statement);
    if (tree_.is(parent, Kind::DecoratedDefinition)) statement = parent;
    const std::uint32_t first = line_at(tree_[statement].begin);
    const std::uint32_t last = line_at(tree_[statement].end);
    std::vector<Place> places = {{first, Side::Above}, {last, Side::Behind}, {own, Side::Behind}};
    const std::string comment = text_for({registry_.rules()[found.finding.rule].name});
    const bool has_room = line_text(first).size() + 2 + comment.size() <= kWidestLine;
    if (first == last && has_room && !comment_on(first)) {
      places.insert(places.begin(), {first, Side::Behind});
    }
    return places;
  }

  std::optional<TextRange> comment_on(std::uint32_t line) const {
    for (const TextRange comment : tree_.comments()) {
      if (line_at(comment.begin) == line) return comment;
    }
    return std::nullopt;
  }

  std::string text_for(const std::set<std::string>& rules) const {
    return ignore_comment_text({rules.begin(), rules.end()}, text_.until, text_.reason);
  }

  Edit edit_for(Place place, const std::set<std::string>& rules) const {
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

  // Do the comments silence all of `wanted`, and change nothing else?
  bool silences(const Placed& placed, const std::vector<std::size_t>& wanted) {
    const std::vector<Edit> edits = edits_for(placed);
    if (!file_.cells.empty() && !file_.cells.allow(edits)) return false;
    const std::string text = apply_edits(file_.text, edits);
    const SyntaxTree after = parser_.parse(text);
    if (check_rewrite(tree_, after, edits)) return false;
    const SemanticModel model(after, knowledge_, file_.cells.after(edits));
    Suppressions suppressions(model, registry_);
    return std::ranges::all_of(wanted, [&](std::size_t i) {
      const Finding& finding = findings_[i].finding;
      const TextRange moved{moved_by(edits, finding.range.begin),
                            moved_by(edits, finding.range.end - 1) + 1};
      return suppressions.cover(finding.rule, moved);
    });
  }

  // Where the byte at `offset` is after `edits`, none of which replaces it.
  static Offset moved_by(const std::vector<Edit>& edits, Offset offset) {
    Offset moved = offset;
    for (const Edit& edit : edits) {
      if (edit.begin > offset || (edit.begin == offset && edit.end > offset)) break;
      moved += static_cast<Offset>(edit.text.size()) - (edit.end - edit.begin);
    }
    return moved;
  }

  const SourceFile& file_;
  const std::vector<FileFinding>& findings_;
  const Registry& registry_;
  const Knowledge& knowledge_;
  Parser& parser_;
  const SilenceText& text_;
  const SyntaxTree& tree_;
  SemanticModel model_;
};

}  // namespace

Silence silence_findings(const SourceFile& file, const std::vector<FileFinding>& findings,
                         const Registry& registry, const Knowledge& knowledge, Parser& parser,
                         const SilenceText& text) {
  const SyntaxTree tree = parser.parse(file.text);
  if (why_not_editable(tree)) return {{}, std::vector<bool>(findings.size())};
  return Silencer(file, findings, registry, knowledge, parser, text, tree).run();
}

}  // namespace mlfix
