// git refuses patches of paths beyond a symbolic link and of paths with "..", so
// patch paths are worked out on real paths: the file's, below the current
// folder's.

#include "cli/delivery.h"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <optional>
#include <set>
#include <system_error>
#include <utility>

#include "text/file_writer.h"
#include "text/paths.h"
#include "text/unified_diff.h"

namespace mlfix {
namespace {

namespace fs = std::filesystem;

std::optional<std::string> path_in_patch(const fs::path& file, const fs::path& folder) {
  std::error_code error;
  // Absolute first: a name for standard input need not exist.
  const fs::path real = fs::weakly_canonical(fs::absolute(file, error), error);
  if (error || !is_below(real, folder)) return std::nullopt;
  return real.lexically_relative(folder).generic_string();
}

Error outside(const FileReport& file) {
  return {ErrorKind::Usage, file.file.path.string(), 0,
          "is not below the current folder, so no patch can name it",
          "run mlfix in a folder above it"};
}

}  // namespace

bool may_touch_ignored(Session& session, const Input& input) {
  for (const Error& checkout : input.unlisted) {
    complain(session, {ErrorKind::Refused, checkout.path, 0,
                       "nothing is written, because ignored files can't be told from others",
                       "name the files, or fix what the note says"});
  }
  return !input.unlisted.empty();
}

void mark_unapplied(FileReport& file) {
  file.result.changed = false;
  for (FileFinding& finding : file.result.findings) {
    finding.applied = false;
    finding.remains = true;
  }
}

void make_patch(RunReport& report, const std::function<void(std::string_view)>& take) {
  std::error_code error;
  const fs::path folder = fs::canonical(".", error);
  for (FileReport& file : report.files) {
    if (!file.result.changed) continue;
    if (const auto path = path_in_patch(file.file.path, folder)) {
      take(unified_diff(*path, file.text(), file.fixed_text()));
    } else {
      report.errors.push_back(outside(file));
      mark_unapplied(file);
    }
  }
}

bool write_files(RunReport& report, const InterruptGuard& interrupt) {
  FileWriter writer([&interrupt] { return interrupt.requested().has_value(); });
  for (FileReport& file : report.files) {
    if (!file.result.changed) continue;
    writer.add({file.file.path, file.file.identity, [&file] { return file.fixed_text(); }});
  }
  WriteReport written = writer.commit();
  if (written.interrupted) return false;
  const std::set<fs::path> done(written.written.begin(), written.written.end());
  for (FileReport& file : report.files) {
    if (file.result.changed && !done.contains(file.file.path)) mark_unapplied(file);
  }
  std::move(written.errors.begin(), written.errors.end(), std::back_inserter(report.errors));
  return true;
}

}  // namespace mlfix
