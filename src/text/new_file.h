// Files that mlfix makes and that must not be there yet.
#pragma once

#include <filesystem>
#include <string_view>

#include "text/error.h"

namespace mlfix {

// Writes a new file; one that exists is left alone. On failure no file stays.
// Errors: Unwritable.
Result<void> create_file(const std::filesystem::path& path, std::string_view text);

}  // namespace mlfix
