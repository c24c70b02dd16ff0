// A half-written file is not what anybody wrote: analysed, it would be reported for
// errors that its author never made, so this comes first.

#include "cli/recovery.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>
#include <system_error>
#include <vector>

#include "text/link_free_files.h"
#include "text/rewrite_record.h"
#include "text/temporary_file.h"

namespace mlfix {
namespace {

namespace fs = std::filesystem;

// Where the files themselves are, behind links.
std::set<fs::path> folders_of(const std::vector<fs::path>& files) {
  std::set<fs::path> given;
  std::set<fs::path> folders;
  std::error_code error;
  for (const fs::path& file : files) {
    if (fs::is_symlink(file, error)) {
      folders.insert(fs::canonical(file, error).parent_path());
    } else {
      given.insert(file.parent_path());
    }
  }
  for (const fs::path& folder : given) {
    folders.insert(fs::canonical(folder.empty() ? "." : folder, error));
  }
  folders.erase(fs::path());  // one that went away
  return folders;
}

// The file's record is elsewhere, with another name of the file.
Error half_written_elsewhere(const fs::path& file, const fs::path& folder) {
  return {ErrorKind::Unreadable, file.string(), 0, "is half written by a run that was killed",
          fmt::format("mlfix --write {} gives it its old content again", folder.string())};
}

bool stands_among(const std::vector<fs::path>& files, const fs::path& file) {
  return std::any_of(files.begin(), files.end(), [&](const fs::path& one) {
    std::error_code error;
    return fs::equivalent(one, file, error);
  });
}

// Whether the file has several names, and its mark leads to a record in a folder that the run
// has not looked into, by which it is half written. That folder.
std::optional<fs::path> half_written_from(const fs::path& file, const std::set<fs::path>& visited) {
  std::error_code error;
  if (fs::hard_link_count(file, error) < 2 || error) return std::nullopt;
  const auto record = marked_record(system_files(), file);
  if (!record || !record->is_absolute()) return std::nullopt;
  const fs::path folder = fs::canonical(record->parent_path(), error);
  if (error || visited.contains(folder)) return std::nullopt;
  if (!stands_among(half_written_files(link_free_files(), folder), file)) return std::nullopt;
  return folder;
}

// What another folder knows of is left to a run over that folder: this one writes within its own.
void leave_out_what_others_know(Input& input, const std::set<fs::path>& visited) {
  std::erase_if(input.files, [&](const fs::path& file) {
    const auto folder = half_written_from(file, visited);
    if (folder) input.errors.push_back(half_written_elsewhere(file, *folder));
    return folder.has_value();
  });
}

Error half_written(const fs::path& file, bool restored) {
  const fs::path shown = file.lexically_proximate(fs::current_path());
  if (restored) {
    return {ErrorKind::Unwritable,
            shown.string(),
            0,
            "was half written by a run that was killed, and has its old content again",
            {}};
  }
  return {ErrorKind::Unreadable, shown.string(), 0, "is half written by a run that was killed",
          "mlfix --write gives it its old content again"};
}

// Takes the file out of those of the run, by whatever name it is among them. Was it there?
bool leave_out(Input& input, const fs::path& file) {
  return std::erase_if(input.files, [&](const fs::path& one) {
           std::error_code error;
           return fs::equivalent(one, file, error);
         }) > 0;
}

}  // namespace

bool recover(Session& session, Input& input) {
  std::vector<fs::path> files = input.files;
  files.insert(files.end(), input.second_names.begin(), input.second_names.end());
  const bool writes = writes_in_place(session.options);
  bool changed = false;
  const std::set<fs::path> folders = folders_of(files);
  for (const fs::path& folder : folders) {
    const auto found = writes ? remove_stale_temporaries(link_free_files(), folder)
                              : half_written_files(link_free_files(), folder);
    for (const fs::path& file : found) {
      const Error what = half_written(file, writes);
      if (!writes && leave_out(input, file)) {
        input.errors.push_back(what);
      } else {
        mention(session, what);
      }
    }
    changed = changed || (writes && !found.empty());
  }
  leave_out_what_others_know(input, folders);
  return changed;
}

}  // namespace mlfix
