// git says which files are others, with their blobs; the texts are compared here. git
// would make a patch of every file, whatever it is and however large, and of files of
// the work tree it would run the filters that the repository names. Only sources are
// read, none that is too large to be analysed, and a bounded part of them at a time.

#include "adoption/changed_lines.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <cstdlib>
#include <limits>
#include <system_error>

#include "engine/discovery.h"
#include "process/git.h"
#include "text/characters.h"
#include "text/source_text.h"
#include "text/unified_diff.h"

namespace mlfix {
namespace {

namespace fs = std::filesystem;

constexpr LineSpan kAllLines{1, std::numeric_limits<std::uint32_t>::max()};

std::string_view trim_line_end(std::string_view text) {
  while (text.ends_with('\n')) text.remove_suffix(1);
  return text;
}

// "5,2" or "5".
struct HunkSide {
  std::uint32_t first = 0;
  std::uint32_t count = 1;
};

HunkSide side_of(std::string_view text) {
  HunkSide side;
  const char* const end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, side.first);
  if (read.ptr != end && *read.ptr == ',') std::from_chars(read.ptr + 1, end, side.count);
  return side;
}

// "@@ -a,b +c,d @@"
HunkSide new_side_of_hunk(std::string_view line) {
  const std::size_t begin = line.find(" +") + 2;
  return side_of(line.substr(begin, line.find(' ', begin) - begin));
}

Error usage(std::string message, std::string remedy) {
  return {ErrorKind::Usage, {}, 0, std::move(message), std::move(remedy)};
}

bool is_regular_mode(std::string_view mode) {
  return mode == "100644" || mode == "100755";
}

// The text with line feeds alone at the ends of its lines: what a checkout with
// other line ends has changed is no change.
std::string with_line_feeds(std::string_view text) {
  std::string result;
  result.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool is_pair = text[i] == '\r' && i + 1 < text.size() && text[i + 1] == '\n';
    if (!is_pair) result += text[i];
  }
  return result;
}

// Texts with more lines are not compared: it takes up to thousands of steps a line.
constexpr std::ptrdiff_t kMostCompared = 200'000;

bool has_too_many_lines(std::string_view text) {
  return std::count(text.begin(), text.end(), '\n') > kMostCompared;
}

std::vector<LineSpan> lines_between(const std::string* before, const std::string* now) {
  if (before == nullptr || now == nullptr) return {kAllLines};
  return changed_lines(*before, *now);
}

// ":<mode> <mode> <blob> <blob> <letter>" of git's raw format.
struct RawChange {
  std::array<std::string_view, 2> modes;
  std::array<std::string_view, 2> blobs;
  char letter = ' ';
};

RawChange raw_change(std::string_view header) {
  header.remove_prefix(std::min<std::size_t>(1, header.size()));
  RawChange change;
  for (std::string_view& mode : change.modes) mode = take_until(header, ' ');
  for (std::string_view& blob : change.blobs) blob = take_until(header, ' ');
  if (!header.empty()) change.letter = header.front();
  return change;
}

}  // namespace

std::vector<LineSpan> changed_lines(std::string_view before, std::string_view now) {
  const std::string old_text = with_line_feeds(before);
  const std::string new_text = with_line_feeds(now);
  if (old_text == new_text) return {};
  if (has_too_many_lines(old_text) || has_too_many_lines(new_text)) return {kAllLines};
  const std::string hunks = diff_hunks(old_text, new_text, 0);
  std::vector<LineSpan> lines;
  for (std::string_view rest = hunks; !rest.empty();) {
    const std::string_view line = take_until(rest, '\n');
    if (!line.starts_with("@@ ")) continue;  // every other line begins with its sign
    const HunkSide side = new_side_of_hunk(line);
    if (side.count > 0) lines.push_back({side.first, side.first + side.count - 1});
  }
  return lines;
}

Result<Changes> Changes::of_work_tree(const fs::path& folder) {
  const auto top = run_git({folder, {"rev-parse", "--show-toplevel"}});
  if (!top) return tl::unexpected(top.error());
  if (top->status != 0) {
    Error error = usage(fmt::format("is in no git work tree: {}", git_complaint(top->err)),
                        "changed lines are known in a clone only");
    error.path = folder.string();
    return tl::unexpected(std::move(error));
  }
  return Changes(fs::path(trim_line_end(top->out)));
}

