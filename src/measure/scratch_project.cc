// Git registers the work tree and gives it the commit, so that programs which ask
// for their version get the right answer. The files are copied by us and not
// checked out: the copy must be what is on disk, and no filter, hook or line-end
// setting may have a say in it.

#include "measure/scratch_project.h"

#include <fcntl.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <system_error>
#include <utility>

#include "engine/discovery.h"
#include "engine/git_files.h"
#include "process/git.h"
#include "text/file_system.h"
#include "text/paths.h"

namespace mlfix {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kShareRemedy =
    "share large data with `--link NAME`, or set TMPDIR to a folder on a larger disk";

tl::unexpected<Error> failure(ErrorKind kind, const fs::path& path, std::string message,
                              std::string_view remedy = {}) {
  return tl::unexpected(Error{kind, path.string(), 0, std::move(message), std::string(remedy)});
}

std::optional<std::string> ask(const fs::path& folder, std::vector<std::string> arguments) {
  auto output = ask_git({folder, std::move(arguments)});
  if (!output) return std::nullopt;
  return std::move(*output);
}

std::string without_line_end(std::string text) {
  if (text.ends_with('\n')) text.pop_back();
  return text;
}

// The root of the checkout, unless git ignores `folder` itself.
std::optional<fs::path> checkout_of(const fs::path& folder) {
  auto root = ask(folder, {"rev-parse", "--show-toplevel"});
  if (!root || is_ignored_by_git(folder)) return std::nullopt;
  return without_line_end(std::move(*root));
}

bool is_cache(std::string_view name) {
  constexpr std::array<std::string_view, 8> kCaches = {
      "__pycache__/", ".pyc",       ".pytest_cache/",      ".mypy_cache/",
      ".ruff_cache/", ".egg-info/", ".ipynb_checkpoints/", ".DS_Store"};
  return std::ranges::any_of(kCaches, [&](std::string_view end) { return name.ends_with(end); });
}

std::vector<std::string> ignored_entries(const fs::path& root) {
  std::vector<std::string> names;
  const std::string listed =
      ask(root, {"ls-files", "-z", "-oi", "--exclude-standard", "--directory"}).value_or("");
  const auto fields = listed_fields(listed);
  if (!fields) return names;
  for (const std::string_view name : *fields) {
    if (!is_cache(name)) names.emplace_back(name);
  }
  return names;
}

// What there is to copy, as paths relative to the project's root.
class Inventory {
 public:
  Inventory(const fs::path& root, const std::vector<fs::path>& links)
      : root_(root), links_(links) {}

  // What git sees in the folder, or all of it.
  void add_folder(const fs::path& relative) {
    const auto files = git_files(root_ / relative);
    if (!files || !*files) return walk(relative);
    for (const fs::path& file : (*files)->files) add((relative / file).lexically_normal());
  }

  const std::vector<fs::path>& files() const { return files_; }
  const std::vector<std::string>& environments() const { return environments_; }
  std::uintmax_t bytes() const { return bytes_; }

 private:
  // A folder in a list of git's is a repository inside the repository.
  void add(const fs::path& relative) {
    std::error_code error;
    const fs::file_status status = fs::symlink_status(root_ / relative, error);
    if (error || is_linked(relative)) return;
    if (fs::is_directory(status)) return add_folder(relative);
    if (!fs::is_regular_file(status) && !fs::is_symlink(status)) return;
    files_.push_back(relative);
    if (fs::is_regular_file(status)) bytes_ += fs::file_size(root_ / relative, error);
  }

  void walk(const fs::path& relative) {
    std::error_code error;
    constexpr auto kIgnore = fs::directory_options::skip_permission_denied;
    for (fs::directory_iterator at(root_ / relative, kIgnore, error), end; !error && at != end;
         at.increment(error)) {
      const fs::path inner = relative / at->path().filename();
      std::error_code ignored;
      const bool folder = at->is_directory(ignored) && !at->is_symlink(ignored);
      if (!folder) {
        add(inner);
      } else if (is_linked(inner)) {
        continue;
      } else if (!is_skipped_folder(at->path())) {
        walk(inner);
      } else if (!is_cache(inner.generic_string() + "/") && inner.filename() != ".git") {
        environments_.push_back(inner.generic_string() + "/");
      }
    }
  }

