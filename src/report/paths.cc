// Lexical only: a report is a function of the run, not of the disk.

#include "report/paths.h"

#include "text/paths.h"

namespace mlfix {
namespace {

namespace fs = std::filesystem;

std::string path_below(const fs::path& root, const fs::path& folder, const fs::path& path) {
  const fs::path whole = (folder / path).lexically_normal();
  return (is_below(whole, root) ? whole.lexically_relative(root) : whole).generic_string();
}

}  // namespace

std::string path_in_project(const RunReport& report, const fs::path& path) {
  return path_below(report.project, report.folder, path);
}

std::string path_in_folder(const RunReport& report, const fs::path& path) {
  return path_below(report.folder, report.folder, path);
}

std::string uri_of_path(std::string_view path) {
  return (path.starts_with('/') ? "file://" : "") + percent_encoded(path);
}

}  // namespace mlfix