GitCall Changes::call(std::vector<std::string> arguments) const {
  GitCall call{top_, std::move(arguments)};
  if (of_index_) {
    if (const char* index = std::getenv("GIT_INDEX_FILE"); index != nullptr && *index != '\0') {
      call.environment["GIT_INDEX_FILE"] = fs::absolute(index).string();
    }
  }
  return call;
}

Result<std::string> Changes::ask(std::vector<std::string> arguments) const {
  return ask_git(call(std::move(arguments)));
}

// What differs, as fields: a header, then one path, or two of a renamed file.
Result<std::string> Changes::compare_index(const std::string& against, const std::string& renames,
                                           const std::vector<std::string>& paths) const {
  GitCall request =
      call({"diff-index", "--cached", "--raw", "--no-abbrev", "-z", renames, "--no-ext-diff",
            "--no-relative", "--ignore-submodules=all", against, "--"});
  request.arguments.insert(request.arguments.end(), paths.begin(), paths.end());
  request.environment["GIT_LITERAL_PATHSPECS"] = "1";
  return ask_git(request);
}

bool Changes::is_wanted(const std::string& path) const {
  return is_python_source(path) || named_.contains(path);
}

// Similar files are looked for among those only whose texts we would read ourselves;
// where they are many, a renamed file is one with the same bytes.
Result<void> Changes::follow_renames(const std::string& against, IndexChanges& changes,
                                     const std::map<std::string, std::string>& deleted) const {
  constexpr std::size_t kMostPaths = 1'000;  // as git itself does
  constexpr std::uint64_t kMostBytes = 64u << 20;
  std::vector<std::string> paths;
  std::vector<std::string> blobs;
  const auto add = [&](const std::string& path, const std::string& blob) {
    paths.push_back(path);
    blobs.push_back(blob);
  };
  for (const auto& [path, change] : changes) {
    if (change.before.empty() && !change.now.empty()) add(path, change.now);
  }
  if (paths.empty() || deleted.empty()) return {};
  for (const auto& [path, blob] : deleted) add(path, blob);
  const auto sizes = blob_sizes(call({}), blobs);
  if (!sizes) return tl::unexpected(sizes.error());
  std::uint64_t bytes = 0;
  for (const auto& [blob, size] : *sizes) bytes += size;
  const bool few = paths.size() <= kMostPaths && bytes <= kMostBytes;
  const auto listed = few ? compare_index(against, "--find-renames", paths)
                          : compare_index(against, "--find-renames=100%", {});
  if (!listed) return tl::unexpected(listed.error());
  const auto fields = listed_fields(*listed);
  if (!fields) return tl::unexpected(fields.error());
  for (std::size_t i = 0; i + 1 < fields->size();) {
    const RawChange change = raw_change((*fields)[i]);
    const bool renamed = change.letter == 'R';
    i += renamed ? 3 : 2;
    if (!renamed || i > fields->size() || !is_regular_mode(change.modes[0])) continue;
    const auto found = changes.find(std::string((*fields)[i - 1]));
    if (found != changes.end()) found->second.before = change.blobs[0];
  }
  return {};
}

Result<Changes::IndexChanges> Changes::changes_of_index(const std::string& against) const {
  const auto listed = compare_index(against, "--no-renames", {});
  if (!listed) return tl::unexpected(listed.error());
  IndexChanges changes;
  std::map<std::string, std::string> deleted;
  const auto fields = listed_fields(*listed);
  if (!fields) return tl::unexpected(fields.error());
  for (std::size_t i = 0; i + 1 < fields->size(); i += 2) {
    const RawChange raw = raw_change((*fields)[i]);
    const std::string path((*fields)[i + 1]);
    const auto blob = [&](std::size_t side) {
      return is_regular_mode(raw.modes[side]) ? std::string(raw.blobs[side]) : std::string();
    };
    if (raw.letter == 'D' && !blob(0).empty()) deleted.emplace(path, blob(0));
    if (raw.letter != 'D' && is_wanted(path)) changes.emplace(path, BlobPair{blob(0), blob(1)});
  }
  if (auto followed = follow_renames(against, changes, deleted); !followed) {
    return tl::unexpected(followed.error());
  }
  return changes;
}