  bool is_linked(const fs::path& relative) const {
    return std::ranges::any_of(links_, [&](const fs::path& l) { return is_below(relative, l); });
  }

  const fs::path& root_;
  const std::vector<fs::path>& links_;  // relative to the root
  std::vector<fs::path> files_;
  std::vector<std::string> environments_;
  std::uintmax_t bytes_ = 0;
};

Result<void> check_room(const fs::path& folder, std::uintmax_t bytes) {
  constexpr double kMega = 1e6;
  std::error_code error;
  const fs::space_info space = fs::space(folder, error);
  if (error || space.available > bytes) return {};
  return failure(
      ErrorKind::Unwritable, folder,
      fmt::format("the copy of the project takes {:.0f} MB, and there are {:.0f} MB left",
                  static_cast<double>(bytes) / kMega, static_cast<double>(space.available) / kMega),
      kShareRemedy);
}

// All folders are made before the first file, so that no link among the files can come
// to stand on the way to another one.
Result<void> copy_files(const Inventory& inventory, const fs::path& from, const fs::path& to,
                        const std::function<bool()>& interrupted) {
  std::error_code error;
  for (const fs::path& file : inventory.files()) {
    fs::create_directories((to / file).parent_path(), error);
    if (error) return failure(ErrorKind::Unwritable, (to / file).parent_path(), error.message());
  }
  for (const fs::path& file : inventory.files()) {
    if (interrupted()) return failure(ErrorKind::Usage, {}, "interrupted");
    fs::copy(from / file, to / file, fs::copy_options::copy_symlinks, error);
    // A file that went away meanwhile is no matter of ours.
    if (!error || !fs::exists(fs::symlink_status(from / file))) continue;
    return failure(ErrorKind::Unwritable, from / file, "can't be copied: " + error.message(),
                   kShareRemedy);
  }
  return {};
}

Result<std::vector<fs::path>> links_in(const fs::path& root, const fs::path& folder,
                                       const std::vector<fs::path>& links) {
  std::vector<fs::path> relative;
  for (const fs::path& link : links) {
    const fs::path whole = (folder / link).lexically_normal();
    const fs::path path = whole.has_filename() ? whole : whole.parent_path();
    std::error_code error;
    if (!fs::exists(path, error)) {
      return failure(ErrorKind::Usage, link, "no such file or folder", "check the path of --link");
    }
    if (path == root || !is_below(path, root)) {
      return failure(ErrorKind::Usage, link,
                     "is not inside the project, so both runs see it anyway",
                     "leave that --link out");
    }
    relative.push_back(path.lexically_relative(root));
  }
  return relative;
}

Result<void> make_links(const std::vector<fs::path>& links, const fs::path& from,
                        const fs::path& to) {
  for (const fs::path& link : links) {
    std::error_code error;
    fs::create_directories((to / link).parent_path(), error);
    if (!error) fs::create_symlink(from / link, to / link, error);
    if (error) return failure(ErrorKind::Unwritable, to / link, error.message());
  }
  return {};
}

}  // namespace

ScratchProject::ScratchProject(TemporaryFolder folder, fs::path original)
    : folder_(std::move(folder)),
      original_(std::move(original)),
      copy_(folder_.path() / original_.filename()) {}

ScratchProject::ScratchProject(ScratchProject&& other) noexcept
    : folder_(std::move(other.folder_)),
      original_(std::move(other.original_)),
      copy_(std::move(other.copy_)),
      left_out_(std::move(other.left_out_)),
      registration_(std::exchange(other.registration_, {})) {}

ScratchProject::~ScratchProject() {
  if (registration_.empty()) return;
  if (ask(original_, {"worktree", "remove", "--force", copy_.string()})) return;
  std::error_code ignored;
  fs::remove_all(registration_, ignored);
}

