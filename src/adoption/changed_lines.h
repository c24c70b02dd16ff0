// Which lines of a git work tree changed: since a revision, or in what is staged.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "process/git.h"
#include "text/error.h"
#include "text/source_file.h"

namespace mlfix {

// Lines from 1, both ends included.
struct LineSpan {
  std::uint32_t first = 1;
  std::uint32_t last = 1;
  friend bool operator==(LineSpan, LineSpan) = default;
};

// The lines of `now` that `before` has not, ends of lines apart; all of a text with more
// than 200,000 lines, or where `before` has more, unless both are the same. Empty where
// lines are only missing.
std::vector<LineSpan> changed_lines(std::string_view before, std::string_view now);

class Changes {
 public:
  // Of the work tree around `folder`, compared with the last commit that HEAD and
  // `revision` share: what a pull request into it would show, and what is not
  // committed yet. Renames are followed (among more than a thousand files, or 64 MiB, that
  // came and went, only those without an edit); all lines of a file that git does not know
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
  // Empty where there is no regular file.
  struct BlobPair {
    std::string before;
    std::string now;
  };
  using IndexChanges = std::map<std::string, BlobPair>;  // by path
  using TextVisitor = std::function<void(const std::string& path, const std::string* before,
                                         const std::string* now)>;

  explicit Changes(std::filesystem::path top) : top_(std::move(top)) {}
  static Result<Changes> of_work_tree(const std::filesystem::path& folder);
  GitCall call(std::vector<std::string> arguments) const;
  Result<std::string> ask(std::vector<std::string> arguments) const;
  Result<std::string> head() const;
  void name(const std::vector<std::filesystem::path>& named);
  bool is_wanted(const std::string& path) const;
  Result<std::string> compare_index(const std::string& against, const std::string& renames,
                                    const std::vector<std::string>& paths) const;
  // The wanted files of the index that are not what they were at `against`.
  Result<IndexChanges> changes_of_index(const std::string& against) const;
  Result<void> follow_renames(const std::string& against, IndexChanges& changes,
                              const std::map<std::string, std::string>& deleted) const;
  // Shows the texts of the blobs in the order of paths; none that has no text.
  Result<void> visit_texts(const IndexChanges& changes, const TextVisitor& visit) const;
  void keep_lines(const std::string& path, std::vector<LineSpan> lines);
  Result<void> read_index(const IndexChanges& changes);
  Result<void> read_untracked();
  Result<std::map<std::string, std::string>> blobs_of_index() const;
  // The blobs in the index of the wanted files that have other bytes on disk.
  Result<std::map<std::string, std::string>> edited_blobs() const;
  Result<void> read_edited(const IndexChanges& since_commit);
  Result<void> read_partly_staged();
  std::string path_in_tree(const std::filesystem::path& file) const;

  std::filesystem::path top_;  // of the work tree; no symbolic link in it
  bool of_index_ = false;
  std::set<std::string> named_;  // what is wanted besides sources, below `top_`
  std::map<std::string, std::vector<LineSpan>> lines_;  // by the path below `top_`
  std::set<std::string> untracked_;
  std::set<std::string> partly_staged_;
};

// The bytes of those lines of the text.
std::vector<TextRange> ranges_of(const LineTable& lines, const std::vector<LineSpan>& spans);

}  // namespace mlfix
