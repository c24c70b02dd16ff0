// What the bot writes for people: commit messages, titles and descriptions.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "bot/series.h"
#include "engine/registry.h"

namespace mlfix {

// Says what the fixes of a rule change and why, with the places; no trailers.
std::string commit_message(const Rule& rule, Applicability level,
                           const std::vector<FixedFinding>& findings);

std::string pull_title(const FixSeries& series);

struct BodyContext {
  const Registry& registry;
  // The address of a line of the base commit; empty text when it has none.
  std::function<std::string(const std::string& path, std::optional<std::uint32_t> line)> link;
  std::string measured;  // Markdown; empty when nothing was measured
};

// The description above its marker, at most `limit` bytes long: places are left
// out with a note, the rest never.
std::string pull_text(const FixSeries& series, const BodyContext& context, std::size_t limit);

}  // namespace mlfix
