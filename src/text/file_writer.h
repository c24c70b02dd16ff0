// The only code that writes the user's files.
//
// A batch of replacements is verified first (every file still has the content
// it was read with), then written to temporary files in the same folders,
// synced, and only then put into place: the two files change places, and what comes
// out is compared with what was read, so that an edit made in the very last moment
// is not lost either. A failure before the first exchange leaves every file as it
// was; a failed one restores those already exchanged. Where the file system has no
// exchange, the temporary file is renamed over the old one.
// Symbolic links are followed to where they lead when the batch is verified, and none that
// appears on the way after that; mode and owner are kept; a file with several hard
// links, or in a folder that can't be written, is rewritten in place with its
// old bytes kept in memory until the write is synced. POSIX has no rename of
// several files at once: a process killed between two of them leaves some files
// new and some old, each of them whole. One killed during a rewrite in place
// can leave that file half written, with a record beside it from which the next
// run that writes to the folder gives it its old content; where the folder takes
// no record, it stays half written.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "text/error.h"
#include "text/file_system.h"
#include "text/file_update.h"
#include "text/link_free_files.h"

namespace mlfix {

struct WriteReport {
  std::vector<std::filesystem::path> written;  // in the order they were added
  // One per file that is as it was. Should a file be left otherwise because
  // putting it back failed too, or a temporary file stay, its message says so.
  std::vector<Error> errors;
  bool interrupted = false;  // the stop predicate said so: nothing was written
};

class FileWriter {
 public:
  // `interrupted` is asked between files until the first one is replaced; once
  // it says true the batch is dropped. `files` must outlive the writer.
  explicit FileWriter(std::function<bool()> interrupted = {},
                      FileSystem& files = link_free_files());

  void add(Replacement replacement);
  // Files whose verification or temporary file fails are reported and left
  // out; the others are written, or none of them. Empties the writer.
  WriteReport commit();

 private:
  std::vector<Replacement> replacements_;
  std::function<bool()> interrupted_;
  FileSystem* files_;  // not owned
};

}  // namespace mlfix
