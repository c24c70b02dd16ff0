// The entry of the pipeline: skips what no rule can find anything in, and turns
// an exception that escapes the analysis of one file into an error of that file.

#include "engine/file_pipeline.h"

#include <fmt/format.h>

#include <exception>

#include "engine/fix_loop.h"

namespace mlfix {

FilePipeline::FilePipeline(const Registry& registry, const Knowledge& knowledge,
                           PipelineOptions options)
    : dispatcher_(registry, options.rules), knowledge_(&knowledge), options_(std::move(options)) {}

FileResult FilePipeline::run(const SourceFile& file, const Interest& interest) {
  const std::vector<std::uint32_t> rules = dispatcher_.triggered(file.text, !file.cells.empty());
  if (rules.empty()) return {};
  try {
    return run_fix_loop(file, rules, dispatcher_, *knowledge_, options_, interest, parser_);
  } catch (const std::exception& e) {
    FileResult result;
    result.analysed = true;
    result.errors.push_back({ErrorKind::Internal, file.path.string(), 0,
                             fmt::format("the analysis failed: {}", e.what()),
                             "the file is left as it is; please report this"});
    return result;
  }
}

}  // namespace mlfix
