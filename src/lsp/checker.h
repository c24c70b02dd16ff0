// From the open texts of a subject to what is found in it.
#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include "lsp/documents.h"
#include "lsp/folder.h"
#include "syntax/parser.h"

namespace mlfix::lsp {

// What a run would find in the text of the subject, were it saved. Nothing after a
// stop.
std::optional<CheckedPtr> check(const Subject& subject, Purpose purpose, Folder& folder,
                                Parser& parser);

// The same for a file as it is on disk.
std::optional<CheckedPtr> check_file(const std::filesystem::path& path, Folder& folder);

}  // namespace mlfix::lsp