// An object that is missing, or of a text that is refused for its size, has no text.
Result<void> Changes::visit_texts(const IndexChanges& changes, const TextVisitor& visit) const {
  constexpr std::uint64_t kAtATime = 32u << 20;  // bytes, but for the last pair
  std::vector<std::string> all;
  for (const auto& [path, pair] : changes) {
    for (const std::string& blob : {pair.before, pair.now}) {
      if (!blob.empty()) all.push_back(blob);
    }
  }
  auto sizes = blob_sizes(call({}), all);
  if (!sizes) return tl::unexpected(sizes.error());
  std::erase_if(*sizes, [](const auto& entry) { return entry.second > kMaxFileSize; });
  for (auto begin = changes.begin(); begin != changes.end();) {
    std::vector<std::string> batch;
    std::uint64_t bytes = 0;
    auto end = begin;
    for (; end != changes.end() && bytes < kAtATime; ++end) {
      for (const std::string& blob : {end->second.before, end->second.now}) {
        const auto size = sizes->find(blob);
        if (size == sizes->end()) continue;
        batch.push_back(blob);
        bytes += size->second;
      }
    }
    const auto texts = read_blobs(call({}), batch);
    if (!texts) return tl::unexpected(texts.error());
    std::map<std::string_view, const std::string*> by_blob;
    for (std::size_t i = 0; i < batch.size(); ++i) by_blob.emplace(batch[i], &(*texts)[i]);
    const auto text_of = [&](const std::string& blob) -> const std::string* {
      const auto found = by_blob.find(blob);
      return found == by_blob.end() ? nullptr : found->second;
    };
    for (; begin != end; ++begin) {
      visit(begin->first, text_of(begin->second.before), text_of(begin->second.now));
    }
  }
  return {};
}

void Changes::keep_lines(const std::string& path, std::vector<LineSpan> lines) {
  if (lines.empty()) {
    lines_.erase(path);
  } else {
    lines_[path] = std::move(lines);
  }
}

Result<void> Changes::read_index(const IndexChanges& changes) {
  return visit_texts(changes, [&](const std::string& path, const auto* before, const auto* now) {
    keep_lines(path, lines_between(before, now));
  });
}

Result<void> Changes::read_untracked() {
  const auto paths = ask({"ls-files", "-z", "--others", "--exclude-standard"});
  if (!paths) return tl::unexpected(paths.error());
  const auto fields = listed_fields(*paths);
  if (!fields) return tl::unexpected(fields.error());
  untracked_ = {fields->begin(), fields->end()};
  return {};
}

// "<mode> <blob> <stage>\t<path>", of regular files.
Result<std::map<std::string, std::string>> Changes::blobs_of_index() const {
  const auto listed = ask({"ls-files", "-s", "-z"});
  if (!listed) return tl::unexpected(listed.error());
  std::map<std::string, std::string> blobs;
  const auto lines = listed_entries(*listed);
  if (!lines) return tl::unexpected(lines.error());
  for (const std::string_view line : *lines) {
    const std::size_t tab = line.find('\t');
    const std::size_t mode = line.find(' ');
    const std::size_t blob = line.find(' ', mode + 1);
    if (tab == std::string_view::npos || !is_regular_mode(line.substr(0, mode))) continue;
    blobs.emplace(line.substr(tab + 1), line.substr(mode + 1, blob - mode - 1));
  }
  return blobs;
}

Result<std::map<std::string, std::string>> Changes::edited_blobs() const {
  auto blobs = blobs_of_index();
  if (!blobs) return blobs;
  std::erase_if(*blobs, [&](const auto& entry) { return !is_wanted(entry.first); });
  std::vector<std::string> paths;
  for (const auto& [path, blob] : *blobs) paths.push_back(path);
  const auto ids = hash_files(top_, paths);
  if (!ids) return tl::unexpected(ids.error());
  std::erase_if(*blobs, [&](const auto& entry) {
    const auto id = ids->find(entry.first);
    return id != ids->end() && id->second == entry.second;
  });
  return blobs;
}

// What the files on disk have changed since the commit, where they are not what the
// index says.
Result<void> Changes::read_edited(const IndexChanges& since_commit) {
  const auto blobs = edited_blobs();
  if (!blobs) return tl::unexpected(blobs.error());
  IndexChanges bases;
  for (const auto& [path, blob] : *blobs) {
    const auto changed = since_commit.find(path);
    bases[path].before = changed == since_commit.end() ? blob : changed->second.before;
  }
  return visit_texts(bases, [&](const std::string& path, const auto* before, const auto*) {
    // A text that can't be analysed is reported where it is.
    const auto now = read_source_text(top_ / path);
    keep_lines(path, lines_between(before, now ? &*now : nullptr));
  });
}

