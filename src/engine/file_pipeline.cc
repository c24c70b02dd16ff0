// The entry of the pipeline: skips what no rule can find anything in, and turns
// an exception that escapes the analysis of one file into an error of that file.

#include "engine/file_pipeline.h"

#include <exception>

namespace mlfix {

FilePipeline::FilePipeline(const Registry& registry, const Knowledge& knowledge,
                           PipelineOptions options)
    : dispatcher_(registry, options.rules), knowledge_(&knowledge), options_(std::move(options)) {}

FileResult FilePipeline::run(const SourceFile& file) {
  FileResult result;
  const std::vector<std::uint32_t> rules = dispatcher_.triggered(file.text);
  if (rules.empty()) return result;
  result.analysed = true;
  const SyntaxTree tree = parser_.parse(file.text);
  const SemanticModel model(tree, *knowledge_);
  const Rewriter rewriter(model);
  Examination found = dispatcher_.examine(model, rewriter, rules, options_.show_abstained);
  for (Finding& finding : found.findings) {
    FileFinding& entry = result.findings.emplace_back();
    entry.finding = std::move(finding);
  }
  result.abstentions = std::move(found.abstentions);
  result.errors = std::move(found.errors);
  return result;
}

}  // namespace mlfix
