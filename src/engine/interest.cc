// A place touches a line when they share a byte, and an insertion when it is made
// inside of the line. New lines between two others belong to neither: an import
// that a fix adds after somebody's new import is no reason to report it.

#include "engine/interest.h"

#include <algorithm>
#include <span>

#include "engine/fingerprint.h"

namespace mlfix {
namespace {

bool overlaps_any(std::span<const TextRange> lines, TextRange place) {
  const auto after = std::ranges::lower_bound(lines, place.end, {}, &TextRange::begin);
  return after != lines.begin() && (after - 1)->end > place.begin;
}

bool adds_lines(std::string_view source, const Edit& edit) {
  const bool at_line_begin = edit.begin == 0 || source[edit.begin - 1] == '\n';
  return edit.begin == edit.end && at_line_begin && edit.text.ends_with('\n');
}

// The bytes that the edit is about; of an insertion the byte after it.
TextRange place_of(const Edit& edit) {
  return {edit.begin, std::max(edit.end, edit.begin + 1)};
}

}  // namespace

bool touches_change(const SyntaxTree& tree, const FileFinding& found, const Interest& interest) {
  if (!interest.changed) return true;
  const std::span<const TextRange> lines = *interest.changed;
  const TextRange range = found.finding.range;
  if (overlaps_any(lines, {range.begin, std::max(range.end, range.begin + 1)})) return true;
  if (overlaps_any(lines, reported_statement(tree, range))) return true;
  return std::ranges::any_of(found.edits, [&](const Edit& edit) {
    return !adds_lines(tree.source(), edit) && overlaps_any(lines, place_of(edit));
  });
}

bool is_known(const FileFinding& found, const Interest& interest) {
  return interest.known != nullptr && interest.known->contains(found.identity.fingerprint);
}

}  // namespace mlfix
