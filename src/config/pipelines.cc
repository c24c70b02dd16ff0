// Paths with the same sections share a pipeline: most runs have one.

#include "config/pipelines.h"

#include <algorithm>
#include <utility>

#include "text/paths.h"

namespace mlfix {
namespace {

bool any_enabled(const std::vector<RuleSettings>& rules) {
  return std::any_of(rules.begin(), rules.end(), [](const RuleSettings& r) { return r.enabled; });
}

}  // namespace

Pipelines::Pipelines(const Registry& registry, const Settings& settings, const Knowledge& knowledge,
                     PipelineOptions options)
    : registry_(registry),
      settings_(settings),
      knowledge_(knowledge),
      options_(std::move(options)) {}

FilePipeline* Pipelines::for_path(const std::filesystem::path& path) {
  const std::vector<bool> sections = sections_for(settings_, whole_path(path));
  const auto [at, is_new] = by_sections_.try_emplace(sections);
  if (is_new) {
    PipelineOptions options = options_;
    options.rules = rules_for(settings_, sections);
    if (any_enabled(options.rules)) {
      at->second = std::make_unique<FilePipeline>(registry_, knowledge_, std::move(options));
    }
  }
  return at->second.get();
}

}  // namespace mlfix
