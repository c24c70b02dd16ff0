// The user's repository, read and extended through git's plumbing. Neither the
// work tree nor the index, nor a branch of the user's, is ever touched.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "process/git.h"
#include "text/error.h"

namespace mlfix {

// A file of a commit, or what a commit makes of it.
struct TreeEntry {
  std::string mode;  // "100644"; "000000" when the file is deleted
  std::string blob;
  std::string path;
  friend bool operator==(const TreeEntry&, const TreeEntry&) = default;
};

// One file that differs between two commits.
struct TreeChange {
  TreeEntry before;
  TreeEntry after;
  friend bool operator==(const TreeChange&, const TreeChange&) = default;
};

// How a push of one branch ended.
enum class PushResult : std::uint8_t {
  Done,
  Stale,  // the branch is no longer what we believed; nothing was pushed
};

// Where new objects go.
enum class Objects : std::uint8_t {
  Kept,      // to the repository, from which they can be pushed
  Discarded  // to the scratch folder: the repository stays as it is
};

class Git {
 public:
  // The repository around `folder`; `scratch` is an empty folder that outlives
  // this object. Errors: Usage (no repository), Unreadable (no git).
  static Result<Git> open(const std::filesystem::path& folder, const std::filesystem::path& scratch,
                          Objects objects);

  const std::filesystem::path& top() const { return top_; }

  // What git prints; an exit status other than 0 is an Error (Unreadable) with
  // its last line of complaint, without secrets.
  Result<std::string> run(const std::vector<std::string>& arguments,
                          const std::string& input = {}) const;

  // The object `revision` names, as a commit; nothing when there is none.
  std::optional<std::string> commit(const std::string& revision) const;
  // The raw text of a commit: headers, blank line, message.
  Result<std::string> commit_text(const std::string& commit) const;

  // The regular files of a commit.
  Result<std::vector<TreeEntry>> files(const std::string& commit) const;
  // The bytes of blobs, in order, unfiltered.
  Result<std::vector<std::string>> contents(const std::vector<std::string>& blobs) const;
  Result<std::vector<TreeChange>> changes(const std::string& from, const std::string& to) const;

  Result<std::string> write_blob(const std::string& bytes) const;
  // The tree of `commit` with `entries` in the place of what it has there.
  Result<std::string> write_tree(const std::string& commit,
                                 const std::vector<TreeEntry>& entries) const;
  Result<std::string> write_commit(const std::string& text) const;

  // Is `commit` checked out, with no Python source of it changed?
  bool has_checked_out(const std::string& commit) const;

  // The three that speak to a remote refuse (Usage, Refused) one whose name or
  // address could make git run something (bot/remote.h).
  //
  // Brings the remote-tracking refs of `patterns` (such as "mlfix/*") up to
  // date, removing those that are gone.
  Result<void> fetch(const std::string& remote, const std::vector<std::string>& patterns) const;
  // The branch that the remote calls its default one; asks the remote.
  Result<std::string> default_branch(const std::string& remote) const;
  // Sets `branch` of `remote` to `commit`, or deletes it when that is empty, if
  // it still is at `expected` (empty: does not exist).
  Result<PushResult> push(const std::string& remote, const std::string& branch,
                          const std::string& commit, const std::string& expected) const;

 private:
  enum class Direction : std::uint8_t { Here, There };

  Git(std::filesystem::path top, std::filesystem::path scratch)
      : top_(std::move(top)), scratch_(std::move(scratch)) {}
  GitCall call(std::vector<std::string> arguments) const;
  Result<std::string> transport_to(const std::string& remote, Direction direction) const;
  Result<ProcessOutput> speak(const std::string& remote, Direction direction,
                              const std::vector<std::string>& words) const;

  std::filesystem::path top_;
  std::filesystem::path scratch_;
  std::string alternates_;  // the repository's objects, as git wants to be told, if ours are
                            // discarded
};

}  // namespace mlfix
