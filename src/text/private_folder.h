// Folders for what mlfix keeps of a user: state and cache.
#pragma once

#include <filesystem>

#include "text/file_system.h"

namespace mlfix {

// Makes the folders that are missing, for their owner alone, where the one above belongs to the
// user: nothing is left in another user's home. An error is an errno.
IoResult<void> make_private_folder(const std::filesystem::path& folder);

}  // namespace mlfix
