// A half-written file is not what anybody wrote: analysed, it would be reported for
// errors that its author never made, so this comes first.

#include "cli/recovery.h"

#include <set>
#include <system_error>
#include <vector>

#include "text/link_free_files.h"
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
  for (const fs::path& folder : folders_of(files)) {
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
  return changed;
}

}  // namespace mlfix
