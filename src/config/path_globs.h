// Many path globs at once. A configuration may come from anybody and hold tens of
// thousands of them, which are asked about every file of a run.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mlfix {

// Immutable once it is filled, and then thread-safe.
class PathGlobs {
 public:
  using Tag = std::uint32_t;

  // `tag` is what tags_of() answers for the paths that path_glob_matches() says `glob`
  // means. Several globs may have one tag.
  void add(std::string_view glob, Tag tag);

  // The tags of the globs that mean `path` (relative, forward slashes), in no order,
  // some perhaps more than once. O(length of the path), times its logarithm, and the
  // length of the path times searched_bytes() of all globs.
  std::vector<Tag> tags_of(std::string_view path) const;

  // The bytes of `glob` that are compared with every path: none when it names files or
  // folders ("tests", "src/gen", "src/gen/**") or an ending ("*.pb.py"), with or without
  // "**/" before it. Those are looked up.
  static std::size_t searched_bytes(std::string_view glob);

 private:
  struct Tags {
    std::vector<Tag> whole;  // the path itself, and all that is in it
    std::vector<Tag> below;  // only what is in it
  };
  using TagsByText = std::map<std::string, Tags, std::less<>>;

  TagsByText names_;                           // of a file, or a folder anywhere above it
  TagsByText paths_;                           // from the root
  std::map<std::size_t, TagsByText> endings_;  // of names, by length
  std::vector<std::pair<std::string, Tag>> others_;
};

}  // namespace mlfix
