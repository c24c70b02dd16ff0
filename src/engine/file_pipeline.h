// One file through the whole pipeline: prefilter, parse, model, check, plan,
// splice, guard, repeat. A pure function of the bytes and the options: any
// number of pipelines may run at once, one per thread.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "engine/dispatcher.h"
#include "engine/finding.h"
#include "engine/registry.h"
#include "engine/suppression.h"
#include "syntax/parser.h"
#include "syntax/work_budget.h"
#include "text/error.h"
#include "text/source_file.h"

namespace mlfix {

class Knowledge;
class Project;

struct PipelineOptions {
  std::vector<RuleSettings> rules;  // by rule index
  bool apply_safe = true;
  bool apply_unsafe = false;
  bool apply_of_engine_only = false;  // of the fixes, only those of the engine's own rules
  bool show_abstained = false;
  const Project* project = nullptr;  // what the files of the run know of each other; must outlive
                                     // the pipeline. Without one each file stands alone.
  std::filesystem::path root;        // absolute: what fingerprints name files relative to; empty:
                                     // files are named as they are given
  StopRequest stop;                  // asked while a file is analysed; may be empty
  std::optional<std::uint64_t> work_limit;  // of every file; nothing: by its size
  std::string today;  // 2027-01-31, for suppressions that end; empty: none has ended
};

// What a finding is recognised by in other runs; see fingerprint.h.
struct Identity {
  std::string path;           // below the root, with forward slashes
  std::string scope;          // "Trainer.fit"; empty at module level
  std::string statement;      // the reported one, without its layout
  std::uint32_t ordinal = 0;  // from 1, among those of the rule that agree in all of the above
  std::string fingerprint;    // 16 hexadecimal digits
};

// Which findings of one file this run is about. The others are neither reported
// nor fixed.
struct Interest {
  // Fingerprints of findings that are known already. Must outlive the run.
  const std::set<std::string, std::less<>>* known = nullptr;
  // Whole lines, sorted: only findings whose place, statement or fix touches one of
  // them. A fix that only puts new lines between two lines touches neither.
  std::optional<std::vector<TextRange>> changed;
  // The file knows of no other, whatever project the run has.
  bool is_apart = false;
};

// A finding with what became of it. All positions are bytes of the original
// text, also those of findings that only a later pass saw.
struct FileFinding {
  Finding finding;          // its fix has the level the engine gave it, and no intents:
                            // they are lowered to `edits`
  bool applied = false;     // its fix is part of `fixed_text`
  bool remains = true;      // the rule would report it on `fixed_text` as well
  bool suppressed = false;  // by a comment; kept for --show-suppressed and statistics
  std::vector<Edit> edits;  // the fix alone, as edits of the original text; empty without
                            // a fix and for findings that only a later pass saw
  bool unwanted = false;    // while the file is analysed: see Interest; left out in the end
  bool later = false;       // not in the file as it is: a fix of another finding shows it
  std::string withheld;     // why `finding` has no fix although the rule offered one
  Identity identity;
};

struct FileResult {
  std::vector<FileFinding> findings;    // sorted by position, then rule
  std::vector<Abstention> abstentions;  // of the first pass
  std::vector<UnknownSuppression> unknown_suppressions;
  std::string fixed_text;  // only when changed
  // Of the original text, sorted and disjoint: all applied fixes together.
  std::vector<Edit> fixed_edits;
  std::vector<std::string> known;  // fingerprints of findings left out as known, sorted
  std::size_t elsewhere = 0;       // findings left out because they touch no changed line
  bool changed = false;
  bool analysed = false;      // false when the prefilter skipped it
  std::vector<Error> errors;  // Refused, Internal (a quarantined fix)
};

class FilePipeline {
 public:
  // `registry` and `knowledge` must outlive the pipeline.
  FilePipeline(const Registry& registry, const Knowledge& knowledge, PipelineOptions options);

  // Can any rule find something in a notebook with these bytes? False means that
  // run() would find nothing.
  bool may_find_in_notebook(std::string_view bytes) const;

  // Never throws for what is in the file. A file that is too large, nested too
  // deep, or takes more work than WorkBudget::limit_for gives it, is refused.
  // After a stop the result is empty.
  FileResult run(const SourceFile& file, const Interest& interest = {});

 private:
  Dispatcher dispatcher_;
  const Knowledge* knowledge_;
  PipelineOptions options_;
  Parser parser_;
};

// What to say of a file whose analysis ended early; nothing when the run did.
std::optional<Error> refusal_of(const GaveUp& reason, const std::filesystem::path& path);

}  // namespace mlfix