Result<ScratchProject> ScratchProject::make(const fs::path& folder,
                                            const std::vector<fs::path>& links,
                                            const std::function<bool()>& interrupted) {
  std::error_code error;
  const fs::path here = fs::canonical(folder, error);
  if (error) return failure(ErrorKind::Unreadable, folder, error.message());
  const auto checkout = checkout_of(here);
  const fs::path root = checkout.value_or(here);
  auto shared = links_in(root, here, links);
  if (!shared) return tl::unexpected(shared.error());
  Inventory inventory(root, *shared);
  inventory.add_folder({});
  auto temporary = TemporaryFolder::make("measure");
  if (!temporary) return tl::unexpected(temporary.error());

  ScratchProject scratch(std::move(*temporary), root);
  scratch.left_out_ = checkout ? ignored_entries(root) : inventory.environments();
  std::erase_if(scratch.left_out_, [&](const std::string& name) {
    return std::ranges::any_of(*shared, [&](const fs::path& l) { return is_below(name, l); });
  });
  if (checkout) scratch.add_work_tree();
  const auto done =
      check_room(scratch.folder_.path(), inventory.bytes())
          .and_then([&] { return copy_files(inventory, root, scratch.copy_, interrupted); })
          .and_then([&] { return make_links(*shared, root, scratch.copy_); });
  if (!done) return tl::unexpected(done.error());
  fs::create_directories(scratch.in_copy(here), error);
  return scratch;
}

// Where git can't do it (a repository without a commit, or one that we may not
// write to) the copy is no work tree, and serves all the same.
void ScratchProject::add_work_tree() {
  if (!ask(original_, {"worktree", "add", "--detach", "--no-checkout", copy_.string(), "HEAD"})) {
    return;
  }
  const auto registration = ask(copy_, {"rev-parse", "--absolute-git-dir"});
  if (!registration) return;
  registration_ = without_line_end(*registration);
  ask(copy_, {"read-tree", "HEAD"});
}

fs::path ScratchProject::in_copy(const fs::path& path) const {
  const fs::path whole = fs::absolute(path).lexically_normal();
  if (whole == original_) return copy_;
  return is_below(whole, original_) ? copy_ / whole.lexically_relative(original_) : path;
}

std::string ScratchProject::moved(std::string_view word) const {
  constexpr std::string_view kSeparators = "=:,";
  const std::string root = original_.string();
  std::string result;
  while (!word.empty()) {
    const std::size_t end = std::min(word.find_first_of(kSeparators), word.size());
    const std::string_view part = word.substr(0, end);
    std::error_code error;
    const fs::path there = part.starts_with(root) ? in_copy(part) : fs::path(part);
    result += there != part && fs::exists(there, error) ? there.string() : std::string(part);
    word.remove_prefix(end);
    if (!word.empty()) result += word.front();
    word.remove_prefix(std::min<std::size_t>(1, word.size()));
  }
  return result;
}

Result<void> ScratchProject::write(const fs::path& file, std::string_view text) const {
  constexpr int kFlags = O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW;
  constexpr unsigned kMode = 0644;
  std::error_code error;
  const fs::path real = fs::canonical(file, error);
  const fs::path target = in_copy(real);
  if (error || target == real) {
    return failure(ErrorKind::Usage, file, "is not inside the project, so it is not in the copy",
                   "run mlfix in the project's folder");
  }
  fs::create_directories(target.parent_path(), error);
  // Behind a --link there are the user's own files.
  if (!is_below(fs::weakly_canonical(target, error), copy_)) {
    return failure(ErrorKind::Usage, file, "is shared by --link, so it can't be fixed in the copy",
                   "link data, not code");
  }
  auto opened = FileHandle::open(system_files(), target, kFlags, kMode);
  const auto written = opened ? opened->write_all(text) : tl::unexpected(opened.error());
  if (written) return {};
  return failure(ErrorKind::Unwritable, target, describe_errno(written.error()));
}

}  // namespace mlfix
