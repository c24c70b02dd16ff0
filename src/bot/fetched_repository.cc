// Two calls speak to the remote. The first brings the newest commit and its folders, without the
// content of files; the second the content of those that are wanted. A remote that can't leave
// anything out sends all with the first, and is not asked again.
//
// While it speaks to a remote, git notes down that the clone is not whole, and who has the rest:
// without that it would not end well. Left there, the note would make any later command fetch
// what it touches; so the configuration, which is ours, is written anew after each call.

#include "bot/fetched_repository.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <system_error>
#include <utility>
#include <vector>

#include "bot/git.h"
#include "bot/redact.h"
#include "bot/remote.h"
#include "bot/source_files.h"
#include "engine/discovery.h"
#include "process/git.h"
#include "text/source_file.h"

namespace mlfix {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kOurRef = "refs/mlfix/commit";

// What decides how a project is analysed, and what marks virtual environments.
bool decides(const fs::path& path) {
  const std::string name = path.filename().string();
  return name == "pyproject.toml" || name == "pyvenv.cfg" ||
         path.string().find("mlfix") != std::string::npos;
}

bool is_wanted(const TreeEntry& entry) {
  return is_python_source(entry.path) || decides(entry.path);
}

Error not_taken(const FetchRequest& request, std::string message, std::string remedy) {
  return {ErrorKind::Refused, redacted(request.address), 0, std::move(message), std::move(remedy)};
}

class Fetching {
 public:
  Fetching(const FetchRequest& request, fs::path folder, std::string transport)
      : request_(request), folder_(std::move(folder)), transport_(std::move(transport)) {}

  // A checkout without a commit, as git would make one without any template.
  Result<void> begin() const {
    std::error_code error;
    fs::create_directories(git_folder() / "objects", error);
    fs::create_directories(git_folder() / "refs", error);
    auto done = write_source_file(git_folder() / "HEAD", "ref: refs/heads/main\n");
    return done ? forget_remote() : done;
  }

  Result<void> fetch_commit() const {
    const std::string revision = request_.revision.empty() ? "HEAD" : request_.revision;
    return speak({"--depth=1", "--", request_.address, fmt::format("+{}:{}", revision, kOurRef)},
                 {});
  }

  Result<void> fetch_blobs(const std::vector<std::string>& blobs) const {
    return speak({"--stdin", "--", request_.address}, fmt::format("{}\n", fmt::join(blobs, "\n")));
  }

  Result<void> forget_remote() const {
    return write_source_file(git_folder() / "config",
                             "[core]\n\trepositoryformatversion = 0\n\tbare = false\n");
  }

  Result<std::map<std::string, std::uint64_t>> sizes(const std::vector<std::string>& blobs) const {
    return blob_sizes({folder_, {}}, blobs);
  }

  fs::path git_folder() const { return folder_ / ".git"; }

 private:
  Result<void> speak(const std::vector<std::string>& words, std::string input) const {
    GitCall call{
        folder_,
        {"-c", "protocol.version=2", "-c", "fetch.negotiationAlgorithm=noop", "fetch", "--quiet",
         "--no-tags", "--no-write-fetch-head", "--no-auto-maintenance", "--recurse-submodules=no",
         "--upload-pack=git-upload-pack", "--filter=blob:none"}};
    call.arguments.insert(call.arguments.end(), words.begin(), words.end());
    call.input = std::move(input);
    call.transport = transport_;
    Bounds bounds;
    bounds.time = request_.time;
    bounds.output = 1u << 20;
    bounds.memory = std::size_t{2} << 30;
    bounds.file = request_.most_bytes;
    call.bounds = bounds;
    auto output = run_git(call);
    if (!output) {
      output.error().message = redacted(output.error().message);
      return tl::unexpected(std::move(output.error()));
    }
    if (output->status == 0) return forget_remote();
    return tl::unexpected(
        Error{ErrorKind::Unreadable,
              redacted(request_.address),
              0,
              fmt::format("can't be fetched: {}", redacted(git_complaint(output->err))),
              {}});
  }

