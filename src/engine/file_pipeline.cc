// The entry of the pipeline: skips what no rule can find anything in, keeps to the
// bounds of one file, and turns what escapes its analysis into an error of it.

#include "engine/file_pipeline.h"

#include <fmt/format.h>

#include <exception>
#include <string>
#include <utility>

#include "engine/fix_loop.h"
#include "semantic/knowledge/knowledge.h"
#include "syntax/token_count.h"

namespace mlfix {
namespace {

FileResult failed(Error error) {
  FileResult result;
  result.errors.push_back(std::move(error));
  return result;
}

// Are letters of ASCII written as in \u0061? No program does that, but it may be done so that
// no word of the notebook is read.
bool escapes_letters(std::string_view json) {
  constexpr std::string_view kEscape = "\\u00";
  for (std::size_t at = json.find(kEscape); at != std::string_view::npos;
       at = json.find(kEscape, at + 1)) {
    const char next = at + kEscape.size() < json.size() ? json[at + kEscape.size()] : '\0';
    if (next >= '4' && next <= '7') return true;
  }
  return false;
}

// Why there is too much of it to analyse; empty where there isn't.
std::string excess_of(std::string_view text) {
  if (text.size() > kMaxAnalysedSize) {
    return fmt::format("{:.1f} MiB of Python, more than the {} MiB that are analysed",
                       static_cast<double>(text.size()) / (1u << 20), kMaxAnalysedSize >> 20);
  }
  if (text.size() <= kMaxAnalysedTokens) return {};
  const std::size_t tokens = count_tokens(text);
  if (tokens <= kMaxAnalysedTokens) return {};
  return fmt::format("{} words and signs of Python, more than the {} that are analysed", tokens,
                     kMaxAnalysedTokens);
}

}  // namespace

std::optional<Error> refusal_of(const GaveUp& reason, const std::filesystem::path& path) {
  const auto because = [&](std::string message) {
    return Error{ErrorKind::Refused, path.string(), 0, std::move(message),
                 "it is left alone; if somebody wrote it by hand, please report it"};
  };
  switch (reason.reason) {
    case GaveUp::Reason::Stopped:
      return std::nullopt;
    case GaveUp::Reason::Work:
      return because("takes more work to analyse than a file of its size may");
    case GaveUp::Reason::Depth:
      return because("its values or calls depend on each other in chains too long to follow");
  }
  return std::nullopt;
}

FilePipeline::FilePipeline(const Registry& registry, const Knowledge& knowledge,
                           PipelineOptions options)
    : dispatcher_(registry, options.rules, &knowledge),
      knowledge_(&knowledge),
      options_(std::move(options)),
      parser_(options_.stop) {}

bool FilePipeline::may_find_in_notebook(std::string_view bytes) const {
  return escapes_letters(bytes) || !dispatcher_.triggered(bytes, true).empty();
}

FileResult FilePipeline::run(const SourceFile& file, const Interest& interest) {
  const std::vector<std::uint32_t> rules = dispatcher_.triggered(file.text, !file.cells.empty());
  if (rules.empty()) return {};
  if (std::string excess = excess_of(file.text); !excess.empty()) {
    return failed({ErrorKind::Refused, file.path.string(), 0, std::move(excess),
                   "it is left alone; generated files are best excluded"});
  }
  WorkBudget work(options_.work_limit.value_or(WorkBudget::limit_for(file.text.size())),
                  options_.stop);
  try {
    return run_fix_loop(file, rules, dispatcher_, *knowledge_, options_, interest, parser_, work);
  } catch (const GaveUp& reason) {
    auto refusal = refusal_of(reason, file.path);
    return refusal ? failed(std::move(*refusal)) : FileResult{};
  } catch (const std::exception& e) {
    FileResult result = failed({ErrorKind::Internal, file.path.string(), 0,
                                fmt::format("the analysis failed: {}", e.what()),
                                "the file is left as it is; please report this"});
    result.analysed = true;
    return result;
  }
}

}  // namespace mlfix
