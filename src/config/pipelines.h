// The pipelines of a run: one for each set of rules that the configuration has for
// some paths.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <vector>

#include "config/settings.h"
#include "engine/file_pipeline.h"

namespace mlfix {

class Knowledge;

class Pipelines {
 public:
  // All must outlive this object but `options`, whose rules are those of the path. One
  // object for each thread.
  Pipelines(const Registry& registry, const Settings& settings, const Knowledge& knowledge,
            PipelineOptions options);

  // The pipeline for a file; nothing when no rule is wanted there. It lives as long as
  // this object.
  FilePipeline* for_path(const std::filesystem::path& path);

 private:
  const Registry& registry_;
  const Settings& settings_;
  const Knowledge& knowledge_;
  PipelineOptions options_;
  std::map<std::vector<bool>, std::unique_ptr<FilePipeline>> by_sections_;
};

}  // namespace mlfix
