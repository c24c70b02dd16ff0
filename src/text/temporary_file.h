// Temporary files beside the file they will replace, or whose rewrite they
// record (rewrite_record.h).
//
// Their names, ".mlfix-<machine>-<process>-<number>.tmp" or ".rewrite", tell a
// later run whether the process that made them can still be alive, so that what
// a killed run left behind is removed and the files of a running one are not.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string_view>
#include <vector>

#include "text/file_system.h"

namespace mlfix {

enum class TemporaryKind : std::uint8_t { NewContent, RewriteRecord };

// Writes and syncs a new file in `folder` with the mode and owner of `like`,
// and gives its path. On failure no file stays.
IoResult<std::filesystem::path> write_temporary(FileSystem& files,
                                                const std::filesystem::path& folder,
                                                const FileStatus& like, std::string_view text,
                                                TemporaryKind kind = TemporaryKind::NewContent);

// Removes what dead runs left in `folder`: of processes of this machine that no
// longer exist, and of other machines (or before a restart) after an hour. A
// rewrite that one of them did not finish is undone first.
// Gives the files that got their old content again. Failures are ignored: the next
// run tries again.
std::vector<std::filesystem::path> remove_stale_temporaries(FileSystem& files,
                                                            const std::filesystem::path& folder);

// The files in `folder` whose rewrite a dead run did not finish; nothing is changed.
std::vector<std::filesystem::path> half_written_files(FileSystem& files,
                                                      const std::filesystem::path& folder);

}  // namespace mlfix
