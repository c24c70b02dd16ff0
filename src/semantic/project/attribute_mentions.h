// Which attributes the files of a project mention. Private to the project.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "semantic/project_entity.h"
#include "text/text_range.h"

namespace mlfix {

// An index from the names after a dot, or alone in quotes (`getattr(m, "h")`), to the files
// that have them. Made in one pass over the bytes of all files; names are told apart by a
// hash, so that the answer errs to "mentioned". Immutable after construction.
class AttributeMentions {
 public:
  using ReadText = std::function<std::optional<std::string>(FileIndex)>;
  // May the `self` that another file mentions at an offset be an object of this one?
  using MayShare = std::function<bool(FileIndex, Offset)>;

  AttributeMentions(FileIndex files, const ReadText& text_of);

  // Does a file other than this one mention the attribute, in whatever words?
  bool elsewhere(FileIndex file, std::string_view name) const;
  // Does its code, or a text that is the name alone? `self.name` counts where `may_share` says so,
  // which is asked about a bounded number of places.
  bool in_code_elsewhere(FileIndex file, std::string_view name, const MayShare& may_share) const;

 private:
  // The first `self.name` in the code of a statement at the top of a file, which may be a class.
  struct OfSelf {
    FileIndex file;
    Offset statement;
    Offset at;
  };
  using FileByName = std::unordered_map<std::uint32_t, FileIndex>;  // or kSeveral

  void add(FileIndex file, std::string_view text);
  void add_of_self(std::uint32_t name, OfSelf mention);
  static void add_file(FileByName& files, std::uint32_t name, FileIndex file);
  static bool has_other(const FileByName& files, std::uint32_t name, FileIndex file);

  static constexpr FileIndex kSeveral = UINT32_MAX;
  static constexpr std::size_t kMaxOfSelf = 32;
  FileByName file_of_;       // whatever the words
  FileByName code_file_of_;  // in code, but for `self.name`
  std::unordered_map<std::uint32_t, std::vector<OfSelf>> of_self_;
  bool unreadable_ = false;  // some file: then everything may be
};

}  // namespace mlfix
