// Paths as machines want them: relative to a folder, with forward slashes.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "report/run_report.h"

namespace mlfix {

// `path` (as it is shown to the user) below the root of the project, or below the
// folder where mlfix runs; the whole path when it is not below that folder.
// Nothing is looked up on the disk.
std::string path_in_project(const RunReport& report, const std::filesystem::path& path);
std::string path_in_folder(const RunReport& report, const std::filesystem::path& path);

// A relative path as a relative reference (RFC 3986), an absolute one as a file
// URI. Bytes that a URI can't have are percent-encoded.
std::string uri_of_path(std::string_view path);

}  // namespace mlfix
