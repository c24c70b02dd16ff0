// A plan that is only looked at leaves nothing behind: its objects go to a folder
// of their own, beside which git reads the repository's. What is pushed must be
// in the repository, since git notes the pushed commit in a ref there.
//
// Blobs are read and written without filters. What is compared, fixed and
// committed are the bytes of the repository, whatever line ends or filters the
// checkout has.

#include "bot/git.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "bot/redact.h"
#include "bot/remote.h"
#include "engine/discovery.h"
#include "text/characters.h"

namespace mlfix {
namespace {

namespace fs = std::filesystem;

std::string without_final_newline(std::string text) {
  while (text.ends_with('\n')) text.pop_back();
  return text;
}

tl::unexpected<Error> failed(const std::vector<std::string>& arguments,
                             const ProcessOutput& output) {
  return tl::unexpected(
      Error{ErrorKind::Unreadable,
            {},
            0,
            fmt::format("git {} failed: {}", arguments.front(),
                        output.err.empty() ? fmt::format("exit status {}", output.status)
                                           : redacted(git_complaint(output.err))),
            {}});
}

// What --porcelain says of the one branch: "!<tab>from:to<tab>[remote rejected] (why)".
tl::unexpected<Error> rejected(const ProcessOutput& output) {
  const std::size_t line = output.out.find("!\t");
  const std::size_t why = output.out.find('[', line);
  if (line == std::string::npos || why == std::string::npos) return failed({"push"}, output);
  return tl::unexpected(
      Error{ErrorKind::Unreadable,
            {},
            0,
            fmt::format("git push failed: {}",
                        redacted(output.out.substr(why, output.out.find('\n', why) - why))),
            "the token or key must be allowed to push this branch"});
}

std::vector<std::string_view> parts_of(std::string_view text, char separator) {
  std::vector<std::string_view> result;
  while (!text.empty()) result.push_back(take_until(text, separator));
  return result;
}

bool is_regular_file(std::string_view mode) {
  return mode == "100644" || mode == "100755";
}

tl::unexpected<Error> misunderstood(std::string_view what) {
  return tl::unexpected(
      Error{ErrorKind::Internal, {}, 0, fmt::format("the output of git {} is odd", what), {}});
}

// As git reads a list of folders: in double quotes, so that a colon is none.
std::string as_alternate(const fs::path& path) {
  std::string result = "\"";
  for (const char c : path.string()) {
    if (c == '"' || c == '\\') result += '\\';
    result += c;
  }
  return result + '"';
}

}  // namespace

Result<Git> Git::open(const fs::path& folder, const fs::path& scratch, Objects objects) {
  const auto top = run_git({folder, {"rev-parse", "--show-toplevel"}});
  const bool outside = !top && top.error().kind == ErrorKind::Usage;
  if (!top && !outside) return tl::unexpected(top.error());
  if (outside || top->status != 0) {
    const std::string why = outside ? "there is no .git" : redacted(git_complaint(top->err));
    return tl::unexpected(Error{ErrorKind::Usage,
                                {},
                                0,
                                fmt::format("no git checkout here: {}", why),
                                "run mlfix bot in a clone of the repository"});
  }
  Git git(without_final_newline(top->out), scratch);
  if (objects == Objects::Kept) return git;
  const auto own = git.run({"rev-parse", "--path-format=absolute", "--git-path", "objects"});
  if (!own) return tl::unexpected(own.error());
  git.alternates_ = as_alternate(without_final_newline(*own));
  return git;
}

GitCall Git::call(std::vector<std::string> arguments) const {
  GitCall call{top_, std::move(arguments)};
  call.environment["GIT_INDEX_FILE"] = (scratch_ / "index").string();
  if (!alternates_.empty()) {
    call.environment["GIT_OBJECT_DIRECTORY"] = scratch_.string();
    call.environment["GIT_ALTERNATE_OBJECT_DIRECTORIES"] = alternates_;
  }
  return call;
}

Result<std::string> Git::run(const std::vector<std::string>& arguments,
                             const std::string& input) const {
  GitCall request = call(arguments);
  request.input = input;
  auto output = run_git(request);
  if (!output) return tl::unexpected(std::move(output.error()));
  if (output->status != 0) return failed(arguments, *output);
  return std::move(output->out);
}

std::optional<std::string> Git::commit(const std::string& revision) const {
  auto found = run({"rev-parse", "--verify", "--quiet", "--end-of-options",
                    fmt::format("{}^{{commit}}", revision)});
  if (!found) return std::nullopt;
  return without_final_newline(std::move(*found));
}

Result<std::string> Git::commit_text(const std::string& commit) const {
  return run({"cat-file", "commit", commit});
}

Result<std::vector<TreeEntry>> Git::files(const std::string& commit) const {
  const auto listed = run({"ls-tree", "-r", "-z", "--full-tree", commit});
  if (!listed) return tl::unexpected(listed.error());
  std::vector<TreeEntry> result;
  const auto lines = listed_entries(*listed);
  if (!lines) return tl::unexpected(lines.error());
  for (const std::string_view line : *lines) {
    const std::size_t tab = line.find('\t');
    const auto words = parts_of(line.substr(0, tab), ' ');
    if (tab == std::string_view::npos || words.size() != 3) return misunderstood("ls-tree");
    if (!is_regular_file(words[0])) continue;
    result.push_back(
        {std::string(words[0]), std::string(words[2]), std::string(line.substr(tab + 1))});
  }
  return result;
}

Result<std::vector<std::string>> Git::contents(const std::vector<std::string>& blobs) const {
  return read_blobs(call({}), blobs);
}

Result<std::vector<TreeChange>> Git::changes(const std::string& from, const std::string& to) const {
  const auto listed = run({"diff-tree", "-r", "-z", "--no-renames", "--no-commit-id", from, to});
  if (!listed) return tl::unexpected(listed.error());
  std::vector<TreeChange> result;
  const auto all = listed_fields(*listed);
  if (!all) return tl::unexpected(all.error());
  for (std::size_t i = 0; i + 1 < all->size(); i += 2) {
    const auto words = parts_of((*all)[i].substr(1), ' ');  // after the colon
    if (words.size() != 5) return misunderstood("diff-tree");
    const std::string path((*all)[i + 1]);
    result.push_back({{std::string(words[0]), std::string(words[2]), path},
                      {std::string(words[1]), std::string(words[3]), path}});
  }
  return result;
}

Result<std::string> Git::write_blob(const std::string& bytes) const {
  return run({"hash-object", "-w", "--stdin"}, bytes).map(without_final_newline);
}

Result<std::string> Git::write_tree(const std::string& commit,
                                    const std::vector<TreeEntry>& entries) const {
  if (const auto read = run({"read-tree", commit}); !read) return read;
  std::string changes;
  for (const TreeEntry& entry : entries) {
    changes += fmt::format("{} {}\t{}", entry.mode, entry.blob, entry.path);
    changes += '\0';
  }
  if (const auto made = run({"update-index", "-z", "--index-info"}, changes); !made) return made;
  return run({"write-tree"}).map(without_final_newline);
}

Result<std::string> Git::write_commit(const std::string& text) const {
  return run({"hash-object", "-t", "commit", "-w", "--stdin"}, text).map(without_final_newline);
}

// By the bytes of the files, and not by what git makes of them: it would run the
// filters that the repository names.
bool Git::has_checked_out(const std::string& commit) const {
  if (this->commit("HEAD") != commit) return false;
  const auto listed = files(commit);
  if (!listed) return false;
  std::vector<std::string> sources;
  for (const TreeEntry& entry : *listed) {
    if (is_python_source(entry.path)) sources.push_back(entry.path);
  }
  const auto ids = hash_files(top_, sources);
  return ids && std::ranges::all_of(*listed, [&](const TreeEntry& entry) {
           const auto found = ids->find(entry.path);
           return !is_python_source(entry.path) ||
                  (found != ids->end() && found->second == entry.blob);
         });
}

// A remote is spoken to only when it is one that the clone has, its address is of a
// kind that runs nothing here, and the repository has no other say in how git does it. A
// path is the user's to name: git runs the hooks of the repository there.
Result<std::string> Git::transport_to(const std::string& remote, Direction direction) const {
  if (!is_remote_name(remote)) {
    return tl::unexpected(
        Error{ErrorKind::Usage, {}, 0, fmt::format("\"{}\" is no name of a remote", remote), {}});
  }
  const auto settings = git_settings(top_);
  if (!settings) return tl::unexpected(settings.error());
  const auto refused = [&](std::string message, std::string remedy) {
    return tl::unexpected(Error{ErrorKind::Refused, (top_ / ".git/config").string(), 0,
                                redacted(message), std::move(remedy)});
  };
  if (const auto foreign = foreign_setting(*settings)) {
    return refused(
        fmt::format("sets {}, and so decides how git speaks to a remote", *foreign),
        "mlfix leaves that to you: `git config --unset` it here, and set it in your own "
        "configuration (git config --global) or environment (GIT_SSH_COMMAND, https_proxy)");
  }
  std::vector<std::string> words = {"remote", "get-url", "--all"};
  if (direction == Direction::There) words.emplace_back("--push");
  words.insert(words.end(), {"--", remote});
  const auto addresses = run(words);
  if (!addresses) return tl::unexpected(addresses.error());
  auto transport = transport_of(without_final_newline(*addresses), top_);
  if (!transport || *transport != "file") return transport;
  for (const std::string_view address : parts_of(*addresses, '\n')) {
    if (is_path_of_user(*settings, remote, address)) continue;
    return refused(fmt::format("names a path as the remote {}: {}", remote, address),
                   "git would run the hooks that are there: name it in your own configuration, "
                   "as in `git config --global url.PATH.insteadOf ADDRESS`");
  }
  return transport;
}

Result<ProcessOutput> Git::speak(const std::string& remote, Direction direction,
                                 const std::vector<std::string>& words) const {
  const auto transport = transport_to(remote, direction);
  if (!transport) return tl::unexpected(transport.error());
  // Objects go into the repository's own: its refs are about to name them.
  return run_git({top_, words, {}, {}, *transport});
}

Result<void> Git::fetch(const std::string& remote, const std::vector<std::string>& patterns) const {
  std::vector<std::string> words = {"fetch",
                                    "--quiet",
                                    "--no-tags",
                                    "--prune",
                                    "--no-auto-maintenance",
                                    "--recurse-submodules=no",
                                    "--upload-pack=git-upload-pack",
                                    "--",
                                    remote};
  for (const std::string& pattern : patterns) {
    words.push_back(fmt::format("+refs/heads/{0}:refs/remotes/{1}/{0}", pattern, remote));
  }
  const auto output = speak(remote, Direction::Here, words);
  if (!output) return tl::unexpected(output.error());
  if (output->status != 0) return failed(words, *output);
  return {};
}

Result<std::string> Git::default_branch(const std::string& remote) const {
  const std::vector<std::string> words = {"ls-remote", "--symref", "--upload-pack=git-upload-pack",
                                          "--",        remote,     "HEAD"};
  const auto answer = speak(remote, Direction::Here, words);
  if (!answer) return tl::unexpected(answer.error());
  if (answer->status != 0) return failed(words, *answer);
  constexpr std::string_view kPrefix = "ref: refs/heads/";
  const std::string_view line = answer->out;
  const std::string_view name = line.starts_with(kPrefix)
                                    ? line.substr(kPrefix.size(), line.find('\t') - kPrefix.size())
                                    : std::string_view();
  if (!is_branch_name(name)) {
    return tl::unexpected(
        Error{ErrorKind::Usage,
              {},
              0,
              fmt::format("the remote {} does not name its default branch", remote),
              "set bot.base in mlfix.yaml"});
  }
  return std::string(name);
}

Result<PushResult> Git::push(const std::string& remote, const std::string& branch,
                             const std::string& commit, const std::string& expected) const {
  const std::string ref = fmt::format("refs/heads/{}", branch);
  const std::vector<std::string> words = {"push",
                                          "--porcelain",
                                          "--no-verify",
                                          "--no-follow-tags",
                                          "--no-signed",
                                          "--recurse-submodules=no",
                                          "--receive-pack=git-receive-pack",
                                          fmt::format("--force-with-lease={}:{}", ref, expected),
                                          "--",
                                          remote,
                                          fmt::format("{}:{}", commit, ref)};
  const auto output = speak(remote, Direction::There, words);
  if (!output) return tl::unexpected(output.error());
  if (output->status == 0) return PushResult::Done;
  if (output->out.find("[rejected] (stale info)") != std::string::npos) return PushResult::Stale;
  return rejected(*output);
}

}  // namespace mlfix
