// Which attributes the files of a project mention. Private to the project.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "semantic/project/project_entity.h"

namespace mlfix {

// An index from the names behind a dot, or alone in quotes (`getattr(m, "h")`), to the files
// that have them. Made in one pass over the bytes of all files; names are told apart by a
// hash, so that the answer errs to "mentioned". Immutable after construction.
class AttributeMentions {
 public:
  using ReadText = std::function<std::optional<std::string>(FileIndex)>;

  AttributeMentions(FileIndex files, const ReadText& text_of);

  // Does a file other than this one mention the attribute?
  bool elsewhere(FileIndex file, std::string_view name) const;

 private:
  void add(FileIndex file, std::string_view text);

  static constexpr FileIndex kSeveral = UINT32_MAX;
  std::unordered_map<std::uint32_t, FileIndex> file_of_;  // or kSeveral
  bool unreadable_ = false;                               // some file: then everything may be
};

}  // namespace mlfix
