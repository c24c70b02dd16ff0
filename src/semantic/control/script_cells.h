// Files whose names are looked at between their parts.
#pragma once

namespace mlfix {

class SemanticModel;

// Does somebody run the file part by part: a notebook, or a script that marks its cells (`# %%`)?
bool is_run_in_cells(const SemanticModel& model);

}  // namespace mlfix
