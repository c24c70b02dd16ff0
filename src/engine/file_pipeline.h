// One file through the whole pipeline: prefilter, parse, model, check, plan,
// splice, guard, repeat. A pure function of the bytes and the options: any
// number of pipelines may run at once, one per thread.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "engine/finding.h"
#include "engine/registry.h"
#include "semantic/knowledge.h"
#include "syntax/parser.h"
#include "text/error.h"
#include "text/source_file.h"

namespace mlfix {

// What the configuration says of one rule; made by config/.
struct RuleSettings {
  bool enabled = true;
  Severity severity = Severity::Medium;
  std::shared_ptr<const RuleOptions> options;
};

struct PipelineOptions {
  std::vector<RuleSettings> rules;  // by rule index
  bool apply_safe = true;
  bool apply_unsafe = false;
  bool show_abstained = false;
};

struct FileFinding {
  Finding finding;
  bool applied = false;      // its fix is part of `fixed_text`
  bool suppressed = false;   // by a comment; kept for --show-suppressed and statistics
  std::vector<Edit> edits;   // the fix lowered to edits of the original text; empty without a fix
};

struct FileResult {
  std::vector<FileFinding> findings;      // sorted by position, then rule
  std::vector<Abstention> abstentions;
  std::string fixed_text;                 // only when changed
  bool changed = false;
  bool analysed = false;                  // false when the prefilter skipped it
  std::vector<Error> errors;              // Refused, Internal (a quarantined fix)
};

class FilePipeline {
 public:
  FilePipeline(const Registry& registry, const Knowledge& knowledge, PipelineOptions options);
  FileResult run(const SourceFile& file);

 private:
  const Registry* registry_;
  const Knowledge* knowledge_;
  PipelineOptions options_;
  Parser parser_;
};

}  // namespace mlfix
