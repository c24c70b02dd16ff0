// Runs small rules made for a test over a text, without configuration.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/file_pipeline.h"

namespace mlfix::testing {

using Check = void (*)(const Context&, NodeId, Findings&);

// A rule of the group "test" that is called for `kinds` in every file.
Rule make_test_rule(std::string_view stem, std::vector<Kind> kinds, Check check,
                    std::vector<std::string_view> triggers = {});

// `text` through a pipeline of its own. Fails the test when the text is refused
// on reading.
FileResult run_pipeline(const std::vector<Rule>& rules, const std::string& text,
                        const PipelineOptions& options = {});

// The fixed text, or the text itself when nothing changed.
std::string fixed(const FileResult& result, const std::string& text);

// Rule names and lines of the findings: "test-rule:3".
std::vector<std::string> places(const std::vector<Rule>& rules, const FileResult& result,
                                const std::string& text);

}  // namespace mlfix::testing
