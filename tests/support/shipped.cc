// Everything is read from the resources of the program, as the program does.

#include "shipped.h"

#include <gtest/gtest.h>

#include "config/knowledge_loader.h"
#include "config/settings.h"
#include "transforms/registry.h"

namespace mlfix::testing {

Shipped::Shipped()
    : registry_(shipped_registry()),
      knowledge_(shipped_knowledge().value()),
      rules_(make_settings(registry_, shipped_defaults().value(), empty_config_file(registry_), {})
                 .value()
                 .rules) {}

const Shipped& Shipped::get() {
  static const Shipped shipped;
  return shipped;
}

PipelineOptions Shipped::options(Level level, std::optional<std::uint32_t> rule) const {
  PipelineOptions options;
  options.apply_unsafe = level == Level::Unsafe;
  options.rules = rules_;
  for (std::uint32_t i = 0; rule && i < options.rules.size(); ++i) {
    options.rules[i].enabled = i == *rule;
  }
  return options;
}

PipelineOptions Shipped::options(Level level, std::uint32_t rule,
                                 const std::string& rule_options) const {
  PipelineOptions result = options(level, rule);
  if (rule_options.empty()) return result;
  const std::string yaml =
      "rules:\n  " + registry_.rules()[rule].name + ": {" + rule_options + "}\n";
  const auto defaults = shipped_defaults().value();
  const auto file = parse_config_file(yaml, "case.yaml", registry_, defaults).value();
  result.rules[rule] = make_settings(registry_, defaults, file, {}).value().rules[rule];
  result.rules[rule].enabled = true;
  return result;
}

PipelineOptions Shipped::options(Level level, const GoldenCase& golden) const {
  return options_of_case(level, golden.stem, golden.slug, options_in(golden.before));
}

PipelineOptions Shipped::options_of_case(Level level, const std::string& stem,
                                         const std::string& slug, std::string given) const {
  static const auto kDefaults = shipped_defaults().value();
  const std::uint32_t rule = registry_.find(rule_name_of_stem(stem)).value();
  const auto known = kDefaults.find(registry_.rules()[rule].name);
  const bool has_minor = known != kDefaults.end() && known->second.options.contains("minor");
  const bool left = slug.find("left") != std::string::npos;
  if (has_minor && !left && given.find("minor") == std::string::npos) {
    given += given.empty() ? "minor: true" : ", minor: true";
  }
  return options(level, rule, given);
}

FileResult Shipped::run(const std::string& text, const PipelineOptions& options,
                        const std::filesystem::path& path) const {
  const Result<SourceFile> file = make_source_file(path, text);
  if (!file) {
    ADD_FAILURE() << file.error().to_string();
    return {};
  }
  FilePipeline pipeline(registry_, knowledge_, options);
  return pipeline.run(*file);
}

}  // namespace mlfix::testing
