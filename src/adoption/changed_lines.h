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
  // are new. Python sources are looked at, and files that are `named`. Errors: Usage
  // (no work tree, no such revision, no commit in common), Unreadable (no git).
  static Result<Changes> since(const std::filesystem::path& folder, const std::string& revision,
                               const std::vector<std::filesystem::path>& named);
  // What is staged for the next commit. Honours GIT_INDEX_FILE, with which git
  // tells its hooks of an index made for one commit. Errors: as above.
  static Result<Changes> staged(const std::filesystem::path& folder,
                                const std::vector<std::filesystem::path>& named);

  // The changed lines of `file`, sorted; nothing when it has none or is not in
  // the work tree.
  std::optional<std::vector<LineSpan>> lines_of(const std::filesystem::path& file) const;

  // Whether what is staged of `file` is not what the file says, line ends apart: it
  // is staged in part, or a filter stands between the two. Then
  // `staged_text` is what will be committed of it.
  bool is_partly_staged(const std::filesystem::path& file) const;
  Result<std::string> staged_text(const std::filesystem::path& file) const;

 private:
  explicit Changes(std::filesystem::path top) : top_(std::move(top)) {}
  static Result<Changes> of_work_tree(const std::filesystem::path& folder);
  Result<std::string> ask(std::vector<std::string> arguments) const;
  Result<std::string> head() const;
  Result<void> read_patch(const std::string& against);
  Result<void> read_untracked();
  Result<std::map<std::string, std::string>> blobs_of_index() const;
  // The blobs in the index of the files that have other bytes on disk.
  Result<std::map<std::string, std::string>> edited_blobs(
      const std::vector<std::filesystem::path>& named) const;
  // Puts the blobs at `against` into their place; an empty one where there was no file.
  Result<void> move_to_base(const std::string& against,
                            std::map<std::string, std::string>& blobs) const;
  Result<void> read_edited(const std::string& against,
                           const std::vector<std::filesystem::path>& named);
  Result<void> read_partly_staged(const std::vector<std::filesystem::path>& named);
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
