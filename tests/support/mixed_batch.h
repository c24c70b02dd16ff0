// A batch of replacements with a file of each kind, in real folders: one with a
// mode (and, for root, an owner) of its own, two with several hard links, of
// which one grows and one shrinks, and one behind a symbolic link.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "support/temporary_folder.h"
#include "text/file_writer.h"

namespace mlfix::testing {

// Names of the temporary files in and below a folder.
std::vector<std::string> temporaries_in(const std::filesystem::path& folder);

// `file` as it is now, with another content.
Replacement replacement_of(const std::filesystem::path& file, const std::string& text);

class MixedBatch {
 public:
  MixedBatch();

  const std::filesystem::path& folder() const { return folder_.path(); }
  std::size_t size() const { return files_.size(); }

  WriteReport commit(FileSystem& files, std::function<bool()> interrupted = {}) const;

  // Fails the test unless files are wholly old or wholly new, and the report
  // says which; modes, owners and links are kept, and no temporary file is left
  // that the report does not name.
  void expect_consistent(const WriteReport& report) const;

  // How many files have which content.
  struct Contents {
    std::size_t old_ones = 0;
    std::size_t new_ones = 0;
    std::size_t others = 0;
  };
  Contents contents() const;
  void expect_links_and_modes() const;

 private:
  struct File {
    std::filesystem::path name;
    std::string old_text;
    Replacement replacement;
  };

  void add(const std::filesystem::path& name, const std::string& text);

  TemporaryFolder folder_;
  std::vector<File> files_;
};

}  // namespace mlfix::testing
