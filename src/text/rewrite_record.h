// What stands beside a file while it is rewritten in place.
//
// A rename is all or nothing, a rewrite is not: a process killed in the middle
// leaves a file that is neither old nor new. So both contents lie in a temporary
// file until the rewrite is done, and the next run that writes to the folder
// gives a file whose rewrite was cut short its old content again.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "text/file_system.h"

namespace mlfix {

// Gives an open file another content, from the start. Undefined on failure.
IoResult<void> overwrite(FileSystem& files, FileHandle& handle, std::string_view text);

// The content of a record: which file of the folder it is about, and both texts.
std::string rewrite_record(const FileStatus& file, std::string_view old_text,
                           std::string_view new_text);

// Says at the open file itself that it is rewritten, and where the record is: the file may
// have names in other folders. Without effect where the file system keeps no attributes.
void mark_rewritten(FileSystem& files, int descriptor, const std::filesystem::path& record);
void unmark_rewritten(FileSystem& files, int descriptor);
// Where the mark of a file says that the record is. It may be gone, or never have been there.
std::optional<std::filesystem::path> marked_record(FileSystem& files,
                                                   const std::filesystem::path& file);

// A file that is neither wholly old nor wholly new.
struct CutRewrite {
  std::filesystem::path file;
  std::string old_text;
};

// The regular files of a folder, looked up once however many records ask, since anybody
// may have put there any number of what looks like one.
class FilesOfFolder {
 public:
  FilesOfFolder(FileSystem& files, std::filesystem::path folder)
      : files_(files), folder_(std::move(folder)) {}

  // The first file with that inode.
  std::optional<std::filesystem::path> with_inode(std::uint64_t inode);

 private:
  FileSystem& files_;
  std::filesystem::path folder_;
  std::optional<std::map<std::uint64_t, std::filesystem::path>> known_;
};

// What the dead maker of `record` left half written in its folder, which `folder` is.
// Nothing when that file is wholly old or new, or was changed by somebody else since.
IoResult<std::optional<CutRewrite>> find_cut_rewrite(FileSystem& files, FilesOfFolder& folder,
                                                     const std::filesystem::path& record);

// Gives the file its old content again. On failure it is still half written, and
// the record still needed.
IoResult<void> undo(FileSystem& files, const CutRewrite& rewrite);

}  // namespace mlfix
