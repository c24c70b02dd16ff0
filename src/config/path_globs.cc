// Most globs have one wildcard or none, at an end. What is left of such a glob without
// it is a key that stands in the path, cut at its slashes.

#include "config/path_globs.h"

#include <algorithm>

#include "config/glob.h"

namespace mlfix {
namespace {

enum class GlobKind : std::uint8_t { Nothing, Name, Path, Ending, Other };

// What a glob asks for, as a key.
struct Shape {
  GlobKind kind = GlobKind::Other;
  std::string_view key;
  bool is_below = false;  // not the path of the key itself
};

bool take_prefix(std::string_view& text, std::string_view prefix) {
  if (!text.starts_with(prefix)) return false;
  text.remove_prefix(prefix.size());
  return true;
}

bool take_suffix(std::string_view& text, std::string_view suffix) {
  if (!text.ends_with(suffix)) return false;
  text.remove_suffix(suffix.size());
  return true;
}

bool has_any_of(std::string_view text, std::string_view characters) {
  return text.find_first_of(characters) != std::string_view::npos;
}

// Whatever matches a folder matches all that is in it, so "a/*" and "a/**" mean the same.
Shape shape_of(std::string_view glob) {
  while (take_suffix(glob, "/")) continue;
  bool is_anywhere = !has_any_of(glob, "/");
  take_prefix(glob, "/");
  if (glob.empty()) return {GlobKind::Nothing, {}};
  while (take_prefix(glob, "**/")) is_anywhere = true;
  std::string_view key = glob;
  const bool is_below = take_suffix(key, "/**") || take_suffix(key, "/*");
  const bool is_path = has_any_of(key, "/");
  if (!has_any_of(key, "*?[")) {
    if (!is_anywhere) return {GlobKind::Path, key, is_below};
    return is_path ? Shape{} : Shape{GlobKind::Name, key, is_below};
  }
  if (!is_anywhere || is_path || is_below || !glob.starts_with('*')) return {};
  while (take_prefix(key, "*")) continue;
  return has_any_of(key, "*?[") ? Shape{} : Shape{GlobKind::Ending, key};
}

void add_all(std::vector<PathGlobs::Tag>& to, const std::vector<PathGlobs::Tag>& tags) {
  to.insert(to.end(), tags.begin(), tags.end());
}

}  // namespace

std::size_t PathGlobs::searched_bytes(std::string_view glob) {
  return shape_of(glob).kind == GlobKind::Other ? glob.size() : 0;
}

void PathGlobs::add(std::string_view glob, Tag tag) {
  const Shape shape = shape_of(glob);
  const auto enter = [&](TagsByText& into) {
    Tags& tags = into[std::string(shape.key)];
    (shape.is_below ? tags.below : tags.whole).push_back(tag);
  };
  if (shape.kind == GlobKind::Name) enter(names_);
  if (shape.kind == GlobKind::Path) enter(paths_);
  if (shape.kind == GlobKind::Ending) enter(endings_[shape.key.size()]);
  if (shape.kind == GlobKind::Other) others_.emplace_back(glob, tag);
}

std::vector<PathGlobs::Tag> PathGlobs::tags_of(std::string_view path) const {
  std::vector<Tag> result;
  const auto look_up = [&](const TagsByText& in, std::string_view key, bool is_folder) {
    const auto found = in.find(key);
    if (found == in.end()) return;
    add_all(result, found->second.whole);
    if (is_folder) add_all(result, found->second.below);
  };
  for (std::size_t begin = 0; begin < path.size();) {
    const std::size_t end = std::min(path.find('/', begin), path.size());
    const std::string_view name = path.substr(begin, end - begin);
    const bool is_folder = end < path.size();
    look_up(names_, name, is_folder);
    look_up(paths_, path.substr(0, end), is_folder);
    for (auto at = endings_.begin(); at != endings_.end() && at->first <= name.size(); ++at) {
      look_up(at->second, name.substr(name.size() - at->first), is_folder);
    }
    begin = end + 1;
  }
  for (const auto& [glob, tag] : others_) {
    if (path_glob_matches(glob, path)) result.push_back(tag);
  }
  return result;
}

}  // namespace mlfix
