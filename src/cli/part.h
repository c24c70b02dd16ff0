// The part of a run that this process has.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "cli/analysis.h"
#include "cli/session.h"
#include "cli/setup.h"
#include "fleet/run_folder.h"

namespace mlfix {

struct RunPart {
  std::vector<std::size_t> files;       // of the run's, ascending
  std::unique_ptr<RunJournal> journal;  // null without --run-folder
};

// Chooses the files of the shard that the options name, and opens the record of what is
// finished. Says how much an earlier process did. Errors: those of RunJournal::open.
Result<RunPart> take_part(Session& session, const Setup& setup, const Input& input);

// The digest that records have for the findings which a run leaves out.
std::string baseline_digest(const Setup& setup);

}  // namespace mlfix
