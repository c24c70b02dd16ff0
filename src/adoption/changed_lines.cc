// git compares commits with the index, which takes its objects only; this reads
// the patch. Files of the work tree are compared here, by their bytes: git would
// run the filters that the repository names on them. Every setting that changes how
// a patch looks is switched off, for users have them all: prefixes, colours,
// external and textual converters, hunks that are merged. Notebooks are often marked
// as binary, so files are compared as text whatever their attributes say.

#include "adoption/changed_lines.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <limits>
#include <system_error>

#include "engine/discovery.h"
#include "process/git.h"
#include "text/source_text.h"
#include "text/unified_diff.h"

namespace mlfix {
namespace {

namespace fs = std::filesystem;

constexpr LineSpan kAllLines{1, std::numeric_limits<std::uint32_t>::max()};

// The next line of `rest`, without its line feed.
std::string_view take_line(std::string_view& rest) {
  const std::size_t end = std::min(rest.find('\n'), rest.size());
  const std::string_view line = rest.substr(0, end);
  rest.remove_prefix(std::min(end + 1, rest.size()));
  return line;
}

std::string_view trim_line_end(std::string_view text) {
  while (text.ends_with('\n')) text.remove_suffix(1);
  return text;
}

// git writes odd bytes of a path as C does in a string.
std::string unquoted(std::string_view path) {
  if (!path.starts_with('"') || !path.ends_with('"') || path.size() < 2) return std::string(path);
  constexpr std::string_view kLetters = "abtnvfr\"\\";
  constexpr std::string_view kMeanings = "\a\b\t\n\v\f\r\"\\";
  path = path.substr(1, path.size() - 2);
  std::string result;
  for (std::size_t i = 0; i < path.size(); ++i) {
    if (path[i] != '\\' || i + 1 == path.size()) {
      result += path[i];
      continue;
    }
    ++i;
    unsigned octal = 0;
    const char* const begin = path.data() + i;
    const char* const end = begin + std::min<std::size_t>(3, path.size() - i);
    const auto read = std::from_chars(begin, end, octal, 8);
    if (read.ec == std::errc() && read.ptr == begin + 3) {
      result += static_cast<char>(octal);
      i += 2;
    } else if (const std::size_t letter = kLetters.find(path[i]);
               letter != std::string_view::npos) {
      result += kMeanings[letter];
    }
  }
  return result;
}

// "+++ b/path", where a path with a blank in it has a tab behind it.
std::string new_path(std::string_view line) {
  line.remove_prefix(std::string_view("+++ ").size());
  if (line.ends_with('\t')) line.remove_suffix(1);
  const std::string path = unquoted(line);
  return path.starts_with("b/") ? path.substr(2) : "";
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

// "@@ -a,b +c,d @@ ..."
std::pair<HunkSide, HunkSide> sides_of_hunk(std::string_view line) {
  const auto word_behind = [&](std::string_view mark) {
    const std::size_t begin = line.find(mark) + mark.size();
    return line.substr(begin, line.find(' ', begin) - begin);
  };
  return {side_of(word_behind(" -")), side_of(word_behind(" +"))};
}

void skip_hunk(std::string_view& rest, std::uint32_t lines) {
  for (; lines > 0; --lines) {
    take_line(rest);
    if (rest.starts_with('\\')) take_line(rest);  // "\ No newline at end of file"
  }
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

// Empty for texts that differ in their line ends only.
std::vector<LineSpan> lines_between(std::string_view before, std::string_view after) {
  const std::string hunks = diff_hunks(with_line_feeds(before), with_line_feeds(after), 0);
  auto files = lines_of_patch("diff\n+++ b/x\n" + hunks);
  return hunks.empty() ? std::vector<LineSpan>() : std::move(files["x"]);
}

}  // namespace

std::map<std::string, std::vector<LineSpan>> lines_of_patch(std::string_view patch) {
  std::map<std::string, std::vector<LineSpan>> files;
  std::string path;
  while (!patch.empty()) {
    const std::string_view line = take_line(patch);
    if (line.starts_with("diff ")) {
      path.clear();
    } else if (line.starts_with("+++ ")) {
      path = new_path(line);
    } else if (line.starts_with("@@ ")) {
      const auto [old_side, new_side] = sides_of_hunk(line);
      skip_hunk(patch, old_side.count + new_side.count);
      if (path.empty() || new_side.count == 0) continue;
      files[path].push_back({new_side.first, new_side.first + new_side.count - 1});
    }
  }
  return files;
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

Result<std::string> Changes::ask(std::vector<std::string> arguments) const {
  GitCall call{top_, std::move(arguments)};
  if (of_index_) {
    if (const char* index = std::getenv("GIT_INDEX_FILE"); index != nullptr && *index != '\0') {
      call.environment["GIT_INDEX_FILE"] = fs::absolute(index).string();
    }
  }
  return ask_git(call);
}

// Of objects only: neither filters nor converters take part.
Result<void> Changes::read_patch(const std::string& against) {
  auto patch = ask({"diff-index", "--cached", "-p", "--unified=0", "--inter-hunk-context=0",
                    "--find-renames", "--text", "--no-color", "--no-ext-diff", "--no-textconv",
                    "--no-relative", "--ignore-submodules=all", "--src-prefix=a/",
                    "--dst-prefix=b/", against, "--"});
  if (!patch) return tl::unexpected(patch.error());
  lines_ = lines_of_patch(*patch);
  return {};
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
  const auto lines = listed_fields(*listed);
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

Result<std::map<std::string, std::string>> Changes::edited_blobs(
    const std::vector<fs::path>& named) const {
  auto blobs = blobs_of_index();
  if (!blobs) return blobs;
  std::set<std::string> also;
  for (const fs::path& path : named) also.insert(path_in_tree(path));
  std::erase_if(*blobs, [&](const auto& entry) {
    return !is_python_source(entry.first) && !also.contains(entry.first);
  });
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

// Where the files of the index were at `against`: ":<modes> <blobs> <letter>",
// then one path, or two of a renamed file.
Result<void> Changes::move_to_base(const std::string& against,
                                   std::map<std::string, std::string>& blobs) const {
  const auto listed = ask({"diff-index", "--cached", "--raw", "--no-abbrev", "-z", "--find-renames",
                           "--ignore-submodules=all", against, "--"});
  if (!listed) return tl::unexpected(listed.error());
  const auto fields = listed_fields(*listed);
  if (!fields) return tl::unexpected(fields.error());
  for (std::size_t i = 0; i + 1 < fields->size();) {
    const std::string_view header = (*fields)[i].substr(1);
    const bool renamed = header.rfind(" R") != std::string_view::npos;
    i += renamed ? 3 : 2;
    if (i > fields->size()) break;
    const auto found = blobs.find(std::string((*fields)[i - 1]));
    if (found == blobs.end()) continue;
    const std::size_t first = header.find(' ', header.find(' ') + 1) + 1;
    const bool was_file = is_regular_mode(header.substr(0, header.find(' ')));
    found->second = was_file ? header.substr(first, header.find(' ', first) - first) : "";
  }
  return {};
}

// What the files on disk have changed since `against`, where they are not what the
// index says.
Result<void> Changes::read_edited(const std::string& against, const std::vector<fs::path>& named) {
  auto blobs = edited_blobs(named);
  if (!blobs) return tl::unexpected(blobs.error());
  if (auto moved = move_to_base(against, *blobs); !moved) return moved;
  std::vector<std::string> known;
  for (const auto& [path, blob] : *blobs) {
    if (!blob.empty()) known.push_back(blob);
  }
  const auto texts = read_blobs({top_, {}}, known);
  if (!texts) return tl::unexpected(texts.error());
  auto text = texts->begin();
  for (const auto& [path, blob] : *blobs) {
    std::vector<LineSpan> lines{kAllLines};
    if (!blob.empty()) {
      // A text that can't be analysed is reported where it is.
      const auto now = read_source_text(top_ / path);
      if (now) lines = lines_between(*text, *now);
      ++text;
    }
    lines_[path] = std::move(lines);
    if (lines_[path].empty()) lines_.erase(path);
  }
  return {};
}

Result<void> Changes::read_partly_staged(const std::vector<fs::path>& named) {
  const auto blobs = edited_blobs(named);
  if (!blobs) return tl::unexpected(blobs.error());
  std::vector<std::string> ids;
  for (const auto& [path, blob] : *blobs) ids.push_back(blob);
  const auto texts = read_blobs({top_, {}}, ids);
  if (!texts) return tl::unexpected(texts.error());
  auto text = texts->begin();
  for (const auto& [path, blob] : *blobs) {
    const auto now = read_source_text(top_ / path);
    const bool same = now && with_line_feeds(*now) == with_line_feeds(*text);
    if (!same) partly_staged_.insert(path);
    ++text;
  }
  return {};
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
  const std::string against(trim_line_end(*base));
  if (auto read = changes->read_patch(against); !read) return tl::unexpected(read.error());
  if (auto read = changes->read_edited(against, named); !read) {
    return tl::unexpected(read.error());
  }
  if (auto read = changes->read_untracked(); !read) return tl::unexpected(read.error());
  return changes;
}

Result<Changes> Changes::staged(const fs::path& folder, const std::vector<fs::path>& named) {
  auto changes = of_work_tree(folder);
  if (!changes) return changes;
  changes->of_index_ = true;
  const auto head = changes->head();
  if (!head) return tl::unexpected(head.error());
  if (auto read = changes->read_patch(*head); !read) return tl::unexpected(read.error());
  if (auto read = changes->read_partly_staged(named); !read) return tl::unexpected(read.error());
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