  const FetchRequest& request_;
  fs::path folder_;
  std::string transport_;
};

std::vector<std::string> blobs_of(const std::vector<TreeEntry>& entries) {
  std::set<std::string> blobs;
  for (const TreeEntry& entry : entries) blobs.insert(entry.blob);
  return {blobs.begin(), blobs.end()};
}

// Gets the content of the files that did not come with the commit, and says how large each is.
Result<std::map<std::string, std::uint64_t>> get_blobs(const Fetching& fetching,
                                                       const std::vector<TreeEntry>& entries) {
  const std::vector<std::string> wanted = blobs_of(entries);
  auto there = fetching.sizes(wanted);
  if (!there) return there;
  std::vector<std::string> missing;
  for (const std::string& blob : wanted) {
    if (!there->contains(blob)) missing.push_back(blob);
  }
  if (missing.empty()) return there;
  if (auto done = fetching.fetch_blobs(missing); !done) return tl::unexpected(done.error());
  return fetching.sizes(wanted);
}

// Counts the files that are to be written, and takes those off that are too large.
std::optional<Error> choose(const FetchRequest& request, std::vector<TreeEntry>& entries,
                            const std::map<std::string, std::uint64_t>& sizes,
                            FetchedRepository& result) {
  const std::size_t all = entries.size();
  std::erase_if(entries, [&](const TreeEntry& entry) {
    const auto size = sizes.find(entry.blob);
    if (size == sizes.end() || size->second > kMaxFileSize) return true;
    result.bytes += size->second;
    return false;
  });
  result.files = entries.size();
  result.left_out = all - entries.size();
  if (result.bytes <= request.most_bytes) return std::nullopt;
  return not_taken(request, fmt::format("has {} MB of sources", result.bytes / 1'000'000),
                   "analyse it by itself");
}

Result<std::string> transport_for(const FetchRequest& request, const fs::path& folder) {
  if (!is_revision(request.revision)) {
    return tl::unexpected(Error{ErrorKind::Usage, redacted(request.address), 0,
                                fmt::format("\"{}\" is no revision", request.revision),
                                "name a branch, a tag or a commit"});
  }
  auto transport = transport_of(request.address, folder);
  if (!transport || *transport != "file" || request.may_be_path) return transport;
  return tl::unexpected(
      not_taken(request, "is a folder of this machine", "allow that by an option"));
}

}  // namespace

bool is_revision(std::string_view revision) {
  return revision.empty() || is_branch_name(revision);
}

Result<FetchedRepository> fetch_repository(const FetchRequest& request, const fs::path& folder) {
  auto transport = transport_for(request, folder);
  if (!transport) return tl::unexpected(std::move(transport.error()));
  const Fetching fetching(request, folder, std::move(*transport));
  if (auto done = fetching.begin(); !done) return tl::unexpected(done.error());
  if (auto done = fetching.fetch_commit(); !done) return tl::unexpected(done.error());
  const auto git = Git::open(folder, fetching.git_folder(), Objects::Kept);
  if (!git) return tl::unexpected(git.error());
  const auto commit = git->commit(std::string(kOurRef));
  if (!commit) return tl::unexpected(not_taken(request, "has no such commit", {}));
  auto entries = git->files(*commit);
  if (!entries) return tl::unexpected(entries.error());
  std::erase_if(*entries, [](const TreeEntry& entry) { return !is_wanted(entry); });
  const auto sizes = get_blobs(fetching, *entries);
  if (!sizes) return tl::unexpected(sizes.error());
  FetchedRepository result{*commit};
  if (auto error = choose(request, *entries, *sizes, result)) {
    return tl::unexpected(std::move(*error));
  }
  if (const auto index = git->run({"read-tree", *commit}); !index) {
    return tl::unexpected(index.error());
  }
  if (auto done = write_source_files(*git, *entries, folder); !done) {
    return tl::unexpected(done.error());
  }
  return result;
}

}  // namespace mlfix