Result<void> Changes::read_partly_staged() {
  const auto blobs = edited_blobs();
  if (!blobs) return tl::unexpected(blobs.error());
  IndexChanges staged;
  for (const auto& [path, blob] : *blobs) staged[path].now = blob;
  return visit_texts(staged, [&](const std::string& path, const auto*, const auto* text) {
    const auto now = read_source_text(top_ / path);
    const bool same = now && text != nullptr && with_line_feeds(*now) == with_line_feeds(*text);
    if (!same) partly_staged_.insert(path);
  });
}

void Changes::name(const std::vector<fs::path>& named) {
  for (const fs::path& path : named) named_.insert(path_in_tree(path));
}

Result<Changes> Changes::since(const fs::path& folder, const std::string& revision,
                               const std::vector<fs::path>& named) {
  auto changes = of_work_tree(folder);
  if (!changes) return changes;
  const auto commit = changes->ask({"rev-parse", "--verify", "--quiet", "--end-of-options",
                                    fmt::format("{}^{{commit}}", revision)});
  if (!commit) {
    return tl::unexpected(usage(fmt::format("\"{}\" names no commit of this clone", revision),
                                "fetch it, as in `git fetch origin main`"));
  }
  const auto base = changes->ask({"merge-base", std::string(trim_line_end(*commit)), "HEAD"});
  if (!base) {
    return tl::unexpected(
        usage(fmt::format("\"{}\" and HEAD have no commit in common in this clone", revision),
              "fetch the whole history: `git fetch --unshallow`, or `fetch-depth: 0`"));
  }
  changes->name(named);
  const auto since = changes->changes_of_index(std::string(trim_line_end(*base)));
  if (!since) return tl::unexpected(since.error());
  if (auto read = changes->read_index(*since); !read) return tl::unexpected(read.error());
  if (auto read = changes->read_edited(*since); !read) return tl::unexpected(read.error());
  if (auto read = changes->read_untracked(); !read) return tl::unexpected(read.error());
  return changes;
}

Result<Changes> Changes::staged(const fs::path& folder, const std::vector<fs::path>& named) {
  auto changes = of_work_tree(folder);
  if (!changes) return changes;
  changes->of_index_ = true;
  const auto head = changes->head();
  if (!head) return tl::unexpected(head.error());
  changes->name(named);
  const auto since = changes->changes_of_index(*head);
  if (!since) return tl::unexpected(since.error());
  if (auto read = changes->read_index(*since); !read) return tl::unexpected(read.error());
  if (auto read = changes->read_partly_staged(); !read) return tl::unexpected(read.error());
  return changes;
}

// What the next commit is compared with: the last one, or nothing at all.
Result<std::string> Changes::head() const {
  auto commit = ask({"rev-parse", "--verify", "--quiet", "HEAD^{commit}"});
  if (!commit) commit = ask({"hash-object", "-t", "tree", "--stdin"});
  return commit.map([](const std::string& id) { return std::string(trim_line_end(id)); });
}

std::string Changes::path_in_tree(const fs::path& file) const {
  std::error_code error;
  const fs::path real = fs::weakly_canonical(fs::absolute(file, error), error);
  return real.lexically_relative(top_).generic_string();
}

std::optional<std::vector<LineSpan>> Changes::lines_of(const fs::path& file) const {
  const std::string path = path_in_tree(file);
  if (untracked_.contains(path)) return std::vector<LineSpan>{kAllLines};
  const auto found = lines_.find(path);
  return found == lines_.end() ? std::nullopt : std::optional(found->second);
}

bool Changes::is_partly_staged(const fs::path& file) const {
  return partly_staged_.contains(path_in_tree(file));
}

Result<std::string> Changes::staged_text(const fs::path& file) const {
  return ask({"cat-file", "blob", ":" + path_in_tree(file)});
}

std::vector<TextRange> ranges_of(const LineTable& lines, const std::vector<LineSpan>& spans) {
  std::vector<TextRange> ranges;
  for (const LineSpan span : spans) {
    if (span.first > lines.line_count()) continue;
    const std::uint32_t last = std::min(span.last, lines.line_count());
    ranges.push_back({lines.line_begin(span.first), lines.line_full_end(last)});
  }
  return ranges;
}

}  // namespace mlfix
