// What a run writes down of itself, one JSON object a line: first what the run is, then each
// file as it is finished, at the end that all are. From the lines of all shards the
// report of the whole run can be made again, to the byte.
//
// A line begins with a checksum of the rest, so that one that was cut off, or that two
// processes wrote into, is not taken for whole. It guards against accidents, not
// against people: records are for runs of one's own.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "engine/registry.h"
#include "fleet/outcome.h"
#include "fleet/shard.h"
#include "report/run_report.h"
#include "syntax/parser.h"
#include "text/error.h"

namespace mlfix {

// What all shards of one run have in common. Two runs in which all of this agrees, but
// `folder` and `project`, find the same.
struct RunIdentity {
  std::string version;                       // of mlfix
  std::string settings;                      // digest of rules, options, knowledge
  std::string baseline;                      // digest of the findings that are left out
  std::string files;                         // digest of the names and bytes of all files
  std::vector<std::filesystem::path> paths;  // of the command line
  std::size_t count = 0;                     // of the files
  std::vector<Error> errors;                 // of looking for files
  Action action = Action::Report;
  bool show_abstained = false;
  bool add_ignore = false;
  bool staged = false;
  bool changed_lines = false;     // only lines that changed count
  std::filesystem::path folder;   // see RunReport
  std::filesystem::path project;  // see RunReport
};

// The first thing in which two runs differ, as words for a message; empty when they are one.
std::string difference(const RunIdentity& a, const RunIdentity& b);

struct RecordHead {
  RunIdentity run;
  Shard shard;
};

// One finished file; `index` counts all files of the run, in path order, from 0.
struct RecordedFile {
  std::size_t index = 0;
  std::filesystem::path path;
  FileOutcome outcome;
};

// All files of the shard are finished.
struct RecordEnd {
  std::size_t files = 0;
};

// What every line begins with; the checksum follows.
inline constexpr std::string_view kRecordBegin = "{\"check\":\"";

// A line with its line feed. `registry` names the rules.
std::string record_line(const RecordHead& head);
std::string record_line(const RecordedFile& file, const Registry& registry);
std::string record_line(const RecordEnd& end);

using RecordLine = std::variant<RecordHead, RecordedFile, RecordEnd>;

// Reads a line, without its line feed. `parser` serves for notebooks. Any bytes. Errors
// (without a path): Refused, for a line that is damaged or that this mlfix did not write.
Result<RecordLine> parse_record_line(std::string_view line, const Registry& registry,
                                     Parser& parser);

// The outcome alone, without the text of its file.
std::string outcome_text(const FileOutcome& outcome, const Registry& registry);

// Reads it for the file, which has the text that it is about. Any bytes; nothing where they are no
// outcome of such a text.
std::optional<FileOutcome> parse_outcome(std::string_view text, const SourceFile& file,
                                         const Registry& registry, Parser& parser);

}  // namespace mlfix
