// Writes the comments that silence findings.
#pragma once

#include <string>
#include <vector>

#include "engine/file_pipeline.h"
#include "syntax/parser.h"

namespace mlfix {

// What the comments say besides the rules.
struct SilenceText {
  std::string until;   // a date, or empty
  std::string reason;  // one line without " #", or empty
};

struct Silence {
  std::vector<Edit> edits;   // of the file's text, sorted and disjoint
  std::vector<bool> silent;  // by finding: a comment of `edits` silences it
};

// Comments for the `findings` of `file` (of a notebook, its module). A comment goes
// after the statement where the line has room, else above it, else after the line of
// the finding; every edit was tried: the file must stay the program it is, and
// the comment must silence. Findings for which no place is right, and all of a file
// that is not edited, stay as they are. Suppressed findings, those only a fix makes
// visible, and those of the engine's own rules are left out.
Silence silence_findings(const SourceFile& file, const std::vector<FileFinding>& findings,
                         const Registry& registry, Parser& parser, const SilenceText& text);

}  // namespace mlfix
