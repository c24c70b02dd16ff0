// Which lines of a git work tree changed: since a revision, or in what is staged.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "text/error.h"
#include "text/source_file.h"

namespace mlfix {

// Lines from 1, both ends included.
struct LineSpan {
  std::uint32_t first = 1;
  std::uint32_t last = 1;
  friend bool operator==(LineSpan, LineSpan) = default;
};

// The new or changed lines of each file of a patch without context lines, by the
// file's new path. Files that only lost lines, or only their name, have none.
// Linear.
std::map<std::string, std::vector<LineSpan>> lines_of_patch(std::string_view patch);

class Changes {
 public:
  // Of the work tree around `folder`, compared with the last commit that HEAD and
  // `revision` share: what a pull request into it would show, and what is not
  // committed yet. Renames are followed; all lines of a file that git does not know
  // are new. Errors: Usage (no work tree, no such revision, no commit in
  // common), Unreadable (no git).
  static Result<Changes> since(const std::filesystem::path& folder, const std::string& revision);
  // What is staged for the next commit. Honours GIT_INDEX_FILE, with which git
  // tells its hooks of an index made for one commit. Errors: as above.
  static Result<Changes> staged(const std::filesystem::path& folder);

  // The changed lines of `file`, sorted; nothing when it has none or is not in
  // the work tree.
  std::optional<std::vector<LineSpan>> lines_of(const std::filesystem::path& file) const;

  // Whether what is staged of `file` is not what the file says. Then
  // `staged_text` is what will be committed of it.
  bool is_partly_staged(const std::filesystem::path& file) const;
  Result<std::string> staged_text(const std::filesystem::path& file) const;

 private:
  explicit Changes(std::filesystem::path top) : top_(std::move(top)) {}
  static Result<Changes> of_work_tree(const std::filesystem::path& folder);
  Result<std::string> ask_git(const std::vector<std::string>& arguments) const;
  Result<void> read_patch(const std::string& against);
  Result<void> read_untracked();
  Result<void> read_partly_staged();
  std::string path_in_tree(const std::filesystem::path& file) const;

  std::filesystem::path top_;  // of the work tree; no symbolic link in it
  bool of_index_ = false;
  std::map<std::string, std::vector<LineSpan>> lines_;  // by the path below `top_`
  std::set<std::string> untracked_;
  std::set<std::string> partly_staged_;
};

// The bytes of those lines of the text.
std::vector<TextRange> ranges_of(const LineTable& lines, const std::vector<LineSpan>& spans);

}  // namespace mlfix
