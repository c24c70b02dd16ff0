// git makes the comparison; this reads its patch. Every setting that changes how
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

#include "process/git.h"

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

std::set<std::string> set_of(std::string_view paths) {
  std::set<std::string> result;
  while (!paths.empty()) {
    const std::size_t end = std::min(paths.find('\0'), paths.size());
    result.emplace(paths.substr(0, end));
    paths.remove_prefix(std::min(end + 1, paths.size()));
  }
  return result;
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
  const auto top = run_git(folder, {"rev-parse", "--show-toplevel"});
  if (!top) return tl::unexpected(top.error());
  if (top->status != 0) {
    Error error = usage("is in no git work tree", "changed lines are known in a clone only");
    error.path = folder.string();
    return tl::unexpected(std::move(error));
  }
  return Changes(fs::path(trim_line_end(top->out)));
}

Result<std::string> Changes::ask_git(const std::vector<std::string>& arguments) const {
  std::map<std::string, std::string> environment;
  if (of_index_) {
    if (const char* index = std::getenv("GIT_INDEX_FILE"); index != nullptr && *index != '\0') {
      environment["GIT_INDEX_FILE"] = fs::absolute(index).string();
    }
  }
  auto output = run_git(top_, arguments, environment);
  if (!output) return tl::unexpected(output.error());
  if (output->status == 0) return std::move(output->out);
  return tl::unexpected(
      Error{ErrorKind::Unreadable,
            top_.string(),
            0,
            fmt::format("git {} failed: {}", arguments.front(), trim_line_end(output->err)),
            {}});
}

Result<void> Changes::read_patch(const std::string& against) {
  auto patch = ask_git({"diff", against, "--unified=0", "--inter-hunk-context=0", "--find-renames",
                        "--text", "--no-color", "--no-ext-diff", "--no-textconv", "--no-relative",
                        "--submodule=short", "--src-prefix=a/", "--dst-prefix=b/", "--"});
  if (!patch) return tl::unexpected(patch.error());
  lines_ = lines_of_patch(*patch);
  return {};
}

Result<void> Changes::read_untracked() {
  const auto paths = ask_git({"ls-files", "-z", "--others", "--exclude-standard"});
  if (!paths) return tl::unexpected(paths.error());
  untracked_ = set_of(*paths);
  return {};
}

Result<void> Changes::read_partly_staged() {
  const auto paths = ask_git(
      {"diff", "--name-only", "-z", "--no-ext-diff", "--no-relative", "--ignore-submodules", "--"});
  if (!paths) return tl::unexpected(paths.error());
  partly_staged_ = set_of(*paths);
  return {};
}

Result<Changes> Changes::since(const fs::path& folder, const std::string& revision) {
  auto changes = of_work_tree(folder);
  if (!changes) return changes;
  const auto commit = changes->ask_git({"rev-parse", "--verify", "--quiet", "--end-of-options",
                                        fmt::format("{}^{{commit}}", revision)});
  if (!commit) {
    return tl::unexpected(usage(fmt::format("\"{}\" names no commit of this clone", revision),
                                "fetch it, as in `git fetch origin main`"));
  }
  const auto base = changes->ask_git({"merge-base", std::string(trim_line_end(*commit)), "HEAD"});
  if (!base) {
    return tl::unexpected(
        usage(fmt::format("\"{}\" and HEAD have no commit in common in this clone", revision),
              "fetch the whole history: `git fetch --unshallow`, or `fetch-depth: 0`"));
  }
  if (auto read = changes->read_patch(std::string(trim_line_end(*base))); !read) {
    return tl::unexpected(read.error());
  }
  if (auto read = changes->read_untracked(); !read) return tl::unexpected(read.error());
  return changes;
}

Result<Changes> Changes::staged(const fs::path& folder) {
  auto changes = of_work_tree(folder);
  if (!changes) return changes;
  changes->of_index_ = true;
  if (auto read = changes->read_patch("--cached"); !read) return tl::unexpected(read.error());
  if (auto read = changes->read_partly_staged(); !read) return tl::unexpected(read.error());
  return changes;
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
  return ask_git({"cat-file", "blob", ":" + path_in_tree(file)});
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
