// "Did you mean": the known word that a mistyped one most resembles.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace mlfix {

// Number of single-character insertions, deletions, replacements and swaps of
// neighbours that turn `a` into `b`. O(|a| * |b|).
std::size_t edit_distance(std::string_view a, std::string_view b);

// The candidate nearest to `word`, the first one among equals; when none is near
// enough to be what was meant, the only one that contains it, if there is one. Letter case and the
// choice between
// `-` and `_` count nothing.
std::optional<std::string> nearest(std::string_view word, std::span<const std::string> candidates);

// "did you mean X?", or `otherwise` when nothing is near.
std::string did_you_mean(std::string_view word, std::span<const std::string> candidates,
                         std::string otherwise = {});

}  // namespace mlfix
