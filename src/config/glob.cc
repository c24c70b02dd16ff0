// One recursive matcher serves names and paths; they differ in what a star may
// cross. Globs come from a configuration file and are short, so backtracking is
// no concern.

#include "config/glob.h"

#include <algorithm>
#include <optional>

namespace mlfix {
namespace {

constexpr char kNoSeparator = '\0';

// The length of the set that starts at `glob` ("[a-z]") and whether `c` is in
// it; nothing when the bracket is not closed and stands for itself.
struct SetMatch {
  std::size_t length;
  bool contains;
};

std::optional<SetMatch> match_set(std::string_view glob, char c) {
  std::size_t at = 1;
  const bool negated = at < glob.size() && (glob[at] == '!' || glob[at] == '^');
  if (negated) ++at;
  bool found = false;
  for (std::size_t first = at; at < glob.size(); ++at) {
    if (glob[at] == ']' && at > first) return SetMatch{at + 1, found != negated};
    const bool range = at + 2 < glob.size() && glob[at + 1] == '-' && glob[at + 2] != ']';
    const char low = glob[at];
    const char high = range ? glob[at + 2] : low;
    found = found || (low <= c && c <= high);
    if (range) at += 2;
  }
  return std::nullopt;
}

// One character of `text` against the start of `glob`: how many characters of
// the glob that takes, 0 when they differ.
std::size_t match_one(std::string_view glob, char c, char separator) {
  if (glob.front() == '?') return c == separator ? 0 : 1;
  if (glob.front() == '[') {
    if (const auto set = match_set(glob, c)) {
      return set->contains && c != separator ? set->length : 0;
    }
  }
  return glob.front() == c ? 1 : 0;
}

bool matches(std::string_view glob, std::string_view text, char separator) {
  while (!glob.empty()) {
    if (glob.front() == '*') {
      const bool crosses = separator == kNoSeparator || glob.starts_with("**");
      const std::string_view rest = glob.substr(std::min(glob.find_first_not_of('*'), glob.size()));
      // "a/**/b" means "a/b" too.
      if (crosses && rest.starts_with('/') && matches(rest.substr(1), text, separator)) return true;
      for (; !text.empty(); text.remove_prefix(1)) {
        if (matches(rest, text, separator)) return true;
        if (!crosses && text.front() == separator) return false;
      }
      return rest.empty();
    }
    const std::size_t taken = text.empty() ? 0 : match_one(glob, text.front(), separator);
    if (taken == 0) return false;
    glob.remove_prefix(taken);
    text.remove_prefix(1);
  }
  return text.empty();
}

}  // namespace

bool glob_matches(std::string_view glob, std::string_view text) {
  return matches(glob, text, kNoSeparator);
}

bool path_glob_matches(std::string_view glob, std::string_view path) {
  while (glob.ends_with('/')) glob.remove_suffix(1);
  const bool anchored = glob.find('/') != std::string_view::npos;
  if (glob.starts_with('/')) glob.remove_prefix(1);
  if (glob.empty()) return false;
  // The path itself, then each folder above it.
  for (std::string_view part = path; !part.empty();) {
    const std::size_t slash = part.rfind('/');
    const std::string_view name = slash == std::string_view::npos ? part : part.substr(slash + 1);
    if (matches(glob, anchored ? part : name, '/')) return true;
    part = slash == std::string_view::npos ? std::string_view{} : part.substr(0, slash);
  }
  return false;
}

}  // namespace mlfix
