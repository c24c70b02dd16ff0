// A plan that is only looked at leaves nothing behind: its objects go to a folder
// of their own, beside which git reads the repository's. What is pushed must be
// in the repository, since git notes the pushed commit in a ref there.
//
// Blobs are read and written without filters. What is compared, fixed and
// committed are the bytes of the repository, whatever line ends or filters the
// checkout has.

#include "bot/git.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <utility>

#include "bot/redact.h"
#include "process/process.h"

namespace mlfix {
namespace {

namespace fs = std::filesystem;

// Variables that point git to another repository, or let it print what it sends.
bool misleads_git(std::string_view name) {
  static constexpr std::array<std::string_view, 10> kNames = {"GIT_DIR",
                                                              "GIT_WORK_TREE",
                                                              "GIT_INDEX_FILE",
                                                              "GIT_COMMON_DIR",
                                                              "GIT_NAMESPACE",
                                                              "GIT_PREFIX",
                                                              "GIT_CURL_VERBOSE",
                                                              "GIT_OBJECT_DIRECTORY",
                                                              "GIT_ALTERNATE_OBJECT_DIRECTORIES",
                                                              "GIT_REPLACE_REF_BASE"};
  return std::ranges::find(kNames, name) != kNames.end() || name.starts_with("GIT_TRACE");
}

using Environment = std::map<std::string, std::optional<std::string>>;

Environment clean_environment() {
  Environment result = {{"GIT_TERMINAL_PROMPT", "0"}, {"GIT_OPTIONAL_LOCKS", "0"}, {"LC_ALL", "C"}};
  for (char** at = environ; *at != nullptr; ++at) {
    const std::string_view variable = *at;
    const std::string_view name = variable.substr(0, variable.find('='));
    if (misleads_git(name)) result.emplace(name, std::nullopt);
  }
  return result;
}

std::vector<std::string> git_words(const fs::path& folder,
                                   const std::vector<std::string>& arguments) {
  std::vector<std::string> words = {"git", "-C", folder.string(), "-c", "core.fsmonitor=false"};
  words.insert(words.end(), arguments.begin(), arguments.end());
  return words;
}

std::string without_final_newline(std::string text) {
  while (text.ends_with('\n')) text.pop_back();
  return text;
}

// The line of a complaint that says most: the first fatal one, else the last.
std::string complaint(std::string_view err) {
  const std::size_t fatal = err.find("fatal: ");
  if (fatal != std::string_view::npos) {
    const std::string_view rest = err.substr(fatal + 7);
    return redacted(rest.substr(0, rest.find('\n')));
  }
  const std::string text = without_final_newline(std::string(err));
  const std::size_t newline = text.rfind('\n');
  return redacted(newline == std::string::npos ? text : text.substr(newline + 1));
}

tl::unexpected<Error> failed(const std::vector<std::string>& arguments,
                             const ProcessOutput& output) {
  return tl::unexpected(
      Error{ErrorKind::Unreadable,
            {},
            0,
            fmt::format("git {} failed: {}", arguments.front(),
                        output.err.empty() ? fmt::format("exit status {}", output.status)
                                           : complaint(output.err)),
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

// Splits at NUL bytes; the last field ends with one, too.
std::vector<std::string_view> fields(std::string_view text) {
  std::vector<std::string_view> result;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\0'), text.size());
    result.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return result;
}

std::vector<std::string_view> words_of(std::string_view text) {
  std::vector<std::string_view> result;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    result.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
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
  const std::vector<std::string> asked = {"rev-parse", "--show-toplevel"};
  const auto top = run_process({git_words(folder, asked), {}, {}, clean_environment()});
  if (!top) return tl::unexpected(top.error());
  if (top->status != 0) {
    return tl::unexpected(Error{ErrorKind::Usage,
                                {},
                                0,
                                fmt::format("no git checkout here: {}", complaint(top->err)),
                                "run mlfix bot in a clone of the repository"});
  }
  Git git(without_final_newline(top->out), scratch);
  if (objects == Objects::Kept) return git;
  const auto own = run_process(
      {git_words(git.top_, {"rev-parse", "--path-format=absolute", "--git-path", "objects"}),
       {},
       {},
       clean_environment()});
  if (!own) return tl::unexpected(own.error());
  if (own->status != 0) return failed({"rev-parse"}, *own);
  git.alternates_ = as_alternate(without_final_newline(own->out));
  return git;
}

Result<std::string> Git::run(const std::vector<std::string>& arguments,
                             const std::string& input) const {
  Command command{git_words(top_, arguments), {}, input, clean_environment()};
  command.environment["GIT_INDEX_FILE"] = (scratch_ / "index").string();
  if (!alternates_.empty()) {
    command.environment["GIT_OBJECT_DIRECTORY"] = scratch_.string();
    command.environment["GIT_ALTERNATE_OBJECT_DIRECTORIES"] = alternates_;
  }
  auto output = run_process(command);
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
  for (const std::string_view line : fields(*listed)) {
    const std::size_t tab = line.find('\t');
    const auto words = words_of(line.substr(0, tab));
    if (tab == std::string_view::npos || words.size() != 3) return misunderstood("ls-tree");
    if (!is_regular_file(words[0])) continue;
    result.push_back(
        {std::string(words[0]), std::string(words[2]), std::string(line.substr(tab + 1))});
  }
  return result;
}

Result<std::vector<std::string>> Git::contents(const std::vector<std::string>& blobs) const {
  std::vector<std::string> result;
  if (blobs.empty()) return result;
  std::string asked;
  for (const std::string& blob : blobs) asked += blob + '\n';
  const auto answer = run({"cat-file", "--batch"}, asked);
  if (!answer) return tl::unexpected(answer.error());
  std::string_view rest = *answer;
  while (!rest.empty()) {
    const std::size_t newline = rest.find('\n');
    const auto header = words_of(rest.substr(0, newline));
    std::size_t size = 0;
    if (newline == std::string_view::npos || header.size() != 3) return misunderstood("cat-file");
    std::from_chars(header[2].data(), header[2].data() + header[2].size(), size);
    rest.remove_prefix(newline + 1);
    if (rest.size() < size + 1) return misunderstood("cat-file");
    result.emplace_back(rest.substr(0, size));
    rest.remove_prefix(size + 1);
  }
  if (result.size() != blobs.size()) return misunderstood("cat-file");
  return result;
}

Result<std::vector<TreeChange>> Git::changes(const std::string& from, const std::string& to) const {
  const auto listed = run({"diff-tree", "-r", "-z", "--no-renames", "--no-commit-id", from, to});
  if (!listed) return tl::unexpected(listed.error());
  std::vector<TreeChange> result;
  const auto all = fields(*listed);
  for (std::size_t i = 0; i + 1 < all.size(); i += 2) {
    const auto words = words_of(all[i].substr(1));  // after the colon
    if (words.size() != 5) return misunderstood("diff-tree");
    const std::string path(all[i + 1]);
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

bool Git::has_checked_out(const std::string& commit) const {
  if (this->commit("HEAD") != commit) return false;
  // With the user's own index, which knows what was looked at before.
  const auto changes =
      run_process({git_words(top_, {"diff", "--quiet", "HEAD"}), {}, {}, clean_environment()});
  return changes && changes->status == 0;
}

Result<void> Git::fetch(const std::string& remote, const std::vector<std::string>& patterns) const {
  std::vector<std::string> words = {
      "fetch", "--quiet", "--no-tags", "--prune", "--recurse-submodules=no", remote};
  for (const std::string& pattern : patterns) {
    words.push_back(fmt::format("+refs/heads/{0}:refs/remotes/{1}/{0}", pattern, remote));
  }
  // Into the repository's own objects: its refs are about to name them.
  const auto output = run_process({git_words(top_, words), {}, {}, clean_environment()});
  if (!output) return tl::unexpected(output.error());
  if (output->status != 0) return failed(words, *output);
  return {};
}

Result<std::string> Git::default_branch(const std::string& remote) const {
  const auto answer = run({"ls-remote", "--symref", remote, "HEAD"});
  if (!answer) return tl::unexpected(answer.error());
  constexpr std::string_view kPrefix = "ref: refs/heads/";
  if (!answer->starts_with(kPrefix)) {
    return tl::unexpected(
        Error{ErrorKind::Usage,
              {},
              0,
              fmt::format("the remote {} does not name its default branch", remote),
              "set bot.base in mlfix.yaml"});
  }
  return answer->substr(kPrefix.size(), answer->find('\t') - kPrefix.size());
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
                                          fmt::format("--force-with-lease={}:{}", ref, expected),
                                          remote,
                                          fmt::format("{}:{}", commit, ref)};
  const auto output = run_process({git_words(top_, words), {}, {}, clean_environment()});
  if (!output) return tl::unexpected(output.error());
  if (output->status == 0) return PushResult::Done;
  if (output->out.find("[rejected] (stale info)") != std::string::npos) return PushResult::Stale;
  return rejected(*output);
}

}  // namespace mlfix
