// Edit distance with swaps (optimal string alignment): a swapped pair is the
// commonest slip of the fingers and must not count as two. Who remembers a part of
// a long name is far from it by that measure, and helped when only one name has
// that part.

#include "config/suggest.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <vector>

namespace mlfix {
namespace {

std::string folded(std::string_view word) {
  std::string result(word);
  for (char& c : result) {
    c = c == '_' ? '-' : static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  return result;
}

constexpr std::size_t kShortestPart = 4;
constexpr std::size_t kLongestWord = 100;  // longer ones are no slip of the fingers

// The only candidate that contains the word.
std::optional<std::string> containing(const std::string& word,
                                      std::span<const std::string> candidates) {
  if (word.size() < kShortestPart) return std::nullopt;
  const auto contains = [&](const std::string& candidate) {
    return folded(candidate).find(word) != std::string::npos;
  };
  const auto found = std::ranges::find_if(candidates, contains);
  if (found == candidates.end() || std::any_of(found + 1, candidates.end(), contains)) {
    return std::nullopt;
  }
  return *found;
}

}  // namespace

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before_last(b.size() + 1);
  std::vector<std::size_t> last(b.size() + 1);
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    before_last.swap(last);
    last.swap(row);
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, replaced});
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) row[j] = std::min(row[j], before_last[j - 2] + 1);
    }
  }
  return row[b.size()];
}

std::optional<std::string> nearest(std::string_view word, std::span<const std::string> candidates) {
  if (word.size() > kLongestWord) return std::nullopt;
  const std::string wanted = folded(word);
  const std::size_t limit = std::max<std::size_t>(1, wanted.size() / 3);
  std::size_t best = limit + 1;
  std::optional<std::string> result;
  for (const std::string& candidate : candidates) {
    const std::size_t distance = edit_distance(wanted, folded(candidate));
    if (distance >= best) continue;
    best = distance;
    result = candidate;
  }
  return result ? result : containing(wanted, candidates);
}

std::string did_you_mean(std::string_view word, std::span<const std::string> candidates,
                         std::string otherwise) {
  const auto near = nearest(word, candidates);
  return near ? fmt::format("did you mean {}?", *near) : std::move(otherwise);
}

}  // namespace mlfix
