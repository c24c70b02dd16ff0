// Findings are recognised by rule and original place. The message is not part
// of it: a finding may speak of names that an earlier fix has changed.

#include "engine/finding_ledger.h"

#include <algorithm>

#include "rewrite/edits.h"

namespace mlfix {

FindingLedger::FindingLedger(std::vector<FileFinding> first) : entries_(std::move(first)) {
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    const Finding& finding = entries_[i].finding;
    by_place_.emplace(Place{finding.rule, finding.range.begin}, i);
  }
}

std::vector<std::size_t> FindingLedger::enter(const std::vector<FileFinding>& found,
                                              const OffsetMap& map) {
  for (FileFinding& entry : entries_) entry.remains = false;
  is_taken_.assign(entries_.size(), false);
  std::vector<std::size_t> entered;
  for (const FileFinding& one : found) {
    const std::optional<std::size_t> known = match(one, map);
    const std::size_t entry = known ? *known : add(one, map);
    entries_[entry].remains = true;
    is_taken_[entry] = true;
    entered.push_back(entry);
  }
  return entered;
}

std::optional<std::size_t> FindingLedger::match(const FileFinding& found,
                                                const OffsetMap& map) const {
  const std::uint32_t rule = found.finding.rule;
  const TextRange place = map.replaced(found.finding.range.begin);
  const Offset end = map.original(found.finding.range.end);
  std::optional<std::size_t> best;
  const auto last = by_place_.upper_bound({rule, place.end});
  for (auto at = by_place_.lower_bound({rule, place.begin}); at != last; ++at) {
    const std::size_t entry = at->second;
    if (is_taken_[entry]) continue;
    if (entries_[entry].finding.range.end == end) return entry;
    if (!best) best = entry;
  }
  return best;
}

namespace {

std::vector<Reason> at_original(std::vector<Reason> why, const OffsetMap& map) {
  for (Reason& reason : why) reason.range = map.original(reason.range);
  return why;
}

}  // namespace

void FindingLedger::mark_applied(std::size_t entry, const FileFinding& as, const OffsetMap& map) {
  entries_[entry].applied = true;
  Finding& known = entries_[entry].finding;
  if (known.fix && known.fix->applicability() == as.finding.fix->applicability()) return;
  Intents intents = known.fix ? std::move(known.fix->intents) : Intents();
  std::vector<TextRange> guards =
      known.fix ? std::move(known.fix->guards) : std::vector<TextRange>();
  known.fix =
      Fix(as.finding.fix->title, std::move(intents), as.finding.fix->verdict(), std::move(guards));
  entries_[entry].withheld.clear();
  known.message = as.finding.message;
  known.why = at_original(as.finding.why, map);
  known.way = as.finding.way;
  known.way.move_ranges([&](TextRange range) { return map.original(range); });
}

std::size_t FindingLedger::add(const FileFinding& found, const OffsetMap& map) {
  FileFinding entry = found;
  entry.edits.clear();
  entry.later = true;
  entry.finding.range = map.original(found.finding.range);
  entry.finding.why = at_original(std::move(entry.finding.why), map);
  entry.finding.way.move_ranges([&](TextRange range) { return map.original(range); });
  by_place_.emplace(Place{entry.finding.rule, entry.finding.range.begin}, entries_.size());
  entries_.push_back(std::move(entry));
  is_taken_.push_back(false);
  return entries_.size() - 1;
}

}  // namespace mlfix
