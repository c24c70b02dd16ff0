// What a program waits for that may never come.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <optional>

namespace mlfix {

// The file with a name, a pipe, a terminal or another device, that the main thread of a
// program waits to open or to read at this moment. Nothing when it works, waits for
// something else, or the system does not tell.
std::optional<std::filesystem::path> endless_file_waited_for(pid_t program);

}  // namespace mlfix
