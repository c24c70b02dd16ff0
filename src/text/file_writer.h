// The only code that writes the user's files.
//
// A batch of replacements is verified first (every file still has the identity
// it was read with), then written to temporary files in the same folders,
// synced, and only then renamed into place. A failure before the first rename
// leaves every file as it was; a failed rename restores those already renamed.
// Symbolic links are followed, mode and owner kept; a file with several hard
// links, or in a folder that can't be written, is rewritten in place with its
// old bytes kept in memory until the write is synced.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "text/error.h"
#include "text/source_file.h"

namespace mlfix {

struct Replacement {
  std::filesystem::path path;
  FileIdentity expected;  // what the file must still be
  std::string text;       // the new content
};

struct WriteReport {
  std::vector<std::filesystem::path> written;
  std::vector<Error> errors;  // one per file that is as it was
};

class FileWriter {
 public:
  void add(Replacement replacement);
  // Files whose verification or temporary file fails are reported and left
  // out; the others are written.
  WriteReport commit();

 private:
  std::vector<Replacement> replacements_;
};

}  // namespace mlfix
