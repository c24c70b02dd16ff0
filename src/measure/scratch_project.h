// A second copy of the user's project, in which fixes can be tried.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "text/error.h"
#include "text/temporary_folder.h"

namespace mlfix {

// In a git checkout the copy is a work tree of the same repository, at the same
// commit, with the files as they are on disk: changed, new and deleted ones
// included, ignored ones not. Elsewhere it is a copy of the folder, without
// version control, virtual environments and caches. At the end the copy is
// removed, and git forgets the work tree; nothing else in the repository, and
// nothing in the project, is ever written.
class ScratchProject {
 public:
  // The copy of the project that holds `folder`. `links` are files and folders of
  // the project (relative to `folder`, or absolute) that the copy shares: in it
  // they are symbolic links. `interrupted` is asked between files; when it says
  // true, that is an error. Errors: Usage (a link that is not in the project),
  // Unreadable, Unwritable (no room).
  static Result<ScratchProject> make(const std::filesystem::path& folder,
                                     const std::vector<std::filesystem::path>& links,
                                     const std::function<bool()>& interrupted);
  ScratchProject(ScratchProject&& other) noexcept;
  ScratchProject& operator=(ScratchProject&&) = delete;
  ~ScratchProject();

  const std::filesystem::path& original() const { return original_; }  // the project's root
  const std::filesystem::path& copy() const { return copy_; }

  // What the copy lacks because git ignores it, or because it is an environment:
  // relative to the root, folders with a slash at the end. Caches are not listed.
  const std::vector<std::string>& left_out() const { return left_out_; }

  // Where a path of the project is in the copy; a path outside is given as it is.
  // Symbolic links are not followed.
  std::filesystem::path in_copy(const std::filesystem::path& path) const;

  // A word of a command line, or a PYTHONPATH: what names something of the
  // project by an absolute path names that of the copy afterwards, if it is there.
  std::string moved(std::string_view word) const;

  // Gives a file of the project another content in the copy. Errors: Usage (not
  // in the project), Unwritable.
  Result<void> write(const std::filesystem::path& file, std::string_view text) const;

 private:
  ScratchProject(TemporaryFolder folder, std::filesystem::path original);

  void add_work_tree();

  TemporaryFolder folder_;
  std::filesystem::path original_;
  std::filesystem::path copy_;
  std::vector<std::string> left_out_;
  std::filesystem::path registration_;  // what git keeps of the work tree; empty: it is none
};

}  // namespace mlfix
