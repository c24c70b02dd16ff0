// The only place that starts git.
//
// The user's own configuration and environment are trusted, a repository is not:
// its `.git` may come out of an archive, and its files from anybody. git runs what
// a configuration names (monitors, hooks, filters, helpers, transports), so every
// call is made here, in a way in which nothing of the repository is run:
// * in the folder that holds `.git`, and never above it, so that no folder which
//   only looks like a bare repository is taken for one;
// * without monitor, hooks, pager, helpers for passwords, and maintenance;
// * without any transport, unless the caller names one.
// * with the folder that holds `.git` as the work tree, whatever core.worktree says.
// Callers keep to commands that don't look at the content of work-tree files
// (ls-files, ls-tree, cat-file, diff-index --cached, hash-object --no-filters),
// since git would apply the filters that the repository names to them.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "process/process.h"

namespace mlfix {

// What git may take, in processor time, to match names with ignore rules: a pattern of
// a few bytes can have it work for years.
inline constexpr std::chrono::seconds kForIgnoreRules{20};

struct GitCall {
  std::filesystem::path folder;  // inside of a checkout; git runs at its top
  std::vector<std::string> arguments;
  std::string input = {};
  std::map<std::string, std::string> environment = {};  // such as an index of one's own
  // The one transport that git may use ("https", "ssh" or "file"); empty: none.
  std::string transport = {};
  std::chrono::seconds for_ignore_rules = kForIgnoreRules;
  // In place of those that run_git() names.
  std::optional<Bounds> bounds = std::nullopt;
};

// The folder in or above `folder` that holds a `.git` (a file, or a folder with
// something in it), without symbolic links; nothing when there is none.
std::optional<std::filesystem::path> checkout_around(const std::filesystem::path& folder);

// Does `folder` itself hold such a `.git`?
bool is_checkout(const std::filesystem::path& folder);

// Of git's variables it passes on those by which the user configures git, none
// that point it to another repository, an index or a trace. Messages are in
// English. Errors: Usage (in no checkout), Refused (the checkout looks like a bare
// repository, too, or a file that git reads is a pipe or a device), Unreadable (there is no git, or
// it took more than five minutes, a minute of processor time (less where it matches names
// with ignore rules), or printed more than 1 GiB; calls with a transport may). Beyond 1 GiB of
// memory git gives up. Where a link leads from the repository to a file elsewhere that git reads,
// what git complains of is not in the output, as it may quote that file.
Result<ProcessOutput> run_git(const GitCall& call);

// The same for callers that only want what git prints when it did well; its
// complaint, without "fatal: ", is the message of an Error (Unreadable) otherwise.
Result<std::string> ask_git(const GitCall& call);

// The line of git's complaint that says most: the first fatal one, else the last.
std::string git_complaint(std::string_view err);

// The fields of what git lists with -z: paths, and what git says of them in fields of their
// own. An index or a tree that somebody made by hand may hold paths that git would
// never put there: a list with one that leads out of the checkout, or into a `.git`, is
// refused as a whole (Refused). Views into `list`.
Result<std::vector<std::string_view>> listed_fields(std::string_view list);

// The same where each path stands in the field of what git says of it, after the first tab,
// as with ls-tree and ls-files -s. A path may hold tabs itself.
Result<std::vector<std::string_view>> listed_entries(std::string_view list);

// One setting, as git tells it: section and key in lower case.
struct GitSetting {
  std::string name;
  std::string value;
  bool is_users = false;  // not the repository's own, which may be anybody's
};

// All that configure git in `folder`, files that are included too, in git's order.
Result<std::vector<GitSetting>> git_settings(const std::filesystem::path& folder);

// The ids that `paths` (regular files, relative to the top of the checkout) would
// have as blobs, by path, of their very bytes. Names that git can't be told in a
// line are left out.
Result<std::map<std::string, std::string>> hash_files(const std::filesystem::path& top,
                                                      const std::vector<std::string>& paths);

// The sizes of blobs in bytes, by blob, without those that the clone does not have.
Result<std::map<std::string, std::uint64_t>> blob_sizes(GitCall call,
                                                        const std::vector<std::string>& blobs);

// The bytes of blobs, in order, unfiltered. `call` gives folder and environment.
Result<std::vector<std::string>> read_blobs(GitCall call, const std::vector<std::string>& blobs);

}  // namespace mlfix
