// All that is open, and what is found in it.
#pragma once

#include <filesystem>
#include <vector>

#include "adoption/silence.h"
#include "lsp/checker.h"
#include "lsp/documents.h"
#include "lsp/folders.h"
#include "syntax/parser.h"

namespace mlfix::lsp {

class Workspace {
 public:
  // See Folder.
  Workspace(const Registry& registry, LoadSurroundings load, StopRequest stop);

  Documents documents;
  Folders folders;

  Folder& folder_of(const Subject& subject) { return folders.around(subject.path); }
  // The open module at that path.
  Subject* open_at(const std::filesystem::path& path);

  // What is found in the subject as it is now; worked out when it is not known. Nothing
  // after a stop.
  CheckedPtr up_to_date(Subject& subject);
  // The same with all safe fixes applied.
  CheckedPtr with_fixes(Subject& subject);
  // What is found in a module as it is on disk.
  CheckedPtr on_disk(const std::filesystem::path& path);
  // The comment that silences one finding of the subject.
  Silence silence(const Subject& subject, const FileFinding& finding);

 private:
  Parser parser_;  // for cells and comments
};

}  // namespace mlfix::lsp
