// The sources of a commit, written out as files.
#pragma once

#include <filesystem>
#include <vector>

#include "bot/git.h"
#include "text/error.h"

namespace mlfix {

// Writes the blobs of `entries`, byte for byte, to their paths below `folder`, which only we
// write to: no filter, no hook and no attribute of the repository takes part, and nothing of it
// is run. A few of them are in memory at a time. Errors: Unwritable; those of git.
Result<void> write_source_files(const Git& git, const std::vector<TreeEntry>& entries,
                                const std::filesystem::path& folder);

// Writes one file and the folders that it needs. Errors: Unwritable.
Result<void> write_source_file(const std::filesystem::path& path, const std::string& bytes);

}  // namespace mlfix
