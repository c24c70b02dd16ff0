// The text of a source file for those who only look something up in it.
#pragma once

#include <filesystem>
#include <string>

#include "text/error.h"

namespace mlfix {

// The text of read_source_file, with the same errors, without what it takes to
// report on the file and to write it: a table of lines and a hash.
Result<std::string> read_source_text(const std::filesystem::path& path);

}  // namespace mlfix
