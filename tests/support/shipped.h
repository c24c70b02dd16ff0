// The shipped rules with the shipped settings and knowledge, as a user without
// a configuration runs them.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "engine/file_pipeline.h"
#include "semantic/knowledge/knowledge.h"
#include "support/golden.h"

namespace mlfix::testing {

enum class Level { Safe, Unsafe };

class Shipped {
 public:
  // Loaded once. Any number of threads may use it.
  static const Shipped& get();

  const Registry& registry() const { return registry_; }
  const Knowledge& knowledge() const { return knowledge_; }

  // The options to run `rule` alone, or all default rules without one.
  PipelineOptions options(Level level, std::optional<std::uint32_t> rule) const;
  // The same with options of that rule, as in "strict: true". Throws when they
  // are none.
  PipelineOptions options(Level level, std::uint32_t rule, const std::string& rule_options) const;

  // The same for the rule of a case, with the options that its program names. What a case finds
  // is shown even when it hardly matters; what it leaves alone is left alone by default.
  PipelineOptions options(Level level, const GoldenCase& golden) const;
  PipelineOptions options_of_case(Level level, const std::string& stem, const std::string& slug,
                                  std::string given) const;

  // Fails the test when `text` is refused on reading.
  // `path` is where a project of the options has the file.
  FileResult run(const std::string& text, const PipelineOptions& options,
                 const std::filesystem::path& path = "case.py") const;

 private:
  Shipped();

  Registry registry_;
  Knowledge knowledge_;
  std::vector<RuleSettings> rules_;
};

}  // namespace mlfix::testing
