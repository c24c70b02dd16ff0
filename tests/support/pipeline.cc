#include "support/pipeline.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "semantic/knowledge/knowledge.h"

namespace mlfix::testing {

Rule make_test_rule(std::string_view stem, std::vector<Kind> kinds, Check check,
                    std::vector<std::string_view> triggers) {
  return make_rule(Transform{stem, check, std::move(kinds), std::move(triggers)}, "test", {}, true,
                   {});
}

FileResult run_pipeline(const std::vector<Rule>& rules, const std::string& text,
                        const PipelineOptions& options) {
  const Registry registry(rules);
  const Knowledge knowledge;
  FilePipeline pipeline(registry, knowledge, options);
  const Result<SourceFile> file = make_source_file("test.py", text);
  if (!file) {
    ADD_FAILURE() << file.error().to_string();
    return {};
  }
  return pipeline.run(*file);
}

std::string fixed(const FileResult& result, const std::string& text) {
  return result.changed ? result.fixed_text : text;
}

std::vector<std::string> places(const std::vector<Rule>& rules, const FileResult& result,
                                const std::string& text) {
  const LineTable lines(text);
  std::vector<std::string> found;
  for (const FileFinding& f : result.findings) {
    found.push_back(
        fmt::format("{}:{}", rules[f.finding.rule].name, lines.line_at(f.finding.range.begin)));
  }
  return found;
}

}  // namespace mlfix::testing
